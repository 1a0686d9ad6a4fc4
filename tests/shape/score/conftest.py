"""OCCT with one thread, as in the kernel, and the way from a part to its meshes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from OCP.OSD import OSD_ThreadPool

from cadgit.shape.brep import read_brep
from cadgit.shape.score.meshed import Meshed, meshed

from ..parts import handed_over

OSD_ThreadPool.DefaultPool_s(1)


@pytest.fixture(scope="session")
def mesh() -> Callable[..., Meshed]:
    """``mesh(part, 0.1)``: a part's meshes, as fine as that many mm."""

    def made(part: object, deflection: float = 0.1) -> Meshed:
        found = meshed(read_brep(handed_over(part)), deflection)
        assert found is not None
        return found

    return made
