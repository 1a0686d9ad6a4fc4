"""Boxes on the command line: two corners, as ``-20,-15,0:20,15,10``."""

from __future__ import annotations

import math
from typing import Any

import click

from ..errors import UsageError
from ..records import Box


class Corners(click.ParamType[Box]):
    """Two opposite corners in mm, in any order."""

    name = "box"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Box:
        if isinstance(value, Box):
            return value
        corners = [_corner(text) for text in str(value).split(":")]
        if len(corners) != 2 or None in corners:
            raise UsageError(f"{value!r} is no box", "two corners in mm, such as --within -20,-15,0:20,15,10")
        (a, b, c), (x, y, z) = (corner for corner in corners if corner is not None)
        return Box((min(a, x), min(b, y), min(c, z)), (max(a, x), max(b, y), max(c, z)))


def _corner(text: str) -> tuple[float, float, float] | None:
    try:
        x, y, z = (float(number) for number in text.split(","))
    except ValueError:
        return None
    return (x, y, z) if all(map(math.isfinite, (x, y, z))) else None
