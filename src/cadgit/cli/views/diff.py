"""`cadgit diff`: what makes one candidate differ from another."""

from __future__ import annotations

from collections.abc import Iterator

from ...records import Box, Differences, Geometry
from ...workflow.comparison import DiffOutcome, Operand, SourceChange
from ..output import numbers
from ..output.blocks import Block, Line, Table, Title, Verbatim
from .feature_changes import plural, sentences

#: Rows of pieces and of features, and lines of a file's diff, that are shown; `--json` and `--html` have all.
ROWS, LINES = 12, 60


def diff(outcome: DiffOutcome) -> Iterator[Block]:
    """Measures side by side, what was added and removed, and the source."""
    found = outcome.differences
    yield Title(
        f"{outcome.first.name} → {outcome.second.name}: {sentence(outcome)}", "bad" if found is None else "good"
    )
    if outcome.not_checked:
        yield Line(outcome.not_checked, label="not compared", indent=1)
    rows = measures(outcome)
    if rows:
        yield Table(("", "before", "after", "change"), rows)
    yield from _features(outcome)
    if found is not None:
        yield from _pieces(found)
        yield from (Line(note, label="note", indent=1) for note in found.notes)
    yield from _within(outcome)
    for change in outcome.source:
        yield _source(change)
    for what, path in (("picture", outcome.picture), ("page", outcome.page)):
        if path:
            yield Line(path, label=what, indent=1)


def sentence(outcome: DiffOutcome) -> str:
    """What happened to the geometry, in a few words."""
    found = outcome.differences
    if found is None:
        return "the geometries were not compared"
    if found.same:
        return "the same geometry" + ("" if outcome.source else ", the same source")
    if found.iou is None:
        return "another geometry"
    added, removed = numbers.volume(found.added), numbers.volume(found.removed)
    return f"{added} added, {removed} removed, IoU {found.iou:.6f} (by {found.by})"


def measures(outcome: DiffOutcome) -> tuple[tuple[str, str, str, str], ...]:
    """A row for each measure: before, after, and the change."""
    before, after = outcome.first, outcome.second
    rows = [("outcome", _outcome(before), _outcome(after), "")]
    a, b = before.geometry, after.geometry
    if a is None or b is None:
        one = a or b
        if one is not None:
            said = ((label, text) for label, text, _ in _measured(one))
            rows += [(label, text if a else "–", text if b else "–", "") for label, text in said]
        return tuple(rows)
    for (label, mine, x), (_, theirs, y) in zip(_measured(a), _measured(b), strict=True):
        rows.append((label, mine, theirs, _change(x, y)))
    return tuple(rows)


def _outcome(operand: Operand) -> str:
    return operand.outcome or "a file"


def _measured(found: Geometry) -> list[tuple[str, str, tuple[float, ...]]]:
    """Label, text and numbers of each measure."""
    size = found.box.size if found.box else ()
    centre = found.centre_of_mass or ()
    counts = (("solids", found.solids), ("faces", found.faces), ("edges", found.edges), ("vertices", found.vertices))
    return [
        ("kind", found.kind, ()),
        ("size mm", numbers.size(found.box).removesuffix(" mm"), size),
        ("volume mm³", numbers.number(found.volume), (found.volume,)),
        ("area mm²", numbers.number(found.area), (found.area,)),
        ("centre mm", numbers.point(found.centre_of_mass), centre),
        *((label, str(count), (float(count),)) for label, count in counts),
    ]


def _change(before: tuple[float, ...], after: tuple[float, ...]) -> str:
    if not before or len(before) != len(after):
        return ""
    changes = [numbers.signed(y - x, decimals=4) for x, y in zip(before, after, strict=True)]
    if all(change == "0" for change in changes):
        return "="
    return changes[0] if len(changes) == 1 else f"({', '.join(changes)})"


def _pieces(found: Differences) -> Iterator[Block]:
    if found.pieces:
        columns = ("", "volume mm³", "from", "to")
        rows = tuple((piece.side, numbers.number(piece.volume), *corners(piece.box)) for piece in found.pieces[:ROWS])
        yield Table(columns, rows, frozenset({"volume mm³"}))
    left = len(found.pieces) - ROWS
    if left > 0:
        yield Line(f"and {numbers.count(left, 'more piece')}", "dim", indent=1)
    if found.slivers:
        thin = f"thinner than {numbers.number(found.thinnest, 2)} mm"
        yield Line(f"{numbers.count(found.slivers, 'piece')} {thin} left out", "dim", indent=1)


def corners(box: Box) -> tuple[str, str]:
    """The two corners of a box."""
    return numbers.point(box.minimum), numbers.point(box.maximum)


def _features(outcome: DiffOutcome) -> Iterator[Block]:
    told = [*sentences(outcome.features)]
    for sentence, under in told[:ROWS]:
        yield Line(sentence, indent=1)
        if under:
            yield Line(under, "dim", indent=2)
    if len(told) > ROWS:
        yield Line(f"and {numbers.count(len(told) - ROWS, 'more change')} of features", "dim", indent=1)
    yield from (Line(note, "dim", label="note", indent=1) for note in unrecognised(outcome))


def unrecognised(outcome: DiffOutcome) -> Iterator[str]:
    """Which kinds of features were not compared, and why."""
    for one in outcome.unrecognised:
        yield f"{', '.join(map(plural, one.kinds))} were not compared: {one.reason}"


def _within(outcome: DiffOutcome) -> Iterator[Block]:
    if outcome.within is None:
        return
    low, high = corners(outcome.within)
    box = f"the box from {low} to {high}"
    if outcome.inside is None:
        yield Line(f"whether every change lies in {box} is not known", "warn", indent=1)
    elif outcome.inside:
        yield Line(f"every change lies in {box}", "good", indent=1)
    else:
        count = numbers.count(len(outcome.outside), "piece reaches", "pieces reach")
        yield Line(f"{count} out of {box}", "bad", indent=1)


def _source(change: SourceChange) -> Block:
    title = f"{change.path}: {change.change}"
    if not change.diff:
        return Line(f"{title}, not text", indent=1)
    lines = change.diff.split("\n")
    more = f"\n… {len(lines) - LINES} more lines …" if len(lines) > LINES else ""
    return Verbatim(title, "\n".join(lines[:LINES]) + more)
