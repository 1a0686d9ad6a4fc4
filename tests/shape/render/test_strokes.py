"""Strokes: how much of each pixel they cover."""

from __future__ import annotations

import numpy as np
import pytest

from cadgit.shape.render.strokes import Canvas

INK = (0.0, 0.0, 0.0)


def painted(canvas: Canvas, width: int, height: int) -> np.ndarray:
    """How dark each pixel of a white image is afterwards."""
    image = np.ones((height, width, 3), dtype=np.float32)
    canvas.paint(image, INK)
    return 1 - image[..., 0]


def test_a_line_covers_as_much_as_its_width_says_and_is_not_darker_where_its_pieces_meet():
    canvas = Canvas(40, 20)
    canvas.line(np.array([[5.0, 10.3]]), np.array([[35.0, 10.3]]), 1.5)
    dark = painted(canvas, 40, 20)
    assert dark[:, 10:30].sum(axis=0) == pytest.approx(np.full(20, 1.5), abs=0.06)
    assert dark[8:13, 10:30].std(axis=1).max() < 1e-6
    assert not dark[:7].any() and not dark[14:].any()


def test_what_leaves_the_canvas_on_one_side_does_not_come_back_on_the_other():
    canvas = Canvas(30, 20)
    canvas.line(np.array([[25.0, 5.0], [4.0, 15.0]]), np.array([[900.0, 5.0], [4.0, -700.0]]), 2.0)
    dark = painted(canvas, 30, 20)
    assert dark[5, 29] > 0.9 and dark[0, 4] > 0.9
    assert not dark[:, 10:20].any()
    assert not dark[8:, 20:].any()
