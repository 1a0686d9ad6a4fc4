"""`cadgit render`: the file that was written."""

from __future__ import annotations

from collections.abc import Iterator

from ...workflow.outcomes import RenderOutcome
from ..output import numbers
from ..output.blocks import Block, Line, Title, fields
from .run import name


def render(outcome: RenderOutcome) -> Iterator[Block]:
    """The file, its hash and what it shows."""
    of = outcome.version.name if outcome.version else name(outcome.candidate)
    yield Title(f"{outcome.path}: {of}", "good")
    what = f"drawing, {outcome.format}" if not outcome.views else f"picture, {outcome.format}"
    yield fields(
        ("format", f"{what}, {numbers.data_size(outcome.size)}"),
        ("views", ", ".join(outcome.views)),
        ("sha256", outcome.sha256),
    )
    if outcome.unplaced:
        yield Line(
            f"{outcome.unplaced} names found no place on the picture; a larger --size has room", "warn", "note", 1
        )
