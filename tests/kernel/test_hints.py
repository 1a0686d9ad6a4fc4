"""Each hint is tried on the failure that it is for, provoked for real."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.kernel.model import hints
from cadgit.records import Failure

from .models import failure_of, run_script

START = "from build123d import *\nbox = Box(10, 10, 10)\nempty = Box(1, 1, 1) - Box(2, 2, 2)\n"
OPEN = "Polyline((0, 0), (10, 0), (10, 10))"
BENT = "Polyline((0, 0, 0), (10, 0, 0), (10, 10, 5), (0, 10, -3), (0, 0, 0))"

#: The failing lines, and words of the advice for them.
FAILURES = [
    # fillets and chamfers
    ("fillet(box.edges(), 6)", "max_fillet"),
    ("box.max_fillet(box.edges(), max_iterations=2)", "max_iterations=20"),
    ("chamfer(box.edges(), 6)", "shorter"),
    ("fillet(box.edges().filter_by(GeomType.CIRCLE), 1)", "no edges were selected"),
    ("fillet(empty.edges(), 1)", "no edges were selected"),
    ("fillet([Edge.make_line((50, 5, 5), (60, 6, 6))], 1)", "belong to no solid"),
    ("box.fillet(1, [Edge.make_line((50, 5, 5), (60, 6, 6))])", "do not belong to the body"),
    ("with BuildSketch() as s:\n    Rectangle(10, 10)\n    fillet(s.vertices(), 6)", "half of the shorter"),
    ("with BuildSketch() as s:\n    Rectangle(10, 10)\n    fillet(s.edges(), 1)", "sketch.vertices()"),
    ("box.edges().filter_by(GeomType.CIRCLE).sort_by(Axis.Z)[-1]", "its filter fits nothing"),
    ("box.faces().group_by(Axis.Z)[5]", "its filter fits nothing"),
    # faces from lines
    (f"make_face({OPEN})", "gap"),
    (f"make_face({BENT})", "one plane"),
    ("Circle(0)", "a size is 0"),
    ("Helix(0, 1, 1)", "a size is 0"),
    ("Wire([Edge.make_line((0, 0), (1, 0)), Edge.make_line((5, 5), (6, 6))])", "do not meet"),
    ("with BuildSketch():\n    make_face()", "needs lines"),
    # extrude, revolve, sweep, loft, offset
    ("extrude(amount=5)", "nothing to extrude"),
    ("with BuildPart():\n    with BuildLine():\n        Line((0, 0), (1, 0))\n    extrude(amount=3)", "make_face()"),
    ("extrude(Rectangle(1, 1))", "amount=5"),
    ("with BuildPart() as p:\n    Box(1, 1, 1)\n    extrude(p.faces().sort_by(Axis.Z)[-1], until=Until.NEXT)",
     "nothing to extrude up to"),
    ("Hole(5)", "no part to go through"),
    ("sweep(Circle(1))", "needs a path"),
    ("with BuildPart():\n    with BuildLine():\n        Line((0, 0), (1, 1))\n    sweep()", "needs a sketch"),
    ("loft(Rectangle(1, 1), Pos(0, 0, 5) * Rectangle(1, 1))", "one list"),
    ("revolve(Pos(0.5, 0, 0) * Circle(1), Axis.Y, 360)", "one side of the axis"),
    ("offset(box, amount=-6)", "nothing is left after this offset"),
    ("offset(Rectangle(10, 10), amount=-6)", "nothing is left after this offset"),
    ("draft(box.faces(), Plane.XY, 89)", "smaller angle"),
    # sizes and points
    ("Cone(1, 1, 1)", "Cylinder"),
    ("Box(1e150, 1, 1)", "too large"),
    ("Box(0, 10, 10)", "0 or negative"),
    ("Cylinder(-1, 10)", "0 or negative"),
    ("ThreePointArc((0, 0), (1, 0), (2, 0))", "on one line"),
    ("Line((0, 0), (0, 0))", "are the same"),
    ("Polyline((0, 0), (0, 0), (1, 1))", "are the same"),
    # empty shapes
    ("Rectangle(1, 1) + box", "a sketch met a solid"),
    ("Shell([])", "empty or of the wrong kind"),
    ("Compound(children=[]).wrapped", "this shape is empty"),
    ("box.split(Plane.XY.offset(50)).volume", "there is no shape here"),
    ("Pos(1, 2, 3) * None", "there is no shape here"),
    # builders
    ("fillet(radius=1)", "needs to be told what to work on"),
    ("add(box)", "needs to be told what to work on"),
    ("offset(amount=1)", "needs to be told what to work on"),
    ("with BuildPart():\n    Rectangle(1, 1)", "Rectangle belongs into a `with BuildSketch():` block"),
    ("with BuildPart() as p:\n    Box(1, 1, 1)\np.volume", "p.part"),
    # types
    ("box.faces().area", "list of shapes"),
    ("box.edges().fillet(1)", "fillet(edges, 1)"),
    ("box.export_step('x.step')", '`export_step(part, "file")`'),
    ("box.show()", "from ocp_vscode import show"),
    ('box.faces(">Z")', "CadQuery"),
    ("cq.Workplane('XY')", "CadQuery"),
    ("Workplanes(Plane.XY)", "with BuildPart(Plane.XZ):"),
    ("Box(10 * mm, 1, 1)", "MM, CM"),
    ("Compound.make_compound([box])", "`Compound(shapes)`"),
    ("Vector(1, 2, 3).to_tuple()", "`tuple(vector)`"),
    ("box.center().x", "X, Y and Z"),
    ("Box(10, 10, 10, Align.MIN)", "align=Align.MIN"),
    ("Box(10, 10, 10, centered=True)", "align="),
    ("Box('10', 10, 10)", "wrong type"),
    ("box.translate(1, 0, 0)", "one vector"),
    ("box.rotate(Axis.Z)", "rotate(Axis.Z, 90)"),
    ("box * Pos(1, 2, 3)", "the place comes first"),
    ("box - Rectangle(1, 1)", "extrude it first"),
    # the rest
    ("export_step(box, 'nodir/x.step')", "mkdir"),
    ("import no_such_module", "inputs"),
    ("import no_such_module", "cadgit doctor"),
    ("draw = Line\ndraw((0, 0), (0, 0))", "OCCT could not build this"),
    ("def f():\n    f()\nf()", "calls itself"),
]  # fmt: skip


@pytest.fixture(scope="module")
def failures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Failure]:
    """Every failure above, provoked once."""
    folder = tmp_path_factory.mktemp("failures")
    return {source: failure_of(run_script(folder, START + source)) for source, _ in FAILURES}


@pytest.mark.parametrize(("source", "words"), FAILURES, ids=[source for source, _ in FAILURES])
def test_the_failure_gets_this_advice(failures: dict[str, Failure], source: str, words: str) -> None:
    assert words in failures[source].hint, failures[source].message


def test_every_rule_is_provoked_by_a_failure_above(failures: dict[str, Failure]) -> None:
    # What a rule takes over from the exception's text differs from case to case, so what is fixed is compared.
    unused = [
        rule.advice
        for rule in hints.RULES
        if not any(
            rule.advice.partition("{")[0] in failure.hint and rule.advice.rpartition("}")[2] in failure.hint
            for failure in failures.values()
        )
    ]
    assert unused == []


def test_an_exception_that_says_it_all_gets_no_advice(tmp_path: Path) -> None:
    assert failure_of(run_script(tmp_path, "raise ValueError('the lid needs two screws')")).hint == ""


def test_an_assertion_of_the_model_is_not_taken_for_an_empty_shape(tmp_path: Path) -> None:
    assert failure_of(run_script(tmp_path, START + "assert box.volume < 1")).hint == ""
