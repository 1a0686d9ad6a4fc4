"""A job in a plain new interpreter, for one client: the same jail, limits and supervision, without a warm kernel.

The model's process is a fork of this still empty interpreter and imports build123d itself, so that nothing of the
job, not even its addresses or hash seed, is shared with any other run.
"""

from __future__ import annotations

import contextlib
import socket

from . import namespaces, paths, warmup, wire, worker
from .jail import open_jail
from .watch import ClientGone


def main(arguments: list[str]) -> None:
    """Serve the one job that comes over an inherited socket: ``run|ask FILE_DESCRIPTOR``."""
    kind, descriptor = arguments
    warmup.one_thread()
    support = namespaces.probe()
    folder = paths.private_folder()
    if kind == "ask":
        warmup.for_inspector()  # no user code comes near this process, and a verdict forks it several times
    which: worker.Kind = "ask" if kind == "ask" else "run"
    with socket.socket(fileno=int(descriptor)) as connection:
        jail = open_jail(worker.JOBS[which], support, folder)
        try:
            with contextlib.suppress(ClientGone, OSError, wire.WireError):
                worker.serve(connection, which, jail, folder, "cold")
        finally:
            jail.close()
