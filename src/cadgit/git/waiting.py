"""Waiting for somebody else to finish."""

from __future__ import annotations

import os
import time


def pause(longest: float) -> None:
    """Sleep for a random part of `longest` seconds, so that those who wait do not all come back at once."""
    # Not the random module: importing it takes 5 ms of each run, for a wait that most never do.
    time.sleep(longest * int.from_bytes(os.urandom(2)) / 0xFFFF)
