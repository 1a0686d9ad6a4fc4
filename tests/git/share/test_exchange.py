"""Between clones: everything arrives, nothing is lost, and nobody is overwritten."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cadgit.git import provenance
from cadgit.git.notes import Notes
from cadgit.git.repository import Repository
from cadgit.git.transaction import Change, change
from cadgit.git.versions import Versions
from cadgit.records import Merged
from tests.conftest import Git

from ..samples import WHEN, add, promote, traced
from .conftest import Clone
from .samples import fetch, lines, made, promoted, pull, push, refs, shown, versions


def test_what_one_clone_pushes_another_has_after_a_pull(ada: Path, bob: Path, git: Git) -> None:
    promoted(ada, "a")
    made(ada, "b")
    made(ada, "thin", line="thin")
    sent = push(ada)
    assert sent.merged == Merged()
    assert [(line.line, line.candidates) for line in sent.sent.lines] == [("main", 2), ("thin", 1)]
    assert sent.sent.versions == sent.sent.files == sent.sent.standing == ("bracket@v1",)
    assert {notes.space: notes.notes for notes in sent.sent.notes} == {"run": 3, "verify": 3, "promote": 1, "trace": 1}
    assert sent.left == ()
    received = pull(bob)
    assert received.received.versions == ("bracket@v1",)
    assert received.left == ()
    assert shown(bob) == shown(ada)
    assert refs(bob, "refs/notes/cadgit") == refs(ada, "refs/notes/cadgit")
    git("fsck", "--strict", cwd=bob)


def test_a_second_time_there_is_nothing_to_do(ada: Path, bob: Path) -> None:
    promoted(ada, "a")
    push(ada)
    pull(bob)
    before = refs(ada, "refs"), refs(bob, "refs")
    assert push(ada).sent == push(bob).sent == type(push(ada).sent)()
    assert pull(ada) == pull(bob) == Merged()
    assert (refs(ada, "refs"), refs(bob, "refs")) == before


def test_two_clones_that_take_turns_have_the_same(ada: Path, bob: Path) -> None:
    promoted(ada, "a")
    push(ada)
    pull(bob)
    promoted(bob, "b")
    push(bob)
    pull(ada)
    promoted(ada, "c")
    push(ada)
    pull(bob)
    assert versions(bob) == {3: "c", 2: "b", 1: "a"}
    assert lines(bob) == {"main": ["a", "b", "c"]}
    assert shown(bob) == shown(ada)


def test_both_sides_unpushed_work_is_kept(ada: Path, bob: Path, git: Git) -> None:
    promoted(ada, "a")
    push(ada)
    pull(bob)
    promoted(ada, "from ada")
    mine = made(bob, "from bob")
    push(ada)
    merged = pull(bob)
    (side,) = merged.side_lines
    assert (side.line, side.candidates, side.whose) == ("main", 1, "ours")
    assert side.side == f"main-{mine.id[:8]}"
    assert lines(bob) == {"main": ["a", "from ada"], side.side: ["a", "from bob"]}
    push(bob)
    pull(ada)
    assert shown(ada) == shown(bob)
    for path in (ada, bob):
        git("fsck", "--strict", cwd=path)


def test_the_number_that_both_gave_stays_with_what_is_public(ada: Path, bob: Path, git: Git) -> None:
    promoted(ada, "a")
    push(ada)
    pull(bob)
    public = promoted(ada, "from ada")
    mine = promoted(bob, "from bob", message="mine")
    again = promoted(bob, "more from bob")
    push(ada)
    pushed = push(bob)
    assert [(r.old_number, r.number, r.old_id) for r in pushed.merged.renumbered] == [
        (2, 3, mine.id),
        (3, 4, again.id),
    ]
    assert versions(bob) == {4: "more from bob", 3: "from bob", 2: "from ada", 1: "a"}
    known = Versions(Repository.open(bob))
    third = known.get("bracket", 3)
    assert third is not None
    assert (third.candidate, third.message, third.who, third.when) == (mine.candidate, "mine", mine.who, mine.when)
    promotion = known.promotion(third)
    assert (promotion.version, promotion.previous) == (3, public.id)
    assert promotion.renumbered_from == f"v2 {mine.id}"
    noted = git("notes", "--ref=cadgit/promote", "show", third.id, cwd=bob)
    assert noted in git("cat-file", "tag", "cadgit/bracket/v3", cwd=bob)
    assert known.latest("bracket") == known.get("bracket", 4)
    assert traced(bob, b"STEP from bob") == [third]
    log = git("log", "--format=%s", "cadgit/bracket/v4", cwd=bob)
    assert log.splitlines() == ["bracket v4", "bracket v3", "bracket v2", "bracket v1"]
    # What was v2 here stays readable.
    assert git("cat-file", "-p", f"refs/cadgit/renumbered/bracket/{mine.id}", cwd=bob).startswith(f"object {mine.id}\n")
    pull(ada)
    assert shown(ada) == shown(bob)
    assert promote(ada, add(ada, "next")[0]).number == 5


def test_a_withdrawal_travels_and_keeps_its_version_when_that_gets_a_new_number(ada: Path, bob: Path) -> None:
    promoted(ada, "a")
    push(ada)
    pull(bob)
    promoted(bob, "from bob")
    Versions(Repository.open(bob)).withdraw("bracket", 2, WHEN, "Bob")
    promoted(ada, "from ada")
    Versions(Repository.open(ada)).withdraw("bracket", 1, WHEN, "Ada")
    push(ada)
    push(bob)
    pull(ada)
    for path in (ada, bob):
        known = Versions(Repository.open(path))
        assert {v.number: bool(v.withdrawn) for v in known.history("bracket")} == {1: True, 2: False, 3: True}
        latest = known.latest("bracket")
        assert latest is not None and latest.number == 2


def test_the_last_version_that_is_withdrawn_lets_the_remote_s_pointer_go_back(
    ada: Path, bob: Path, hub: Path, git: Git
) -> None:
    first = promoted(ada, "a")
    promoted(ada, "b")
    push(ada)
    pull(bob)
    Versions(Repository.open(ada)).withdraw("bracket", 2, WHEN, "Ada")
    pushed = push(ada)
    assert (pushed.sent.standing, pushed.left) == (("bracket@v1",), ())
    assert git("rev-parse", "refs/cadgit/promoted/bracket", cwd=hub) == first.id
    assert pull(bob).received.standing == ("bracket@v1",)


def test_a_remote_that_takes_no_step_back_still_learns_of_a_withdrawal(ada: Path, bob: Path, hub: Path) -> None:
    promoted(ada, "a")
    promoted(ada, "b")
    push(ada)
    hook = hub / "hooks" / "update"
    hook.write_text(
        "#!/bin/sh\n[ $2 = 0000000000000000000000000000000000000000 ] || git merge-base --is-ancestor $2 $3\n",
        encoding="utf-8",
    )
    hook.chmod(0o755)
    Versions(Repository.open(ada)).withdraw("bracket", 2, WHEN, "Ada")
    (left,) = push(ada).left
    assert left.ref == "refs/cadgit/promoted/bracket" and "no step back" in left.reason
    pull(bob)
    assert Versions(Repository.open(bob)).latest("bracket") == Versions(Repository.open(ada)).latest("bracket")


def test_a_clone_that_never_fetched_and_promoted_gets_along(ada: Path, clone: Clone) -> None:
    promoted(ada, "a")
    promoted(ada, "b")
    push(ada)
    late = clone("late")  # git brings the tags along, and nothing else
    version = promoted(late, "c")
    assert version.number == 3
    merged = pull(late)
    assert merged.renumbered == ()
    (side,) = merged.side_lines
    assert lines(late) == {"main": ["a", "b"], side.side: ["c"]}
    assert versions(late) == {3: "c", 2: "b", 1: "a"}
    push(late)
    pull(ada)
    assert shown(ada) == shown(late)


def test_fetch_changes_nothing_of_ours_and_tells_what_a_pull_would_do(ada: Path, bob: Path) -> None:
    promoted(ada, "a")
    push(ada)
    promoted(bob, "b")
    before = refs(bob, "refs")
    told = fetch(bob)
    ours = {name: target for name, target in refs(bob, "refs").items() if not name.startswith("refs/cadgit-remotes/")}
    assert ours == before
    assert refs(bob, "refs/cadgit-remotes/origin/candidates") != {}
    assert pull(bob) == told
    assert told.renumbered and told.side_lines and told.received.versions == ("bracket@v1",)


def test_a_rehearsal_moves_no_ref_anywhere(ada: Path, bob: Path, hub: Path) -> None:
    promoted(ada, "a")
    push(ada)
    promoted(bob, "b")
    before = refs(bob, "refs"), refs(hub, "refs")
    told = pull(bob, rehearsal=True)
    sent = push(bob, rehearsal=True)
    assert fetch(bob, rehearsal=True) == told == sent.merged
    assert (refs(bob, "refs"), refs(hub, "refs")) == before
    done = push(bob)
    assert done.sent.lines and {line.line for line in done.sent.lines} == {line.line for line in sent.sent.lines}
    assert (done.sent.versions, done.sent.files) == (sent.sent.versions, sent.sent.files) == (("bracket@v2",),) * 2


def test_a_provenance_that_somebody_adds_to_a_version_s_note_does_not_become_its_own(
    ada: Path, bob: Path, hub: Path
) -> None:
    version = promoted(ada, "a")
    push(ada)
    pull(bob)
    before = Versions(Repository.open(bob)).promotion(version)
    lie = provenance.to_note(replace(before, who="Mallory <m@example.com>", when="2020-01-01T00:00:00Z"))
    there = Repository.open(hub)
    change(there, lambda: _noted(there, version.id, lie))
    pull(bob)
    records = Notes(Repository.open(bob)).records("promote", version.id)
    assert len(records) == 2
    assert Versions(Repository.open(bob)).promotion(version) == before


def _noted(repository: Repository, target: str, record: dict[str, Any]) -> tuple[None, Change]:
    update, objects = Notes(repository).appended("promote", target, record, WHEN)
    return None, Change((update,), objects)


def test_a_tag_that_git_fetch_put_over_ours_by_force_loses_nothing(ada: Path, bob: Path, git: Git) -> None:
    promoted(ada, "from ada")
    mine = promoted(bob, "from bob")
    push(ada)
    git("fetch", "--quiet", "--force", "--tags", "origin", cwd=bob)
    (renumbered,) = pull(bob).renumbered
    assert (renumbered.old_number, renumbered.number, renumbered.old_id) == (1, 2, mine.id)
    assert versions(bob) == {1: "from ada", 2: "from bob"}
    assert git("rev-parse", f"refs/cadgit/renumbered/bracket/{mine.id}", cwd=bob) == mine.id


def test_a_number_that_was_used_before_is_not_given_again(ada: Path, bob: Path, git: Git) -> None:
    for text in "ab":
        promoted(ada, text)
    push(ada)
    pull(bob)
    promoted(ada, "from ada")
    push(ada)
    promoted(bob, "from bob")
    # Somebody deleted v4 by hand; its files still tell that there was one.
    promoted(bob, "gone")
    git("update-ref", "refs/cadgit/promoted/bracket", "cadgit/bracket/v3^{}", cwd=bob)
    git("tag", "-d", "cadgit/bracket/v4", cwd=bob)
    (renumbered,) = pull(bob).renumbered
    assert (renumbered.old_number, renumbered.number) == (3, 5)


@pytest.mark.parametrize("place", ["bare", "worktree", "submodule", "subfolder", "detached", "without identity"])
def test_it_works_from_wherever_a_repository_can_be(
    ada: Path, hub: Path, tmp_path: Path, git: Git, home: Path, place: str
) -> None:
    promoted(ada, "a")
    push(ada)
    here = tmp_path / "here"
    url = f"file://{hub}"
    if place == "bare":
        git("init", "--quiet", "--bare", str(here), cwd=tmp_path)
        git("remote", "add", "origin", url, cwd=here)
    else:
        git("clone", "--quiet", url, str(here), cwd=tmp_path)
    if place in ("worktree", "submodule", "detached"):
        git("commit", "--quiet", "--allow-empty", "-m", "mine", cwd=here)
    if place == "worktree":
        git("worktree", "add", "--quiet", str(tmp_path / "linked"), cwd=here)
        here = tmp_path / "linked"
    elif place == "submodule":
        git("init", "--quiet", "around", cwd=tmp_path)
        git("submodule", "--quiet", "add", str(here), "sub", cwd=tmp_path / "around")
        here = tmp_path / "around" / "sub"
        git("remote", "set-url", "origin", url, cwd=here)
    elif place == "subfolder":
        here /= "deep"
        here.mkdir()
    elif place == "detached":
        git("checkout", "--quiet", "--detach", cwd=here)
    elif place == "without identity":
        (home / ".gitconfig").write_text('[protocol "file"]\n\tallow = always\n', encoding="utf-8")
    pull(here)
    assert shown(here) == shown(ada)
    promoted(here, "b")
    assert push(here).left == ()
    assert versions(hub) == {1: "a", 2: "b"}
