"""measure: what a candidate and its entities measure; nothing is recorded."""

from __future__ import annotations

import time

from ..entity_names import is_body, is_place, parse
from ..errors import UsageError
from ..frozen import frozen
from ..records import ManifestNode
from . import geometry
from .asking import Asking
from .comparison import Operand
from .densities import material_for
from .measurement import MeasureOutcome
from .operands import is_geometry_file, subject_for
from .workspace import Workspace

#: Up to so many bodies get an oriented box when nothing is named; of more, only the result.
BOXES = 16


@frozen
class Asked:
    """What is asked for; nothing asks for the mass properties of all.

    Attributes:
        of: names of entities.
        between: pairs of names.
        wall: the smallest wall.
        wall_at: names of points, vertices or faces.
        clearance: between all children.
        material: a material, or a density in g/cm³; empty for what the spec or the model says.
    """

    of: tuple[str, ...] = ()
    between: tuple[tuple[str, str], ...] = ()
    wall: bool = False
    wall_at: tuple[str, ...] = ()
    clearance: bool = False
    material: str = ""

    @property
    def is_about_all(self) -> bool:
        """Whether no entity and no relation is asked for."""
        return not (self.of or self.between or self.wall or self.wall_at or self.clearance)


def measure(ws: Workspace, ref: str | None, asked: Asked) -> MeasureOutcome:
    """Measure a candidate, a version or a file.

    Args:
        ws: the workspace.
        ref: a REF, or a STEP or BREP file; None for the part changed last, as its files are now.
        asked: what.

    Raises:
        UsageError: a name means no entity, or not one; no such material.
        RefError, SourceError: REF names nothing that can be measured.
        ModelFailed: the model does not run.
    """
    started = time.monotonic()
    for name in (*asked.of, *(name for pair in asked.between for name in pair), *asked.wall_at):
        parse(name)  # a wrong word is told before anything runs
    for name in asked.of:
        if is_place(parse(name)):
            raise UsageError(f"{name} is no entity that measures anything", f"`--between {name!r} ENTITY` does")
    operand, brep, manifest = _subject(ws, ref)
    asking = Asking(ws, brep, manifest)
    bodies = [""] if asked.is_about_all else [name for name in asked.of if is_body(parse(name))]
    others = [name for name in asked.of if not is_body(parse(name))]
    weigh = bool(bodies or asked.material)
    material = material_for(ws, operand.candidate, operand.version, asked.material) if weigh else None
    measured = tuple(body for name in bodies for body in asking.bodies(name, material))
    boxed = [body.name for body in measured]
    if asked.is_about_all and len(boxed) > BOXES:
        del boxed[1:]
    return MeasureOutcome(
        subject=operand,
        brep_sha256=asking.brep_sha256,
        bodies=measured,
        boxes=asking.boxes(boxed),
        entities=tuple(filter(None, map(asking.entity, others))),
        between=tuple(filter(None, (asking.between(*pair) for pair in asked.between))),
        walls=tuple(filter(None, map(asking.wall, (*([""] if asked.wall else []), *asked.wall_at)))),
        clearances=asking.clearances() if asked.clearance else (),
        not_checked=tuple(asking.missing),
        seconds_total=time.monotonic() - started,
    )


def _subject(ws: Workspace, ref: str | None) -> tuple[Operand, bytes, ManifestNode | None]:
    """What is measured, its geometry and its labels."""
    if ref is not None and is_geometry_file(ws, ref):
        subject = subject_for(ws, ref)
        return subject.operand, subject.brep, None
    result = geometry.of_ref(ws, ref)
    return Operand(result.name, result.candidate, result.version), result.brep, result.manifest
