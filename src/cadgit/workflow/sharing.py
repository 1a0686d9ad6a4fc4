"""What `fetch`, `pull` and `push` have in common: which remote, and which parts and lines."""

from __future__ import annotations

from ..errors import RefError
from ..frozen import frozen
from ..git.share.exchange import Exchange
from ..git.share.remotes import Remote, choose_remote, overwriting, remote_names
from ..git.share.selection import Selection
from .workspace import Workspace


@frozen
class Choice:
    """What an exchange is about.

    Attributes:
        remote: its name; None for the one that git would take.
        parts, lines: names; all if empty.
        candidates: whether candidates go along.
        dry_run: only say what would move.
    """

    remote: str | None = None
    parts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    candidates: bool = True
    dry_run: bool = False


def begin(ws: Workspace, choice: Choice, *, pushing: bool = False) -> tuple[Remote, Exchange]:
    """Ask a remote what it has.

    Args:
        ws: the workspace; `ws.progress.stage` hears how far it is.
        choice: what it is about.
        pushing: the remote is chosen as for ``git push``.

    Raises:
        UsageError: there is no such remote.
        NameError_: no part or line can be called so.
        RefError: neither side has such a part.
        RemoteError: it cannot be reached.
    """
    chosen = choose_remote(ws.repository, choice.remote, pushing=pushing)
    for refspec in overwriting(ws.repository, chosen.name):
        over = f"`git fetch {chosen.name}` would put the remote's records over yours"
        ws.progress.notice(f"{over}: remote.{chosen.name}.fetch is {refspec}")
    selection = Selection(choice.parts, choice.lines, choice.candidates)
    exchange = Exchange(ws.repository, chosen, selection, ws.progress.stage)
    known = exchange.ask() | set(ws.parts())
    for part in choice.parts:
        if part not in known:
            raise RefError(
                f"there is no part {part!r}, neither here nor on {chosen.name}",
                f"parts: {', '.join(sorted(known)) or 'none'}",
            )
    return chosen, exchange


def remotes(ws: Workspace) -> tuple[str, ...]:
    """Names of the remotes, sorted."""
    return remote_names(ws.repository)
