"""The kernel: imports build123d once, then forks a process for each job. It never runs user code.

Started by `client` in a session of its own, with `/` as its folder and a scrubbed environment. It binds its sockets
before it warms up, so that clients can queue at once. It leaves when it was idle for long, when the files that it
is made of have changed, or when it is told to.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import sys
import time
from typing import NoReturn

from . import linux, namespaces, paths, peer, warmup, wire
from .jobs import KernelStatus
from .zygote import Zygote, refuse, run_preloaded

_LOOK_AROUND = 30.0  # seconds between looks at the own files
_SORRY_TIME = 10.0  # seconds for which a kernel that cannot work says so
_CONTROL_TIME = 2.0  # seconds for one exchange on the control socket


def main(arguments: list[str]) -> NoReturn:
    """Run a kernel: ``FOLDER KEY IDLE_SECONDS [PRELOAD…]``."""
    folder, key, idle, *preload = arguments
    place = paths.Place(folder, key)
    life = os.open(place.life, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(life, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(0)  # another one lives; its sockets are there
    Kernel(place, float(idle), tuple(preload)).run()
    sys.exit(0)


class Kernel:
    """The server process.

    Args:
        place: where its sockets go.
        idle: seconds without a job after which it leaves.
        preload: modules for the executors' own zygote.
    """

    def __init__(self, place: paths.Place, idle: float, preload: tuple[str, ...]) -> None:
        self._place = place
        self._idle = idle
        self._preload = preload
        self._stamp = paths.key_of(sys.executable, preload)
        self._last = time.monotonic()
        self._jobs_done = 0
        self._jobs_elsewhere = 0
        self._elsewhere = -1
        self._run = peer.listen(place.run)
        self._ask = peer.listen(place.ask)
        self._control = peer.listen(place.control)

    def run(self) -> None:
        """Serve until there is a reason to leave."""
        try:
            support = namespaces.probe()
            unsafe = ""
            try:
                warmup.everything()
            except warmup.ThreadsStarted as error:
                unsafe = str(error)
            except ImportError as error:
                self._say_sorry(error)
                return
            self._serve(support, unsafe)
        finally:
            for path in (self._place.run, self._place.ask, self._place.control):
                with contextlib.suppress(OSError):
                    os.unlink(path)

    def _serve(self, support: namespaces.Support, unsafe: str) -> None:
        listeners = {"run": self._run, "ask": self._ask}
        if self._preload and not unsafe:
            self._start_second(support)
            del listeners["run"]
        zygote = Zygote(listeners, support, self._place.folder, self._observe)  # type: ignore[arg-type]
        zygote.unsafe = unsafe
        others = [self._control.fileno()] + ([self._elsewhere] if self._elsewhere >= 0 else [])
        looked = time.monotonic()
        while True:
            ready = zygote.turn(min(_LOOK_AROUND, self._idle), others)
            now = time.monotonic()
            if self._elsewhere in ready:
                for letter in os.read(self._elsewhere, 64):
                    self._observe("taken" if letter == ord("t") else "done")
                    self._jobs_elsewhere += 1 if letter == ord("t") else -1
            if self._control.fileno() in ready and self._obey(zygote):
                return
            busy = zygote.active or self._jobs_elsewhere or zygote.wanted
            if not busy and now - self._last > self._idle:
                break
            if now - looked > _LOOK_AROUND or self._last > looked:
                looked = now
                if not busy and paths.key_of(sys.executable, self._preload) != self._stamp:
                    break
        zygote.stop()

    def _start_second(self, support: namespaces.Support) -> None:
        note_r, note_w = os.pipe()
        if os.fork() == 0:
            linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
            os.close(note_r)
            self._ask.close()
            self._control.close()
            run_preloaded(self._preload, self._run, support, self._place.folder, note_w)
        os.close(note_w)
        self._run.close()
        self._elsewhere = note_r

    def _observe(self, what: str) -> None:
        self._last = time.monotonic()
        if what == "done":
            self._jobs_done += 1

    def _obey(self, zygote: Zygote) -> bool:
        """Answer one command; True when it was to stop."""
        with contextlib.suppress(OSError, wire.WireError, peer.StrangerError):
            connection, _ = self._control.accept()
            with connection:
                peer.identify(connection)
                connection.settimeout(_CONTROL_TIME)
                command = peer.receive(connection)
                if isinstance(command, wire.Command) and command.what == "stop":
                    for path in (self._place.run, self._place.ask, self._place.control):
                        os.unlink(path)  # from now on clients start another
                    zygote.stop()
                    peer.send(connection, wire.Stopped(os.getpid()))
                    return True
                peer.send(connection, self._status())
        return False

    def _status(self) -> KernelStatus:
        with open("/proc/self/statm", encoding="utf-8") as stream:
            resident = int(stream.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        return KernelStatus(
            running=True,
            pid=os.getpid(),
            python=sys.executable,
            socket=self._place.run,
            memory=resident,
            idle_seconds=time.monotonic() - self._last,
            jobs_done=self._jobs_done,
            environment=warmup.for_executor(),
        )

    def _say_sorry(self, error: ImportError) -> None:
        trouble = wire.Trouble(
            "environment",
            f"{sys.executable} cannot import what the kernel needs: {error}",
            "install build123d there, or name another interpreter as `python` under [kernel] in cadgit.toml",
        )
        import select

        deadline = time.monotonic() + _SORRY_TIME
        listeners = [self._run, self._ask, self._control]
        while (left := deadline - time.monotonic()) > 0:
            ready = select.select(listeners, [], [], left)[0]
            for listener in ready:
                refuse(listener, trouble)
