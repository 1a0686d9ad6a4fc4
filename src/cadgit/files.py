"""Reading a file whole, and writing it whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path


def read_whole(path: Path) -> bytes:
    """All bytes of a file that somebody named; of a pipe too, which ends when its writer does.

    Raises:
        OSError: as the operating system says it, or it is a device: reading ``/dev/zero`` would never end.
    """
    mode = path.stat().st_mode
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        raise OSError(errno.EINVAL, "Is a device", str(path))
    return path.read_bytes()


def write_atomically(path: Path, data: bytes, *, mode: int | None = None, sync: bool = False) -> None:
    """Put `data` in place of `path`; at no time is there half a file, and on an error the old one stays.

    Args:
        path: the file; its folder must exist.
        data: its new bytes.
        mode: its permissions; None for those of the file that is there, else what the umask gives.
        sync: wait until the bytes are on the disk before the file takes its name.

    Raises:
        OSError: as the operating system says it.
    """
    if mode is None:
        mode = file_mode(path)
    # Not by `tempfile`: it imports `random`, which costs more than the write, on every command.
    name = os.path.join(path.parent, f".{path.name[:40]}.{os.urandom(8).hex()}")
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            if sync:
                stream.flush()
                os.fsync(stream.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def file_mode(path: Path) -> int:
    """Permissions of the file at `path`, or what the umask gives to a new one."""
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o777
    umask = os.umask(0o077)
    os.umask(umask)
    return 0o666 & ~umask
