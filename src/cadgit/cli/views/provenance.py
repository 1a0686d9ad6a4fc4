"""`cadgit trace`, `history`, `replay`, `attest`, `verify --signatures`: where something came from, and proof of it."""

from __future__ import annotations

from collections.abc import Iterator

from ...workflow.attest import AttestOutcome, text
from ...workflow.history import HistoryOutcome, Passed, PassedCommit
from ...workflow.measures import Measure
from ...workflow.replay import Replayed, ReplayOutcome
from ...workflow.signatures import SignaturesOutcome
from ...workflow.trace import TraceOutcome
from ..output import numbers
from ..output.blocks import Block, Cell, Check, Line, Mark, Raw, Style, Table, Title, fields
from .run import SHORT, name
from .verdict import provenance

#: Differences that are shown, and the relative change of a measure that is only rounding.
_DIFFERENCES, _NOISE = 4, 1e-9

_MARKS: dict[str, Mark] = {"identical": "good", "header": "warn", "line ends": "warn", "same geometry": "warn"}
_SAID = {
    "header": "its header was changed; its geometry is byte for byte that of {}",
    "line ends": "line ends were changed on the way; otherwise it is the STEP file of {}",
    "same geometry": "another program wrote it anew; its geometry is that of {}",
    "geometry": "it was changed: it is not the geometry of {}, which its header names",
    "unread": "it was changed: its header names {}, but its geometry cannot be read",
}


def trace(outcome: TraceOutcome) -> Iterator[Block]:
    """What a file is, what is different, and the provenance of the version that it is of."""
    of = outcome.versions[0].name if outcome.versions else name(outcome.candidate) if outcome.candidate else ""
    yield Title(f"{outcome.path}: {_sentence(outcome, of)}", _MARKS.get(outcome.state, "bad"))
    for version in outcome.versions:
        if version.withdrawn:
            yield Line(f"{version.name} was withdrawn on {version.withdrawn[:10]}", "warn", "warning", 1)
    yield from _differences(outcome.differences)
    if outcome.measures:
        yield measures(outcome.measures, of, "this file")
    if outcome.promotion is not None:
        version = outcome.versions[0]
        yield provenance(outcome.promotion, version.tag, version.id)
        if len(outcome.versions) > 1:
            others = ", ".join(other.name for other in outcome.versions[1:])
            yield Line(f"the same file, or the same source: {others}", "dim", indent=1)
        yield Line(f"`git show {version.tag}:{outcome.promotion.header.entry}` prints its source", "dim", indent=1)
    elif outcome.candidate is not None:
        yield Line(f"that was not promoted; `cadgit show {outcome.candidate.id[:SHORT]}` tells more", indent=1)
    elif outcome.header is not None:
        yield from _claims(outcome)


def _sentence(outcome: TraceOutcome, of: str) -> str:
    if outcome.state == "identical":
        return f"the STEP file of {of}" if outcome.format == "step" else f"{of}, as {outcome.format}, unchanged"
    if outcome.state in _SAID:
        return _SAID[outcome.state].format(of)
    if of:
        return f"it says that it is of {of}, but nothing that is kept or was exported here has this content"
    if outcome.header is not None:
        return "cadgit wrote into it where it came from, but that is not known here"
    return "unknown: nothing that was exported here has this content, and it does not say where it came from"


def _claims(outcome: TraceOutcome) -> Iterator[Block]:
    header = outcome.header
    assert header is not None
    parameters = ", ".join(f"{item.name}={item.expression}" for item in header.parameters)
    # There is room for no more than the tree in an STL file.
    whole = bool(header.source_sha256)
    yield Line("this is what the file itself says, which anybody can write:", indent=1)
    yield fields(
        ("part", header.part),
        ("source", f"{header.entry}, sha256 {header.source_sha256}" if whole else ""),
        ("closure", f"sha256 {header.closure_sha256}" if whole else ""),
        ("tree", header.tree),
        ("parameters", parameters),
        ("build123d", f"{header.build123d}, OCCT {header.occt}" if whole else ""),
    )
    yield Line("run this in the repository of that part, or fetch its versions there first", label="hint", indent=1)


def _differences(found: tuple[str, ...]) -> Iterator[Line]:
    """The first few; the measures side by side tell the rest."""
    yield from (Line(difference, indent=1) for difference in found[:_DIFFERENCES])
    if len(found) > _DIFFERENCES:
        yield Line(f"and {len(found) - _DIFFERENCES} more differences (`--json` has them)", "dim", indent=1)


def measures(rows: tuple[Measure, ...], before: str, now: str) -> Table:
    """Quantities side by side, with the change."""
    columns = ("", before, now, "change")
    return Table(columns, tuple(_measure(row) for row in rows), frozenset({before, now}))


def _measure(row: Measure) -> tuple[str, ...]:
    change = row.now - row.before if abs(row.change) > _NOISE else 0.0
    said = "=" if not change else numbers.percent(row.change) if row.unit else numbers.signed(change)
    name = f"{row.name} {row.unit}" if row.unit else row.name
    return (name, numbers.number(row.before), numbers.number(row.now), said)


