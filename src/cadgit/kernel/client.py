"""Asks the kernel for work, and starts it where none runs. Imports neither build123d nor anything slow.

`Kernel.execute` and its siblings raise `KernelError` when there is no way to get the job done, and
`EnvironmentFailed` when this machine lacks something that the job asks for. A model that fails, or a shape that the
inspector cannot answer for, is an answer and not an exception.
"""

from __future__ import annotations

import contextlib
import socket
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ..errors import Cancelled, EnvironmentFailed, KernelError
from ..records import CheckResult, Compared, Differences, Score
from ..records.features import Features
from . import paths, peer, wire
from .hanging_up import Calls
from .jobs import (
    Compare,
    ComparedSteps,
    CompareSteps,
    Draw,
    Execute,
    Executed,
    Export,
    Exported,
    FeaturesOfTwo,
    FindFeatures,
    FindFeaturesOfTwo,
    Haunt,
    Import,
    Imported,
    InspectionFailed,
    Judge,
    Judged,
    KernelStatus,
    PaintChange,
    Painted,
    Question,
    Render,
    Rendered,
    ScoreAgainst,
    Subtract,
    Summarise,
    Summary,
    Survey,
    Surveyed,
    Tessellate,
    Tessellated,
)
from .starting import LOG_TAIL, Leaving, Starter, tail

if TYPE_CHECKING:
    import subprocess

    from .sandbox import Layer

#: Seconds; telling which kernel is needed takes 10 ms, and the jobs of one command come close together.
_PLACE_LASTS = 2.0
_HANG_UP_TIME = 1.0  # seconds that a cold interpreter gets to notice that its client has gone
_STATUS_TIME = 0.5  # seconds; a kernel that is still warming up answers later

Kind = Literal["run", "ask"]
A = TypeVar("A")


