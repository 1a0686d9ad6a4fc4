"""What OCCT's ShapeFix would make of a result: the gate before and afterwards, and what would be another."""

from __future__ import annotations

from dataclasses import replace

from ...records import ManifestNode, Repair
from ...shape.compare import compare
from ...shape.diagnosis.repairs import displacement, largest_tolerance, repaired
from .. import gate
from ..inspected import Inspected


def repair(inspected: Inspected, manifest: ManifestNode | None) -> Repair:
    """Repair a copy and judge it; the result stays as it is."""
    fixed, _ = repaired(inspected.shape)
    again = Inspected(fixed, manifest)
    before = largest_tolerance(inspected.shape)
    found = Repair(
        changes=True,
        wrong_before=wrong(inspected),
        wrong_after=wrong(again),
        before=inspected.geometry,
        after=again.geometry,
        tolerance_before=before,
        tolerance_after=largest_tolerance(fixed),
    )
    changes = not compare(inspected.shape, fixed).same or found.wrong_before != found.wrong_after
    return replace(found, changes=changes, displacement=displacement(inspected.shape, fixed) if changes else 0.0)


def wrong(inspected: Inspected) -> tuple[str, ...]:
    """The names of the gate's checks of the result itself that it does not pass; without its STEP file."""
    results = (gate.run_check(name, inspected, None) for name in gate.GATE[inspected.kind])
    return tuple(r.name for r in results if r is not None and r.status in ("fail", "not checked"))
