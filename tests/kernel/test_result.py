"""Which object is the result, and what is handed over of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from build123d import Compound

from .models import failure_of, labels, run_script, shape_of

START = "from build123d import *\nfrom ocp_vscode import *\n"
CASES = Path(__file__).parent.parent / "cases"


def chosen(folder: Path, source: str, **job: object) -> tuple[str, float]:
    report = run_script(folder, START + source, **job)
    return report.chosen_by, round(shape_of(report).volume, 3)


# --- the order --------------------------------------------------------------------------------------------


def test_the_named_object_comes_before_everything(tmp_path: Path) -> None:
    source = "lid = Box(1, 1, 1)\nresult = Box(2, 1, 1)\nshow(result)"
    assert chosen(tmp_path, source, object="lid") == ("lid", 1)


def test_an_attribute_of_a_top_level_object_can_be_named(tmp_path: Path) -> None:
    assert chosen(tmp_path, "with BuildPart() as p:\n    Box(1, 1, 3)\n", object="p.part") == ("p.part", 3)


def test_a_name_that_is_not_there_lists_what_is(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, START + "lid = Box(1, 1, 1)", object="lit"))
    assert failure.reason == "no result"
    assert "'lit'" in failure.message and "lid" in failure.hint


def test_result_comes_before_what_was_shown(tmp_path: Path) -> None:
    assert chosen(tmp_path, "result = Box(1, 1, 1)\nshow(Box(2, 1, 1))") == ("result", 1)


def test_a_result_that_is_no_shape_yields_to_what_was_shown(tmp_path: Path) -> None:
    assert chosen(tmp_path, "result = 'saved'\nshow(Box(2, 1, 1))") == ("show", 2)
    assert chosen(tmp_path, "result = None\nshow(Box(2, 1, 1))") == ("show", 2)


def test_what_was_shown_comes_before_what_was_exported(tmp_path: Path) -> None:
    assert chosen(tmp_path, "export_step(Box(1, 1, 1), 'x.step')\nshow(Box(2, 1, 1))") == ("show", 2)


def test_what_was_exported_comes_before_what_lies_about(tmp_path: Path) -> None:
    source = "a = Box(1, 1, 1)\nb = Box(2, 1, 1)\nexport_stl(b, 'x.stl')\nexport_step(to_export=b, file_path='x.step')"
    assert chosen(tmp_path, source) == ("export_step", 2)


def test_shapes_added_to_a_mesher_are_exported(tmp_path: Path) -> None:
    source = "a = Box(1, 1, 1)\nb = Box(2, 1, 1)\nexporter = Mesher()\nexporter.add_shape(b)\nexporter.write('x.3mf')"
    assert chosen(tmp_path, source) == ("Mesher", 2)


def test_a_drawing_of_the_only_solid_does_not_take_its_place(tmp_path: Path) -> None:
    source = """
