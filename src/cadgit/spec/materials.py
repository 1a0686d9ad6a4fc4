"""Densities of a few materials, in g/cm³ at room temperature. Each says where it comes from; any other is a `density`.

Printed plastics hold air, and alloys and grades differ by some per cent: what matters is weighed.
"""

from __future__ import annotations

from ..frozen import frozen


@frozen
class Material:
    """A density in g/cm³, and who says so."""

    density: float
    source: str


MATERIALS: dict[str, Material] = {
    "steel": Material(7.85, "EN 1993-1-2:2005, 3.2.2 (structural steel)"),
    "stainless steel": Material(7.9, "EN 10088-1:2014, Annex E (1.4301, AISI 304)"),
    "aluminium": Material(2.7, "EN 1999-1-1:2007, 3.2.5 (structural alloys)"),
    "titanium": Material(4.506, "CRC Handbook of Chemistry and Physics (the element)"),
    "copper": Material(8.96, "CRC Handbook of Chemistry and Physics (the element)"),
    "PLA": Material(1.24, "NatureWorks, data sheet of Ingeo 4043D (ASTM D792)"),
    "PETG": Material(1.27, "Eastman, data sheet of Eastar 6763 (ASTM D1505)"),
    "ABS": Material(1.04, "INEOS Styrolution, data sheet of Terluran GP-35 (ISO 1183)"),
    "PC": Material(1.2, "Covestro, data sheet of Makrolon 2805 (ISO 1183)"),
    "PMMA": Material(1.19, "Röhm, data sheet of Plexiglas XT (ISO 1183)"),
    "POM": Material(1.41, "Celanese, data sheet of Hostaform C 9021 (ISO 1183)"),
}
