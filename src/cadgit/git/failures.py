"""What libgit2 and the operating system say when something goes wrong, as errors of cadgit's tree.

libgit2 reports most failures as `GitError` or `OSError` with nothing but text, so text is what we look at.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pygit2 import GitError

from ..errors import RepositoryError, StorageError

_FULL = ("No space left on device", "Disk quota exceeded")
#: Bytes below which a disk counts as full: an object takes a folder and a file of a block each.
_ROOM = 1 << 16
_READ_ONLY = ("Read-only file system", "Permission denied", "Operation not permitted")
_ERRNO_TEXT = {
    errno.ENOSPC: _FULL[0],
    errno.EDQUOT: _FULL[1],
    errno.EROFS: _READ_ONLY[0],
    errno.EACCES: _READ_ONLY[1],
    errno.EPERM: _READ_ONLY[2],
}


def as_storage_error(error: Exception, place: Path | str) -> StorageError | None:
    """The `StorageError` that `error` is, or None if it is about something else."""
    text = _ERRNO_TEXT.get(getattr(error, "errno", None) or 0, str(error))
    for phrase in _FULL:
        if phrase.lower() in text.lower():
            return StorageError(
                f"{place}: {phrase.lower()}; what was there stands as it was",
                "free some space, and run or save it again",
            )
    for phrase in _READ_ONLY:
        if phrase.lower() in text.lower():
            return StorageError(
                f"{place} cannot be written: {phrase.lower()}",
                "cadgit keeps its records in the repository: make it writable",
            )
    return None


def full_disk(place: Path) -> StorageError | None:
    """The error of a disk that is full, for objects that are not there although libgit2 said that they were written.

    It says so when it cannot make an object's folder (libgit2 1.9).
    """
    disk = os.statvfs(place)
    if disk.f_bavail * disk.f_frsize > _ROOM:
        return None
    return as_storage_error(OSError(errno.ENOSPC, _FULL[0]), place)


@contextmanager
def storage_errors(place: Path | str) -> Iterator[None]:
    """Turn a full disk and a read-only place into `StorageError` that names `place`; let all else pass."""
    try:
        yield
    except (OSError, GitError) as error:
        if found := as_storage_error(error, place):
            raise found from error
        raise


def opening_failed(error: Exception, place: Path | str) -> RepositoryError:
    """Why libgit2 refuses to open a repository, and what to do about it."""
    text = str(error)
    if "not owned by current user" in text:
        owned = text.partition("'")[2].partition("'")[0] or str(place)
        folder = owned.rstrip("/").removesuffix("/.git")
        return RepositoryError(
            f"the repository {folder} belongs to another user",
            f"if you trust what is in it: git config --global --add safe.directory {folder}",
        )
    if "object format" in text or "objectformat" in text.lower():
        return RepositoryError(
            f"the repository at {place} names its objects by SHA-256, which libgit2 cannot read",
            "keep the model in a repository with SHA-1 names (git init --object-format=sha1)",
        )
    if "refstorage" in text.lower():
        return RepositoryError(
            f"the repository at {place} keeps its refs as reftable, which libgit2 cannot read",
            "convert it: git refs migrate --ref-format=files",
        )
    if "partialclone" in text.lower():
        return RepositoryError(
            f"the repository at {place} is a partial clone, which libgit2 cannot read",
            "clone it without --filter",
        )
    if "extension" in text:
        return RepositoryError(f"the repository at {place} uses what libgit2 cannot read: {text}")
    if "not found" in text.lower():
        return RepositoryError(f"{place} is not in a git repository", "make one where your models are: git init")
    return RepositoryError(f"the repository at {place} cannot be opened: {text}")
