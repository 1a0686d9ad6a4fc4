"""`cadgit features`: kind by kind, equal features in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from ...records import Vector
from ...records.features import FeatureKind, Features, HoleFeature
from ...workflow.recognition import FeaturesOutcome
from ..output import numbers
from ..output.blocks import Block, Group, Line, Title
from . import feature_words as words

T = TypeVar("T")

#: Kind: what one is called, and several.
_CALLED: dict[FeatureKind, tuple[str, str]] = {
    "hole": ("hole", "holes"),
    "pattern": ("pattern", "patterns"),
    "boss": ("boss", "bosses"),
    "pocket": ("pocket", "pockets"),
    "slot": ("slot", "slots"),
    "fillet": ("radius of fillets", "radii of fillets"),
    "chamfer": ("size of chamfers", "sizes of chamfers"),
    "plane": ("large plane", "large planes"),
    "bend": ("bend", "bends"),
    "wall": ("constant wall thickness", "constant wall thicknesses"),
    "symmetry": ("plane of symmetry", "planes of symmetry"),
}

#: What is missing, where that is called otherwise than what is counted.
_MISSING: dict[FeatureKind, str] = {
    "fillet": "fillets",
    "chamfer": "chamfers",
    "wall": "constant wall thickness",
}

#: Features that are alike are placed one by one up to this number.
_PLACED = 2


def features(outcome: FeaturesOutcome) -> Iterator[Block]:
    """A group for each kind that was found; then what was not found, or not looked for."""
    found = outcome.features
    told = {kind: list(_TELL[kind](found)) for kind in outcome.kinds}
    how_many = {kind: _COUNT[kind](found) for kind in outcome.kinds}
    some = [kind for kind in outcome.kinds if how_many[kind]]
    unknown = {kind for one in found.not_checked for kind in one.kinds}
    yield Title(
        f"{outcome.subject.name}: {', '.join(_called(kind, how_many[kind]) for kind in some) or 'no features found'}",
        "warn" if found.not_checked else "good",
    )
    for kind in some:
        yield Group(_called(kind, how_many[kind]), tuple(told[kind]))
    none = [_missing(kind) for kind in outcome.kinds if not how_many[kind] and kind not in unknown]
    if none and some:
        yield Line(f"no {', no '.join(none)}", style="dim")
    for one in found.not_checked:
        yield Line(f"not checked: {', '.join(map(_missing, one.kinds))}: {one.reason}", style="warn")
    for note in found.notes:
        yield Line(note, label="note")


def _called(kind: FeatureKind, how_many: int) -> str:
    return numbers.count(how_many, *_CALLED[kind])


def _missing(kind: FeatureKind) -> str:
    return _MISSING.get(kind, _CALLED[kind][1])


def _alike(items: Sequence[T], text: Callable[[T], str]) -> Iterator[tuple[str, list[T]]]:
    """Items that are told by the same text, together."""
    groups: dict[str, list[T]] = {}
    for item in items:
        groups.setdefault(text(item), []).append(item)
    yield from groups.items()


def _listed(
    items: Sequence[T], text: Callable[[T], str], name: Callable[[T], str], place: Callable[[T], Vector]
) -> Iterator[Block]:
    """A line for those that are alike, and below it their names, with places of few."""
    for what, alike in _alike(items, text):
        yield _head(what, len(alike))
        yield _names(alike, name, place)


def _head(what: str, how_many: int) -> Line:
    return Line(f"{how_many} × {what}" if how_many > 1 else what, indent=1)


def _names(alike: Sequence[T], name: Callable[[T], str], place: Callable[[T], Vector]) -> Line:
    if len(alike) <= _PLACED:
        text = ", ".join(f"{name(one)} at {numbers.point(place(one))}" for one in alike)
    else:
        text = words.names(map(name, alike))
    return Line(text, style="dim", indent=3)


def _holes(found: Features) -> Iterator[Block]:
    patterned = {member: one for one in found.patterns for member in one.members}

    def text(one: HoleFeature) -> str:
        pattern = patterned.get(one.name)
        return words.hole(one) + (f"\n{words.arrangement(pattern)} ({pattern.name})" if pattern else "")

    for what, alike in _alike(found.holes, text):
        own, _, pattern = what.partition("\n")
        yield _head(own, len(alike))
        threads = alike[0].threads
        if threads:
            yield Line(f"perhaps {', or '.join(map(words.thread, threads))}", indent=3)
        if pattern:
            yield Line(f"{pattern}: {words.names(one.name for one in alike)}", style="dim", indent=3)
        else:
            yield _names(alike, lambda one: one.name, lambda one: one.start)


def _patterns(found: Features) -> Iterator[Block]:
    for one in found.patterns:
        yield Line(f"{one.name}: {words.pattern(one)}", indent=1)
        yield Line(words.names(one.members), style="dim", indent=3)


def _bosses(found: Features) -> Iterator[Block]:
    yield from _listed(found.bosses, words.boss, lambda one: one.name, lambda one: one.base)


def _pockets(found: Features) -> Iterator[Block]:
    yield from _listed(found.pockets, words.recess, lambda one: one.name, lambda one: one.place)


def _slots(found: Features) -> Iterator[Block]:
    yield from _listed(found.slots, words.recess, lambda one: one.name, lambda one: one.place)


def _fillets(found: Features) -> Iterator[Block]:
    for one in found.fillets:
        faces = numbers.count(len(one.faces), "face")
        corners = f" and {numbers.count(len(one.corners), 'corner')}" if one.corners else ""
        yield Line(f"{one.name}: {words.fillet(one)}, {faces}{corners}", indent=1)
        yield Line(words.faces(one.faces), style="dim", indent=3)


def _chamfers(found: Features) -> Iterator[Block]:
    for one in found.chamfers:
        yield Line(f"{one.name}: {words.chamfer(one)}, {numbers.count(len(one.faces), 'face')}", indent=1)
        yield Line(words.faces(one.faces), style="dim", indent=3)


def _planes(found: Features) -> Iterator[Block]:
    for one in found.planes:
        letter = f" (datum {one.letter})" if one.letter else ""
        yield Line(f"{one.name}{letter}: {words.plane(one)}", indent=1)


def _bends(found: Features) -> Iterator[Block]:
    for one in found.sheets:
        sheet = one.sheet
        flat = " × ".join(map(numbers.length, sheet.flat))
        plates = numbers.count(sheet.plates, "plate")
        yield Line(f"solid:{one.solid}: sheet of {numbers.length(sheet.thickness)} mm, {plates}", indent=1)
        yield Line(f"flat pattern {flat} mm, with a K-factor of {numbers.length(sheet.k_factor)}", indent=3)
        named = [(f"bend:{number}", bend) for number, bend in enumerate(sheet.bends, one.first_bend)]
        for what, alike in _alike(named, lambda item: words.bend(item[1])):
            yield Line(f"{len(alike)} × {what}" if len(alike) > 1 else what, indent=3)
            yield Line(words.names(name for name, _ in alike), style="dim", indent=5)


def _walls(found: Features) -> Iterator[Block]:
    for one in found.walls:
        share = numbers.number(100 * one.share, 3, 0)
        yield Line(f"{one.name}: {numbers.length(one.thickness)} mm, {share}% of solid:{one.solid}", indent=1)


def _symmetry(found: Features) -> Iterator[Block]:
    for one in found.symmetry:
        line = f"{one.name}: across {words.direction(one.normal)}, through {numbers.point(one.place)}"
        yield Line(line, indent=1)


_TELL: dict[FeatureKind, Callable[[Features], Iterator[Block]]] = {
    "hole": _holes,
    "pattern": _patterns,
    "boss": _bosses,
    "pocket": _pockets,
    "slot": _slots,
    "fillet": _fillets,
    "chamfer": _chamfers,
    "plane": _planes,
    "bend": _bends,
    "wall": _walls,
    "symmetry": _symmetry,
}

_COUNT: dict[FeatureKind, Callable[[Features], int]] = {
    "hole": lambda found: len(found.holes),
    "pattern": lambda found: len(found.patterns),
    "boss": lambda found: len(found.bosses),
    "pocket": lambda found: len(found.pockets),
    "slot": lambda found: len(found.slots),
    "fillet": lambda found: len(found.fillets),
    "chamfer": lambda found: len(found.chamfers),
    "plane": lambda found: len(found.planes),
    "bend": lambda found: sum(len(one.sheet.bends) for one in found.sheets),
    "wall": lambda found: len(found.walls),
    "symmetry": lambda found: len(found.symmetry),
}
