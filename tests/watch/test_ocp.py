"""The face in the user's own viewer: the newest result, and each complaint once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cadgit.errors import KernelError
from cadgit.kernel.showing import ports
from cadgit.records import ManifestNode
from cadgit.watch import ocp
from cadgit.watch.events import Event, Noticed
from cadgit.watch.ocp import OcpFace

from .conftest import Watch, Watched


class Viewer:
    """Stands in for the process that shows."""

    def __init__(self) -> None:
        self.shown: list[tuple[bytes, ManifestNode | None, str, int]] = []
        self.answer = ""
        self.error: KernelError | None = None
        self.hangs = False
        self.is_closed = False
        self._closed = threading.Event()
        self.changed = threading.Semaphore(0)

    def show(self, brep: bytes, manifest: ManifestNode | None, name: str, port: int) -> str:
        self.shown.append((brep, manifest, name, port))
        self.changed.release()
        if self.error:
            raise self.error
        if self.hangs:
            assert self._closed.wait(20)
            return "it ended"
        return self.answer

    def close(self) -> None:
        self.is_closed = True
        self._closed.set()


@contextmanager
def shown(watched: Watched, monkeypatch: pytest.MonkeyPatch, port: int | None) -> Iterator[tuple[Viewer, list[str]]]:
    viewer, said, told = Viewer(), [], threading.Semaphore(0)
    monkeypatch.setattr(ocp, "Showing", lambda python: viewer)
    monkeypatch.setattr(ocp, "listening_port", lambda: port)

    def tell(event: Event) -> None:
        assert isinstance(event, Noticed)
        said.append(event.text)
        told.release()

    viewer.told = told  # type: ignore[attr-defined]
    with OcpFace(watched.open_workspace, tell) as face:  # type: ignore[arg-type]
        watched.session.subscribe(face.hear)
        yield viewer, said
    assert viewer.is_closed


def save(watched: Watched, model: Path, source: str) -> None:
    model.write_text(source, encoding="utf-8")
    watched.ran(source)


def test_a_result_is_shown_under_the_part_s_name(watch: Watch, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = watch()
    with shown(watched, monkeypatch, 3939) as (viewer, said):
        save(watched, model, "second = 2\n")
        assert viewer.changed.acquire(timeout=20)
        save(watched, model, "fail = 3\n")
        save(watched, model, "fourth = 4\n")
        assert viewer.changed.acquire(timeout=20)
    assert [(brep[:4], *rest) for brep, *rest in viewer.shown] == [(b"BREP", ManifestNode("box"), "model", 3939)] * 2
    assert said == []


def test_that_none_is_listening_is_said_once(watch: Watch, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = watch()
    with shown(watched, monkeypatch, None) as (viewer, said):
        for number in range(3):
            save(watched, model, f"x = {number}\n")
            if number == 0:
                assert viewer.told.acquire(timeout=20)  # type: ignore[attr-defined]
    assert viewer.shown == [] and len(said) == 1 and str(ports()[0]) in said[0]


def test_what_goes_wrong_is_said_once_and_the_next_result_tried(
    watch: Watch, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = watch()
    with shown(watched, monkeypatch, 3939) as (viewer, said):
        viewer.answer = "it is broken"
        for number in range(2):
            save(watched, model, f"x = {number}\n")
            assert viewer.changed.acquire(timeout=20)
        viewer.error = KernelError("no such interpreter")
        save(watched, model, "x = 3\n")
        assert viewer.changed.acquire(timeout=20)
        for _ in range(2):
            assert viewer.told.acquire(timeout=20)  # type: ignore[attr-defined]
    assert said == ["the OCP CAD Viewer does not show model: it is broken", "no such interpreter"]


def test_each_time_that_a_viewer_goes_away_is_told(watch: Watch, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = watch()
    with shown(watched, monkeypatch, 3939) as (viewer, said):
        for number in range(2):
            viewer.answer = "it is closed"
            save(watched, model, f"gone = {number}\n")
            assert viewer.told.acquire(timeout=20)  # type: ignore[attr-defined]
            viewer.answer = ""
            save(watched, model, f"back = {number}\n")
            for _ in range(2):
                assert viewer.changed.acquire(timeout=20)
    assert len(said) == 2


def test_a_viewer_that_never_answers_holds_up_neither_the_watch_nor_its_end(
    watch: Watch, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = watch()
    with shown(watched, monkeypatch, 3939) as (viewer, said):
        viewer.hangs = True
        save(watched, model, "hangs = 1\n")
        assert viewer.changed.acquire(timeout=20)
        for number in range(3):
            save(watched, model, f"x = {number}\n")  # judged all the same
    assert len(viewer.shown) == 1 and said == []
