"""A seccomp filter, written by hand: what a model never needs and what would lead out of its sandbox.

A list of refusals and not of permissions: a model may import any library, and an unknown harmless call must not
break it. Whatever touches the network, other processes or the kernel's less travelled parts is refused with EPERM.
"""

from __future__ import annotations

import errno
import struct

from . import linux

# Numbers from the kernel's tables for x86_64 and aarch64 (asm-generic); the pair is (x86_64, aarch64).
_REFUSED: dict[str, tuple[int, int]] = {
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "vhangup": (153, 58),
}

# What Landlock lets through on files outside; refused only where no read-only mounts stand in for it, because
# honest models use these on their own files (`shutil.copy`). -1: aarch64 has only the *at form.
_CHANGES_OF_METADATA: dict[str, tuple[int, int]] = {
    "chmod": (90, -1),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, -1),
    "fchown": (93, 55),
    "lchown": (94, -1),
    "fchownat": (260, 54),
    "utime": (132, -1),
    "utimes": (235, -1),
    "futimesat": (261, -1),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}

_CLONE = (56, 220)
_CLONE3 = (435, 435)
_SOCKETPAIR = (53, 199)
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000
_AF_UNIX, _SOCK_STREAM, _SOCK_TYPE_MASK = 1, 1, 0xF

# linux/filter.h and linux/seccomp.h
_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _JUMP_ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _ERRNO, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER_AT, _ARCH_AT, _ARG_AT = 0, 4, 16  # struct seccomp_data; arguments are 8 bytes each, low half first


def program(machine: str, refuse_metadata: bool = False) -> bytes:
    """The filter as an array of struct sock_filter.

    Args:
        machine: ``x86_64`` or ``aarch64``.
        refuse_metadata: refuse chmod, chown, utime and extended attributes too.

    Raises:
        OSError: no table for this machine.
    """
    if machine not in _AUDIT_ARCH:
        raise OSError(f"no seccomp filter for {machine}")
    column = 0 if machine == "x86_64" else 1
    refuse = _instruction(_RETURN, _ERRNO | errno.EPERM)
    code = [
        _instruction(_LOAD, _ARCH_AT),
        _instruction(_JUMP_EQUAL, _AUDIT_ARCH[machine], 1, 0),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER_AT),
    ]
    if machine == "x86_64":
        code += [_instruction(_JUMP_AT_LEAST, _X32_BIT, 0, 1), refuse]
    tables = [_REFUSED, _CHANGES_OF_METADATA] if refuse_metadata else [_REFUSED]
    for number in (pair[column] for table in tables for pair in table.values()):
        if number >= 0:
            code += [_instruction(_JUMP_EQUAL, number, 0, 1), refuse]
    # glibc falls back to clone, whose flags can be looked at, when clone3 is not there.
    code += [
        _instruction(_JUMP_EQUAL, _CLONE3[column], 0, 1),
        _instruction(_RETURN, _ERRNO | errno.ENOSYS),
        _instruction(_JUMP_EQUAL, _CLONE[column], 0, 3),
        _instruction(_LOAD, _ARG_AT),
        _instruction(_JUMP_ANY_BIT, _NEW_NAMESPACES, 0, 1),
        refuse,
        # A pair of connected streams leads nowhere else (asyncio needs one); a datagram socket can send anywhere.
        _instruction(_LOAD, _NUMBER_AT),
        _instruction(_JUMP_EQUAL, _SOCKETPAIR[column], 0, 6),
        _instruction(_LOAD, _ARG_AT),
        _instruction(_JUMP_EQUAL, _AF_UNIX, 0, 3),
        _instruction(_LOAD, _ARG_AT + 8),
        _instruction(_AND, _SOCK_TYPE_MASK),
        _instruction(_JUMP_EQUAL, _SOCK_STREAM, 1, 0),
        refuse,
        _instruction(_RETURN, _ALLOW),
    ]
    return b"".join(code)


def restrict(refuse_metadata: bool = False) -> None:
    """Install the filter for this process and all that it starts. Needs no-new-privileges.

    Raises:
        OSError: no table for this machine, or the kernel has no seccomp.
    """
    linux.seccomp_filter(program(linux.machine(), refuse_metadata))


def _instruction(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)
