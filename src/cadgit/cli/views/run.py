"""`cadgit run`: what a model made, or why it did not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ...records import Candidate, Compared, Failure, Geometry, Output, RunRecord, SolidMeasure, Version
from ...workflow.outcomes import RunOutcome
from ..output import numbers
from ..output.blocks import Block, Cell, Group, Line, Row, Table, Title, Verbatim, fields

#: Hexadecimal digits of a hash that people compare by eye; JSON and notes have all of them.
SHORT = 12
#: Rows of a table of solids; all of them are in the record.
SOLIDS = 12
#: Lines of a model's output that are shown, from either end, and characters of one line; `--json` has all.
HEAD, TAIL, LINE = 40, 20, 400


def run(outcome: RunOutcome) -> Iterator[Block]:
    """A run from title to the model's own output."""
    candidate, record = outcome.candidate, outcome.record
    failed = record.outcome == "failed"
    yield Title(f"{name(candidate)}: {record.outcome}", "bad" if failed else "good")
    if outcome.reused:
        when = numbers.moment(record.when)
        yield Line(f"the same bytes ran at {when}: this is that record (--force runs again)", "dim", indent=1)
    measured = geometry(record.geometry, record.chosen_by) if record.geometry else ()
    yield fields(*identity(candidate, record), *measured, ("time", _time(outcome)))
    if record.geometry is not None:
        yield from solids(record.geometry)
    if record.failure is not None:
        yield failure(record.failure)
        yield last_good(outcome.last_good)
    if outcome.compared is not None:
        yield compared(outcome.compared)
    yield from remarks(record)
    yield from output(record.output)


def name(candidate: Candidate) -> str:
    """A candidate as people call it: ``bracket #4``, with its line unless that is `main`: ``bracket@try #4``."""
    line = "" if candidate.line == "main" else f"@{candidate.line}"
    return f"{candidate.part}{line} #{candidate.number}"


def identity(candidate: Candidate, record: RunRecord) -> tuple[Row, ...]:
    """What ran: entry, hashes, commit, parameters."""
    parameters = ", ".join(f"{p.name}={p.expression}" for p in candidate.meta.parameters)
    return (
        ("source", f"{candidate.meta.entry}, sha256 {record.source_sha256[:SHORT]}"),
        ("commit", candidate.id[:SHORT]),
        ("parameters", parameters),
    )


def geometry(measured: Geometry, chosen_by: str = "") -> tuple[Row, ...]:
    """Kind, labels, size, volume, area, centre of mass and counts."""
    labels = ", ".join(label for label in measured.labels if label)
    result = measured.kind + (f": {labels}" if labels else "") + (f" (from {chosen_by})" if chosen_by else "")
    flat = measured.kind in ("sketch", "surface", "curve")
    counts = ", ".join(
        (
            numbers.count(measured.solids, "solid"),
            numbers.count(measured.faces, "face"),
            numbers.count(measured.edges, "edge"),
            numbers.count(measured.vertices, "vertex", "vertices"),
        )
    )
    return (
        ("result", result),
        ("size", Cell(numbers.size(measured.box), "strong")),
        ("volume", None if flat else Cell(numbers.volume(measured.volume), "strong")),
        ("area", None if measured.kind == "curve" else numbers.area(measured.area)),
        ("centre", f"{numbers.point(measured.centre_of_mass)} mm" if measured.centre_of_mass else None),
        ("counts", counts),
    )


def solids(measured: Geometry) -> Iterator[Block]:
    """A table of the solids, where there are several."""
    if len(measured.parts) < 2:
        return
    labelled = any(solid.label for solid in measured.parts)
    columns = ("solid", *(["label"] if labelled else []), "volume mm³", "area mm²", "centre mm")
    rows = tuple(_solid(i, solid, labelled) for i, solid in enumerate(measured.parts[:SOLIDS], 1))
    yield Table(columns, rows, frozenset({"volume mm³", "area mm²"}))
    if measured.solids > len(rows):
        yield Line(f"and {measured.solids - len(rows)} more solids", "dim", indent=1)


