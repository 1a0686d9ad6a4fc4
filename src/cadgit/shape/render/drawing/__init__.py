"""A dimensioned drawing: three views in third-angle projection with hidden lines, on one sheet with a title block.

marks       lines, arcs and texts on a sheet, in mm
projection  the edges of a result as one sees them from a side
apart       the same in processes of their own, within a time
view        a view before it is drawn, in mm of the result
callouts    what holes, circles and arcs are called: 4× Ø5.5 THRU, R3
rows        numbers in a row: chains of equal distances, and places where they do not meet
beside      ordinates, chains and overall sizes along a side of a view
dimensions  all dimensions of a view
table       the holes that have no room for their places
layout      paper, scale and the places of the views
frame       border, title block and notes
sheet       all of it together
svg, pdf, dxf    the sheet as a file
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ...features.finding import find
from ..facets import NothingToSee, extent
from . import dxf, pdf, sheet, svg

_WRITERS = {"svg": svg.write, "pdf": pdf.write, "dxf": dxf.write}


def draw(
    shape: Any,
    format: Literal["svg", "pdf", "dxf"],
    title_block: Sequence[tuple[str, str]],
    notes: Sequence[str] = (),
) -> bytes:
    """The file's bytes; equal input gives equal bytes.

    Args:
        title_block: labels and values, in order; the first is the part.
        notes: what is to be said beside it.

    Raises:
        NothingToSee: the result is a point, or has no size that can be drawn.
    """
    box = extent(shape)
    if max(box.size) <= 0:
        raise NothingToSee("the result is a point, so there is nothing to draw")
    marks, plan = sheet.marks(shape, box, find(shape, ("hole", "pattern")), title_block, notes)
    return _WRITERS[format](marks, plan.paper)
