"""What REF on the command line means: a candidate in git, by part and version, line, number or git revision."""

from __future__ import annotations

import re
import unicodedata

from ..errors import RefError
from ..frozen import frozen
from ..git.refs import DEFAULT_LINE, RANKED_PLACES
from ..records import Candidate, Version
from . import run
from .working import WorkingPart, existing_path, named_part, what_there_is, working_candidate, working_part
from .workspace import Workspace

_VERSION = re.compile(r"v([1-9][0-9]*)")
_STEP_BACK = re.compile(r"(?P<line>.+?)(?:~(?P<back>[0-9]+)|#(?P<number>[1-9][0-9]*))?")


@frozen
class Selected:
    """What a command is about: a candidate, and the version it was named by, if any."""

    candidate: Candidate
    version: Version | None = None


def candidate_for(ws: Workspace, ref: str | None) -> tuple[Candidate, Version | None]:
    """The candidate that REF means; bytes in the working tree that never ran become one and run."""
    selected = working_part(ws, None) if ref is None else select(ws, ref)
    if isinstance(selected, Selected):
        return selected.candidate, selected.version
    candidate = working_candidate(ws, selected)
    if candidate is None:
        outcome = run.run(ws, str(ws.root / selected.entry))
        ws.progress.summary(outcome)
        candidate = outcome.candidate
    return candidate, None


def known_candidate(ws: Workspace, ref: str | None) -> tuple[Candidate, Version | None]:
    """Like `candidate_for`, for commands that only look: bytes that never ran are an error."""
    selected = working_part(ws, None) if ref is None else select(ws, ref)
    if isinstance(selected, Selected):
        return selected.candidate, selected.version
    candidate = working_candidate(ws, selected)
    if candidate is None:
        raise RefError(
            f"{selected.entry} as it is now never ran, so nothing is known about it",
            f"`cadgit run {selected.entry}`, or name an older candidate: `{selected.name}@main`",
        )
    return candidate, None


def version_for(ws: Workspace, ref: str | None) -> Version:
    """The version that REF means: one that it names, else the newest of the candidate or part that it names.

    Raises:
        RefError: it names nothing, or what was never promoted.
    """
    selected = working_part(ws, None) if ref is None else select(ws, ref)
    if isinstance(selected, WorkingPart):
        found, what = ws.versions.latest(selected.name), selected.name
    else:
        of_candidate = ws.versions.of_candidate(selected.candidate)
        found = selected.version or (of_candidate[0] if of_candidate else None)
        what = f"{selected.candidate.part} #{selected.candidate.number}"
    if found is None:
        raise RefError(f"{what} has no version that stands", "`cadgit promote` makes one; see `cadgit log`")
    return found


def select(ws: Workspace, ref: str) -> Selected | WorkingPart:
    """What REF means: a working part for a file or a part's name, else the candidate it names.

    Raises:
        RefError: it names nothing, or no candidate.
    """
    ref = unicodedata.normalize("NFC", ref)
    if existing_path(ws, ref) is not None:
        return working_part(ws, ref)
    part, at, rest = ref.partition("@")
    if at and not rest.startswith("{") and part in ws.parts():
        return _select_in_part(ws, part, rest)
    part, hash_, number = ref.partition("#")
    if hash_ and number.isdecimal() and part in ws.parts():
        return _select_in_part(ws, part, f"{DEFAULT_LINE}#{number}")
    working = named_part(ws, ref)
    if working is not None:
        return working
    return _select_revision(ws, ref)


def _select_in_part(ws: Workspace, part: str, rest: str) -> Selected:
    version = _VERSION.fullmatch(rest)
    if version:
        found = ws.versions.get(part, int(version[1]))
        if found is None:
            raise RefError(f"{part} has no version v{version[1]}", _versions_of(ws, part))
        return _of_version(ws, found)
    ranked = _ranked(ws, part, rest)
    if ranked is not None:
        return Selected(ranked)
    match = _STEP_BACK.fullmatch(rest)
    line = match["line"] if match else rest
    lines = ws.candidates.lines(part)
    if match is None or line not in lines:
        hint = f"its lines are {', '.join(lines)}" if lines else "a clone brings no candidates: `cadgit pull` does"
        raise RefError(f"{part} has no line {line!r}", hint)
    wanted = int(match["number"]) if match["number"] else None
    back = int(match["back"] or 0)
    known = ws.candidates
    candidate = known.back(part, line, back) if wanted is None else known.numbered(part, line, wanted)
    if candidate is not None:
        return Selected(candidate)
    if wanted is not None:
        raise RefError(f"{part}@{line} has no candidate {wanted}", f"see `cadgit log {part} --line {line}`")
    raise RefError(f"{part}@{rest} goes back beyond the first candidate", f"see `cadgit log {part}`")


def _ranked(ws: Workspace, part: str, place: str) -> Candidate | None:
    """The candidate that `cadgit rank` put first; a line of that name goes before."""
    for known in RANKED_PLACES:
        if place == known and place not in ws.candidates.lines(part):
            commit = ws.rankings.get(part, known)
            if commit is None:
                raise RefError(f"{part} has no {place} candidate yet", f"`cadgit rank {part}` finds it")
            return ws.candidates.current(commit)
    return None


def _select_revision(ws: Workspace, ref: str) -> Selected:
    commit = ws.repository.resolve(ref)
    if commit is None:
        raise RefError(f"{ref!r} is no file, no part and no git revision", what_there_is(ws))
    candidate = ws.candidates.current(commit)
    if candidate is not None:
        return Selected(candidate)
    version = ws.versions.at(commit)
    if version is not None:
        return _of_version(ws, version)
    raise RefError(
        f"{ref} is commit {commit[:10]}, which is neither a candidate nor a version",
        "candidates are made by `cadgit run`; see `cadgit log`",
    )


def _of_version(ws: Workspace, version: Version) -> Selected:
    known = ws.candidates
    found = known.current(version.candidate) or known.find(version.part, None, version.tree)
    return Selected(found or ws.versions.as_candidate(version), version)


def _versions_of(ws: Workspace, part: str) -> str:
    numbers = [f"v{version.number}" for version in ws.versions.history(part)]
    return f"it has {', '.join(numbers)}" if numbers else "none was promoted yet"
