"""Talking to a remote: git itself, as a subprocess, so that credentials, proxies and ssh are as in git.

Git moves objects here, and no ref of ours: it would leave lock files when it is killed, and it would not ask whether
what came can be trusted. Refs are `cadgit.git.transaction`'s.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import IO

from ...errors import EnvironmentFailed, RemoteError
from ...frozen import frozen
from ..environment import transport_environment
from ..repository import Repository
from ..steps import step
from .names import PATTERNS
from .remotes import pushed_as

#: Refs in one call of ``git push``, which takes them as arguments only: a command line may have 2 MB.
_AT_ONCE = 2_000

_NAME_LENGTH = 40  # hex digits of a SHA-1
_PROGRESS = re.compile(r"(?:remote: )?[A-Z][a-z]+(?: [a-z]+)*: +(?:[0-9]+% \([0-9]+/[0-9]+\)|[0-9]+)")
_PASSWORD = re.compile(r"://[^/@\s]+@")


@frozen
class Push:
    """A ref to move on the remote. `lease`: what it must hold now, where the move is no fast-forward."""

    ref: str
    target: str
    lease: str = ""


@frozen
class Rejected:
    """A ref that was not moved, and why, in git's words."""

    ref: str
    reason: str


class Transport:
    """One remote, as git reaches it.

    Args:
        repository: whose remote it is.
        remote: its name.
        progress: hears what git says about how far it is, and an empty text where git may ask for a password.
    """

    def __init__(self, repository: Repository, remote: str, progress: Callable[[str], None]) -> None:
        self._repository = repository
        self._remote = remote
        self._progress = progress

    def listed(self) -> dict[str, str]:
        """What the remote has: ref to id, of all that cadgit could share.

        Raises:
            RemoteError: it cannot be reached.
            EnvironmentFailed: git is not installed.
        """
        printed, problem = self._git(["ls-remote", "--refs", "--quiet", self._remote, *PATTERNS])
        if problem:
            raise self._failed("cannot be read", problem)
        rows = (line.partition("\t") for line in printed.splitlines())
        listed = {name: target for target, tab, name in rows if tab and name.startswith("refs/")}
        if any(len(target) != _NAME_LENGTH for target in listed.values()):
            raise RemoteError(
                f"the remote {self._remote} names its objects by SHA-256, and this repository by SHA-1",
                "share through a repository with SHA-1 names (git init --bare --object-format=sha1)",
            )
        return listed

    def fetch(self, objects: Iterable[str]) -> None:
        """Bring these objects, and all that they need, into the repository; no ref moves.

        Raises:
            RemoteError: the remote cannot be reached, or does not have them any more.
        """
        wanted = "".join(f"{name}\n" for name in sorted(set(objects)))
        if not wanted:
            return
        step("fetch objects")
        options = ["--progress", "--no-tags", "--no-prune", "--no-recurse-submodules"]
        options += ["--no-write-fetch-head", "--no-auto-maintenance"]
        if self._repository.is_partial:
            # Git would leave out what the clone's filter does, and what it believes to be promised; libgit2 fetches
            # nothing while it reads.
            options += ["--refetch", "--no-filter"]
        _, problem = self._git(["fetch", *options, "--stdin", self._remote], wanted)
        if problem:
            raise self._failed("cannot be fetched from", problem)

    def push(self, pushes: Sequence[Push]) -> tuple[Rejected, ...]:
        """Move refs of the remote, all or none where it can; gives those that it did not move.

        Raises:
            RemoteError: it cannot be reached, or does not let us write.
        """
        rejected: list[Rejected] = []
        for start in range(0, len(pushes), _AT_ONCE):
            some = pushes[start : start + _AT_ONCE]
            printed, problem = self._push(some, "--atomic")
            if problem and "--atomic" in problem:
                # The receiving end does not know how; then the order of `pushes` is what keeps versions whole.
                printed, problem = self._push(some, "--no-atomic")
            refused = _rejected(printed)
            if problem and not refused:
                raise self._failed("cannot be pushed to", problem)
            rejected += refused
            if refused:
                break
        return tuple(rejected)

    def _push(self, pushes: Sequence[Push], atomic: str) -> tuple[str, str]:
        leases = [f"--force-with-lease={push.ref}:{push.lease}" for push in pushes if push.lease]
        refspecs = [f"{push.target}:{push.ref}" for push in pushes]
        options = ["--porcelain", atomic, "--no-follow-tags", "--recurse-submodules=no", "--progress"]
        name, settings = pushed_as(self._repository, self._remote)
        step("push")
        done = self._git([*settings, "push", *options, *leases, name, *refspecs])
        step("pushed")
        return done

    def _git(self, arguments: list[str], stdin: str = "") -> tuple[str, str]:
        """What git printed, and what it complained about if it failed."""
        import subprocess  # only for what talks to a remote
        import tempfile

        # Where git itself would stand: a remote's URL may be a path relative to the top of the working tree.
        place = self._repository.root or self._repository.git_dir
        command = ["git", f"--git-dir={self._repository.git_dir}", *arguments]
        # Files, not pipes: one that is full would stop git while we read the other.
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as printed:
            given.write(stdin.encode())
            given.seek(0)
            self._progress("")
            try:
                process = subprocess.Popen(
                    command,
                    cwd=place,
                    env=transport_environment(),
                    stdin=given,
                    stdout=printed,
                    stderr=subprocess.PIPE,
                )
            except FileNotFoundError:
                raise EnvironmentFailed(
                    "git is not installed, and cadgit reaches a remote through it",
                    "install git (https://git-scm.com/downloads); all else works without it",
                ) from None
            assert process.stderr is not None
            with process:
                said = self._listen(process.stderr)
            printed.seek(0)
            text = printed.read().decode("utf-8", "surrogateescape")
        if process.returncode == 0:
            return text, ""
        return text, said or f"git ended with status {process.returncode}"

    def _listen(self, stream: IO[bytes]) -> str:
        """Pass git's progress on, and keep the rest."""
        kept: list[str] = []
        line = b""
        while chunk := os.read(stream.fileno(), 4096):
            *whole, line = re.split(rb"[\r\n]", line + chunk)
            for text in (piece.decode("utf-8", "replace").strip() for piece in whole):
                if not _PROGRESS.match(text):
                    kept += [text] if text else []
                else:
                    self._progress(f"{self._remote}: {text.removeprefix('remote: ').partition(',')[0]}")
        kept.append(line.decode("utf-8", "replace"))
        return _PASSWORD.sub("://", "\n".join(kept)).strip()

    def _failed(self, what: str, problem: str) -> RemoteError:
        lines = [line for line in problem.splitlines() if not line.startswith("hint:")]
        return RemoteError(
            "\n  ".join([f"the remote {self._remote} {what}:", *lines[-12:]]),
            f"see whether git itself can: git ls-remote {self._remote}",
        )


def _rejected(printed: str) -> list[Rejected]:
    """The refs that ``git push --porcelain`` marks as rejected: ``!<tab>from:to<tab>[rejected] (why)``."""
    found = []
    for line in printed.splitlines():
        flag, _, rest = line.partition("\t")
        if flag == "!":
            refs, _, reason = rest.partition("\t")
            found.append(Rejected(refs.partition(":")[2], reason))
    return found
