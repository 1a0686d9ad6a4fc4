"""Several views of a result side by side, as one PNG file."""

from __future__ import annotations

import math
import mmap
import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...records import Vector
from ...viewpoints import Section, Viewpoint
from . import labels, legend, png
from .facets import Facets
from .picture import Studio
from .tracing import Sight

#: A mouth of a hole: the hole's name, its middle in the model's coordinates in mm, and the direction that it opens to.
Mouth = tuple[str, Vector, Vector]

_BORDER = (205, 211, 219)


@dataclass(frozen=True, slots=True)
class Request:
    """What to draw. `size` is that of one view, in pixels; `holes` are named when they are given, faces when asked."""

    views: tuple[Viewpoint, ...]
    size: tuple[int, int]
    perspective: bool = False
    section: Section | None = None
    faces: bool = False
    holes: tuple[Mouth, ...] = ()
    title: str = ""
    bare: bool = False


#: A mouth is seen when it opens towards the viewer by more than this, a cosine.
_FACING = 0.02


def draw(facets: Facets, ghost: Facets | None, request: Request, about: Sequence[tuple[str, str]]) -> tuple[bytes, int]:
    """The PNG file, with `about` as its text, and how many names found no place on any of its views."""
    table = _Table.of(request)
    _draw_all(facets, ghost, request, table)
    return png.encoded(table.pixels, about), int(table.unplaced.sum())


@dataclass(frozen=True, slots=True)
class _Table:
    """Where views are drawn to: memory that a second process shares.

    Attributes:
        pixels: of the whole sheet, of shape (height, width, 3).
        unplaced: for each view, how many names found no place.
    """

    pixels: NDArray[np.uint8]
    unplaced: NDArray[np.int32]

    @classmethod
    def of(cls, request: Request) -> _Table:
        """An empty, white sheet."""
        columns, rows = _grid(len(request.views))
        shape = (rows * request.size[1], columns * request.size[0], 3)
        counts = np.dtype(np.int32).itemsize * len(request.views)
        memory = mmap.mmap(-1, counts + math.prod(shape))
        pixels = np.frombuffer(memory, dtype=np.uint8, offset=counts).reshape(shape)
        pixels[:] = 255
        return cls(pixels, np.frombuffer(memory, dtype=np.int32, count=len(request.views)))

    def put(self, index: int, tile: NDArray[np.uint8]) -> None:
        """Lay a view in its place, with a border where another is beside or above it."""
        (height, width, _), columns = tile.shape, _grid(len(self.unplaced))[0]
        top, left = index // columns * height, index % columns * width
        place = self.pixels[top : top + height, left : left + width]
        place[:] = tile
        if left:
            place[:, 0] = _BORDER
        if top:
            place[0] = _BORDER


def _grid(count: int) -> tuple[int, int]:
    """Columns and rows of a sheet."""
    columns = math.ceil(math.sqrt(count))
    return columns, math.ceil(count / columns)


def _draw_all(facets: Facets, ghost: Facets | None, request: Request, table: _Table) -> None:
    """Draw all views; by two processes where there are two processors for it."""
    processors = sorted(os.sched_getaffinity(0))
    views = range(len(request.views))
    if len(views) < 2 or len(processors) < 2:
        _draw_some(facets, ghost, request, views, table)
        return
    # Before Embree's first thread: a process with threads must not be forked.
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.sched_setaffinity(0, {processors[1]})
            _draw_some(facets, ghost, request, views[1::2], table)
            status = 0
        finally:
            os._exit(status)
    os.sched_setaffinity(0, {processors[0]})
    _draw_some(facets, ghost, request, views[::2], table)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        raise RuntimeError("the second process of the picture ended early")


def _draw_some(facets: Facets, ghost: Facets | None, request: Request, which: range, table: _Table) -> None:
    studio = Studio(facets, ghost)
    for index in which:
        tile, table.unplaced[index] = _tile(studio, facets, request, request.views[index])
        table.put(index, tile)


def _tile(studio: Studio, facets: Facets, request: Request, view: Viewpoint) -> tuple[NDArray[np.uint8], int]:
    """One view, and how many names found no place on it."""
    seen = studio.view(view, request.size, perspective=request.perspective, section=request.section)
    if request.bare:
        image, _ = legend.image_of(seen.pixels)
        return np.asarray(image), 0
    name_axes = legend.axes(seen.pixels, seen.sight.camera)
    image, pen = legend.image_of(seen.pixels)
    names = labels.of_faces(seen.ids) if request.faces else _of_holes(facets, seen.sight, request.holes)
    left_out = labels.draw(pen, names, request.size, seen.sight.camera.unit)
    name_axes(pen)
    legend.scale_bar(pen, seen.sight.camera)
    legend.caption(pen, request.title, view.name, seen.sight.camera.unit)
    return np.asarray(image), left_out


def _of_holes(facets: Facets, sight: Sight, holes: Sequence[Mouth]) -> list[labels.Label]:
    """A label at the nearest mouth of each hole that nothing hides."""
    if not holes:
        return []
    camera = sight.camera
    middles = (np.array([middle for _, middle, _ in holes]) - facets.centre).astype(np.float32)
    towards, _ = camera.towards(middles)
    facing = np.einsum("ij,ij->i", np.array([outward for *_, outward in holes]), towards) > _FACING
    # A little towards the viewer: the ends of a hole lie exactly in the faces around it.
    lifted = middles + towards * np.float32(1e-3 * camera.reach)
    x, y, near = camera.project(middles)
    seen = np.flatnonzero(facing & ~sight.hidden(lifted) & ~sight.away(lifted))
    nearest = {holes[index][0]: index for index in sorted(seen.tolist(), key=lambda index: float(near[index]))}
    # A name stands beside its hole; a number alone is short enough to stand in it.
    return [
        labels.Label(name, (float(x[index]), float(y[index])), np.inf if name.isdecimal() else 0.0, 1.0)
        for name, index in sorted(nearest.items(), key=lambda item: item[1])
    ]
