"""The density that a candidate's solids have: what the command line says, else the part's spec."""

from __future__ import annotations

import math
import re

from ..errors import EnvironmentFailed, UsageError
from ..kernel.jobs import Material
from ..records import Candidate, Version
from . import spec_in_force
from .workspace import Workspace

_DENSITY = re.compile(r"(\d+\.?\d*|\.\d+)(?:\s*g/cm(?:³|3|\^3))?")


def material_for(ws: Workspace, candidate: Candidate | None, version: Version | None, asked: str) -> Material | None:
    """The material of all solids, or None where neither the command line nor the spec names one.

    Args:
        candidate, version: what is weighed; a version by the spec that it passed, a file (both None) by none.
        asked: the name of a material, or a density in g/cm³; empty for what the spec says.

    Raises:
        UsageError: there is no such material.
    """
    if asked:
        return _named(asked)
    if candidate is None:
        return None
    try:
        text = (spec_in_force.of_version(ws, version) if version else spec_in_force.current(ws, candidate.part)).text
    except EnvironmentFailed as error:
        ws.progress.notice(f"no mass by the spec: {error.message}")
        return None
    if not text:
        return None
    from ..spec import from_text  # most parts have none

    mass = from_text(text).mass
    return None if mass is None else Material(mass.density, f"{mass.material or 'density'}, from the spec")


def _named(text: str) -> Material:
    from ..spec.materials import MATERIALS

    known = {name.lower(): (name, found.density) for name, found in MATERIALS.items()}
    if text.strip().lower() in known:
        name, density = known[text.strip().lower()]
        return Material(density, name)
    match = _DENSITY.fullmatch(text.strip())
    if match is None or not 0 < float(match[1]) < math.inf:
        raise UsageError(
            f"{text!r} is neither a material that cadgit knows nor a density above 0",
            f"one of {', '.join(MATERIALS)}, or a density in g/cm³: 7.85",
        )
    return Material(float(match[1]), "as asked")
