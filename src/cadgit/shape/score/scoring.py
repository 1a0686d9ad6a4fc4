"""The score of a candidate against a reference: each axis by itself, and the place of the largest deviation.

The words of the field's benchmarks are kept, so that numbers can be compared with theirs: meshes, samples, tolerances
and formulas are theirs. What cannot be known here (how interfaces fit into jigs) is left out, and so is any total.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from ...records import Edit, Score
from ..brep import SOLID, compound, uses
from ..measure import bounding_box, diagonal
from .alignment import STAY, align
from .meshed import Meshed, meshed
from .surfaces import fits
from .topology import agreement, betti

#: Deflection of the meshes, as a part of the reference's diagonal, and its bounds in mm.
DEFLECTION, FINEST, COARSEST = 1e-3, 0.005, 0.5
#: Distance within which surfaces agree, as a part of the reference's diagonal.
TOLERANCE = 5e-3
#: Points on each surface.
SAMPLES = 50_000


class ScoreError(ValueError):
    """There is nothing to compare: no solid, or none that can be meshed."""


def score(
    candidate: Any, reference: Any, before: Any = None, *, aligned: bool = False, samples: int = SAMPLES, seed: int = 0
) -> Score:
    """Score a candidate against a reference; solids only, what lies beside them is left out.

    Args:
        candidate, reference: shapes with solids.
        before: the unedited input, for an edit.
        aligned: lay the candidate (and `before`) on the reference first.
        samples: points on each surface.
        seed: of the samples.

    Raises:
        ScoreError: one of them has no solid, or its solids cannot be meshed.
    """
    size = diagonal(_box(reference))
    deflection = min(max(DEFLECTION * size, FINEST), COARSEST)
    target = _meshed("reference", reference, deflection)
    found = _score(_meshed("candidate", candidate, deflection), target, size, deflection, aligned, samples, seed)
    if before is None:
        return found
    unedited = _score(_meshed("unedited input", before, deflection), target, size, deflection, aligned, samples, seed)
    return _with_edit(found, unedited)


def _score(
    candidate: Meshed, target: Meshed, size: float, deflection: float, aligned: bool, samples: int, seed: int
) -> Score:
    measure = partial(_measured, target=target, size=size, deflection=deflection, samples=samples, seed=seed)
    if not aligned:
        return measure(candidate)
    # The closest on the whole may agree in fewer places: a part that lies right but for one feature gets tilted.
    motions = [STAY]
    motion = align(candidate, target, seed)
    if motion is not STAY:
        motions.append(motion)
    found = [
        replace(measure(candidate.moved(motion.rotation, motion.translation)), alignment=motion.as_record())
        for motion in motions
    ]
    return max(found, key=lambda one: one.surface.f1 if one.shape is None else one.shape)  # the first of equals


def _measured(candidate: Meshed, target: Meshed, size: float, deflection: float, samples: int, seed: int) -> Score:
    found = fits(candidate, target, TOLERANCE * size, samples, seed)
    iou, notes = _volume_iou(candidate, target)
    numbers, wanted = betti(candidate.meshes), betti(target.meshes)
    return Score(
        surface=found.surface,
        facets=found.facets,
        volume_iou=iou,
        shape=None if iou is None else (found.surface.f1 + iou) / 2.0,
        topology=agreement(numbers, wanted),
        betti=numbers,
        reference_betti=wanted,
        deviation=found.deviation,
        deflection=deflection,
        tolerance=TOLERANCE * size,
        samples=samples,
        notes=notes,
    )


def _with_edit(found: Score, unedited: Score) -> Score:
    if found.shape is None or unedited.shape is None:
        return replace(found, notes=(*found.notes, *unedited.notes, "so the edit has no gain"))
    left = 1.0 - unedited.shape
    gain = min(1.0, max(0.0, (found.shape - unedited.shape) / left)) if left > 0 else None
    return replace(found, edit=Edit(unedited.shape, gain))


def _volume_iou(candidate: Meshed, target: Meshed) -> tuple[float | None, tuple[str, ...]]:
    for name, one in (("candidate", candidate), ("reference", target)):
        if one.body is None:
            return None, (f"the mesh of the {name} does not close, so volumes were not compared",)
        if any(mesh.volume < 0 for mesh in one.meshes):
            return None, (f"a solid of the {name} is inside out, so volumes were not compared",)
    common = (candidate.body ^ target.body).volume()
    joint = candidate.body.volume() + target.body.volume() - common
    return (common / joint if joint > 0 else 0.0), ()


def _box(reference: Any) -> Any:
    box = bounding_box(compound(uses(reference, SOLID)))
    if box is None:
        raise ScoreError("the reference has no solid of finite size")
    return box


def _meshed(name: str, shape: Any, deflection: float) -> Meshed:
    found = meshed(shape, deflection)
    if found is None:
        raise ScoreError(f"the {name} has no solid that can be meshed")
    return found
