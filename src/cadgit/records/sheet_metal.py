"""A solid that was folded from sheet metal, and the flat pattern that it is folded from."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from .geometry import Vector

#: Where the neutral fibre lies unless somebody says otherwise: the default of Autodesk Inventor's sheet metal styles,
#: and between 0.33 (sharp bends) and 0.5 (wide ones), which is where it lies in air bending.
K_FACTOR = 0.44


@frozen
class Bend:
    """One straight bend.

    Attributes:
        radius: of the inner side, in mm.
        angle: that the sheet is turned through, in degrees: 0 would be flat, 90 is a square corner.
        length: of material along the axis, in mm; what is cut out of the bend does not count.
        allowance: length across the bend in the flat pattern, in mm: angle · (radius + K · thickness).
        axis: its direction, of length 1.
        centre: the middle of the axis, in mm.
        direction: towards somebody who looks at the flat pattern (``up``), or away (``down``).
        inner, outer: numbers of the faces on both sides.
    """

    radius: float
    angle: float
    length: float
    allowance: float
    axis: Vector
    centre: Vector
    direction: Literal["up", "down"]
    inner: tuple[int, ...]
    outer: tuple[int, ...]


@frozen
class SheetMetal:
    """A solid of one thickness: flat plates, joined by bends.

    Attributes:
        thickness: in mm.
        k_factor: where the neutral fibre lies, from the inner side, as a part of the thickness.
        plates: how many flat regions there are.
        bends: the longest first.
        flat: width and height of the flat pattern in mm; the width runs along the longest bend.
        flat_area: of the flat pattern, in mm².
        overlap: by how much the flat pattern lies on itself, in mm²: above 0 it cannot be cut from one sheet.
    """

    thickness: float
    k_factor: float
    plates: int
    bends: tuple[Bend, ...]
    flat: tuple[float, float]
    flat_area: float
    overlap: float = 0.0


@frozen
class NotSheetMetal:
    """Why a solid is no sheet metal: in words, and where; `face` is a number, 0 where it is about no face."""

    reason: str
    face: int = 0
    point: Vector | None = None
