"""Numbers in a row outside a view: where along the row each stands, and which of them a pattern says in one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

#: Values are the same when they differ by no more, in mm: what a drawing's last decimal is worth.
SAME = 1e-3

#: So many values at equal distances are told as a chain: ``14 × 10 = 140``.
_CHAIN = 4


@dataclass(frozen=True, slots=True)
class Chain:
    """Values at equal distances: the first, the distance, and how many distances there are."""

    first: float
    pitch: float
    count: int

    @property
    def last(self) -> float:
        """The last value."""
        return self.first + self.pitch * self.count


def distinct(values: Sequence[float]) -> list[float]:
    """The values in order, each once."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > SAME:
            found.append(value)
    return found


def chained(values: Sequence[float]) -> tuple[list[float], list[Chain]]:
    """Split distinct values, in order, into those that are told one by one and chains, whose first is told too."""
    single: list[float] = []
    chains: list[Chain] = []
    start = 0
    while start < len(values):
        end = _run(values, start)
        single.append(values[start])
        if end - start + 1 >= _CHAIN:
            chains.append(Chain(values[start], (values[end] - values[start]) / (end - start), end - start))
            start = end + 1
        else:
            start += 1
    return single, chains


def _run(values: Sequence[float], start: int) -> int:
    """The index of the last value that goes on from `start` at equal distances."""
    end = start
    while end + 1 < len(values):
        pitch = (values[end + 1] - values[start]) / (end + 1 - start)
        steps = values[start : end + 2]
        if any(abs(value - values[start] - index * pitch) > SAME for index, value in enumerate(steps)):
            break
        end += 1
    return end


def spread(wanted: Sequence[float], gaps: Sequence[float], low: float, high: float) -> list[float] | None:
    """Places within `low` and `high`, as near as they can be to those that are wanted, in order.

    Each is at least as far from the one before as its number of `gaps` says (the first is not used). None where there
    is no room. The sum of the squared distances is smallest: neighbours that are too near are moved
    apart around their common mean (pool adjacent violators; Ayer et al., Ann. Math. Stat. 26, 1955).
    """
    if not wanted:
        return []
    offsets = np.cumsum([0.0, *gaps[1:]]).tolist()
    room = high - low - offsets[-1]
    if room < -1e-9:
        return None
    blocks: list[tuple[float, int]] = []  # mean and size of those that stand side by side
    for place, offset in zip(wanted, offsets, strict=True):
        mean, size = place - offset, 1
        while blocks and blocks[-1][0] > mean:
            before, count = blocks.pop()
            mean, size = (before * count + mean * size) / (count + size), count + size
        blocks.append((mean, size))
    means = [min(max(mean, low), low + max(room, 0.0)) for mean, size in blocks for _ in range(size)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


def number(value: float) -> str:
    """A length in mm as it stands on a drawing: at most three decimals, none that are zero."""
    if not math.isfinite(value):
        raise ValueError("a length that is not finite cannot be written")
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
