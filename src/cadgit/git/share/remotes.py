"""Which remote is meant, by git's own rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from ...errors import UsageError
from ...frozen import frozen
from ..refs import NotesRef, TagRef
from ..repository import Repository
from .names import CADGIT

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


def overwriting(repository: Repository, name: str) -> tuple[str, ...]:
    """The remote's refspecs by which a plain ``git fetch`` puts its refs over cadgit's own, whatever these hold."""
    refspecs = repository.raw.remotes[name].fetch_refspecs
    return tuple(spec for spec in refspecs if spec.startswith("+") and _covers_ours(spec.partition(":")[2]))


def pushed_as(repository: Repository, name: str) -> tuple[str, list[str]]:
    """The remote's name for ``git push``, and options to put before ``push``.

    When git has pushed, it moves refs that the remote's fetch refspecs call tracking refs. Where these are cadgit's own
    (``+refs/*:refs/*``), that would put what was sent over what was made here meanwhile. The remote then gets another
    name for this one call, with all of its settings but those.
    """
    refspecs = repository.raw.remotes[name].fetch_refspecs
    if not any(_covers_ours(refspec.partition(":")[2]) for refspec in refspecs):
        # A remote that mirrors takes no refspecs, unless it is told not to mirror this time.
        return name, ["-c", f"remote.{name}.mirror=false"]
    alias, options = f"cadgit-{quote(name, safe='')}", []
    for entry in repository.raw.config:
        key = entry.name.removeprefix(f"remote.{name}.")
        if key != entry.name and "." not in key and key not in ("fetch", "mirror"):
            options += ["-c", f"remote.{alias}.{key}={entry.value}"]
    return alias, options


def _covers_ours(tracking: str) -> bool:
    start = tracking.partition("*")[0]
    ours = (CADGIT, NotesRef.PREFIX, TagRef.PREFIX)
    return bool(start) and any(prefix.startswith(start) or start.startswith(prefix) for prefix in ours)
