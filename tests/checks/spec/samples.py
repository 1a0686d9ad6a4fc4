"""How the tests of the spec's checks judge a part."""

from __future__ import annotations

from collections.abc import Mapping

from cadgit.checks.inspected import Inspected
from cadgit.checks.spec import run_requirement
from cadgit.records import CheckResult, ManifestNode
from cadgit.shape.brep import read_brep
from cadgit.spec import PREFIX, Named, Requirement

from ...shape.parts import handed_over


def judged(key: str, requirement: Requirement, subject: Inspected) -> CheckResult:
    """One requirement, judged as the first of several."""
    return run_requirement(Named(f"{PREFIX}{key}.1", PREFIX + key, requirement), subject)


def judged_part(
    key: str,
    requirement: Requirement,
    part: object,
    manifest: ManifestNode | None = None,
    attached: Mapping[str, bytes] | None = None,
) -> CheckResult:
    """One requirement of a part, which is read back from its bytes."""
    return judged(key, requirement, Inspected(read_brep(handed_over(part)), manifest, attached=attached))


def near(found: CheckResult, point: tuple[float, float, float], reach: float) -> bool:
    """Whether one of the places is within `reach` mm of a point."""
    points = [place.point for place in found.places if place.point is not None]
    return any(sum((a - b) ** 2 for a, b in zip(place, point, strict=True)) <= reach**2 for place in points)
