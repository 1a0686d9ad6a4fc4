"""`cadgit push`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .exchange import exchange
from .face import Face
from .verb import verb

if TYPE_CHECKING:
    from ..workflow.sharing import Choice


@verb("push")
@exchange(dry_run="Say what would be merged and sent; no ref moves.")
def command(face: Face, choice: Choice) -> int:
    """Send candidates, versions, files and notes that a remote does not have.

    What the remote has is brought in first, as by `cadgit pull`, so a push is
    never forced: the remote takes all of it, or nothing.

    Exit code 1: something was not sent, or is not sound there; it was named.
    """
    from ..workflow import push
    from .views.sharing import push as view

    with face.workspace() as workspace:
        outcome = push.push(workspace, choice)
    return face.answer(outcome, view(outcome), 1 if outcome.left or outcome.merged.left else 0)
