"""What became of features, in words: ``hole resized: ø10 → ø12, through 20, at (0, 0, -10)``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...records import Vector
from ...records.feature_changes import FeatureChange
from ..output import numbers

#: Places and names that are listed; `--json` has all.
_LISTED = 4

#: The sizes of one side by what they are, several of a name in their order.
_Sizes = dict[str, list[float]]


def sentences(changes: Sequence[FeatureChange]) -> Iterator[tuple[str, str]]:
    """A sentence for each change, and what is under it (empty for most): equal changes are told together."""
    alike: defaultdict[tuple[str, str, str], list[FeatureChange]] = defaultdict(list)
    for change in changes:
        alike[change.kind, change.change, _sizes(change)].append(change)
    for (kind, what, sizes), those in alike.items():
        nouns = kind if len(those) == 1 else f"{len(those)} {plural(kind)}"
        verb = {"changed": "moved and resized"}.get(what, what)
        sentence = ", ".join(filter(None, (f"{nouns} {verb}: {sizes}", _places(those))))
        yield sentence, _members([member for change in those for member in change.members])


def plural(kind: str) -> str:
    """``holes``, ``bosses``."""
    return f"{kind}es" if kind.endswith("s") else f"{kind}s"


def _members(changes: Sequence[FeatureChange]) -> str:
    """``moved: hole:1, hole:2; added: hole:5``."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for change in changes:
        both = change.before and change.after and change.before != change.after
        name = f"{change.before} → {change.after}" if both else change.after or change.before
        names["moved and resized" if change.change == "changed" else change.change].append(name)
    return "; ".join(f"{what}: {_some(sorted(those, key=_by_number))}" for what, those in names.items())


def _by_number(name: str) -> tuple[int, str]:
    return (len(name.split(" ")[0]), name)


def _places(changes: Sequence[FeatureChange]) -> str:
    # Where a hole begins goes with the plate that it is in: one that was resized is told by where it is now.
    ways = [(None if one.change == "resized" else one.place_before, one.place_after) for one in changes]
    went = [(a, b) for a, b in ways if a is not None and b is not None and numbers.point(a) != numbers.point(b)]
    if len(went) == len(ways) > 1 and len({_by(a, b) for a, b in went}) == 1:
        return f"by {_by(*went[0])}"
    texts = [_way(before, after) for before, after in ways if before is not None or after is not None]
    return ("" if went else "at ") + _some(texts) if texts else ""


def _by(before: Vector, after: Vector) -> str:
    x, y, z = (b - a for a, b in zip(before, after, strict=True))
    return numbers.point((x, y, z))


def _way(before: Vector | None, after: Vector | None) -> str:
    return " → ".join(dict.fromkeys(numbers.point(place) for place in (before, after) if place is not None))


def _some(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - _LISTED} more" if len(texts) > _LISTED else ""
    return ", ".join(texts[:_LISTED]) + more


def _sizes(change: FeatureChange) -> str:
    """Sizes of both sides, what is equal once; ``now`` and ``no more`` mark what one side has alone."""
    before = _parts(change, [(one.what, one.before) for one in change.dimensions], change.form_before)
    after = _parts(change, [(one.what, one.after) for one in change.dimensions], change.form_after)
    texts = []
    for key in {**after, **before} if change.after else before:
        old, new = before.get(key, ""), after.get(key, "")
        if old == new or not change.before or not change.after:
            texts.append(new or old)
        else:
            texts.append(_from_to(old, new) if old and new else f"now {new}" if new else f"no more {old}")
    return ", ".join(texts)


def _from_to(old: str, new: str) -> str:
    """``ø10 → ø12``, ``grid of 2 × 2 → 3 × 2``: words that both begin with stand once."""
    words = new.split(" ")
    pairs = enumerate(zip(old.split(" "), words, strict=False))
    same = next((index for index, (a, b) in pairs if a != b or not a.isalpha()), 0)
    return f"{old} → {' '.join(words[same:])}"


def _parts(change: FeatureChange, dimensions: Sequence[tuple[str, float | None]], form: str) -> dict[str, str]:
    """The sizes of one side as pieces of text, by what they are."""
    sizes: _Sizes = defaultdict(list)
    for what, value in dimensions:
        if value is not None:
            sizes[what].append(value)
    if not sizes:
        return {}
    return {key: text for key, text in _TELL[change.kind](sizes, form).items() if text}