part = Box(1, 1, 1)
visible, hidden = part.project_to_viewport((0, 0, 9))
svg = ExportSVG()
svg.add_shape(visible)
"""
    assert chosen(tmp_path, source) == ("the only solid, part", 1)


def test_an_export_in_a_function_counts(tmp_path: Path) -> None:
    source = "def main():\n    part = Box(1, 2, 1)\n    export_step(part, 'x.step')\nmain()"
    assert chosen(tmp_path, source) == ("export_step", 2)


def test_the_exports_still_write_their_files(tmp_path: Path) -> None:
    run_script(tmp_path, (CASES / "exports_itself.py").read_text(encoding="utf-8"))
    assert (tmp_path / "tree/mine.step").stat().st_size > 0 and (tmp_path / "tree/mine.stl").stat().st_size > 0


def test_the_only_solid_is_the_result_beside_lines_and_sketches(tmp_path: Path) -> None:
    source = "path = Line((0, 0), (1, 1))\nface = Circle(2)\nthing = Box(1, 1, 1)\nplane = Plane.XZ"
    assert chosen(tmp_path, source) == ("the only solid, thing", 1)


def test_a_builder_and_its_aliases_count_once(tmp_path: Path) -> None:
    source = "with BuildPart() as p:\n    Box(1, 1, 1)\npart = p.part\nbody = p.part.solid()\nagain = part"
    assert chosen(tmp_path, source) == ("the only solid, p", 1)


def test_an_assembly_takes_in_its_children(tmp_path: Path) -> None:
    source = "a = Box(1, 1, 1)\nb = Pos(5, 0, 0) * Box(2, 1, 1)\nboth = Compound(children=[a, b])"
    assert chosen(tmp_path, source) == ("the only solid, both", 3)


def test_a_list_takes_in_its_items_and_the_loop_variable(tmp_path: Path) -> None:
    source = "parts = []\nfor i in range(3):\n    box = Pos(5 * i, 0, 0) * Box(1, 1, 1)\n    parts.append(box)"
    assert chosen(tmp_path, source) == ("the only solid, parts", 3)


def test_a_moved_copy_is_another_shape(tmp_path: Path) -> None:
    source = "first = Box(1, 1, 1)\nsecond = Pos(5, 0, 0) * first"
    assert failure_of(run_script(tmp_path, START + source)).reason == "ambiguous result"


def test_the_only_shape_is_the_result_when_there_is_no_solid(tmp_path: Path) -> None:
    report = run_script(tmp_path, START + "outline = Rectangle(2, 1)")
    assert report.chosen_by == "the only shape, outline"
    assert shape_of(report).area == pytest.approx(2)


def test_several_shapes_are_listed_with_their_sizes_and_the_line_to_add(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, (CASES / "ambiguous.py").read_text(encoding="utf-8")))
    assert failure.reason == "ambiguous result"
    assert "lid: Box 10 × 10 × 1 mm" in failure.message
    assert "base: Box 10 × 10 × 5 mm" in failure.message
    assert "`result = …` with the name of the finished part" in failure.hint
    assert "`result = lid + base`" in failure.hint and "`--object NAME`" in failure.hint


def test_builders_are_joined_by_what_they_made_and_lists_are_not(tmp_path: Path) -> None:
    source = """
pins = [Pos(9, 0, 0) * Box(1, 1, 1)]
with BuildPart() as base:
    Box(4, 4, 4)
lid = Pos(0, 0, 9) * Box(1, 1, 1)
"""
    assert "`result = base.part + lid`" in failure_of(run_script(tmp_path, START + source)).hint


def test_nothing_at_all_says_what_to_add(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, (CASES / "no_result.py").read_text(encoding="utf-8")))
    assert failure.reason == "no result"
    assert "result = part" in failure.hint and "show(part)" in failure.hint


def test_a_builder_that_made_nothing_is_named(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, START + "with BuildPart() as p:\n    pass"))
    assert failure.reason == "no result"
    assert "p is empty" in failure.message


def test_a_result_of_the_wrong_type_says_which_type_it_is(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, (CASES / "wrong_type.py").read_text(encoding="utf-8")))
    assert failure.reason == "wrong type"
    assert "result is a str" in failure.message


@pytest.mark.parametrize("value", ["(Box(1, 1, 1) for _ in range(2))", "[1, 2]", "Plane.XY", "Box", "{'a': 'b'}"])
def test_what_is_no_shape_is_of_the_wrong_type(tmp_path: Path, value: str) -> None:
    assert failure_of(run_script(tmp_path, START + f"result = {value}")).reason == "wrong type"


def test_points_alone_are_no_result(tmp_path: Path) -> None:
    assert failure_of(run_script(tmp_path, START + "result = Vertex(1, 2, 3)")).reason == "wrong type"


# --- what is handed over ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    ["Box(10, 10, 10) - Box(20, 20, 20)", "None", "Compound(children=[])", "ShapeList()", "[]", "BuildPart()",
     "Box(1, 1, 1) & Pos(5, 5, 5) * Box(1, 1, 1)"],
)  # fmt: skip
def test_an_empty_result_is_handed_over_as_an_empty_compound(tmp_path: Path, value: str) -> None:
    report = run_script(tmp_path, START + f"result = {value}")
    assert report.chosen_by == "result"
    shape = shape_of(report)
    assert list(shape) == [] and len(shape.faces()) == 0


@pytest.mark.parametrize(
    "value",
    ["box", "box.solid()", "box.wrapped", "ShapeList([box])", "(box,)", "{'a': box}", "{box}", "builder",
     "builder.part", "[[box]]", "Compound([box])", "box.solids()"],
)  # fmt: skip
def test_every_way_to_hold_a_solid_gives_that_solid(tmp_path: Path, value: str) -> None:
    source = "with BuildPart() as builder:\n    Box(1, 2, 3)\nbox = builder.part\n"
    shape = shape_of(run_script(tmp_path, START + source + f"result = {value}"))
    assert shape.volume == pytest.approx(6) and len(shape.solids()) == 1


def test_a_sketch_builder_gives_its_sketch_where_it_lies(tmp_path: Path) -> None:
    source = "with BuildSketch(Plane.XY.offset(5)) as result:\n    Rectangle(2, 1)"
    shape = shape_of(run_script(tmp_path, START + source))
    assert (shape.area, shape.center().Z) == pytest.approx((2, 5))


def test_a_line_builder_gives_its_curve(tmp_path: Path) -> None:
    assert (
        len(shape_of(run_script(tmp_path, START + "with BuildLine() as result:\n    Line((0, 0), (3, 0))")).edges())
        == 1
    )


def test_a_selection_of_faces_is_one_surface_and_not_an_assembly(tmp_path: Path) -> None:
    report = run_script(tmp_path, START + "result = Box(1, 1, 1).faces()")
    assert report.manifest is not None and report.manifest.children == ()
    assert len(shape_of(report).faces()) == 6


def test_shapes_of_cadquery_are_taken_by_their_methods(tmp_path: Path) -> None:
    source = """
