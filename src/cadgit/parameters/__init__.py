"""Parameters of a model: top-level names bound once to a literal, and overriding them with ``-P name=value``.

Everything here reads source as bytes and works on its syntax tree; nothing is executed, and bytes never change. The
executor calls `apply` on the tree that it is about to compile.
"""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Sequence

from ..errors import ParameterError
from ..records import Override
from .rewrite import rewrite
from .scan import Kind, Parameter, Scan
from .values import UNITS, check_value, in_mm, parse_value, without_units

__all__ = [
    "UNITS",
    "Kind",
    "Parameter",
    "apply",
    "find",
    "number",
    "override",
    "overrides",
    "parse_assignments",
    "rewrite",
]

_UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


def find(source: bytes) -> tuple[Parameter, ...]:
    """The parameters of a model in source order; none when the source does not compile."""
    try:
        module = ast.parse(source)
    except _UNPARSABLE:
        return ()
    lines = source.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return Scan(module, lines).parameters()


def number(parameter: Parameter, value: Override) -> float | None:
    """What a value for a parameter comes to, in the unit of the parameter; None where it is no number."""
    millimetres = in_mm(parse_value(value.name, value.expression))
    return None if millimetres is None else millimetres / UNITS.get(parameter.unit, 1)


def parse_assignments(items: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """``("width=40", "name=x y")`` as pairs, sorted by name: their order makes no other candidate.

    Raises:
        ParameterError: an item is no ``name=value``, or a name comes twice.
    """
    values: dict[str, str] = {}
    for item in items:
        name, equals, value = item.partition("=")
        name = _normalise(name)
        if not equals or not name.isidentifier():
            raise ParameterError(f'-P takes name=value, not "{item}"', "for example: -P width=40")
        if name in values:
            raise ParameterError(f"-P {name} is given twice: {values[name]} and {value}", "give each name once")
        values[name] = value
    return tuple(sorted(values.items()))


def override(source: bytes, name: str, value: str) -> Override:
    """Check one ``-P name=value`` against the source.

    Numbers are mm; where the source has another unit, the value must name one (``5*CM``). An int becomes a float
    where the source has a float; a number with a fraction is taken for an int, because ``height = 10`` in a model
    is a dimension more often than a count.

    Raises:
        ParameterError: the source has no such parameter, or the value does not fit; says where.
    """
    try:
        scan = Scan(ast.parse(source))
    except _UNPARSABLE as error:
        line = f" (line {error.lineno})" if isinstance(error, SyntaxError) and error.lineno else ""
        raise ParameterError(f"-P {name}: the source does not compile{line}", "run it without -P to see why") from None
    name = _normalise(name)
    return Override(name, check_value(_settable(scan, name), value))


def overrides(source: bytes, items: Sequence[str]) -> tuple[Override, ...]:
    """All ``-P`` options of a command line, checked against the source and sorted by name.

    Raises:
        ParameterError: as `parse_assignments` and `override`.
    """
    return tuple(override(source, name, value) for name, value in parse_assignments(items))


def apply(tree: ast.Module, overrides: Sequence[Override]) -> ast.Module:
    """Replace right sides in a module's tree, in place; line numbers stay those of the source.

    Raises:
        ParameterError: a name has no place in this tree.
    """
    if not overrides:
        return tree
    scan = Scan(tree)
    for item in overrides:
        _settable(scan, item.name)
        scan.replace(item.name, without_units(parse_value(item.name, item.expression)))
    return tree


def _settable(scan: Scan, name: str) -> Parameter:
    parameter = scan.parameter(name)
    if parameter is None:
        raise ParameterError(f"-P {name}: {scan.why_unknown(name)}", scan.suggestion(name))
    if not parameter.settable:
        hint = "only a top-level name that is bound once to a literal can be replaced"
        raise ParameterError(f"-P {name}: {parameter.why_not}", hint)
    return parameter


def _normalise(name: str) -> str:
    # As Python does with identifiers, so that a name typed in another composition is found.
    return unicodedata.normalize("NFKC", name.strip())
