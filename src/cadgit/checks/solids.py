"""Is there a solid, and nothing loose beside it?"""

from __future__ import annotations

from ..records import CheckResult
from .inspected import Inspected
from .registry import NoArguments, register
from .words import KEPT, count, where


@register("solids", NoArguments, needs_size=False)
def solids(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """There is at least one solid, and no face that belongs to none."""
    found = inspected.solids.Extent()
    measured = count(found, "solid")
    if not found:
        return _no_solid(inspected)
    if loose := inspected.loose_faces:
        places = inspected.places("face", loose[:KEPT], "belongs to no solid")
        text = f"{count(len(loose), 'face')} beside the solids: {where(places)}"
        return CheckResult("solids", "warn", text, measured, "at least 1", places)
    return CheckResult("solids", "pass", measured, measured, "at least 1")


def _no_solid(inspected: Inspected) -> CheckResult:
    if not inspected.faces.Extent():
        message = (
            f"no solid: the result is only {count(inspected.edges.Extent(), 'edge')}, which are shown, not promoted"
        )
        return CheckResult("solids", "fail", message, "0 solids", "at least 1")
    free = [edge for _, edge in inspected.topology.free_edges]
    places = inspected.places("edge", free[:KEPT], "free: used by one face")
    faces = count(inspected.faces.Extent(), "face")
    if free:
        message = f"no solid: {faces} with {count(len(free), 'free edge')} ({where(places)}); surfaces are not promoted"
    else:
        message = (
            f"no solid: {faces} that close but are no solid (make one with Solid(shell)); surfaces are not promoted"
        )
    return CheckResult("solids", "fail", message, "0 solids", "at least 1", places)
