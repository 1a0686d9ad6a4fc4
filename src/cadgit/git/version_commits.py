"""The commit of a version: how it is written, read, and found.

Its tree is the candidate's, its parent the version before, and trailers say which version of which candidate it is, so
``git log cadgit/<part>/v<N>`` is the list of versions.
"""

from __future__ import annotations

import pygit2

from ..records import Version
from .notes import Notes
from .refs import ArtifactsRef, PromotedRef, TagRef, check_part_name
from .repository import Repository, iso_time

_PART, _VERSION, _CANDIDATE = "Cadgit-Part", "Cadgit-Version", "Candidate"


def version_message(part: str, number: int, candidate: str, message: str) -> str:
    """The commit message of a version."""
    body = f"{message.strip()}\n\n" if message.strip() else ""
    return f"{part} v{number}\n\n{body}{_PART}: {part}\n{_VERSION}: {number}\n{_CANDIDATE}: {candidate}\n"


def read_version(commit: pygit2.Commit, withdrawn: str = "") -> Version | None:
    """The version that a commit says it is, or None."""
    trailers = commit.message_trailers
    part, number, candidate = (trailers.get(key, "") for key in (_PART, _VERSION, _CANDIDATE))
    ref = TagRef.parse(f"{TagRef.PREFIX}{part}/v{number}")
    if ref is None or not candidate:
        return None
    body = commit.message.partition("\n\n")[2].rpartition("\n\n")[0]
    return Version(
        part=part,
        number=ref.number,
        id=str(commit.id),
        tag=ref.short,
        candidate=candidate,
        tree=str(commit.tree_id),
        when=iso_time(commit.commit_time),
        who=f"{commit.author.name} <{commit.author.email}>",
        message=body.strip(),
        withdrawn=withdrawn,
    )


def version_commits(repository: Repository, part: str) -> dict[int, str]:
    """Number to commit of every version of a part, from its tags, from what is promoted, and from their ancestors.

    A tag that somebody deleted does not hide its version as long as a later one stands on it.
    """
    commits: dict[int, str] = {}
    names = [*repository.refs_under(TagRef.prefix_of(part)), PromotedRef(part).name]
    for name in names:
        commit = repository.resolve(name)
        while commit is not None and commit not in commits.values():
            found = repository.commit(commit)
            version = read_version(found) if found is not None else None
            if found is None or version is None or version.part != part:
                break
            commits[version.number] = commit
            commit = str(found.parent_ids[0]) if found.parent_ids else None
    return dict(sorted(commits.items()))


def next_number(repository: Repository, notes: Notes, part: str, commits: dict[int, str]) -> int:
    """The number of the next version: one more than was ever used, whatever was withdrawn or deleted by hand since.

    Tags, artifacts, ancestors of what is promoted, and the promote notes all remember numbers.
    """
    used = set(commits)
    for kind in (TagRef, ArtifactsRef):
        for name in repository.refs_under(kind.prefix_of(check_part_name(part))):
            if (ref := kind.parse(name)) is not None:
                used.add(ref.number)
    known = set(commits.values())
    for target, _ in notes.noted("promote"):
        if target in known:
            continue
        commit = repository.commit(target)
        if commit is not None:
            version = read_version(commit)
            if version is not None and version.part == part:
                used.add(version.number)
        else:
            noted = (r.get("version") for r in notes.records("promote", target) if r.get("part") == part)
            used |= {number for number in noted if isinstance(number, int)}
    return max(used, default=0) + 1
