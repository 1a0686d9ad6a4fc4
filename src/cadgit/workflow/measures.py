"""Two geometries side by side: what each measures, and what moved from one to the other."""

from __future__ import annotations

from ..frozen import frozen
from ..records import Geometry


@frozen
class Measure:
    """A quantity before and now: a length in mm, an area, a volume, or a count (without a unit)."""

    name: str
    unit: str
    before: float
    now: float

    @property
    def change(self) -> float:
        """The difference as a fraction of the larger of both: 0.05 is 5 %."""
        largest = max(abs(self.before), abs(self.now))
        return (self.now - self.before) / largest if largest else 0.0


def side_by_side(before: Geometry, now: Geometry) -> tuple[Measure, ...]:
    """Volume, area, size and counts of both; what neither has (the volume of a sketch) is left out."""
    pairs = [("volume", "mm³", before.volume, now.volume), ("area", "mm²", before.area, now.area)]
    sizes = (before.box.size if before.box else (0.0,) * 3, now.box.size if now.box else (0.0,) * 3)
    pairs += [(f"size {axis}", "mm", a, b) for axis, a, b in zip("xyz", *sizes, strict=True)]
    for name in ("solids", "faces", "edges", "vertices"):
        pairs.append((name, "", getattr(before, name), getattr(now, name)))
    return tuple(Measure(name, unit, float(a), float(b)) for name, unit, a, b in pairs if a or b)


def moved(measures: tuple[Measure, ...], tolerance: float) -> tuple[Measure, ...]:
    """Those that changed by more than a fraction; counts that changed at all."""
    return tuple(m for m in measures if (abs(m.change) > tolerance if m.unit else m.before != m.now))
