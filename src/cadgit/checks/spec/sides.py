"""The sides of the bounding box, where its size and position can be seen."""

from __future__ import annotations

from ...records import Box, Place, Vector

AXES = ("x", "y", "z")


def low_side(box: Box, axis: int) -> Place:
    """The side of the box where `axis` (0, 1, 2) is lowest, with its middle."""
    return Place(f"lowest {AXES[axis]}", _middle(box, axis, box.minimum[axis]))


def high_side(box: Box, axis: int) -> Place:
    """The side of the box where `axis` (0, 1, 2) is highest, with its middle."""
    return Place(f"highest {AXES[axis]}", _middle(box, axis, box.maximum[axis]))


def _middle(box: Box, axis: int, at: float) -> Vector:
    x, y, z = (
        at if other == axis else (low + high) / 2
        for other, (low, high) in enumerate(zip(box.minimum, box.maximum, strict=True))
    )
    return (x, y, z)
