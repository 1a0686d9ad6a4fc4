"""`cadgit demo`: each step as it would look at a prompt."""

from __future__ import annotations

from collections.abc import Iterator

from ...workflow.demo import ENTRY, DemoOutcome, DemoStep, Outcome
from ...workflow.outcomes import LogOutcome, PromoteOutcome, RunOutcome, StatusOutcome
from ..output.blocks import Block, Blocks, Line, Raw, Title, Verbatim
from .history import log, status
from .run import run
from .verdict import promote, verify


def step(told: DemoStep) -> Iterator[Block]:
    """What happens, the model if it was written, the command and what it says."""
    yield Raw("")
    yield Title(told.text)
    if told.source:
        yield Verbatim(ENTRY, told.source)
    yield Line(f"$ {told.command}", "code")
    if told.outcome is not None:
        yield from _answer(told.outcome)
    if told.error:
        yield Line(told.error, "bad", "cadgit")
    if told.output:
        yield Line(told.output, indent=1)
    if told.exit_code:
        yield Line(f"exit code {told.exit_code}", "dim", indent=1)


def _answer(outcome: Outcome) -> Blocks:
    match outcome:
        case RunOutcome():
            return run(outcome)
        case PromoteOutcome():
            return promote(outcome)
        case StatusOutcome():
            return status(outcome)
        case LogOutcome():
            return log(outcome)
        case _:
            return verify(outcome)


def end(outcome: DemoOutcome) -> Iterator[Block]:
    """Where to go next."""
    yield Raw("")
    if not outcome.complete:
        yield Title("the story should have ended with version 2; `cadgit doctor` may know what is in the way", "bad")
        return
    place = f"look around in {outcome.directory}" if outcome.kept else "`cadgit demo --keep DIR` leaves it to look at"
    yield Title(f"That was the demo; {place}.")
    yield Line("Your turn: `cadgit run YOUR_MODEL.py` in a git repository. `cadgit help start` says more.")
