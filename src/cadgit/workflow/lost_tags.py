"""What to say about versions whose tag was deleted."""

from __future__ import annotations

from ..git.lost_tags import LostTag, lost_tags
from .workspace import Workspace


def tell_of_lost_tags(ws: Workspace, *parts: str) -> tuple[LostTag, ...]:
    """Give notice of each tag of these parts that is gone, with the command that brings it back."""
    lost = tuple(tag for part in parts for tag in lost_tags(ws.repository, part))
    for tag in lost:
        ws.progress.notice(f"the tag {tag.tag} was deleted; this brings it back: {tag.fix}")
    return lost
