"""The filter: interpreted here for both machines, and installed on this one."""

from __future__ import annotations

import errno
import os
import platform
import socket
import struct
import subprocess
import threading
from typing import Any

import pytest

from cadgit.kernel import linux, seccomp

from .conftest import attempt, in_fork

ALLOW, KILL = 0x7FFF0000, 0x80000000
REFUSE = 0x00050000 | errno.EPERM
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
NUMBERS = {
    "x86_64": {"read": 0, "socket": 41, "socketpair": 53, "clone": 56, "clone3": 435, "ptrace": 101, "chmod": 90},
    "aarch64": {"read": 63, "socket": 198, "socketpair": 199, "clone": 220, "clone3": 435, "ptrace": 117, "chmod": 52},
}


def _verdict(program: bytes, arch: int, number: int, *arguments: int) -> int:
    """What the kernel's BPF machine would return for one system call."""
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, arch, 0, *(arguments + (0,) * 6)[:6])
    code = list(struct.iter_unpack("=HBBI", program))
    at, accumulator = 0, 0
    while True:
        operation, if_true, if_false, operand = code[at]
        at += 1
        if operation == 0x20:
            (accumulator,) = struct.unpack_from("=I", data, operand)
        elif operation == 0x54:
            accumulator &= operand
        elif operation == 0x06:
            return int(operand)
        else:
            hit = {0x15: accumulator == operand, 0x35: accumulator >= operand, 0x45: bool(accumulator & operand)}
            at += if_true if hit[operation] else if_false


@pytest.mark.parametrize("machine", sorted(ARCH))
def test_the_filter_decides_by_call_and_arguments(machine: str) -> None:
    program, arch, numbers = seccomp.program(machine), ARCH[machine], NUMBERS[machine]
    assert _verdict(program, arch, numbers["read"]) == ALLOW
    assert _verdict(program, arch, numbers["socket"], socket.AF_UNIX) == REFUSE
    assert _verdict(program, arch, numbers["ptrace"]) == REFUSE
    assert _verdict(program, arch, numbers["socketpair"], socket.AF_UNIX, socket.SOCK_STREAM | 0x80000) == ALLOW
    assert _verdict(program, arch, numbers["socketpair"], socket.AF_UNIX, socket.SOCK_DGRAM) == REFUSE
    assert _verdict(program, arch, numbers["socketpair"], socket.AF_INET, socket.SOCK_STREAM) == REFUSE
    assert _verdict(program, arch, numbers["clone"], 0x00010F00) == ALLOW  # a thread
    for flag in (linux.CLONE_NEWUSER, linux.CLONE_NEWNS, linux.CLONE_NEWNET, linux.CLONE_NEWPID):
        assert _verdict(program, arch, numbers["clone"], flag | 17) == REFUSE
    assert _verdict(program, arch, numbers["clone3"]) == 0x00050000 | errno.ENOSYS


@pytest.mark.parametrize("machine", sorted(ARCH))
def test_metadata_is_refused_only_where_asked_for(machine: str) -> None:
    chmod = NUMBERS[machine]["chmod"]
    assert _verdict(seccomp.program(machine), ARCH[machine], chmod) == ALLOW
    assert _verdict(seccomp.program(machine, refuse_metadata=True), ARCH[machine], chmod) == REFUSE


def test_calls_in_another_architectures_dialect_are_no_way_around() -> None:
    program = seccomp.program("x86_64")
    i386 = 0x40000003
    assert _verdict(program, i386, 102) == KILL
    assert _verdict(program, ARCH["x86_64"], 0x40000000 | 41) == REFUSE  # x32


def test_a_machine_without_a_table_is_said_so() -> None:
    with pytest.raises(OSError, match="riscv64"):
        seccomp.program("riscv64")


def _restricted(action: Any, refuse_metadata: bool = False) -> str:
    def work() -> str:
        linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
        seccomp.restrict(refuse_metadata)
        return attempt(action)

    return str(in_fork(work))


installed = pytest.mark.skipif(
    platform.system() != "Linux" or linux.machine() not in ARCH, reason="no filter for this machine"
)


@installed
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_UNIX, socket.AF_NETLINK])
def test_no_socket_can_be_opened(family: int) -> None:
    assert _restricted(lambda: socket.socket(family)) == "EPERM"


@installed
def test_io_uring_ptrace_and_new_namespaces_are_refused() -> None:
    io_uring_setup = 425
    assert _restricted(lambda: linux.syscall(io_uring_setup, 1, 0)) == "EPERM"
    ptrace = NUMBERS[linux.machine()]["ptrace"]
    assert _restricted(lambda: linux.syscall(ptrace, 0)) == "EPERM"
    assert _restricted(lambda: linux.unshare(linux.CLONE_NEWUSER)) == "EPERM"
    assert _restricted(lambda: linux.mount("tmpfs", "/mnt", "tmpfs")) == "EPERM"


@installed
def test_threads_subprocesses_and_socket_pairs_still_work() -> None:
    def work() -> None:
        thread = threading.Thread(target=lambda: None)
        thread.start()
        thread.join()
        assert subprocess.run(["/bin/true"]).returncode == 0
        a, b = socket.socketpair()
        a.sendall(b"x")
        assert b.recv(1) == b"x"

    assert _restricted(work) == "done"


@installed
def test_chmod_and_utime_can_be_refused(tmp_path: Any) -> None:
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    assert _restricted(lambda: os.chmod(file, 0o600)) == "done"
    assert _restricted(lambda: os.chmod(file, 0o600), refuse_metadata=True) == "EPERM"
    assert _restricted(lambda: os.utime(file), refuse_metadata=True) == "EPERM"
