"""fetch: learn what a remote has, and what a pull would bring; nothing of ours changes."""

from __future__ import annotations

from .outcomes import FetchOutcome
from .sharing import Choice, begin
from .workspace import Workspace


def fetch(ws: Workspace, choice: Choice | None = None) -> FetchOutcome:
    """Look what a remote has. It is kept in a namespace of its own, and nothing is merged.

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
    return FetchOutcome(remote.name, remote.url, choice.dry_run, exchange.fetch(choice.dry_run))
