"""From where a picture is taken, and where a part is cut open: read strictly from what the command line says."""

from __future__ import annotations

import math
import re

from .errors import UsageError
from .frozen import frozen
from .records import Vector

_ISOMETRIC = math.degrees(math.atan(math.sqrt(0.5)))  # where the three axes look equally long

#: Azimuth and elevation in degrees: from where one looks. The front is −y, and azimuth grows towards +x, the right.
VIEWS: dict[str, tuple[float, float]] = {
    "iso": (45.0, _ISOMETRIC),
    "iso-left": (-45.0, _ISOMETRIC),
    "iso-back": (135.0, _ISOMETRIC),
    "iso-below": (45.0, -_ISOMETRIC),
    "front": (0.0, 0.0),
    "right": (90.0, 0.0),
    "back": (180.0, 0.0),
    "left": (-90.0, 0.0),
    "top": (0.0, 90.0),
    "bottom": (0.0, -90.0),
}

_ANGLES = r"(?P<azimuth>-?\d+(?:\.\d+)?)/(?P<elevation>-?\d+(?:\.\d+)?)"
_PLANES = {"xy": "z", "yx": "z", "xz": "y", "zx": "y", "yz": "x", "zy": "x"}
_SECTION = r"(?P<axis>[xyz])(?:=(?P<at>[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?))?"


@frozen
class Viewpoint:
    """A direction: its name, and where right, up and towards the viewer are in the model; unit vectors."""

    name: str
    right: Vector
    up: Vector
    back: Vector


@frozen
class Section:
    """A plane across an axis (0, 1 or 2), at a coordinate in mm; None for the middle of the result."""

    axis: int
    at: float | None


def viewpoint(name: str) -> Viewpoint:
    """The direction of that name, or ``AZIMUTH/ELEVATION`` in degrees.

    Raises:
        UsageError: there is no such direction.
    """
    angles = VIEWS.get(name)
    if angles is None:
        match = re.fullmatch(_ANGLES, name)
        if match is None or abs(float(match["elevation"])) > 90:
            raise UsageError(
                f"there is no view {name!r}",
                f"the views are {', '.join(VIEWS)}; or AZIMUTH/ELEVATION in degrees: 30/20",
            )
        angles = float(match["azimuth"]), float(match["elevation"])
    azimuth, elevation = map(math.radians, angles)
    sin_a, cos_a, sin_e, cos_e = math.sin(azimuth), math.cos(azimuth), math.sin(elevation), math.cos(elevation)
    return Viewpoint(
        name, (cos_a, sin_a, 0.0), (-sin_a * sin_e, cos_a * sin_e, cos_e), (sin_a * cos_e, -cos_a * cos_e, sin_e)
    )


def section(text: str) -> Section:
    """The plane that ``x``, ``y=12.5`` or ``XZ`` means.

    Raises:
        UsageError: it means none.
    """
    word = text.strip().lower()
    if word in _PLANES:
        return Section("xyz".index(_PLANES[word]), 0.0)
    match = re.fullmatch(_SECTION, word)
    if match is None:
        raise UsageError(
            f"{text!r} is no section plane",
            "x, y or z cut through the middle, x=12.5 at a coordinate in mm, and XY, XZ, YZ through the origin",
        )
    return Section("xyz".index(match["axis"]), float(match["at"]) if match["at"] else None)
