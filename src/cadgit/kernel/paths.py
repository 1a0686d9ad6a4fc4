"""Where a kernel is to be found: a private folder, and a key that changes with everything a kernel is made of."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import KernelError
from ..frozen import frozen

_PACKAGE = Path(__file__).resolve().parent.parent
_GEOMETRY = ("build123d", "OCP")
_MAX_SOCKET_PATH = 107  # bytes: sun_path less its final NUL
#: Variables that decide what an interpreter finds; they reach the kernel, so they are part of its key.
SEARCH_VARIABLES = ("PYTHONPATH", "PYTHONUSERBASE", "PYTHONNOUSERSITE", "LD_LIBRARY_PATH")


def private_folder() -> str:
    """The folder for sockets and logs, made if need be: ours, and open to nobody else.

    Raises:
        KernelError: it belongs to somebody else or is open to others.
    """
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    path = os.path.join(runtime, "cadgit") if runtime and os.path.isdir(runtime) else f"/tmp/cadgit-{os.getuid()}"
    if len(os.fsencode(path)) > _MAX_SOCKET_PATH - 32:
        path = f"/tmp/cadgit-{os.getuid()}"
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        pass
    except OSError as error:
        raise KernelError(
            f"{path} cannot be made: {error.strerror}", "set XDG_RUNTIME_DIR to a folder of yours"
        ) from None
    found = os.lstat(path)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise KernelError(f"{path} is not a private folder of yours", f"look at what it is, then remove it: {path}")
    return path


@frozen
class Place:
    """One kernel's files: three sockets, a lock that it holds while it lives, one for starting it, a log."""

    folder: str
    key: str

    @property
    def stem(self) -> str:
        """Common beginning of the paths."""
        return os.path.join(self.folder, self.key)

    @property
    def run(self) -> str:
        """Socket of the executors."""
        return self.stem + ".run"

    @property
    def ask(self) -> str:
        """Socket of the inspectors."""
        return self.stem + ".ask"

    @property
    def control(self) -> str:
        """Socket of the server itself."""
        return self.stem + ".ctl"

    @property
    def life(self) -> str:
        """Lock that the server holds while it lives."""
        return self.stem + ".life"

    @property
    def start(self) -> str:
        """Lock that a client holds while it starts a server."""
        return self.stem + ".start"

    @property
    def log(self) -> str:
        """What the server prints."""
        return self.stem + ".log"


def key_of(python: str, preload: Sequence[str]) -> str:
    """Sixteen hex digits that differ whenever another kernel is needed."""
    digest = hashlib.sha256()
    variables = [f"{name}={os.environ.get(name, '')}" for name in SEARCH_VARIABLES]
    for text in (python, *preload, *variables, *_stamps(python)):
        digest.update(text.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()[:16]


def _stamps(python: str) -> Iterator[str]:
    yield _stamp(python)
    yield from _stamps_below(str(_PACKAGE))
    if python == sys.executable:
        # Found without importing; 0.3 ms.
        for name in _GEOMETRY:
            spec = importlib.util.find_spec(name)
            if spec is not None and spec.origin is not None:
                yield from _stamps_of_package(os.path.dirname(spec.origin))
    else:
        # Asking another interpreter costs a process; its site-packages change whenever something is installed there.
        for site_packages in sorted(Path(python).parent.parent.glob("lib/python3*/site-packages")):
            yield _stamp(str(site_packages))
            for name in _GEOMETRY:
                yield from _stamps_of_package(str(site_packages / name))


def _stamps_below(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _stamps_below(entry.path)
            elif entry.name.endswith(".py"):
                yield _stamp(entry.path)


def _stamps_of_package(folder: str) -> Iterator[str]:
    # An installer writes both anew. Looking at each of OCP's 300 modules would cost more than the rest together.
    yield _stamp(folder)
    yield _stamp(os.path.join(folder, "__init__.py"))


def _stamp(path: str) -> str:
    try:
        found = os.stat(path)
    except OSError:
        return f"{path} -"
    return f"{path} {found.st_mtime_ns} {found.st_size} {found.st_ino}"
