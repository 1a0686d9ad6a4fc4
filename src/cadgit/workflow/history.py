"""history: the versions of a part, and which commits of the user's own branches contain source that passed."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from ..errors import EnvironmentFailed, RefError
from ..frozen import frozen
from ..git.branches import Branches, Files, closure_files
from ..git.candidate_commits import META_PATH
from ..records import Candidate, Version
from . import working
from .run import latest_record
from .trace import trace
from .verdicts import came_out
from .workspace import Workspace


@frozen
class Passed:
    """What files in a commit of the user's passed as: versions, the newest first, else candidates of a good verdict."""

    versions: tuple[Version, ...] = ()
    candidates: tuple[Candidate, ...] = ()


@frozen
class PassedCommit:
    """A commit that brought source that passed: none of its parents has these files.

    `how` its files are those that ran: ``exact``, or as git's filters left them: ``line ends``, ``LFS pointer``.
    """

    commit: str
    when: str
    who: str
    subject: str
    how: Literal["exact", "line ends", "LFS pointer"]
    passed: Passed


@frozen
class BranchState:
    """A local branch (empty: a detached HEAD), its commit, and what the files there passed as, if they did."""

    branch: str
    commit: str
    passed: Passed


@frozen
class HistoryOutcome:
    """`cadgit history`: the versions, newest first; with ``--git`` the commits, newest first, and the branches."""

    part: str
    versions: tuple[Version, ...]
    commits: tuple[PassedCommit, ...] = ()
    branches: tuple[BranchState, ...] = ()


def history(ws: Workspace, target: str | None, *, git: bool = False) -> HistoryOutcome:
    """The versions of a part, or those that a file is of.

    Args:
        target: a part, its model, or any file that `trace` finds; None for the part changed last.
        git: look through the user's branches for their source, and for that of candidates with a good verdict.

    Raises:
        RefError: nothing is known of it.
        EnvironmentFailed: a note cannot be read, or the kernel failed.
    """
    part, versions, candidates = _asked_for(ws, target, git)
    if not git:
        return HistoryOutcome(part, versions)
    closures: dict[Files, Passed] = {}
    for version in versions:
        files = closure_files(ws.repository, version.tree, META_PATH)
        closures[files] = Passed((*closures.get(files, Passed()).versions, version))
    for candidate in candidates:
        files = closure_files(ws.repository, candidate.tree, META_PATH)
        known = closures.get(files, Passed())
        if not known.versions:
            closures[files] = Passed((), (*known.candidates, candidate))
    branches = Branches(ws.repository, closures)
    good: dict[Files, Passed] = {}

    def passed(files: Files) -> Passed:
        # Verdicts are read for what a commit has, and not for each of thousands of candidates.
        if files not in good:
            found = closures[files]
            good[files] = Passed(found.versions, tuple(c for c in found.candidates if _did_pass(ws, c)))
        return good[files]

    commits = tuple(
        PassedCommit(one.commit, one.when, one.who, one.subject, one.how, passed(one.files))
        for one in branches.holdings()
        if passed(one.files) != Passed()
    )
    states = tuple(
        BranchState(tip.branch, tip.commit, next((p for p in map(passed, tip.holds) if p != Passed()), Passed()))
        for tip in branches.tips()
    )
    return HistoryOutcome(part, versions, commits, states)


def _asked_for(ws: Workspace, target: str | None, git: bool) -> tuple[str, tuple[Version, ...], tuple[Candidate, ...]]:
    """The part, its versions and candidates; of a file that was traced only those that it is of."""
    path = Path(ws.cwd, target) if target is not None else None
    if path is not None and path.is_file() and path.suffix != ".py":
        return _of_file(ws, path)
    name = working.working_part(ws, target).name
    lines = ws.candidates.lines(name) if git else ()
    candidates = tuple(c for line in lines for c in ws.candidates.history(name, line))
    versions = ws.versions.history(name)
    if not versions and not candidates and not ws.candidates.lines(name):
        raise RefError(f"nothing is known of {name} yet", "`cadgit run` makes its first candidate")
    return name, versions, candidates


def _of_file(ws: Workspace, path: Path) -> tuple[str, tuple[Version, ...], tuple[Candidate, ...]]:
    found = trace(ws, path)
    if not found.versions and found.candidate is None:
        raise RefError(f"{path.name} is not known here", f"`cadgit trace {path.name}` tells what its header says")
    if found.state != "identical":
        ws.progress.notice(f"{path.name} was changed since (`cadgit trace` tells how); this is about what it was")
    if found.candidate is not None:
        return found.candidate.part, (), (found.candidate,)
    return found.versions[0].part, found.versions, ()


def _did_pass(ws: Workspace, candidate: Candidate) -> bool:
    try:
        return came_out(ws, candidate, latest_record(ws, candidate))[0] in ("pass", "warn")
    except EnvironmentFailed:  # a note that cannot be read shows nothing, and hides nothing of the others
        return False
