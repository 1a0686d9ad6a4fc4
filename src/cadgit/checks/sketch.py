"""The gate of sketches: faces in one plane, with an area, with outlines that close, that do not cover each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from OCP.BRepCheck import BRepCheck_Status, BRepCheck_Wire
from OCP.TopoDS import TopoDS, TopoDS_Edge

from ..records import Box, CheckResult, Place
from ..shape.booleans import common
from ..shape.brep import EDGE, WIRE, shape_map
from ..shape.measure import area_of, length_of, place_of, rough_box
from ..shape.summary import COPLANAR, is_coplanar
from .inspected import Inspected
from .registry import NoArguments, register
from .words import KEPT, count, number, where


@register("coplanar", NoArguments)
def coplanar(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """All faces of a sketch lie in one plane."""
    limit = f"within {number(COPLANAR)} mm of one plane"
    faces = count(inspected.faces.Extent(), "face")
    if inspected.faces.Extent() and is_coplanar(inspected.shape):
        return CheckResult("coplanar", "pass", f"{faces} in one plane", faces, limit)
    return CheckResult("coplanar", "fail", f"{faces} that do not lie in one plane", faces, limit)


@register("area", NoArguments)
def area(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """Each face of a sketch has a positive area."""
    sizes = [mass.size for mass in inspected.faces_measured]
    noise = 1e-10 * inspected.diagonal**2
    measured = f"{number(sum(sizes))} mm²"
    bad = [index for index, size in enumerate(sizes, 1) if not size > noise]
    if not bad:
        return CheckResult("area", "pass", f"positive, {measured}", measured, "over 0 mm² each")
    places = inspected.places("face", bad[:KEPT], "no area")
    return CheckResult("area", "fail", f"no positive area: {where(places)}", measured, "over 0 mm² each", places)


@register("outline", NoArguments)
def outline(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """The outlines of a sketch's faces are closed and do not cross themselves."""
    places: list[Place] = []
    outlines = 0
    for index, face in enumerate(inspected.faces, 1):
        for wire in shape_map(face, WIRE):
            outlines += 1
            check = BRepCheck_Wire(TopoDS.Wire(wire))
            first = TopoDS_Edge()
            if check.Closed() != BRepCheck_Status.BRepCheck_NoError:
                places.append(inspected.place("face", index, "an outline is not closed", place_of(wire)))
            elif check.SelfIntersect(TopoDS.Face(face), first, TopoDS_Edge()) != BRepCheck_Status.BRepCheck_NoError:
                where_ = place_of(first) if not first.IsNull() else place_of(wire)
                places.append(inspected.place("face", index, "an outline crosses itself", where_))
    measured = count(outlines, "outline")
    if not places:
        return CheckResult("outline", "pass", f"{measured}, closed, none crosses itself", measured, "closed, simple")
    kept = tuple(places[:KEPT])
    return CheckResult("outline", "fail", f"{kept[0].note}: {where(places)}", measured, "closed, simple", kept)


@dataclass(frozen=True, slots=True)
class CoverLimits:
    """Largest mean width of what two faces share (twice its area over its circumference), as a part of the diagonal."""

    fraction: float = 1e-6


@register("faces-overlap", CoverLimits)
def faces_overlap(inspected: Inspected, arguments: CoverLimits) -> CheckResult:
    """No two faces of a sketch cover each other."""
    limit = arguments.fraction * inspected.diagonal
    boxes = [rough_box(face) for face in inspected.faces]
    places: list[Place] = []
    failed = 0
    said = ""
    for (i, a), (j, b) in combinations(enumerate(boxes, 1), 2):
        if a is None or b is None or not _meet(a, b, limit):
            continue
        shared = common([inspected.faces.FindKey(i)], [inspected.faces.FindKey(j)])
        if shared is None:
            failed += 1
            continue
        size, circumference = area_of(shared).size, length_of(shared).size if shape_map(shared, EDGE).Extent() else 0.0
        if circumference and 2 * size / circumference > limit:
            text = f"faces {i} and {j} overlap by {number(size)} mm²"
            said = said or text
            places.append(Place(f"faces {i} and {j}", place_of(shared), text))
    measured = count(len(places), "overlapping pair")
    words = f"mean width at most {number(limit)} mm"
    if places:
        more = f" (and {len(places) - 1} more pairs)" if len(places) > 1 else ""
        return CheckResult("faces-overlap", "fail", said + more, measured, words, tuple(places[:KEPT]))
    if failed:
        message = f"{count(failed, 'pair')} of faces could not be intersected"
        return CheckResult("faces-overlap", "not checked", message, measured, words)
    return CheckResult("faces-overlap", "pass", "no two faces overlap", measured, words)


def _meet(a: Box, b: Box, margin: float) -> bool:
    return all(a.minimum[k] - margin <= b.maximum[k] and b.minimum[k] - margin <= a.maximum[k] for k in range(3))
