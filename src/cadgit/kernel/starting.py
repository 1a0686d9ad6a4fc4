"""Starting a kernel, or a cold interpreter: from a command line to a process that listens."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..errors import KernelError
from . import paths, peer

if TYPE_CHECKING:
    import subprocess

_START_TIME = 60.0  # seconds until a new server has bound its sockets (it imports build123d only then)
_LEAVING_TIME = 3.0  # seconds that a kernel which was told to stop is waited for
LOG_TAIL = 2000  # characters of the log that an error quotes
_KEPT_VARIABLES = (
    "PATH",
    "HOME",
    "USER",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "XDG_RUNTIME_DIR",
    *paths.SEARCH_VARIABLES,
)

# Loads cadgit alone from where this one is, also in an interpreter that does not have it: putting our whole
# site-packages on its path could shadow its own packages.
_BOOTSTRAP = """
import importlib, importlib.util, sys
root, module = sys.argv[1:3]
spec = importlib.util.spec_from_file_location("cadgit", root + "/__init__.py", submodule_search_locations=[root])
sys.modules["cadgit"] = package = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
importlib.import_module("cadgit.kernel." + module).main(sys.argv[3:])
"""


class Leaving(KernelError):
    """The kernel was told to stop and is still at its last jobs; until it is gone no other can start."""

    def __init__(self) -> None:
        super().__init__("the kernel is stopping, and ends its last jobs first", "run the same command again")


class Starter:
    """Starts processes of one interpreter.

    Args:
        python: path of the interpreter.
        preload: modules that a kernel imports once.
        idle: seconds without a job after which a kernel leaves.
        stage: told that a kernel is being started, which takes seconds.
    """

    def __init__(self, python: str, preload: tuple[str, ...], idle: float, stage: Callable[[str], None]) -> None:
        self._python = python
        self._preload = preload
        self._idle = idle
        self._stage = stage

    def connect(self, place: paths.Place, path: str) -> socket.socket:
        """A connection to the kernel, which is started if need be."""
        with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
            return _connected(path)
        import fcntl  # only where a kernel must be started

        # Who comes second waits here, and finds the kernel of who came first.
        with open(place.start, "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                return _connected(path)
            return self._start(place, path)

    def _start(self, place: paths.Place, path: str) -> socket.socket:
        import time

        self._stage("starting the kernel (a few seconds, once)")
        process = self._spawn_server(place)
        deadline = time.monotonic() + _START_TIME
        leaving_until = 0.0
        while time.monotonic() < deadline:
            with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                return _connected(path)
            code = process.poll()
            if code == 0:
                # It found another one alive, which has taken its sockets away already.
                leaving_until = leaving_until or time.monotonic() + _LEAVING_TIME
                if not _is_free(place.life):
                    if time.monotonic() > leaving_until:
                        raise Leaving
                else:
                    process = self._spawn_server(place)
            elif code is not None:
                raise KernelError(f"the kernel did not start:\n{tail(place.log)}", f"its log is {place.log}")
            time.sleep(0.005)
        process.kill()
        raise KernelError(f"the kernel did not start within {_START_TIME:g} s", f"its log is {place.log}")

    def _spawn_server(self, place: paths.Place) -> subprocess.Popen[bytes]:
        with open(place.log, "wb") as log:
            arguments = ["server", place.folder, place.key, str(self._idle), *self._preload]
            return self.spawn(arguments, "0", log.fileno())

    def spawn(
        self, arguments: Sequence[str], seed: str, errors: int, pass_fds: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
        """Start ``cadgit.kernel.<arguments[0]>`` with the rest of the arguments in an interpreter of its own.

        Args:
            arguments: module and arguments.
            seed: PYTHONHASHSEED.
            errors: file descriptor for what it prints, or `subprocess.PIPE`.
            pass_fds: file descriptors that it inherits.

        Raises:
            KernelError: there is no such interpreter.
        """
        import subprocess

        environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        environment |= {"PYTHONHASHSEED": seed, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        try:
            return subprocess.Popen(
                [self._python, "-P", "-c", _BOOTSTRAP, root, *arguments],
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=errors if errors != subprocess.PIPE else subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                pass_fds=pass_fds,
            )
        except OSError as error:
            raise KernelError(
                f"{self._python} cannot be started: {error.strerror}",
                "set `python` under [kernel] in cadgit.toml to an interpreter that has build123d",
            ) from None


def _connected(path: str) -> socket.socket:
    try:
        return peer.connect(path)
    except peer.StrangerError as error:
        raise KernelError(f"{path}: {error}", "somebody else answers on this socket; remove it") from None


def _is_free(life: str) -> bool:
    """Whether no kernel holds the file that each holds for as long as it lives."""
    import fcntl  # only where a kernel must be started

    with open(life, "a", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def tail(path: str) -> str:
    """The end of a log, for an error message."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()[-LOG_TAIL:].strip()
    except OSError:
        return ""
