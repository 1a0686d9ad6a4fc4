"""What kind of thing a result is, and its measures: the summary that `cadgit run` prints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepLib import BRepLib_FindSurface
from OCP.GeomLib import GeomLib_IsPlanarSurface
from OCP.TopoDS import TopoDS

from ..records import Geometry, Kind, ManifestNode, SolidMeasure
from .brep import EDGE, FACE, SOLID, VERTEX, Node, shape_map, solid_labels, sub_shapes, uses, walk
from .measure import NOTHING, Mass, Masses, bounding_box

#: Two faces lie in one plane when they are within this distance of it, in mm (OCCT's own default tolerance is 1e-7,
#: and sketches that were moved by a location carry rounding of about 1e-6).
COPLANAR = 1e-5


def summarise(shape: Any, manifest: ManifestNode | None) -> tuple[Geometry, tuple[str, ...]]:
    """Measure a result.

    Returns:
        The measures, and warnings: a manifest that does not fit, a result that has no finite size.
    """
    tree, warnings = walk(shape, manifest)
    kind = kind_of(tree)
    solids, faces, edges, vertices = (shape_map(shape, what).Extent() for what in (SOLID, FACE, EDGE, VERTEX))
    labels = tuple(leaf.label for leaf in tree.leaves() if leaf.label)
    if kind == "empty":
        return Geometry("empty", None, 0.0, 0.0, None, solids, faces, edges, vertices, labels), (
            *warnings,
            "the result is empty",
        )
    box = bounding_box(shape)
    if box is None:
        text = "the result has no finite size: a coordinate is infinite or not a number"
        return Geometry(kind, None, 0.0, 0.0, None, solids, faces, edges, vertices, labels), (*warnings, text)
    is_solid = kind in ("solid", "assembly")
    masses = Masses()
    # Solid by solid, as often as each is there: faces beside them would add to the volume as if they closed something.
    bodies = uses(shape, SOLID) if is_solid else [shape]
    area = _sum([masses.area(body) for body in bodies])
    whole = area
    if is_solid:
        whole = _sum([masses.volume(body) for body in bodies])
    elif kind == "curve":
        whole = masses.length(shape)
    geometry = Geometry(
        kind=kind,
        box=box,
        volume=whole.size if is_solid else 0.0,
        area=area.size,
        # A volume of nothing (a sheet that was closed upon itself) has no centre of its own; rounding puts it anywhere.
        centre_of_mass=(area if is_solid and abs(whole.size) <= NOTHING * max(box.size) ** 3 else whole).centre,
        solids=solids,
        faces=faces,
        edges=edges,
        vertices=vertices,
        labels=labels,
        parts=_solid_measures(shape, tree, masses),
    )
    return geometry, warnings


def kind_of(tree: Node) -> Kind:
    """What a result is, by what is in it: loose faces and lines beside solids do not change its kind."""
    shape = tree.shape
    if shape_map(shape, SOLID).Extent():
        with_solids = [leaf for leaf in tree.leaves() if shape_map(leaf.shape, SOLID).Extent()]
        return "assembly" if len(with_solids) > 1 else "solid"
    if shape_map(shape, FACE).Extent():
        return "sketch" if is_coplanar(shape) else "surface"
    return "curve" if shape_map(shape, EDGE).Extent() else "empty"


def is_coplanar(shape: Any) -> bool:
    """Whether all faces of a shape lie in one plane."""
    finder = BRepLib_FindSurface(shape, COPLANAR, True)
    return bool(finder.Found()) and all(_is_flat(face) for face in sub_shapes(shape, FACE))


def _is_flat(face: Any) -> bool:
    # A face's outline may be flat where the face is not (a dome), so the surface itself is asked.
    surface = BRepAdaptor_Surface(TopoDS.Face(face)).Surface().Surface()
    return bool(GeomLib_IsPlanarSurface(surface, COPLANAR).IsPlanar())


def _sum(pieces: Sequence[Mass]) -> Mass:
    """Size and centre of several pieces together; their moments of inertia are left out."""
    if len(pieces) == 1:
        return pieces[0]
    size = math.fsum(piece.size for piece in pieces)
    x, y, z = (math.fsum(p.size * p.centre[axis] for p in pieces) / size if size else 0.0 for axis in range(3))
    return Mass(size, (x, y, z), (0.0, 0.0, 0.0))


def _solid_measures(shape: Any, tree: Node, masses: Masses) -> tuple[SolidMeasure, ...]:
    solids = shape_map(shape, SOLID)
    measures = []
    for solid, label in zip(solids, solid_labels(tree, solids), strict=True):
        volume = masses.volume(solid)
        measures.append(SolidMeasure(label, volume.size, masses.area(solid).size, volume.centre))
    return tuple(measures)
