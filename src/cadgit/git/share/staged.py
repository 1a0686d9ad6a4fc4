"""Refs on their way: what they hold, and what they will hold once a change that is being prepared is made."""

from __future__ import annotations

from ..refs import ArtifactsRef, CandidatesRef, TagRef
from ..repository import Repository
from ..transaction import RefUpdate


class Staged:
    """The repository's refs with changes that are not made yet."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._before: dict[str, str | None] = {}
        self._after: dict[str, str | None] = {}

    def get(self, name: str) -> str | None:
        """What the ref will hold, None if it will not be there."""
        if name not in self._after:
            self._before[name] = self._after[name] = self._repository.ref(name)
        return self._after[name]

    def put(self, name: str, target: str | None) -> None:
        """Let the ref hold `target`, or vanish."""
        self.get(name)
        self._after[name] = target

    def names_under(self, prefix: str) -> list[str]:
        """Names of all refs that will be below `prefix`, sorted."""
        names = {*self._repository.refs_under(prefix), *(name for name in self._after if name.startswith(prefix))}
        return sorted(name for name in names if self.get(name) is not None)

    def parts(self) -> set[str]:
        """Names of all parts that have a candidate or a version."""
        kinds = (CandidatesRef, TagRef, ArtifactsRef)
        found = (kind.parse(name) for kind in kinds for name in self.names_under(kind.PREFIX))
        return {ref.part for ref in found if ref is not None}

    def updates(self) -> tuple[RefUpdate, ...]:
        """What has to move."""
        moved = (name for name in self._after if self._before[name] != self._after[name])
        return tuple(RefUpdate(name, self._before[name], self._after[name]) for name in moved)
