"""A dimensioned drawing: three views in third-angle projection with hidden lines, on one sheet with a title block.

marks       lines, arcs and texts on a sheet, in mm
projection  the edges of a result as one sees them from a side
layout      paper, scale and the places of the views
dimensions  overall sizes, and the diameters of round holes
frame       border and title block
svg, pdf, dxf    the sheet as a file
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ...holes import holes_of
from ...measure import bounding_box
from ..facets import NothingToSee
from . import dimensions, dxf, frame, layout, pdf, projection, svg

_WRITERS = {"svg": svg.write, "pdf": pdf.write, "dxf": dxf.write}


def draw(
    shape: Any,
    format: Literal["svg", "pdf", "dxf"],
    title_block: Sequence[tuple[str, str]],
) -> bytes:
    """The file's bytes; equal input gives equal bytes.

    Args:
        title_block: labels and values, in order; the first is the part.

    Raises:
        NothingToSee: the result has no finite size, or no edges.
    """
    box = bounding_box(shape)
    if box is None or max(box.size) <= 0:
        raise NothingToSee("the result has no finite size, so there is nothing to draw")
    plan = layout.plan(box)
    marks = frame.marks(plan, title_block)
    holes = holes_of(shape)
    for placed in plan.views:
        marks += projection.project(shape, placed, plan.scale)
        marks += dimensions.of_view(placed, box, plan.scale, holes)
    return _WRITERS[format](marks, plan.paper)
