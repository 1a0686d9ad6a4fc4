"""Pixels as a PNG file (ISO/IEC 15948), fast: pictures of parts are smooth, so that one filter serves every row.

Pillow tries five filters on each row, which takes several times as long for files that are hardly smaller.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _RGB = 8, 2
_UP = 2  # the filter: each byte is told as its difference to the one above it
#: Of 9. From level 4 on zlib looks twice for each repetition: twice the time for a quarter of the size.
_LEVEL = 3


def encoded(pixels: NDArray[np.uint8], about: Sequence[tuple[str, str]]) -> bytes:
    """The file of an image of shape (height, width, 3), with keys and values of `about` as its text."""
    height, width, _ = pixels.shape
    rows = pixels.reshape(height, -1)
    filtered = np.empty((height, 1 + rows.shape[1]), dtype=np.uint8)
    filtered[:, 0] = _UP
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    head = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _RGB, 0, 0, 0)
    # Neither compressed nor in any one language: what follows the key are the flags that say so.
    texts = (_chunk(b"iTXt", f"{key}\0\0\0\0\0{value}".encode()) for key, value in about)
    body = zlib.compress(filtered.data, _LEVEL)
    return b"".join([_SIGNATURE, _chunk(b"IHDR", head), *texts, _chunk(b"IDAT", body), _chunk(b"IEND", b"")])


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
