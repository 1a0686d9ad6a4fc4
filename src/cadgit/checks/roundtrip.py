"""Is what comes back from the STEP file what went in?

A STEP round trip hides faults (an inside-out solid comes back with a positive volume) and adds false ones, so that
both the result and the file are gated, and this compares them. Good parts change their numbers of edges and shells,
and over 66 public examples volumes by up to 2.9e-5, centres by 4e-6 of the diagonal and moments of inertia by 2.1e-5;
a public toy truck loses its body.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..records import CheckResult
from ..shape.compare import match
from ..shape.measure import Mass
from .inspected import Inspected
from .words import KEPT, NAMED, count, listed, number

NAME = "round-trip"


@dataclass(frozen=True, slots=True)
class RoundTripLimits:
    """Largest change, as a fraction.

    Of the volume of each solid (of the area of each face, for a sketch), of its moments of inertia, and of the place
    of its centre as a part of the diagonal.
    """

    change: float = 1e-4


def round_trip(result: Inspected, again: Inspected, arguments: RoundTripLimits) -> CheckResult:
    """The re-imported STEP file has as many solids, each the same and where it was (a sketch: its faces)."""
    flat = result.kind == "sketch"
    noun, unit, what = ("face", "mm²", "area") if flat else ("solid", "mm³", "volume")
    limit = f"as many {noun}s, {what}, centre and moments within {number(arguments.change)}"
    before, after = (side.faces_measured if flat else side.solids_measured for side in (result, again))
    total, total_after = (math.fsum(mass.size for mass in side) for side in (before, after))
    change = (total_after - total) / total if total else math.inf
    if len(before) != len(after):
        message = (
            f"{count(len(before), noun)} became {len(after)} in the STEP file "
            f"(total {what} {number(total)} → {number(total_after)} {unit})"
        )
        return CheckResult(NAME, "fail", message, f"{count(len(after), noun)}", limit)
    measured = f"{what} change {number(change)}"
    if not abs(change) <= arguments.change:
        message = f"the {what} changes from {number(total)} to {number(total_after)} {unit} in the STEP file"
        return CheckResult(NAME, "fail", message, measured, limit)
    reach = arguments.change * result.diagonal
    lost, _ = match(before, after, lambda a, b: same(a, b, arguments.change, reach), reach)
    if lost:
        names = [f"face {index + 1}" if flat else result.solid_name(index + 1) for index in lost]
        places = tuple(result.place(noun, index + 1, "not in the STEP file as it is here") for index in lost[:KEPT])
        message = f"{listed(names[:NAMED])} {'is' if len(names) == 1 else 'are'} not the same in the STEP file"
        return CheckResult(NAME, "fail", message, measured, limit, places)
    changes = _count_changes(result, again)
    message = f"the STEP file gives back {count(len(before), noun)} of the same {what} in the same place"
    return CheckResult(NAME, "pass", f"{message} ({listed(changes)})" if changes else message, measured, limit)


def same(a: Mass, b: Mass, change: float, reach: float) -> bool:
    """Whether two solids (faces) have the same measures within a fraction, and centres within a distance in mm."""
    inertia = max(map(abs, a.inertia))
    return (
        abs(a.size - b.size) <= change * abs(a.size)
        and math.dist(a.centre, b.centre) <= reach
        and all(abs(x - y) <= change * inertia for x, y in zip(a.inertia, b.inertia, strict=True))
    )


def _count_changes(result: Inspected, again: Inspected) -> list[str]:
    pairs = (
        ("faces", result.faces.Extent(), again.faces.Extent()),
        ("edges", result.edges.Extent(), again.edges.Extent()),
        ("vertices", result.vertices.Extent(), again.vertices.Extent()),
    )
    return [f"{noun} {before} → {after}" for noun, before, after in pairs if before != after]