def _solid(number: int, solid: SolidMeasure, labelled: bool) -> tuple[str, ...]:
    label = (solid.label,) if labelled else ()
    measures = (numbers.number(solid.volume), numbers.number(solid.area), numbers.point(solid.centre_of_mass))
    return (str(number), *label, *measures)


def failure(what: Failure) -> Group:
    """The reason, the model's own lines from the innermost to the outermost, and the hint."""
    blocks: list[Block] = []
    first = True
    for frame, group in itertools.groupby(what.frames):
        inside = f" in {frame.function}" if frame.function and frame.function != "<module>" else ""
        times = len(list(group))
        again = f", {times} times" if times > 1 else ""  # a recursion
        blocks.append(Line(f"{'' if first else 'called from '}{frame.file}:{frame.line}{inside}{again}", "strong"))
        first = False
        if frame.source:
            blocks.append(Line(frame.source.strip(), "code", indent=2))
    # The message may begin with the place, for readers who see nothing else.
    place = f"{what.frames[0].file}:{what.frames[0].line}: " if what.frames else ""
    blocks.append(Line(what.message.removeprefix(place), "bad"))
    if what.hint:
        blocks.append(Line(what.hint, label="hint"))
    return Group(f"failed: {what.reason}", tuple(blocks), "bad")


def last_good(version: Version | None) -> Line:
    """What a failure did not touch."""
    if version is None:
        return Line("nothing is promoted yet, so nothing was lost", "dim", indent=1)
    return Line(f"{version.name} still stands, promoted {numbers.moment(version.when)}", "good", indent=1)


def _time(outcome: RunOutcome) -> str:
    record = outcome.record
    text = f"{numbers.duration(record.seconds_model)} in the model"
    if record.seconds_import >= 0.1:
        text += f", {numbers.duration(record.seconds_import)} of it imports"
    if not outcome.reused:
        text += f", {numbers.duration(outcome.seconds_total)} in all"
    return f"{text} ({record.mode})"


def compared(result: Compared) -> Line:
    """Whether a second run made the same geometry."""
    if result.same:
        return Line(f"the same geometry as the run before (by {result.by})", "good", indent=1)
    differences = "; ".join(result.differences) or "its bytes and its properties differ"
    return Line(f"not the geometry of the run before: {differences}", "bad", indent=1)


def remarks(record: RunRecord) -> Iterator[Block]:
    """Warnings, what was left out of the result, and the files that the model wrote."""
    for warning in record.warnings:
        yield Line(warning, "warn", "warning", indent=1)
    if record.left_out:
        yield Line(f"left out of the result: {', '.join(record.left_out)}", "dim", indent=1)
    for file in record.files_written:
        size = numbers.data_size(file.size)
        yield Line(f"the model wrote {file.path} ({size}); it was not kept (see `cadgit export`)", "dim", indent=1)


def output(printed: Output) -> Iterator[Block]:
    """What the model printed, set apart: its first and last lines, so that a chatty model does not hide its result."""
    if not printed.total_bytes:
        return
    if printed.dropped_bytes:
        head, tail = _lines(printed.head)[:HEAD], _lines(printed.tail)[-TAIL:]
    else:
        head, tail = _lines(printed.head + printed.tail), []
        if len(head) > HEAD + TAIL:
            head, tail = head[:HEAD], head[-TAIL:]
    shown = sum(len(line.encode(errors="replace")) + 1 for line in (*head, *tail))
    hidden = max(printed.dropped_bytes, printed.total_bytes - shown) if tail else 0
    yield Verbatim(f"output of the model, {numbers.data_size(printed.total_bytes)}", _cut(head), _cut(tail), hidden)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n")


def _cut(text: list[str]) -> str:
    return "\n".join(
        line if len(line) <= LINE else f"{line[:LINE]}… ({len(line) - LINE} more characters)" for line in text
    )
