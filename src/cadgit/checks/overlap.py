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
from typing import Any

import numpy as np

from ..records import CheckResult, Place
from ..shape.bodies import body_of
from ..shape.booleans import common
from ..shape.brep import SOLID, uses
from ..shape.measure import area_of, place_of, volume_of
from ..shape.mesh import Mesh
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


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two solids, by number, and what they share: volume in mm³, mean depth in mm, and a point in it."""

    first: int
    second: int
    volume: float
    depth: float
    point: tuple[float, float, float] | None


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
        pairs = _neighbours(meshes, limit)
        bodies = {solid: body_of(meshes[solid - 1]) for solid in sorted({solid for pair in pairs for solid in pair})}
        for first, second in pairs:
            most = max(limit, allowed.get((first, second), 0.0))
            near = (most - limit + limit / arguments.band, most - limit + limit * arguments.band)
            shared = _shared(inspected, first, second, bodies[first], bodies[second], near)
            if shared is None:
                unknown.append((first, second))
            elif shared.depth > most:
                found.append(shared)
            elif shared.depth > limit:
                accepted.append(shared)
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
    bodies = {solid: body_of(meshes[solid - 1]) for solid in sorted({solid for pair in pairs for solid in pair})}
    found = []
    for first, second in pairs:
        near = (depth - noise / limits.band, depth + noise * limits.band)
        shared = _shared(inspected, first, second, bodies[first], bodies[second], near)
        if shared is None:
            names = f"{inspected.solid_name(first)} and {inspected.solid_name(second)}"
            raise NotEvaluated(f"{names} could not be compared: neither mesh nor Boolean worked")
        found.append(shared)
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


def _neighbours(meshes: tuple[Mesh, ...], margin: float) -> list[tuple[int, int]]:
    """Pairs of solids, by number, whose boxes overlap: a sweep along x, then y and z."""
    present = [number for number, mesh in enumerate(meshes, 1) if len(mesh.points)]
    if not present:
        return []
    low = np.array([meshes[number - 1].points.min(axis=0) for number in present]) - margin
    high = np.array([meshes[number - 1].points.max(axis=0) for number in present]) + margin
    order = np.argsort(low[:, 0], kind="stable")
    starts = low[order, 0]
    pairs = []
    for position, i in enumerate(order):
        last = int(np.searchsorted(starts, high[i, 0], side="right"))
        others = order[position + 1 : last]
        hit = ((low[others] <= high[i]) & (high[others] >= low[i])).all(axis=1)
        pairs += [tuple(sorted((present[i], present[j]))) for j in others[hit]]
    return sorted((first, second) for first, second in pairs)


def _shared(inspected: Inspected, first: int, second: int, a: Any, b: Any, near: tuple[float, float]) -> Overlap | None:
    """What two solids share, or None when it cannot be found out; exactly when its depth (mm) is in a range."""
    by_mesh: Overlap | None = None
    if a is not None and b is not None:
        body = a ^ b
        volume, area = body.volume(), body.surface_area()
        if body.is_empty() or volume <= 0 or area <= 0:
            return Overlap(first, second, 0.0, 0.0, None)
        depth = 2 * volume / area
        low, high = np.array(body.bounding_box()).reshape(2, 3)
        x, y, z = ((low + high) / 2).tolist()
        by_mesh = Overlap(first, second, volume, depth, (x, y, z))
        if not near[0] < depth < near[1]:
            return by_mesh
    shape = common([inspected.solids.FindKey(first)], [inspected.solids.FindKey(second)])
    if shape is None:
        # Near the threshold the mesh's answer still stands; without a mesh there is none.
        return by_mesh
    volume, area = volume_of(shape).size, area_of(shape).size
    if volume <= 0 or area <= 0:
        return Overlap(first, second, 0.0, 0.0, None)
    return Overlap(first, second, volume, 2 * volume / area, place_of(shape))
