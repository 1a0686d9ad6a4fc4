"""page: what the page shows of a candidate beside its model, gathered from the source, the records and the history."""

from __future__ import annotations

from dataclasses import replace

from .. import parameters
from ..errors import RefError
from ..frozen import frozen
from ..git.refs import DEFAULT_LINE
from ..records import Candidate, CheckResult, Geometry, RunRecord, Status, Verdict, Version
from ..spec import from_text
from . import spec_in_force
from .comparison import Operand, SourceChange
from .log import log
from .measures import Measure, side_by_side
from .outcomes import LogEntry, RunOutcome
from .promote import describe
from .run import latest_record
from .source_changes import source_changes
from .verdicts import in_words, latest_verdict
from .workspace import Workspace

#: How many candidates the time line shows.
TIME_LINE = 30
#: How many lines of a file's diff are shown: all of it goes to each tab with each event.
DIFF_LINES = 400
DIFF_WIDTH = 500  # characters of a line of it
_MM3_PER_CM3 = 1000.0


@frozen
class Setting:
    """A parameter of the model, as the page offers it.

    Attributes:
        text: source of the right side.
        value: what it is set to; `text` unless it is overridden.
        number, base: what `value` and `text` come to, in `unit`; None where that is no number. A slider needs both.
        unit: the unit in the source (``MM``, ``IN``); other than ``MM``, a value must name it or another.
        settable, why_not: as `parameters.Parameter` has them.
    """

    name: str
    line: int
    text: str
    kind: str
    value: str
    overridden: bool = False
    number: float | None = None
    base: float | None = None
    unit: str = ""
    settable: bool = True
    why_not: str = ""


@frozen
class Quantity:
    """A measured quantity: a length in mm, an area, a volume, a mass in g, or a count (without a unit).

    `before` is what the version that it is compared with measures; None where there is none.
    """

    name: str
    unit: str
    now: float
    before: float | None = None


@frozen
class CandidatePage:
    """Everything about one candidate that the page shows beside its model.

    Attributes:
        name: in words; `ref`: what to type for it.
        outcome, reason: in the words of `outcomes.LogEntry`.
        model: names the geometry (its bytes and labels), empty where there is none.
        checks, verdict: of the newest verdict; empty where it was not judged.
        before: the version that `quantities` and `source` are compared with.
        good: this candidate, or where it has no geometry the last one that has: whose model is shown.
        good_model: names that geometry.
        kept: whether git has the record and the verdict already, and `entries` tells of them.
        source: what changed since, of each file the beginning.
        entries, versions: the time line, newest first, and the versions in it; without labels and messages, which can
            be long and which the page does not show.
    """

    candidate: Candidate
    name: str
    ref: str
    outcome: str
    reason: str
    record: RunRecord | None
    model: str
    checks: tuple[CheckResult, ...]
    verdict: Status | None
    quantities: tuple[Quantity, ...]
    material: str
    before: Version | None
    source: tuple[SourceChange, ...]
    settings: tuple[Setting, ...]
    entries: tuple[LogEntry, ...]
    versions: tuple[Version, ...]
    promoted_as: tuple[Version, ...]
    good: Candidate | None = None
    good_model: str = ""
    kept: bool = True


@frozen
class PageOutcome:
    """`cadgit page`: the file and its hash; `model` and `ghost` say whether these could be put into it."""

    candidate: Candidate
    path: str
    sha256: str
    size: int
    model: bool
    ghost: bool
    version: Version | None = None


def page_of(
    ws: Workspace,
    candidate: Candidate,
    record: RunRecord | None = None,
    verdict: Verdict | None = None,
    last_good: RunOutcome | None = None,
) -> CandidatePage:
    """Gather what the page shows of a candidate; nothing is run or judged for it.

    Args:
        ws, candidate: what the page is about.
        record, verdict: what is known of it already, perhaps before git has it; None for what git has.
        last_good: the last run that had geometry; None for that of the newest candidate that has some.

    Raises:
        EnvironmentFailed: git or the records cannot be read.
    """
    in_git = latest_record(ws, candidate)
    kept = record is None or (in_git is not None and in_git.when >= record.when)
    record = record or in_git
    judged = latest_verdict(ws, candidate, record) if record is not None and record.failure is None else None
    kept = kept and (verdict is None or (judged is not None and judged.when >= verdict.when))
    verdict = verdict or judged
    outcome, reason = in_words(record, verdict)
    entries, versions = _time_line(ws, candidate)
    promoted_as = tuple(version for version in versions if version.is_of(candidate))
    before = next((v for v in versions if not v.withdrawn and not v.is_of(candidate)), None)
    geometry = record.geometry if record is not None else None
    density, material = _density(ws, candidate.part)
    good: Candidate | None = candidate
    good_model = model_key(record)
    if geometry is None and last_good is not None:
        good, good_model = last_good.candidate, model_key(last_good.record)
    elif geometry is None:
        good, good_model = _newest_good(ws, entries)
    return CandidatePage(
        candidate=candidate,
        name=describe(candidate),
        ref=ref_of(candidate),
        outcome=outcome,
        reason=reason,
        record=replace(record, manifest=None) if record is not None else None,
        model=model_key(record),
        checks=verdict.checks if verdict is not None else (),
        verdict=verdict.outcome if verdict is not None else None,
        quantities=_quantities(geometry, ws.versions.promotion(before).geometry if before else None, density),
        material=material,
        before=_brief(before) if before else None,
        source=_source(ws, before, candidate) if before else (),
        settings=_settings(ws, candidate),
        entries=tuple(replace(entry, geometry=_without_parts(entry.geometry)) for entry in entries),
        versions=tuple(_brief(v) for v in versions if any(v.number in entry.versions for entry in entries)),
        promoted_as=tuple(map(_brief, promoted_as)),
        good=good,
        good_model=good_model,
        kept=kept,
    )


