"""What `diagnose` returns; `--json` prints it through `codec.to_plain`."""

from __future__ import annotations

from ..frozen import frozen
from ..records import CheckResult, Failure, GeometryFinding, LargestBlend, Repair
from .comparison import Operand


@frozen
class DiagnoseOutcome:
    """`cadgit diagnose`: why a candidate fails, and what to try. Nothing was changed.

    Attributes:
        operand: what was diagnosed, a candidate or a file.
        failure: why its run failed; None where there is geometry.
        explanation: what such a failure means and what to try, beside the failure's own hint.
        checks: the checks of its verdict that said no; a file has no verdict.
        findings: what is wrong with the geometry, faults first.
        more: what was found and left out, in words.
        repair: what OCCT's ShapeFix would make of it; None where that was not asked.
        blend: the largest fillet or chamfer that would succeed, where that was the question.
        checked: what was looked for.
        not_checked: what could not be found out, each with the reason.
    """

    operand: Operand
    failure: Failure | None = None
    explanation: str = ""
    checks: tuple[CheckResult, ...] = ()
    findings: tuple[GeometryFinding, ...] = ()
    more: tuple[str, ...] = ()
    repair: Repair | None = None
    blend: LargestBlend | None = None
    checked: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    seconds_total: float = 0.0

    @property
    def good(self) -> bool:
        """Whether nothing is wrong, as far as it was checked, and a blend that was asked for can be made.

        Warnings are no fault.
        """
        faults = any(finding.severity == "fault" for finding in self.findings)
        fails = self.refused or (self.blend is not None and self.blend.asked_fails)
        return self.failure is None and not faults and not fails

    @property
    def refused(self) -> bool:
        """Whether its verdict says no."""
        return any(check.status == "fail" for check in self.checks)
