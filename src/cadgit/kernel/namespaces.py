"""User, net, ipc, pid and mount namespaces around a job, and the mounts inside them.

The order is fixed: `enter` in the process that will fork the job's pid 1; `read_only_world` in pid 1;
`hide` and `mount_scratch` in the job's own process when it knows what to hide and how much it may write.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from ..frozen import frozen
from . import linux

_ALL = linux.CLONE_NEWNET | linux.CLONE_NEWIPC | linux.CLONE_NEWPID | linux.CLONE_NEWNS
_SHARED_MEMORY_SIZE = 256 << 20  # bytes; semaphores and shared arrays of a model live here


@frozen
class Support:
    """What this machine allows: a user namespace, the namespaces inside it, and each kind of mount there.

    `refusal` is the first error, for people.
    """

    user: bool = False
    inner: bool = False
    read_only: bool = False
    proc: bool = False
    refusal: str = ""


def probe() -> Support:
    """Find out by trying, in a process that ends at once. Imports nothing, takes a few ms."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            _probe(writer)
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        lines = stream.read().decode("utf-8", "replace").split("\n")
    os.waitpid(child, 0)
    reached = [line for line in lines if line and not line.startswith("!")]
    refusals = [line[1:] for line in lines if line.startswith("!")]
    return Support(
        user="user" in reached,
        inner="inner" in reached,
        read_only="read_only" in reached,
        proc="proc" in reached,
        refusal=refusals[0] if refusals else "",
    )


def _probe(report: int) -> None:
    def tell(text: str) -> None:
        os.write(report, f"{text}\n".encode())

    try:
        _map_user_namespace()
        tell("user")
    except OSError as error:
        tell(f"!user namespace: {error.strerror}")
    try:
        linux.unshare(_ALL)
        # Only a mount shows that the namespace is usable: some distributions allow it and take its rights away.
        linux.mount(None, "/", None, linux.MS_REC | linux.MS_PRIVATE)
        linux.mount("tmpfs", "/dev/shm", "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, "size=4k")
        tell("inner")
    except OSError as error:
        tell(f"!namespaces: {error.strerror}")
        return
    first = os.fork()
    if first:
        os.waitpid(first, 0)
        return
    for name, attempt in (("read_only", _make_world_read_only), ("proc", _mount_proc)):
        try:
            attempt()
            tell(name)
        except OSError as error:
            tell(f"!{name}: {error.strerror}")
    os._exit(0)


def enter(support: Support) -> None:
    """Move this process into new namespaces; the next process that it forks is pid 1 of its own world.

    Raises:
        OSError: the kernel refuses what `probe` found to work.
    """
    if support.user:
        _map_user_namespace()
    linux.unshare(_ALL)


def read_only_world(support: Support) -> None:
    """In the job's pid 1: everything read-only, an own /proc and an own, empty /dev/shm.

    Raises:
        OSError: the kernel refuses what `probe` found to work.
    """
    linux.mount(None, "/", None, linux.MS_REC | linux.MS_PRIVATE)
    if support.read_only:
        _make_world_read_only()
    if support.proc:
        _mount_proc()
    size = f"size={_SHARED_MEMORY_SIZE},mode=1777"
    linux.mount("tmpfs", "/dev/shm", "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, size)


def hide(folders: Iterable[str], keep: Iterable[str], mount_points: Iterable[str]) -> None:
    """Cover `folders` by empty ones, but leave the folders in `keep` visible, and make room for `mount_points`.

    All paths are absolute and resolved. The root folder and folders that do not exist are left alone.

    Raises:
        OSError: a mount was refused.
    """
    for folder in folders:
        if folder == "/" or not os.path.isdir(folder):
            continue
        inside = [path for path in keep if is_below(path, folder) and os.path.isdir(path)]
        if any(is_below(folder, path) for path in keep):
            continue  # the interpreter's own folder must stay
        handles = [(path, os.open(path, os.O_PATH | os.O_CLOEXEC)) for path in inside]
        linux.mount("tmpfs", folder, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, "size=1m,mode=755")
        for path, handle in handles:
            os.makedirs(path, exist_ok=True)
            linux.mount(f"/proc/self/fd/{handle}", path, None, linux.MS_BIND | linux.MS_REC)
            os.close(handle)
        for path in mount_points:
            if is_below(path, folder):
                os.makedirs(path, exist_ok=True)
        flags = linux.MS_REMOUNT | linux.MS_BIND | linux.MS_RDONLY | linux.MS_NOSUID | linux.MS_NODEV
        linux.mount(None, folder, None, flags)


def mount_scratch(path: str, size: int) -> None:
    """A file system in memory at `path`, of at most `size` bytes: the only place that the job can write.

    Raises:
        OSError: the mount was refused.
    """
    options = f"size={size},mode=700"
    linux.mount("tmpfs", path, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, options)


def is_below(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _map_user_namespace() -> None:
    uid, gid = os.getuid(), os.getgid()
    linux.unshare(linux.CLONE_NEWUSER)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w", encoding="utf-8") as stream:
            stream.write(text)


def _make_world_read_only() -> None:
    linux.make_read_only("/")


def _mount_proc() -> None:
    linux.mount("proc", "/proc", "proc", linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC)
