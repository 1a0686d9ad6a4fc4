"""What holds for every value: a round trip through the tree, and no way out of literals."""

from __future__ import annotations

import ast
import math

from hypothesis import given
from hypothesis import strategies as st

from cadgit import parameters
from cadgit.errors import ParameterError
from cadgit.parameters.values import parse_value

numbers = st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = numbers | st.booleans() | st.none() | texts
literals = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple) | st.dictionaries(texts, inner, max_size=4)
    ),
    max_leaves=12,
)


def run(source: str, *items: str) -> object:
    """The value of x after running the source with overrides."""
    data = source.encode()
    tree = parameters.apply(ast.parse(data), parameters.overrides(data, items))
    namespace: dict[str, object] = {}
    exec(compile(tree, "model.py", "exec"), namespace)
    return namespace["x"]


@given(numbers)
def test_every_number_reaches_a_float(value: float) -> None:
    found = run("x = 1.5", f"x={value!r}")
    assert type(found) is float and found == float(value)


@given(texts)
def test_every_text_reaches_a_string_in_quotes_and_without(value: str) -> None:
    assert run("x = 'a'", f"x={value!r}") == value
    if value.strip()[:1] not in ("'", '"'):
        assert run("x = 'a'", f"x={value}") == value


@given(literals)
def test_every_literal_reaches_a_name_that_was_none(value: object) -> None:
    assert run("x = None", f"x={value!r}") == value


@given(st.lists(literals, max_size=5))
def test_every_list_reaches_a_list_and_a_tuple(value: list[object]) -> None:
    assert run("x = [1]", f"x={value!r}") == value
    assert run("x = (1,)", f"x={value!r}") == tuple(value)


@given(literals, literals)
def test_an_override_in_an_unpacking_leaves_its_neighbour(value: object, neighbour: object) -> None:
    source = f"y, x = None, {neighbour!r}"
    data = source.encode()
    tree = parameters.apply(ast.parse(data), parameters.overrides(data, [f"y={value!r}"]))
    namespace: dict[str, object] = {}
    exec(compile(tree, "model.py", "exec"), namespace)
    assert (namespace["y"], namespace["x"]) == (value, neighbour)


@given(literals)
def test_every_literal_is_found_and_its_text_means_it(value: object) -> None:
    (found,) = parameters.find(f"x = {value!r}".encode())
    assert ast.literal_eval(found.text) == value
    assert found.settable


@given(st.text())
def test_no_text_does_more_than_be_taken_or_refused(text: str) -> None:
    for source in (b"x = 1.5", b"x = 'a'", b"x = True", b"x = [1]", b"x = None"):
        try:
            expression = parameters.override(source, "x", text).expression
        except ParameterError:
            continue
        # What was taken is a literal: it is taken again, and means the same.
        assert ast.unparse(parse_value("x", expression)) == expression


@given(st.text(alphabet="0123456789.+-*/%() eMCIN", max_size=30))
def test_arithmetic_that_is_taken_is_what_python_computes(text: str) -> None:
    try:
        override = parameters.override(b"x = 1.5", "x", text)
    except ParameterError:
        return
    tree = parameters.apply(ast.parse("x = 1.5"), [override])
    namespace: dict[str, float] = {}
    exec(compile(tree, "model.py", "exec"), namespace)
    assert math.isfinite(namespace["x"])


@given(st.binary())
def test_no_bytes_make_find_fail(data: bytes) -> None:
    assert isinstance(parameters.find(data), tuple)


@given(st.lists(st.text(alphabet="ab=1 ", max_size=6), max_size=5))
def test_assignments_come_back_or_are_refused(items: list[str]) -> None:
    try:
        pairs = parameters.parse_assignments(items)
    except ParameterError:
        return
    assert len(pairs) == len(items)
    assert {f"{name}={value}" for name, value in pairs} == {
        f"{item.partition('=')[0].strip()}={item.partition('=')[2]}" for item in items
    }
