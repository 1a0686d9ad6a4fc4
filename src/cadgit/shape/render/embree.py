"""Triangles that rays are sent against, with Embree."""

from __future__ import annotations

import contextlib
import importlib
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from .facets import Flags, Floats, Integers

FAR = np.float32(1e30)

# Ahead of need: a kernel that forks for each picture has read the libraries once. They start no thread before there is
# a scene. Where the extra `render` is missing, whoever asks for a picture is told; it may be installed by then.
with contextlib.suppress(ImportError):
    importlib.import_module("embreex.mesh_construction")
    importlib.import_module("embreex.rtcore_scene")


@dataclass(frozen=True, slots=True)
class Hits:
    """What rays hit first: the triangle (−1: nothing; the rest means nothing then), the way to it in mm, where in it.

    The point is (1 − u − v) of the triangle's first corner, u of its second, v of its third.
    """

    triangle: Integers
    distance: Floats
    u: Floats
    v: Floats


class Target:
    """Triangles of shape (n, 3, 3) that can be hit, in mm."""

    def __init__(self, corners: Floats) -> None:
        from embreex.mesh_construction import TriangleMesh
        from embreex.rtcore_scene import EmbreeScene

        self._scene: Any = None
        if len(corners):
            _one_thread()
            self._scene = EmbreeScene(robust=True)
            # The scene holds no reference to its mesh.
            self._mesh = TriangleMesh(self._scene, np.ascontiguousarray(corners, dtype=np.float32))

    def first(self, origins: Floats, directions: Floats, reach: Floats) -> Hits:
        """What each ray hits first within its reach in mm."""
        count = len(origins)
        if self._scene is None or not count:
            nothing = np.zeros(count, dtype=np.float32)
            return Hits(np.full(count, -1, dtype=np.int32), nothing + FAR, nothing, nothing)
        found = self._scene.run(*_contiguous(origins, directions), dists=_contiguous(reach)[0], output=1)
        return Hits(found["primID"], found["tfar"], found["u"], found["v"])

    def blocked(self, origins: Floats, directions: Floats, reach: Floats) -> Flags:
        """Whether each ray hits anything within its reach in mm."""
        if self._scene is None or not len(origins):
            return np.zeros(len(origins), dtype=bool)
        found = self._scene.run(*_contiguous(origins, directions), dists=_contiguous(reach)[0], query="OCCLUDED")
        blocked: Flags = found == 0
        return blocked


def _contiguous(*arrays: Floats) -> list[Floats]:
    return [np.ascontiguousarray(array, dtype=np.float32) for array in arrays]


def _one_thread() -> None:
    # Embree builds its tree with as many threads as there are processors to run on, and the order of their work decides
    # which of two triangles a ray on their common edge hits: with one, equal input gives equal bytes.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
