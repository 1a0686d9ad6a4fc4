"""Blocks as plain text for pipes, files and simple terminals: no control characters, no colours, no wrapping.

What a line starts with is stable, so that `grep` and `awk` can rely on it; for programs there is ``--json``.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...records import CheckResult
from . import numbers
from .blocks import Block, Blocks, Check, Fields, Group, Line, Raw, Table, Text, Title, Verbatim, cell
from .text import escape, lines, pad, width

_INDENT = "  "
#: Cells for the name of a check; a longer name pushes its line to the right.
_NAME = 18
_STATUS = len("not checked")
#: Places shown below a check; all of them are in the record.
PLACES = 6


def render(blocks: Blocks) -> str:
    """The text of the blocks, with a line end after each line."""
    return "".join(f"{line.rstrip()}\n" for block in blocks for line in _block(block))


def _block(block: Block) -> Iterator[str]:
    match block:
        case Title():
            yield from lines(block.text)
        case Fields():
            yield from _fields(block)
        case Table():
            yield from _table(block)
        case Check():
            yield from _check(block.result)
        case Line():
            yield from _line(block)
        case Verbatim():
            yield from _verbatim(block)
        case Raw():
            yield from block.text.removesuffix("\n").split("\n")
        case Group():
            yield from lines(block.title)
            for inner in block.blocks:
                yield from (_INDENT + line for line in _block(inner))


def _fields(block: Fields) -> Iterator[str]:
    column = max((width(escape(label)) for label, _ in block.rows), default=0)
    for label, value in block.rows:
        first, *rest = lines(cell(value).text) or [""]
        yield f"{_INDENT}{pad(escape(label), column)}{_INDENT}{first}"
        for line in rest:
            yield f"{_INDENT}{' ' * column}{_INDENT}{line}"


def _table(block: Table) -> Iterator[str]:
    rows = [block.columns, *(tuple(_one_line(item) for item in row) for row in block.rows)]
    widths = [max(width(row[i]) for row in rows) for i in range(len(block.columns))]
    for row in rows:
        cells = (
            pad(text, cells, right=column in block.right)
            for text, cells, column in zip(row, widths, block.columns, strict=True)
        )
        yield _INDENT + _INDENT.join(cells)


def _one_line(item: Text) -> str:
    return " ".join(lines(cell(item).text))


def _check(result: CheckResult) -> Iterator[str]:
    first, *rest = lines(finding(result) + bounds(result)) or [""]
    yield f"{_INDENT}{result.status:<{_STATUS}}  {pad(escape(result.name), _NAME)}  {first}"
    for line in [*rest, *places(result)]:
        yield " " * (_STATUS + 2 * len(_INDENT)) + line


def finding(result: CheckResult) -> str:
    """What a check found: where all is well the measured value says it in the fewest words.

    Of several of a kind (``spec.symmetry.2``) the message says which one it is.
    """
    is_numbered = result.name.rpartition(".")[2].isdigit()
    return result.measured if result.status == "pass" and result.measured and not is_numbered else result.message


def bounds(result: CheckResult) -> str:
    """What was measured against which limit, in brackets, where `finding` does not say it already."""
    found = finding(result)
    values = (("measured", result.measured), ("limit", result.limit))
    said = [f"{word} {value}" for word, value in values if value and value not in found]
    return f" ({', '.join(said)})" if said else ""


def places(result: CheckResult) -> list[str]:
    """A line for each place, up to `PLACES`, each escaped; a note that only repeats the message is left out."""
    found = result.places
    shown = [
        escape(place.entity + (f" at {numbers.point(place.point)}" if place.point else ""))
        + (f": {escape(place.note)}" if place.note not in ("", result.message) else "")
        for place in found[:PLACES]
    ]
    more = len(found) - len(shown)
    return [*shown, f"and {more} more"] if more else shown


def _line(block: Line) -> Iterator[str]:
    label = f"{block.label}: " if block.label else ""
    start = _INDENT * block.indent
    for i, line in enumerate(lines(block.text) or [""]):
        yield start + (label if i == 0 else " " * len(label)) + line


def _verbatim(block: Verbatim) -> Iterator[str]:
    yield _INDENT + escape(block.header)
    for line in verbatim_lines(block):
        yield f"{_INDENT * 2}{line}"


def verbatim_lines(block: Verbatim) -> list[str]:
    """The text's lines, each escaped and behind a bar, with a line that says what is not shown."""
    hidden = [f"… {numbers.data_size(block.hidden_bytes)} not shown …"] if block.hidden_bytes else []
    bar = "| "
    return [bar + line for line in lines(block.head)] + hidden + [bar + line for line in lines(block.tail)]
