"""What stands around a view: its caption, the axes and a scale bar; and how text is written on pictures."""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from typing import Any

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from .camera import Camera
from .strokes import Canvas

INK = (38, 42, 48)
QUIET = (104, 112, 122)
#: x, y and z, as most programs paint them.
_AXES = ((0.85, 0.20, 0.20), (0.20, 0.62, 0.25), (0.20, 0.40, 0.88))
_ARM = 28.0  # pixels
#: From this length in mm on a scale bar is told in metres.
_METRES = 10_000
_CORNER = 44  # pixels from the corner to where the axes meet


@functools.cache
def font(size: float) -> Any:
    """The font that comes with Pillow: no picture depends on what is installed."""
    return ImageFont.load_default(size)


#: What the font has beyond ASCII, among what is written on pictures.
_SIGNS = frozenset("°±…“”")
#: What it lacks, in letters that it has; a slashed o before a number is a diameter.
_SPELLINGS = {
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
    "ð": "d", "þ": "th", "ı": "i", "–": "-", "—": "-", "−": "-", "×": "x", "µ": "u", "μ": "u", "→": "->", "≤": "<=",
    "≥": ">=", "‘": "'", "’": "'", "„": '"',
}  # fmt: skip
_DIAMETER = re.compile(r"[øØ⌀](?=\s?\d)")


def plain(text: str) -> str:
    """A text in the characters that the font has: others become their nearest letters, or a question mark."""
    spelt = "".join(_SPELLINGS.get(c, c) for c in _DIAMETER.sub("d", text))
    # Signs that the font has must not be decomposed into others.
    parts = (c if c in _SIGNS else unicodedata.normalize("NFKD", c) for c in spelt)
    letters = (c for c in "".join(parts) if not unicodedata.combining(c))
    return "".join(c if c in _SIGNS or " " <= c <= "~" else "?" for c in letters)


def write(draw: Any, at: tuple[float, float], text: str, size: float, color: tuple[int, int, int], anchor: str) -> None:
    """Write a line of text; `anchor` says which point of it is `at`, in Pillow's letters (``lt``: left, top)."""
    draw.text(at, plain(text), fill=color, font=font(size), anchor=anchor)


def axes(pixels: Any, camera: Camera) -> Any:
    """Draw the axes onto the bottom left corner of `pixels`; returns what writes their names once it is an image."""
    unit = camera.unit
    away = round(_CORNER * unit)
    side = min(2 * away, *camera.size)
    below = camera.size[1] - side
    corner = pixels[below:, :side]
    origin = np.array([away, side - away])
    # Those that point away from the viewer first, so that the others lie over them.
    order = sorted(range(3), key=lambda axis: camera.frame[2][axis])
    names = []
    for axis in order:
        way = np.array([camera.frame[0][axis], -camera.frame[1][axis]]) * _ARM * unit
        length = float(np.linalg.norm(way))
        canvas = Canvas(side, side)
        if length < 2 * unit:
            canvas.stroke(origin[None], origin[None], 6 * unit)
        else:
            tip = origin + way
            back, across = way / length * 6 * unit, np.array([-way[1], way[0]]) / length * 3 * unit
            strokes = np.array([tip, tip - back + across, tip - back - across])
            canvas.line(np.array([origin, tip, tip]), strokes, 1.8 * unit)
            names.append(("XYZ"[axis], origin + way * (1 + 11 * unit / length) + [0, below], _AXES[axis]))
        canvas.paint(corner, _AXES[axis])

    def name(draw: Any) -> None:
        for letter, at, color in names:
            red, green, blue = (int(part * 255) for part in color)
            write(draw, tuple(at.tolist()), letter, 12 * unit, (red, green, blue), "mm")

    return name


def scale_bar(draw: Any, camera: Camera) -> None:
    """Draw a bar of a round length into the bottom right corner; in perspective it holds for the middle of the part."""
    (width, height), unit = camera.size, camera.unit
    length = round_length(0.24 * width / camera.scale)
    pixels = length * camera.scale
    right, base, thick = width - round(22 * unit), height - round(24 * unit), max(1, round(unit))
    left = right - round(pixels)
    draw.rectangle((left, base, right, base + 4 * thick - 1), fill=INK)
    draw.rectangle((left + thick, base + thick, (left + right) // 2, base + 3 * thick - 1), fill=(255, 255, 255))
    for x in (left, right):
        draw.line((x, base - 3 * thick, x, base + 6 * thick), fill=INK, width=thick)
    text = f"{length / 1e3:g} m" if length >= _METRES else f"{length:g} mm"
    about = "" if math.isinf(camera.eye) else " in the middle"
    write(draw, (right, base - 7 * unit), text + about, 12 * unit, INK, "rb")


def round_length(limit: float) -> float:
    """The largest of 1, 2 and 5 times a power of ten that is not above `limit`."""
    power = 10.0 ** math.floor(math.log10(limit))
    return next(step * power for step in (5, 2, 1) if step * power <= limit * (1 + 1e-9))


def caption(draw: Any, title: str, view: str, unit: float) -> None:
    """Write what is seen into the top left corner."""
    write(draw, (16 * unit, 14 * unit), view, 16 * unit, INK, "lt")
    if title:
        write(draw, (16 * unit, 36 * unit), title, 12 * unit, QUIET, "lt")


def image_of(pixels: Any) -> tuple[Any, Any]:
    """A Pillow image of pixels between 0 and 1, and what draws on it."""
    scaled = pixels * np.float32(255)
    scaled += np.float32(0.5)
    image = Pillow.fromarray(np.clip(scaled, 0, 255, out=scaled).astype(np.uint8))
    return image, ImageDraw.Draw(image, "RGBA")
