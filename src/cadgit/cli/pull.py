"""`cadgit pull`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .exchange import exchange
from .face import Face
from .verb import verb

if TYPE_CHECKING:
    from ..workflow.sharing import Choice


@verb("pull")
@exchange(dry_run="Say what would be merged; no ref moves.")
def command(face: Face, choice: Choice) -> int:
    """Bring what a remote has together with what is here.

    Candidates, versions, files and notes of both sides are here afterwards.
    Nothing of yours is lost: candidates that both added to a line stand on two
    lines then, and a version of yours whose number the remote gave to another
    gets the next one (see `cadgit help sharing`).

    Exit code 1: something on the remote is not sound; it was named and left.
    """
    from ..workflow import pull
    from .views.sharing import pull as view

    with face.workspace() as workspace:
        outcome = pull.pull(workspace, choice)
    return face.answer(outcome, view(outcome), 1 if outcome.merged.left else 0)
