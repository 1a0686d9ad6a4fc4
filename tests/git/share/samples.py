"""Exchanges of clones, as commands would make them, and what a repository shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cadgit.git.candidates import Candidates
from cadgit.git.notes import Notes
from cadgit.git.repository import Repository
from cadgit.git.share.exchange import Exchange, Pushed
from cadgit.git.share.remotes import choose_remote
from cadgit.git.share.selection import Selection
from cadgit.git.versions import Versions
from cadgit.records import Candidate, Merged, Version

from ..samples import WHEN, add, promote, run_record, verdict


def begun(path: Path, remote: str | None = None, **selection: Any) -> Exchange:
    repository = Repository.open(path)
    exchange = Exchange(repository, choose_remote(repository, remote), Selection(**selection), lambda text: None)
    exchange.ask()
    return exchange


def fetch(path: Path, remote: str | None = None, rehearsal: bool = False, **selection: Any) -> Merged:
    return begun(path, remote, **selection).fetch(rehearsal)


def pull(path: Path, remote: str | None = None, rehearsal: bool = False, **selection: Any) -> Merged:
    return begun(path, remote, **selection).pull(rehearsal)


def push(path: Path, remote: str | None = None, rehearsal: bool = False, **selection: Any) -> Pushed:
    return begun(path, remote, **selection).push(WHEN, rehearsal)


def made(path: Path, text: str, part: str = "bracket", line: str = "main") -> Candidate:
    """A candidate that ran and was judged."""
    candidate, _ = add(path, text, part, line)
    candidates = Candidates(Repository.open(path))
    candidates.add_run(candidate.id, run_record(candidate))
    candidates.add_verdict(candidate.id, verdict(candidate))
    return candidate


def promoted(path: Path, text: str, part: str = "bracket", **options: Any) -> Version:
    """A version of a candidate made for it, whose STEP file is named after the text."""
    return promote(path, made(path, text, part), step=f"STEP {text}".encode(), **options)


def lines(path: Path, part: str = "bracket") -> dict[str, list[str]]:
    """The lines of a part with the sources of their candidates, oldest first."""
    candidates = Candidates(Repository.open(path))
    return {
        line: [candidates.closure_of(c).source.decode() for c in candidates.history(part, line)][::-1]
        for line in candidates.lines(part)
    }


def versions(path: Path, part: str = "bracket") -> dict[int, str]:
    """Version numbers and the text in the STEP file that each keeps."""
    known = Versions(Repository.open(path))
    return {
        version.number: known.artifacts(version)[f"{part}.step"].decode().removeprefix("STEP ")
        for version in known.history(part)
    }


def shown(path: Path) -> dict[str, Any]:
    """All that `cadgit log` and `cadgit show` would tell of a repository, whatever the ids of notes commits."""
    repository = Repository.open(path)
    candidates, known, notes = Candidates(repository), Versions(repository), Notes(repository)
    told: dict[str, Any] = {}
    for part in {*candidates.parts(), *known.parts()}:
        for line in candidates.lines(part):
            for candidate in candidates.history(part, line):
                told[f"{part}@{line}#{candidate.number}"] = (
                    candidate,
                    candidates.closure_of(candidate),
                    candidates.runs(candidate.id),
                    candidates.verdicts(candidate.id),
                )
        for version in known.history(part):
            told[version.name] = version, known.promotion(version), known.artifacts(version)
            for blob in (Repository.blob_id(data) for data in known.artifacts(version).values()):
                told[f"{version.name} {blob}"] = notes.records("trace", blob)
        told[f"{part} stands"] = known.latest(part)
    return told


def refs(path: Path, prefix: str = "refs/cadgit") -> dict[str, str]:
    """Refs below a prefix and what they hold."""
    repository = Repository.open(path)
    names = repository.refs_under(f"{prefix}/")
    return {name: repository.ref(name) or "" for name in names}
