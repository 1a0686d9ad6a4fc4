"""The features of a result."""

from __future__ import annotations

from ...frozen import frozen
from ...records.features import FeatureKind, Features

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


@frozen
class FindFeaturesOfTwo:
    """The same of two results, in one process: who compares them waits for one and not for two in turn.

    Attributes:
        kinds: none of `RECOGNISED`, which take too long.
    """

    first: bytes
    second: bytes
    kinds: tuple[FeatureKind, ...]
    budget: float = 60.0


@frozen
class FeaturesOfTwo:
    """The features of both."""

    first: Features
    second: Features
