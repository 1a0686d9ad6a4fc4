"""The walls around a job, in layers that do not rest on each other; each is recorded by name.

A layer that this machine refuses is left out and named, and the others stand. Nothing here imports build123d.
"""

from __future__ import annotations

import contextlib
import os
import resource
import site
import sys
import tempfile
from collections.abc import Sequence

from ..frozen import frozen
from . import landlock, linux, namespaces, seccomp

#: Every layer, in the order in which it is entered.
LAYERS = (
    "session",
    "user-namespace",
    "namespaces",
    "own-proc",
    "read-only-world",
    "scratch-limit",
    "environment",
    "rlimits",
    "no-capabilities",
    "landlock",
    "seccomp",
)

_PROCESSES = 512  # a model may start helpers, but not fill the machine with them
_OPEN_FILES = 1024

_SYSTEM = (
    "/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/opt/homebrew", "/nix/store", "/gnu/store",
    "/etc/fonts", "/var/cache/fontconfig", "/etc/localtime", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf",
    "/etc/ld.so.cache", "/etc/alternatives", "/proc", "/dev/urandom", "/dev/random", "/dev/zero",
    "/sys/devices/system/cpu",
)  # fmt: skip
_FONTS_AT_HOME = (".fonts", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig", ".fonts.conf")
_KEPT_VARIABLES = ("LANG", "LC_ALL", "LC_CTYPE", "TZ")


@frozen
class Layer:
    """One layer of the sandbox on this machine, for `cadgit doctor`."""

    name: str
    available: bool
    detail: str


@frozen
class Walls:
    """What a job is shut in by.

    Attributes:
        scratch: the folder that it may write to; exists already.
        scratch_size: bytes that it may write in all.
        memory: bytes that it may take beyond what it has now.
        hidden: absolute folders that it must not see.
        support: what this machine allows, from `namespaces.probe`.
    """

    scratch: str
    scratch_size: int
    memory: int
    hidden: tuple[str, ...]
    support: namespaces.Support


def enter_mounts(walls: Walls) -> list[str]:
    """First half, before anything is written into scratch: cover what is hidden, mount the limited scratch.

    Returns:
        names of the layers that stand so far, those of `namespaces` included.

    Raises:
        OSError: a mount that the probe found possible was refused.
    """
    support = walls.support
    if not support.inner:
        return []
    hidden = [os.path.realpath(path) for path in walls.hidden]
    namespaces.hide(hidden, _prefixes(), [walls.scratch])
    namespaces.mount_scratch(walls.scratch, walls.scratch_size)
    layers = ["user-namespace"] if support.user else []
    layers.append("namespaces")
    if support.proc:
        layers.append("own-proc")
    if support.read_only:
        layers.append("read-only-world")
    layers.append("scratch-limit")
    return layers


def enter(walls: Walls, folder: str) -> list[str]:
    """Second half, right before untrusted work: environment, limits, no privileges, Landlock, seccomp.

    Args:
        walls: as given to `enter_mounts`.
        folder: the working folder from now on.

    Returns:
        names of the layers that stand now, beside those of `enter_mounts`.
    """
    readable = _readable(walls)  # asks for the user's home, so before the environment is scrubbed
    os.chdir(folder)
    _scrub_environment(walls.scratch)
    layers = ["session", "environment"]  # the job's process called setsid at its birth
    _limit_resources(walls)
    layers.append("rlimits")
    # A layer that is refused is recorded by its absence; `strict` then refuses to go on.
    with contextlib.suppress(OSError):
        _give_up_privileges()
        layers.append("no-capabilities")
    with contextlib.suppress(OSError):
        layers.append(f"landlock-{landlock.restrict(readable, _writable(walls))}")
    with contextlib.suppress(OSError):
        # What Landlock lets through on files outside is refused here where no read-only mounts do it.
        seccomp.restrict(refuse_metadata=not walls.support.read_only)
        layers.append("seccomp")
    return layers


def missing(layers: Sequence[str]) -> tuple[str, ...]:
    """Names of the layers that do not stand."""
    standing = {"landlock" if name.startswith("landlock-") else name for name in layers}
    return tuple(name for name in LAYERS if name not in standing)


def probe() -> tuple[Layer, ...]:
    """What each layer is like on this machine, found by trying; needs no kernel and imports no build123d."""
    support = namespaces.probe()
    version = landlock.abi()
    refused = support.refusal or "refused"
    facts = {
        "user-namespace": (support.user, "" if support.user else refused),
        "namespaces": (support.inner, "net, ipc, pid, mount" if support.inner else refused),
        "own-proc": (support.proc, "" if support.proc else refused),
        "read-only-world": (support.read_only, "" if support.read_only else refused),
        "scratch-limit": (support.inner, "tmpfs" if support.inner else "the kernel looks every 0.2 s instead"),
        "landlock": (version > 0, f"ABI {version}" if version else "not in this Linux"),
        "seccomp": _probe_seccomp(),
    }
    return tuple(Layer(name, *facts.get(name, (True, ""))) for name in LAYERS)


def _probe_seccomp() -> tuple[bool, str]:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
            seccomp.restrict()
            code = 0
        finally:
            os._exit(code)
    works = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    return works, linux.machine() if works else f"refused, or no filter for {linux.machine()}"


def _prefixes() -> list[str]:
    return sorted({os.path.realpath(path) for path in (sys.prefix, sys.base_prefix)})


def _readable(walls: Walls) -> list[str]:
    home = os.path.expanduser("~")
    hidden = [os.path.realpath(path) for path in walls.hidden]
    prefixes = _prefixes()
    paths = [os.path.realpath(path) for path in [*sys.path, site.getusersitepackages()] if path]
    visible = [
        path for path in paths if path != "/" and not any(namespaces.is_below(path, folder) for folder in hidden)
    ]
    return [*_SYSTEM, *prefixes, *visible, *(os.path.join(home, name) for name in _FONTS_AT_HOME)]


def _writable(walls: Walls) -> list[str]:
    own_shared_memory = ["/dev/shm"] if walls.support.inner else []
    return [walls.scratch, "/dev/null", *own_shared_memory]


def _scrub_environment(scratch: str) -> None:
    temporary = os.path.join(scratch, "tmp")
    os.makedirs(temporary, exist_ok=True)
    tempfile.tempdir = None  # it may have been settled before, in the process that this one was forked from
    kept = {name: value for name, value in os.environ.items() if name in _KEPT_VARIABLES}
    os.environ.clear()
    os.environ.update(kept)
    os.environ.update(
        PATH=os.pathsep.join([os.path.dirname(sys.executable), "/usr/bin", "/bin"]),
        HOME=scratch,
        TMPDIR=temporary,
        MPLBACKEND="Agg",
        QT_QPA_PLATFORM="offscreen",
        OPENBLAS_NUM_THREADS="1",
        OMP_NUM_THREADS="1",
        PYTHONDONTWRITEBYTECODE="1",
    )


def _limit_resources(walls: Walls) -> None:
    with open("/proc/self/statm", encoding="utf-8") as stream:
        base = int(stream.read().split()[0]) * resource.getpagesize()
    limits = [
        (resource.RLIMIT_AS, base + walls.memory),
        (resource.RLIMIT_FSIZE, walls.scratch_size),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ]
    if walls.support.user:
        # Counted per user namespace; outside of one it would count all of the user's own programs too.
        limits.append((resource.RLIMIT_NPROC, _PROCESSES))
    for kind, wanted in limits:
        hard = resource.getrlimit(kind)[1]
        value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (value, value))


def _give_up_privileges() -> None:
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.drop_capabilities()
