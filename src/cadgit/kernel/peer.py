"""Unix stream sockets between processes of one user, with the other side's identity checked."""

from __future__ import annotations

import os
import socket
import struct
from typing import Any

from . import wire

_CREDENTIALS = struct.Struct("3i")  # struct ucred: pid, uid, gid


class StrangerError(Exception):
    """The process on the other side belongs to another user."""


def identify(connection: socket.socket) -> int:
    """The process id of the other side.

    Raises:
        StrangerError: it belongs to somebody else.
    """
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, uid, _ = _CREDENTIALS.unpack(data)
    if uid != os.getuid():
        raise StrangerError(f"the other side of the socket belongs to user {uid}")
    return int(pid)


def connect(path: str) -> socket.socket:
    """A connection to a kernel of ours.

    Raises:
        OSError: nobody listens there.
        StrangerError: somebody else does.
    """
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(path)
        identify(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def listen(path: str) -> socket.socket:
    """A listening socket at `path`, in place of a dead one."""
    if os.path.lexists(path):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(64)
    return listener


def send(connection: socket.socket, message: Any) -> None:
    """Send one message.

    Raises:
        OSError: the other side has gone.
    """
    connection.sendall(wire.encode(message))


def receive(connection: socket.socket) -> Any:
    """Wait for one message.

    Raises:
        WireError: none came, or not a proper one.
        OSError: the connection broke.
    """
    return wire.read(connection.recv_into)
