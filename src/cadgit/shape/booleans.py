"""Exact Booleans of two shapes, by OCCT. They are slow at scale and can fail: whoever asks is ready for None."""

from __future__ import annotations

from typing import Any

from OCP.BOPAlgo import BOPAlgo_BOP, BOPAlgo_Operation


def common(first: Any, second: Any) -> Any:
    """What two shapes share (perhaps an empty compound), or None when OCCT cannot say."""
    return _operate(first, second, BOPAlgo_Operation.BOPAlgo_COMMON)


def difference(first: Any, second: Any) -> Any:
    """What is left of the first shape without the second, or None when OCCT cannot say."""
    return _operate(first, second, BOPAlgo_Operation.BOPAlgo_CUT)


def _operate(first: Any, second: Any, operation: Any) -> Any:
    algorithm = BOPAlgo_BOP()
    algorithm.AddArgument(first)
    algorithm.AddTool(second)
    algorithm.SetOperation(operation)
    # The arguments must keep their tolerances: later checks look at them.
    algorithm.SetNonDestructive(True)
    # Not in parallel: a thread before a fork hangs every child that forks after it.
    algorithm.SetRunParallel(False)
    algorithm.Perform()
    return None if algorithm.HasErrors() else algorithm.Shape()
