"""A verdict on the shortest way through a wall or a gap."""

from __future__ import annotations

from ...records import CheckResult, Place
from ...shape.spans import Span
from ..inspected import Inspected, NotEvaluated
from ..words import point
from .within import SLACK, quantity

#: Deflection of the meshes that rays are sent against, as a part of the diagonal: that of `overlap`.
FRACTION = 2e-4


def need_meshes(inspected: Inspected) -> None:
    """Make sure that there are solids and that each face has a mesh.

    Raises:
        NotEvaluated: there are none, or OCCT could not make one.
    """
    if not inspected.solids.Extent():
        raise NotEvaluated("there is no solid to measure")
    missing = [face for mesh in inspected.meshes(FRACTION) for face in mesh.missing]
    if missing:
        raise NotEvaluated(f"no mesh could be made of face {missing[0]}, so that rays would miss it")


def judge_span(noun: str, found: Span | None, minimum: float) -> CheckResult:
    """``pass`` where the shortest is at least the minimum (mm), or there is none."""
    limit = f"at least {quantity(minimum, 'mm')}"
    if found is None:
        return CheckResult("", "pass", f"no {noun}: no two faces are opposite", "none", limit)
    measured = quantity(found.distance, "mm") + (f" ± {quantity(found.error, 'mm')}" if found.error else "")
    first, second = found.faces
    where = f"across face {first}" if first == second else f"between face {first} and face {second}"
    message = f"the smallest {noun} is {measured}, {where} at {point(found.middle)}"
    if found.distance - found.error >= minimum - SLACK:
        return CheckResult("", "pass", message, measured, limit)
    place = Place(f"face {first}", found.start, f"{measured} to {point(found.end)}")
    if found.distance + found.error < minimum - SLACK:
        return CheckResult("", "fail", f"{message}, not {limit}", measured, limit, (place,))
    message = f"not checked: {message}; whether that is {limit} cannot be told"
    return CheckResult("", "not checked", message, measured, limit, (place,))
