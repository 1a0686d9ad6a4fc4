"""What kind of thing a result is, and its measures: the summary that `cadgit run` prints."""

from __future__ import annotations

from typing import Any

from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepLib import BRepLib_FindSurface
from OCP.GeomLib import GeomLib_IsPlanarSurface
from OCP.TopoDS import TopoDS

from ..records import Geometry, Kind, ManifestNode, SolidMeasure
from .brep import EDGE, FACE, SOLID, VERTEX, Node, compound, shape_map, solid_labels, sub_shapes, uses, walk
from .measure import Mass, area_of, bounding_box, length_of, volume_of

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
    # Faces beside the solids would add to the volume as if they closed something.
    body = compound(uses(shape, SOLID)) if is_solid else shape
    area = area_of(body)
    whole = volume_of(body) if is_solid else length_of(body) if kind == "curve" else area
    geometry = Geometry(
        kind=kind,
        box=box,
        volume=whole.size if is_solid else 0.0,
        area=area.size,
        # A volume of nothing (a sheet that was closed upon itself) has no centre of its own.
        centre_of_mass=(whole if whole.size else area).centre,
        solids=solids,
        faces=faces,
        edges=edges,
        vertices=vertices,
        labels=labels,
        parts=_solid_measures(shape, tree, whole, area),
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


def _solid_measures(shape: Any, tree: Node, whole: Mass, area: Mass) -> tuple[SolidMeasure, ...]:
    solids = shape_map(shape, SOLID)
    labels = solid_labels(tree, solids)
    if solids.Extent() == 1:
        return (SolidMeasure(labels[0], whole.size, area.size, whole.centre),)
    measures = []
    for solid, label in zip(solids, labels, strict=True):
        volume = volume_of(solid)
        measures.append(SolidMeasure(label, volume.size, area_of(solid).size, volume.centre))
    return tuple(measures)
