"""OCCT's own analysis of whether a shape runs through itself: exact, and slow on swept surfaces."""

from __future__ import annotations

from typing import Any

from OCP.BOPAlgo import BOPAlgo_CheckerSI


def analysed(shape: Any) -> Any:
    """BOPAlgo's checker, with its data, after it has looked where a shape meets itself; None when that fails."""
    checker = BOPAlgo_CheckerSI()
    checker.AddArgument(shape)
    checker.SetNonDestructive(True)
    # Not in parallel: a thread before a fork hangs every child that forks after it.
    checker.SetRunParallel(False)
    checker.Perform()
    return None if checker.HasErrors() else checker


def interferes_with_itself(shape: Any) -> bool | None:
    """Whether sub-shapes of a shape meet where they share nothing; None when the analysis fails.

    It took 98 s on a coil of two turns, and does not see a face that runs through itself (a spindle torus).
    """
    checker = analysed(shape)
    return None if checker is None else bool(checker.DS().Interferences().Extent())
