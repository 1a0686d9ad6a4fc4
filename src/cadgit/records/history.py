"""Candidates and versions as they stand in git."""

from __future__ import annotations

from ..frozen import frozen
from .source import CandidateMeta


@frozen
class Candidate:
    """A candidate commit: its place in the history of a part, and what its tree says of itself.

    `number` counts from 1 along the line and is settled when the ref moves; it is never used again.
    """

    id: str
    part: str
    line: str
    number: int
    tree: str
    when: str
    meta: CandidateMeta


@frozen
class Version:
    """A promoted candidate: the version commit, its tag, and whether it was withdrawn since."""

    part: str
    number: int
    id: str
    tag: str
    candidate: str
    tree: str
    when: str
    who: str
    message: str = ""
    withdrawn: str = ""

    @property
    def name(self) -> str:
        """As people write it: ``bracket@v3``."""
        return f"{self.part}@v{self.number}"

    def is_of(self, candidate: Candidate) -> bool:
        """Whether a candidate has what was promoted: the same files, object and parameters.

        Not by the candidate's id, which is another on another line, and after older candidates were dropped.
        """
        return (self.part, self.tree) == (candidate.part, candidate.tree)


@frozen
class CommittedModel:
    """A model in a commit of the user's own; a record of the note `refs/notes/cadgit/commit`.

    `candidate` is a commit id, `outcome` in the words of `cadgit log` as it was when the user committed, `version` the
    number of the newest version with these files (0 if there is none).
    """

    part: str
    entry: str
    candidate: str
    line: str
    number: int
    outcome: str
    when: str
    version: int = 0
