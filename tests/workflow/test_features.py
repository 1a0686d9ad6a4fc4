"""features: the kinds are asked for in groups, and what one group cannot tell does not keep back the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cadgit.errors import ModelFailed
from cadgit.kernel.jobs import RECOGNISED, FindFeatures, InspectionFailed
from cadgit.records.features import BentSheet, Boss, Features, Fillet, HoleFeature, Pattern
from cadgit.records.sheet_metal import Bend, SheetMetal
from cadgit.workflow.features import features

from .comparing_kernel import ComparingKernel, comparing
from .conftest import Made

Z = (0.0, 0.0, 1.0)
HOLE = HoleFeature("hole:1", 5.5, 10.0, (0.0, 0.0, 0.0), (0.0, 0.0, 10.0), Z, True, (7,))
BOSS = Boss("boss:1", "round", (8.0,), 3.0, (0.0, 0.0, 10.0), Z, (9, 10))
FILLETS = (Fillet("fillet:1", 1.0, "concave", (20, 21)), Fillet("fillet:2", 3.0, "convex", (22, 30)))
SHEET = SheetMetal(
    1.0, 0.44, 2, (Bend(1.0, 90.0, 20.0, 2.26, Z, (0.0, 0.0, 0.0), "up", (20, 21), (22,)),), (40.0, 20.0), 800.0
)


def line(of: str) -> Pattern:
    return Pattern("pattern:1", "linear", of, ("x:1", "x:2", "x:3"), (3,), (8.0,), (Z,), Z)  # type: ignore[arg-type]


class Recogniser(ComparingKernel):
    """Has features of every group; `answers` may say something else."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: Callable[[FindFeatures], Features | InspectionFailed | None] = lambda job: None

    def features(self, job: FindFeatures) -> Features | InspectionFailed:
        self.asked.append(job)
        said = self.answers(job)
        if said is not None:
            return said
        if set(job.kinds) == set(RECOGNISED):
            return Features(bosses=(BOSS,), patterns=(line("boss"),))
        if "hole" in job.kinds:
            return Features(holes=(HOLE,), patterns=(line("hole"),))
        if "fillet" in job.kinds:
            return Features(fillets=FILLETS)
        return Features()

    def groups(self) -> list[tuple[str, ...]]:
        return [job.kinds for job in self.asked if isinstance(job, FindFeatures)]


@pytest.fixture
def kernel(made: Made) -> Recogniser:
    made.ws.cwd = made.repo
    made.write("plate.py", "x = 1\n")
    comparing(made.ws)
    kernel = Recogniser()
    made.ws.__dict__["kernel"] = kernel
    return kernel


def test_every_kind_is_asked_for_once_and_told_together(made: Made, kernel: Recogniser) -> None:
    outcome = features(made.ws, "plate.py")
    asked = [kind for group in kernel.groups() for kind in group]
    assert sorted(asked) == sorted(outcome.kinds) and len(kernel.groups()) == 5
    found = outcome.features
    assert found.holes == (HOLE,) and found.bosses == (BOSS,) and found.not_checked == ()
    assert outcome.subject.name == "plate #1"


def test_patterns_are_counted_through_all_groups(made: Made, kernel: Recogniser) -> None:
    found = features(made.ws, "plate.py").features.patterns
    assert [(one.name, one.of) for one in found] == [("pattern:1", "hole"), ("pattern:2", "boss")]


def test_a_recogniser_that_hangs_costs_its_kinds_and_no_others(made: Made, kernel: Recogniser) -> None:
    kernel.answers = lambda job: InspectionFailed("no answer within 60 s", "time") if "boss" in job.kinds else None
    found = features(made.ws, "plate.py").features
    assert found.holes == (HOLE,) and found.fillets and found.bosses == ()
    (missing,) = found.not_checked
    assert missing.kinds == RECOGNISED and missing.reason == "recognition took longer than 60 s"


def test_a_crash_is_told_with_its_words(made: Made, kernel: Recogniser) -> None:
    kernel.answers = lambda job: (
        InspectionFailed("the inspector's process ended with SIGSEGV", "crash") if "symmetry" in job.kinds else None
    )
    found = features(made.ws, "plate.py").features
    assert [(one.kinds, one.reason) for one in found.not_checked] == [
        (("symmetry",), "the inspector's process ended with SIGSEGV")
    ]
    assert found.bosses == (BOSS,)


def test_what_was_found_is_not_looked_for_again_and_what_failed_is(made: Made, kernel: Recogniser) -> None:
    kernel.answers = lambda job: InspectionFailed("no answer within 60 s", "time") if "boss" in job.kinds else None
    features(made.ws, "plate.py")
    kernel.asked.clear()
    kernel.answers = lambda job: None
    assert features(made.ws, "plate.py").features.bosses == (BOSS,)
    assert kernel.groups() == [RECOGNISED]


def test_only_the_groups_of_the_kinds_that_are_asked_for_are_looked_at(made: Made, kernel: Recogniser) -> None:
    found = features(made.ws, "plate.py", ("hole",)).features
    assert found == Features(holes=(HOLE,))
    assert [group[0] for group in kernel.groups()] == ["hole"]


def test_patterns_alone_are_those_of_holes_and_of_bosses(made: Made, kernel: Recogniser) -> None:
    found = features(made.ws, "plate.py", ("pattern",)).features
    assert [one.of for one in found.patterns] == ["hole", "boss"] and found.holes == found.bosses == ()


def test_the_rounds_of_a_bend_are_no_fillets(made: Made, kernel: Recogniser) -> None:
    kernel.answers = lambda job: Features(sheets=(BentSheet(1, 1, SHEET),)) if "bend" in job.kinds else None
    found = features(made.ws, "plate.py").features
    assert [(one.name, one.radius, one.faces) for one in found.fillets] == [("fillet:1", 3.0, (30,))]
    # Also where nobody asked for bends.
    assert [one.faces for one in features(made.ws, "plate.py", ("fillet",)).features.fillets] == [(30,)]


def test_a_model_that_does_not_run_has_no_features(made: Made, kernel: Recogniser) -> None:
    made.write("broken.py", "# does not run\n")
    with pytest.raises(ModelFailed, match="does not run"):
        features(made.ws, "broken.py")
