"""What people read of `measure`, in a pipe and at a terminal."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from cadgit.cli.output import plain, terminal
from cadgit.cli.views.measure import SHOWN, measure
from cadgit.records import (
    BodyMeasure,
    Box,
    Clearance,
    EntityMeasure,
    NamedEntity,
    OrientedBox,
    PairMeasure,
    Quantity,
    SharedVolume,
    WallMeasure,
)
from cadgit.workflow.comparison import Operand
from cadgit.workflow.measurement import MeasureOutcome, NotMeasured

CUBE = Box((-20.0, -15.0, -10.0), (20.0, 15.0, 10.0))
AXES = ((1.0, 0.0, 0.0), (0.0, 0.999996, -0.002794), (0.0, 0.002794, 0.999996))
HEAVY = BodyMeasure(
    "result", "", "volume", 24000.0, 5200.0, 0.0, 1, 6, 12, 8, 7.85, "steel", 188.4, (0.0, 1e-17, 2.0),
    ((1.0, 0.1, 1e-17), (0.1, 2.0, 0.0), (1e-17, 0.0, 3.0)), "g·mm²", (1.0, 2.0, 3.0), AXES, (), (1.5, 2.5, 3.5), CUBE,
)  # fmt: skip
LIGHT = replace(
    HEAVY, density=None, material="", mass=None, inertia_unit="mm⁵", free_axes=(0, 1),
    notes=("the density of some of its solids is not known: no mass, and moments of unit density",),
)  # fmt: skip
LID = replace(HEAVY, name="child:case/lid", label="lid")
SMALLEST = OrientedBox("result", (40.0, 30.0, 20.0), AXES, (0.0, 0.0, 0.0), 3e-7)
SUBJECT = Operand("plate #7")
BODY = MeasureOutcome(SUBJECT, "f" * 64, (HEAVY,), (SMALLEST,))
HOLE = NamedEntity("hole:1", "hole", "through", "", (0.0, 0.0, 0.0))
NAMED = NamedEntity("child:case/lid", "child", "", "lid", (0.0, 0.0, 0.0))
QUANTITIES = (
    Quantity("diameter", "mm", 8.0, None, "of the cylinder"),
    Quantity("start", "mm", None, (0.0, 0.0, -10.0), "on the axis, where the cylinder begins"),
    Quantity("axis", "", None, (0.0, 0.0, 1.0), "from start to end"),
    Quantity("angle", "°", 89.99951234, None, "between the axes, the smaller one"),
    Quantity("area", "mm²", 1234.5, None, "of the face"),
)
ENTITY = MeasureOutcome(SUBJECT, "f" * 64, entities=(EntityMeasure(HOLE, QUANTITIES, ("its wall is face:3",)),))
ENDS = ((1.0, 2.0, 3.0), (4.0, 6.0, 3.0))
DISTANCE = Quantity("distance", "mm", 5.0, None, "shortest, between their nearest points; solids are filled", ENDS)
PAIR = PairMeasure(HOLE, NAMED, (DISTANCE,), ("parallel", "coaxial"), 0.001, 0.001, False, ("a note",))
SHARED = SharedVolume(100.0, 2.5, CUBE, "mesh")
WALL = WallMeasure(1.5, 0.0, (20.0, 0.0, 5.0), (18.5, 0.0, 5.0), ("face:3", "face:7"))
MISSING = (NotMeasured("smallest wall", "no answer within 120 s"),)
APART = tuple(Clearance("child:a", f"child:{i}", "apart", float(i), (ENDS[0], ENDS[1])) for i in range(1, SHOWN + 3))
CLOSE = (
    Clearance("child:a", "child:b", "overlapping", 0.0, ENDS[:1], 169.2635, 1.9977),
    Clearance("child:a", "child:c", "touching", 0.0, ENDS),
    Clearance("child:a", "child:d", "not checked", not_checked="the time for all of them, 120 s, was over"),
    Clearance("child:b", "child:c", "apart", 3.25, ENDS),
)

OUTCOMES = {
    "a body": BODY,
    "a body without a mass": replace(BODY, bodies=(LIGHT,), boxes=()),
    "an assembly": replace(BODY, bodies=(LIGHT, LID, replace(LID, name="solid:1", mass=None))),
    "a body that was named": replace(BODY, bodies=(LID,), boxes=()),
    "an entity": ENTITY,
    "two entities": MeasureOutcome(SUBJECT, "f" * 64, between=(PAIR,)),
    "what two share": MeasureOutcome(SUBJECT, "f" * 64, between=(replace(PAIR, shared=SHARED, notes=()),)),
    "what is just not parallel": MeasureOutcome(
        SUBJECT, "f" * 64, between=(replace(PAIR, quantities=QUANTITIES[3:4], relations=(), notes=()),)
    ),
    "what touches": MeasureOutcome(
        SUBJECT, "f" * 64, between=(replace(PAIR, shared=SharedVolume(0.0, 0.0, None, "exact")),)
    ),
    "walls": MeasureOutcome(
        SUBJECT, "f" * 64, walls=(WALL, replace(WALL, at="(0, 1, 2)", error=0.01, notes=("a note",)))
    ),
    "clearances": MeasureOutcome(SUBJECT, "f" * 64, clearances=CLOSE),
    "no answer": MeasureOutcome(SUBJECT, "f" * 64, not_checked=MISSING),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_plain(name: str, snapshot: SnapshotAssertion) -> None:
    assert plain.render(measure(OUTCOMES[name])) == snapshot


@pytest.mark.parametrize("name", OUTCOMES)
def test_terminal_fits_80_columns(name: str) -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=80, color_system=None, legacy_windows=False)
    terminal.show(console, measure(OUTCOMES[name]))
    assert max(len(line.rstrip()) for line in stream.getvalue().splitlines()) <= 80


def test_of_many_the_smallest_are_shown_and_the_rest_is_counted() -> None:
    missing = tuple(NotMeasured(f"clearance {number}", "no time") for number in range(SHOWN + 5))
    text = plain.render(measure(MeasureOutcome(SUBJECT, "f" * 64, clearances=APART[::-1], not_checked=missing)))
    assert f"child:{SHOWN} " in text and f"child:{SHOWN + 1} " not in text
    assert "and 2 pairs farther apart" in text
    assert text.count("not checked:") == SHOWN and "and 5 more" in text
