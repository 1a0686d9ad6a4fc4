"""Where a surface ends: its free edges, joined into loops."""

from __future__ import annotations

from ...records import Diagnosed, GeometryFinding
from ...shape.diagnosis.loops import Loop, loops
from ..inspected import Inspected
from ..words import KEPT, count, number
from .subject import Entity, Subject

#: Kinds of results that have to close; the edges of a sketch are free by nature.
CLOSED = ("solid", "assembly", "surface")

_FLAT = "a flat face closes it: add `Face(Wire(edges))` of this rim to the shell, then `Solid(shell)`"
_CURVED = (
    "no flat face closes it: `Face.make_surface(edges)` spans a rim that is not flat; or look for the face that is"
    " missing or was cut away"
)
_TORN = (
    "these edges make no rim: faces that should share an edge have one each; build them from the same lines, or sew"
    " them (`Shell(faces)`)"
)


def rims(inspected: Inspected) -> Diagnosed:
    """A finding for each loop of free edges."""
    if inspected.kind not in CLOSED:
        return Diagnosed()
    subject = Subject(inspected)
    found = loops(inspected.shape, inspected.topology.free_edges)
    more = (count(len(found) - KEPT, "more rim"),) if len(found) > KEPT else ()
    return Diagnosed(tuple(_finding(subject, loop) for loop in found[:KEPT]), more)


def _finding(subject: Subject, loop: Loop) -> GeometryFinding:
    entities: list[Entity] = [("edge", edge) for edge in loop.edges]
    edges = count(len(loop.edges), "free edge")
    if loop.closed:
        shape = "flat" if loop.flat else "not flat"
        message, proposal = f"the surface ends here: a {shape} rim of {edges}", _FLAT if loop.flat else _CURVED
    else:
        message, proposal = f"the surface is torn here: {edges} that make no closed rim", _TORN
    return subject.finding(
        "open surface", "fault", entities, message, proposal, point=loop.point, size=f"{number(loop.length)} mm around"
    )
