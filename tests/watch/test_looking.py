"""A look at a part's files: the bytes that will run, what is missing of them, and where to look next."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cadgit.errors import RepositoryError, UsageError
from cadgit.watch.looking import MOST_FOLDERS, Looker
from cadgit.workflow.working import WorkingPart
from cadgit.workflow.workspace import Workspace


@pytest.fixture
def looker(repo: Path) -> Looker:
    (repo / "model.py").write_text("import helper\nopen('data/sizes.csv')\n", encoding="utf-8")
    (repo / "helper.py").write_text("a = 1\n", encoding="utf-8")
    (repo / "data").mkdir()
    (repo / "data" / "sizes.csv").write_text("1\n", encoding="utf-8")
    return at(repo, "model.py")


def at(repo: Path, entry: str) -> Looker:
    return Looker(repo, WorkingPart("model", entry), lambda: Workspace.open(repo))


def test_a_look_has_the_closure_and_the_folders_of_its_files(looker: Looker, repo: Path) -> None:
    look = looker.look()
    assert look.closure is not None and look.trouble is None
    assert [path for path, _ in look.hashes] == ["data/sizes.csv", "helper.py", "model.py"]
    assert {str(repo), str(repo / "data")} <= look.folders
    assert {str(repo / "helper.py"), str(repo / "cadgit.toml")} <= look.files


def test_nothing_new_is_the_same_look(looker: Looker, repo: Path) -> None:
    look = looker.look()
    (repo / "model.py").touch()
    (repo / "helper.py").write_text("a = 1\n", encoding="utf-8")
    assert looker.look() is look


def test_a_folder_that_comes_back_on_the_way_to_a_missing_file_is_watched(repo: Path) -> None:
    looker = at(repo, "parts/clip/model.py")
    assert looker.look().folders == {str(repo)}
    (repo / "parts").mkdir()
    assert looker.look().folders == {str(repo), str(repo / "parts")}
    (repo / "parts" / "clip").mkdir()
    assert looker.look().folders == {str(repo), str(repo / "parts"), str(repo / "parts" / "clip")}


def test_other_bytes_are_other_content_and_named(looker: Looker, repo: Path) -> None:
    look = looker.look()
    (repo / "helper.py").write_text("a = 2\n", encoding="utf-8")
    other = looker.look()
    assert other.content != look.content
    assert other.changed_from(look) == ("helper.py",)
    assert other.changed_from(None) == ()
    (repo / "helper.py").write_text("a = 1\n", encoding="utf-8")
    assert looker.look().content == look.content


def test_a_file_beside_them_that_is_not_needed_is_no_other_content(looker: Looker, repo: Path) -> None:
    look = looker.look()
    (repo / ".model.py.swp").write_text("x", encoding="utf-8")
    assert looker.look().content == look.content


def test_that_a_file_may_be_executed_counts(looker: Looker, repo: Path) -> None:
    look = looker.look()
    (repo / "helper.py").chmod(0o755)
    assert looker.look().changed_from(look) == ("helper.py",)


def test_an_entry_that_is_missing_or_empty_is_hollow(looker: Looker, repo: Path) -> None:
    looker.look()
    assert looker.hollow() == ()
    (repo / "model.py").write_text("", encoding="utf-8")
    assert looker.look().closure is None and looker.hollow() == ("model.py",)
    (repo / "model.py").unlink()
    assert looker.look().trouble is None and looker.hollow() == ("model.py",)
    (repo / "model.py").symlink_to("nowhere.py")
    looker.look()
    assert looker.hollow() == ("model.py",)


@pytest.mark.parametrize(
    "make_hollow", [Path.unlink, lambda path: path.write_text("", encoding="utf-8")], ids=["missing", "empty"]
)
def test_a_file_that_had_bytes_is_hollow_while_the_sources_name_it(
    looker: Looker, repo: Path, make_hollow: object
) -> None:
    looker.begun = looker.look()
    make_hollow(repo / "helper.py")  # type: ignore[operator]
    looker.look()
    assert looker.hollow() == ("helper.py",)
    (repo / "model.py").write_text("open('data/sizes.csv')\n", encoding="utf-8")
    looker.look()
    assert looker.hollow() == ()


def test_a_file_that_was_empty_when_it_ran_is_not_waited_for(looker: Looker, repo: Path) -> None:
    (repo / "helper.py").write_text("", encoding="utf-8")
    looker.begun = looker.look()
    assert looker.hollow() == ()


def test_settings_that_cannot_be_read_are_trouble_until_they_can(looker: Looker, repo: Path) -> None:
    (repo / "cadgit.toml").write_text("[parts.model\n", encoding="utf-8")
    look = looker.look()
    assert look.closure is None and isinstance(look.trouble, UsageError)
    (repo / "cadgit.toml").write_text('[parts.model]\nentry = "model.py"\ninputs = ["extra/*.txt"]\n', encoding="utf-8")
    other = looker.look()
    assert "extra" in str(other.trouble) and other.content != look.content
    (repo / "extra").mkdir()
    (repo / "extra" / "a.txt").write_text("a", encoding="utf-8")
    assert "extra/a.txt" in dict(looker.look().hashes)


@pytest.mark.parametrize("table", ['[parts.other]\nentry = "model.py"', '[parts.model]\nentry = "helper.py"'])
def test_a_part_that_got_another_name_or_file_is_trouble(looker: Looker, repo: Path, table: str) -> None:
    assert looker.look().trouble is None
    (repo / "cadgit.toml").write_text(table + "\n", encoding="utf-8")
    trouble = looker.look().trouble
    assert trouble is not None and "start the watch again" in trouble.hint


def test_the_files_of_the_spec_count(looker: Looker, repo: Path) -> None:
    (repo / "target.step").write_text("one", encoding="utf-8")
    (repo / "cadgit.toml").write_text(
        '[parts.model]\nentry = "model.py"\n\n[parts.model.spec]\n'
        'reference = { step = "target.step", max_difference = 1 }\n',
        encoding="utf-8",
    )
    look = looker.look()
    assert "target.step" in dict(look.hashes), look.trouble
    (repo / "target.step").write_text("two", encoding="utf-8")
    assert looker.look().changed_from(look) == ("target.step",)


def test_a_link_is_watched_where_it_is_and_where_it_leads(repo: Path) -> None:
    (repo / "a").mkdir()
    (repo / "b").mkdir()
    (repo / "a" / "real.py").write_text("x = 1\n", encoding="utf-8")
    (repo / "b" / "middle.py").symlink_to("../a/real.py")
    (repo / "model.py").symlink_to("b/middle.py")
    look = at(repo, "model.py").look()
    assert {str(repo), str(repo / "a"), str(repo / "b")} <= look.folders
    assert {str(repo / name) for name in ("model.py", "b/middle.py", "a/real.py")} <= look.files


def test_a_link_in_a_circle_is_waited_for(repo: Path) -> None:
    (repo / "model.py").symlink_to("other.py")
    (repo / "other.py").symlink_to("model.py")
    looker = at(repo, "model.py")
    assert looker.look().closure is None and looker.hollow() == ("model.py",)


def test_folders_that_are_only_looked_into_are_watched_up_to_a_number(repo: Path) -> None:
    for number in range(2 * MOST_FOLDERS):
        (repo / "many" / str(number)).mkdir(parents=True)
    (repo / "many" / "7" / "x.csv").write_text("x", encoding="utf-8")
    (repo / "model.py").write_text("a = 1\n", encoding="utf-8")
    (repo / "cadgit.toml").write_text(
        '[parts.model]\nentry = "model.py"\ninputs = ["many/**/*.csv"]\n', encoding="utf-8"
    )
    look = at(repo, "model.py").look()
    assert str(repo / "many" / "7") in look.folders
    assert len(look.folders) <= MOST_FOLDERS + 3


def test_a_repository_that_is_gone_is_an_error(looker: Looker, repo: Path) -> None:
    looker.look()
    os.rename(repo / ".git", repo / "git")
    (repo / "cadgit.toml").write_text("", encoding="utf-8")
    with pytest.raises(RepositoryError):
        looker.look()
