"""How surfaces look: the lamps, the metal of bodies without a colour, the face of a section."""

from __future__ import annotations

import numpy as np

from .facets import Color, Floats

#: What a body without a colour of its own looks like: bare metal, with a little blue as drawings on a screen have it.
STEEL: Color = (0.70, 0.75, 0.80, 1.0)

_AMBIENT, _SKY, _KEY, _FILL, _SHINE = 0.42, 0.16, 0.46, 0.26, 0.16
_SHARPNESS = 5  # of the shine: how often its cosine is squared

#: Lamps in the viewer's frame, right, up and back: they turn with the camera, so that every view is lit alike.
_KEY_AT = np.array([-0.38, 0.62, 0.69], dtype=np.float32)
_FILL_AT = np.array([0.72, -0.18, 0.67], dtype=np.float32)
_MIRROR = (_KEY_AT + np.array([0, 0, 1], dtype=np.float32)) / np.float32(np.linalg.norm(_KEY_AT + np.array([0, 0, 1])))


def lit(normals: Floats, colors: Floats) -> Floats:
    """Colours under the lamps; `normals` are unit vectors in the viewer's frame."""
    key, fill, shine = (np.maximum(normals @ lamp, 0) for lamp in (_KEY_AT, _FILL_AT, _MIRROR))
    diffuse = (_AMBIENT + _SKY / 2) + (_SKY / 2) * normals[:, 1] + _KEY * key + _FILL * fill
    for _ in range(_SHARPNESS):
        shine *= shine
    seen: Floats = np.minimum(colors * diffuse[:, None] + (_SHINE * shine)[:, None], 1).astype(np.float32, copy=False)
    return seen


def cut_open(colors: Floats, lines: Floats) -> Floats:
    """The face of a section: the body's colour, lighter, with dark hatching."""
    base = colors * 0.45 + 0.52
    hatched: Floats = base * (1 - 0.5 * lines[:, None]) + colors * 0.12 * lines[:, None]
    return hatched
