"""Does the mesh of each solid close?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..records import CheckResult, Place
from ..shape.mesh import Mesh
from .inspected import Inspected
from .registry import register
from .words import KEPT, count, number, where


@dataclass(frozen=True, slots=True)
class Deflections:
    """Fractions of the diagonal: tried in order until the mesh is watertight.

    One public cup needs the second. What comes back from the STEP file has the same surfaces, and only their seams are
    new, which a coarse mesh shows. Where the check of overlaps has made a mesh, that one comes first.
    """

    alone: tuple[float, ...] = (1e-3, 2.5e-4)
    copy: tuple[float, ...] = (4e-3, 1e-3, 2.5e-4)
    after_overlap: tuple[float, ...] = (2e-4, 1e-4)


@register("watertight", Deflections)
def watertight(inspected: Inspected, arguments: Deflections) -> CheckResult:
    """The triangle mesh of each solid has no hole: each side of a triangle has its opposite."""
    fractions = arguments.copy if inspected.copy_of else arguments.alone
    if inspected.has_meshes(arguments.after_overlap[0]):
        fractions = arguments.after_overlap
    places: tuple[Place, ...] = ()
    holes = 0
    for fraction in fractions:
        meshes = inspected.meshes(fraction)
        opened = [_open(inspected, solid, mesh) for solid, mesh in enumerate(meshes, 1)]
        holes = sum(amount for amount, _ in opened)
        places = tuple(place for _, found in opened for place in found)[:KEPT]
        if not holes:
            triangles = sum(len(mesh.triangles) for mesh in meshes)
            deflection = number(fraction * inspected.diagonal)
            message = f"{count(triangles, 'triangle')} without a gap, deflection {deflection} mm"
            return CheckResult("watertight", "pass", message, "0 gaps", "0 gaps")
    measured = count(holes, "gap")
    return CheckResult("watertight", "fail", f"the mesh has {measured}: {where(places)}", measured, "0 gaps", places)


def _open(inspected: Inspected, solid: int, mesh: Mesh) -> tuple[int, list[Place]]:
    """How many sides of triangles have no opposite (a face without a mesh counts as one), and where."""
    name = inspected.solid_name(solid)
    places = [inspected.place("face", face, f"no mesh could be made ({name})") for face in mesh.missing[:KEPT]]
    sides = unbalanced_sides(mesh)
    for a, b, face in sides[:KEPT]:
        x, y, z = ((mesh.points[a] + mesh.points[b]) / 2).tolist()
        places.append(inspected.place("face", face, f"gap in the mesh of {name}", (x, y, z)))
    if not len(mesh.triangles) and not places:
        places.append(inspected.place("solid", solid, "no mesh could be made"))
    return len(mesh.missing) + len(sides) + (not len(mesh.triangles)), places


def unbalanced_sides(mesh: Mesh) -> list[tuple[int, int, int]]:
    """Sides of triangles without as many in the opposite direction: two vertices and a face's number."""
    if not len(mesh.triangles):
        return []
    sides = mesh.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    low, high = sides.min(axis=1), sides.max(axis=1)
    keys = low * len(mesh.points) + high
    signs = np.where(sides[:, 0] == low, 1, -1)
    unique, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    balance = np.bincount(inverse, weights=signs, minlength=len(unique))
    return [(int(low[i]), int(high[i]), int(mesh.faces[i // 3])) for i in first[balance != 0]]
