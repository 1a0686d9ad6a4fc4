"""The refs that are shared, and the namespace in which a remote's are kept: ``refs/cadgit-remotes/<remote>/…``.

A remote's refs never land on ours: they are fetched below its name, and merged from there. The namespace stands outside
``refs/cadgit/``, so that nobody's refspec for that takes it along.
"""

from __future__ import annotations

from urllib.parse import quote

from ..refs import ArtifactsRef, CandidatesRef, NotesRef, PromotedRef, TagRef
from ..repository import Repository

SharedRef = CandidatesRef | PromotedRef | ArtifactsRef | TagRef | NotesRef

#: Where cadgit's refs are, but for tags and notes.
CADGIT = "refs/cadgit/"
#: For git's ``ls-remote``: all that cadgit ever shares.
PATTERNS = ("refs/cadgit/*", "refs/notes/cadgit/*", "refs/tags/cadgit/*")

_NAMESPACE = "refs/cadgit-remotes/"
# What does not lie below `refs/cadgit/` has a folder in the namespace that no kind of ref there has.
_ELSEWHERE = ((NotesRef.PREFIX, "notes/"), (TagRef.PREFIX, "tags/"))


def parse(ref: str) -> SharedRef | None:
    """What a ref is; None for one that is not shared, or that cadgit would not name so."""
    for kind in (CandidatesRef, PromotedRef, ArtifactsRef, TagRef, NotesRef):
        if (found := kind.parse(ref)) is not None:
            return found
    return None


def tracking(remote: str, ref: str) -> str:
    """Where `ref` of a remote is kept here."""
    for prefix, folder in _ELSEWHERE:
        if ref.startswith(prefix):
            return f"{_of(remote)}{folder}{ref.removeprefix(prefix)}"
    return _of(remote) + ref.removeprefix(CADGIT)


def tracked(repository: Repository, remote: str) -> dict[str, str]:
    """What the remote had when it was last looked at: ref, as it is called there, to id."""
    return _below(repository, _of(remote))


def tracked_elsewhere(repository: Repository, remote: str) -> list[dict[str, str]]:
    """The same for each of the other remotes."""
    below = {name.removeprefix(_NAMESPACE).partition("/")[0] for name in repository.refs_under(_NAMESPACE)}
    return [_below(repository, f"{_NAMESPACE}{other}/") for other in sorted(below - {_quoted(remote)})]


def _below(repository: Repository, prefix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in repository.refs_under(prefix):
        target = repository.ref(name)
        if target is not None:
            found[_original(name.removeprefix(prefix))] = target
    return found


def _original(rest: str) -> str:
    for prefix, folder in _ELSEWHERE:
        if rest.startswith(folder):
            return prefix + rest.removeprefix(folder)
    return CADGIT + rest


def _of(remote: str) -> str:
    return f"{_NAMESPACE}{_quoted(remote)}/"


def _quoted(remote: str) -> str:
    # A remote's name may have slashes, and the depth of refs is fixed.
    return quote(remote, safe="")
