"""What `features` returns; `--json` prints it through `codec.to_plain`."""

from __future__ import annotations

from ..frozen import frozen
from ..records.features import FeatureKind, Features
from .comparison import Operand


@frozen
class FeaturesOutcome:
    """`cadgit features`: the features of a candidate, or of a STEP or BREP file, of the `kinds` that were asked for."""

    subject: Operand
    features: Features
    kinds: tuple[FeatureKind, ...]
    seconds_total: float = 0.0
