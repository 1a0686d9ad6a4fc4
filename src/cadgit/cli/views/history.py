"""`cadgit status`, `log` and `show`: what there is."""

from __future__ import annotations

from collections.abc import Iterator

from ...records import Candidate, RunRecord, Version
from ...workflow.outcomes import LogEntry, LogOutcome, PartStatus, ShowOutcome, StatusOutcome
from ..output import numbers
from ..output.blocks import Block, Cell, Check, Line, Style, Table, Title, fields
from .run import SHORT, failure, geometry, identity, name, output, remarks, solids
from .verdict import MARKS, provenance, sentence

_STYLES: dict[str, Style] = {
    **dict.fromkeys(("pass", "promoted", "verified"), "good"),
    **dict.fromkeys(("fail", "failed", "rejected", "missing", "unreadable"), "bad"),
    **dict.fromkeys(("warn", "not checked"), "warn"),
    **dict.fromkeys(("not run", "new"), "dim"),
}


#: Versions below a log; git lists the others.
VERSIONS = 10
#: Characters of a parameter's value below a row; `cadgit show` has all of them.
_EXPRESSION = 40


def status(outcome: StatusOutcome) -> Iterator[Block]:
    """A row for each part, and how the kernel is."""
    if outcome.parts:
        columns = ("part", "entry", "state", "candidates", "latest")
        yield Table(columns, tuple(_part(part) for part in outcome.parts), frozenset({"candidates"}))
        for part in outcome.parts:
            yield from _options(part.candidate, part.part)
            if part.detail:
                yield Line(part.detail.partition("\n")[0], label=part.part, indent=1)
    else:
        yield Line("no parts yet; `cadgit run FILE` makes the first candidate", indent=1)
    yield Line(f"repository {outcome.root}; kernel {outcome.kernel}", "dim", indent=1)


def _part(part: PartStatus) -> tuple[str | Cell, ...]:
    latest = f"v{part.latest.number}, {numbers.moment(part.latest.when)}" if part.latest else "–"
    return (part.part, part.entry, Cell(part.state, _STYLES.get(part.state, "")), str(part.candidates), latest)


def _options(candidate: Candidate | None, label: str) -> Iterator[Line]:
    """What a candidate was run with, as on the command line; nothing where it was run as it is."""
    if candidate is None:
        return
    said = [f"-P {override.name}={_short(override.expression)}" for override in candidate.meta.parameters]
    if candidate.meta.object:
        said.append(f"--object {candidate.meta.object}")
    if said:
        yield Line(" ".join(said), label=label, indent=1)


def _short(expression: str) -> str:
    return expression if len(expression) <= _EXPRESSION else expression[: _EXPRESSION - 1] + "…"


def log(outcome: LogOutcome) -> Iterator[Block]:
    """A row for each candidate, newest first, then the versions."""
    where = outcome.part + ("" if outcome.line == "main" else f", line {outcome.line}")
    yield Title(where)
    if outcome.entries:
        columns = ("no", "when", "outcome", "size mm", "volume mm³", "change")
        withdrawn = {version.number for version in outcome.versions if version.withdrawn}
        rows = tuple(_entry(entry, withdrawn) for entry in outcome.entries)
        yield Table(columns, rows, frozenset({"no", "volume mm³"}), frozenset(columns[:-1]))
        for entry in outcome.entries:
            yield from _options(entry.candidate, f"#{entry.candidate.number}")
            if entry.reason:
                yield Line(entry.reason.partition("\n")[0], "dim", f"#{entry.candidate.number}", indent=1)
    else:
        yield Line("no candidates", "dim", indent=1)
    if outcome.more:
        yield Line("older ones are left out (-n shows more)", "dim", indent=1)
    for version in outcome.versions[:VERSIONS]:
        yield _version(version)
    if len(outcome.versions) > VERSIONS:
        older = len(outcome.versions) - VERSIONS
        yield Line(f"and {older} older: `git log cadgit/{outcome.part}/v{older}`", "dim", indent=1)


