"""The features of a result."""

from __future__ import annotations

from ...frozen import frozen
from ...records.features import FeatureKind

#: The kinds that quiddity recognises. It can take long or fail, so that they are asked for apart from all others.
RECOGNISED: tuple[FeatureKind, ...] = ("boss", "pocket", "slot")


@frozen
class FindFeatures:
    """What features of some kinds has a result? The answer is `records.features.Features`.

    Attributes:
        kinds: either some of `RECOGNISED`, with their patterns, or some of all others, where ``pattern`` means those of
            holes.
    """

    brep: bytes
    kinds: tuple[FeatureKind, ...]
    budget: float = 60.0
