"""Features of all kinds seen alike, so that they can be told apart: a form, sizes, a place and an axis."""

from __future__ import annotations

from collections.abc import Iterator

from ...frozen import frozen
from ...records import Vector
from ...records.features import Boss, Chamfer, FeatureKind, Features, Fillet, HoleFeature, Pattern, Recess
from ...records.sheet_metal import Bend

#: Sizes that a pattern has itself; the others are those of its members.
PATTERN_SIZES = ("count", "pitch", "turn", "circle")


@frozen
class Thing:
    """One feature.

    Attributes:
        name: ``hole:3``.
        form: what the sizes do not tell.
        sizes: what each is, and how much, in mm or degrees; the first is the one that a feature is called by.
        place: None for what is in several places (a fillet).
        axis: None where it has none; its sense counts.
        reach: how far the feature extends about its place, in mm.
    """

    kind: FeatureKind
    name: str
    form: str
    sizes: tuple[tuple[str, float], ...]
    place: Vector | None = None
    axis: Vector | None = None
    reach: float = 0.0


def things(found: Features) -> Iterator[Thing]:
    """All that can be told apart. Planes, walls and symmetry are not: the measures and the rest tell of them."""
    yield from map(_hole, found.holes)
    yield from map(_boss, found.bosses)
    yield from (_recess("pocket", one) for one in found.pockets)
    yield from (_recess("slot", one) for one in found.slots)
    yield from map(_fillet, found.fillets)
    yield from map(_chamfer, found.chamfers)
    for sheet in found.sheets:
        for number, bend in enumerate(sheet.sheet.bends, sheet.first_bend):
            yield _bend(f"bend:{number}", bend, sheet.sheet.thickness)


def pattern(found: Pattern, member: Thing | None, like: Pattern | None = None) -> Thing:
    """A pattern.

    Args:
        member: one of its members, whose sizes are the pattern's too.
        like: an earlier pattern; of rows and columns those come first that run as its first ones do.
    """
    counts, pitches = found.counts, found.pitches
    if found.arrangement == "grid" and like is not None and _turned(like, found):
        counts, pitches = counts[::-1], pitches[::-1]
    pitch = "turn" if found.arrangement == "circular" else "pitch"
    sizes = [("count", float(count)) for count in counts] + [(pitch, size) for size in pitches]
    if found.arrangement == "circular":
        sizes.append(("circle", found.diameter))
    sizes += member.sizes if member else ()
    form = " ".join(filter(None, (found.arrangement, found.of, member.form if member else "")))
    return Thing("pattern", found.name, form, tuple(sizes), found.centre, member.axis if member else None)


def _turned(first: Pattern, second: Pattern) -> bool:
    along, across = (abs(dot(first.directions[0], direction)) for direction in second.directions[:2])
    return across > along


def dot(a: Vector, b: Vector) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _hole(hole: HoleFeature) -> Thing:
    sizes = [("diameter", hole.diameter), ("depth", hole.depth)]
    for bore in hole.counterbores:
        sizes += [("counterbore diameter", bore.diameter), ("counterbore depth", bore.depth)]
    for sink in hole.countersinks:
        sizes += [("countersink diameter", sink.diameter), ("countersink angle", sink.angle)]
    reach = max((hole.depth, hole.diameter, *(bore.depth for bore in hole.counterbores)))
    place, axis = _either(hole.start, hole.end, hole.axis) if hole.through else (hole.start, hole.axis)
    return Thing("hole", hole.name, "through" if hole.through else "blind", tuple(sizes), place, axis, reach)


def _boss(boss: Boss) -> Thing:
    names = {"round": ("diameter",), "rectangular": ("length", "width"), "polygonal": ("across flats",)}[boss.section]
    sizes = [*zip(names, boss.size, strict=False), ("height", boss.height)]
    if boss.sides:
        sizes.append(("sides", float(boss.sides)))
    return Thing("boss", boss.name, boss.section, tuple(sizes), boss.base, boss.axis, max(boss.height, *boss.size))


def _recess(kind: FeatureKind, recess: Recess) -> Thing:
    sizes = [("width", recess.width), ("depth", recess.depth)]
    if recess.section == "groove":
        sizes.append(("diameter", recess.diameter))
    else:
        sizes.insert(0, ("length", recess.length))
    if recess.corner_radius:
        sizes.append(("corner radius", recess.corner_radius))
    state = "through" if recess.through else "open" if recess.open else ""
    form = " ".join(filter(None, (recess.section, state)))
    reach = max(recess.length, recess.width, recess.depth)
    place, axis = recess.place, recess.axis
    if recess.through:
        x, y, z = (at - recess.depth * out for at, out in zip(place, axis, strict=True))
        place, axis = _either(place, (x, y, z), axis)
    return Thing(kind, recess.name, form, tuple(sizes), place, axis, reach)


def _fillet(fillet: Fillet) -> Thing:
    return Thing("fillet", fillet.name, fillet.sense, (("radius", fillet.radius), ("faces", float(len(fillet.faces)))))


def _chamfer(chamfer: Chamfer) -> Thing:
    long, short = chamfer.legs
    sizes = (("leg", long), ("other leg", short), ("faces", float(len(chamfer.faces))))
    return Thing("chamfer", chamfer.name, chamfer.sense, sizes)


def _bend(name: str, bend: Bend, thickness: float) -> Thing:
    sizes = (("radius", bend.radius), ("angle", bend.angle), ("length", bend.length), ("thickness", thickness))
    return Thing("bend", name, bend.direction, sizes, bend.centre, _upward(bend.axis), bend.length)


def _either(place: Vector, other: Vector, axis: Vector) -> tuple[Vector, Vector]:
    """One end and the axis of what goes through, whichever end it was found from."""
    return (place, axis) if _upward(axis) == axis else (other, _upward(axis))


def _upward(axis: Vector) -> Vector:
    """The same line in one of both senses: which one a bend has, or a slot that goes through, is chance."""
    x, y, z = axis
    return (-x, -y, -z) if next((part for part in axis if abs(part) > 1e-6), 0.0) < 0 else axis
