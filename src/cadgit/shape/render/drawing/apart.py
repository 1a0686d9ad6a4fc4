"""Views projected in processes of their own: OCCT may take minutes for the hidden lines of a shape, or crash."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections.abc import Sequence
from typing import Any

from ....records import Vector
from ....viewpoints import Viewpoint
from .marks import Arc, Line
from .projection import Projected, project

#: Seconds for the exact lines of all views. A third of what the whole answer may take: the rest is for those of a mesh.
SECONDS = 40.0

_ROOM = 1 << 16  # bytes that are read at once


def project_apart(
    shape: Any, views: Sequence[Viewpoint], centre: Vector, seconds: float = SECONDS
) -> list[Projected] | None:
    """The views of a result, or None where they were not there in time, or a process crashed."""
    children: dict[int, int] = {}
    try:
        for view in views:
            receiver, pid = _start(shape, view, centre)
            children[receiver] = pid
        texts = _read(children, time.monotonic() + seconds)
    finally:
        for receiver, pid in children.items():
            os.close(receiver)
            os.kill(pid, signal.SIGKILL)  # one that has ended stays until it is waited for
            os.waitpid(pid, 0)
    try:
        return [_from_text(text) for text in texts] if texts is not None else None
    except ValueError:
        return None


def _start(shape: Any, view: Viewpoint, centre: Vector) -> tuple[int, int]:
    """A process that writes a view's edges; where to read them, and its number."""
    receiver, sender = os.pipe()
    pid = os.fork()
    if pid:
        os.close(sender)
        return receiver, pid
    try:
        with os.fdopen(sender, "wb") as stream:
            stream.write(_to_text(project(shape, view, centre)))
    finally:
        os._exit(0)  # what is missing is noticed by who reads


def _read(children: dict[int, int], deadline: float) -> list[bytes] | None:
    """What all of them wrote until they closed their end; None when the time is over before."""
    texts = {receiver: bytearray() for receiver in children}
    waiting = list(children)
    while waiting:
        ready = select.select(waiting, [], [], max(0.0, deadline - time.monotonic()))[0]
        if not ready:
            return None
        for receiver in ready:
            data = os.read(receiver, _ROOM)
            texts[receiver] += data
            if not data:
                waiting.remove(receiver)
    return [bytes(text) for text in texts.values()]


def _to_text(projected: Projected) -> bytes:
    lines = [[edge.style, edge.points] for edge in projected.edges if isinstance(edge, Line)]
    arcs = [
        [edge.style, edge.centre, edge.radius, edge.start, edge.end]
        for edge in projected.edges
        if isinstance(edge, Arc)
    ]
    return json.dumps([lines, arcs]).encode()


def _from_text(text: bytes) -> Projected:
    """What `_to_text` was given, lines first.

    Raises:
        ValueError: it is not all there.
    """
    lines, arcs = json.loads(text)
    return Projected(
        (
            *(Line(tuple((x, y) for x, y in points), style) for style, points in lines),
            *(Arc((x, y), radius, start, end, style) for style, (x, y), radius, start, end in arcs),
        )
    )
