"""Is what comes back from the STEP file what went in?

A STEP round trip hides faults (an inside-out solid comes back with a positive volume) and adds false ones, so that
both the result and the file are gated, and this compares them. Good parts change their numbers of edges and shells,
and their volume by up to 3e-5; a public toy truck loses its body.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..records import CheckResult
from .inspected import Inspected
from .words import count, listed, number

NAME = "round-trip"


@dataclass(frozen=True, slots=True)
class RoundTripLimits:
    """Largest change of a volume (of an area, for a sketch), as a fraction."""

    change: float = 1e-4


def round_trip(result: Inspected, again: Inspected, arguments: RoundTripLimits) -> CheckResult:
    """The re-imported STEP file has as many solids, each of the same volume (a sketch: faces, area)."""
    flat = result.kind == "sketch"
    noun, unit, what = ("face", "mm²", "area") if flat else ("solid", "mm³", "volume")
    limit = f"as many {noun}s, {what} within {number(arguments.change)}"
    before, after = _sizes(result, flat), _sizes(again, flat)
    total, total_after = sum(before), sum(after)
    change = (total_after - total) / total if total else float("inf")
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
    for a, b in zip(sorted(before), sorted(after), strict=True):
        if not abs(b - a) <= arguments.change * abs(a):
            message = f"a {noun} of {number(a)} {unit} comes back from the STEP file with {number(b)} {unit}"
            return CheckResult(NAME, "fail", message, measured, limit)
    changes = _count_changes(result, again)
    message = f"the STEP file gives back {count(len(before), noun)} of the same {what}"
    return CheckResult(NAME, "pass", f"{message} ({listed(changes)})" if changes else message, measured, limit)


def _sizes(inspected: Inspected, flat: bool) -> list[float]:
    return list(inspected.areas if flat else inspected.volumes)


def _count_changes(result: Inspected, again: Inspected) -> list[str]:
    pairs = (
        ("faces", result.faces.Extent(), again.faces.Extent()),
        ("edges", result.edges.Extent(), again.edges.Extent()),
        ("vertices", result.vertices.Extent(), again.vertices.Extent()),
    )
    return [f"{noun} {before} → {after}" for noun, before, after in pairs if before != after]
