"""Results in the user's own viewer: finding it, and handing them over by a process that can be killed."""

from __future__ import annotations

import enum
import json
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import build123d as b3d
import pytest

from cadgit.errors import KernelError
from cadgit.kernel import showing, shown
from cadgit.kernel.showing import Showing, listening_port
from cadgit.records import ManifestNode

from ..shape import parts
from ..shape.parts import handed_over
from .conftest import wait_until_gone


@pytest.fixture
def listener() -> Iterator[int]:
    """The port of something that listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def free() -> int:
    """A port where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture(autouse=True)
def _nothing_by_default(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr(showing, "DEFAULT_PORT", free)
    monkeypatch.delenv("OCP_PORT", raising=False)


def test_a_viewer_is_found_by_the_environment_its_note_or_the_usual_port(
    monkeypatch: pytest.MonkeyPatch, home: Path, listener: int, free: int
) -> None:
    assert listening_port() is None
    monkeypatch.setattr(showing, "DEFAULT_PORT", listener)
    assert listening_port() == listener
    monkeypatch.setattr(showing, "DEFAULT_PORT", free)
    (home / ".ocpvscode").write_text(
        json.dumps({"version": 2, "services": {str(free): "", str(listener): ""}}), encoding="utf-8"
    )
    assert listening_port() == listener
    monkeypatch.setenv("OCP_PORT", str(free))
    assert listening_port() is None  # it names one, and none other is meant
    for nonsense in ("", "0", "none", "99999"):
        monkeypatch.setenv("OCP_PORT", nonsense)
        assert listening_port() == listener


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"services": 3}', '{"services": [3]}', '{"services": {"x": "", "99999999": ""}}']
)
def test_a_note_that_makes_no_sense_is_none(home: Path, text: str) -> None:
    (home / ".ocpvscode").write_text(text, encoding="utf-8")
    assert listening_port() is None


def test_an_interpreter_that_is_not_there_is_an_error(free: int) -> None:
    with pytest.raises(KernelError):
        Showing("/no/such/python").show(b"", None, "x", free)


def test_a_process_that_ends_is_said_so_and_another_is_started(free: int) -> None:
    process = Showing("/bin/false")
    assert process.show(b"x", None, "x", free)
    assert process._process is None
    assert process.show(b"x", None, "x", free)


def test_a_process_that_does_not_answer_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int) -> None:
    monkeypatch.setattr(showing, "_SHOW_TIME", 0.2)
    stuck = tmp_path / "python"
    stuck.write_text("#!/bin/sh\nexec sleep 1000\n", encoding="utf-8")
    stuck.chmod(0o755)
    process = Showing(str(stuck))
    process._start()
    assert process._process is not None
    pid = process._process.pid
    assert process.show(b"x", None, "x", free).startswith("no answer within 0.2 s; ")
    wait_until_gone([pid])


def test_what_is_told_to_end_starts_no_other_process() -> None:
    process = Showing("/bin/false")
    process.close()
    with pytest.raises(KernelError, match="ended"):
        process.show(b"x", None, "x", 1)


class Package:
    """Stands in for a viewer's package, and keeps what it was asked to show."""

    Camera = enum.Enum("Camera", ["KEEP", "RESET"])

    def __init__(self) -> None:
        self.shown: list[tuple[Any, dict[str, Any]]] = []
        self.error: Warning | Exception | None = None

    def show(self, shape: Any, **keywords: Any) -> None:
        if isinstance(self.error, Warning):
            warnings.warn(self.error, stacklevel=2)
        elif self.error:
            raise self.error
        self.shown.append((shape, keywords))


class Asked:
    """What a `Showing` asks, of the code of its process in a thread."""

    def __init__(self) -> None:
        ours, self._theirs = socket.socketpair()
        self._thread = threading.Thread(target=shown.serve, args=(self._theirs,))
        self._thread.start()
        self._showing = Showing("/no/such/python")
        self._showing._connection = ours
        self.package = Package()

    def show(self, part: object, name: str = "part", manifest: ManifestNode | None = None) -> str:
        return self._showing.show(handed_over(part), manifest, name, 3939)

    def close(self) -> None:
        self._showing.close()
        self._thread.join()
        self._theirs.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    found = Asked()
    monkeypatch.setitem(sys.modules, "ocp_vscode", found.package)
    yield found
    found.close()


def read_by_package(shape: Any) -> list[tuple[int, str, tuple[float, ...] | None, float]]:
    """The tree as the viewer's packages read it: depth, name, colour, and x of its place in the result."""
    convert = pytest.importorskip("ocp_tessellate.convert")
    lines = []

    def walk(node: Any, depth: int, x: float) -> None:
        x += node.loc.Transformation().TranslationPart().X() if node.loc is not None else 0.0
        color = getattr(node, "color", None)
        lines.append((depth, node.name, color and color.rgba, round(x, 6)))
        for child in getattr(node, "objects", ()):
            walk(child, depth + 1, x)

    walk(convert.to_ocpgroup(shape, names=["part"])[0], 0, 0.0)
    return lines


