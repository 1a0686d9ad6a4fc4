"""The bodies that volumes are compared of: the result, a region, a file; and a verdict on what differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCylinder
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt

from ...records import Box, CheckResult, Place
from ...shape.brep import SOLID, BrepError, read_brep, sub_shapes
from ...shape.differences import Amount, Body
from ...shape.step import StepError, read_step
from ...spec import Region
from ..inspected import Inspected, NotEvaluated
from ..words import KEPT, point
from .spans import FRACTION
from .within import quantity


def body_of_result(inspected: Inspected) -> Body:
    """The result's solids.

    Raises:
        NotEvaluated: it has none.
    """
    return _body(inspected, "the result", inspected.shape)


def body_of_region(inspected: Inspected, region: Region) -> Body:
    """The space of a region.

    Raises:
        NotEvaluated: its STEP file is not there or has no solid.
    """
    if region.box:
        return body_of_box(inspected, region.box)
    if region.cylinder:
        axes = gp_Ax2(gp_Pnt(*region.cylinder.base), gp_Dir(*region.cylinder.axis))
        made = BRepPrimAPI_MakeCylinder(axes, region.cylinder.diameter / 2, region.cylinder.height)
        return _body(inspected, "the cylinder", made.Shape())
    return body_of_step(inspected, region.step)


def body_of_box(inspected: Inspected, box: Box) -> Body:
    """The space of a box."""
    return _body(inspected, "the box", BRepPrimAPI_MakeBox(gp_Pnt(*box.minimum), gp_Pnt(*box.maximum)).Shape())


def body_of_step(inspected: Inspected, name: str) -> Body:
    """The solids of a STEP file that the spec refers to.

    Raises:
        NotEvaluated: it is not there, cannot be read, or has no solid.
    """
    return _body_of_file(inspected, name, read_step)


def body_of_brep(inspected: Inspected, name: str) -> Body:
    """The solids of a BREP that the spec refers to.

    Raises:
        NotEvaluated: as `body_of_step`.
    """
    return _body_of_file(inspected, name, read_brep)


def _body_of_file(inspected: Inspected, name: str, read: Callable[[bytes], Any]) -> Body:
    try:
        return _body(inspected, name, read(inspected.attached(name)))
    except (StepError, BrepError) as error:
        raise NotEvaluated(f"{name}: {error}") from error


def _body(inspected: Inspected, name: str, shape: Any) -> Body:
    solids = sub_shapes(shape, SOLID)
    if not solids:
        raise NotEvaluated(f"there is no solid in {name}, so that it has no volume")
    return Body(solids, FRACTION * inspected.diagonal)


def judge_amount(found: Amount | None, maximum: float, what: str, first: str, second: str = "") -> CheckResult:
    """``pass`` where a volume is surely within the maximum (mm³).

    Args:
        what: the volume in words, as in ``what of the result lies outside``.
        first, second: what a piece of the result, and of what it is compared with, is called in its place.
    """
    limit = f"at most {quantity(maximum, 'mm³')}"
    if found is None:
        return CheckResult("", "not checked", f"not checked: {what} could not be measured", "", limit)
    measured = quantity(found.volume, "mm³") + (f" ± {quantity(found.error, 'mm³')}" if found.error else "")
    within = found.within(maximum)
    if within:
        return CheckResult("", "pass", f"{what}: {measured}", measured, limit)
    places = tuple(
        Place(second if piece.side == "second" else first, piece.point, quantity(piece.volume, "mm³"))
        for piece in found.pieces[:KEPT]
    )
    if within is None:
        message = f"not checked: {what}, {measured}, cannot be told from the limit: the exact Boolean failed"
        return CheckResult("", "not checked", message, measured, limit, places)
    named = [f"{place.note} {place.entity} at {point(place.point)}" for place in places[:2]]
    more = f" and {len(found.pieces) - 2} more" if len(found.pieces) > 2 else ""
    return CheckResult("", "fail", f"{what}: {measured}, {', '.join(named)}{more}", measured, limit, places)