class Workplane:
    def vals(self):
        return [Box(1, 1, 2).solid()]
class Assembly:
    name = "rig"
    def toCompound(self):
        return Compound([Box(1, 1, 1).solid()]).wrapped
"""
    assert shape_of(run_script(tmp_path / "w", START + source + "result = Workplane()")).volume == pytest.approx(2)
    report = run_script(tmp_path / "a", START + source + "result = Assembly()")
    assert labels(report.manifest) == "rig"


def test_several_objects_become_labelled_children(tmp_path: Path) -> None:
    source = "a = Box(1, 1, 1)\na.label = 'foot'\nresult = {'one': Pos(5, 0, 0) * Box(1, 1, 1), 'two': a}"
    report = run_script(tmp_path, START + source)
    assert labels(report.manifest) == ("", "one", "foot")
    assert [round(solid.center().X) for solid in shape_of(report)] == [5, 0]


def test_a_list_that_holds_itself_is_cut_off(tmp_path: Path) -> None:
    assert chosen(tmp_path, "loop = []\nloop.append(loop)\npart = Box(1, 1, 1)")[1] == 1


NESTED = """
pin = Pos(1, 0, 0) * Cylinder(1, 2)
pin.label, pin.color = "pin", Color(1, 0, 0, 0.5)
plate = Box(4, 4, 1)
plate.label = "plate"
inner = Compound(label="inner", children=[plate, pin])
inner.location = Location((0, 0, 10), (0, 0, 90))
base = Pos(-20, 0, 0) * Box(2, 2, 2)
result = Compound(label="outer", children=[inner, base])
result.location = Location((100, 0, 0))
"""


def test_an_assemblys_tree_keeps_labels_colours_and_structure(tmp_path: Path) -> None:
    report = run_script(tmp_path, START + NESTED)
    assert labels(report.manifest) == ("outer", ("inner", "plate", "pin"), "")
    assert report.manifest is not None
    assert report.manifest.children[0].children[1].color == pytest.approx((1, 0, 0, 0.5))


def test_children_stand_where_build123d_puts_them(tmp_path: Path) -> None:
    report = run_script(tmp_path, START + NESTED)
    box = shape_of(report).bounding_box()
    namespace: dict[str, Any] = {}
    exec("from build123d import *\n" + NESTED, namespace)
    expected = namespace["result"].bounding_box()
    assert tuple(box.min) == pytest.approx(tuple(expected.min), abs=1e-6)
    assert tuple(box.max) == pytest.approx(tuple(expected.max), abs=1e-6)


def test_direct_sub_shapes_are_the_children_in_order(tmp_path: Path) -> None:
    outer = shape_of(run_script(tmp_path, START + NESTED))
    first, second = list(outer)
    assert [len(first.solids()), len(second.solids())] == [2, 1]
    plate, pin = list(first)
    assert plate.volume == pytest.approx(16) and pin.volume == pytest.approx(6.28319, abs=1e-4)
    assert tuple(pin.center()) == pytest.approx((100, 1, 10), abs=1e-6), "turned and moved with its parents"


def test_a_child_that_moved_after_it_was_attached_is_where_it_is_now(tmp_path: Path) -> None:
    source = "a = Box(1, 1, 1)\nb = Box(1, 1, 1)\nresult = Compound(children=[a, b])\nb.position = (7, 0, 0)"
    box = shape_of(run_script(tmp_path, START + source)).bounding_box()
    assert tuple(box.size) == pytest.approx((8, 1, 1))


@pytest.mark.parametrize(
    "change",
    ["Pos(1, 2, 3) * result", "Rot(0, 90, 0) * result", "result.mirror(Plane.XZ)", "result.mirror(Plane.YZ)",
     "result.translate((1, 2, 3))", "result.rotate(Axis.X, 30)", "copy.deepcopy(result)", "result.clean()"],
)  # fmt: skip
def test_a_changed_copy_of_an_assembly_stands_where_build123d_puts_it(tmp_path: Path, change: str) -> None:
    source = f"{NESTED}\nimport copy\nresult = {change}"
    report = run_script(tmp_path, START + source)
    namespace: dict[str, Any] = {}
    exec("from build123d import *\n" + source, namespace)
    expected = Compound(namespace["result"].wrapped).solids()
    found = shape_of(report).solids()
    assert [tuple(solid.center()) for solid in found] == [pytest.approx(tuple(s.center()), abs=1e-6) for s in expected]
    assert labels(report.manifest)[0] == "outer"
    assert [len(list(child.solids())) for child in shape_of(report)] == [2, 1]


def test_loose_lines_and_sketches_beside_a_solid_are_left_out_and_named(tmp_path: Path) -> None:
    source = "part = Box(1, 1, 1)\npath = Line((0, 0), (9, 9))\nface = Circle(20)\nshow(part, path, face)"
    report = run_script(tmp_path, START + source)
    assert tuple(shape_of(report).bounding_box().size) == pytest.approx((1, 1, 1))
    assert report.left_out == ("path: 1 edge", "face: 1 face")


def test_loose_faces_inside_a_compound_are_left_out_too(tmp_path: Path) -> None:
    source = "result = Compound([Box(1, 1, 1).solid(), Circle(20).face(), Line((0, 0), (9, 9)).edge()])"
    report = run_script(tmp_path, START + source)
    assert len(shape_of(report).faces()) == 6
    assert report.left_out == ("result: 1 face, 1 edge",)


def test_lines_beside_a_sketch_are_left_out(tmp_path: Path) -> None:
    report = run_script(tmp_path, START + "show(Circle(2), Line((0, 0), (9, 9)))")
    assert report.left_out == ("1 edge",)
    assert len(shape_of(report).edges()) == 1


def test_an_open_shell_is_handed_over_as_it_is(tmp_path: Path) -> None:
    shape = shape_of(run_script(tmp_path, (CASES / "open_shell.py").read_text(encoding="utf-8")))
    assert len(shape.faces()) == 5 and shape.solids() == []


def test_an_orientation_that_points_inward_is_not_mended(tmp_path: Path) -> None:
    assert shape_of(
        run_script(tmp_path, (CASES / "inside_out.py").read_text(encoding="utf-8"))
    ).volume == pytest.approx(-1000)
