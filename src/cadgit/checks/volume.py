"""Has each solid a positive volume?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ..records import CheckResult
from ..shape.measure import area_of, bounding_box, diagonal
from .inspected import Inspected
from .registry import register
from .words import KEPT, number


@dataclass(frozen=True, slots=True)
class VolumeLimits:
    """What counts as no volume: a fraction of area times diagonal, which is where rounding ends.

    A sheet of 0.1 µm and a metre in size is still a thousand times above.
    """

    noise: float = 1e-10


def _noise(solid: Any, arguments: VolumeLimits) -> float:
    box = bounding_box(solid)
    return arguments.noise * area_of(solid).size * (diagonal(box) if box else 0.0)


@register("volume", VolumeLimits)
def volume(inspected: Inspected, arguments: VolumeLimits) -> CheckResult:
    """Each solid has a positive volume."""
    bad: list[tuple[int, str]] = []
    # Areas take as long as volumes, and few solids are so small beside the whole that theirs matters.
    in_doubt = arguments.noise * inspected.diagonal**3
    sizes = [mass.size for mass in inspected.solids_measured]
    for index, (solid, size) in enumerate(zip(inspected.solids, sizes, strict=True), 1):
        if size > in_doubt:
            continue
        noise = _noise(solid, arguments)
        if not size > noise:
            fault = "its faces point inward" if size < -noise else "it encloses nothing"
            bad.append((index, f"the volume of {inspected.solid_name(index)} is {number(size)} mm³: {fault}"))
    measured = f"{number(math.fsum(sizes))} mm³"
    if not bad:
        return CheckResult("volume", "pass", f"positive, {measured}", measured, "over 0 mm³ each")
    places = tuple(inspected.place("solid", index, text) for index, text in bad[:KEPT])
    more = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
    return CheckResult("volume", "fail", bad[0][1] + more, measured, "over 0 mm³ each", places)
