"""Exact Booleans of shapes, by OCCT. They are slow at scale and can fail: whoever asks is ready for None."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from OCP.BOPAlgo import BOPAlgo_BOP, BOPAlgo_Operation


def common(first: Sequence[Any], second: Sequence[Any]) -> Any:
    """What some shapes share with others (perhaps an empty compound), or None when OCCT cannot say."""
    return _operate(first, second, BOPAlgo_Operation.BOPAlgo_COMMON)


def difference(first: Sequence[Any], second: Sequence[Any]) -> Any:
    """What is left of some shapes outside of others (perhaps an empty compound), or None when OCCT cannot say."""
    return _operate(first, second, BOPAlgo_Operation.BOPAlgo_CUT)


def _operate(first: Sequence[Any], second: Sequence[Any], operation: Any) -> Any:
    algorithm = BOPAlgo_BOP()
    for shape in first:
        algorithm.AddArgument(shape)
    for shape in second:
        algorithm.AddTool(shape)
    algorithm.SetOperation(operation)
    # The arguments must keep their tolerances: later checks look at them.
    algorithm.SetNonDestructive(True)
    # Not in parallel: a thread before a fork hangs every child that forks after it.
    algorithm.SetRunParallel(False)
    algorithm.Perform()
    return None if algorithm.HasErrors() else algorithm.Shape()
