"""Editors save in many ways; each save is one run, of exactly the bytes that were saved."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cadgit.watch import settle
from cadgit.watch.events import Failed, Waiting, Watching
from cadgit.watch.wakes import Polling

from ..conftest import Git
from .conftest import Watch

NEW = "second = 2\n"


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a test may stop for longer, between two writes that belong together, than any editor does."""
    monkeypatch.setattr(settle, "GATHER", 0.15)
    monkeypatch.setattr(settle, "TWICE", 0.4)


def in_place(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def renamed(path: Path, text: str) -> None:
    """VS Code's atomic save, many scripts."""
    other = path.with_name("." + path.name + ".tmp")
    other.write_text(text, encoding="utf-8")
    other.replace(path)


def renamed_from_elsewhere(path: Path, text: str) -> None:
    folder = path.parent.parent / "elsewhere"
    folder.mkdir(exist_ok=True)
    (folder / "x").write_text(text, encoding="utf-8")
    (folder / "x").replace(path)


def with_backup(path: Path, text: str) -> None:
    """vim with `backupcopy=no`: the file is renamed to its backup, and written anew."""
    backup = path.with_name(path.name + "~")
    path.rename(backup)
    path.write_text(text, encoding="utf-8")
    backup.unlink()


def safe_write(path: Path, text: str) -> None:
    """JetBrains: a new file, the old one to a backup, the new one in its place."""
    new, old = path.with_name(path.name + "___jb_tmp___"), path.with_name(path.name + "___jb_old___")
    new.write_text(text, encoding="utf-8")
    path.rename(old)
    new.rename(path)
    old.unlink()


def deleted_and_created(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text, encoding="utf-8")


def in_pieces(path: Path, text: str) -> None:
    """Unbuffered: each piece can be seen, and the file is open all the time."""
    with open(path, "wb", buffering=0) as file:
        for letter in text.encode():
            file.write(bytes([letter]))


def synced(path: Path, text: str) -> None:
    with open(path, "r+", encoding="utf-8") as file:
        file.truncate(0)
        file.flush()
        os.fsync(file.fileno())
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def touched_often(path: Path, text: str) -> None:
    """Opened, closed and touched around the write, as formatters and indexers do."""
    path.touch()
    path.write_text(text, encoding="utf-8")
    path.read_text(encoding="utf-8")
    path.touch()
    path.chmod(0o600)


WAYS = [
    in_place,
    renamed,
    renamed_from_elsewhere,
    with_backup,
    safe_write,
    deleted_and_created,
    in_pieces,
    synced,
    touched_often,
]
Save = Callable[[Path, str], None]


@pytest.mark.parametrize("save", WAYS, ids=lambda way: way.__name__)
def test_a_save_runs_the_new_bytes_once(watch: Watch, model: Path, save: Save) -> None:
    watched = watch()
    save(model, NEW)
    watched.ran(NEW)
    assert watched.is_quiet()
    assert watched.sources() == ["first = 1\n", NEW]
    assert watched.saves() == [(), ("model.py",)]
    assert watched.of(Waiting) == []


@pytest.mark.parametrize("save", [in_place, renamed, deleted_and_created], ids=lambda way: way.__name__)
def test_polling_sees_a_save_without_being_told(watch: Watch, model: Path, save: Save) -> None:
    watched = watch(make_wakes=lambda wake: Polling(0.02))
    save(model, NEW)
    watched.ran(NEW)
    assert watched.is_quiet(0.2)
    assert watched.sources() == ["first = 1\n", NEW]
    assert watched.of(Watching)[0].polling == 0.02


def test_polling_sees_other_bytes_of_the_same_size_and_time(watch: Watch, model: Path) -> None:
    stat = model.stat()
    watched = watch(make_wakes=lambda wake: Polling(0.02))
    model.write_text("first = 2\n", encoding="utf-8")
    os.utime(model, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    watched.ran("first = 2\n")


def test_a_save_without_a_change_does_nothing(watch: Watch, model: Path) -> None:
    watched = watch()
    for _ in range(20):
        in_place(model, "first = 1\n")
        renamed(model, "first = 1\n")
    assert watched.is_quiet()
    assert watched.sources() == ["first = 1\n"]


def test_reading_files_and_cadgit_s_own_writing_do_nothing(watch: Watch, model: Path, git: Git, repo: Path) -> None:
    watched = watch()
    for _ in range(50):
        model.read_text(encoding="utf-8")
    git("add", "model.py", cwd=repo)
    git("commit", "-qm", "x", cwd=repo)
    (repo / "notes.txt").write_text("nothing of the model", encoding="utf-8")
    assert watched.is_quiet()
    assert watched.sources() == ["first = 1\n"]
    assert git("status", "--porcelain", cwd=repo) == "?? notes.txt"


def test_a_module_and_a_data_file_are_the_model_too(watch: Watch, repo: Path, model: Path) -> None:
    (repo / "lib").mkdir()
    (repo / "helper.py").write_text("a = 1\n", encoding="utf-8")
    (repo / "lib" / "sizes.csv").write_text("1\n", encoding="utf-8")
    model.write_text("import helper\nopen('lib/sizes.csv')\n", encoding="utf-8")
    watched = watch()
    in_place(repo / "helper.py", "a = 2\n")
    watched.wait_for(lambda _: len(watched.executed) == 2)
    renamed(repo / "lib" / "sizes.csv", "2\n")
    watched.wait_for(lambda _: len(watched.executed) == 3)
    assert watched.saves() == [(), ("helper.py",), ("lib/sizes.csv",)]
    assert {file.path: file.data for file in watched.executed[-1].files}["lib/sizes.csv"] == b"2\n"


def test_what_a_save_imports_is_watched_from_then_on(watch: Watch, repo: Path, model: Path) -> None:
    (repo / "far" / "away").mkdir(parents=True)
    (repo / "far" / "away" / "data.txt").write_text("1", encoding="utf-8")
    watched = watch()
    (repo / "far" / "away" / "data.txt").write_text("2", encoding="utf-8")
    assert watched.is_quiet()
    model.write_text("open('far/away/data.txt')\n", encoding="utf-8")
    watched.wait_for(lambda _: len(watched.executed) == 2)
    (repo / "far" / "away" / "data.txt").write_text("3", encoding="utf-8")
    watched.wait_for(lambda _: len(watched.executed) == 3)
    assert watched.of(Watching)[-1].parts[0].files == ("far/away/data.txt", "model.py")


def test_a_module_that_was_missing_is_seen_when_it_is_written(watch: Watch, repo: Path, model: Path) -> None:
    (repo / "src").mkdir()
    model.write_text("import helper\n", encoding="utf-8")
    watched = watch()
    (repo / "src" / "helper.py").write_text("a = 1\n", encoding="utf-8")
    watched.wait_for(lambda _: len(watched.executed) == 2)
    assert watched.saves()[-1] == ("src/helper.py",)


def test_several_files_at_once_are_one_run(watch: Watch, repo: Path, model: Path) -> None:
    for number in range(5):
        (repo / f"m{number}.py").write_text("a = 1\n", encoding="utf-8")
    model.write_text("import m0, m1, m2, m3, m4\n", encoding="utf-8")
    watched = watch()
    for number in range(5):
        renamed(repo / f"m{number}.py", "a = 2\n")
    watched.wait_for(lambda _: len(watched.executed) == 2)
    assert watched.is_quiet()
    assert watched.saves()[-1] == tuple(f"m{number}.py" for number in range(5))


def test_switching_branches_is_one_run(watch: Watch, repo: Path, model: Path, git: Git) -> None:
    for number in range(30):
        (repo / f"m{number}.py").write_text("a = 1\n", encoding="utf-8")
    model.write_text("".join(f"import m{number}\n" for number in range(30)), encoding="utf-8")
    git("add", ".", cwd=repo)
    git("commit", "-qm", "one", cwd=repo)
    git("checkout", "-qb", "other", cwd=repo)
    for number in range(30):
        (repo / f"m{number}.py").write_text("a = 2\n", encoding="utf-8")
    git("commit", "-qam", "two", cwd=repo)
    watched = watch()
    git("checkout", "-q", "main", cwd=repo)
    watched.wait_for(lambda _: len(watched.executed) == 2)
    assert watched.is_quiet()
    assert len(watched.saves()[-1]) == 30
    git("checkout", "-q", "other", cwd=repo)
    watched.wait_for(lambda events: len(watched.saves()) == 3)  # these bytes ran before, so nothing is executed


def test_a_stale_index_lock_does_not_matter(watch: Watch, repo: Path, model: Path) -> None:
    lock = repo / ".git" / "index.lock"
    lock.touch()
    os.utime(lock, (0, 0))
    watched = watch()
    model.write_text(NEW, encoding="utf-8")
    watched.ran(NEW)


@pytest.mark.parametrize("save", [in_place, renamed, deleted_and_created], ids=lambda way: way.__name__)
def test_a_model_that_is_a_link_is_seen_where_it_is_written(watch: Watch, repo: Path, save: Save) -> None:
    (repo / "real").mkdir()
    real = repo / "real" / "part.py"
    real.write_text("first = 1\n", encoding="utf-8")
    (repo / "model.py").symlink_to("real/part.py")
    watched = watch()
    save(real, NEW)
    watched.ran(NEW)
    other = repo / "real" / "other.py"
    other.write_text("third = 3\n", encoding="utf-8")
    (repo / "link").symlink_to("real/other.py")
    (repo / "link").replace(repo / "model.py")
    watched.ran("third = 3\n")


def test_a_folder_that_is_renamed_and_comes_back_is_watched_again(watch: Watch, repo: Path) -> None:
    folder = repo / "parts" / "clip"
    folder.mkdir(parents=True)
    (folder / "clip.py").write_text("first = 1\n", encoding="utf-8")
    watched = watch("parts/clip/clip.py")
    (repo / "parts").rename(repo / "gone")
    watched.wait_for(lambda _: bool(watched.of(Waiting)))
    assert watched.of(Waiting)[0].files == ("parts/clip/clip.py",)
    shutil.copytree(repo / "gone", repo / "parts")
    (folder / "clip.py").write_text(NEW, encoding="utf-8")
    watched.ran(NEW)
    (folder / "clip.py").write_text("third = 3\n", encoding="utf-8")
    watched.ran("third = 3\n")


def test_an_empty_file_is_never_run(watch: Watch, model: Path) -> None:
    watched = watch()
    model.write_text("", encoding="utf-8")
    watched.wait_for(lambda _: bool(watched.of(Waiting)))
    assert watched.sources() == ["first = 1\n"]
    model.write_text(NEW, encoding="utf-8")
    watched.ran(NEW)


def test_the_bytes_that_were_seen_are_the_bytes_that_run(watch: Watch, model: Path) -> None:
    watched = watch()
    for number in range(30):
        model.write_text(f"x = {number}\n", encoding="utf-8")
    watched.ran("x = 29\n")
    ran = [event.outcome.candidate for event in watched.of(Failed)]
    assert ran == []
    with watched.open_workspace(None) as ws:
        for job, source in zip(watched.executed, watched.sources(), strict=True):
            candidates = [c for c in ws.candidates.history("model") if ws.candidates.closure_of(c).files == job.files]
            assert candidates and source.encode() in {file.data for file in job.files}


def test_settings_are_part_of_it(watch: Watch, repo: Path, model: Path) -> None:
    watched = watch()
    (repo / "cadgit.toml").write_text('[parts.model]\nentry = "model.py"\nobject = "first"\n', encoding="utf-8")
    watched.wait_for(lambda _: len(watched.executed) == 2)
    assert watched.saves()[-1] == ("cadgit.toml",)
    assert watched.executed[-1].object == "first"
    (repo / "cadgit.toml").write_text("[parts.model\n", encoding="utf-8")
    watched.wait_for(lambda _: bool(watched.of(Failed)))
    assert watched.of(Failed)[-1].kind == "config_error"
    (repo / "cadgit.toml").unlink()
    watched.wait_for(lambda _: len(watched.saves()) == 4)


@pytest.mark.skipif(not (shutil.which("vim") and shutil.which("tmux")), reason="vim and tmux are not both installed")
@pytest.mark.parametrize(
    "backupcopy", ["no", pytest.param("yes", marks=pytest.mark.slow), pytest.param("auto", marks=pytest.mark.slow)]
)
def test_a_real_vim_saves(watch: Watch, model: Path, tmp_path: Path, backupcopy: str) -> None:
    watched = watch()
    tmux = ["tmux", "-S", str(tmp_path / "tmux"), "-f", "/dev/null"]
    vim = ["vim", "-u", "NONE", "-N", "--cmd", f"set backup writebackup backupcopy={backupcopy}", "model.py"]
    subprocess.run([*tmux, "new-session", "-d", "-x", "80", "-y", "24", "-c", str(model.parent), *vim], check=True)
    try:
        subprocess.run([*tmux, "send-keys", ":%d", "Enter", "isecond = 2", "Escape", ":w", "Enter"], check=True)
        watched.ran(NEW)
        subprocess.run([*tmux, "send-keys", "othird = 3", "Escape", ":wq", "Enter"], check=True)
        watched.ran(NEW + "third = 3\n")
    finally:
        subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)
    assert watched.is_quiet()
    assert watched.sources() == ["first = 1\n", NEW, NEW + "third = 3\n"]
