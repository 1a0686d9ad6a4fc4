"""Facets of small parts, made once."""

from __future__ import annotations

import functools

import pytest

pytest.importorskip("embreex")

from cadgit.records import ManifestNode
from cadgit.shape.brep import read_brep
from cadgit.shape.render.facets import Facets, facets_of

from .. import parts


@functools.cache
def facets(name: str) -> Facets:
    """The facets of a part of `parts`, as the inspector makes them."""
    return of(getattr(parts, name)())


def of(part: object, manifest: ManifestNode | None = None) -> Facets:
    """The facets of a part as read back from its bytes."""
    return facets_of(read_brep(parts.handed_over(part)), manifest, 2e-4)
