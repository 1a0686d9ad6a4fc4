"""The inspector's answers about what entities of a result measure."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ..records import EntityMeasure, OrientedBox, PairMeasure, SharedVolume, WallMeasure
from ..shape.brep import compound
from ..shape.entities.entity import Entity
from ..shape.entities.finding import UnknownEntity, find
from ..shape.entities.numbering import Entities
from ..shape.measure import BOX_SLACK, has_finite_vertices
from ..shape.measuring import single, walls
from ..shape.measuring.between import measure_between
from ..shape.measuring.bodies import Density, Weigher, bodies_of, materials_of
from ..shape.measuring.clearances import measure_clearances, pairs_of
from ..shape.measuring.oriented_box import oriented_box
from ..shape.measuring.sharing import SharingError, shared_volume
from ..shape.spans import vector
from . import jobs
from .materials import density_of
from .questions import InspectionError, read

Question = (
    jobs.MeasureBodies
    | jobs.FitBoxes
    | jobs.MeasureEntity
    | jobs.MeasureBetween
    | jobs.MeasureShared
    | jobs.MeasureWall
    | jobs.ListPairs
    | jobs.MeasureClearances
)
Answer = (
    jobs.BodiesMeasured
    | jobs.BoxesFitted
    | EntityMeasure
    | PairMeasure
    | SharedVolume
    | WallMeasure
    | jobs.Pairs
    | jobs.ClearancesMeasured
)

#: Kinds of entities that have mass properties.
BODIES = ("solid", "child", "result")


def answer(request: Question) -> Answer:
    """Answer a question.

    Raises:
        InspectionError: it cannot be answered; the message says why, with the reason ``name`` for a wrong name.
    """
    entities = Entities(read(request.brep), request.manifest)
    try:
        return _answer(request, entities)
    except UnknownEntity as error:
        raise InspectionError(str(error), "name") from error
    except (walls.WallError, SharingError) as error:
        raise InspectionError(str(error)) from error


def _answer(request: Question, entities: Entities) -> Answer:
    if isinstance(request, jobs.MeasureBodies):
        return _bodies(entities, request)
    if isinstance(request, jobs.FitBoxes):
        return jobs.BoxesFitted(tuple(_boxes(entities, request)))
    if isinstance(request, jobs.MeasureEntity):
        return single.measure(_finite(entities, request.name))
    if isinstance(request, jobs.MeasureBetween):
        return measure_between(_finite(entities, request.first), _finite(entities, request.second))
    if isinstance(request, jobs.MeasureShared):
        return shared_volume(_finite(entities, request.first), _finite(entities, request.second), request.method)
    if isinstance(request, jobs.MeasureWall):
        return _wall(entities, request.at)
    if isinstance(request, jobs.ListPairs):
        return jobs.Pairs(pairs_of(entities))
    return jobs.ClearancesMeasured(tuple(measure_clearances(entities, request.pairs, request.seconds)))


def _finite(entities: Entities, name: str) -> Entity:
    """The entity of that name, if it is somewhere: OCCT gives numbers for what is nowhere, too.

    Raises:
        InspectionError: it has a coordinate that is no number.
        UnknownEntity: as `find`.
    """
    found = find(entities, name)
    if not all(map(has_finite_vertices, found.shapes)):
        raise InspectionError(f"{found.name} has a coordinate that is infinite or not a number")
    return found


def _bodies(entities: Entities, request: jobs.MeasureBodies) -> jobs.BodiesMeasured:
    bodies = [_body(entities, name) for name in request.names] or bodies_of(entities)
    weigher = Weigher(entities, _densities(entities, request.material))
    return jobs.BodiesMeasured(tuple(map(weigher.measure, bodies)))


def _body(entities: Entities, name: str) -> Entity:
    found = find(entities, name)
    if found.kind not in BODIES:
        raise InspectionError(f"{found.name} has no mass properties: a solid, a child and the result have")
    return found


def _densities(entities: Entities, material: jobs.Material | None) -> list[Density | None]:
    """The density of each solid: the one that was given, else that of the material that the model names."""
    if material is not None:
        return [Density(material.density, material.name)] * entities.count("solid")
    return [density_of(name) for name in materials_of(entities)]


def _boxes(entities: Entities, request: jobs.FitBoxes) -> Iterator[OrientedBox]:
    deadline = time.monotonic() + request.seconds
    for index, name in enumerate(request.names):
        if index and time.monotonic() > deadline:
            return
        entity = find(entities, name)
        found = oriented_box(compound(list(entity.shapes)) if entity.hole is not None else entity.shape)
        if found is None:
            yield OrientedBox(entity.name, not_checked="it has no finite size")
            continue
        x, y, z = map(vector, found.axes)
        yield OrientedBox(entity.name, vector(found.size), (x, y, z), vector(found.centre), BOX_SLACK)


def _wall(entities: Entities, at: str) -> WallMeasure:
    if not at:
        return walls.smallest(entities)
    found = find(entities, at)
    if found.kind == "face":
        return walls.smallest(entities, found)
    if found.kind not in ("point", "vertex"):
        raise InspectionError(f"a wall is measured at a point, a vertex or a face, not at {found.name}", "name")
    return walls.at_point(entities, found)
