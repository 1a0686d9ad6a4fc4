"""`cadgit watch`: a compact block for each save. Its first line begins with the time, its last with ``verdict``.

Problem matchers of editors read these lines: docs/editors has them, and tests/cli/test_editor_pages.py holds both
together.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...records import CheckResult, Failure, Geometry
from ...watch.events import (
    Cancelled,
    CheckEnded,
    Event,
    Failed,
    Noticed,
    Promoted,
    RerunAsked,
    RunEnded,
    SaveSeen,
    VerdictEnded,
    Waiting,
    Watching,
)
from ...workflow.measures import Measure, moved
from ...workflow.outcomes import RunOutcome
from ..output import numbers
from ..output.blocks import Block, Check, Line, Title
from .run import name, output
from .verdict import MARKS, sentence

#: A check that took so many seconds is shown although it passes: somebody has waited for it.
SLOW = 1.0
#: Changes of a measure, as a fraction, that are numerical noise.
NOISE = 1e-6
#: Files that are named when they are what a save or a wait is about.
FILES = 4
#: Characters of a model's message and of a source line that are shown, a few lines of a terminal; the record has all.
MESSAGE, SOURCE = 400, 160


class Blocks:
    """What events show, in order; of the checks of a turn, those that somebody waited for or has to know of."""

    def __init__(self) -> None:
        self._begun = 0  # the turn whose block has a first line and no last one
        self._statuses: set[str] = set()

    def of(self, event: Event, time: str) -> Iterator[Block]:
        """The blocks of an event, none for most; `time` is when it happened (``14:03:22``)."""
        match event:
            case SaveSeen() | RerunAsked():
                self._statuses = set()
            case RunEnded(turn=turn):
                self._begun = turn if event.outcome.record.outcome == "done" else 0
            case Cancelled(turn=turn) if turn == self._begun:
                yield Line("none; cancelled", "dim", "verdict", indent=1)
            case CheckEnded(check=check) if self._is_news(check):
                yield Check(check)
        yield from _shown(event, time)
        if ends_turn(event):
            self._begun = 0

    def _is_news(self, check: CheckResult) -> bool:
        # The first of a kind: the others follow from it more often than not, and the verdict names them all.
        is_first = check.status != "pass" and check.status not in self._statuses
        self._statuses.add(check.status)
        return is_first or check.seconds >= SLOW


def ends_turn(event: Event) -> bool:
    """Whether a turn has come to an end that somebody may want to be called for."""
    failed = isinstance(event, RunEnded) and event.outcome.record.outcome == "failed"
    return failed or isinstance(event, VerdictEnded | Failed | Cancelled)


def _shown(event: Event, time: str) -> Iterator[Block]:
    match event:
        case Watching():
            yield from _watching(event)
        case Waiting(part=part, files=files):
            yield Title(f"{time} {part}: waiting for {_few(files)}, missing or empty", "warn")
        case RerunAsked(part=part, parameters=parameters) if parameters:
            yield Line(f"{part} with {', '.join(f'{item.name}={item.expression}' for item in parameters)}", "dim")
        case Noticed(text=text):
            yield Line(text, label="note", indent=1)
        case RunEnded(outcome=outcome, changes=changes, seconds=seconds):
            yield from _run(outcome, changes, seconds, time)
        case VerdictEnded(outcome=judged, seconds=seconds):
            verdict = judged.verdict
            style = MARKS[verdict.outcome]
            yield Line(f"{sentence(verdict)}, {numbers.duration(seconds)}", style, "verdict", indent=1)
        case Promoted(outcome=made, turn=turn):
            promoted = made.version.name + (", which stands already" if made.already else "")
            if turn:
                yield Line(promoted, "good", "promoted", indent=1)
            else:
                yield Title(f"{time} {name(made.candidate)}: promoted, {promoted}", "good")
        case Failed(stage="promote", message=message, hint=hint):
            yield Line(message, "bad", "not promoted", indent=1)
            yield from _hint(hint)
        case Failed(part=part, message=message, hint=hint):
            yield Title(f"{time} {part}: {message}", "bad")
            yield from _hint(hint)
            yield Line("none", "bad", "verdict", indent=1)


def _watching(event: Watching) -> Iterator[Block]:
    for part in event.parts:
        others = len(part.files) - 1
        more = f" and {numbers.count(others, 'file')} that it needs" if others > 0 else ""
        yield Line(f"watching {part.part}: {part.entry}{more}", "dim")
    if event.polling:
        why = f": {event.why_polling}" if event.why_polling else ""
        yield Line(f"looking every {numbers.duration(event.polling)}{why}", "warn" if why else "dim")


def _run(outcome: RunOutcome, changes: tuple[Measure, ...], seconds: float, time: str) -> Iterator[Block]:
    record, version = outcome.record, outcome.last_good
    failure = record.failure
    in_model = f" ({numbers.duration(record.seconds_model)} in the model)"
    took = "these bytes ran before" if outcome.reused else numbers.duration(seconds) + in_model
    what = f"failed: {failure.reason}" if failure else "done"
    yield Title(f"{time} {name(outcome.candidate)}: {what}, {took}", "bad" if failure else "good")
    if record.geometry is not None:
        yield Line(_measures(record.geometry), "strong", indent=1)
    if version is not None and changes:
        yield Line(f"{_deltas(changes)}", "", f"against {version.name}", indent=1)
    for warning in record.warnings:
        yield Line(warning, "warn", "warning", indent=1)
    yield from output(record.output)
    if failure is not None:
        yield from _failure(failure)
        standing = f"{version.name} still stands" if version else "nothing is promoted yet"
        yield Line(f"none; {standing}", "bad", "verdict", indent=1)


def _failure(failure: Failure) -> Iterator[Block]:
    yield Line(_cut(failure.message, MESSAGE), "bad", indent=1, whole=True)
    if failure.frames and failure.frames[0].source:
        yield Line(_cut(failure.frames[0].source.strip(), SOURCE), "code", indent=2)
    yield from _hint(failure.hint)


def _hint(text: str) -> Iterator[Block]:
    if text:
        yield Line(text, label="hint", indent=1)


def _measures(geometry: Geometry) -> str:
    size = numbers.size(geometry.box)
    main = numbers.volume(geometry.volume) if geometry.volume else numbers.area(geometry.area)
    bodies = numbers.count(geometry.solids, "solid") if geometry.solids else geometry.kind
    return ", ".join(filter(None, (size, main, bodies, numbers.count(geometry.faces, "face"))))


def _deltas(changes: tuple[Measure, ...]) -> str:
    told = [_delta(measure) for measure in moved(changes, NOISE) if measure.name not in ("edges", "vertices")]
    return ", ".join(told) or "the same size, volume and faces"


def _delta(measure: Measure) -> str:
    difference = measure.now - measure.before
    if measure.unit == "mm":
        return f"{measure.name} {numbers.signed(difference, decimals=4)} mm"
    if measure.unit and measure.before:
        return f"{measure.name} {numbers.percent(difference / measure.before)}"
    return f"{measure.name} {numbers.signed(difference)}{' ' + measure.unit if measure.unit else ''}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} …"


def _few(files: tuple[str, ...]) -> str:
    more = f" and {len(files) - FILES} more" if len(files) > FILES else ""
    return ", ".join(files[:FILES]) + more
