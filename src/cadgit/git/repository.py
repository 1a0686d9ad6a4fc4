"""The user's repository, as cadgit sees it: objects, refs to read, who writes, and where the cache is.

Nothing here touches the index, the branch, the working tree or the stash. Writing refs is `cadgit.git.transaction`'s.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import pygit2
from pygit2.enums import ObjectType, ReferenceType

from ..errors import LockedError, RepositoryError
from ..frozen import frozen
from ..records import SourceFile
from . import ref_files, trees
from .failures import opening_failed, storage_errors
from .lock import WriteLock


@frozen
class Identity:
    """Who commits. `fallback` is true when git's configuration names nobody and the login name stands in."""

    name: str
    email: str
    fallback: bool = False

    def __str__(self) -> str:
        return f"{self.name} <{self.email}>"


@frozen
class Head:
    """Where HEAD is: the branch (empty when detached) and the commit (empty before the first one)."""

    branch: str
    commit: str


class Repository:
    """An open repository. Make one with `Repository.open`; one thread at a time may use it."""

    def __init__(self, raw: pygit2.Repository) -> None:
        self.raw = raw
        self.git_dir = Path(raw.path)
        self.common_dir = _common_dir(self.git_dir)
        self._lock = WriteLock(self.common_dir / "cadgit" / "lock")

    @classmethod
    def open(cls, cwd: Path | str = ".") -> Self:
        """The repository that `cwd` is in: a subfolder, a linked worktree, a submodule or a bare repository will do.

        ``GIT_DIR`` and its like are not looked at: a hook sets them for git, and they may name another repository.

        Raises:
            RepositoryError: there is none, or libgit2 cannot use it; the hint says what to do.
        """
        place = os.path.abspath(cwd)
        try:
            raw = pygit2.Repository(place)
        except (pygit2.GitError, pygit2.InvalidError, KeyError, ValueError, OSError) as error:
            raise opening_failed(error, place) from error
        return cls(raw)

    # --- places ---

    @property
    def root(self) -> Path | None:
        """The top of the working tree; None in a bare repository."""
        return Path(self.raw.workdir) if self.raw.workdir else None

    @property
    def cache_dir(self) -> Path:
        """Where the cache is; it need not exist, and may vanish at any time."""
        return self.common_dir / "cadgit" / "cache"

    @property
    def is_partial(self) -> bool:
        """Whether objects may be missing that a remote has promised (``git clone --filter``)."""
        return any(
            self.config_bool(f"remote.{name}.promisor") or bool(self.config_string(f"remote.{name}.partialclonefilter"))
            for name in self.raw.remotes.names()
        )

    # --- configuration ---

    def config_string(self, key: str, default: str = "") -> str:
        """The value of a key of git's configuration (``gpg.format``)."""
        try:
            return str(self.raw.config[key])
        except KeyError:
            return default

    def config_bool(self, key: str, default: bool = False) -> bool:
        """The value of a yes-or-no key (``tag.gpgSign``)."""
        try:
            return bool(self.raw.config.get_bool(key))
        except (KeyError, ValueError):
            return default

    @functools.cached_property
    def identity(self) -> Identity:
        """``user.name`` and ``user.email``, else the login name at this host."""
        name, email = self.config_string("user.name").strip(), self.config_string("user.email").strip()
        if name and email:
            return Identity(name, email)
        login = _login()
        return Identity(name or login, email or f"{login}@{os.uname().nodename or 'localhost'}", fallback=True)

    def signature(self, when: str) -> pygit2.Signature:
        """The identity at an ISO 8601 time, in UTC."""
        try:
            return pygit2.Signature(self.identity.name, self.identity.email, epoch(when), 0)
        except (ValueError, pygit2.GitError) as error:
            raise RepositoryError(
                f"git cannot commit as {self.identity}: {error}", "set user.name and user.email with git config"
            ) from error

    def config_values(self, key: str) -> tuple[str, ...]:
        """All values of a key that may be there several times (``notes.displayRef``)."""
        return tuple(self.raw.config.get_multivar(key))

    def add_config_value(self, key: str, value: str) -> None:
        """Add a value to the repository's configuration, unless the key has it already, here or in the user's.

        Raises:
            StorageError: the configuration cannot be written.
            LockedError: another program writes it.
        """
        if value in self.config_values(key):
            return
        with storage_errors(self.common_dir / "config"):
            try:
                # A pattern that matches no value, so that none is replaced.
                self.raw.config.set_multivar(key, "^$", value)
            except pygit2.GitError as error:
                if "failed to lock" not in str(error):
                    raise
                raise LockedError(str(self.common_dir / "config.lock")) from error

    def set_config(self, key: str, value: str | None) -> None:
        """Set a key of the repository's own configuration, or (None) remove it.

        Raises:
            StorageError: the configuration cannot be written.
            LockedError: another program writes it.
        """
        with storage_errors(self.common_dir / "config"):
            try:
                if value is not None:
                    self.raw.config[key] = value
                elif key in self.raw.config:
                    del self.raw.config[key]
            except pygit2.GitError as error:
                if "failed to lock" not in str(error):
                    raise
                raise LockedError(str(self.common_dir / "config.lock")) from error

    # --- history, read only ---

    @property
    def head(self) -> Head:
        """Where HEAD is; works before the first commit and detached."""
        head = self.raw.lookup_reference("HEAD")
        symbolic = head.type == ReferenceType.SYMBOLIC
        branch = str(head.target).removeprefix("refs/heads/") if symbolic else ""
        return Head(branch, self.resolve("HEAD") or "")

    def resolve(self, revision: str) -> str | None:
        """The commit that a git revision names (a tag is followed to its commit), or None."""
        try:
            return str(self.raw.revparse_single(revision).peel(pygit2.Commit).id)
        except (KeyError, ValueError, pygit2.GitError):
            return None

    def commit(self, commit: str) -> pygit2.Commit | None:
        """The commit object with this id, or None."""
        try:
            found = self.raw.get(commit)
        except (ValueError, pygit2.GitError):
            return None
        return found if isinstance(found, pygit2.Commit) else None

    def ref(self, name: str) -> str | None:
        """The id that a ref holds (of the tag object, for an annotated tag), or None."""
        try:
            # Interned, because pygit2 (to 1.21 at least) never lets go of a name that it was asked for.
            return str(self.raw.lookup_reference(sys.intern(name)).resolve().target)
        except (KeyError, pygit2.GitError):
            return None

    def tag_message(self, name: str) -> str:
        """The message of an annotated tag by its full ref; empty if there is none."""
        tag = self.ref(name)
        found = self.raw.get(tag) if tag else None
        return str(found.message or "") if isinstance(found, pygit2.Tag) else ""

    def refs_under(self, prefix: str) -> list[str]:
        """Names of all refs below `prefix` (which ends with ``/``), sorted."""
        return sorted(ref_files.names_under(self.common_dir, prefix))

    # --- objects ---

    def write_blob(self, data: bytes) -> str:
        """Store exact bytes; gives the blob's id."""
        with storage_errors(self.common_dir):
            return str(self.raw.create_blob(data))

    def read_blob(self, blob: str) -> bytes:
        """The bytes of a blob.

        Raises:
            RepositoryError: there is no such blob.
        """
        found = self.raw.get(blob)
        if not isinstance(found, pygit2.Blob):
            raise RepositoryError(f"the blob {blob} is missing from the repository", "git fsck tells what else is")
        return bytes(found.data)

    def write_tree(self, files: Iterable[SourceFile]) -> str:
        """Store files as blobs and nested trees; gives the top tree's id."""
        with storage_errors(self.common_dir):
            return trees.write_tree(self.raw, files)

    def write_tree_of_blobs(self, blobs: Mapping[str, tuple[str, bool]]) -> str:
        """Store nested trees over blobs that exist: path to (blob id, executable)."""
        with storage_errors(self.common_dir):
            return trees.write_tree_of_blobs(self.raw, blobs)

    def read_tree(self, tree: str) -> tuple[SourceFile, ...]:
        """All files below a tree with their exact bytes, sorted by path."""
        return trees.read_tree(self.raw, tree)

    def is_tree(self, name: str) -> bool:
        """Whether the object with this id is a tree."""
        return isinstance(self.raw.get(name), pygit2.Tree)

    def write_commit(self, tree: str, parents: list[str], message: str, when: str) -> str:
        """Store a commit by `identity` at `when`; no ref moves. The same arguments give the same id."""
        who = self.signature(when)
        with storage_errors(self.common_dir):
            return str(self.raw.create_commit(None, who, who, message, tree, list(parents)))

    def write_tag(self, text: str) -> str:
        """Store an annotated tag object from its text; no ref moves."""
        with storage_errors(self.common_dir):
            return str(self.raw.write(ObjectType.TAG, text.encode()))

    def missing(self, objects: Iterable[str]) -> list[str]:
        """Which of these objects are not on disk now.

        A new object database is opened for it, because libgit2 answers from a cache for what it has read before.
        """
        fresh = pygit2.Odb(sys.intern(str(self.common_dir / "objects")))  # as for `ref`
        return [name for name in objects if name not in fresh]

    @staticmethod
    def blob_id(data: bytes) -> str:
        """The id that git gives to a blob of `data`, whether it is stored or not."""
        return trees.blob_id(data)

    def is_reachable_blob(self, data: bytes) -> bool:
        """Whether HEAD, a branch or tag, or the tip of a ref of cadgit has a file with exactly these bytes.

        Files in older commits are not looked for, so a False may be wrong; a True is not.
        """
        wanted = trees.blob_id(data)
        if wanted not in self.raw:
            return False
        seen: set[str] = set()
        for name in ("HEAD", *self.refs_under("refs/")):
            top = self._tree_of(name)
            if top is not None and trees.contains_blob(self.raw, top, wanted, seen):
                return True
        return False

    def tracks(self, path: str) -> bool:
        """Whether HEAD has the file at `path`, or has a link or a submodule on the way to it.

        Args:
            path: relative to the repository's root, ``/`` between parts.
        """
        top = self._tree_of("HEAD")
        node = self.raw.get(top) if top else None
        for name in path.split("/"):
            if not isinstance(node, pygit2.Tree):
                break
            if name not in node:
                return False
            if node[name].type_str == "commit":
                return True
            node = node[name]
        return isinstance(node, pygit2.Blob)

    def _tree_of(self, ref: str) -> str | None:
        if ref.startswith("refs/notes/"):
            return None
        try:
            return str(self.raw.revparse_single(ref).peel(pygit2.Tree).id)
        except (KeyError, ValueError, pygit2.GitError):
            return None

    def close(self) -> None:
        """Let go of files that are held open; the object can still be used."""
        self.raw.free()

    # --- writing ---

    def lock(self, timeout: float | None = None) -> WriteLock:
        """The lock that cadgit's writers queue at; a context manager that its holder may enter again.

        Args:
            timeout: seconds to queue, when not the default 60.
        """
        if timeout is not None:
            self._lock.timeout = timeout
        return self._lock


#: The ends of ISO 8601, in seconds since 1970: git takes any number for the time of a commit.
_YEAR_1000, _YEAR_9999 = -30_610_224_000, 253_402_300_799


def libgit2_version() -> str:
    """The version of libgit2 that pygit2 was built with (``1.9.7``)."""
    return str(pygit2.LIBGIT2_VERSION)


def epoch(when: str) -> int:
    """Seconds since 1970 of an ISO 8601 time; one without an offset is taken as UTC."""
    moment = datetime.fromisoformat(when)
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def iso_time(seconds: float) -> str:
    """An ISO 8601 time in UTC (``2026-01-31T12:00:00Z``); one that a year of four digits cannot hold is cut."""
    return datetime.fromtimestamp(int(max(_YEAR_1000, min(seconds, _YEAR_9999))), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _common_dir(git_dir: Path) -> Path:
    # A linked worktree's git directory names the shared one in a file; libgit2 knows it, but pygit2 does not tell.
    try:
        link = (git_dir / "commondir").read_text("utf-8").strip()
    except OSError:
        return git_dir
    return Path(os.path.normpath(git_dir / link))


def _login() -> str:
    import pwd  # only where git's configuration names nobody

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid{os.getuid()}"
