"""Values of ``-P``: literals and constant expressions of numbers and units, checked without running them."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..errors import ParameterError

if TYPE_CHECKING:
    from .scan import Parameter

#: Length units in mm, as `build123d.build_constants` defines them.
UNITS: dict[str, float] = {"MC": 0.001, "MM": 1, "CM": 10, "M": 1000, "IN": 25.4, "FT": 304.8, "THOU": 0.0254}

#: Characters of a value, and how deep it may nest: more than any dimension, less than what stalls a parser.
_LONGEST = 10_000
_DEEPEST = 40

_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


def check_value(parameter: Parameter, text: str) -> str:
    """The Python expression that replaces a parameter's right side.

    Raises:
        ParameterError: the text is no value of the parameter's kind.
    """
    name = parameter.name
    if len(text) > _LONGEST:
        raise ParameterError(f"-P {name}: the value has more than {_LONGEST} characters")
    if parameter.kind == "str":
        return _string(text)
    if parameter.kind == "bool":
        word = text.strip().lower()
        if word not in _TRUE | _FALSE:
            raise ParameterError(f'-P {name}: "{text}" is no bool', f"write {name}=true or {name}=false")
        return str(word in _TRUE)
    what = {"none": "literal", "int": "number"}.get(parameter.kind, parameter.kind)
    value = parse_value(name, text, what)
    match parameter.kind:
        case "float" | "int":
            value = _number(parameter, value, text)
        case "list" | "tuple":
            if not isinstance(value, ast.List | ast.Tuple):
                raise _no(name, text, what)
            cls = ast.List if parameter.kind == "list" else ast.Tuple
            value = cls(elts=value.elts, ctx=ast.Load())
        case "dict":
            if not isinstance(value, ast.Dict):
                raise _no(name, text, what)
        case "none":
            pass
    if parameter.unit not in ("", "MM") and not any(isinstance(node, ast.Name) for node in ast.walk(value)):
        raise ParameterError(
            f'-P {name}: line {parameter.line} has {parameter.text}, so "{text}" could mean {parameter.unit} or mm',
            f"name the unit: {name}={_example(text)}*{parameter.unit}, or {name}={_example(text)}*MM",
        )
    return ast.unparse(value)


def parse_value(name: str, text: str, what: str = "value") -> ast.expr:
    """Parse a value: literals, containers of them, and arithmetic on numbers and units; no other names, no calls.

    Units may be in lower case (``6*cm``), but for the inch.

    Raises:
        ParameterError: it is something else, too long, too deep, or a number that is not finite.
    """
    if len(text) > _LONGEST:
        raise ParameterError(f"-P {name}: the value has more than {_LONGEST} characters")
    try:
        value = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        inch = "`in` is a word of Python; the inch is IN" if re.search(r"\bin\b", text) else ""
        raise _no(name, text, what, inch) from None
    for node in ast.walk(value):
        if isinstance(node, ast.Name) and node.id.upper() in UNITS:
            node.id = node.id.upper()  # one spelling, so that 6*cm and 6*CM are one candidate
    try:
        _check(value, 0)
    except _NotAValue as error:
        raise _no(name, text, what, str(error)) from None
    return value


def unit_name(node: ast.expr) -> str:
    """The name itself, where nothing else is known of a model's imports."""
    return node.id if isinstance(node, ast.Name) else ""


def in_mm(value: ast.expr, unit_of: Callable[[ast.expr], str] = unit_name) -> float | None:
    """What a constant expression of numbers and units comes to, units as mm; None where it is none, or not finite."""
    try:
        number = _evaluate(value, 0, unit_of)
    except _NotAValue:
        return None
    return number if math.isfinite(number) else None


def without_units(value: ast.expr, named: Mapping[str, str] = MappingProxyType({})) -> ast.expr:
    """The same value with numbers of mm for unit names, because a model need not import them.

    `named` has the units that it does import, with how it calls them: ``{"IN": "bd.IN"}``.
    """
    return _Units(named).visit(value)  # type: ignore[no-any-return]


class _Units(ast.NodeTransformer):
    def __init__(self, named: Mapping[str, str]) -> None:
        self._named = named

    def visit_Name(self, node: ast.Name) -> ast.expr:
        name = self._named.get(node.id)
        return ast.Constant(UNITS[node.id]) if name is None else ast.parse(name, mode="eval").body


