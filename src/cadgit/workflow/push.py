"""push: send what a remote does not have, after bringing in what it has."""

from __future__ import annotations

from collections.abc import Sequence

from . import sharing
from .outcomes import PushOutcome
from .workspace import Workspace, now


def push(
    ws: Workspace,
    remote: str | None = None,
    *,
    parts: Sequence[str] = (),
    lines: Sequence[str] = (),
    candidates: bool = True,
    dry_run: bool = False,
) -> PushOutcome:
    """Pull, and send candidates, versions, files and notes that the remote does not have.

    Args:
        ws: the workspace; `ws.progress.stage` hears how far it is.
        remote: its name; None for the one that git would take.
        parts, lines: what it is about; all if empty.
        candidates: whether candidates go along.
        dry_run: only say what would move.

    Raises:
        UsageError: there is no such remote, part or line.
        RemoteError: the remote cannot be reached, or refuses.
        LockedError, StorageError: the repository cannot be written.
    """
    chosen, exchange = sharing.begin(ws, remote, parts, lines, candidates, pushing=True)
    pushed = exchange.push(now(), dry_run)
    return PushOutcome(chosen.name, chosen.url, dry_run, pushed.merged, pushed.sent, pushed.left)
