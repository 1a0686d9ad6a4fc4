"""Write values of parameters into a model's source: the right sides change, and not a byte beside them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from ..errors import ParameterError
from ..records import Override
from .scan import Scan
from .values import parse_value, without_units

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"


def rewrite(source: bytes, overrides: Sequence[Override]) -> bytes:
    """The source with the right sides of parameters replaced; `overrides` were checked by `parameters.override`.

    A unit that the right side did not name before becomes its number of mm: the model may not import it.

    Raises:
        ParameterError: the source is not UTF-8, or cannot be changed in this way; says which line to edit by hand.
    """
    try:
        source.removeprefix(_BOM).decode("utf-8")
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise ParameterError(f"values cannot be written into this file: {error}", "edit it by hand") from None
    bom = _BOM if source.startswith(_BOM) else b""
    starts = [len(bom), *(match.end() for match in _LINE_END.finditer(source, len(bom)))]
    scan = Scan(tree)
    changes: list[tuple[int, int, bytes]] = []
    for item in overrides:
        old = scan.right_side(item.name)
        new = _text(item, scan.units_named(old))
        assert old.end_lineno is not None and old.end_col_offset is not None  # of every node that was parsed
        start, end = starts[old.lineno - 1] + old.col_offset, starts[old.end_lineno - 1] + old.end_col_offset
        changes.append((start, end, new.encode()))
        scan.replace(item.name, ast.parse(new, mode="eval").body)
    changed = source
    for start, end, text in sorted(changes, reverse=True):
        changed = changed[:start] + text + changed[end:]
    _check(changed, tree, overrides)
    return changed


def _text(item: Override, named: Mapping[str, str]) -> str:
    value = parse_value(item.name, item.expression)
    units = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    if all(named.get(unit) == unit for unit in units):
        return item.expression
    return ast.unparse(without_units(value, named))


def _check(changed: bytes, wanted: ast.Module, overrides: Sequence[Override]) -> None:
    """The new bytes have to mean what was wanted, or nothing is written."""
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(wanted):
            return
    except (SyntaxError, ValueError):
        pass
    names = ", ".join(item.name for item in overrides)
    raise ParameterError(f"the value of {names} cannot be written into this file", "edit it by hand")
