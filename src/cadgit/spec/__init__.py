"""A part's own requirements, as plain data: what `[parts.<name>.spec]` can say, its text and its hash.

How a requirement is judged: the check of that name is a function in `cadgit.checks.spec.<key>`, registered with
``@register("spec.<key>", Requirement)`` (hyphens for underscores); it gets the `Inspected` result and the requirement,
and gives a `CheckResult` with status, message, measured, limit and places. Attached files (STEP files, another
version's BREP) come as bytes from ``inspected.attached(name)``. What cannot be evaluated, a label that is not there or
a file that is missing, is a ``fail`` or ``not checked``, never a ``pass``.
"""

from __future__ import annotations

from .ranges import Quantity, Range, RangeError, parse_number, parse_range
from .requirements import (
    DEFAULT_DIFFERENCE,
    Area,
    CentreOfMass,
    Clearance,
    Contact,
    Cylinder,
    Gap,
    Holes,
    Interference,
    KeepIn,
    KeepOut,
    Mass,
    OfKind,
    PitchCircle,
    Plane,
    Position,
    Reference,
    Region,
    Requirement,
    Size,
    Solids,
    Symmetry,
    Topology,
    Unchanged,
    Volume,
    Wall,
)
from .spec import KEYS, PREFIX, Attachment, Named, Spec, SpecError, from_text, spec_sha256

__all__ = [
    "DEFAULT_DIFFERENCE",
    "KEYS",
    "PREFIX",
    "Area",
    "Attachment",
    "CentreOfMass",
    "Clearance",
    "Contact",
    "Cylinder",
    "Gap",
    "Holes",
    "Interference",
    "KeepIn",
    "KeepOut",
    "Mass",
    "Named",
    "OfKind",
    "PitchCircle",
    "Plane",
    "Position",
    "Quantity",
    "Range",
    "RangeError",
    "Reference",
    "Region",
    "Requirement",
    "Size",
    "Solids",
    "Spec",
    "SpecError",
    "Symmetry",
    "Topology",
    "Unchanged",
    "Volume",
    "Wall",
    "from_text",
    "parse_number",
    "parse_range",
    "spec_sha256",
]
