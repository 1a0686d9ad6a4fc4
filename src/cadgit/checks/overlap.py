"""Do two solids take up the same space?

Exact Booleans are hopeless at scale (a minute for nine pairs of a public manifold), so pairs are found by boxes and
their meshes intersected. Meshes of curved neighbours overlap by up to the deflection without any fault, so that a pair
counts when the mean depth of its common volume, twice the volume over the area, exceeds the deflection. Only near that
threshold, or where a mesh cannot be used, the exact Boolean decides.

A spec can allow a pair to overlap (`interference`): a screw in a tapped hole, a press fit. Its threshold is the depth
that is allowed. Of two coaxial cylinders, the mean depth is their difference in radius, but for their ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from ..records import CheckResult, Place
from ..shape.brep import SOLID, uses
from ..shape.measure import area_of, place_of
from ..shape.overlaps import Overlap, bodies_of, neighbours, shared
from ..spec import Interference
from .between import solids_between
from .inspected import Inspected, NotEvaluated
from .registry import register
from .roundtrip import RoundTripLimits, same
from .words import KEPT, NAMED, count, number


@dataclass(frozen=True, slots=True)
class OverlapLimits:
    """Deflection of the meshes and largest mean depth, as a fraction of the diagonal.

    Attributes:
        band: depths from limit/band to limit*band are measured again by an exact Boolean.
        allowed: what the spec lets overlap, and how deep. A label that is not there allows nothing.
    """

    fraction: float = 2e-4
    band: float = 2.0
    allowed: tuple[Interference, ...] = ()


@register("overlap", OverlapLimits)
def overlap(inspected: Inspected, arguments: OverlapLimits) -> CheckResult:
    """No two solids overlap."""
    limit = arguments.fraction * inspected.diagonal
    words = f"mean depth at most {number(limit)} mm"
    found = _duplicates(inspected)
    accepted: list[Overlap] = []
    pairs: list[tuple[int, int]] = []
    unknown: list[tuple[int, int]] = []
    allowed = _allowed(inspected, arguments.allowed)
    if inspected.solids.Extent() > 1:
        meshes = inspected.meshes(arguments.fraction)
        pairs = neighbours(meshes, limit)
        bodies = bodies_of(meshes, pairs)
        for first, second in pairs:
            most = max(limit, allowed.get((first, second), 0.0))
            near = (most - limit + limit / arguments.band, most - limit + limit * arguments.band)
            overlap_ = shared(inspected.solids, bodies, first, second, near)
            if overlap_ is None:
                unknown.append((first, second))
            elif overlap_.depth > most:
                found.append(overlap_)
            elif overlap_.depth > limit:
                accepted.append(overlap_)
    measured = count(len(found), "overlapping pair")
    if found:
        found.sort(key=lambda pair: -pair.volume)
        said = [_words(inspected, pair, allowed) for pair in found]
        more = f"; and {len(said) - NAMED} more" if len(said) > NAMED else ""
        places = tuple(
            Place(f"solids {pair.first} and {pair.second}", pair.point, text)
            for pair, text in zip(found[:KEPT], said, strict=False)
        )
        return CheckResult("overlap", "fail", "; ".join(said[:NAMED]) + more, measured, words, places)
    if unknown:
        first, second = unknown[0]
        text = f"{inspected.solid_name(first)} and {inspected.solid_name(second)}"
        message = f"{count(len(unknown), 'pair')} could not be compared, {text} first: neither mesh nor Boolean worked"
        return CheckResult("overlap", "not checked", message, measured, words)
    message = f"none of {count(len(pairs), 'neighbouring pair')} overlap"
    if accepted:
        said = [_words(inspected, pair, allowed) for pair in accepted]
        more = f"; and {len(said) - NAMED} more" if len(said) > NAMED else ""
        message = f"{'; '.join(said[:NAMED])}{more}; no other of {count(len(pairs), 'neighbouring pair')}"
        measured = f"{measured}, {len(accepted)} allowed"
    return CheckResult("overlap", "pass", message, measured, words)


def overlaps_of(inspected: Inspected, pairs: Sequence[tuple[int, int]], depth: float) -> tuple[Overlap, ...]:
    """What pairs of solids share, as exactly as it takes to know on which side of a depth (mm) each is.

    Raises:
        NotEvaluated: it cannot be found out.
    """
    limits = OverlapLimits()
    noise = limits.fraction * inspected.diagonal
    meshes = inspected.meshes(limits.fraction)
    bodies = bodies_of(meshes, pairs)
    found = []
    for first, second in pairs:
        near = (depth - noise / limits.band, depth + noise * limits.band)
        overlap_ = shared(inspected.solids, bodies, first, second, near)
        if overlap_ is None:
            names = f"{inspected.solid_name(first)} and {inspected.solid_name(second)}"
            raise NotEvaluated(f"{names} could not be compared: neither mesh nor Boolean worked")
        found.append(overlap_)
    return tuple(found)


def _allowed(inspected: Inspected, allowed: tuple[Interference, ...]) -> dict[tuple[int, int], float]:
    """The largest depth in mm that each pair of solids may have, where the spec allows one."""
    found: dict[tuple[int, int], float] = {}
    labelled = inspected.copy_of or inspected
    for one in allowed:
        # The requirement has a line of its own in the verdict, which says that its label is not there.
        with suppress(NotEvaluated):
            for first, second in solids_between(labelled, one.between):
                for pair in product(_in_copy(inspected, first), _in_copy(inspected, second)):
                    found[min(pair), max(pair)] = max(one.max_depth, found.get((min(pair), max(pair)), 0.0))
    return found


def _in_copy(inspected: Inspected, number: int) -> list[int]:
    """The numbers that a solid of the result has in its STEP file's copy, which knows no labels; itself elsewhere."""
    if inspected.copy_of is None:
        return [number]
    original, change = inspected.copy_of.solids_measured[number - 1], RoundTripLimits().change
    reach = change * inspected.diagonal
    return [other for other, mass in enumerate(inspected.solids_measured, 1) if same(original, mass, change, reach)]


def _words(inspected: Inspected, pair: Overlap, allowed: dict[tuple[int, int], float]) -> str:
    both = f"{inspected.solid_name(pair.first)} and {inspected.solid_name(pair.second)}"
    if pair.first == pair.second:
        both = f"two copies of {inspected.solid_name(pair.first)}"
    text = f"{both} overlap by {number(pair.volume)} mm³, {number(pair.depth)} mm deep on average"
    most = allowed.get((pair.first, pair.second))
    return text if most is None else f"{text} (the spec allows {number(most)} mm)"


def _duplicates(inspected: Inspected) -> list[Overlap]:
    """Solids that are there twice in one place: sub-shapes are numbered once, so no pair would show them."""
    amounts = Counter(inspected.solids.FindIndex(solid) for solid in uses(inspected.shape, SOLID))
    found = []
    for solid, amount in sorted(amounts.items()):
        if amount > 1:
            shape = inspected.solids.FindKey(solid)
            volume, area = inspected.solids_measured[solid - 1].size, area_of(shape).size
            found.append(Overlap(solid, solid, volume, 2 * volume / area if area else 0.0, place_of(shape)))
    return found
