"""Features in diff: asked for beside the subtraction, kept, and told of where they could be looked for."""

from __future__ import annotations

import pytest

from cadgit.errors import KernelError
from cadgit.kernel.jobs import RECOGNISED, FindFeatures, InspectionFailed
from cadgit.records import Differences
from cadgit.records.features import Features, Fillet, Recess
from cadgit.workflow.compared_features import QUICK
from cadgit.workflow.diff import diff
from cadgit.workflow.promote import promote
from cadgit.workflow.run import run

from .comparing_kernel import ComparingKernel, comparing
from .conftest import Made


@pytest.fixture
def kernel(made: Made) -> ComparingKernel:
    """Version 1 of a part that was rounded with 2 mm, and bytes that never ran, with 3 mm and a pocket."""
    kernel = comparing(made.ws)
    kernel.finds = found
    made.write("plate.py", "# r2\n")
    run(made.ws, str(made.repo / "plate.py"))
    promote(made.ws, "plate")
    made.write("plate.py", "# r3\n")
    return kernel


def found(job: FindFeatures) -> Features:
    if set(job.kinds) == set(RECOGNISED):
        pocket = Recess("pocket:1", "other", 9.0, 5.0, 2.0, False, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (7,))
        return Features(pockets=(pocket,) if b"r3" in job.brep else ())
    return Features(fillets=(Fillet("fillet:1", 3.0 if b"r3" in job.brep else 2.0, "convex", (1, 2)),))


def test_features_that_changed_are_told(made: Made, kernel: ComparingKernel) -> None:
    outcome = diff(made.ws, None, None)
    (change,) = outcome.features
    assert (change.kind, change.change) == ("fillet", "resized")
    assert [job.kinds for job in kernel.looked_for] == [QUICK, QUICK]
    (missing,) = outcome.unrecognised
    assert set(missing.kinds) == set(RECOGNISED) and "--features" in missing.reason


def test_those_that_take_seconds_are_looked_for_when_asked(made: Made, kernel: ComparingKernel) -> None:
    outcome = diff(made.ws, None, None, all_features=True)
    assert [(one.kind, one.change) for one in outcome.features] == [("pocket", "added"), ("fillet", "resized")]
    assert outcome.unrecognised == ()


def test_features_that_were_found_before_are_not_looked_for_again(made: Made, kernel: ComparingKernel) -> None:
    first = diff(made.ws, None, None)
    kernel.looked_for.clear()
    assert diff(made.ws, None, None).features == first.features
    assert kernel.looked_for == []
    made.write("plate.py", "# r3, again\n")
    diff(made.ws, None, None)
    assert [b"again" in job.brep for job in kernel.looked_for] == [True]


def test_what_only_one_side_was_looked_through_for_is_not_told(made: Made, kernel: ComparingKernel) -> None:
    def answer(job: FindFeatures) -> Features | InspectionFailed:
        return InspectionFailed("it crashed", "crash") if b"r2" in job.brep and "hole" in job.kinds else found(job)

    kernel.finds = answer
    outcome = diff(made.ws, None, None, all_features=True)
    assert [one.kind for one in outcome.features] == ["pocket"]
    (missing,) = outcome.unrecognised
    assert (missing.kinds, missing.reason) == (QUICK, "it crashed")
    assert outcome.differences is not None


def test_a_kernel_that_dies_ends_the_command(made: Made, kernel: ComparingKernel) -> None:
    def answer(job: FindFeatures) -> Features:
        raise KernelError("it is gone")

    kernel.finds = answer
    with pytest.raises(KernelError, match="gone"):
        diff(made.ws, None, None)


def test_equal_geometry_is_not_looked_through(made: Made, kernel: ComparingKernel) -> None:
    made.write("plate.py", "# r2\n")
    outcome = diff(made.ws, None, None)
    assert (outcome.features, outcome.unrecognised, kernel.looked_for) == ((), (), [])


def test_the_same_geometry_in_other_bytes_has_the_same_features(made: Made, kernel: ComparingKernel) -> None:
    kernel.subtracts = lambda job: Differences(True, "properties", iou=1.0)
    outcome = diff(made.ws, None, None)
    assert (outcome.features, outcome.unrecognised) == ((), ())
