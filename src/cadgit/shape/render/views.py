"""What the command line says about a picture, read strictly: directions, sizes and section planes."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from ...records import Vector

#: Azimuth and elevation in degrees: from where one looks. The front is −y, and azimuth grows towards +x, the right.
VIEWS: dict[str, tuple[float, float]] = {
    "iso": (45.0, math.degrees(math.atan(math.sqrt(0.5)))),
    "iso-left": (-45.0, math.degrees(math.atan(math.sqrt(0.5)))),
    "iso-back": (135.0, math.degrees(math.atan(math.sqrt(0.5)))),
    "iso-below": (45.0, -math.degrees(math.atan(math.sqrt(0.5)))),
    "front": (0.0, 0.0),
    "right": (90.0, 0.0),
    "back": (180.0, 0.0),
    "left": (-90.0, 0.0),
    "top": (0.0, 90.0),
    "bottom": (0.0, -90.0),
}

_ANGLES = re.compile(r"(?P<azimuth>-?\d+(?:\.\d+)?)/(?P<elevation>-?\d+(?:\.\d+)?)")
_PLANES = {"xy": "z", "yx": "z", "xz": "y", "zx": "y", "yz": "x", "zy": "x"}
_SECTION = re.compile(r"(?P<axis>[xyz])(?:=(?P<at>[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?))?")


class ViewError(ValueError):
    """A direction or a plane that does not exist; the message says which there are."""


@dataclass(frozen=True, slots=True)
class View:
    """A direction: its name, and where right, up and towards the viewer are in the model; unit vectors."""

    name: str
    right: Vector
    up: Vector
    back: Vector


@dataclass(frozen=True, slots=True)
class Section:
    """A plane across an axis (0, 1 or 2), at a coordinate in mm; None for the middle of the result."""

    axis: int
    at: float | None


def view(name: str) -> View:
    """The direction of that name, or ``AZIMUTH/ELEVATION`` in degrees.

    Raises:
        ViewError: there is no such direction.
    """
    angles = VIEWS.get(name)
    if angles is None:
        match = _ANGLES.fullmatch(name)
        if match is None or abs(float(match["elevation"])) > 90:
            raise ViewError(f"there is no view {name!r}: {', '.join(VIEWS)}, or AZIMUTH/ELEVATION in degrees, as 30/20")
        angles = float(match["azimuth"]), float(match["elevation"])
    azimuth, elevation = map(math.radians, angles)
    sin_a, cos_a, sin_e, cos_e = math.sin(azimuth), math.cos(azimuth), math.sin(elevation), math.cos(elevation)
    return View(
        name, (cos_a, sin_a, 0.0), (-sin_a * sin_e, cos_a * sin_e, cos_e), (sin_a * cos_e, -cos_a * cos_e, sin_e)
    )


def section(text: str) -> Section:
    """The plane that ``x``, ``y=12.5`` or ``XZ`` means.

    Raises:
        ViewError: it means none.
    """
    word = text.strip().lower()
    if word in _PLANES:
        return Section("xyz".index(_PLANES[word]), 0.0)
    match = _SECTION.fullmatch(word)
    if match is None:
        raise ViewError(
            f"{text!r} is no section plane: x, y or z through the middle, x=12.5 at a coordinate in mm, or XY, XZ, YZ"
        )
    return Section("xyz".index(match["axis"]), float(match["at"]) if match["at"] else None)
