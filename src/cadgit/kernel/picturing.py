"""The inspector's answers that are pictures and drawings."""

from __future__ import annotations

import importlib
from typing import Any

from ..shape.brep import FACE, SOLID, shape_map
from ..shape.render.facets import Facets, NothingToSee, facets_of
from . import jobs
from .questions import InspectionError, read

#: What the extra `render` brings, as it is imported.
NEEDED = ("embreex", "PIL")


def render(request: jobs.Render) -> jobs.Rendered:
    """Draw pictures.

    Raises:
        InspectionError: there is nothing to see, or the extra `render` is missing.
    """
    _check_installed()
    from ..shape.render import sheet  # Pillow may not be installed

    facets, made = _facets(request.subject, request.deflection)
    ghost, ghost_made = _facets(request.ghost, request.deflection) if request.ghost else (None, b"")
    asked = sheet.Request(
        views=request.views,
        size=request.size,
        perspective=request.perspective,
        section=request.section,
        faces=request.label == "faces",
        holes=_mouths(request.subject) if request.label == "holes" else (),
        title=request.title,
        bare=request.bare,
    )
    data, unplaced = sheet.draw(facets, ghost, asked, request.about)
    return jobs.Rendered(data, made, ghost_made, unplaced)


def draw(request: jobs.Draw) -> jobs.Exported:
    """Write a dimensioned drawing.

    Raises:
        InspectionError: there is nothing to draw.
    """
    from ..shape.render import drawing  # ezdxf, for those who ask

    try:
        return jobs.Exported(drawing.draw(read(request.brep), request.format, request.title_block))
    except NothingToSee as error:
        raise InspectionError(str(error)) from error


def _check_installed() -> None:
    for name in NEEDED:
        try:
            importlib.import_module(name)
        except ImportError:
            raise InspectionError(f"pictures need {name}, which is not installed", "missing") from None


def _facets(subject: jobs.Pictured, deflection: float) -> tuple[Facets, bytes]:
    """The facets, and their bytes if they had to be made."""
    if subject.facets:
        try:
            return Facets.from_bytes(subject.facets), b""
        except ValueError:
            pass  # of another version of cadgit: made again
    try:
        facets = facets_of(read(subject.brep), subject.manifest, deflection)
    except NothingToSee as error:
        raise InspectionError(str(error)) from error
    return facets, facets.to_bytes()


def _mouths(subject: jobs.Pictured) -> tuple[Any, ...]:
    """The holes of all solids, numbered through, with their ends."""
    from ..shape.holes import find_holes

    shape = read(subject.brep)
    solids = shape_map(shape, SOLID)
    numbers = shape_map(shape, FACE)
    found = [hole for solid in solids for hole in find_holes(solid, numbers)]
    return tuple(
        (f"hole:{number} d{round(hole.diameter, 3):g}", hole.start, hole.end) for number, hole in enumerate(found, 1)
    )
