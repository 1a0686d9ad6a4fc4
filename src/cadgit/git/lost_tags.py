"""Versions whose tag somebody deleted: git tells nobody, so that cadgit has to, and how to get it back.

The files of a version and the ref to the latest one remember numbers too. Only these are compared with the tags, so
that this costs no more than listing refs, however many versions there are.
"""

from __future__ import annotations

import shlex

from ..frozen import frozen
from .notes import Notes
from .refs import ArtifactsRef, PromotedRef, TagRef
from .repository import Repository
from .version_commits import read_version, version_commits


@frozen
class LostTag:
    """A tag that is gone, and the commit that it was on; empty where that cannot be found here either."""

    part: str
    number: int
    tag: str
    commit: str

    @property
    def fix(self) -> str:
        """A command for the shell that brings it back, with the provenance that the note has."""
        name = shlex.quote(self.tag)
        if not self.commit:
            return f"git fetch origin {shlex.quote(f'refs/tags/{self.tag}:refs/tags/{self.tag}')}"
        title = shlex.quote(f"{self.part} v{self.number}")
        note = f'"$(git notes --ref=cadgit/promote show {self.commit})"'
        return f"git tag -a -m {title} -m {note} {name} {self.commit}"


def lost_tags(repository: Repository, part: str) -> tuple[LostTag, ...]:
    """The tags of a part's versions that are not there any more, oldest first."""
    there = {tag.number for name in repository.refs_under(TagRef.prefix_of(part)) if (tag := TagRef.parse(name))}
    files = (ArtifactsRef.parse(name) for name in repository.refs_under(ArtifactsRef.prefix_of(part)))
    known = {ref.number for ref in files if ref is not None}
    promoted = repository.ref(PromotedRef(part).name)
    commit = repository.commit(promoted) if promoted else None
    version = read_version(commit) if commit is not None else None
    if version is not None and version.part == part:
        known.add(version.number)
    lost = sorted(known - there)
    if not lost:
        return ()
    commits = version_commits(repository, part)
    if not set(lost) <= set(commits):
        commits = _noted_commits(repository, part) | commits
    return tuple(LostTag(part, n, TagRef(part, n).short, commits.get(n, "")) for n in lost)


def _noted_commits(repository: Repository, part: str) -> dict[int, str]:
    """Number to commit of versions that no ref leads to any more, as long as git has not collected them."""
    found = {}
    for target, _ in Notes(repository).noted("promote"):
        commit = repository.commit(target)
        version = read_version(commit) if commit is not None else None
        if version is not None and version.part == part:
            found[version.number] = target
    return found
