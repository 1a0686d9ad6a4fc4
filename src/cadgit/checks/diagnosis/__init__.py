"""What is wrong with a result, in plain words, with the place and what to try: findings, an aspect at a time.

subject    entities of the result: their names, sizes, and the faces beside them
told       findings from the gate's own checks
proposals  what to try about each of them
faults     what BRepCheck found
rims       where a surface ends: free edges as loops
small      details that are too small to be meant
pairs      what runs through what
repair     what OCCT's ShapeFix would make of it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...records import Diagnosed
from ..inspected import Inspected
from . import faults, pairs, rims, small, told

#: What each aspect is made of. Those that need a finite size, and have none, are no aspect of the result.
ASPECTS: Mapping[str, Callable[[Inspected], Diagnosed]] = {
    "bodies": lambda inspected: told.told(inspected, ("result", "size", "solids", "volume", "disjoint")),
    "sketch": lambda inspected: told.told(inspected, ("coplanar", "area", "outline", "faces-overlap")),
    "boundary": lambda inspected: told.joined(rims.rims(inspected), told.told(inspected, ("manifold",))),
    "validity": faults.faults,
    "details": lambda inspected: told.joined(told.told(inspected, ("tolerance",)), small.small(inspected)),
    "overlaps": lambda inspected: told.told(inspected, ("overlap",)),
    "mesh": lambda inspected: told.told(inspected, ("watertight",)),
    "crossings": lambda inspected: told.told(inspected, ("self-intersection",)),
    "crossing pairs": pairs.pairs,
}

#: Aspects that can be asked of a result without a finite size: all others would crash OCCT.
WITHOUT_SIZE = ("bodies",)


def diagnose(inspected: Inspected, aspect: str) -> Diagnosed:
    """What is wrong with a result in one respect."""
    if inspected.box is None and aspect not in WITHOUT_SIZE:
        return Diagnosed(not_checked=("the size is not finite",) if inspected.kind != "empty" else ())
    return ASPECTS[aspect](inspected)
