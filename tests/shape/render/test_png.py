"""PNG files, as an independent reader sees them."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from PIL import Image

from cadgit.shape.render import png


def test_any_pixels_and_texts_read_back():
    pixels = np.random.default_rng(0).integers(0, 256, (17, 23, 3), dtype=np.uint8)
    about = (("Software", "cadgit"), ("Title", "Träger ø5 支架"))
    image = Image.open(BytesIO(png.encoded(pixels, about)))
    assert (np.asarray(image) == pixels).all()
    assert image.text == dict(about)


def test_a_damaged_byte_is_noticed_by_a_reader():
    file = bytearray(png.encoded(np.zeros((4, 4, 3), dtype=np.uint8), ()))
    file[-20] ^= 1  # in the image's own data, or its check sum
    image = Image.open(BytesIO(file))
    try:
        image.load()
    except (OSError, SyntaxError):
        return
    raise AssertionError("the check sums do not cover it")
