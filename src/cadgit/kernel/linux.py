"""The few Linux calls that Python's standard library lacks, through ctypes and by number."""

from __future__ import annotations

import ctypes
import os
import platform

_libc = ctypes.CDLL(None, use_errno=True)

# linux/prctl.h
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4

# linux/sched.h
CLONE_NEWNS = 0x00020000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

# linux/mount.h
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18

AT_FDCWD = -100
AT_RECURSIVE = 0x8000
MOUNT_ATTR_RDONLY = 1

#: Same numbers on every architecture: these calls are younger than the common table.
SYS_MOUNT_SETATTR = 442
SYS_LANDLOCK_CREATE_RULESET, SYS_LANDLOCK_ADD_RULE, SYS_LANDLOCK_RESTRICT_SELF = 444, 445, 446
_SYS_CAPSET = {"x86_64": 126, "aarch64": 91}
_SYS_SECCOMP = {"x86_64": 317, "aarch64": 277}
_CAPABILITY_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 63


def machine() -> str:
    """``x86_64`` or ``aarch64``, whatever the system calls it."""
    name = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(name, name)


def syscall(number: int, *args: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """A system call by number.

    Raises:
        OSError: the call failed.
    """
    plain = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    result = int(_libc.syscall(ctypes.c_long(number), *plain))
    if result < 0:
        _raise("syscall")
    return result


def prctl(option: int, *args: int) -> None:
    """`prctl(2)`.

    Raises:
        OSError: the call failed.
    """
    padded = [ctypes.c_ulong(arg) for arg in (*args, 0, 0, 0, 0)[:4]]
    if _libc.prctl(ctypes.c_int(option), *padded) < 0:
        _raise("prctl")


def unshare(flags: int) -> None:
    """`unshare(2)`; `os.unshare` exists from Python 3.12 on only.

    Raises:
        OSError: the kernel refuses.
    """
    if _libc.unshare(ctypes.c_int(flags)) < 0:
        _raise("unshare")


def mount(source: str | None, target: str, kind: str | None, flags: int = 0, data: str | None = None) -> None:
    """`mount(2)`.

    Raises:
        OSError: the kernel refuses.
    """
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind, data)]
    if _libc.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]) < 0:
        _raise(f"mount {target}")


def make_read_only(path: str) -> None:
    """Make the mount at `path` and all mounts below it read-only (Linux 5.12).

    Raises:
        OSError: the kernel refuses or is older.
    """
    attributes = ctypes.create_string_buffer(MOUNT_ATTR_RDONLY.to_bytes(8, "little") + bytes(24), 32)
    syscall(SYS_MOUNT_SETATTR, AT_FDCWD, os.fsencode(path), AT_RECURSIVE, attributes, 32)


def seccomp_filter(program: bytes) -> None:
    """Install a BPF program (struct sock_filter array) for this process and its children.

    Raises:
        OSError: the kernel refuses.
    """
    code = ctypes.create_string_buffer(program, len(program))
    fprog = (len(program) // 8).to_bytes(2, "little") + bytes(6) + ctypes.addressof(code).to_bytes(8, "little")
    set_mode_filter = 1
    syscall(_SYS_SECCOMP[machine()], set_mode_filter, 0, ctypes.create_string_buffer(fprog, 16))


def drop_capabilities() -> None:
    """Give up every capability, for this process and for whatever it starts, also when it is root.

    Raises:
        OSError: the kernel refuses.
    """
    for capability in range(_LAST_CAPABILITY + 1):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # the first number that this kernel does not know, or an unprivileged process
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header = ctypes.create_string_buffer(_CAPABILITY_VERSION_3.to_bytes(4, "little") + bytes(4), 8)
    syscall(_SYS_CAPSET[machine()], header, ctypes.create_string_buffer(24))


def _raise(what: str) -> None:
    number = ctypes.get_errno()
    raise OSError(number, f"{what}: {os.strerror(number)}")
