"""What each operation returns, and how it reports on the way. `--json` prints these through `codec.to_plain`."""

from __future__ import annotations

from typing import Protocol

from ..frozen import frozen
from ..records import (
    Candidate,
    CheckResult,
    Compared,
    Geometry,
    LeftBehind,
    Merged,
    Promotion,
    RunRecord,
    SheetMetal,
    Traffic,
    Verdict,
    Version,
)


class Progress(Protocol):
    """How an operation tells a face what it is doing; every method returns at once."""

    def stage(self, text: str) -> None:
        """A new stage begins (``"running bracket"``); an empty text: another program may use the terminal now."""

    def check(self, result: CheckResult) -> None:
        """A check ended."""

    def notice(self, text: str) -> None:
        """Something that the user should know and that is no part of the result."""

    def summary(self, outcome: RunOutcome) -> None:
        """A run inside another operation ended (verify and promote run what never ran)."""


class Silent:
    """A `Progress` that says nothing."""

    def stage(self, text: str) -> None: ...

    def check(self, result: CheckResult) -> None: ...

    def notice(self, text: str) -> None: ...

    def summary(self, outcome: RunOutcome) -> None: ...


@frozen
class RunOutcome:
    """`cadgit run`: the candidate and its run record.

    `new`: the bytes made a new candidate. `reused`: nothing was executed, the record is an earlier one.
    `compared`: with ``--force``, this run against the one before. `last_good`: the version that still stands.
    """

    candidate: Candidate
    record: RunRecord
    new: bool
    reused: bool
    seconds_total: float
    compared: Compared | None = None
    last_good: Version | None = None


@frozen
class VerifyOutcome:
    """`cadgit verify`: the verdict for a candidate.

    `reused`: it was judged before, with the same geometry and the same spec. `unspecified`: what the spec does not ask
    for, so that a pass is never read as more than it is.
    """

    candidate: Candidate
    record: RunRecord
    verdict: Verdict
    reused: bool
    seconds_total: float
    unspecified: tuple[str, ...] = ()


@frozen
class SpecOutcome:
    """`cadgit spec`: what was proposed for a part.

    `state` is ``written``, ``unchanged``, or with ``--check`` ``proposed``. `added` are the keys that the part's spec
    lacked, with their `lines` of TOML, `kept` those that it has.
    """

    candidate: Candidate
    path: str
    state: str
    added: tuple[str, ...]
    kept: tuple[str, ...]
    lines: str


@frozen
class PromoteOutcome:
    """`cadgit promote`: the version. `already`: it was promoted before, nothing was done."""

    candidate: Candidate
    version: Version
    promotion: Promotion
    already: bool
    seconds_total: float


@frozen
class PartStatus:
    """One part in `cadgit status`.

    `state` is where the bytes in the working tree stand: ``missing`` (no entry file), ``unreadable`` (these, or what
    git has of the part), ``new`` (never run), ``failed``, ``done`` (ran, not judged), ``verified``, ``rejected`` or
    ``promoted``.
    """

    part: str
    entry: str
    state: str
    candidate: Candidate | None = None
    candidates: int = 0
    latest: Version | None = None
    detail: str = ""


@frozen
class StatusOutcome:
    """`cadgit status`."""

    root: str
    parts: tuple[PartStatus, ...]
    kernel: str


@frozen
class LogEntry:
    """One candidate in `cadgit log`; the changes are against the candidate before it that has geometry.

    `outcome` is ``pass``, ``warn``, ``fail``, ``not checked``, ``done`` (not judged), ``failed`` (did not run) or
    ``not run``. `size_change` is per axis in mm, `volume_change` a fraction (0.05 is 5 % more).
    """

    candidate: Candidate
    outcome: str
    reason: str = ""
    geometry: Geometry | None = None
    volume_change: float | None = None
    size_change: tuple[float, float, float] | None = None
    versions: tuple[int, ...] = ()


@frozen
class LogOutcome:
    """`cadgit log`: newest first."""

    part: str
    line: str
    entries: tuple[LogEntry, ...]
    versions: tuple[Version, ...]
    more: bool = False


@frozen
class ShowOutcome:
    """`cadgit show`: everything known about one candidate."""

    candidate: Candidate
    files: tuple[tuple[str, int], ...]
    runs: tuple[RunRecord, ...]
    verdicts: tuple[Verdict, ...]
    versions: tuple[Version, ...]
    promotions: tuple[Promotion, ...]


