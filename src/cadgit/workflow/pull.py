"""pull: bring what a remote has together with what is here."""

from __future__ import annotations

from .outcomes import PullOutcome
from .sharing import Choice, begin
from .workspace import Workspace


def pull(ws: Workspace, choice: Choice | None = None) -> PullOutcome:
    """Fetch, and merge: candidates, versions, files and notes of both sides are here then.

    Args:
        ws: the workspace; `ws.progress.stage` hears how far it is.
        choice: what it is about; None for all that the remote has or lacks.

    Raises:
        UsageError: there is no such remote, part or line.
        RemoteError: the remote cannot be reached, or refuses.
        LockedError, StorageError: the repository cannot be written.
    """
    choice = choice or Choice()
    remote, exchange = begin(ws, choice)
    return PullOutcome(remote.name, remote.url, choice.dry_run, exchange.pull(choice.dry_run))