_REPLAYED: dict[str, tuple[str, Mark]] = {
    "identical": ("the identical STEP file", "good"),
    "same geometry": ("the same geometry, in other bytes", "good"),
    "within tolerance": ("the same within the tolerance, under other versions", "warn"),
    "different": ("different", "bad"),
    "failed": ("failed", "bad"),
}


def replayed(one: Replayed) -> Iterator[Block]:
    """How one version came out, what moved, and what the checks say where they do not all pass."""
    said, mark = _REPLAYED[one.state]
    time = numbers.duration(one.seconds)
    yield Title(f"{one.version.name}: {said} ({time})", mark if one.holds else "bad")
    if one.detail:
        yield Line(one.detail, "bad", indent=1)
    yield from _differences(one.differences)
    if one.environment and one.state != "identical":
        yield Line(", ".join(one.environment), label="made with", indent=1)
    if one.moved:
        yield measures(one.moved, "promoted", "now")
    if one.verdict is not None and not one.holds:
        yield from (Check(check) for check in one.verdict.checks if check.status in ("fail", "not checked"))


def replays(outcome: ReplayOutcome) -> Iterator[Block]:
    """How many versions there were, and which of them did not come out as they were promoted."""
    wrong = [one.version.name for one in outcome.replays if not one.holds]
    total = numbers.count(len(outcome.replays), "version")
    if wrong:
        yield Title(f"{len(wrong)} of {total} did not come out as promoted: {', '.join(wrong)}", "bad")
    elif len(outcome.replays) > 1:
        yield Title(f"{total} came out as promoted", "good")


_SIGNED: dict[str, Style] = {"good": "good", "bad": "bad", "unknown key": "warn", "no tag": "warn"}


def signatures(outcome: SignaturesOutcome) -> Iterator[Block]:
    """A row for each version: how its signature is, whose it is, and why it is not good."""
    rows = tuple(
        (one.version.name, Cell(one.state, _SIGNED.get(one.state, "")), one.who, one.key, one.detail)
        for one in outcome.signatures
    )
    filled = [i for i in range(5) if any(row[i] for row in rows)]
    columns = ("version", "signature", "by", "key", "remark")
    yield Table(tuple(columns[i] for i in filled), tuple(tuple(row[i] for i in filled) for row in rows))
    bad = [one.version.name for one in outcome.signatures if one.state == "bad"]
    if bad:
        yield Title(f"not to be relied on: {', '.join(bad)}", "bad")


def attest(outcome: AttestOutcome) -> Iterator[Block]:
    """The statement itself, to be piped on; or where it was written."""
    if not outcome.path:
        yield Raw(text(outcome.statement))
        return
    yield Title(f"{outcome.path}: in-toto statement about {outcome.version.name}", "good")
    subjects = "\n".join(f"{one['name']}, sha256 {one['digest']['sha256']}" for one in outcome.statement["subject"])
    yield fields(("subjects", subjects))


def history(outcome: HistoryOutcome, git: bool) -> Iterator[Block]:
    """The versions; with ``--git`` the commits of the user's that have their source, and the branches."""
    yield Title(outcome.part)
    for version in outcome.versions:
        said = f"withdrawn {numbers.moment(version.withdrawn)}" if version.withdrawn else version.message
        text = f"{version.name}, {numbers.moment(version.when)}, {_person(version.who)}" + (f": {said}" if said else "")
        yield Line(text.partition("\n")[0], "dim" if version.withdrawn else "", indent=1)
    if not outcome.versions:
        yield Line("no version yet", "dim", indent=1)
    if not git:
        return
    if outcome.commits:
        columns = ("commit", "when", "passed as", "by", "subject")
        yield Table(columns, tuple(map(_passed_commit, outcome.commits)), whole=frozenset({"commit", "when"}))
    else:
        yield Line("no commit of a branch here has source that passed", indent=1)
    if outcome.branches:
        rows = tuple((one.branch or "HEAD", one.commit[:SHORT], _passed_as(one.passed)) for one in outcome.branches)
        yield Table(("branch", "commit", "its files passed as"), rows)


def _person(who: str) -> str:
    """A name without its address."""
    return who.partition(" <")[0]


def _passed_commit(one: PassedCommit) -> tuple[str | Cell, ...]:
    how = "" if one.how == "exact" else f" ({'other line ends' if one.how == 'line ends' else one.how})"
    return (
        one.commit[:SHORT],
        numbers.moment(one.when),
        _passed_as(one.passed, how),
        _person(one.who),
        one.subject,
    )


def _passed_as(passed: Passed, how: str = "") -> Cell:
    names = [f"v{version.number}" + (" (withdrawn)" if version.withdrawn else "") for version in passed.versions]
    names += [name(candidate) for candidate in passed.candidates]
    stands = any(not version.withdrawn for version in passed.versions)
    return Cell(", ".join(names) + how if names else "nothing", "good" if stands else "" if names else "dim")