@frozen
class RestoreOutcome:
    """`cadgit restore`: what was written where, and the candidate that keeps what was overwritten (if anything)."""

    candidate: Candidate
    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    kept: Candidate | None = None


@frozen
class UndoOutcome:
    """`cadgit undo`: what was taken back (``promotion`` or ``restore``), and what stands now."""

    what: str
    version: Version | None = None
    standing: Version | None = None
    written: tuple[str, ...] = ()


@frozen
class ExportOutcome:
    """`cadgit export`: the file and its hash.

    Attributes:
        verified: false where only ``--unverified`` let it through.
        sheet: the sheet metal whose flat pattern it is.
    """

    candidate: Candidate
    path: str
    format: str
    sha256: str
    size: int
    verified: bool
    version: Version | None = None
    sheet: SheetMetal | None = None


@frozen
class RenderOutcome:
    """`cadgit render`: the file and its hash; no `views` for a drawing; `unplaced` names found no place on it."""

    candidate: Candidate
    path: str
    format: str
    sha256: str
    size: int
    views: tuple[str, ...]
    version: Version | None = None
    unplaced: int = 0


@frozen
class Finding:
    """One line of `cadgit doctor`: what was looked at, how it stands, and how to mend it."""

    name: str
    status: str
    detail: str
    fix: str = ""


@frozen
class DoctorOutcome:
    """`cadgit doctor`."""

    findings: tuple[Finding, ...]


@frozen
class FetchOutcome:
    """`cadgit fetch`: what a pull from the remote would bring. `url` has no password in it."""

    remote: str
    url: str
    dry_run: bool
    waiting: Merged


@frozen
class PullOutcome:
    """`cadgit pull`: what was merged, or with ``--dry-run`` what would be."""

    remote: str
    url: str
    dry_run: bool
    merged: Merged


@frozen
class PushOutcome:
    """`cadgit push`: what was merged first, what was sent, and what was not."""

    remote: str
    url: str
    dry_run: bool
    merged: Merged
    sent: Traffic
    left: tuple[LeftBehind, ...]


@frozen
class HookFile:
    """One of git's hooks: its file, and whether it was ``installed``, ``updated``, ``unchanged``, ``removed``, or is
    ``foreign``: somebody else's, which was left alone. `line` is what to add to that.
    """

    name: str
    path: str
    state: str
    line: str = ""


@frozen
class InitOutcome:
    """`cadgit init`: the configuration file, whether it was ``created``, ``updated`` or ``unchanged``, and the parts.

    `display_ref`: plain `git log` in this repository now shows cadgit's notes. `hooks`: what was done about git's
    hooks, when that was asked for.
    """

    path: str
    state: str
    parts: tuple[str, ...]
    display_ref: bool
    hooks: tuple[HookFile, ...] = ()


@frozen
class GcLine:
    """One line in `cadgit gc`: which candidates go (by their numbers, oldest first), from when they are, what stays."""

    part: str
    line: str
    numbers: tuple[int, ...]
    oldest: str
    newest: str
    kept: int


@frozen
class GcOutcome:
    """`cadgit gc`: what goes or, where `dropped` is false, what would go. Sizes are in bytes.

    `shared` are the lines that were left alone because a remote has them too.
    """

    dropped: bool
    older_than_days: float
    lines: tuple[GcLine, ...]
    shared: tuple[str, ...]
    cache_files: int
    cache_bytes: int


@frozen
class HookModel:
    """What a git hook has to say about one model.

    `outcome` is in the words of `LogEntry`, where ``not run`` stands for bytes that no candidate has; or ``changed`` or
    ``missing``, of a model that is no longer what was promoted as `version`.
    """

    part: str
    entry: str
    outcome: str
    reason: str = ""
    candidate: Candidate | None = None
    version: Version | None = None

    @property
    def passed(self) -> bool:
        """Whether the verdict on these bytes is good."""
        return self.outcome in ("pass", "warn")


@frozen
class HookOutcome:
    """`cadgit hook`: which hook it was, the models that it speaks of, and the versions that a push leaves behind.

    `refused`: git is to stop (pre-commit only).
    """

    hook: str
    models: tuple[HookModel, ...] = ()
    left_behind: tuple[Version, ...] = ()
    remote: str = ""
    refused: bool = False
