"""Frames on the pipe from a job's process to its supervisor: a letter, a length, a payload."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator

_HEAD = struct.Struct(">cQ")

READY = b"H"  # wire.Ready: behind the walls, about to begin
START = b"S"  # the model's own code starts now
REPORT = b"R"  # a message: jobs.Executed, or the inspector's answer
SUBJECT = b"K"  # wire.Subject: what is judged
BEGIN = b"B"  # the name of the check that begins
READING = b"I"  # the check begins to read the STEP file (payload b"1"), or has read it (no payload)
CHECK = b"C"  # records.CheckResult
STEP = b"P"  # the STEP file that was written
NO_MEMORY = b"M"  # a MemoryError ended it
SCRATCH_FULL = b"F"  # at the end of the run nothing more could be written

_KINDS = frozenset({READY, START, REPORT, SUBJECT, BEGIN, READING, CHECK, STEP, NO_MEMORY, SCRATCH_FULL})


class FrameError(Exception):
    """Bytes that are no frame: the process on the other side is not the one that we wrote."""


def send(pipe: int, kind: bytes, payload: bytes = b"") -> None:
    """Write one frame to a blocking pipe.

    Raises:
        OSError: nobody reads any more.
    """
    for data in (_HEAD.pack(kind, len(payload)), payload):
        view = memoryview(data)
        while view:
            view = view[os.write(pipe, view) :]


class Reader:
    """Takes bytes as they come and gives whole frames; `limit` caps one frame's payload."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._data = bytearray()

    def feed(self, data: bytes | memoryview) -> Iterator[tuple[bytes, bytes]]:
        """Frames that are complete with `data`.

        Raises:
            FrameError: not a frame, or one over the limit.
        """
        self._data += data
        while len(self._data) >= _HEAD.size:
            kind, size = _HEAD.unpack_from(self._data)
            if kind not in _KINDS or size > self._limit:
                raise FrameError(f"a frame {kind!r} of {size} bytes")
            end = _HEAD.size + size
            if len(self._data) < end:
                return
            payload = bytes(memoryview(self._data)[_HEAD.size : end])
            del self._data[:end]
            yield kind, payload
