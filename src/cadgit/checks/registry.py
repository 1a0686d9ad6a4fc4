"""The registry of checks: a check is a pure function from an inspected shape and its arguments to a result.

The gate, a part's own spec and the tools that inspect look their checks up here by name. Names are stable: they stand
in verdicts, in ``--json`` and in the documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..records import CheckResult
from .inspected import Inspected

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class NoArguments:
    """A check that takes none."""


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check.

    Attributes:
        name: lower case, words joined by hyphens.
        arguments: frozen dataclass; of the gate's checks, with a default for every field.
        run: the check itself.
        doc: what it looks at, in one line.
        needs_size: it computes with coordinates, so it must not see a shape without a finite size (OCCT crashes).
        deep: it is slow: it has a larger budget, and runs only when asked for (a spec asks for its own).
    """

    name: str
    arguments: type
    run: Callable[[Inspected, Any], CheckResult]
    doc: str
    needs_size: bool = True
    deep: bool = False


_CHECKS: dict[str, Check] = {}


def register(
    name: str, arguments: type[A], *, needs_size: bool = True, deep: bool = False
) -> Callable[[Callable[[Inspected, A], CheckResult]], Callable[[Inspected, A], CheckResult]]:
    """Register the decorated function as the check `name`."""

    def decorate(function: Callable[[Inspected, A], CheckResult]) -> Callable[[Inspected, A], CheckResult]:
        if name in _CHECKS:
            raise ValueError(f"two checks are called {name}")
        doc = (function.__doc__ or "").strip().splitlines()
        _CHECKS[name] = Check(name, arguments, function, doc[0] if doc else "", needs_size, deep)
        return function

    return decorate


def lookup(name: str) -> Check:
    """The check of that name.

    Raises:
        KeyError: there is none.
    """
    return _CHECKS[name]


def names() -> tuple[str, ...]:
    """All registered names, in the order of registration."""
    return tuple(_CHECKS)
