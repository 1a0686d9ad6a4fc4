"""Named points on the way through a write, where a test may stop the process.

The crash tests replace `on_step` by a function that kills its own process at the n-th step; nothing else uses it.
"""

from __future__ import annotations

from collections.abc import Callable


def _pass(name: str) -> None: ...


#: Called with the name of each step just before it is taken.
on_step: Callable[[str], None] = _pass


def step(name: str) -> None:
    """The next thing that happens is `name`."""
    on_step(name)
