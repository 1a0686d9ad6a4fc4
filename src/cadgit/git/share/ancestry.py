"""Which commits stand on which, in chains where each has one parent."""

from __future__ import annotations

import pygit2

from ..repository import Repository


def stands_on(repository: Repository, tip: str, commit: str) -> bool:
    """Whether `commit` is `tip` or before it; both must be here."""
    return tip == commit or bool(repository.raw.descendant_of(tip, commit))


def own(repository: Repository, tip: str, other: str | None) -> list[pygit2.Commit]:
    """The commits up to `tip` that are not before `other` too, newest first; all of them if there is no other."""
    walker = repository.raw.walk(tip)
    if other is not None:
        walker.hide(other)
    return list(walker)
