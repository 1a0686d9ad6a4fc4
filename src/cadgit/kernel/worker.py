"""One connection, one job: a process that opens a jail ahead of need, waits for a client, supervises, answers."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from collections.abc import Callable
from typing import Any, Literal, NoReturn

from . import execution, inspection, jobs, judging, linux, peer, wire
from .jail import Jail, Job, open_jail
from .namespaces import Support
from .watch import ClientGone

Kind = Literal["run", "ask"]

JOBS: dict[Kind, Job] = {"run": execution.job, "ask": inspection.job}

_stopped = False


def main(kind: Kind, listener: socket.socket, support: Support, folder: str, taken: Callable[[], None]) -> NoReturn:
    """The life of a worker that the kernel forked; ends with the process.

    Args:
        kind: executors (``run``) or inspectors (``ask``).
        listener: shared with the other workers; the system gives each connection to one of them.
        support: what namespaces this machine allows.
        folder: the private folder.
        taken: called when a client has come, so that a new spare is forked.
    """
    code = 1
    try:
        linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGTERM)
        signal.signal(signal.SIGTERM, _stop)  # the kernel died: take the job along
        jail = _open(JOBS[kind], support, folder, ahead=True)
        try:
            connection, _ = listener.accept()
            listener.close()
            taken()
            with connection:
                peer.identify(connection)
                serve(connection, kind, jail, folder, "warm")
        finally:
            jail.close()
        code = 0
    except (ClientGone, OSError, wire.WireError, peer.StrangerError):
        code = 0  # the client has gone, or is none
    except Exception:
        import traceback

        traceback.print_exc()  # into the kernel's log
    finally:
        os._exit(code)


def serve(connection: socket.socket, kind: Kind, jail: Jail, folder: str, mode: Literal["warm", "cold"]) -> None:
    """Read one request from `connection`, do it, answer.

    Raises:
        ClientGone: the client hung up.
        WireError: it sent no request.
    """
    request = peer.receive(connection)
    answer: Any
    if kind == "ask" and isinstance(request, jobs.Judge):
        _judge(request, jail, connection, folder)
        return
    if kind == "run" and isinstance(request, jobs.Execute):
        answer = execution.supervise(request, jail, connection, mode)
    elif kind == "ask" and isinstance(request, jobs.Question):
        answer = inspection.ask(request, jail, connection)
    else:
        answer = wire.Trouble("kernel", f"a {type(request).__name__} has no business here")
    peer.send(connection, answer)


def _judge(request: jobs.Judge, first: Jail, connection: socket.socket, folder: str) -> None:
    waiting = [first]

    def new_jail() -> Jail:
        return waiting.pop() if waiting else _open(inspection.job, first.support, folder)

    def on_check(result: Any) -> None:
        with contextlib.suppress(OSError):  # its hanging up is noticed by the watch
            peer.send(connection, result)

    with contextlib.closing(judging.Judging(request, new_jail, connection, on_check)) as verdict:
        peer.send(connection, verdict.run())


def _open(job: Job, support: Support, folder: str, ahead: bool = False) -> Jail:
    jail = open_jail(job, support, folder, ahead)
    if _stopped:
        # `os.fork` runs hooks, and what a signal's handler raises in one of them is lost.
        jail.close()
        raise ClientGone
    return jail


def _stop(*_: object) -> NoReturn:
    global _stopped
    _stopped = True
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise ClientGone
