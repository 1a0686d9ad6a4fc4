"""push: send what a remote does not have, after bringing in what it has."""

from __future__ import annotations

from .outcomes import PushOutcome
from .sharing import Choice, begin
from .workspace import Workspace, now


def push(ws: Workspace, choice: Choice | None = None) -> PushOutcome:
    """Pull, and send candidates, versions, files and notes that the remote does not have.

    Args:
        ws: the workspace; `ws.progress.stage` hears how far it is.
        choice: what it is about; None for all that the remote has or lacks.

    Raises:
        UsageError: there is no such remote, part or line.
        RemoteError: the remote cannot be reached, or refuses.
        LockedError, StorageError: the repository cannot be written.
    """
    choice = choice or Choice()
    remote, exchange = begin(ws, choice, pushing=True)
    pushed = exchange.push(now(), choice.dry_run)
    return PushOutcome(remote.name, remote.url, choice.dry_run, pushed.merged, pushed.sent, pushed.left)
