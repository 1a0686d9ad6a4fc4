"""Densities of the materials that a model names: cadgit's own list first, then build123d's catalogue."""

from __future__ import annotations

import importlib
import math

from ..shape.measuring.bodies import Density
from ..spec.materials import MATERIALS

#: The catalogue that build123d takes materials from, since 0.13 (`part.material = "mild_steel"`).
CATALOGUE = "bd_materials"

_KG_PER_M3 = 1000.0  # that are 1 g/cm³


def density_of(material: str) -> Density | None:
    """The density of a material by its name, with its source, or None where nobody knows it.

    The name comes from the process that ran the model: a density of the model's own making is not taken.
    """
    name = material.strip()
    for known, found in MATERIALS.items():
        if known.lower() == name.lower():
            return Density(found.density, f"{known}, from the model")
    if not name:
        return None
    try:
        catalogue = importlib.import_module(CATALOGUE)
        density = float(catalogue.resolve(name).material.density) / _KG_PER_M3
    except Exception:  # not installed, no such name, or another shape of catalogue: each means that it is not known
        return None
    return Density(density, f"{name}, {CATALOGUE}") if 0 < density < math.inf else None
