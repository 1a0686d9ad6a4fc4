"""The inspector's answers that are pictures and drawings."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ..shape.holes import holes_of
from ..shape.render.facets import Facets, NothingToSee, facets_of
from . import jobs
from .questions import InspectionError, read

if TYPE_CHECKING:
    from ..shape.render.sheet import Mouth

#: What the extra `render` brings, as it is imported.
NEEDED = ("embreex", "PIL")

#: So many holes get their diameters beside their numbers.
MANY_HOLES = 40


def render(request: jobs.Render) -> jobs.Rendered:
    """Draw pictures.

    Raises:
        InspectionError: there is nothing to see, or the extra `render` is missing; of reason ``name`` where the
            section's plane passes by what is drawn.
    """
    _check_installed()
    from ..shape.render import sheet  # Pillow may not be installed

    facets, made = _facets(request.subject, request.deflection)
    ghost, ghost_made = _facets(request.ghost, request.deflection) if request.ghost else (None, b"")
    if request.section is not None and request.section.at is not None:
        _check_met(request.section.axis, request.section.at, [facets] if ghost is None else [facets, ghost])
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
        return jobs.Exported(drawing.draw(read(request.brep), request.format, request.title_block, request.notes))
    except NothingToSee as error:
        raise InspectionError(str(error)) from error


def _check_installed() -> None:
    for name in NEEDED:
        try:
            importlib.import_module(name)
        except ImportError:
            raise InspectionError(f"pictures need {name}, which is not installed", "missing") from None


def _check_met(axis: int, at: float, drawn: list[Facets]) -> None:
    """A plane that passes by would show all of it, as if none had been asked for, or nothing."""
    reaches = [lines.path[:, axis].astype(float) + float(lines.centre[axis]) for lines in drawn if len(lines.path)]
    reaches += [lines.points[:, axis].astype(float) + float(lines.centre[axis]) for lines in drawn if len(lines.points)]
    low, high = min(float(reach.min()) for reach in reaches), max(float(reach.max()) for reach in reaches)
    slack = 1e-6 * max(abs(low), abs(high), high - low)
    if not low - slack <= at <= high + slack:
        name = "xyz"[axis]
        text = f"the plane {name}={at:g} passes by: what is drawn reaches from {name}={low:g} to {name}={high:g}"
        raise InspectionError(text, "name")


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


def _mouths(subject: jobs.Pictured) -> tuple[Mouth, ...]:
    """Where the holes of all solids open, numbered through."""
    holes = holes_of(read(subject.brep))
    mouths = []
    for number, hole in enumerate(holes, 1):
        # Many holes are a pattern, and its picture is clearer with the numbers alone.
        name = f"hole:{number} d{round(hole.diameter, 3):g}" if len(holes) <= MANY_HOLES else f"{number}"
        x, y, z = hole.axis
        mouths.append((name, hole.start, (-x, -y, -z)))
        if hole.through:
            mouths.append((name, hole.end, (x, y, z)))
    return tuple(mouths)
