"""How far may the pieces of the boundary be from where they meet?"""

from __future__ import annotations

from dataclasses import dataclass

from OCP.BRep import BRep_Tool
from OCP.TopoDS import TopoDS

from ..records import CheckResult, Place
from .inspected import Inspected
from .registry import register
from .words import KEPT, number, where


@dataclass(frozen=True, slots=True)
class ToleranceLimits:
    """Fractions of the diagonal. Good public parts reach 7.5e-4; a fillet that went wrong had 1.4e-3."""

    warn: float = 1e-3
    fail: float = 1e-2


@register("tolerance", ToleranceLimits)
def tolerance(inspected: Inspected, arguments: ToleranceLimits) -> CheckResult:
    """No vertex, edge or face has a tolerance that is large beside the size."""
    found: list[tuple[float, str, int]] = []
    for entity, shapes, cast in (
        ("vertex", inspected.vertices, TopoDS.Vertex),
        ("edge", inspected.edges, TopoDS.Edge),
        ("face", inspected.faces, TopoDS.Face),
    ):
        found += [(BRep_Tool.Tolerance_s(cast(shape)), entity, index) for index, shape in enumerate(shapes, 1)]
    largest = max((value for value, _, _ in found), default=0.0)
    warn, fail = arguments.warn * inspected.diagonal, arguments.fail * inspected.diagonal
    measured = f"{number(largest)} mm"
    limit = f"{number(warn)} mm (fails over {number(fail)} mm)"
    if largest <= warn:
        return CheckResult("tolerance", "pass", f"at most {measured}", measured, limit)
    worst = sorted((entry for entry in found if entry[0] > warn), key=lambda entry: -entry[0])[:KEPT]
    places: tuple[Place, ...] = tuple(
        inspected.place(entity, index, f"tolerance {number(value)} mm") for value, entity, index in worst
    )
    share = number(100 * largest / inspected.diagonal)
    message = f"a tolerance of {measured}, {share} % of the diagonal: {where(places)}"
    return CheckResult("tolerance", "fail" if largest > fail else "warn", message, measured, limit, places)
