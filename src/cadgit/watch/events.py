"""What a watch tells: one stream of events that the terminal, ``--json`` and the live page all read.

Events of one turn share its number. A turn begins with a `SaveSeen` or a `RerunAsked` and has, in this order:
`RunEnded`, `CheckEnded` for each check, `VerdictEnded`, `Promoted`; `Doing` and `Noticed` may come at any time. It may
end early with `Cancelled` or `Failed`, or with a `RunEnded` whose model failed. A `Promoted` with turn 0 is what a
face has promoted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from ..frozen import frozen
from ..records import CheckResult, Override
from ..workflow.measures import Measure
from ..workflow.outcomes import PromoteOutcome, RunOutcome, VerifyOutcome

#: What a turn was doing when it ended early.
Stage = Literal["read", "run", "verify", "promote"]


@frozen
class WatchedPart:
    """A part that is watched: its name, its entry file and the files of its closure, relative to the repository."""

    part: str
    entry: str
    files: tuple[str, ...] = ()


@frozen
class Watching:
    """The watch stands, or what it looks at has changed: another file is imported, a folder was replaced.

    `polling` is the number of seconds between two looks, 0 where the system tells of changes; `why_polling` says what
    made it so.
    """

    parts: tuple[WatchedPart, ...]
    polling: float = 0.0
    why_polling: str = ""


@frozen
class Waiting:
    """A part cannot be run for now: files of it are missing or empty, and will be waited for."""

    part: str
    files: tuple[str, ...]


@frozen
class SaveSeen:
    """A turn begins: these files have other bytes than before (none: the watch has just begun)."""

    part: str
    turn: int
    files: tuple[str, ...]


@frozen
class RerunAsked:
    """A turn begins that no save caused: a face asked for the same files with these parameters."""

    part: str
    turn: int
    parameters: tuple[Override, ...]


@frozen
class Doing:
    """A stage of the turn that may take a while begins (``judging bracket #5``)."""

    part: str
    turn: int
    text: str


@frozen
class Noticed:
    """Something that the user should know, and that is no part of a result."""

    part: str
    turn: int
    text: str


@frozen
class RunEnded:
    """The model ran, or failed to: `outcome.record` says which.

    `changes` are its measures beside those of the last version (`outcome.last_good`), none where there is no version or
    no geometry. `seconds` since the save was seen.
    """

    part: str
    turn: int
    outcome: RunOutcome
    changes: tuple[Measure, ...]
    seconds: float


@frozen
class CheckEnded:
    """A check of the verdict ended."""

    part: str
    turn: int
    check: CheckResult


@frozen
class VerdictEnded:
    """All checks ended. `seconds` since the save was seen."""

    part: str
    turn: int
    outcome: VerifyOutcome
    seconds: float


@frozen
class Promoted:
    """A version was made (`outcome.already`: it stood already).

    `turn` is 0 where a face made it, of whichever candidate it showed.
    """

    part: str
    turn: int
    outcome: PromoteOutcome


@frozen
class Failed:
    """The turn ended: something beside the model failed, or a promotion was refused.

    `kind` is the class of the error as ``--json`` names it (``config_error``); the watch goes on.
    """

    part: str
    turn: int
    stage: Stage
    kind: str
    message: str
    hint: str = ""


@frozen
class Cancelled:
    """The turn ended, because a newer save, or another rerun, made it pointless; its jobs are dead."""

    part: str
    turn: int


Event = (
    Watching
    | Waiting
    | SaveSeen
    | RerunAsked
    | Doing
    | Noticed
    | RunEnded
    | CheckEnded
    | VerdictEnded
    | Promoted
    | Failed
    | Cancelled
)


@frozen
class Current:
    """Where a part stands, for a face that comes late: the newest turn, as far as it is, and the last good run.

    `stage` is what the turn is doing, empty when it has ended. `good` is the newest run of this watch that has
    geometry, which may be of an earlier turn than `run`. What a newer turn has not got yet is None or empty.
    """

    part: str
    entry: str
    turn: int = 0
    stage: Stage | Literal[""] = ""
    parameters: tuple[Override, ...] = ()
    waiting: tuple[str, ...] = ()
    run: RunEnded | None = None
    good: RunEnded | None = None
    checks: tuple[CheckResult, ...] = ()
    verdict: VerdictEnded | None = None
    promoted: Promoted | None = None
    failed: Failed | None = None
    cancelled: bool = False


Listener = Callable[[Event], None]


class Watcher(Protocol):
    """What a face may ask of a watch; every method returns at once and may be called from any thread."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with each event from now on, one at a time and in order, from a thread of the watch.

        It has to return at once. Returns a function that ends the subscription.
        """

    def rerun(self, part: str, parameters: Sequence[str] = ()) -> int:
        """Run the files as they were last read with other parameters (``name=value`` each); returns the turn.

        It cancels the turn that the part is at, and is never promoted by itself. The next save runs without parameters.

        Raises:
            RefError: no such part is watched.
            ParameterError: one of them cannot be set.
        """

    def tell(self, event: Event) -> None:
        """Tell everybody, this face included, what a face has done."""

    def current(self) -> tuple[Current, ...]:
        """Where each part stands, in the order in which they were named."""
