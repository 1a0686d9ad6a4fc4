"""Which checks a result must pass, and in which order: cheap ones first.

The result is gated, then written as STEP, then what comes back from the STEP file is gated, then both are compared.
Checks of the re-imported file have the prefix ``step.``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from ..records import CheckResult, Kind
from ..spec import Interference
from . import (  # noqa: F401 - importing them registers the checks
    disjoint,
    manifold,
    nonempty,
    overlap,
    self_intersection,
    size,
    sketch,
    solids,
    tolerance,
    validity,
    volume,
    watertight,
)
from .inspected import Inspected, NotEvaluated
from .registry import lookup
from .roundtrip import NAME, RoundTripLimits, round_trip

STEP = "step."
STEP_WRITE = "step.write"
ROUND_TRIP = NAME

BODY = ("solids", "closed", "manifold", "tolerance", "volume", "disjoint", "valid", "overlap", "watertight")
FLAT = ("coplanar", "tolerance", "area", "outline", "valid", "faces-overlap")

#: Checks of the result by its kind, in order. Surfaces and curves are shown, not promoted: `solids` says so.
GATE: dict[Kind, tuple[str, ...]] = {
    "empty": ("result",),
    "curve": ("result", "size", "solids"),
    "surface": ("result", "size", "solids"),
    "sketch": ("result", "size", *FLAT),
    "solid": ("result", "size", *BODY),
    "assembly": ("result", "size", *BODY),
}

#: What is not asked of the STEP file: it has no labelled tree, so that nothing can be disjoint in it.
ONCE = ("result", "disjoint")

#: Checks of what comes back from the STEP file.
STEP_GATE: dict[Kind, tuple[str, ...]] = {
    kind: tuple(STEP + name for name in names if name not in ONCE)
    for kind, names in GATE.items()
    if kind in ("sketch", "solid", "assembly")
}

DEEP: dict[Kind, tuple[str, ...]] = {"solid": ("self-intersection",), "assembly": ("self-intersection",)}


def names_for(kind: Kind) -> tuple[str, ...]:
    """Names of all checks that apply to a result of that kind, deep ones included, in order."""
    step = (STEP_WRITE, *STEP_GATE[kind], ROUND_TRIP) if kind in STEP_GATE else ()
    return (*GATE[kind], *step, *DEEP.get(kind, ()))


def run_check(
    name: str, result: Inspected, again: Inspected | None, allowed: tuple[Interference, ...] = ()
) -> CheckResult | None:
    """Run one check of the gate (not `step.write`, which writes the file).

    Args:
        result: the result.
        again: what came back from the STEP file; None where there is none.
        allowed: pairs of labels that the spec lets overlap.

    Returns:
        The check's result with its time, or None when the check does not apply: to this kind, or without a file.
    """
    if name not in names_for(result.kind):
        return None
    from_step = name.startswith(STEP) or name == ROUND_TRIP
    if from_step and again is None:
        return None
    subject = again if from_step and again is not None else result
    needs_size = name == ROUND_TRIP or lookup(name.removeprefix(STEP)).needs_size
    return guarded(name, needs_size, lambda: _run(name, result, subject, allowed), subject)


def _run(name: str, result: Inspected, subject: Inspected, allowed: tuple[Interference, ...]) -> CheckResult:
    if name == ROUND_TRIP:
        return round_trip(result, subject, RoundTripLimits())
    check = lookup(name.removeprefix(STEP))
    arguments = check.arguments()
    if allowed and check.name == "overlap":
        arguments = replace(arguments, allowed=allowed)
    return check.run(subject, arguments)


def guarded(name: str, needs_size: bool, run: Callable[[], CheckResult], subject: Inspected) -> CheckResult:
    """The result of a check, with its name and time, whatever happens in it.

    A check that crashes has failed; one that would crash OCCT is not run, which is said.
    """
    started = time.perf_counter()
    if needs_size and subject.box is None:
        found = CheckResult(name, "not checked", "not checked: the size is not finite")
    else:
        try:
            found = run()
        except NotEvaluated as error:
            found = CheckResult(name, "fail", str(error))
        except Exception as error:
            found = CheckResult(name, "fail", f"the check crashed: {first_line(error)}")
    return replace(found, name=name, seconds=round(time.perf_counter() - started, 4))


def first_line(error: Exception) -> str:
    """What an exception says, in one line; its type where it says nothing."""
    words = str(error).strip().splitlines()
    return words[0] if words else type(error).__name__
