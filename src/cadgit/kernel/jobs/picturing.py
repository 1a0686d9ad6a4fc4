"""Pictures and drawings."""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import ManifestNode
from ...viewpoints import Section, Viewpoint

DrawingFormat = Literal["svg", "pdf", "dxf"]


@frozen
class Pictured:
    """What a picture shows: a BREP with its labels, or the `facets` that an earlier answer made of them."""

    brep: bytes
    manifest: ManifestNode | None = None
    facets: bytes = b""


@frozen
class Render:
    """Draw pictures of a result.

    Attributes:
        ghost: another result, drawn translucent in the same place.
        views: from where; several make a contact sheet.
        size: width and height of each view, in pixels.
        label: what gets its name written on it.
        title: written into each view.
        about: goes into the file as text, by keyword.
        bare: leave out caption, axes and scale bar.
        deflection: largest distance between mesh and surface, as a part of the diagonal: a sixth of a pixel where the
            result fills 800 of them.
    """

    subject: Pictured
    views: tuple[Viewpoint, ...]
    ghost: Pictured | None = None
    size: tuple[int, int] = (800, 600)
    perspective: bool = False
    section: Section | None = None
    label: Literal["", "faces", "holes"] = ""
    title: str = ""
    about: tuple[tuple[str, str], ...] = ()
    bare: bool = False
    deflection: float = 2e-4
    budget: float = 120.0


@frozen
class Rendered:
    """The PNG file; the facets of subject and ghost, where they had to be made; how many names found no place."""

    data: bytes
    facets: bytes = b""
    ghost_facets: bytes = b""
    unplaced: int = 0


@frozen
class Draw:
    """Write a dimensioned drawing; `title_block` holds its fields in order, `notes` stand beside it."""

    brep: bytes
    format: DrawingFormat
    title_block: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()
    budget: float = 120.0