def _round(sizes: _Sizes, form: str) -> dict[str, str]:
    parts = {"diameter": _diameter(sizes), "depth": _deep(sizes, "through" in form)}
    for mouth, end in (("counterbore", "depth"), ("countersink", "angle")):
        pairs = zip(sizes.get(f"{mouth} diameter", ()), sizes.get(f"{mouth} {end}", ()), strict=False)
        for index, (wide, other) in enumerate(pairs):
            unit = "°" if end == "angle" else ""
            parts[f"{mouth} {index}"] = f"{mouth} ø{numbers.length(wide)} × {numbers.length(other)}{unit}"
    return parts


def _pattern(sizes: _Sizes, form: str) -> dict[str, str]:
    arrangement, *rest = form.split()
    counts = [round(count) for count in sizes["count"]]
    total = counts[0] * (counts[1] if len(counts) > 1 else 1)
    member = _diameter(sizes) or (rest[0] if rest else "")
    parts = {"members": f"{total} × {member}"}
    if arrangement == "circular":
        parts["circle"] = f"on a circle of ø{numbers.length(sizes['circle'][0])}"
        parts["turn"] = f"every {numbers.length(sizes['turn'][0])}°"
    else:
        pitch = " × ".join(map(numbers.length, sizes["pitch"]))
        parts["counts"] = f"grid of {' × '.join(map(str, counts))}" if arrangement == "grid" else "in a line"
        parts["pitch"] = f"pitch {pitch}"
    if "hole" in rest:
        parts |= {key: text for key, text in _round(sizes, form).items() if key != "diameter"}
    return parts


def _boss(sizes: _Sizes, form: str) -> dict[str, str]:
    outline = _diameter(sizes) or " × ".join(numbers.length(sizes[key][0]) for key in _SIDES if key in sizes)
    sides = f"{sizes['sides'][0]:.0f} sides" if "sides" in sizes else ""
    return {"form": form, "outline": outline, "sides": sides, "height": f"{numbers.length(sizes['height'][0])} high"}


def _recess(sizes: _Sizes, form: str) -> dict[str, str]:
    section, *state = form.split()
    outline = " × ".join(numbers.length(sizes[key][0]) for key in _SIDES if key in sizes)
    corner = f"corners R{numbers.length(sizes['corner radius'][0])}" if "corner radius" in sizes else ""
    floor = f"floor {_diameter(sizes)}" if "diameter" in sizes else ""
    deep = _deep(sizes, "through" in state)
    return {"form": section, "outline": outline, "depth": deep, "floor": floor, "corner": corner}


def _fillet(sizes: _Sizes, form: str) -> dict[str, str]:
    return {"radius": f"R{numbers.length(sizes['radius'][0])}", "form": form, "faces": _faces(sizes)}


def _chamfer(sizes: _Sizes, form: str) -> dict[str, str]:
    legs = f"{numbers.length(sizes['leg'][0])} × {numbers.length(sizes['other leg'][0])}"
    return {"legs": legs, "form": form, "faces": _faces(sizes)}


def _bend(sizes: _Sizes, form: str) -> dict[str, str]:
    return {
        "radius": f"R{numbers.length(sizes['radius'][0])}",
        "angle": f"{numbers.length(sizes['angle'][0])}° {form}",
        "length": f"{numbers.length(sizes['length'][0])} long",
        "sheet": f"sheet {numbers.length(sizes['thickness'][0])}",
    }


_SIDES = ("length", "width", "across flats")
_TELL = {
    "hole": _round,
    "pattern": _pattern,
    "boss": _boss,
    "pocket": _recess,
    "slot": _recess,
    "fillet": _fillet,
    "chamfer": _chamfer,
    "bend": _bend,
}


def _diameter(sizes: _Sizes) -> str:
    return f"ø{numbers.length(sizes['diameter'][0])}" if "diameter" in sizes else ""


def _deep(sizes: _Sizes, through: bool) -> str:
    depth = numbers.length(sizes["depth"][0]) if "depth" in sizes else ""
    return "" if not depth else f"through {depth}" if through else f"{depth} deep"


def _faces(sizes: _Sizes) -> str:
    return numbers.count(round(sizes["faces"][0]), "face")
