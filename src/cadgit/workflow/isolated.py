"""One question about many items, asked so that an item on which OCCT crashes or hangs costs its own answer alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from ..kernel.jobs import InspectionFailed

Item = TypeVar("Item")
Answer = TypeVar("Answer")

#: Items that are asked about together: a process costs a tenth of a second, and one that dies costs all its answers.
BATCH = 16
#: Seconds for such a batch, after which the inspector answers with what it has.
SECONDS = 15.0
#: Seconds beyond, after which an inspector that has not answered hangs.
GRACE = 15.0


def answers(
    items: tuple[Item, ...],
    ask: Callable[[tuple[Item, ...], float], tuple[Answer, ...] | InspectionFailed],
    seconds: float,
) -> tuple[tuple[Answer, ...], tuple[tuple[Item, str], ...]]:
    """The answers about items, in order, and the items without one, with the reason.

    Args:
        items: what is asked about.
        ask: asks about some items, for so many seconds. It answers for the first of them, one at least, or fails.
        seconds: for all of them.
    """
    deadline = time.monotonic() + seconds
    waiting = [items[start : start + BATCH] for start in range(0, len(items), BATCH)]
    found: list[Answer] = []
    unknown: list[tuple[Item, str]] = []
    while waiting:
        some = waiting.pop(0)
        left = deadline - time.monotonic()
        if left <= 0:
            unknown += [(item, f"the time for all of them, {seconds:g} s, was over") for item in some]
            continue
        got = ask(some, min(SECONDS, left))
        if not isinstance(got, InspectionFailed):
            found += got
            if got and len(got) < len(some):
                waiting.insert(0, some[len(got) :])
        elif len(some) == 1:
            unknown.append((some[0], got.message))
        else:
            half = len(some) // 2
            waiting[:0] = [some[:half], some[half:]]
    return tuple(found), tuple(unknown)