def test_an_assembly_keeps_its_tree_labels_colours_and_places(asked: Asked) -> None:
    inner = b3d.Compound([b3d.Box(1, 1, 1).solid(), b3d.Pos(7, 0, 0) * b3d.Circle(1).face()])
    whole = b3d.Compound([b3d.Box(2, 2, 2).solid(), b3d.Pos(100, 0, 0) * inner, b3d.Line((0, 0), (1, 1)).edge()])
    manifest = ManifestNode(
        children=(
            ManifestNode("base", (0.0, 0.0, 1.0, 0.5)),
            ManifestNode(
                "red", (1.0, 0.0, 0.0, 1.0), children=(ManifestNode("a/<b>"), ManifestNode("", (0.0, 1.0, 0.0, 1.0)))
            ),
            ManifestNode("line"),
        )
    )
    assert asked.show(whole, manifest=manifest) == ""
    lines = read_by_package(asked.package.shown[0][0])
    assert [(depth, name) for depth, name, _, _ in lines] == [
        *((0, "part"), (1, "base"), (1, "red"), (2, "a∕&lt;b&gt;"), (2, "Face"), (1, "line"))
    ]
    colors = {name: color for _, name, color, _ in lines}
    assert colors["base"] == (0, 0, 255, 0.5)
    assert colors["a∕&lt;b&gt;"] == (255, 0, 0, 1.0)  # its parent's
    assert colors["Face"] == (0, 255, 0, 1)
    places = {name: x for _, name, _, x in lines}
    assert (places["a∕&lt;b&gt;"], places["Face"]) == (99.5, 107.0)


@pytest.mark.parametrize("part", [b3d.Circle(3), b3d.Line((0, 0), (1, 1)), b3d.Box(1, 1, 1)])
def test_every_kind_of_result_is_shown(asked: Asked, part: object) -> None:
    assert asked.show(part) == ""
    assert [line[1] for line in read_by_package(asked.package.shown[0][0])][-1] == "part"


def test_the_camera_is_kept_from_save_to_save_of_one_part(asked: Asked) -> None:
    for name in ("one", "one", "other", "other"):
        assert asked.show(b3d.Box(1, 1, 1), name) == ""
    keep, reset = Package.Camera
    assert [keywords.get("reset_camera") for _, keywords in asked.package.shown] == [None, keep, reset, keep]


def test_a_viewer_that_is_not_reached_is_told_each_time_though_the_package_only_warns_of_it(asked: Asked) -> None:
    asked.package.error = UserWarning("Cannot reach a viewer on port 3939: refused\nIs it running?")
    for _ in range(2):
        assert asked.show(b3d.Box(1, 1, 1)) == "Cannot reach a viewer on port 3939: refused"
    asked.package.error = UserWarning("Object may be too small to see")
    with pytest.warns(match="too small"):
        assert asked.show(b3d.Box(1, 1, 1)) == ""


def test_what_a_package_raises_is_told_and_the_next_result_shown(asked: Asked) -> None:
    asked.package.error = ValueError("no\nsuch thing")
    assert asked.show(b3d.Box(1, 1, 1)) == "ValueError: no such thing"
    asked.package.error = None
    assert asked.show(b3d.Box(1, 1, 1)) == ""


def test_a_missing_package_is_named_with_the_extra_that_has_it(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "_PACKAGES", ("no_such_package",))
    assert asked.show(b3d.Box(1, 1, 1)) == (
        f"ocp-viewer is not installed: {sys.executable} -m pip install 'cadgit[viewer]'"
    )


def test_a_package_that_is_there_and_cannot_be_imported_is_not_called_missing(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "broken_viewer.py").write_text("import no_such_module\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(shown, "_PACKAGES", ("broken_viewer", "no_such_package"))
    assert asked.show(b3d.Box(1, 1, 1)) == "broken_viewer cannot be imported: No module named 'no_such_module'"


@pytest.fixture
def viewer(free: int) -> Iterator[int]:
    """The port of a real viewer."""
    pytest.importorskip("ocp_viewer")
    command = [sys.executable, "-m", "ocp_viewer", "--port", str(free)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            while f":{free}" not in process.stdout.readline():
                assert process.poll() is None
            yield free
        finally:
            process.kill()


@pytest.fixture
def real() -> Iterator[Showing]:
    pytest.importorskip("ocp_viewer")
    found = Showing(sys.executable)
    yield found
    found.close()


@pytest.mark.slow
def test_a_real_viewer_gets_the_model_and_the_next_one(home: Path, viewer: int, real: Showing) -> None:
    from websockets.sync.client import connect

    assert listening_port() == viewer  # by its own note
    two = b3d.Compound([b3d.Box(1, 1, 1).solid(), b3d.Pos(5, 0, 0) * b3d.Box(1, 1, 1).solid()])
    manifest = ManifestNode(children=(ManifestNode("base", (0.0, 0.0, 1.0, 0.5)), ManifestNode("lid")))
    with connect(f"ws://127.0.0.1:{viewer}", max_size=None) as browser:
        browser.send("L:register")
        for name in ("first", "second"):
            assert real.show(handed_over(two), manifest, name, viewer) == ""
            shapes = json.loads(browser.recv(30))["data"]["shapes"]
            assert (shapes["name"], [part["name"] for part in shapes["parts"]]) == (name, ["base", "lid"])
            assert (shapes["parts"][0]["color"], shapes["parts"][0]["alpha"]) == ("#0000ff", 0.5)
        assert "BrepError" in real.show(b"not a BREP", None, "third", viewer)


@pytest.mark.slow
def test_what_listens_and_is_no_viewer_is_told_each_time(free: int, real: Showing) -> None:
    from http.server import BaseHTTPRequestHandler, HTTPServer

    with HTTPServer(("127.0.0.1", free), BaseHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            for _ in range(2):
                told = real.show(handed_over(parts.plain()), None, "x", free)
                assert told.startswith(f"Cannot reach a viewer on port {free}")
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.slow
def test_a_viewer_that_never_answers_is_left_as_soon_as_somebody_closes(listener: int, real: Showing) -> None:
    told: list[str] = []
    thread = threading.Thread(target=lambda: told.append(real.show(handed_over(parts.plain()), None, "x", listener)))
    thread.start()
    while real._process is None:
        thread.join(0.01)
    real.close()
    thread.join(5)
    assert not thread.is_alive() and told[0]
