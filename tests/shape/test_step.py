from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import build123d as b3d
import pytest

from cadgit.records import ManifestNode
from cadgit.shape.brep import SOLID, read_brep, shape_map, walk
from cadgit.shape.measure import bounding_box, volume_of
from cadgit.shape.part21 import read_header
from cadgit.shape.step import StepError, read_step, write_step

from . import parts
from .parts import HEADER, PARAMETERS, box, handed_over, moved, together

LABELLED = ManifestNode(
    "asm",
    children=(ManifestNode("Grundplatte_ø5", (1.0, 0.0, 0.0, 1.0)), ManifestNode("lid_'b'", (0.1, 0.2, 0.3, 1.0))),
)


def step_of(part, manifest=None, header=HEADER) -> bytes:
    return write_step(walk(read_brep(handed_over(part)), manifest)[0], header)


def pair():
    solid = box(10, 10, 10)
    return together(solid, moved(solid, 20))


def test_the_header_carries_what_it_was_given():
    header = replace(HEADER, part="Träger", parameters=PARAMETERS)
    data = step_of(parts.plain(), header=header)
    assert read_header(data) == header


def test_the_file_is_ascii_and_has_no_clock():
    data = step_of(pair(), LABELLED)
    assert data.isascii()
    assert b"'1970-01-01T00:00:00'" in data


def test_the_time_is_that_of_the_header():
    header = replace(HEADER, time_stamp=1700000000)
    data = step_of(parts.plain(), header=header)
    assert b"'2023-11-14T22:13:20'" in data
    assert read_header(data) == header


def test_geometry_comes_back_where_it_was():
    part = parts.GOOD["moved and turned"]()
    again = read_step(step_of(part))
    assert volume_of(again).size == pytest.approx(part.volume)
    assert bounding_box(again).minimum == pytest.approx(bounding_box(part.wrapped).minimum, abs=1e-5)


def test_labels_and_colours_come_back(tmp_path: Path):
    path = tmp_path / "two.step"
    path.write_bytes(step_of(pair(), LABELLED))
    again = b3d.import_step(path)
    assert again.label == "asm"
    assert [(leaf.label, tuple(round(c, 3) for c in leaf.color)) for leaf in again.leaves] == [
        ("Grundplatte_ø5", (1.0, 0.0, 0.0, 1.0)),
        ("lid_'b'", (0.1, 0.2, 0.3, 1.0)),
    ]


def test_each_body_of_a_part_has_its_colour():
    loose = b3d.Pos(0, 0, 9) * b3d.Rectangle(1, 1)
    shape = together(box(1, 1, 1), b3d.Compound([moved(box(1, 1, 1), 5), moved(box(1, 1, 1), 9), loose.face()]))
    manifest = ManifestNode("asm", children=(ManifestNode("one"), ManifestNode("several", (0.0, 0.0, 1.0, 1.0))))
    data = step_of(shape, manifest)
    styled = set(re.findall(rb"= STYLED_ITEM\('color',\(#\d+\),#(\d+)\)", data))
    kinds = [re.search(rb"#" + number + rb" = (\w+)\(", data)[1] for number in sorted(styled)]
    assert sorted(kinds) == [b"MANIFOLD_SOLID_BREP", b"MANIFOLD_SOLID_BREP", b"SHELL_BASED_SURFACE_MODEL"]
    assert shape_map(read_step(data), SOLID).Extent() == 3


def test_a_part_of_nothing_has_no_colour_to_write():
    shape = together(box(1, 1, 1), b3d.Compound([]))
    manifest = ManifestNode("asm", children=(ManifestNode("a"), ManifestNode("nil", (1.0, 0.0, 0.0, 1.0))))
    assert step_of(shape, manifest).count(b"STYLED_ITEM") == 0


def test_one_shape_under_two_labels_is_two_products_and_under_one_label_one():
    assert step_of(pair(), LABELLED).count(b"MANIFOLD_SOLID_BREP") == 2
    same = ManifestNode("asm", children=(ManifestNode("screw"), ManifestNode("screw")))
    data = step_of(pair(), same)
    assert data.count(b"MANIFOLD_SOLID_BREP") == 1
    assert shape_map(read_step(data), SOLID).Extent() == 2


def test_parts_of_nested_assemblies_stay_where_they_are():
    inner = b3d.Compound([moved(box(1, 1, 1), 5)]).moved(b3d.Location((0, 7, 0), (0, 0, 90)))
    shape = together(box(1, 1, 1), inner)
    manifest = ManifestNode("top", children=(ManifestNode("a"), ManifestNode("sub", children=(ManifestNode("b"),))))
    again = bounding_box(read_step(step_of(shape, manifest)))
    assert again.maximum == pytest.approx(bounding_box(shape).maximum, abs=1e-6)


def test_a_sketch_can_be_written():
    again = read_step(step_of(parts.sketch()))
    assert shape_map(again, SOLID).Extent() == 0
    assert bounding_box(again).size == pytest.approx((20, 10, 0), abs=1e-6)


@pytest.mark.parametrize("data", [b"", b"no step", b"ISO-10303-21;HEADER;ENDSEC;DATA;ENDSEC;END-ISO-10303-21;"])
def test_a_file_without_a_shape_is_an_error(data):
    with pytest.raises(StepError):
        read_step(data)


_CHILD = """
import sys
from cadgit.shape.brep import read_brep, walk
from cadgit.shape.step import write_step
from tests.shape.test_step import HEADER, LABELLED
sys.stdout.buffer.write(write_step(walk(read_brep(sys.stdin.buffer.read()), LABELLED)[0], HEADER))
"""


@pytest.mark.slow
def test_equal_input_gives_equal_bytes_in_fresh_processes():
    brep = handed_over(pair())
    root = Path(__file__).parents[2]

    def fresh(seed: str) -> bytes:
        env = {"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(root)}
        done = subprocess.run([sys.executable, "-c", _CHILD], input=brep, capture_output=True, env=env, check=True)
        return done.stdout

    first = fresh("1")
    assert first.startswith(b"ISO-10303-21;") and first.rstrip().endswith(b"END-ISO-10303-21;")
    assert fresh("2") == first
