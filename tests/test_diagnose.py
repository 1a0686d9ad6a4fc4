"""Each small faulty model in `cases/` gets its diagnosis from `cadgit diagnose`: the fault, the place, the line."""

from __future__ import annotations

import math
from typing import Any

import pytest

from .test_cases import Cadgit, cadgit, put  # noqa: F401 - the fixture

#: What the first fault is called, its entities' kind, where it is, and the model's line.
FAULTS: dict[str, tuple[str, str, tuple[float, float, float] | None, int | None]] = {
    "bow_tie": ("no volume", "solid", (5, 5, -2.5), 5),
    "open_shell": ("no solid", "", None, None),
    "overlapping_solids": ("overlapping solids", "solid", (3, 0, 0), 3),
    "contained_solid": ("overlapping solids", "solid", (0, 0, 0), 3),
    "inside_out": ("inside out", "solid", (0, 0, 0), 4),
    "shared_edge": ("bodies joined by a line", "edge", (5, 5, 0), 4),
    "empty_cut": ("empty result", "", None, None),
    "not_a_number": ("size not finite", "", None, None),
}
#: Those that show most of the way in a few seconds; the others are slow.
QUICK = ("bow_tie",)


def near(point: list[float] | None, wanted: tuple[float, float, float] | None) -> bool:
    if point is None or wanted is None:
        return point is wanted
    return math.dist(point, wanted) < 0.01


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in FAULTS]
)
def test_a_faulty_model_is_diagnosed_with_the_place_and_the_line(cadgit: Cadgit, name: str) -> None:  # noqa: F811
    found = cadgit("diagnose", put(name, cadgit.repo), code=1)
    assert found["failure"] is None and found["checks"]
    first: dict[str, Any] = found["findings"][0]
    kind, entity, point, line = FAULTS[name]
    assert (first["kind"], first["severity"]) == (kind, "fault")
    assert all(named.startswith(f"{entity}:") for named in first["entities"]) and bool(first["entities"]) == bool(
        entity
    )
    assert near(first["point"], point), first
    assert (first["line"] and first["line"]["line"]) == line
    assert first["proposal"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plain", "parameters", "touching_solids", "show_two", "sketch_only", "main_guard"])
def test_a_good_model_is_accused_of_nothing(cadgit: Cadgit, name: str) -> None:  # noqa: F811
    found = cadgit("diagnose", put(name, cadgit.repo), code=0)
    assert found["findings"] == [] and found["checks"] == [] and found["not_checked"] == []


@pytest.mark.slow
def test_of_a_fillet_that_failed_the_largest_is_told(cadgit: Cadgit) -> None:  # noqa: F811
    # All twelve edges of a cube of 10 mm take less than half of it.
    found = cadgit("diagnose", put("raises_deep", cadgit.repo), code=1)
    assert found["failure"]["frames"][0]["line"] == 5 and found["findings"] == []
    blend = found["blend"]
    assert (blend["kind"], blend["asked"], len(blend["edges"]), blend["line"]["line"]) == ("fillet", 6.0, 12, 5)
    assert blend["together"]["made"] < 5.0 + 1e-9 <= blend["together"]["failed"] + 0.02
    assert blend["together"]["made"] == pytest.approx(5.0, rel=5e-3)


@pytest.mark.slow
def test_a_model_that_crashes_or_hangs_is_diagnosed_by_its_record(cadgit: Cadgit) -> None:  # noqa: F811
    found = cadgit("diagnose", put("segfault", cadgit.repo), code=1)
    assert found["failure"]["reason"] == "signal" and "crashed" in found["explanation"]


@pytest.mark.slow
def test_a_file_is_diagnosed_without_lines(cadgit: Cadgit) -> None:  # noqa: F811
    cadgit("run", put("overlapping_solids", cadgit.repo), code=0)
    cadgit("export", "overlapping_solids", "-o", "both.brep", "--unverified", code=0)
    found = cadgit("diagnose", "both.brep", code=1)
    assert found["checks"] == [] and found["findings"][0]["kind"] == "overlapping solids"
    assert found["findings"][0]["line"] is None
