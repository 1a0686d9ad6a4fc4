"""What the checks said, and where."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from .geometry import Vector

Status = Literal["pass", "fail", "warn", "not checked"]


@frozen
class Place:
    """Where a check found something: an entity (``"solid 2"``, ``"face 17"``, ``"edge 4"``) and a point in mm."""

    entity: str
    point: Vector | None = None
    note: str = ""


@frozen
class CheckResult:
    """One line of a verdict. `measured` and `limit` are printed values with their unit."""

    name: str
    status: Status
    message: str
    measured: str = ""
    limit: str = ""
    places: tuple[Place, ...] = ()
    seconds: float = 0.0


@frozen
class Verdict:
    """The outcome of gate and spec for one run; a record of `refs/notes/cadgit/verify`.

    `spec_sha256` names the spec that was in force (`spec.spec_sha256`), empty where there was none.
    """

    when: str
    tree: str
    brep_sha256: str
    deep: bool
    checks: tuple[CheckResult, ...]
    step_sha256: str = ""
    step_bytes: int = 0
    cadgit: str = ""
    spec_sha256: str = ""

    @property
    def outcome(self) -> Status:
        """``fail`` if any check failed, else ``not checked`` if any was not, else ``warn`` or ``pass``."""
        statuses = {check.status for check in self.checks}
        for status in ("fail", "not checked", "warn"):
            if status in statuses:
                return status
        return "pass"

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Names of the checks that ran out of time."""
        return tuple(check.name for check in self.checks if check.status == "not checked")


@frozen
class Compared:
    """Whether two geometries are the same, by hash or by counts and mass properties within the tolerance."""

    same: bool
    by: Literal["hash", "properties"]
    differences: tuple[str, ...] = ()
