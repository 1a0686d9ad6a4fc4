"""Views from processes of their own, and from a mesh where these take too long."""

from __future__ import annotations

import os
import signal

import build123d as b3d
import pytest

from cadgit.shape.features.finding import find
from cadgit.shape.measure import bounding_box
from cadgit.shape.render.drawing import apart, sheet
from cadgit.shape.render.drawing.marks import Arc, Line
from cadgit.shape.render.drawing.projection import project
from cadgit.viewpoints import viewpoint

from ... import parts
from .conftest import BLOCK

TOP, FRONT = viewpoint("top"), viewpoint("front")
CENTRE = (0.0, 0.0, 0.0)


def test_views_from_other_processes_are_the_same():
    shape = parts.plain().wrapped
    found = apart.project_apart(shape, [TOP, FRONT], CENTRE)
    assert found is not None
    for view, projected in zip((TOP, FRONT), found, strict=True):
        assert set(projected.edges) == set(project(shape, view, CENTRE).edges)


def test_views_that_are_not_there_in_time_leave_no_process_behind(monkeypatch: pytest.MonkeyPatch):
    start, pids = apart._start, []

    def noted(*arguments):
        receiver, pid = start(*arguments)
        pids.append(pid)
        return receiver, pid

    monkeypatch.setattr(apart, "_start", noted)
    assert apart.project_apart(parts.plain().wrapped, [TOP, FRONT], CENTRE, seconds=0.0) is None
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_process_that_crashes_is_no_answer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(apart, "project", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    assert apart.project_apart(parts.plain().wrapped, [TOP], CENTRE) is None


def test_a_drawing_from_a_mesh_says_so_and_has_the_same_numbers(monkeypatch: pytest.MonkeyPatch):
    shape = (b3d.Pos(300, -40, 75) * parts.plain()).wrapped
    box = bounding_box(shape)
    assert box is not None
    monkeypatch.setattr(sheet, "project_apart", lambda *_: None)
    marks, plan = sheet.marks(shape, box, find(shape, ("hole", "pattern")), BLOCK)
    words = {getattr(mark, "text", "") for mark in marks}
    assert {"40", "30", "20", "Ø10 THRU"} <= words
    assert {
        "Lines follow a mesh: the exact ones were not found in time",
        "Some hidden lines may be drawn as if they were seen",
    } <= words
    assert not [mark for mark in marks if isinstance(mark, Arc) and mark.style == "hidden"]
    front = next(view for view in plan.views if view.view.name == "front")
    across = [
        point[0]
        for mark in marks
        if isinstance(mark, Line) and mark.style == "visible"
        for point in mark.points
        if front.corner[1] - 0.01 < point[1] < front.corner[1] + front.size[1] + 0.01
        and point[0] < front.corner[0] + front.size[0] + 1
    ]
    assert min(across) == pytest.approx(front.corner[0], abs=0.01)
    assert max(across) == pytest.approx(front.corner[0] + front.size[0], abs=0.01)
