"""A verdict, and what a spec could ask."""

from __future__ import annotations

from ...frozen import frozen
from ...records import CheckResult, ManifestNode, StepHeader


@frozen
class Attached:
    """A file that a spec refers to, by the name that it has there."""

    name: str
    data: bytes


@frozen
class Judge:
    """Judge a result: the gate and the spec on the result, the STEP file, the gate on what comes back from it.

    Attributes:
        header: goes into the STEP file.
        deep: run the deep checks too.
        budget, deep_budget: seconds for one check, for one deep check.
        only: names of the checks to run; empty for all.
        spec: the canonical text of a `cadgit.spec.Spec`, or empty; text, because that is what its hash names.
        attached: the spec's files; one that is missing is left out, and its check says so.
    """

    brep: bytes
    manifest: ManifestNode | None
    header: StepHeader
    deep: bool = False
    budget: float = 30.0
    deep_budget: float = 120.0
    only: tuple[str, ...] = ()
    spec: str = ""
    attached: tuple[Attached, ...] = ()


@frozen
class Judged:
    """All results in order, and the STEP file that was judged (empty when it could not be written)."""

    checks: tuple[CheckResult, ...]
    step: bytes = b""


@frozen
class Survey:
    """Find what a spec could ask of a result beyond its measures: holes, planes of symmetry, the smallest wall."""

    brep: bytes
    manifest: ManifestNode | None
    budget: float = 120.0


@frozen
class Surveyed:
    """What was found, as the canonical text of a `cadgit.spec.Spec`; empty if nothing was."""

    spec: str
