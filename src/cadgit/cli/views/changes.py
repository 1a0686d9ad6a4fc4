"""`cadgit restore`, `undo`, `export`, `init` and `gc`: what was written or dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...records import SheetMetal
from ...workflow.outcomes import ExportOutcome, GcLine, GcOutcome, InitOutcome, RestoreOutcome, UndoOutcome
from ..output import numbers
from ..output.blocks import Block, Line, Table, Title, fields
from .hooks import files
from .run import SHORT, name


def restore(outcome: RestoreOutcome) -> Iterator[Block]:
    """What was written, and where the overwritten bytes are."""
    if not outcome.written:
        yield Title(f"{name(outcome.candidate)}: the working tree has these bytes already", "good")
        return
    yield Title(f"{name(outcome.candidate)}: restored", "good")
    yield fields(("written", "\n".join(outcome.written)), ("unchanged", "\n".join(outcome.unchanged)))
    if outcome.kept is not None:
        kept = f"the bytes that were there are kept as candidate {outcome.kept.number} of {outcome.kept.line}"
        yield Line(f"{kept} ({outcome.kept.id[:SHORT]})", indent=1)
    yield Line("`cadgit undo` takes this back", "dim", indent=1)


def undo(outcome: UndoOutcome) -> Iterator[Block]:
    """What was taken back, and what stands."""
    if outcome.what == "promotion" and outcome.version is not None:
        yield Title(f"{outcome.version.name} withdrawn; its tag, note and STEP file are kept", "good")
    else:
        yield Title("the last restore was taken back", "good")
        yield fields(("written", "\n".join(outcome.written)))
    if outcome.standing is not None:
        yield Line(f"{outcome.standing.name} stands, promoted {numbers.moment(outcome.standing.when)}", indent=1)
    elif outcome.what == "promotion":
        yield Line("no version stands now; the next promotion gets a new number", indent=1)


def export(outcome: ExportOutcome) -> Iterator[Block]:
    """The file, its hash and what it is of."""
    of = outcome.version.name if outcome.version else name(outcome.candidate)
    yield Title(f"{outcome.path}: {of}", "good" if outcome.verified else "warn")
    size = numbers.data_size(outcome.size)
    sheet = outcome.sheet
    flat = f"flat pattern of sheet metal, {_flat(sheet)}" if sheet is not None else ""
    yield fields(("format", f"{outcome.format}, {size}"), ("sha256", outcome.sha256), ("holds", flat))
    if sheet is not None and sheet.bends:
        yield _bends(sheet)
    if not outcome.verified:
        yield Line("this geometry has not passed the gate", "warn", "warning", 1)


def _flat(sheet: SheetMetal) -> str:
    width, height, thickness = map(numbers.number, (*sheet.flat, sheet.thickness))
    return f"{width} × {height} mm, {thickness} mm thick, K-factor {sheet.k_factor:g}"


def _bends(sheet: SheetMetal) -> Table:
    """A row for each kind of bend."""
    kinds = Counter(
        (bend.direction, round(bend.angle, 4), round(bend.radius, 4), round(bend.allowance, 4)) for bend in sheet.bends
    )
    rows = tuple(
        (str(count), direction, *map(numbers.number, (angle, radius, allowance)))
        for (direction, angle, radius, allowance), count in kinds.items()
    )
    columns = ("bends", "towards", "angle °", "radius mm", "allowance mm")
    return Table(columns, rows, right=frozenset(columns) - {"towards"})


def init(outcome: InitOutcome) -> Iterator[Block]:
    """The configuration file and what git log will show."""
    yield Title(f"{outcome.path}: {outcome.state}", "good")
    command = "git log" if outcome.display_ref else "git log --notes='cadgit/*'"
    yield fields(("parts", ", ".join(outcome.parts) or "none yet"), ("notes", f"`{command}` shows them"))
    yield from files(outcome.hooks)


def gc(outcome: GcOutcome) -> Iterator[Block]:
    """What goes, line by line, or that there is nothing to drop."""
    days = f"{outcome.older_than_days:g} days"
    if not outcome.lines and not outcome.cache_files:
        yield Title(f"nothing to drop: all that is older than {days} was promoted or is the newest of its line", "good")
    else:
        dropped = "dropped" if outcome.dropped else "would be dropped"
        total = numbers.count(sum(len(line.numbers) for line in outcome.lines), "candidate")
        files = f"{numbers.count(outcome.cache_files, 'file')} of the cache ({numbers.data_size(outcome.cache_bytes)})"
        yield Title(f"older than {days}: {total} and {files} {dropped}", "good" if outcome.dropped else "warn")
        columns = ("part", "candidates", "which", "made", "stay")
        rows = tuple(_gc_row(line) for line in outcome.lines)
        if rows:
            yield Table(columns, rows, right=frozenset({"candidates", "stay"}))
    if outcome.shared:
        yield Line(f"left alone, because a remote has them too: {', '.join(outcome.shared)}", indent=1)
    if outcome.dropped and outcome.lines:
        yield Line("git frees the space when it next prunes; candidates that stay have new commits", "dim", indent=1)


def _gc_row(line: GcLine) -> tuple[str, ...]:
    first, last = line.numbers[0], line.numbers[-1]
    which = f"#{first}" if first == last else f"#{first} … #{last}"
    made = dict.fromkeys(moment.partition("T")[0] for moment in (line.oldest, line.newest))
    return f"{line.part}@{line.line}", str(len(line.numbers)), which, " … ".join(made), str(line.kept)
