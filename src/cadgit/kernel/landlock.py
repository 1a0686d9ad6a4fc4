"""Landlock: a process gives up every file that is not on its list, TCP, and signals to processes outside.

Landlock says nothing about chmod, utime and Unix sockets by path: the read-only world and seccomp do.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from . import linux

# linux/landlock.h, by the ABI that introduced them.
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_ALL_FS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_NET_BIND_AND_CONNECT = 3  # ABI 4
_SCOPE_ABSTRACT_SOCKET_AND_SIGNAL = 3  # ABI 6
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV

_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1


def abi() -> int:
    """The version of Landlock that this kernel speaks; 0 for none."""
    try:
        return linux.syscall(linux.SYS_LANDLOCK_CREATE_RULESET, None, 0, _VERSION_FLAG)
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Leave this process only `readable` (to read and execute) and `writable` (everything) files and folders.

    Paths that do not exist are skipped. Needs no-new-privileges. TCP, abstract Unix sockets and signals to
    processes outside are given up too, as far as the kernel's version goes.

    Returns:
        the ABI that was used.

    Raises:
        OSError: the kernel has no Landlock, or refuses.
    """
    version = abi()
    if version == 0:
        raise OSError("this Linux has no Landlock")
    handled = _ALL_FS[max(v for v in _ALL_FS if v <= version)]
    net = _NET_BIND_AND_CONNECT if version >= 4 else 0
    scoped = _SCOPE_ABSTRACT_SOCKET_AND_SIGNAL if version >= 6 else 0
    attributes = struct.pack("=QQQ", handled, net, scoped)[: 8 if version < 4 else 16 if version < 6 else 24]
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    ruleset = linux.syscall(linux.SYS_LANDLOCK_CREATE_RULESET, buffer, len(attributes), 0)
    try:
        for path in readable:
            _allow(ruleset, path, handled & (_EXECUTE | _READ_FILE | _READ_DIR))
        for path in writable:
            _allow(ruleset, path, handled & ~(_MAKE_CHAR | _MAKE_BLOCK))
        linux.syscall(linux.SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return version


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            access &= _ON_FILES  # the kernel refuses rights on folders in a rule for a file
        rule = struct.pack("=Qi", access, handle)
        linux.syscall(
            linux.SYS_LANDLOCK_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.create_string_buffer(rule, 12), 0
        )
    finally:
        os.close(handle)
