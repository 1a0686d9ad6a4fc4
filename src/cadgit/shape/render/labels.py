"""Names of faces and holes on a view: each in its face where there is room, else beside it with a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .facets import Integers
from .legend import INK, font, plain, write

_SIZE = 12  # pixels
_PAD = 2  # pixels around a text
#: Names on one view; more hide the part.
MOST = 250
#: How many pixels of a face must be seen, so that it is worth a name.
_LEAST = 12
_DEEPEST = 40  # pixels from a face's border beyond which its middle is not looked for
_LINE = (38, 42, 48, 200)

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A name, the pixel that it is for, and how many pixels around that belong to the same thing."""

    text: str
    at: tuple[float, float]
    room: float
    weight: float


def of_faces(ids: Integers) -> list[Label]:
    """A label for each face that is seen, the largest first."""
    depth = _depth(ids)
    labels = []
    numbers, counts = np.unique(ids, return_counts=True)
    flat, deep = ids.ravel(), depth.ravel()
    order = np.argsort(flat, kind="stable")
    ends = np.cumsum(counts)
    for number, count, end in zip(numbers.tolist(), counts.tolist(), ends.tolist(), strict=True):
        if number < 1 or count < _LEAST:
            continue
        pixels = order[end - count : end]
        best = pixels[deep[pixels] == deep[pixels].max()]
        rows, columns = np.divmod(best, ids.shape[1])
        # Of several that are as deep, the one nearest to their middle.
        pick = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
        at = (float(columns[pick]) + 0.5, float(rows[pick]) + 0.5)
        labels.append(Label(f"{number}", at, float(deep[best[pick]]), count))
    return sorted(labels, key=lambda label: (-label.weight, label.text))


def _depth(ids: Integers) -> Integers:
    """How many pixels each pixel is from another face, up to `_DEEPEST`."""
    depth = np.zeros(ids.shape, dtype=np.int32)
    inside = np.zeros(ids.shape, dtype=bool)
    same = ids[1:-1, 1:-1] == ids[:-2, 1:-1]
    for other in (ids[2:, 1:-1], ids[1:-1, :-2], ids[1:-1, 2:]):
        same &= ids[1:-1, 1:-1] == other
    inside[1:-1, 1:-1] = same
    for _ in range(_DEEPEST):
        if not inside.any():
            break
        depth += inside
        core = inside[1:-1, 1:-1] & inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:]
        inside[:] = False
        inside[1:-1, 1:-1] = core
    return depth


def draw(pen: Any, labels: Sequence[Label], size: tuple[int, int], unit: float = 1.0) -> int:
    """Write labels onto a view without overlap; returns how many found no place.

    Args:
        size: of the view in pixels.
        unit: how much larger than usual letters and lines are.
    """
    placed: list[Box] = []
    shown = []
    for label in labels[:MOST]:
        left, top, right, bottom = font(_SIZE * unit).getbbox(plain(label.text), anchor="lt")
        half = ((right - left) / 2 + _PAD * unit, (bottom - top) / 2 + _PAD * unit)
        box = _place(label, half, placed, size, unit)
        if box is not None:
            placed.append(box)
            shown.append((label, box))
    for label, box in shown:  # lines lie under all names
        if not _holds(box, label.at):
            middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            pen.line((*label.at, *middle), fill=_LINE, width=round(unit))
            (x, y), dot = label.at, 2 * unit
            pen.ellipse((x - dot, y - dot, x + dot, y + dot), fill=_LINE)
    for label, box in shown:
        pen.rounded_rectangle(box, radius=3 * unit, fill=(255, 255, 255, 235), outline=_LINE, width=round(unit))
        write(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), label.text, _SIZE * unit, INK, "mm")
    return len(labels) - len(shown)


def _place(
    label: Label, half: tuple[float, float], placed: list[Box], size: tuple[int, int], unit: float
) -> Box | None:
    """Where the name can stand: on its place, else in growing circles around it."""
    radii = [0.0] if label.room >= max(half) - 1 else []
    for radius in (*radii, *(step * unit for step in (22.0, 34.0, 48.0, 66.0, 90.0, 120.0, 160.0))):
        for turn in range(16 if radius else 1):
            angle = math.pi * (0.25 + turn / 8)
            x, y = label.at[0] + radius * math.cos(angle), label.at[1] - radius * math.sin(angle)
            box = (x - half[0], y - half[1], x + half[0], y + half[1])
            inside = box[0] >= 2 and box[1] >= 2 and box[2] <= size[0] - 3 and box[3] <= size[1] - 3
            if inside and not any(_overlap(box, other) for other in placed):
                return box
    return None


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] + 1 and b[0] < a[2] + 1 and a[1] < b[3] + 1 and b[1] < a[3] + 1


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
