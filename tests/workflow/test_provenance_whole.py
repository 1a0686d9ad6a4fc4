"""The whole way with the real kernel: promoted, exported, sent back, changed, made again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cadgit.workflow import export, promote
from cadgit.workflow.replay import replay
from cadgit.workflow.trace import trace
from cadgit.workflow.workspace import Workspace

from .conftest import Notices

MODEL = "from build123d import *\n\nsize = {}\nresult = Box(size, 2, 3) - Cylinder(0.5, 3)\n"


@pytest.fixture
def ws(repo: Path) -> Iterator[Workspace]:
    with Workspace.open(repo, Notices()) as ws:
        (repo / "clip.py").write_text(MODEL.format(10), encoding="utf-8")
        promote.promote(ws, "clip.py")
        yield ws


@pytest.mark.slow
def test_a_file_that_comes_back_is_known_and_a_change_is_measured(ws: Workspace, tmp_path: Path) -> None:
    for format in ("step", "brep", "stl", "3mf", "glb"):
        export.export(ws, "clip@v1", tmp_path / f"clip.{format}")
        assert trace(ws, tmp_path / f"clip.{format}").state == "identical"
    # Another model's geometry under this header, as somebody could make it.
    (ws.root / "clip.py").write_text(MODEL.format(11), encoding="utf-8")
    export.export(ws, "clip.py", tmp_path / "longer.step")
    header, body = ((tmp_path / name).read_bytes().split(b"ENDSEC;", 1) for name in ("clip.step", "longer.step"))
    (tmp_path / "sent.step").write_bytes(header[0] + b"ENDSEC;" + body[1])
    found = trace(ws, tmp_path / "sent.step")
    assert (found.state, found.versions[0].name) == ("geometry", "clip@v1")
    sizes = {measure.name: (measure.before, measure.now) for measure in found.measures}
    assert sizes["size x"] == pytest.approx((10, 11)) and sizes["faces"] == (7, 7)
    # The same geometry with other numbers for its entities.
    (tmp_path / "sent.step").write_bytes((tmp_path / "clip.step").read_bytes().replace(b"#", b"#1"))
    assert trace(ws, tmp_path / "sent.step").state == "same geometry"
    outcome = replay(ws, "clip@v1", tell=lambda one: None)
    assert outcome.hold and outcome.replays[0].state in ("identical", "same geometry")
