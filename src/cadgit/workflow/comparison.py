"""What `score`, `diff` and `rank` return; `--json` prints these through `codec.to_plain`."""

from __future__ import annotations

from ..frozen import frozen
from ..records import Box, Candidate, ChangedVolume, Differences, Geometry, Score, Status, Version
from ..records.feature_changes import FeatureChange
from ..records.features import NotRecognised


@frozen
class Operand:
    """One side of a comparison: a candidate, or a STEP or BREP file.

    `outcome` and `reason` are in the words of `outcomes.LogEntry`; both are empty for a file. `geometry` is None where
    the model does not run.
    """

    name: str
    candidate: Candidate | None = None
    version: Version | None = None
    file_sha256: str = ""
    outcome: str = ""
    reason: str = ""
    geometry: Geometry | None = None


@frozen
class ScoreOutcome:
    """`cadgit score`: how close a candidate is to a reference.

    `valid` is whether it passed the gate, None for a file, which is not judged; `invalid` names the checks that it did
    not pass. `score` is None where there is none, and `not_checked` says why. `before` is the unedited input.
    """

    candidate: Operand
    reference: Operand
    score: Score | None
    valid: bool | None
    invalid: tuple[str, ...] = ()
    before: Operand | None = None
    not_checked: str = ""
    seconds_total: float = 0.0


@frozen
class SourceChange:
    """One file of a closure, or an override, that is not the same: ``added``, ``removed`` or ``changed``.

    `diff` is a unified diff, empty where a file is not text, or an empty one came or went.
    """

    path: str
    change: str
    diff: str = ""


@frozen
class DiffOutcome:
    """`cadgit diff`: what makes one candidate differ from another.

    `source` is empty where the files are the same, or one side is a file. `differences` is None where geometries could
    not be compared, and `not_checked` says why. `inside` is whether every change lies inside of `within`, None where
    that was not asked or is not known; `outside` are the pieces that reach out of it. `features` are those that
    changed, each told once; `unrecognised` are kinds that were not looked for on both sides, and why.
    """

    first: Operand
    second: Operand
    source: tuple[SourceChange, ...]
    differences: Differences | None
    not_checked: str = ""
    within: Box | None = None
    inside: bool | None = None
    outside: tuple[ChangedVolume, ...] = ()
    features: tuple[FeatureChange, ...] = ()
    unrecognised: tuple[NotRecognised, ...] = ()
    page: str = ""
    picture: str = ""
    seconds_total: float = 0.0


@frozen
class RankEntry:
    """One candidate in `cadgit rank`.

    `outcome` is that of its verdict. `gate_failed` and `spec_failed` are the checks that failed or were not checked,
    `asked` is how many checks the spec has. `score` is None without a reference, or where it could not be scored.
    `unresolved` says what still differs from what is wanted.
    """

    candidate: Candidate
    outcome: Status
    gate_failed: tuple[str, ...]
    spec_failed: tuple[str, ...]
    asked: int
    warnings: int
    score: Score | None = None
    unresolved: tuple[str, ...] = ()


@frozen
class RankOutcome:
    """`cadgit rank`: `entries` are ordered by structure, the first is now ``part@best``.

    `by` is what closeness is measured by: ``reference``, ``spec``, or empty where there is neither. `closest` are the
    candidates' ids in that order; the first is now ``part@closest``.
    """

    part: str
    reference: Operand | None
    by: str
    entries: tuple[RankEntry, ...]
    closest: tuple[str, ...] = ()
