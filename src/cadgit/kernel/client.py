"""Asks the kernel for work, and starts it where none runs. Imports neither build123d nor anything slow.

`Kernel.execute` and its siblings raise `KernelError` when there is no way to get the job done, and
`EnvironmentFailed` when this machine lacks something that the job asks for. A model that fails, or a shape that the
inspector cannot answer for, is an answer and not an exception.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from ..errors import EnvironmentFailed, KernelError
from ..records import CheckResult, Compared
from . import paths, peer, wire
from .jobs import (
    Compare,
    Execute,
    Executed,
    Export,
    Exported,
    InspectionFailed,
    Judge,
    Judged,
    KernelStatus,
    Summarise,
    Summary,
)

if TYPE_CHECKING:
    import subprocess

    from .sandbox import Layer

_START_TIME = 60.0  # seconds until a new server has bound its sockets (it imports build123d only then)
_LEAVING_TIME = 3.0  # seconds that a kernel which was told to stop is waited for
_STATUS_TIME = 0.5  # seconds; a kernel that is still warming up answers later
_LOG_TAIL = 2000  # characters of the log that an error quotes
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

Kind = Literal["run", "ask"]


class _Died(Exception):
    """The kernel ended before it answered."""


class _Leaving(KernelError):
    """The kernel was told to stop and is still at its last jobs; until it is gone no other can start."""

    def __init__(self) -> None:
        super().__init__("the kernel is stopping, and ends its last jobs first", "run the same command again")


def _silent(_: str) -> None:
    pass


class Kernel:
    """The kernel for one interpreter and list of preloads.

    Args:
        python: path of the interpreter that has build123d.
        preload: modules to import once, for models that need them.
        idle: seconds without a job after which a kernel that this client starts will leave.
        notice: told what the user should know (the kernel died, runs cold, and why).
        stage: told what is being waited for, when that takes seconds.
    """

    def __init__(
        self,
        *,
        python: str = sys.executable,
        preload: tuple[str, ...] = (),
        idle: float = 1800.0,
        notice: Callable[[str], None] = _silent,
        stage: Callable[[str], None] = _silent,
    ) -> None:
        self._python = python
        self._preload = preload
        self._idle = idle
        self._notice = notice
        self._stage = stage

    def execute(self, job: Execute, *, cold: bool = False) -> Executed:
        """Run a candidate's closure; `cold` uses a new interpreter with the job's hash seed.

        Raises:
            EnvironmentFailed: the job is strict and a sandbox layer is missing, or build123d cannot be imported.
            KernelError: neither kernel nor cold interpreter could do it.
        """
        return self._get("run", job, Executed, cold=cold)  # type: ignore[no-any-return]

    def summarise(self, job: Summarise) -> Summary | InspectionFailed:
        """Measure a result.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Summary | InspectionFailed)  # type: ignore[no-any-return]

    def judge(self, job: Judge, on_check: Callable[[CheckResult], None]) -> Judged:
        """Judge a result; `on_check` is called with each check as it ends, once per name.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        told: set[str] = set()

        def once(result: CheckResult) -> None:
            if result.name not in told:  # a retry begins again from the first check
                told.add(result.name)
                on_check(result)

        return self._get("ask", job, Judged, on_check=once)  # type: ignore[no-any-return]

    def compare(self, job: Compare) -> Compared | InspectionFailed:
        """Tell whether two results are the same geometry.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Compared | InspectionFailed)  # type: ignore[no-any-return]

    def export(self, job: Export) -> Exported | InspectionFailed:
        """Write a result in a file format.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Exported | InspectionFailed)  # type: ignore[no-any-return]

    def status(self) -> KernelStatus:
        """Whether the kernel runs; never starts one."""
        place = self._place()
        try:
            connection = peer.connect(place.control)
        except (OSError, peer.StrangerError):
            return KernelStatus(running=False, python=self._python)
        with connection:
            warming = KernelStatus(True, peer.identify(connection), self._python, place.run)
            connection.settimeout(_STATUS_TIME)
            try:
                peer.send(connection, wire.Command("status"))
                answer = peer.receive(connection)
            except (OSError, wire.WireError):
                return warming
        return answer if isinstance(answer, KernelStatus) else warming

    def ensure(self) -> KernelStatus:
        """Start the kernel unless it runs, and wait until it is warm.

        Raises:
            EnvironmentFailed: the interpreter cannot import build123d.
            KernelError: it does not start.
        """
        place = self._place()
        with self._connect(place, place.control) as connection:
            try:
                peer.send(connection, wire.Command("status"))
                answer = peer.receive(connection)
            except (OSError, wire.WireError):
                raise KernelError(f"the kernel ended while it started:\n{_tail(place.log)}") from None
        _raise_trouble(answer)
        assert isinstance(answer, KernelStatus)
        return answer

    def stop(self) -> bool:
        """Stop the kernel after the jobs that it is doing; returns whether there was one."""
        try:
            connection = peer.connect(self._place().control)
        except (OSError, peer.StrangerError):
            return False
        with connection, contextlib.suppress(OSError, wire.WireError):
            peer.send(connection, wire.Command("stop"))
            peer.receive(connection)
        return True

    def _place(self) -> paths.Place:
        return paths.Place(paths.private_folder(), paths.key_of(self._python, self._preload))

    def _get(
        self,
        kind: Kind,
        request: Any,
        expected: Any,
        *,
        cold: bool = False,
        on_check: Callable[[CheckResult], None] = lambda result: None,
    ) -> Any:
        if not cold:
            try:
                place = self._place()
                with self._connect(place, place.run if kind == "run" else place.ask) as connection:
                    answer = _exchange(connection, request, on_check)
                if not (isinstance(answer, wire.Trouble) and answer.kind != "environment"):
                    return _checked(answer, expected)
                why = answer.message
            except _Died:
                why = "the kernel died during this job"
            except _Leaving as error:
                why = error.message
            self._notice(f"{why}; trying once more in a new interpreter")
        try:
            answer = self._exchange_cold(kind, request, on_check)
        except _Died as error:
            raise KernelError(f"a new interpreter ended before it answered: {error}") from None
        return _checked(answer, expected)

    def _exchange_cold(self, kind: Kind, request: Any, on_check: Callable[[CheckResult], None]) -> Any:
        import subprocess

        ours, theirs = socket.socketpair()
        seed = request.hash_seed if isinstance(request, Execute) else 0
        with ours:
            with theirs:
                process = self._spawn(
                    ["cold", kind, str(theirs.fileno())], str(seed), subprocess.PIPE, pass_fds=(theirs.fileno(),)
                )
            died = None
            try:
                return _exchange(ours, request, on_check)
            except _Died as error:
                died = error
            finally:
                ours.close()  # its hanging up ends the job, if it is still there
                _, errors = process.communicate()
            raise _Died(errors.decode("utf-8", "replace").strip()[-_LOG_TAIL:]) from died

    def _connect(self, place: paths.Place, path: str) -> socket.socket:
        """A connection to the kernel, which is started if need be."""
        with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
            return _connected(path)
        import fcntl  # only where a kernel must be started

        # Who comes second waits here, and finds the kernel of who came first.
        with open(place.start, "w") as lock:
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
                        raise _Leaving
                else:
                    process = self._spawn_server(place)
            elif code is not None:
                raise KernelError(f"the kernel did not start:\n{_tail(place.log)}", f"its log is {place.log}")
            time.sleep(0.005)
        process.kill()
        raise KernelError(f"the kernel did not start within {_START_TIME:g} s", f"its log is {place.log}")

    def _spawn_server(self, place: paths.Place) -> subprocess.Popen[bytes]:
        with open(place.log, "wb") as log:
            arguments = ["server", place.folder, place.key, str(self._idle), *self._preload]
            return self._spawn(arguments, "0", log.fileno())

    def _spawn(
        self, arguments: Sequence[str], seed: str, errors: int, pass_fds: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
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


def status() -> KernelStatus:
    """Status of the default kernel: this interpreter, nothing preloaded."""
    return Kernel().status()


def stop() -> bool:
    """Stop the default kernel; returns whether there was one."""
    return Kernel().stop()


def sandbox_layers() -> tuple[Layer, ...]:
    """What each layer of the sandbox is like on this machine; starts no kernel."""
    from . import sandbox  # ctypes and the tables are for `cadgit doctor` only

    return sandbox.probe()


def _connected(path: str) -> socket.socket:
    try:
        return peer.connect(path)
    except peer.StrangerError as error:
        raise KernelError(f"{path}: {error}", "somebody else answers on this socket; remove it") from None


def _exchange(connection: socket.socket, request: Any, on_check: Callable[[CheckResult], None]) -> Any:
    try:
        peer.send(connection, request)
        while isinstance(answer := peer.receive(connection), CheckResult):
            on_check(answer)
    except (OSError, wire.WireError) as error:
        raise _Died(str(error)) from None
    return answer


def _checked(answer: Any, expected: Any) -> Any:
    _raise_trouble(answer)
    if not isinstance(answer, expected):
        raise KernelError(f"the kernel answered with a {type(answer).__name__}")
    return answer


def _raise_trouble(answer: Any) -> None:
    if isinstance(answer, wire.Trouble):
        kind = EnvironmentFailed if answer.kind == "environment" else KernelError
        raise kind(answer.message, answer.hint)


def _is_free(life: str) -> bool:
    """Whether no kernel holds the file that each holds for as long as it lives."""
    import fcntl  # only where a kernel must be started

    with open(life, "a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _tail(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()[-_LOG_TAIL:].strip()
    except OSError:
        return ""
