"""The way through a fetch, a pull or a push, from asking the remote to knowing what it has afterwards.

Objects are fetched without the lock and without a ref, and one transaction moves all refs. So whatever ends a command
half-way, the repository is as it was or as it should be, and the same command does the rest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TypeVar

from ...errors import RemoteError
from ...frozen import frozen
from ...records import LeftBehind, Merged, Traffic
from ..refs import NotesRef
from ..repository import Repository
from ..transaction import Change, change, is_unfinished
from ..waiting import pause
from .merging import Merging, ObjectsGone, Prepared, sift
from .names import parse, tracked
from .remotes import Remote
from .selection import Selection
from .sending import Plan, Sending
from .transport import Push, Rejected, Transport

_T = TypeVar("_T")

#: How often objects are fetched again that `git gc --prune=now` took, and a push is tried again that another overtook.
_FETCHES = 3
_PUSHES = 6
#: So often the remote refuses though nobody moved it, before it is believed: another's push may hold its locks.
_REFUSALS = 2
#: Seconds between pushes at most, so that those who collide do not collide again.
_LONGEST_WAIT = 0.5


@frozen
class Pushed:
    """What a push did: the merge before it, what was sent, and what was not."""

    merged: Merged
    sent: Traffic
    left: tuple[LeftBehind, ...]


class Exchange:
    """One command's dealings with one remote.

    Args:
        repository: ours.
        remote: whom to talk to.
        selection: the parts and lines that it is about.
        progress: hears how far it is; an empty text where git may ask for a password.
    """

    def __init__(
        self, repository: Repository, remote: Remote, selection: Selection, progress: Callable[[str], None]
    ) -> None:
        self._repository = repository
        self._remote = remote
        self._selection = selection
        self._progress = progress
        self._transport = Transport(repository, remote.name, progress)
        self._before: dict[str, str] = {}
        self._listed: dict[str, str] = {}

    def ask(self) -> frozenset[str]:
        """Ask the remote what it has; gives the names of its parts.

        Raises:
            RemoteError: it cannot be reached.
            EnvironmentFailed: git is not installed.
        """
        # In this order: what moves the namespace after this is younger than what the remote says now.
        self._before = tracked(self._repository, self._remote.name)
        self._listed = self._transport.listed()
        found = (parse(name) for name in self._listed)
        return frozenset(ref.part for ref in found if ref is not None and not isinstance(ref, NotesRef))

    def fetch(self, rehearsal: bool) -> Merged:
        """Remember what the remote has, and say what a pull would bring; a rehearsal does not even remember.

        Raises:
            RemoteError: the remote cannot be reached.
            LockedError, StorageError: see `transaction.change`.
        """
        merging = self._fetched(rehearsal=True)
        prepared = self._prepared(merging)
        if not rehearsal:
            self._change(lambda: (None, merging.remembered()))
        return prepared.merged

    def pull(self, rehearsal: bool) -> Merged:
        """Fetch, and merge what came.

        Raises:
            RemoteError: the remote cannot be reached.
            LockedError, StorageError: see `transaction.change`.
        """
        return self._pull(rehearsal).merged

    def push(self, when: str, rehearsal: bool) -> Pushed:
        """Pull, and send what the remote does not have; again, as long as others are quicker.

        Args:
            when: ISO 8601 time of commits that are made for it.
            rehearsal: only say what would be done.

        Raises:
            RemoteError: the remote cannot be reached, or refuses.
            LockedError, StorageError: see `transaction.change`.
        """
        merged = Merged()
        last: dict[str, str] | None = None
        refusals = 0
        for attempt in range(_PUSHES):
            if attempt:
                pause(_LONGEST_WAIT)
                self.ask()
            prepared = self._pull(rehearsal)
            merged = _both(merged, prepared.merged)
            plan = Sending(self._repository, prepared.refs, self._listed, self._selection, when).plan()
            if rehearsal:
                return Pushed(merged, plan.traffic, plan.left)
            rejected = self._transport.push(plan.pushes)
            if not rejected:
                return self._pushed(merged, plan)
            refusals = refusals + 1 if self._listed == last else 0
            if refusals == _REFUSALS:
                raise _refused(self._remote, rejected)
            last = self._listed
        raise RemoteError(
            f"{self._remote.name} moved each of the {_PUSHES} times that it was pushed to",
            "others are pushing; run the command again",
        )

    # --- inside ---

    def _pull(self, rehearsal: bool) -> Prepared:
        merging = self._fetched(rehearsal)
        # Once without the lock: it takes longest the first time, and nobody should queue for it.
        prepared = self._prepared(merging)
        if rehearsal or not (prepared.change.updates or is_unfinished(self._repository)):
            return prepared

        def write() -> tuple[Prepared, Change]:
            again = merging.prepare()
            return again, again.change

        return self._change(write)

    def _fetched(self, rehearsal: bool) -> Merging:
        self._fetch_objects()
        return Merging(self._repository, self._remote.name, self._listed, self._before, self._selection, rehearsal)

    def _fetch_objects(self, again: bool = False) -> None:
        fit, _ = sift(self._listed, self._before, self._selection)
        self._transport.fetch(target for name, target in fit.items() if again or self._before.get(name) != target)
        self._progress(f"checking what {self._remote.name} has")

    def _prepared(self, merging: Merging) -> Prepared:
        return self._patiently(merging.prepare)

    def _change(self, write: Callable[[], tuple[_T, Change]]) -> _T:
        return self._patiently(lambda: change(self._repository, write))

    def _patiently(self, work: Callable[[], _T]) -> _T:
        for _ in range(_FETCHES):
            try:
                return work()
            except ObjectsGone:
                self._fetch_objects(again=True)
        raise RemoteError(
            f"what was fetched from {self._remote.name} vanishes at once",
            "wait for git gc to end, and run the command again",
        )

    def _pushed(self, merged: Merged, plan: Plan) -> Pushed:
        refused = self._transport.push(plan.later) if plan.later else ()
        why = "the remote takes no step back; the notes say what stands"
        left = [LeftBehind(item.ref, f"{why} {item.reason}") for item in refused]
        arrived = [push for push in (*plan.pushes, *plan.later) if push.ref not in {r.ref for r in refused}]
        self._remember(arrived)
        return Pushed(merged, plan.traffic, (*plan.left, *left))

    def _remember(self, arrived: list[Push]) -> None:
        """The remote has these now; notes that were written for it alone are joined with ours."""
        if not arrived:
            return
        self._before = tracked(self._repository, self._remote.name)
        self._listed = {**self._listed, **{push.ref: push.target for push in arrived}}
        merging = Merging(self._repository, self._remote.name, self._listed, self._before, self._selection)

        def write() -> tuple[None, Change]:
            return None, merging.prepare().change

        self._change(write)


def _refused(remote: Remote, rejected: tuple[Rejected, ...]) -> RemoteError:
    shown = [f"{item.ref}: {item.reason}" for item in rejected[:10]]
    more = [f"and {len(rejected) - 10} more"] if len(rejected) > 10 else []
    return RemoteError(
        "\n  ".join([f"{remote.name} refuses what was pushed, and nothing was changed there:", *shown, *more]),
        "its hooks or its configuration decide that; ask whoever looks after it",
    )


def _both(one: Merged, other: Merged) -> Merged:
    """Two merges, one after the other; what was left is what the second left."""
    a, b = one.received, other.received
    received = Traffic(*(getattr(a, f.name) + getattr(b, f.name) for f in dataclasses.fields(Traffic)))
    return Merged(received, one.side_lines + other.side_lines, one.renumbered + other.renumbered, other.left)
