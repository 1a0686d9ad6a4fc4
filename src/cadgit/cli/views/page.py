"""`cadgit page`: the file that was written."""

from __future__ import annotations

from collections.abc import Iterator

from ...workflow.page import PageOutcome
from ..output import numbers
from ..output.blocks import Block, Line, Title, fields
from .run import name


def page(outcome: PageOutcome) -> Iterator[Block]:
    """The file, its size and hash, and what could not be put into it."""
    of = outcome.version.name if outcome.version else name(outcome.candidate)
    yield Title(f"{outcome.path}: {of}", "good")
    yield fields(("format", f"page, html, {numbers.data_size(outcome.size)}"), ("sha256", outcome.sha256))
    if not outcome.model:
        yield Line("the page shows no model", "warn", "note", 1)
