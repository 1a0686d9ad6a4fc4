"""Git's hooks as files: where they belong, and putting ours there without touching anybody else's.

An installed hook ends with a line that holds the SHA-256 of all before it. So what cadgit installed, and nobody edited,
can be told from everything else, whichever cadgit it was: only that is replaced or removed.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Literal

from pygit2.enums import ConfigLevel

from ..errors import RepositoryError, UsageError
from ..files import write_atomically
from .failures import storage_errors
from .repository import Repository

#: What became of one hook; ``foreign``: there is one that is not ours, and it was left as it is.
HookState = Literal["installed", "updated", "unchanged", "removed", "absent", "foreign"]

_SEAL = "# cadgit's own, sha256 "


def hooks_folder(repository: Repository) -> Path:
    """The folder in which git looks for this repository's hooks, which need not exist.

    Raises:
        RepositoryError: a bare repository, which has no hooks that concern models.
        UsageError: it is a folder for all repositories of the user or the machine, or no folder.
    """
    if repository.root is None:
        raise RepositoryError("a bare repository has no models in a working tree to look after", "install in a clone")
    chosen, is_shared = "", False
    for entry in repository.raw.config:
        if entry.name == "core.hookspath":
            chosen, is_shared = entry.value, entry.level not in (ConfigLevel.LOCAL, ConfigLevel.WORKTREE)
    if not chosen:
        return repository.common_dir / "hooks"
    # As git takes it: relative to where hooks run, which is the top of the working tree.
    folder = repository.root / Path(chosen).expanduser()
    if is_shared:
        raise UsageError(
            f"core.hooksPath names {folder} for all your repositories, so nothing is installed there",
            "set one for this repository (git config core.hooksPath .git/hooks), or call cadgit from your own hooks; "
            "`cadgit help hooks` shows how",
        )
    if folder.exists() and not folder.is_dir():  # /dev/null is how people switch hooks off
        raise UsageError(
            f"core.hooksPath names {folder}, which is no folder, so git runs no hooks here",
            "git config --unset core.hooksPath",
        )
    return folder


def install(path: Path, text: str) -> HookState:
    """Put a hook in place, unless there is one that is not ours.

    Args:
        text: the whole script; ends with a newline.

    Raises:
        StorageError: disk full or read-only.
    """
    sealed = _sealed(text)
    before = _read(path)
    if before == sealed and os.access(path, os.X_OK):
        return "unchanged"
    if before is not None and not _is_ours(before):
        return "foreign"
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, sealed, mode=0o755)
    return "installed" if before is None else "updated"


def remove(path: Path) -> HookState:
    """Take a hook away, if it is ours.

    Raises:
        StorageError: the folder is read-only.
    """
    before = _read(path)
    if before is None:
        return "absent"
    if not _is_ours(before):
        return "foreign"
    with storage_errors(path):
        path.unlink()
    return "removed"


def _sealed(text: str) -> bytes:
    return f"{text}{_SEAL}{hashlib.sha256(text.encode()).hexdigest()}\n".encode()


def _is_ours(data: bytes) -> bool:
    text, seal, digest = data.rpartition(_SEAL.encode())
    return bool(seal) and hashlib.sha256(text).hexdigest().encode() == digest.strip()


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        # A link that leads nowhere is somebody's, too.
        return b"" if path.is_symlink() else None
    except IsADirectoryError:
        return b""
