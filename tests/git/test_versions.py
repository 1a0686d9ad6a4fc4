"""Versions: tags, files and provenance that plain git can read, numbers that are never used twice."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from cadgit.errors import EnvironmentFailed, RefError
from cadgit.git.artifacts import Omitted
from cadgit.git.notes import Notes
from cadgit.git.repository import Repository
from cadgit.git.transaction import Change, change
from cadgit.git.version_commits import read_version
from cadgit.git.versions import Versions
from cadgit.records import Candidate
from tests.conftest import Git

from .samples import WHEN, add, promote, promotion, traced

WHO = "Ada Tester <ada@example.com>"


def versions(repo: Path) -> Versions:
    return Versions(Repository.open(repo))


def promoted(repo: Path, *texts: str) -> list[Candidate]:
    made = [add(repo, text)[0] for text in texts]
    for candidate in made:
        promote(repo, candidate, step=f"STEP of {candidate.number}".encode())
    return made


def test_a_version_is_a_commit_with_the_candidates_tree_and_the_version_before_as_parent(repo: Path, git: Git) -> None:
    first, second = promoted(repo, "a", "b")
    assert git("log", "--format=%s %T", "cadgit/bracket/v2", cwd=repo).splitlines() == [
        f"bracket v2 {second.tree}",
        f"bracket v1 {first.tree}",
    ]
    trailers = git("log", "-1", "--format=%(trailers:only)", "cadgit/bracket/v2", cwd=repo)
    assert f"Candidate: {second.id}" in trailers.splitlines()
    assert git("rev-parse", "refs/cadgit/promoted/bracket", cwd=repo) == git(
        "rev-parse", "cadgit/bracket/v2^{commit}", cwd=repo
    )
    git("fsck", "--strict", cwd=repo)


def test_a_version_is_read_back_as_it_was_made(repo: Path) -> None:
    candidate, _ = add(repo, "a")
    made = promote(repo, candidate, message="First good one.\n\nWith two paragraphs.")
    assert (made.number, made.tag, made.candidate, made.tree) == (
        1,
        "cadgit/bracket/v1",
        candidate.id,
        candidate.tree,
    )
    assert (made.when, made.who, made.withdrawn) == (WHEN, WHO, "")
    assert made.message == "First good one.\n\nWith two paragraphs."
    assert versions(repo).latest("bracket") == made
    assert versions(repo).get("bracket", 1) == made
    assert versions(repo).at(made.id) == made
    assert versions(repo).history("bracket") == (made,)
    assert versions(repo).of_candidate(candidate) == (made,)
    assert versions(repo).parts() == ("bracket",)
    assert versions(repo).as_candidate(made) == candidate


def test_note_and_tag_carry_the_provenance(repo: Path, git: Git) -> None:
    candidate, _ = add(repo, "a")
    made = promote(repo, candidate, message="Good.")
    expected = replace(promotion(candidate, 1, "", Repository.blob_id(b"STEP")), message="Good.")
    assert versions(repo).promotion(made) == expected
    noted = tomllib.loads(git("notes", "--ref=cadgit/promote", "show", "cadgit/bracket/v1^{commit}", cwd=repo))
    assert noted["promote"][0]["step"] == expected.step_sha256
    assert git("cat-file", "-t", "cadgit/bracket/v1", cwd=repo) == "tag"
    assert git("tag", "-n1", "--list", "cadgit/*", cwd=repo) == "cadgit/bracket/v1 bracket v1"
    tag = git("tag", "-l", "--format=%(contents)", "cadgit/bracket/v1", cwd=repo)
    assert "\nGood.\n" in tag
    assert tomllib.loads(tag[tag.index("[[promote]]") :]) == noted


def test_a_clone_without_notes_still_knows_the_provenance(repo: Path, git: Git, tmp_path: Path) -> None:
    (repo / "x").write_text("x", encoding="utf-8")
    git("add", "x", cwd=repo)
    git("commit", "--quiet", "-m", "x", cwd=repo)
    candidate, _ = add(repo, "a")
    made = promote(repo, candidate)
    git("clone", "--quiet", str(repo), str(tmp_path / "clone"), cwd=tmp_path)
    assert versions(tmp_path / "clone").promotion(made) == versions(repo).promotion(made)


def test_provenance_that_is_nowhere_says_how_to_fetch_it(repo: Path, git: Git) -> None:
    candidate, _ = add(repo, "a")
    made = promote(repo, candidate)
    git("update-ref", "-d", "refs/notes/cadgit/promote", cwd=repo)
    git("tag", "-f", "-m", "by hand", "cadgit/bracket/v1", made.id, cwd=repo)
    with pytest.raises(EnvironmentFailed, match="bracket@v1") as caught:
        versions(repo).promotion(made)
    assert "`cadgit pull`" in caught.value.hint


def test_plain_git_finds_where_a_step_file_came_from(repo: Path, git: Git, tmp_path: Path) -> None:
    candidate, _ = add(repo, "a")
    made = promote(repo, candidate, step=b"ISO-10303-21;\r\n")
    (tmp_path / "part.step").write_bytes(b"ISO-10303-21;\r\n")
    blob = git("hash-object", "--no-filters", str(tmp_path / "part.step"), cwd=repo)
    (trace,) = tomllib.loads(git("notes", "--ref=cadgit/trace", "show", blob, cwd=repo))["trace"]
    assert (trace["part"], trace["version"], trace["commit"]) == ("bracket", 1, made.id)
    assert traced(repo, b"ISO-10303-21;\r\n") == [made]


def test_one_step_file_of_two_versions_traces_to_both(repo: Path) -> None:
    for text in "ab":
        promote(repo, add(repo, text)[0], step=b"same")
    assert [v.number for v in traced(repo, b"same")] == [1, 2]


def test_promoting_a_candidate_that_stands_changes_nothing(repo: Path, git: Git) -> None:
    candidate, _ = add(repo, "a")
    made = promote(repo, candidate)
    before = git("for-each-ref", cwd=repo)
    assert promote(repo, candidate, step=b"other bytes") == made
    assert git("for-each-ref", cwd=repo) == before


def test_going_back_to_an_older_candidate_is_a_version_of_its_own(repo: Path) -> None:
    first, second = promoted(repo, "a", "b")
    again = promote(repo, first, step=b"STEP of 1")
    assert again.number == 3
    assert [v.candidate for v in versions(repo).history("bracket")] == [first.id, second.id, first.id]
    assert [v.number for v in versions(repo).of_candidate(first)] == [3, 1]
    assert [v.number for v in traced(repo, b"STEP of 1")] == [1, 3]


def test_artifacts_come_back_and_large_ones_leave_hash_and_size(repo: Path, git: Git) -> None:
    candidate, _ = add(repo, "a")
    large = b"x" * 1000
    made = promote(repo, candidate, step=large, max_size=999)
    assert versions(repo).artifacts(made) == {"bracket.brep": b"BREP"}
    assert versions(repo).omitted(made) == {"bracket.step": Omitted(hashlib.sha256(large).hexdigest(), 1000)}
    assert versions(repo).artifact(candidate, hashlib.sha256(b"BREP").hexdigest()) == b"BREP"
    assert versions(repo).artifact(candidate, hashlib.sha256(large).hexdigest()) is None
    # Where it came from is known all the same.
    assert versions(repo).promotion(made).step_blob == Repository.blob_id(large)
    assert traced(repo, large) == [made]
    git("gc", "--quiet", "--prune=now", cwd=repo)
    git("fsck", "--strict", cwd=repo)
    assert traced(repo, large) == [made]


def test_promoted_geometry_is_found_by_tree_and_hash(repo: Path) -> None:
    candidate, _ = add(repo, "a")
    promote(repo, candidate)
    digest = hashlib.sha256(b"BREP").hexdigest()
    assert versions(repo).geometry(candidate.tree, digest) == (b"BREP", None)
    assert versions(repo).geometry("0" * 40, digest) is None
    assert versions(repo).geometry(candidate.tree, "0" * 64) is None


def test_a_withdrawn_version_stays_and_the_one_before_stands(repo: Path, git: Git) -> None:
    promoted(repo, "a", "b", "c")
    before = git("for-each-ref", "refs/tags", "refs/cadgit/artifacts", cwd=repo)
    withdrawn = versions(repo).withdraw("bracket", 3, "2026-02-01T00:00:00Z", WHO)
    assert withdrawn.withdrawn == "2026-02-01T00:00:00Z"
    assert git("for-each-ref", "refs/tags", "refs/cadgit/artifacts", cwd=repo) == before
    latest = versions(repo).latest("bracket")
    assert latest is not None
    assert latest.number == 2
    assert [(v.number, bool(v.withdrawn)) for v in versions(repo).history("bracket")] == [
        (3, True),
        (2, False),
        (1, False),
    ]
    assert versions(repo).promotion(withdrawn).withdrawn == "2026-02-01T00:00:00Z"
    noted = git("notes", "--ref=cadgit/promote", "show", withdrawn.id, cwd=repo)
    assert tomllib.loads(noted)["withdraw"] == [{"when": "2026-02-01T00:00:00Z", "who": WHO}]
    assert versions(repo).withdraw("bracket", 3, "2026-03-01T00:00:00Z", WHO) == withdrawn


def test_withdrawing_an_older_version_leaves_the_latest(repo: Path) -> None:
    promoted(repo, "a", "b")
    versions(repo).withdraw("bracket", 1, WHEN, WHO)
    latest = versions(repo).latest("bracket")
    assert latest is not None
    assert latest.number == 2


def test_nothing_stands_when_all_are_withdrawn(repo: Path) -> None:
    promoted(repo, "a", "b")
    for number in (1, 2):
        versions(repo).withdraw("bracket", number, WHEN, WHO)
    assert versions(repo).latest("bracket") is None
    assert [v.number for v in versions(repo).history("bracket")] == [2, 1]


def test_a_version_that_is_not_there_cannot_be_withdrawn(repo: Path) -> None:
    with pytest.raises(RefError, match="v7"):
        versions(repo).withdraw("bracket", 7, WHEN, WHO)


def test_the_number_of_a_withdrawn_version_is_not_used_again(repo: Path, git: Git) -> None:
    *_, last = promoted(repo, "a", "b")
    versions(repo).withdraw("bracket", 2, WHEN, WHO)
    again = promote(repo, last)
    assert again.number == 3
    assert git("log", "--format=%s", "cadgit/bracket/v3", cwd=repo).splitlines() == [
        "bracket v3",
        "bracket v2",
        "bracket v1",
    ]


@pytest.mark.parametrize(
    "deleted",
    [
        ("refs/tags/cadgit/bracket/v2",),
        ("refs/tags/cadgit/bracket/v2", "refs/cadgit/artifacts/bracket/v2"),
        ("refs/tags/cadgit/bracket/v2", "refs/cadgit/promoted/bracket"),
        ("refs/tags/cadgit/bracket/v2", "refs/cadgit/artifacts/bracket/v2", "refs/cadgit/promoted/bracket"),
    ],
)
@pytest.mark.parametrize("collected", [False, True])
def test_no_number_is_used_again_after_its_refs_were_deleted_by_hand(
    repo: Path, git: Git, deleted: tuple[str, ...], collected: bool
) -> None:
    promoted(repo, "a", "b")
    for ref in deleted:
        git("update-ref", "-d", ref, cwd=repo)
    if collected:
        git("gc", "--quiet", "--prune=now", cwd=repo)
    assert promote(repo, add(repo, "c")[0]).number == 3


def test_numbers_count_for_each_part_alone(repo: Path) -> None:
    promoted(repo, "a", "b")
    lid, _ = add(repo, "a", part="lid")
    assert promote(repo, lid).number == 1


def test_git_gc_keeps_versions_after_their_candidates_were_dropped(repo: Path, git: Git) -> None:
    made = promoted(repo, "a", "b")
    versions(repo).withdraw("bracket", 2, WHEN, WHO)
    before = [(v, versions(repo).promotion(v), versions(repo).artifacts(v)) for v in versions(repo).history("bracket")]
    git("update-ref", "-d", "refs/cadgit/candidates/bracket/main", cwd=repo)
    git("reflog", "expire", "--expire=now", "--all", cwd=repo)
    git("gc", "--quiet", "--prune=now", cwd=repo)
    after = [(v, versions(repo).promotion(v), versions(repo).artifacts(v)) for v in versions(repo).history("bracket")]
    assert after == before
    assert versions(repo).as_candidate(after[1][0]) == made[0]


def test_a_commit_that_only_claims_to_be_a_version_is_none(repo: Path, git: Git) -> None:
    (candidate,) = promoted(repo, "a")
    message = f"bracket v1\n\nCadgit-Part: bracket\nCadgit-Version: 1\nCandidate: {candidate.id}"
    git("commit", "--quiet", "--allow-empty", "-m", message, cwd=repo)
    assert versions(repo).at(git("rev-parse", "HEAD", cwd=repo)) is None
    assert versions(repo).at(candidate.id) is None
    assert versions(repo).at("0" * 40) is None


@pytest.mark.parametrize(("part", "number"), [("bracket", "0"), ("bracket", "9" * 5000), ("../x", "1"), ("a b", "1")])
def test_a_commit_with_a_name_or_number_that_no_version_has_is_none(repo: Path, part: str, number: str) -> None:
    """Whoever can push can write any text into a commit; it must not end in a crash."""
    repository = Repository.open(repo)
    tree = str(repository.raw.TreeBuilder().write())
    text = f"x\n\nCadgit-Part: {part}\nCadgit-Version: {number}\nCandidate: {'0' * 40}\n"
    commit = repository.commit(repository.write_commit(tree, [], text, WHEN))
    assert commit is not None and read_version(commit) is None


@pytest.mark.parametrize("said", [{}, {"version": "x"}, {"version": [3]}])
def test_a_note_of_a_version_that_is_not_here_and_has_no_number_is_no_obstacle(
    repo: Path, said: dict[str, object]
) -> None:
    promoted(repo, "a")
    repository = Repository.open(repo)

    def write() -> tuple[None, Change]:
        update, objects = Notes(repository).appended("promote", "1" * 40, {"part": "bracket", **said}, WHEN)
        return None, Change((update,), objects)

    change(repository, write)
    assert promote(repo, add(repo, "b")[0]).number == 2


def test_a_lost_or_misdirected_promoted_ref_does_not_hide_what_stands(repo: Path, git: Git) -> None:
    promoted(repo, "a", "b")
    lid = promote(repo, add(repo, "a", part="lid")[0])
    git("commit", "--quiet", "--allow-empty", "-m", "other", cwd=repo)
    standing = versions(repo).latest("bracket")
    assert standing is not None and standing.number == 2
    for other in (lid.id, "HEAD", "HEAD^{tree}"):
        git("update-ref", "refs/cadgit/promoted/bracket", git("rev-parse", other, cwd=repo), cwd=repo)
        assert versions(repo).latest("bracket") == standing
    git("update-ref", "-d", "refs/cadgit/promoted/bracket", cwd=repo)
    assert versions(repo).latest("bracket") == standing
    versions(repo).withdraw("bracket", 2, WHEN, WHO)
    latest = versions(repo).latest("bracket")
    assert latest is not None and latest.number == 1


def test_a_version_whose_tag_was_deleted_can_be_withdrawn(repo: Path, git: Git) -> None:
    promoted(repo, "a", "b")
    git("tag", "-d", "cadgit/bracket/v2", cwd=repo)
    assert versions(repo).withdraw("bracket", 2, WHEN, WHO).withdrawn
    latest = versions(repo).latest("bracket")
    assert latest is not None and latest.number == 1


@pytest.mark.parametrize("manifest", [b"", b"\xff", b"x = [", b"environment = 3"])
def test_a_manifest_that_cannot_be_read_is_named_and_no_crash(repo: Path, manifest: bytes) -> None:
    """Versions come from other people's repositories too."""
    candidate, _ = add(repo, "a")
    Versions(Repository.open(repo)).promote(
        candidate,
        {"bracket.step": b"STEP", "bracket.brep": b"BREP", "manifest.toml": manifest},
        lambda number, previous, blob: replace(
            promotion(candidate, number, previous, blob), labels_sha256=hashlib.sha256(manifest).hexdigest()
        ),
    )
    (version,) = versions(repo).history("bracket")
    with pytest.raises(EnvironmentFailed, match=r"manifest.toml of bracket@v1 cannot be read"):
        versions(repo).environment(version)


def test_a_label_that_reads_like_a_withdrawal_is_none(repo: Path) -> None:
    candidate, _ = add(repo, "a")
    Versions(Repository.open(repo)).promote(
        candidate,
        {"bracket.step": b"STEP"},
        lambda number, previous, blob: replace(promotion(candidate, number, previous, blob), sandbox=("[[withdraw]]",)),
    )
    latest = versions(repo).latest("bracket")
    assert latest is not None and not latest.withdrawn


@pytest.mark.parametrize("other", ["HEAD", "HEAD:file"])
def test_an_artifacts_ref_that_holds_something_else_keeps_no_files(repo: Path, git: Git, other: str) -> None:
    promoted(repo, "a")
    (repo / "file").write_text("x", encoding="utf-8")
    git("add", "file", cwd=repo)
    git("commit", "--quiet", "-m", "file", cwd=repo)
    git("update-ref", "refs/cadgit/artifacts/bracket/v1", git("rev-parse", other, cwd=repo), cwd=repo)
    (version,) = versions(repo).history("bracket")
    assert versions(repo).artifacts(version) == versions(repo).omitted(version) == {}
