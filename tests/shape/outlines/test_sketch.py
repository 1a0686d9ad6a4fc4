"""Sketches as DXF and SVG: exact curves, in mm, in the sketch's own plane, the same bytes each time."""

from __future__ import annotations

import io
import re
from collections import Counter
from math import pi
from xml.etree import ElementTree

import build123d as b3d
import ezdxf
import pytest
from build123d import Plane, Pos

from cadgit.shape import stamps
from cadgit.shape.brep import read_brep, walk
from cadgit.shape.export import WrongKind, export_flat
from cadgit.shape.outlines.sketch import NotFlat, figure_of

from ..parts import HEADER, handed_over
from ..sheet_metal.samples import angle_bracket


@pytest.fixture(scope="module")
def gasket() -> b3d.Sketch:
    """A plate with a round and an elliptic hole, a slot beside it, and a closed spline."""
    plate = b3d.Rectangle(60, 40) - Pos(10, 0) * b3d.Circle(8) - Pos(-18, 4) * b3d.Ellipse(7, 4, rotation=30)
    blob = b3d.make_face(b3d.Spline((0, 0), (10, 20), (-5, 30), periodic=True))
    return plate + Pos(0, 40) * b3d.SlotOverall(40, 12) + Pos(60, 0) * blob


def written(shape: object, format: str) -> bytes:
    tree, _ = walk(read_brep(handed_over(shape)), None)
    return export_flat(tree, format, HEADER, 0.44)[0]  # type: ignore[arg-type]


def entities(data: bytes) -> list[ezdxf.entities.DXFEntity]:
    document = ezdxf.read(io.StringIO(data.decode()))
    assert not document.audit().errors and document.header["$INSUNITS"] == 4  # millimetres
    return list(document.modelspace())


@pytest.mark.parametrize("format", ["dxf", "svg"])
def test_equal_input_gives_equal_bytes_with_a_stamp(gasket: b3d.Sketch, format: str) -> None:
    data = written(gasket, format)
    assert data == written(gasket, format)
    assert stamps.read_stamp(data) == HEADER


def test_dxf_holds_each_curve_as_what_it_is(gasket: b3d.Sketch) -> None:
    found = entities(written(gasket, "dxf"))
    assert Counter((one.dxftype(), one.dxf.layer) for one in found) == {
        ("LINE", "OUTLINE"): 6,
        ("ARC", "OUTLINE"): 2,
        ("SPLINE", "OUTLINE"): 1,
        ("CIRCLE", "CUTOUTS"): 1,
        ("ELLIPSE", "CUTOUTS"): 1,
    }
    (circle,) = (one for one in found if one.dxftype() == "CIRCLE")
    assert circle.dxf.radius == 8 and tuple(circle.dxf.center) == pytest.approx((10, 0, 0))
    (ellipse,) = (one for one in found if one.dxftype() == "ELLIPSE")
    assert ellipse.dxf.major_axis.magnitude == pytest.approx(7) and ellipse.dxf.ratio == pytest.approx(4 / 7)
    assert ellipse.dxf.major_axis.angle_deg % 180 == pytest.approx(30)
    for arc in (one for one in found if one.dxftype() == "ARC"):
        assert (arc.dxf.end_angle - arc.dxf.start_angle) % 360 == pytest.approx(180)
        # Outwards: the left arc bulges to the left.
        middle = arc.dxf.start_angle + 90
        assert (arc.dxf.center.x < 0) == (90 < middle % 360 < 270)


def test_svg_stands_upright_in_millimetres_with_holes(gasket: b3d.Sketch) -> None:
    root = ElementTree.fromstring(written(gasket, "svg"))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert root.attrib["width"] == f"{width:g}mm" or root.attrib["width"].startswith(f"{width}")
    # From y = 46 at the top of the slot to -20 at the foot of the plate, y downward, and a line's width around it.
    assert -46.6 < top < -46 and 66 < height < 67.1 and -30.6 < left < -30
    paths = [element for element in root.iter() if element.tag.endswith("path")]
    assert len(paths) == 3 and all(path.attrib["fill-rule"] == "evenodd" for path in paths)
    plate = next(path.attrib["d"] for path in paths if path.attrib["d"].count("M") == 3)
    assert re.search(r"A8 8 0 0 \d 2 0", plate) and "A7 4 -30" in plate and plate.count("Z") == 3


@pytest.mark.parametrize("plane", [Plane.XY, Plane.XZ, Plane.YZ, Plane.bottom, Plane.back, Plane.XY.offset(5)])
def test_a_sketch_keeps_the_coordinates_of_its_plane(plane: Plane) -> None:
    (area,) = figure_of((plane * b3d.Sketch([Pos(10, 20) * b3d.Rectangle(4, 2)])).wrapped).areas
    corners = [tuple(round(x, 6) + 0.0 for x in curve.start) for curve in area.outline.curves]
    assert corners == [(8, 19), (12, 19), (12, 21), (8, 21)]


def test_areas_are_those_of_the_sketch(gasket: b3d.Sketch) -> None:
    found = figure_of(gasket.wrapped).areas
    areas = sorted(area.outline.area + sum(cutout.area for cutout in area.cutouts) for area in found)
    assert areas == pytest.approx(sorted(face.area for face in gasket.faces()), rel=2e-3)
    assert areas[0] == pytest.approx(28 * 12 + pi * 36, rel=1e-3)


def test_lines_in_a_plane_are_written_and_others_refused() -> None:
    line = Plane.XZ * b3d.Curve([b3d.Polyline((0, 0), (10, 0), (10, 5))])
    assert [one.dxf.layer for one in entities(written(line, "dxf"))] == ["LINES", "LINES"]
    with pytest.raises(NotFlat, match="not lie in one plane"):
        figure_of(b3d.Curve([b3d.Polyline((0, 0, 0), (10, 0, 0), (10, 5, 0), (0, 0, 9))]).wrapped)


def test_what_is_not_flat_is_refused() -> None:
    with pytest.raises(WrongKind, match="a face of it is not flat"):
        written(b3d.Box(1, 1, 1).faces()[0] + b3d.Cylinder(1, 1).faces().sort_by(b3d.Axis.Z)[1], "svg")
    two = b3d.Compound([b3d.Face.make_rect(1, 1), Pos(0, 0, 3) * b3d.Face.make_rect(1, 1)])
    with pytest.raises(WrongKind, match="do not lie in one plane"):
        written(two, "dxf")
    with pytest.raises(WrongKind, match="this is a solid"):
        written(angle_bracket(), "svg")
    with pytest.raises(WrongKind, match="is a block and no sheet"):
        written(b3d.Box(3, 3, 3), "dxf")


def test_a_flat_pattern_says_how_to_bend_it() -> None:
    found = entities(written(angle_bracket(), "dxf"))
    (bend,) = (one for one in found if one.dxf.layer == "BENDS_UP")
    facts = dict(tag.value.split("=") for tag in bend.get_xdata("CADGIT") if tag.code == 1000)
    assert (facts["angle"], facts["radius"], facts["direction"], facts["k_factor"]) == ("90", "3", "up", "0.44")
    (note,) = (one for one in found if one.dxf.layer == "NOTES")
    assert note.dxf.text == "UP 90%%d R3"
    assert Counter(one.dxf.layer for one in found)["OUTLINE"] == 8
