"""Solids that were folded from sheet metal: their bends, and the flat pattern to cut them from.

regions     planes and cylinders, and where the surface goes on smoothly
skins       both sides of the sheet, and its thickness
unfolding   one side laid flat
pattern     outline, cut-outs and bend lines of the flat pattern

What is no sheet metal here, though people may call it so: hems, bends that are no cylinders (rolled cones, lofted
bends), closed sections, sharp folds, countersinks and embossings, cuts through a bend that are not at right angles to
the sheet, and walls of more than one thickness.
"""

from __future__ import annotations

from typing import Any

from ...records import NotSheetMetal, SheetMetal
from ...records.sheet_metal import K_FACTOR
from ..brep import FACE, sub_shapes
from ..measure import place_of
from .pattern import FlatPattern, unfolded
from .skins import NotSheet, first_sheet


def recognise(solid: Any, numbers: Any, k_factor: float = K_FACTOR) -> SheetMetal | NotSheetMetal:
    """The thickness, bends and flat size of a solid that was folded from sheet metal; or why it is none.

    Args:
        solid: a `TopoDS_Solid`.
        numbers: the `shape_map` of faces that names them.
        k_factor: where the neutral fibre lies, from the inner side of a bend, as a part of the thickness.
    """
    found = flat_pattern(solid, numbers, k_factor)
    return found if isinstance(found, NotSheetMetal) else found.sheet


def flat_pattern(solid: Any, numbers: Any, k_factor: float = K_FACTOR) -> FlatPattern | NotSheetMetal:
    """The flat pattern of a solid that was folded from sheet metal; or why it is none. See `recognise`.

    One that lies on itself is handed back too, with `SheetMetal.overlap` above 0.
    """
    named = [numbers.FindIndex(face) for face in sub_shapes(solid, FACE)]
    try:
        return first_sheet(solid, lambda sheet: unfolded(sheet, named, k_factor))
    except NotSheet as reason:
        if not reason.face:
            return NotSheetMetal(reason.text)
        number = named[reason.face - 1]
        return NotSheetMetal(reason.text.format(face=number), number, place_of(numbers.FindKey(number)))
