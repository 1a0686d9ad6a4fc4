"""The intent file: what a ref transaction is about to do, so that the next writer can clean up if it dies.

``cadgit/intent`` in the common git directory: a line of JSON with the process and the updates, then a line for each
lock file as it is taken, with its inode. Only one can exist, because its writer holds cadgit's lock.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from .failures import storage_errors

#: A lock that was taken but not yet noted when its owner died was made within this many nanoseconds of the last note.
_MOMENT = 1_000_000_000

_ID = re.compile("[0-9a-f]{40}")

Update = tuple[str, str | None, str | None]


def intent_path(common_dir: Path) -> Path:
    """Where the intent of a writer is, while there is one."""
    return common_dir / "cadgit" / "intent"


@dataclass(slots=True)
class Intent:
    """An intent on disk.

    Attributes:
        updates: (ref, old id, new id), None for "no such ref", in the order in which their locks are taken.
        packed: a ref is removed, so libgit2 will lock ``packed-refs`` too.
        forward: this finishes the work of a writer that died half-way; it must never be dropped undone.
        locks: the lock files that were taken, with device and inode.
    """

    path: Path
    common_dir: Path
    pid: int
    started: str
    updates: list[Update]
    packed: bool = False
    forward: bool = False
    locks: dict[str, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def create(cls, common_dir: Path, updates: list[Update], packed: bool, forward: bool = False) -> Self:
        """Write an intent of this process; a torn one is never seen.

        Raises:
            StorageError: disk full or read-only.
        """
        pid = os.getpid()
        intent = cls(intent_path(common_dir), common_dir, pid, _start_time(pid), updates, packed, forward)
        header = {
            "pid": pid,
            "started": intent.started,
            "updates": updates,
            "packed": packed,
            "forward": forward,
        }
        draft = intent.path.with_suffix(".new")
        with storage_errors(intent.path):
            draft.write_text(json.dumps(header) + "\n", "utf-8")
            os.replace(draft, intent.path)
        return intent

    @classmethod
    def load(cls, common_dir: Path) -> Self | None:
        """The intent that somebody left, or None."""
        path = intent_path(common_dir)
        try:
            header, *notes = path.read_text("utf-8").splitlines()
            plain = json.loads(header)
            updates = [(str(name), _id(old), _id(new)) for name, old, new in plain["updates"]]
            pid, started = int(plain["pid"]), str(plain["started"])
            intent = cls(path, common_dir, pid, started, updates, bool(plain["packed"]), bool(plain["forward"]))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, KeyError, TypeError):
            # A power failure may leave an empty file. It says nothing about locks, so none is touched.
            path.unlink(missing_ok=True)
            return None
        for line in notes:
            try:
                name, device, inode = json.loads(line)
            except (ValueError, TypeError):  # the last line, torn by the death of its writer
                break
            intent.locks[name] = (device, inode)
        return intent

    def taken(self, ref: str) -> None:
        """Note that the lock of `ref` was taken."""
        lock = self._lock_path(ref)
        found = lock.stat()
        self.locks[ref] = (found.st_dev, found.st_ino)
        with storage_errors(self.path), self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([ref, found.st_dev, found.st_ino]) + "\n")

    def drop(self) -> None:
        """Remove the file; nothing is left to do."""
        self.path.unlink(missing_ok=True)

    def owner_lives(self) -> bool:
        """Whether the process that wrote it still runs, and is not this one (which then failed to clean up)."""
        if self.pid == os.getpid() or not _exists(self.pid):
            return False
        return _start_time(self.pid) == self.started

    def remove_locks(self) -> None:
        """Remove the lock files that are provably the dead writer's; leave everybody else's."""
        for ref, identity in self.locks.items():
            lock = self._lock_path(ref)
            if _identity(lock) == identity:
                lock.unlink(missing_ok=True)
        unnoted = [ref for ref, _, _ in self.updates if ref not in self.locks]
        if not unnoted and self.packed:
            unnoted = ["packed-refs"]
        # Between taking a lock and noting it the writer may have died: at most one lock, the next in order.
        if unnoted and self._made_just_after(lock := self._lock_path(unnoted[0])):
            lock.unlink(missing_ok=True)

    def _lock_path(self, ref: str) -> Path:
        return self.common_dir / f"{ref}.lock"

    def _made_just_after(self, lock: Path) -> bool:
        try:
            made, noted = lock.stat().st_mtime_ns, self.path.stat().st_mtime_ns
        except OSError:
            return False
        return noted <= made <= noted + _MOMENT


def _id(text: str | None) -> str | None:
    if text is not None and not _ID.fullmatch(text):
        raise ValueError(f"{text} is no id")
    return text


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _start_time(pid: int) -> str:
    # Field 22 of /proc/<pid>/stat, in clock ticks since boot: tells a process from a later one with the same number.
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]
