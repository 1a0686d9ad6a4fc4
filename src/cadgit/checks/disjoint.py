"""Is a part that should be one body really one?"""

from __future__ import annotations

from ..records import CheckResult
from ..shape.brep import FACE, SOLID, VERTEX, shape_map, sub_shapes
from ..shape.topology import Groups
from .inspected import Inspected
from .registry import NoArguments, register
from .words import KEPT, number


@register("disjoint", NoArguments)
def disjoint(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """Each labelled part hangs together: its solids share faces, edges or vertices."""
    places = []
    said = []
    for leaf in inspected.tree.leaves():
        pieces = _pieces(inspected, leaf.shape)
        if len(pieces) < 2:
            continue
        name = f"part '{leaf.label}'" if leaf.label else "the part"
        for piece in pieces:
            places.append(inspected.place("solid", piece, f"{number(inspected.solids_measured[piece - 1].size)} mm³"))
        shown = [f"solid {piece}" for piece in pieces[:6]] + ([f"{len(pieces) - 6} more"] if len(pieces) > 6 else [])
        said.append(f"{name} is {len(pieces)} separate pieces: {', '.join(shown)}")
    if said:
        return CheckResult("disjoint", "warn", "; ".join(said), f"{len(places)} pieces", "1 each", tuple(places[:KEPT]))
    return CheckResult("disjoint", "pass", "each part is one piece", "1 piece each", "1 each")


def _pieces(inspected: Inspected, leaf: object) -> list[int]:
    """One solid of each piece, by number."""
    groups = Groups()
    first: dict[object, int] = {}
    solids = sub_shapes(leaf, SOLID)
    if len(solids) < 2:
        return []
    faces, vertices = shape_map(leaf, FACE), shape_map(leaf, VERTEX)
    for solid in solids:
        number_ = inspected.solids.FindIndex(solid)
        joints = [("face", faces.FindIndex(face)) for face in sub_shapes(solid, FACE)]
        joints += [("vertex", vertices.FindIndex(vertex)) for vertex in sub_shapes(solid, VERTEX)]
        groups.join([("solid", number_), *joints])
    for solid in solids:
        number_ = inspected.solids.FindIndex(solid)
        first.setdefault(groups.find(("solid", number_)), number_)
    return sorted(first.values())
