"""Keeps the head and the tail of what a model prints, and counts what lies between."""

from __future__ import annotations

from ..records import Output


class Capture:
    """Swallows any amount of output in bounded memory.

    Args:
        limit: bytes to keep of the beginning, and again of the end.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._head = bytearray()
        self._tail = bytearray()
        self._total = 0

    def feed(self, data: bytes | memoryview) -> None:
        """Take the next bytes."""
        self._total += len(data)
        room = self._limit - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * self._limit:  # cut now and then, not each time: this is the path of a flood
            del self._tail[: len(self._tail) - self._limit]

    def result(self) -> Output:
        """What was kept; bytes that are no UTF-8 are replaced."""
        tail = bytes(self._tail[max(0, len(self._tail) - self._limit) :])
        return Output(
            head=self._head.decode("utf-8", "replace"),
            tail=tail.decode("utf-8", "replace"),
            total_bytes=self._total,
            dropped_bytes=self._total - len(self._head) - len(tail),
        )