def ref_of(candidate: Candidate) -> str:
    """What to type for a candidate: ``bracket#5``, or ``bracket@line#5``."""
    line = "" if candidate.line == DEFAULT_LINE else f"@{candidate.line}"
    return f"{candidate.part}{line}#{candidate.number}"


def model_key(record: RunRecord | None) -> str:
    """A name for what a run handed over; empty where it handed over nothing."""
    return f"{record.brep_sha256}-{record.manifest_sha256}" if record is not None and record.brep_sha256 else ""


def candidate_named(ws: Workspace, commit: str) -> Candidate:
    """The candidate with that commit id, also one that only a version remembers.

    Raises:
        RefError: there is none.
    """
    found = ws.candidates.current(commit)
    if found is not None:
        return found
    for part in ws.versions.parts():
        for version in ws.versions.history(part):
            if version.candidate == commit:
                return ws.versions.as_candidate(version)
    raise RefError(f"{commit[:10]} is no candidate", "see `cadgit log`")


def _time_line(ws: Workspace, candidate: Candidate) -> tuple[tuple[LogEntry, ...], tuple[Version, ...]]:
    try:
        found = log(ws, f"{candidate.part}@{candidate.line}", limit=TIME_LINE)
    except RefError:  # its line was dropped, and only a version remembers the candidate
        return (), ws.versions.history(candidate.part)
    return found.entries, found.versions


def _brief(version: Version) -> Version:
    return replace(version, message="")


def _without_parts(geometry: Geometry | None) -> Geometry | None:
    return replace(geometry, labels=(), parts=()) if geometry is not None else None


def _newest_good(ws: Workspace, entries: tuple[LogEntry, ...]) -> tuple[Candidate | None, str]:
    for entry in entries:
        if entry.geometry is not None:
            return entry.candidate, model_key(latest_record(ws, entry.candidate))
    return None, ""


def _quantities(now: Geometry | None, before: Geometry | None, density: float | None) -> tuple[Quantity, ...]:
    if now is None:
        return ()
    measures = list(side_by_side(before or now, now))
    if density is not None and now.volume:
        grams = density / _MM3_PER_CM3
        at = next(i for i, measure in enumerate(measures) if measure.name == "volume")
        measures.insert(at + 1, Measure("mass", "g", measures[at].before * grams, measures[at].now * grams))
    return tuple(Quantity(m.name, m.unit, m.now, m.before if before else None) for m in measures)


def _density(ws: Workspace, part: str) -> tuple[float | None, str]:
    """The density in g/cm³ that the part's spec states for its mass, and the material that it comes from."""
    text = spec_in_force.current(ws, part).text
    mass = from_text(text).mass if text else None
    return (mass.density, mass.material) if mass is not None else (None, "")


def _source(ws: Workspace, before: Version, candidate: Candidate) -> tuple[SourceChange, ...]:
    old = ws.candidates.current(before.candidate) or ws.versions.as_candidate(before)
    changes = source_changes(ws, Operand(before.name, old, before), Operand(describe(candidate), candidate))
    return tuple(replace(change, diff=_begin(change.diff, before, candidate)) for change in changes)


def _begin(diff: str, before: Version, candidate: Candidate) -> str:
    lines = [line[:DIFF_WIDTH] for line in diff.split("\n")]
    more = len(lines) - DIFF_LINES
    if more > 0:
        lines[DIFF_LINES:] = [f"… {more} more lines: cadgit diff {before.name} {ref_of(candidate)}"]
    return "\n".join(lines)


def _settings(ws: Workspace, candidate: Candidate) -> tuple[Setting, ...]:
    source = ws.candidates.closure_of(candidate).source
    chosen = {item.name: item for item in candidate.meta.parameters}
    found = []
    for parameter in parameters.find(source):
        override = chosen.get(parameter.name)
        found.append(
            Setting(
                parameter.name,
                parameter.line,
                parameter.text,
                parameter.kind,
                parameter.text if override is None else override.expression,
                override is not None,
                parameter.number if override is None else parameters.number(parameter, override),
                parameter.number,
                parameter.unit,
                parameter.settable,
                parameter.why_not,
            )
        )
    return tuple(found)
