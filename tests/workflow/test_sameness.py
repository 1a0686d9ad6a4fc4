"""What counts as the same part under other versions, and what is said to have changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cadgit.records import Box, Environment, Font, Geometry
from cadgit.workflow.measures import moved, side_by_side
from cadgit.workflow.sameness import environment_changes, near

from .conftest import ENVIRONMENT, box


@pytest.mark.parametrize(
    ("after", "same"),
    [
        (box(1, 2, 3), True),
        (box(1.00009, 2, 3), True),
        (box(1.0002, 2, 3), False),
        (replace(box(1, 2, 3), faces=7), True),  # faces may be cut otherwise
        (replace(box(1, 2, 3), solids=2), False),
        (replace(box(1, 2, 3), kind="assembly"), False),
        (replace(box(1, 2, 3), box=Box((1.0, 0.0, 0.0), (2.0, 2.0, 3.0))), False),
        (replace(box(1, 2, 3), centre_of_mass=(0.6, 1.0, 1.5)), False),
        (replace(box(1, 2, 3), area=23.0), False),
        (replace(box(1, 2, 3), box=None), False),
    ],
)
def test_the_same_part_has_the_same_solids_measures_and_place(after: Geometry, same: bool) -> None:
    assert near(box(1, 2, 3), after) is same


def test_measures_stand_side_by_side_and_only_what_moved_is_named() -> None:
    before, after = box(1, 2, 3), replace(box(1, 2, 6), faces=8)
    names = [measure.name for measure in side_by_side(before, after)]
    assert names == ["volume", "area", "size x", "size y", "size z", "solids", "faces", "edges", "vertices"]
    assert [m.name for m in moved(side_by_side(before, after), 1e-5)] == ["volume", "area", "size z", "faces"]
    sketch = replace(before, kind="sketch", volume=0.0, solids=0)
    assert "volume" not in [measure.name for measure in side_by_side(sketch, sketch)]
    assert side_by_side(before, after)[0].change == 0.5


def test_changes_of_the_environment_are_named() -> None:
    font = Font("Arial", "Arial", "/a.ttf", "1" * 64)
    before = replace(ENVIRONMENT, distributions=("build123d==0.13.0", "numpy==2.3.0", "ezdxf==1"), fonts=(font,))
    after = Environment(
        *("3.12", "0.14.0", "8.0.1", "8.0.0", "linux"),
        distributions=("build123d==0.14.0", "numpy==2.4.0", "svg==2"),
        fonts=(replace(font, family="Liberation Sans", sha256="2" * 64),),
    )
    assert environment_changes(before, after) == (
        *("Python 3.11 → 3.12", "build123d 0.13.0 → 0.14.0", "ezdxf 1 → not there", "numpy 2.3.0 → 2.4.0"),
        *("svg not there → 2", "font Arial Arial → Liberation Sans, another file"),
    )
    assert environment_changes(before, before) == ()
    assert environment_changes(replace(before, distributions=()), before) == ()
