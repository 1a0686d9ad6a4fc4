"""What quiddity sees in a solid, in our terms: the only place that knows its names.

quiddity (Apache-2.0, pinned) recognises in a frame of its own, which it finds in the solid, so that a turned part has
the same features; its letters and vectors are turned back here, and its faces found by identity. Its sizes are rounded
to two or three decimals, and so they only bear out what `recognised` measures on the faces.

Measured with 0.3.11: importing it takes 0.75 s and 9 MB and starts no thread; so it is imported by whoever is asked,
and not by the kernel that waits. A part of 20 to 50 faces takes it 0.3 to 2 s, one of 100 faces 5 s or more, and on a
public part of 178 faces it did not finish within a minute. OCCT's pool must have one thread before it is called, as in
every job of the kernel; `QUIDDITY_THREADS`, which would set up that pool once more, is for programs of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..mesh import Points


class NotSeen(Exception):
    """quiddity gave no answer about a solid; the message says why."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A feature as quiddity tells it, in the coordinates of the result.

    Attributes:
        kind: what it is.
        faces: numbers of its faces in the result.
        axis: along its height or depth, out of the material where quiddity says which way; for a groove the shaft's.
        across: two directions at right angles to it, which its section is aligned to.
        said: its sizes in mm, as quiddity rounds them. The height of a boss is not among them: quiddity's ends where a
            rounding at the foot begins.
        section: of a recess, in quiddity's words.
        floored: a recess has a floor.
        open: a recess has no wall at the ends of its length.
        sides: of a polygon.
    """

    kind: Literal["hole", "round boss", "rectangular boss", "polygonal boss", "recess", "slot", "channel", "groove"]
    faces: tuple[int, ...]
    axis: Points
    across: tuple[Points, Points]
    said: tuple[float, ...]
    section: str = ""
    floored: bool = True
    open: bool = False
    sides: int = 0


def look_at(solid: Any, numbers: Any) -> tuple[Seen, ...]:
    """What quiddity sees in a solid.

    Args:
        numbers: the `shape_map` of the result's faces.

    Raises:
        NotSeen: it refuses the solid, or it failed.
    """
    from build123d import Solid
    from OCP.TopoDS import TopoDS
    from quiddity import FramedRecognitionEvidence, RefusedPartFrame, build_framed_recognition_evidence

    try:
        evidence = build_framed_recognition_evidence(Solid(TopoDS.Solid(solid)))
    except Exception as error:  # of a library that documents none
        raise NotSeen(f"quiddity failed: {type(error).__name__}: {str(error).partition(chr(10))[0]}") from error
    if isinstance(evidence, RefusedPartFrame):
        # A solid without a plane or a cylinder: none of these features can be in it.
        return ()
    if not isinstance(evidence, FramedRecognitionEvidence):
        raise NotSeen(f"quiddity refused: {evidence.reason.value}")
    frame = _Frame(evidence.frame)
    found: list[Seen] = []
    for feature in evidence.features:
        tell = _TOLD.get(evidence.family(feature))
        if tell is None:
            continue
        refs = evidence.constituent_faces(feature) | evidence.defining_faces(feature)
        faces = tuple(sorted(numbers.FindIndex(evidence.caller_face(ref).wrapped) for ref in refs))
        if faces and 0 not in faces:
            found.extend(tell(evidence.record(feature), faces, frame))
    return tuple(found)


class _Frame:
    """quiddity's coordinates of a solid."""

    def __init__(self, frame: Any) -> None:
        self._axes = {"x": np.array(frame.x), "y": np.array(frame.y), "z": np.array(frame.z)}

    def axis(self, letter: str) -> Points:
        """The direction of an axis in the coordinates of the result."""
        return self._axes[letter]

    def others(self, letter: str) -> tuple[Points, Points]:
        """The directions of both other axes."""
        first, second = (axis for name, axis in self._axes.items() if name != letter)
        return first, second

    def vector(self, local: Any) -> Points:
        """A direction in the coordinates of the result."""
        x, y, z = self._axes.values()
        return local[0] * x + local[1] * y + local[2] * z  # type: ignore[no-any-return]


def _beside(axis: Points) -> tuple[Points, Points]:
    """Any two directions at right angles to an axis and to each other, for what is round."""
    first = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    first /= np.linalg.norm(first)
    return first, np.cross(axis, first)


