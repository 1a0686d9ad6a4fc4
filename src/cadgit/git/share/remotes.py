"""Which remote is meant, by git's own rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import UsageError
from ...frozen import frozen
from ..repository import Repository

_DEFAULT = "origin"
_SECRET = re.compile(r"://[^/@]*@")


@frozen
class Remote:
    """A remote that git's configuration names; `url` without user name and password."""

    name: str
    url: str


def remote_names(repository: Repository) -> tuple[str, ...]:
    """Names of the remotes, sorted."""
    return tuple(sorted(filter(None, repository.raw.remotes.names())))


def choose_remote(repository: Repository, name: str | None, *, pushing: bool = False) -> Remote:
    """The remote called `name`; without one the branch's own, else the only one there is, else ``origin``.

    Args:
        pushing: ``branch.<name>.pushRemote`` and ``remote.pushDefault`` come first, as for ``git push``.

    Raises:
        UsageError: there is no such remote.
    """
    known = remote_names(repository)
    if not known:
        raise UsageError("this repository has no remote to share with", "git remote add origin URL names one")
    chosen = name or _default(repository, known, pushing)
    if chosen not in known:
        hint = f"its remotes are {', '.join(known)}"
        if name and re.search(r"[:/]", name):
            hint = f"give it a name first: git remote add NAME {name}"
        raise UsageError(f"there is no remote {chosen!r}", hint)
    found = repository.raw.remotes[chosen]
    url = (found.push_url if pushing else None) or found.url or ""
    return Remote(chosen, _SECRET.sub("://", url))


def _default(repository: Repository, known: Sequence[str], pushing: bool) -> str:
    branch = repository.head.branch
    keys = [f"branch.{branch}.remote"] if branch else []
    if pushing:
        keys = [*([f"branch.{branch}.pushRemote"] if branch else []), "remote.pushDefault", *keys]
    for key in keys:
        if (value := repository.config_string(key)) in known:
            return value
    return known[0] if len(known) == 1 else _DEFAULT
