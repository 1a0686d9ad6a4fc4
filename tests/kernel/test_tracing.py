"""A traced run tells which line made which face, and what the fillet that ended it was about."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.kernel.jobs import Executed, Trace
from cadgit.shape.brep import EDGE, FACE, read_brep, shape_map
from cadgit.shape.measure import length_of, rough_box

from .models import run_script

BUILDER = """
from build123d import *

with BuildPart() as p:
    Box(40, 30, 10)
    with Locations((10, 0, 0)):
        Hole(4)
    fillet(p.edges().filter_by(Axis.Z).filter_by(GeomType.LINE).sort_by(Axis.X)[-1:], 3)
result = p.part
"""

ALGEBRA = """
from build123d import *

def rib(x):
    return Pos(x, 0, 8) * Box(2, 20, 10)

base = Box(40, 30, 10)
whole = base + rib(-5)
whole -= Pos(10, 0, 0) * Cylinder(4, 10)
result = Pos(0, 0, 100) * whole
"""


def traced(report: Executed) -> Trace:
    assert report.trace is not None
    return report.trace


def lines_at(report: Executed, axis: str, value: float) -> set[int]:
    """Line numbers of the faces across an axis, whose vertices all have that coordinate."""
    trace = traced(report)
    found = set()
    for face, line in zip(shape_map(read_brep(report.brep), FACE), trace.faces, strict=True):
        box = rough_box(face)
        assert box is not None
        index = "XYZ".index(axis)
        if box.size[index] < 1e-3 and box.minimum[index] == pytest.approx(value, abs=1e-3):
            found.add(trace.lines[line].line if line >= 0 else -1)
    return found


def test_faces_made_in_a_builder_belong_to_the_line_that_last_made_them(tmp_path: Path) -> None:
    report = run_script(tmp_path, BUILDER, trace=True)
    assert lines_at(report, "X", -20) == {5}, "no later line touched this side"
    assert {frame.line for frame in traced(report).lines} == {5, 7, 8}
    assert [frame.line for frame in traced(report).lines][-1] == 8, "in the order in which they last made one"
    assert traced(report).lines[-1].source.startswith("fillet(")
    hole = [i for i, face in enumerate(traced(report).faces) if traced(report).lines[face].line == 7]
    assert hole, "the wall of the hole"


def test_in_algebra_mode_too_and_inside_of_functions(tmp_path: Path) -> None:
    report = run_script(tmp_path, ALGEBRA, trace=True)
    assert lines_at(report, "Z", 95) == {9}, "the underside was cut by the last line that made one"
    assert lines_at(report, "Z", 113) == {5}, "the top of the rib"
    assert {frame.function for frame in traced(report).lines if frame.line == 5} == {"rib"}


def test_a_copy_was_made_where_the_original_was(tmp_path: Path) -> None:
    source = """
    from build123d import *
    import copy
    box = Box(10, 20, 30)
    pair = Compound(children=[box, Pos(50, 0, 0) * box])
    turned = Rot(90, 0, 0) * pair
    result = copy.deepcopy(turned)
    """
    report = run_script(tmp_path, source, trace=True)
    trace = traced(report)
    assert len(trace.faces) == 12
    assert {trace.lines[face].line for face in trace.faces} == {4}, "neither moving nor copying makes a face"


def test_a_trace_does_not_change_the_geometry(tmp_path: Path) -> None:
    for source in (BUILDER, ALGEBRA):
        plain, with_trace = run_script(tmp_path / "a", source), run_script(tmp_path / "b", source, trace=True)
        assert plain.trace is None
        shapes = [read_brep(report.brep) for report in (plain, with_trace)]
        assert shape_map(shapes[0], FACE).Extent() == len(traced(with_trace).faces)
        assert length_of(shapes[0]).size == pytest.approx(length_of(shapes[1]).size, abs=1e-9)


def test_the_fillet_that_ends_a_run_hands_over_the_body_before_it(tmp_path: Path) -> None:
    source = """
    from build123d import *
    with BuildPart() as p:
        Box(40, 30, 10)
        try:
            fillet(p.edges().filter_by(Axis.X), 99)
        except ValueError:
            pass
        fillet(p.edges().filter_by(Axis.Z), 20)
    """
    report = run_script(tmp_path, source, trace=True)
    blend = traced(report).blend
    assert blend is not None and report.failure is not None
    assert (blend.kind, blend.size, blend.strangers) == ("fillet", 20.0, 0)
    assert blend.line is not None and blend.line.line == report.failure.frames[0].line
    edges = shape_map(read_brep(blend.brep), EDGE)
    assert [length_of(edges.FindKey(number)).size for number in blend.edges] == pytest.approx([10.0] * 4)


def test_a_chamfer_hands_over_both_lengths(tmp_path: Path) -> None:
    source = """
    from build123d import *
    box = Box(10, 10, 10)
    result = chamfer(box.edges().filter_by(Axis.Z), 20, 5)
    """
    blend = traced(run_script(tmp_path, source, trace=True)).blend
    assert blend is not None
    assert (blend.kind, blend.size, blend.second, len(blend.edges)) == ("chamfer", 20.0, 5.0, 4)


def test_a_run_that_ends_otherwise_tells_of_no_fillet(tmp_path: Path) -> None:
    source = """
    from build123d import *
    box = Box(10, 10, 10)
    try:
        fillet(box.edges(), 20)
    except ValueError:
        pass
    raise RuntimeError("something else")
    """
    assert traced(run_script(tmp_path, source, trace=True)).blend is None


def test_the_patches_are_gone_afterwards(tmp_path: Path) -> None:
    from build123d.topology import Mixin3D, Shape

    before = Mixin3D.fillet
    run_script(tmp_path, BUILDER, trace=True)
    assert Mixin3D.fillet is before and "_wrapped" not in vars(Shape)
    assert Shape.__deepcopy__.__module__ == "build123d.topology.shape_core"
    assert not hasattr(Shape.__deepcopy__, "__wrapped__")