def _entry(entry: LogEntry, withdrawn: set[int]) -> tuple[str | Cell, ...]:
    measured = entry.geometry
    versions = [f"(v{number})" if number in withdrawn else f"v{number}" for number in entry.versions]
    return (
        str(entry.candidate.number),
        numbers.moment(entry.candidate.when),
        Cell(" ".join([entry.outcome, *versions]), _STYLES.get(entry.outcome, "")),
        numbers.short_size(measured.box) if measured else "",
        numbers.number(measured.volume) if measured and measured.volume else "",
        change(entry),
    )


def change(entry: LogEntry) -> str:
    """Against the candidate before: ``+5.2%, x+2``; ``=`` where neither volume nor size changed."""
    if entry.volume_change is None and entry.size_change is None:
        return ""
    said = [] if not entry.volume_change else [numbers.percent(entry.volume_change)]
    for axis, delta in zip("xyz", entry.size_change or (), strict=False):
        text = numbers.signed(delta, decimals=3)
        if text != "0":
            said.append(f"{axis}{text}")
    return ", ".join(said) or "="


def _version(version: Version) -> Line:
    message = f": {version.message.splitlines()[0]}" if version.message.strip() else ""
    withdrawn = f" (withdrawn {numbers.moment(version.withdrawn)})" if version.withdrawn else ""
    text = f"{version.name}  {numbers.moment(version.when)}  {version.who.partition(' <')[0]}{message}{withdrawn}"
    return Line(text, "dim" if version.withdrawn else "", indent=1)


def show(outcome: ShowOutcome) -> Iterator[Block]:
    """A candidate with its files, runs, verdicts and versions."""
    candidate = outcome.candidate
    yield Title(name(candidate))
    source = identity(candidate, outcome.runs[-1]) if outcome.runs else (("commit", candidate.id[:SHORT]),)
    files = "\n".join(f"{path} ({numbers.data_size(size)})" for path, size in outcome.files)
    when = numbers.moment(candidate.when)
    yield fields(*source, ("tree", candidate.tree[:SHORT]), ("when", when), ("files", files))
    for i, record in enumerate(outcome.runs, 1):
        yield from _run(record, last=i == len(outcome.runs))
    for verdict in outcome.verdicts:
        yield Title(f"verdict {numbers.moment(verdict.when)}: {sentence(verdict)}", MARKS[verdict.outcome])
        yield from (Check(check) for check in verdict.checks)
    for version, promotion in zip(outcome.versions, outcome.promotions, strict=False):
        yield Title(version.name, "warn" if version.withdrawn else "good")
        yield provenance(promotion, version.tag, version.id)


def _run(record: RunRecord, last: bool) -> Iterator[Block]:
    time = numbers.duration(record.seconds_model)
    what = {"run": "run", "proof": "second run", "replay": "replay"}[record.purpose]
    title = f"{what} {numbers.moment(record.when)}: {record.outcome}, {record.mode}, {time} in the model"
    yield Title(title, "bad" if record.failure else "good")
    if record.failure is not None:
        yield failure(record.failure)
    measured = geometry(record.geometry, record.chosen_by) if record.geometry else ()
    if not last:  # earlier runs of the same bytes say the same about all the rest
        yield fields(*measured)
    else:
        environment = record.environment
        yield fields(
            *measured,
            ("python", f"{environment.python}, {environment.platform}"),
            ("build123d", f"{environment.build123d}, OCCT {environment.occt}"),
            ("fonts", ", ".join(f"{font.requested} → {font.family}" for font in environment.fonts)),
            ("sandbox", ", ".join(record.sandbox)),
            ("BREP", f"sha256 {record.brep_sha256[:SHORT]}" if record.brep_sha256 else None),
        )
        if record.geometry is not None:
            yield from solids(record.geometry)
        yield from remarks(record)
        yield from output(record.output)
