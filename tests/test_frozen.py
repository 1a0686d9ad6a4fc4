"""`frozen` against `dataclasses.dataclass(frozen=True)`, whose classes its own must be like in all that we use."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from typing import ClassVar

import pytest

from cadgit.frozen import complete_all, frozen


@frozen
class Point:
    """Two numbers, a list of names, and what belongs to the class."""

    UNIT: ClassVar[str] = "mm"
    x: float
    y: float = 0.0
    names: tuple[str, ...] = field(default_factory=tuple)

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("left of the page")


@frozen
class Named(Point):
    """Inherits fields, checks and all."""

    label: str = ""


@frozen
class Own:
    """Has a method of its own where `frozen` would make one."""

    x: int

    def __repr__(self) -> str:
        return "own"


def test_it_is_made_with_positions_names_and_defaults():
    assert dataclasses.astuple(Point(1)) == (1, 0.0, ())
    assert dataclasses.astuple(Point(1, names=("a",), y=2)) == (1, 2, ("a",))
    assert Point.UNIT == "mm"


@pytest.mark.parametrize("arguments", [(), (1, 2, (), 4)])
def test_wrong_arguments_are_a_type_error(arguments):
    with pytest.raises(TypeError):
        Point(*arguments)


def test_what_follows_the_making_is_done():
    with pytest.raises(ValueError, match="left"):
        Point(-1)


def test_equality_and_hash_go_by_the_fields_and_the_class():
    assert Point(1) == Point(1.0) and Point(1) != Point(2)
    assert hash(Point(1)) == hash(Point(1.0)) and len({Point(1), Point(1), Point(2)}) == 2
    assert Named(1) != Point(1)


def test_it_shows_its_fields():
    assert repr(Point(1)) == "Point(x=1, y=0.0, names=())"
    assert repr(Named(1, label="a")) == "Named(x=1, y=0.0, names=(), label='a')"
    assert repr(Own(1)) == "own"


@pytest.mark.parametrize("name", ["x", "other"])
def test_nothing_of_it_can_be_changed(name):
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(point, name, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        delattr(point, name)
    assert point == Point(1)


def test_the_module_dataclasses_takes_it_as_one_of_its_own():
    assert dataclasses.is_dataclass(Point)
    assert [each.name for each in dataclasses.fields(Named)] == ["x", "y", "names", "label"]
    assert dataclasses.replace(Named(1, label="a"), y=3) == Named(1, 3, label="a")


def test_it_can_be_matched_copied_and_sent():
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)
    assert copy.deepcopy(Point(1)) == pickle.loads(pickle.dumps(Point(1))) == Point(1)


def test_its_methods_are_made_with_the_first_instance():
    @frozen
    class Fresh:
        x: int

    before = Fresh.__init__
    assert Fresh(1).x == Fresh(x=1).x == 1
    assert Fresh.__init__ is not before
    assert Fresh.__init__.__code__.co_varnames[:2] == ("self", "x")


def test_all_methods_can_be_made_at_once():
    @frozen
    class Fresh:
        x: int

    before = Fresh.__init__
    complete_all()
    made = Fresh.__init__
    assert made is not before
    assert Fresh(1) == Fresh(1) and Fresh.__init__ is made


def test_a_class_without_a_docstring_costs_no_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise AssertionError("it compiles all of tokenize")

    monkeypatch.setattr(inspect, "signature", refuse)

    @frozen
    class Bare:
        pass

    assert Bare.__doc__ == "Bare" and Bare() == Bare()