def _hole(record: Any, faces: tuple[int, ...], frame: _Frame) -> Iterator[Seen]:
    axis = frame.vector(record.axis)
    yield Seen("hole", faces, axis, _beside(axis), (record.diameter,))


def _boss(record: Any, faces: tuple[int, ...], frame: _Frame) -> Iterator[Seen]:
    axis = frame.vector(record.axis)
    yield Seen("round boss", faces, axis, _beside(axis), (record.diameter,))


def _pad(record: Any, faces: tuple[int, ...], frame: _Frame) -> Iterator[Seen]:
    spans = {"x": record.x1 - record.x0, "y": record.y1 - record.y0, "z": record.z1 - record.z0}
    spans.pop(record.axis)
    axis = record.direction * frame.axis(record.axis)
    yield Seen("rectangular boss", faces, axis, frame.others(record.axis), tuple(spans.values()))


def _prism(record: Any, faces: tuple[int, ...], frame: _Frame) -> Iterator[Seen]:
    axis = frame.axis(record.axis)
    across = frame.vector(record.flat_directions[0])
    beside = (across, np.cross(axis, across))
    yield Seen("polygonal boss", faces, axis, beside, (record.across_flats,), sides=record.side_count)


def _slot(record: Any, faces: tuple[int, ...], frame: _Frame) -> Iterator[Seen]:
    letter = next(iter({"x", "y", "z"} - {record.width_axis, record.long_axis}))
    across = (frame.axis(record.long_axis), frame.axis(record.width_axis))
    section = "obround" if record.end_radius is not None else "rectangular"
    yield Seen("slot", faces, frame.axis(letter), across, (record.length, record.width), section, floored=False)


def _oriented_slot(record: Any, faces: tuple[int, ...], frame: _Frame) -> Iterator[Seen]:
    across = (frame.vector(record.long_direction), frame.vector(record.width_direction))
    axis = frame.vector(record.depth_direction)
    yield Seen("slot", faces, axis, across, (record.length, record.width), "rectangular", floored=False)


def _groove(record: Any, faces: tuple[int, ...], frame: _Frame) -> Iterator[Seen]:
    axis = frame.axis(record.axis)
    yield Seen("groove", faces, axis, _beside(axis), (record.width, record.diameter), "groove")


def _recess(record: Any, faces: tuple[int, ...], frame: _Frame) -> Iterator[Seen]:
    geometry = getattr(record, "geometry", None)
    if geometry is None:  # a refusal: faces that belong together, without a geometry
        return
    run, u, v = (frame.vector(direction) for direction in (geometry.frame.run, geometry.frame.u, geometry.frame.v))
    depth = geometry.run_interval[1] - geometry.run_interval[0]
    section, kind = record.classification.section_shape, record.classification.feature_kind
    points = np.array([vertex.point for vertex in geometry.profile.boundary])
    if geometry.profile.closure == "open":
        first, second = map(np.array, geometry.profile.opening)
        opening = second - first
        out = np.array((-opening[1], opening[0]))
        out *= np.sign(out @ ((first + second) / 2 - points.mean(axis=0))) / np.linalg.norm(opening)
        across = opening / np.linalg.norm(opening)
        axis = out[0] * u + out[1] * v
        said = (depth, float(np.linalg.norm(opening)))
        ends = geometry.ends
        is_open = ends.low.condition == "open" and ends.high.condition == "open"
        yield Seen("channel", faces, axis, (run, across[0] * u + across[1] * v), said, section, open=is_open)
        return
    low_open, high_open = geometry.ends.low.condition == "open", geometry.ends.high.condition == "open"
    axis = -run if low_open and not high_open else run
    spans = points.max(axis=0) - points.min(axis=0)
    # Arcs reach beyond their ends where they are half circles, so that nothing is said of the length then.
    sizes = (depth,) if section == "obround" else (depth, float(max(spans)))
    yield Seen(
        "recess", faces, axis, (u, v), sizes, section, floored=not (low_open and high_open), open=kind == _AT_AN_EDGE
    )


_AT_AN_EDGE = "edge_open_recess"

_TOLD: dict[str, Callable[[Any, tuple[int, ...], _Frame], Iterator[Seen]]] = {
    "holes": _hole,
    "bosses": _boss,
    "pads": _pad,
    "polygonal_bosses": _prism,
    "slots": _slot,
    "oriented_slots": _oriented_slot,
    "grooves": _groove,
    "section_recesses": _recess,
}
