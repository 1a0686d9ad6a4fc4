"""`-P` replaces what it names, refuses what it cannot replace, and says where it stands."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

from cadgit import parameters
from cadgit.errors import ParameterError
from cadgit.records import Override

CASE = (Path(__file__).parent.parent / "cases" / "parameters.py").read_bytes()


def values(source: bytes, *overrides: Override) -> dict[str, object]:
    """What the top-level names are after running the source with these overrides."""
    tree = parameters.apply(ast.parse(source), overrides)
    namespace: dict[str, object] = {"MM": 1, "CM": 10, "IN": 25.4}
    exec(compile(tree, "model.py", "exec"), namespace)
    return namespace


def refused(source: bytes, name: str, value: str) -> ParameterError:
    with pytest.raises(ParameterError) as caught:
        parameters.override(source, name, value)
    return caught.value


# --- finding ----------------------------------------------------------------------------------------------


def test_the_case_s_parameters_are_found_with_line_text_and_kind() -> None:
    found = parameters.find(CASE)
    assert [(p.name, p.line, p.text, p.kind) for p in found] == [
        ("width", 3, "40.0", "float"),
        ("height", 4, "10", "int"),
        ("name", 5, '"bracket"', "str"),
        ("rounded", 6, "True", "bool"),
        ("holes", 7, "[(-10, 0), (10, 0)]", "list"),
    ]
    assert all(p.settable and not p.unit for p in found)


@pytest.mark.parametrize(
    ("line", "kind", "unit", "number"),
    [
        ("x = 1.5", "float", "", 1.5),
        ("x = -3", "int", "", -3),
        ("x = +3.0", "float", "", 3),
        ("x = 2 * 5", "int", "", 10),
        ("x = 10 / 4", "float", "", 2.5),
        ("x = 2 ** 0.5", "float", "", 2**0.5),
        ("x = 9 ** 9 ** 9", "int", "", None),
        ("x = 1e999", "float", "", None),
        ("x = 40 * MM", "float", "MM", 40),
        ("x = 1.5 * IN + 3 * MM", "float", "IN", 1.5 + 3 / 25.4),
        ("x = -(3 + 1) * CM", "float", "CM", -4),
        ("x: float = 3", "float", "", 3),
        ("x: int = 3", "int", "", 3),
        ("x = ''", "str", "", None),
        ("x = None", "none", "", None),
        ("x = True", "bool", "", None),
        ("x = (1, 2 * IN)", "tuple", "IN", None),
        ("x = [1, 'a', [None]]", "list", "", None),
        ("x = {'a': 1, 2: (3,)}", "dict", "", None),
        ("import build123d as bd\nx = 3 * bd.CM", "float", "CM", 3),
        ("from build123d import IN as INCH\nx = 3 * INCH", "float", "IN", 3),
        ("with open('f') as f:\n    x = 3", "int", "", 3),
        ("if __name__ == '__main__':\n    x = 3", "int", "", 3),
    ],
)
def test_this_is_a_parameter(line: str, kind: str, unit: str, number: float | None) -> None:
    (found,) = [p for p in parameters.find(line.encode()) if p.name == "x"]
    assert (found.kind, found.unit, found.settable) == (kind, unit, True)
    assert found.number == (None if number is None else pytest.approx(number, rel=1e-12))


@pytest.mark.parametrize(
    ("value", "number"),
    [("x=5*IN", 5), ("x=5*CM", 50 / 25.4), ("x=2*(1 + 1)*IN", 4), ("y=[1]", None), ("z=True", None)],
)
def test_a_value_comes_to_a_number_in_the_unit_of_the_source(value: str, number: float | None) -> None:
    source = b"x = 3 * IN\ny = None\nz = False"
    (chosen,) = parameters.overrides(source, [value])
    (parameter,) = [p for p in parameters.find(source) if p.name == chosen.name]
    found = parameters.number(parameter, chosen)
    assert found == (None if number is None else pytest.approx(number, rel=1e-12))


@pytest.mark.parametrize(
    "line",
    [
        "x = y",
        "x = f()",
        "x = f'{3}'",
        "x = {1, 2}",
        "x = [y]",
        "x = {**{}}",
        "x = 3 if y else 4",
        "x = not 3",
        "x = 1 << 3",
        "x = 'a' * 3",
        "x = 2 * pi",
        "M = 5\nx = 3 * M",
        "x = 3 * other.MM",
        "x: float",
        "x += 3",
        "for x in (1, 2): pass",
        "[x for x in (1, 2)]",
        "x, y = 3",
        "x, *y = 1, 2, 3",
        "x = b'bytes'",
        "x = 3j",
        "x = ...",
        "x.y = 3",
        "x[0] = 3",
        "def x(): pass",
        "import x",
        "x = " + " + ".join(["1"] * 900),
    ],
)
def test_this_is_none(line: str) -> None:
    assert "x" not in [p.name for p in parameters.find(line.encode())]


def test_names_with_two_underscores_are_python_s() -> None:
    assert parameters.find(b"__version__ = '1'") == ()


@pytest.mark.parametrize("source", [b"x = (", b"\0", b"", b"x = 1" + b"(" * 500])
def test_a_source_that_does_not_compile_has_no_parameters(source: bytes) -> None:
    assert parameters.find(source) == ()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("x = 'ä' # 3".encode(), "'ä'"),
        (b"\xef\xbb\xbfx = 40*MM\r\n", "40*MM"),
        ("# coding: latin-1\nx = 'ä'".encode("latin-1"), "'ä'"),
        (b"x = [\n  1,\n  2]", "[1, 2]"),
        (b"a = 1\r\rx = 2", "2"),
    ],
)
def test_the_text_is_that_of_the_source_in_any_encoding(source: bytes, text: str) -> None:
    assert parameters.find(source)[-1].text == text


# --- overriding -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "expression"),
    [
        ("width", "50", "50.0"),
        ("width", "-50", "-50.0"),
        ("width", " 50.5 ", "50.5"),
        ("width", "1e2", "100.0"),
        ("width", "5*CM", "5 * CM"),
        ("width", "(1 + 1) * IN", "(1 + 1) * IN"),
        ("height", "12.5", "12.5"),
        ("height", "12", "12"),
        ("rounded", "false", "False"),
        ("rounded", "True", "True"),
        ("rounded", "1", "True"),
        ("rounded", "off", "False"),
        ("name", "x y", "'x y'"),
        ("name", '"x y"', "'x y'"),
        ("name", "'", '"\'"'),
        ("name", "", "''"),
        ("name", "40", "'40'"),
        ("holes", "[(0, 0)]", "[(0, 0)]"),
        ("holes", "(0, 0), (1, 1)", "[(0, 0), (1, 1)]"),
        ("holes", "[]", "[]"),
    ],
)
def test_a_value_that_fits_is_taken(name: str, value: str, expression: str) -> None:
    assert parameters.override(CASE, name, value) == Override(name, expression)


def test_overrides_change_what_the_model_sees_and_nothing_else() -> None:
    source = b"width = 40.0\nholes = [(1, 2)]\nlabel = None\nsize = (1, 2)\narea = width * 2"
    chosen = parameters.overrides(source, ["width=5*CM", "holes=[(0, 1*IN)]", "label='x'", "size=3,4,5"])
    found = values(source, *chosen)
    assert found["width"] == 50
    assert found["holes"] == [(0, 25.4)]
    assert found["label"] == "x"
    assert found["size"] == (3, 4, 5)
    assert found["area"] == 100
    assert values(source)["width"] == 40.0


def test_a_unit_needs_no_import_in_the_model() -> None:
    tree = parameters.apply(ast.parse("x = 1.0"), [Override("x", "2 * CM")])
    namespace: dict[str, object] = {}
    exec(compile(tree, "model.py", "exec"), namespace)
    assert namespace["x"] == 20


@pytest.mark.parametrize(
    ("value", "expression"),
    [("6*cm", "6 * CM"), ("60*mm + 1*m", "60 * MM + 1 * M"), ("2*Ft", "2 * FT"), ("-mm", "-MM")],
)
def test_units_may_be_in_lower_case_and_make_the_same_candidate(value: str, expression: str) -> None:
    assert parameters.override(CASE, "width", value).expression == expression
    holes = parameters.override(CASE, "holes", f"[({value}, 'mm')]").expression
    assert holes == f"[({expression}, 'mm')]"


def test_the_inch_in_lower_case_is_no_python_and_the_message_says_so() -> None:
    error = refused(CASE, "width", "2*in")
    assert error.message.endswith('"2*in" is no float: `in` is a word of Python; the inch is IN')
    assert "IN" not in refused(CASE, "width", "2*inner(").message


def test_one_element_of_a_tuple_unpacking_is_replaced() -> None:
    source = b"a, (b, c) = 1, [2 * MM, 'x']\n[d, e] = 3, f()\ndef f(): return 1\n"
    source = source.replace(b"f()\ndef f(): return 1", b"len('x')")
    chosen = [parameters.override(source, n, v) for n, v in (("a", "10"), ("b", "20"), ("c", "y"), ("d", "30"))]
    found = values(source, *chosen)
    assert [found[name] for name in "abcde"] == [10, 20, "y", 30, 1]


def test_line_numbers_stay_those_of_the_source() -> None:
    source = b"x = [\n1,\n2]\ny = 1 / 0\n"
    tree = parameters.apply(ast.parse(source), [Override("x", "[1, [2, 3 * CM]]")])
    with pytest.raises(ZeroDivisionError) as caught:
        exec(compile(tree, "model.py", "exec"), {})
    assert caught.tb.tb_next is not None and caught.tb.tb_next.tb_lineno == 4
    lines = {node.lineno for node in ast.walk(tree.body[0]) if hasattr(node, "lineno")}
    assert lines == {1}


@pytest.mark.parametrize(
    "value", ["abc", "true", "", "[1]", "'40'", "None", "40 mm", "__import__('os').getcwd()", "x.y"]
)
def test_what_is_no_number_is_refused_as_no_float(value: str) -> None:
    assert "is no float" in refused(CASE, "width", value).message


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("9**9**9", "too large"),
        ("2**10**10", "too large"),
        ("1e999", "not finite"),
        ("1e308 * 10", "not finite"),
        ("(-8) ** 0.5", "not finite"),
        ("1/0", "division by zero"),
        ("1 % 0", "division by zero"),
        ("5 * INCH", "INCH is no unit"),
        ("1 << 3", "only + -"),
        ("~1", "only literals"),
        ("(lambda: 1)()", "only literals"),
        ("+".join(["1"] * 100), "too deep"),
        ("-" * 9000 + "1", "is no float"),
        ("(" * 300 + "1" + ")" * 300, "is no float"),
        ("1" * 5000, "is no float"),
        ("1" * 20000, "more than 10000 characters"),
    ],
)
def test_no_value_can_stall_or_run_anything(value: str, why: str) -> None:
    error = refused(CASE, "width", value)
    assert why in str(error)
    assert len(error.message) < 300


@pytest.mark.parametrize(
    ("name", "value", "kind"), [("rounded", "2", "bool"), ("holes", "3", "list"), ("holes", "{}", "list")]
)
def test_a_value_of_another_kind_is_refused(name: str, value: str, kind: str) -> None:
    assert f"is no {kind}" in refused(CASE, name, value).message


def test_a_dict_takes_a_dict_and_no_unpacking() -> None:
    source = b"sizes = {'a': 1}"
    assert parameters.override(source, "sizes", "{'a': 2, 'b': [3]}").expression == "{'a': 2, 'b': [3]}"
    assert "is no dict" in refused(source, "sizes", "[1]").message
    assert "is no dict" in refused(source, "sizes", "{**{}}").message


def test_a_misspelt_name_is_refused_with_the_right_one() -> None:
    error = refused(CASE, "widht", "50")
    assert "no top-level name widht" in error.message
    assert error.hint == "did you mean width?"


def test_a_name_like_no_other_is_refused_with_all_there_are() -> None:
    assert refused(CASE, "zzz", "50").hint == "it has width, height, name, rounded, holes"


def test_where_the_source_has_another_unit_a_bare_number_is_refused() -> None:
    source = b"width = 3 * IN\nsize = (1 * IN, 2 * IN)\nplain = 4 * MM"
    error = refused(source, "width", "4")
    assert "line 1 has 3 * IN" in error.message
    assert error.hint == "name the unit: width=4*IN, or width=4*MM"
    assert parameters.override(source, "width", "4*MM").expression == "4 * MM"
    assert "could mean IN or mm" in refused(source, "size", "(1, 2)").message
    assert parameters.override(source, "plain", "4").expression == "4.0"


@pytest.mark.parametrize(
    ("source", "where"),
    [
        ("x = 3\n\nx = 4", "bound at line 1 and again at line 3"),
        ("x = 3\nx += 1\nx -= 1", "again at line 2, 3"),
        ("x = 3\nfor x in (1, 2): pass", "again at line 2"),
        ("x = 3\nif y:\n    x = 4", "again at line 3"),
        ("x = 3\nwith y as x: pass", "again at line 2"),
        ("x = 3\ndef f():\n    global x\n    x = 4", "again at line 4"),
        ("x = 3\ny = [x := 4]", "again at line 2"),
        ("x = 3\ny = [(x := i) for i in z]", "again at line 2"),
        ("x = 3\ndel x", "again at line 2"),
        ("x = 3\ndef x(): pass", "again at line 2"),
        ("x = 3\nfrom sizes import x", "again at line 2"),
        ("x = 3\nimport x.y", "again at line 2"),
        ("x = 3\nx, y = f()", "again at line 2"),
        ("x = 3\ntry:\n    pass\nexcept OSError as x:\n    pass", "again at line 4"),
        ("x = 3\nmatch y:\n    case [x, *z]: pass", "again at line 3"),
        ("x = 3\nmatch y:\n    case {'a': 1, **x}: pass", "again at line 3"),
        ("x = y = 3", "line 1 binds several names to one value (x = y)"),
        ("\nx = y * 2", "x at line 2 is computed (y * 2)"),
        ("for x in (1, 2): pass", "x at line 1 is not bound to a literal"),
        ("def f(a, *, x=3): pass", "only an argument of f() at line 1"),
        ("async def f(x=3, /): pass", "only an argument of f() at line 1"),
        ("def f():\n    x = 3", "only bound inside f() at line 2"),
        ("class Box:\n    y = 1\n    x: float = 3", "only a field of class Box at line 3"),
        ("class Box:\n    x = 3", "only a field of class Box at line 2"),
        ("x = " + " + ".join(["1"] * 900), "x at line 1 is computed"),
        ("y = 3", "no top-level name x"),
        ("x = (", "does not compile (line 1)"),
    ],
)
def test_a_name_that_cannot_be_replaced_is_refused_and_says_where(source: str, where: str) -> None:
    assert where in refused(source.encode(), "x", "3").message


@pytest.mark.parametrize(
    "source",
    ["x = 3\nx[0] = 4", "x = 3\ny = [x for x in z]", "x = 3\ndef f():\n    x = 4", "x = 3\nx.y = 4", "x: int\nx = 3"],
)
def test_what_does_not_bind_the_name_again_is_no_hindrance(source: str) -> None:
    assert parameters.override(source.encode(), "x", "5").expression == "5"


def test_apply_refuses_what_has_no_place_in_the_tree() -> None:
    with pytest.raises(ParameterError, match="no top-level name y"):
        parameters.apply(ast.parse("x = 3"), [Override("y", "3")])
    with pytest.raises(ParameterError, match="again at line 2"):
        parameters.apply(ast.parse("x = 3\nx = 4"), [Override("x", "3")])
    with pytest.raises(ParameterError, match="is no value"):
        parameters.apply(ast.parse("x = 3"), [Override("x", "__import__('os')")])


def test_identifiers_are_compared_as_python_compares_them() -> None:
    assert parameters.override("größe = 3".encode(), "gro\u0308ße", "4") == Override("größe", "4")


# --- the command line -------------------------------------------------------------------------------------


def test_assignments_are_split_at_the_first_equals_sign_and_sorted() -> None:
    items = ["b=x=y", " a = 3"]
    assert parameters.parse_assignments(items) == (("a", " 3"), ("b", "x=y"))


@pytest.mark.parametrize("item", ["width", "=3", "", "2a=3", "a.b=3", "a b=3"])
def test_what_is_no_assignment_is_refused(item: str) -> None:
    with pytest.raises(ParameterError, match="takes name=value"):
        parameters.parse_assignments([item])


def test_a_name_given_twice_is_refused() -> None:
    with pytest.raises(ParameterError, match="width is given twice: 1 and 2"):
        parameters.parse_assignments(["width=1", "width=2"])


def test_units_are_those_of_build123d() -> None:
    # Importing build123d takes seconds, so its constants are read from its source.
    spec = importlib.util.find_spec("build123d")
    assert spec is not None and spec.submodule_search_locations
    source = (Path(spec.submodule_search_locations[0]) / "build_constants.py").read_text(encoding="utf-8")
    assigned = [node for node in ast.parse(source).body if isinstance(node, ast.Assign)]
    units = [node for node in assigned if ast.unparse(node.targets[0]) in parameters.UNITS]
    namespace: dict[str, object] = {}
    exec(compile(ast.Module(units, []), "build_constants.py", "exec"), namespace)
    assert {name: namespace[name] for name in parameters.UNITS} == pytest.approx(parameters.UNITS)
