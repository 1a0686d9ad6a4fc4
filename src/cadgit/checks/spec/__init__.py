"""Judging what a part's spec asks for: one module for each key, each with the check ``spec.<key>``."""

from __future__ import annotations

from ...records import CheckResult
from ...spec import Named
from ..gate import guarded
from ..inspected import Inspected
from ..registry import lookup
from . import (  # noqa: F401 - importing them registers the checks
    area,
    centre_of_mass,
    clearance,
    contact,
    gap,
    holes,
    interference,
    keep_in,
    keep_out,
    kind,
    mass,
    position,
    reference,
    size,
    solids,
    symmetry,
    topology,
    unchanged,
    volume,
    wall,
)


def run_requirement(named: Named, result: Inspected) -> CheckResult:
    """Judge one requirement; the result has its name and time, whatever happens in the check."""
    check = lookup(named.check)
    return guarded(named.name, check.needs_size, lambda: check.run(result, named.requirement), result)


def is_slow(named: Named) -> bool:
    """Whether the requirement's check needs the budget of a deep check; it is judged in any case."""
    return lookup(named.check).deep
