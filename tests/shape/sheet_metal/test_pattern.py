"""The flat pattern keeps the exact curves of outline and cut-outs, and says where to bend."""

from __future__ import annotations

from math import atan2, pi

import build123d as b3d
import pytest
from build123d import Plane, Pos

from cadgit.shape.brep import SOLID, shape_map
from cadgit.shape.outlines.curves import Arc
from cadgit.shape.sheet_metal.drawing import NoPattern, figure_of_sheet

from .samples import angle_bracket, drilled, hat, pattern, strip


def test_a_bracket_unfolds_to_a_rectangle_with_a_line_across() -> None:
    found = pattern(angle_bracket(), 0.5)
    (outline,) = found.outline
    allowance = pi / 2 * 4
    assert not found.cutouts and outline.area == pytest.approx(40 * (100 + allowance))
    (line,) = found.bends
    (piece,) = line.pieces
    ends = sorted((piece.start, piece.end))
    assert [x for x, _ in ends] == pytest.approx([0, 40])
    # Half the bend from the end of either leg.
    (height,) = {round(y, 6) for _, y in ends}
    assert height == pytest.approx(45 + allowance / 2) or height == pytest.approx(55 + allowance / 2)


def test_round_holes_stay_circles_and_arcs_stay_arcs() -> None:
    found = pattern(drilled())
    circles = [path.curves for path in found.cutouts if len(path.curves) == 1]
    ((circle,),) = circles
    assert isinstance(circle, Arc) and circle.is_whole and circle.radius == pytest.approx(4)
    slotted = angle_bracket() - b3d.extrude(Pos(35, 0) * b3d.SlotOverall(20, 6), 10, both=True)
    ((slot,),) = [[path.curves for path in pattern(slotted).cutouts]]
    assert sorted(type(curve).__name__ for curve in slot) == ["Arc", "Arc", "Segment", "Segment"]


def test_a_notch_across_a_bend_interrupts_its_line() -> None:
    (line,) = pattern(drilled()).bends
    assert sorted(round(abs(piece.end[0] - piece.start[0]), 6) for piece in line.pieces) == [14, 14]


def test_what_is_cut_into_a_bend_at_right_angles_to_the_sheet_is_unrolled_with_it() -> None:
    """A window cut into the middle of a bend by planes through its axis keeps its place in the strip."""
    wedge = b3d.make_face(b3d.Polyline((3, 3), (-9, 1), (-1, -9), close=True))
    cut = b3d.extrude(Plane.XZ * wedge, 5, both=True)
    found = pattern(angle_bracket() - cut, 0.5)
    (window,) = found.cutouts
    # Seen from the axis, the wedge covers the angle between its two sides.
    first, second = atan2(1 - 3, -9 - 3), atan2(-9 - 3, -1 - 3)
    width = (second - first) * 4
    assert -window.area == pytest.approx(10 * width, rel=1e-6)
    assert found.sheet.bends[0].length == pytest.approx(30)


def test_the_order_of_faces_does_not_change_the_pattern() -> None:
    there, back = pattern(drilled()), pattern(drilled().mirror(Plane.XZ).mirror(Plane.XZ))
    rounded = [[round(x, 6) for curve in path.curves for x in curve.start] for path in there.outline + there.cutouts]
    again = [[round(x, 6) for curve in path.curves for x in curve.start] for path in back.outline + back.cutouts]
    assert rounded == again


def test_flanges_that_need_the_same_sheet_overlap() -> None:
    flange = strip([(-40, 0), (-20, 0), (-20, 40)], 2, 3, 50)
    frame = Pos(0, 0, -1) * (b3d.Box(100, 100, 2) - b3d.Box(46, 60, 2))
    part = frame + flange + flange.mirror(Plane.YZ)
    found = pattern(part)
    # Each flange reaches 40 - 3 + π/2 · (3 + 0.44 · 2) = 43.09 mm into a window of 46.
    reach = 37 + pi / 2 * (3 + 0.44 * 2)
    assert found.sheet.overlap == pytest.approx(50 * (2 * reach - 46), rel=1e-6)
    with pytest.raises(NoPattern, match="lies on itself"):
        figure_of_sheet(part.wrapped, shape_map(part.wrapped, SOLID), 0.44)


def test_the_figure_says_how_to_bend() -> None:
    part = hat()
    figure, sheet = figure_of_sheet(part.wrapped, shape_map(part.wrapped, SOLID), 0.44)
    assert sorted(fold.up for fold in figure.folds) == [False, False, True, True]
    assert {fold.note.split()[0] for fold in figure.folds} == {"UP", "DOWN"} and len(figure.areas) == 1
    facts = dict(figure.folds[0].facts)
    assert facts["angle"] == "90" and facts["thickness"] == "1.5" and facts["k_factor"] == "0.44"
    assert float(facts["allowance"]) == pytest.approx(pi / 2 * (float(facts["radius"]) + 0.44 * 1.5), rel=1e-5)
    assert sheet.thickness == pytest.approx(1.5)


def test_several_solids_have_no_one_pattern() -> None:
    two = b3d.Compound([angle_bracket().solid(), (Pos(100, 0, 0) * angle_bracket()).solid()])
    with pytest.raises(NoPattern, match="of one solid, and there are 2"):
        figure_of_sheet(two.wrapped, shape_map(two.wrapped, SOLID), 0.44)
