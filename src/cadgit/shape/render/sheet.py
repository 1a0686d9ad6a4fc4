"""Several views of a result side by side, as one PNG file."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from ...records import Vector
from ...viewpoints import Section, Viewpoint
from . import labels, legend
from .facets import Facets
from .picture import Studio
from .tracing import Sight

#: A mouth of a hole: the hole's name, its middle in the model's coordinates in mm, and the direction that it opens to.
Mouth = tuple[str, Vector, Vector]

_BORDER = (205, 211, 219)
#: Small files cost more time than large ones save: level 6 took twice as long for three quarters of the size.
_COMPRESSION = 4


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

Tile = tuple[NDArray[np.uint8], int]


def draw(facets: Facets, ghost: Facets | None, request: Request, about: Sequence[tuple[str, str]]) -> tuple[bytes, int]:
    """The PNG file, with `about` as its text, and how many names found no place on any of its views."""
    tiles = _tiles(facets, ghost, request)
    pixels = [tile for tile, _ in tiles]
    stream = BytesIO()
    info = PngInfo()
    for key, value in about:
        info.add_itxt(key, value)
    _grid(pixels, request.size).save(stream, "PNG", compress_level=_COMPRESSION, pnginfo=info)
    return stream.getvalue(), sum(count for _, count in tiles)


def _grid(tiles: Sequence[NDArray[np.uint8]], size: tuple[int, int]) -> Any:
    columns = math.ceil(math.sqrt(len(tiles)))
    rows = math.ceil(len(tiles) / columns)
    sheet = np.full((rows * size[1], columns * size[0], 3), 255, dtype=np.uint8)
    for index, tile in enumerate(tiles):
        top, left = index // columns * size[1], index % columns * size[0]
        sheet[top : top + size[1], left : left + size[0]] = tile
        if left:
            sheet[top : top + size[1], left] = _BORDER
        if top:
            sheet[top, left : left + size[0]] = _BORDER
    return Pillow.fromarray(sheet)


def _tiles(facets: Facets, ghost: Facets | None, request: Request) -> list[Tile]:
    """All views; by two processes where there are two processors for it."""
    processors = sorted(os.sched_getaffinity(0))
    if len(request.views) < 2 or len(processors) < 2:
        return _some(facets, ghost, request, range(len(request.views)))
    # Before Embree's first thread: a process with threads must not be forked.
    middle = (len(request.views) + 1) // 2
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.sched_setaffinity(0, {processors[1]})
            with os.fdopen(sender, "wb") as stream:
                for pixels, count in _some(facets, ghost, request, range(middle, len(request.views))):
                    stream.write(count.to_bytes(4, "little") + pixels.tobytes())
            status = 0
        finally:
            os._exit(status)
    os.close(sender)
    os.sched_setaffinity(0, {processors[0]})
    tiles = _some(facets, ghost, request, range(middle))
    with os.fdopen(receiver, "rb") as stream:
        for _ in range(middle, len(request.views)):
            count = int.from_bytes(stream.read(4), "little")
            data = stream.read(request.size[0] * request.size[1] * 3)
            tiles.append((np.frombuffer(data, dtype=np.uint8).reshape(request.size[1], request.size[0], 3), count))
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        raise RuntimeError("the second process of the picture ended early")
    return tiles


def _some(facets: Facets, ghost: Facets | None, request: Request, which: range) -> list[Tile]:
    studio = Studio(facets, ghost)
    return [_tile(studio, facets, request, request.views[index]) for index in which]


def _tile(studio: Studio, facets: Facets, request: Request, view: Viewpoint) -> Tile:
    seen = studio.view(view, request.size, perspective=request.perspective, section=request.section)
    if request.bare:
        image, _ = legend.image_of(seen.pixels)
        return np.asarray(image), 0
    name_axes = legend.axes(seen.pixels, seen.sight.camera)
    image, pen = legend.image_of(seen.pixels)
    names = labels.of_faces(seen.ids) if request.faces else _of_holes(facets, seen.sight, request.holes)
    left_out = labels.draw(pen, names, request.size)
    name_axes(pen)
    legend.scale_bar(pen, seen.sight.camera)
    legend.caption(pen, request.title, view.name)
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
