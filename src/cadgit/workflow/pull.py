"""pull: bring what a remote has together with what is here."""

from __future__ import annotations

from collections.abc import Sequence

from . import sharing
from .outcomes import PullOutcome
from .workspace import Workspace


def pull(
    ws: Workspace,
    remote: str | None = None,
    *,
    parts: Sequence[str] = (),
    lines: Sequence[str] = (),
    candidates: bool = True,
    dry_run: bool = False,
) -> PullOutcome:
    """Fetch, and merge: candidates, versions, files and notes of both sides are here then.

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
    chosen, exchange = sharing.begin(ws, remote, parts, lines, candidates)
    return PullOutcome(chosen.name, chosen.url, dry_run, exchange.pull(dry_run))
