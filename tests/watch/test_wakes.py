"""What makes a watch look, with real inotify and with its limits reached."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from watchdog.observers.inotify import InotifyObserver

from cadgit.watch.wakes import LimitReached, Notified

DEADLINE = 20.0


class Woken(Notified):
    def __init__(self) -> None:
        self.happened = threading.Event()
        super().__init__(self.happened.set)

    def expect(self) -> None:
        assert self.happened.wait(DEADLINE)
        self.happened.clear()


@pytest.fixture
def wakes() -> Iterator[Woken]:
    made = Woken()
    yield made
    made.close()


def test_only_what_is_new_makes_it_look_at_once(wakes: Woken, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    folders = frozenset({str(tmp_path), str(tmp_path / "a")})
    assert wakes.follow(folders)
    assert not wakes.follow(folders)
    assert not wakes.follow(frozenset({str(tmp_path)}))
    assert wakes.follow(folders)


def test_a_folder_that_is_not_there_is_no_error(wakes: Woken, tmp_path: Path) -> None:
    wakes.follow(frozenset({str(tmp_path), str(tmp_path / "gone")}))
    (tmp_path / "x").write_text("x", encoding="utf-8")
    wakes.expect()


def test_a_folder_in_the_place_of_another_is_watched(wakes: Woken, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    wakes.follow(frozenset({str(folder)}))
    folder.rename(tmp_path / "b")
    folder.mkdir()
    assert wakes.follow(frozenset({str(folder)}))
    (folder / "x").write_text("x", encoding="utf-8")
    wakes.expect()
    (folder / "x").unlink()
    folder.rmdir()
    folder.mkdir()  # on many file systems with the inode of the one before
    until(wakes, lambda: wakes.follow(frozenset({str(folder)})))
    wakes.happened.clear()
    (folder / "y").write_text("y", encoding="utf-8")
    wakes.expect()


def test_a_file_is_being_written_until_it_is_closed(wakes: Woken, tmp_path: Path) -> None:
    path = tmp_path / "x"
    wakes.follow(frozenset({str(tmp_path)}))
    with open(path, "w", encoding="utf-8") as file:
        wakes.expect()
        until(wakes, lambda: not wakes.are_closed([str(path)]))
        assert wakes.are_closed([str(tmp_path / "other")])
        file.write("x")
    until(wakes, lambda: wakes.are_closed([str(path)]))
    with open(path, "w", encoding="utf-8"):
        until(wakes, lambda: not wakes.are_closed([str(path)]))
        wakes.forgive([str(path)])
        assert wakes.are_closed([str(path)])


def test_files_that_come_and_go_are_forgotten(wakes: Woken, tmp_path: Path) -> None:
    wakes.follow(frozenset({str(tmp_path)}))
    for number in range(50):
        path = tmp_path / f"x{number}"
        path.touch()
        path.write_text("x", encoding="utf-8")
        path.rename(tmp_path / "y")
        (tmp_path / "y").unlink()
    (tmp_path / "last").touch()
    until(wakes, lambda: wakes._open == set())


def until(wakes: Woken, condition: object) -> None:
    """Ask again each time that something has happened."""
    while not condition():  # type: ignore[operator]
        wakes.expect()


@pytest.mark.parametrize(
    ("number", "name"),
    [(errno.ENOSPC, "max_user_watches"), (errno.EMFILE, "max_user_instances"), (errno.EPERM, "used")],
)
def test_a_limit_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, name: str) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise OSError(number, "no")

    wakes = Woken()
    monkeypatch.setattr(InotifyObserver, "schedule", refuse)
    with pytest.raises(LimitReached, match=name):
        wakes.follow(frozenset({str(tmp_path)}))
    monkeypatch.setattr(InotifyObserver, "start", refuse)
    with pytest.raises(LimitReached, match=name):
        Woken()