class _NotAValue(Exception):
    """What is wrong with a value."""


def _no(name: str, text: str, what: str, why: str = "") -> ParameterError:
    shown = text if len(text) <= 60 else text[:57] + "..."
    message = f'-P {name}: "{shown}" is no {what}'
    return ParameterError(f"{message}: {why}" if why else message, _HINTS.get(what, ""))


_HINTS = {
    "float": "a number in mm, or with a unit: 40, 12.5, 5*CM, 1.5*IN",
    "number": "a number in mm, or with a unit: 40, 12.5, 5*CM, 1.5*IN",
    "list": 'in quotes for the shell: "[(0, 0), (10, 0)]"',
    "tuple": 'in quotes for the shell: "(10, 20)"',
    "dict": "in quotes for the shell: '{\"a\": 1}'",
    "literal": "a number, true or false as True or False, or text in quotes of its own: '\"text\"'",
}


def _string(text: str) -> str:
    """Quoted text as Python means it; anything else as it stands."""
    stripped = text.strip()
    if stripped[:1] in ("'", '"'):
        try:
            value = ast.literal_eval(stripped)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            value = None
        if isinstance(value, str):
            return repr(value)
    return repr(text)


def _number(parameter: Parameter, value: ast.expr, text: str) -> ast.expr:
    what = "float" if parameter.kind == "float" else "number"
    if not _is_number(value):
        raise _no(parameter.name, text, what)
    if parameter.kind == "float":
        inner = value.operand if isinstance(value, ast.UnaryOp) else value
        if isinstance(inner, ast.Constant) and isinstance(inner.value, int):
            inner.value = float(inner.value)
    return value


def _is_number(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=constant):
            return type(constant) in (int, float)
        case ast.UnaryOp() | ast.BinOp() | ast.Name():
            return True
    return False


def _check(value: ast.expr, depth: int) -> None:
    if depth > _DEEPEST:
        raise _NotAValue("it nests too deep")
    match value:
        case ast.Constant(value=constant) if isinstance(constant, str | bool | None):
            return
        case ast.List(elts=items) | ast.Tuple(elts=items):
            for item in items:
                _check(item, depth + 1)
        case ast.Dict(keys=keys, values=values):
            for part in (*keys, *values):
                if part is None:
                    raise _NotAValue("** is not taken here")
                _check(part, depth + 1)
        case _:
            if not math.isfinite(_evaluate(value, depth)):
                raise _NotAValue("it is not finite")


def _evaluate(value: ast.expr, depth: int, unit_of: Callable[[ast.expr], str] = unit_name) -> float:
    """A constant expression in mm, as floats: ``9**9**9`` overflows at once, as an int it would run for ever."""
    if depth > _DEEPEST:
        raise _NotAValue("it nests too deep")
    try:
        match value:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return float(number)
            case ast.Name() | ast.Attribute() if unit_of(value) in UNITS:
                return float(UNITS[unit_of(value)])
            case ast.Name(id=name):
                raise _NotAValue(f"{name} is no unit; there are {', '.join(UNITS)}")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -_evaluate(operand, depth + 1, unit_of)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return _evaluate(operand, depth + 1, unit_of)
            case ast.BinOp(left=left, op=op, right=right):
                return _calculate(op, _evaluate(left, depth + 1, unit_of), _evaluate(right, depth + 1, unit_of))
    except (OverflowError, ZeroDivisionError) as error:
        raise _NotAValue("division by zero" if isinstance(error, ZeroDivisionError) else "it is too large") from None
    raise _NotAValue("only literals, arithmetic and units are taken")


def _calculate(op: ast.operator, a: float, b: float) -> float:
    match op:
        case ast.Add():
            result = a + b
        case ast.Sub():
            result = a - b
        case ast.Mult():
            result = a * b
        case ast.Div():
            result = a / b
        case ast.FloorDiv():
            result = a // b
        case ast.Mod():
            result = a % b
        case ast.Pow():
            result = a**b
        case _:
            raise _NotAValue("only + - * / // % ** are taken")
    if isinstance(result, complex) or not math.isfinite(result):
        raise _NotAValue("it is not finite")
    return result


def _example(text: str) -> str:
    return text.strip() if text.strip().replace(".", "", 1).isdigit() else "1"