class _Died(Exception):
    """The kernel ended before it answered."""


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
        self._notice = notice
        self._starter = Starter(python, preload, idle, stage)
        self._calls = Calls()
        self._known_place: paths.Place | None = None
        self._known_since = 0.0

    def cancel(self) -> None:
        """End the job that another thread waits for, and refuse all later ones: they raise `Cancelled`."""
        self._calls.hang_up()

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

    def survey(self, job: Survey) -> Surveyed | InspectionFailed:
        """Find what a spec could ask of a result.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Surveyed | InspectionFailed)  # type: ignore[no-any-return]

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

    def compare_steps(self, job: CompareSteps) -> ComparedSteps | InspectionFailed:
        """Measure two STEP files, and tell whether they hold the same geometry.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, ComparedSteps | InspectionFailed)  # type: ignore[no-any-return]

    def read_file(self, job: Import) -> Imported | InspectionFailed:
        """Read a STEP or BREP file.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Imported | InspectionFailed)  # type: ignore[no-any-return]

    def score(self, job: ScoreAgainst) -> Score | InspectionFailed:
        """Tell how close a result is to a reference.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Score | InspectionFailed)  # type: ignore[no-any-return]

    def subtract(self, job: Subtract) -> Differences | InspectionFailed:
        """Tell what was added to one result, and removed, to make another.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Differences | InspectionFailed)  # type: ignore[no-any-return]

    def features(self, job: FindFeatures) -> Features | InspectionFailed:
        """Find the features of a result.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Features | InspectionFailed)  # type: ignore[no-any-return]

    def features_of_two(self, job: FindFeaturesOfTwo) -> FeaturesOfTwo | InspectionFailed:
        """Find the features of two results.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, FeaturesOfTwo | InspectionFailed)  # type: ignore[no-any-return]

    def export(self, job: Export) -> Exported | InspectionFailed:
        """Write a result in a file format.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Exported | InspectionFailed)  # type: ignore[no-any-return]

    def paint_change(self, job: PaintChange) -> Painted | InspectionFailed:
        """Make the facets that a picture of a change shows.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Painted | InspectionFailed)  # type: ignore[no-any-return]

    def render(self, job: Render) -> Rendered | InspectionFailed:
        """Draw pictures of a result.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Rendered | InspectionFailed)  # type: ignore[no-any-return]

    def draw(self, job: Draw) -> Exported | InspectionFailed:
        """Write a dimensioned drawing of a result.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Exported | InspectionFailed)  # type: ignore[no-any-return]

    def tessellate(self, job: Tessellate | Haunt) -> Tessellated | InspectionFailed:
        """Make what the page shows in three dimensions.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, Tessellated | InspectionFailed)  # type: ignore[no-any-return]

    def ask(self, job: Question, expected: type[A]) -> A | InspectionFailed:
        """Ask the inspector something; `expected` is the type of the answer that goes with the question.

        Raises:
            EnvironmentFailed, KernelError: as for `execute`.
        """
        return self._get("ask", job, expected | InspectionFailed)  # type: ignore[no-any-return]

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
        with self._starter.connect(place, place.control) as connection:
            try:
                peer.send(connection, wire.Command("status"))
                answer = peer.receive(connection)
            except (OSError, wire.WireError):
                raise KernelError(f"the kernel ended while it started:\n{tail(place.log)}") from None
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
        now = time.monotonic()
        if self._known_place is None or now - self._known_since > _PLACE_LASTS:
            self._known_place = paths.Place(paths.private_folder(), paths.key_of(self._python, self._preload))
            self._known_since = now
        return self._known_place

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
                path = place.run if kind == "run" else place.ask
                with self._starter.connect(place, path) as connection, self._calls.on(connection):
                    answer = _exchange(connection, request, on_check)
                if not (isinstance(answer, wire.Trouble) and answer.kind != "environment"):
                    return _checked(answer, expected)
                why = answer.message
            except _Died:
                if self._calls.hung_up:
                    raise Cancelled from None
                why = "the kernel died during this job"
            except Leaving as error:
                why = error.message
            self._notice(f"{why}; trying once more in a new interpreter")
        try:
            answer = self._exchange_cold(kind, request, on_check)
        except _Died as error:
            if self._calls.hung_up:
                raise Cancelled from None
            raise KernelError(f"a new interpreter ended before it answered: {error}") from None
        return _checked(answer, expected)

    def _exchange_cold(self, kind: Kind, request: Any, on_check: Callable[[CheckResult], None]) -> Any:
        import subprocess

        ours, theirs = socket.socketpair()
        seed = request.hash_seed if isinstance(request, Execute) else 0
        with ours:
            with theirs:
                process = self._starter.spawn(
                    ["cold", kind, str(theirs.fileno())], str(seed), subprocess.PIPE, pass_fds=(theirs.fileno(),)
                )
            died = None
            try:
                with self._calls.on(ours):
                    return _exchange(ours, request, on_check)
            except _Died as error:
                died = error
            finally:
                ours.close()  # its hanging up ends the job, if it is still there
                if self._calls.hung_up:
                    _end(process)
                _, errors = process.communicate()
            raise _Died(errors.decode("utf-8", "replace").strip()[-LOG_TAIL:]) from died


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


def _exchange(connection: socket.socket, request: Any, on_check: Callable[[CheckResult], None]) -> Any:
    try:
        peer.send(connection, request)
        while isinstance(answer := peer.receive(connection), CheckResult):
            on_check(answer)
    except (OSError, wire.WireError) as error:
        raise _Died(str(error)) from None
    return answer


def _end(process: subprocess.Popen[bytes]) -> None:
    import subprocess

    try:
        process.wait(_HANG_UP_TIME)
    except subprocess.TimeoutExpired:
        process.terminate()  # still importing: it has no job yet, and would look for one only afterwards


def _checked(answer: Any, expected: Any) -> Any:
    _raise_trouble(answer)
    if not isinstance(answer, expected):
        raise KernelError(f"the kernel answered with a {type(answer).__name__}")
    return answer


def _raise_trouble(answer: Any) -> None:
    if isinstance(answer, wire.Trouble):
        kind = EnvironmentFailed if answer.kind == "environment" else KernelError
        raise kind(answer.message, answer.hint)
