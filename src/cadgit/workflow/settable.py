"""What ``-P`` can replace in a model of the working tree."""

from __future__ import annotations

from .. import parameters
from . import working
from .workspace import Workspace


def settable(ws: Workspace, target: str | None) -> tuple[str, ...]:
    """The names in source order.

    Raises:
        RefError: the target stands for no model.
        OSError: its file cannot be read.
    """
    source = (ws.root / working.working_part(ws, target).entry).read_bytes()
    return tuple(parameter.name for parameter in parameters.find(source) if parameter.settable)
