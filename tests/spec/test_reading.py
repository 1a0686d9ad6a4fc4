"""`[parts.<name>.spec]` is read whole and strictly: what is wrong is named with its line and key."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cadgit import config
from cadgit.errors import ConfigError
from cadgit.records import Box
from cadgit.spec import Cylinder, Holes, Interference, Mass, Range, Spec, Symmetry, Unchanged, Wall
from cadgit.spec.materials import MATERIALS

from .samples import EVERYTHING

PATH = Path("/repository/cadgit.toml")
HEAD = '[parts.a]\nentry = "a.py"\n\n[parts.a.spec]\n'


def read(text: str) -> Spec:
    spec = config.parse(text, PATH).parts[0].spec
    assert spec is not None
    return spec


def refused(text: str) -> ConfigError:
    settings = config.parse(text, PATH).parts[0]
    with pytest.raises(ConfigError) as caught:
        settings.spec  # noqa: B018 - a property that reads the table
    return caught.value


def test_everything_that_can_be_asked_for_is_read() -> None:
    spec = read(EVERYTHING)
    assert spec.kind is not None and spec.kind.kind == "solid"
    assert spec.size is not None and spec.size.y is None and spec.size.z == Range(None, 20.0, "<= 20")
    assert spec.mass == Mass(Range(31 - 0.31, 31 + 0.31, "31 g ± 1 %"), 7.85, "steel")
    assert spec.symmetry == (Symmetry("XZ"), Symmetry("YZ", 2.0))
    assert spec.interference == (Interference(("screw", "plate"), 0.3),)
    assert spec.keep_in[0].region.box == Box((0.0, 0.0, 0.0), (60.0, 40.0, 20.0)) and spec.keep_in[0].max_volume == 1.0
    assert spec.keep_out[0].region.cylinder == Cylinder((0.0, 0.0, 0.0), (0.0, 0.0, -1.0), 3.0, 10.0)
    assert spec.keep_out[1].region.step == "parts/motor.step"
    assert spec.unchanged == (Unchanged(2, Box((0.0, 0.0, 0.0), (10.0, 10.0, 10.0))),)
    assert spec.wall == Wall(1.2)
    first, second = spec.holes
    assert first == Holes(
        Range(5.49, 5.51, "5.5"),
        count=Range(2.0, 2.0, "2"),
        through=True,
        axis=(0.0, 0.0, 1.0),
        positions=((0.0, 0.0, 0.0), (20.0, 0.0, 0.0)),
    )
    assert second.axis == (0.0, 0.6, 0.8) and second.pitch_circle is not None


def test_a_spec_is_read_when_it_is_asked_for_and_once() -> None:
    """Most commands never ask, and reading takes as long as all else that they do."""
    settings = config.parse(EVERYTHING, PATH).parts[0]
    assert settings.spec is settings.spec is not None
    program = (
        "import sys; from pathlib import Path; from cadgit import config;"
        f"config.parse({EVERYTHING!r}, Path('/r'));"
        "print([name for name in sys.modules if name.startswith('cadgit.spec')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert done.stdout == "[]\n", done.stderr


def test_a_part_without_the_table_has_no_spec_and_an_empty_one_asks_for_nothing() -> None:
    assert config.parse('[parts.a]\nentry = "a.py"\n', PATH).parts[0].spec is None
    assert read(HEAD) == Spec()


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ('kind = "solit"', "spec.kind must be one of", ""),
        ("solids = true", "spec.solids must be a count", '"4..6"'),
        ("sise = [1, 2, 3]", "spec.sise is no key", "did you mean size?"),
        ("size = [1, 2]", "spec.size has 2 items", "write three"),
        ("size = 3", "spec.size must be three", "[60, 40"),
        ('size = [1, 2, "3 g"]', 'spec.size.z "g" is no unit of a length', "write 60"),
        ('size = ["any", "any", "any"]', "spec.size asks for nothing", "leave the line out"),
        ("size = { w = 3 }", "spec.size.w is no key", "x, y, z"),
        ('volume = "1 cm²"', 'spec.volume "cm²" is no unit of a volume; volume is in mm³, cm³ or m³', "60 mm³"),
        ('mass = "3 g"', "spec.mass needs a density or a material", "density ="),
        ('mass = "3 g"\ndensity = 1\nmaterial = "PLA"', "spec.mass needs a density or a material, not both", ""),
        ("density = 1", "spec.density says nothing without a mass", "mass ="),
        ('mass = "3 g"\nmaterial = "wood"', 'spec.material "wood" is no material', "steel"),
        ("topology = {}", "spec.topology asks for nothing", "faces"),
        ("topology = { corners = 3 }", "spec.topology.corners is no key", "vertices"),
        ("holes = [{ count = 3 }]", "spec.holes.diameter is missing", ""),
        ('holes = [{ diameter = 3, through = "yes" }]', "spec.holes.through must be true or false", ""),
        ('holes = [{ diameter = 3, axis = "w" }]', 'spec.holes.axis "w" is no axis', '"x"'),
        ("holes = [{ diameter = 3, axis = [0, 0, 0] }]", "spec.holes.axis has no direction", ""),
        ("holes = [{ diameter = 3, positions = [[1, 2]] }]", "must have three coordinates each", ""),
        ("holes = [{ diameter = 3, positions = [[1, 2, 3]], count = 2 }]", "are 1, which count = 2", ""),
        ("holes = [{ diameter = 3 }, { diameter = 4, deph = 1 }]", "spec.holes.2.deph is no key", "depth"),
        ("holes = [3]", "spec.holes must be a table", "diameter"),
        ('symmetry = "ZX"', "spec.symmetry needs a plane", "XZ"),
        ("wall = 0", "spec.wall asks for nothing", ""),
        (f"gap = {10**400}", "spec.gap must be a finite length", ""),
        (f"solids = {10**400}", "spec.solids must be a finite count", ""),
        ("gap = -1", "spec.gap must not be negative", ""),
        ('wall = "<= 1"', 'spec.wall "<= 1" is no length', '">= 1.5 mm"'),
        ('clearance = [{ between = ["a"], at_least = 1 }]', "spec.clearance.between must be the labels of two", ""),
        ('clearance = [{ between = ["a", "b"] }]', "spec.clearance.at_least is missing", ""),
        ("keep_in = { max_volume = 3 }", "spec.keep_in needs one of box, cylinder and step", ""),
        ("keep_in = { box = [[0, 0, 0], [1, 1, 0]] }", "spec.keep_in.box is empty", "lowest"),
        ("keep_in = { box = [0, 1] }", "spec.keep_in.box must be a point", ""),
        ('keep_out = { step = "../x.step" }', "spec.keep_out.step must be a path inside the repository", ""),
        ('keep_out = { step = "" }', "spec.keep_out.step is missing", ""),
        ("keep_out = { cylinder = { base = [0, 0, 0], diameter = 0, height = 1 } }", "cylinder is empty", ""),
        ('reference = { step = "a.step" }', "spec.reference.max_difference is missing", ""),
        ('unchanged = { version = "latest", outside = [[0, 0, 0], [1, 1, 1]] }', "version must be the number", "v2"),
        (f'unchanged = {{ version = "{"9" * 5000}" }}', "version must be the number", "v2"),
    ],
)
def test_what_is_wrong_is_named_with_its_key_and_what_would_be_right(line: str, message: str, hint: str) -> None:
    error = refused(HEAD + line)
    assert message in error.message
    assert error.message.startswith("cadgit.toml:")
    assert hint in error.hint


def test_what_is_quoted_is_cut_where_nobody_would_read_on() -> None:
    assert len(refused(HEAD + f'gap = "{"x" * 10_000}"').message) < 400


def test_the_line_of_a_table_in_an_array_is_that_of_the_table_that_is_meant() -> None:
    text = HEAD + '[[parts.a.spec.holes]]\ndiameter = 3\n[[parts.a.spec.holes]]\ncount = 2\ndiameter = "x"\n'
    assert refused(text).message.startswith("cadgit.toml:9: parts.a.spec.holes.2.diameter")
    one = HEAD + '[[parts.a.spec.holes]]\ndiameter = "x"\n'
    assert refused(one).message.startswith("cadgit.toml:6: parts.a.spec.holes.diameter")


def test_every_material_says_where_its_density_comes_from() -> None:
    assert all(0.5 < material.density < 25 and len(material.source) > 10 for material in MATERIALS.values())
