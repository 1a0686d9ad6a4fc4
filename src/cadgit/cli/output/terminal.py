"""Blocks with rich, for people at a terminal: marks, colours, tables that fit the width.

Everything becomes a `rich.text.Text`, never markup: a label that reads ``[red]`` is printed as it is.
"""

from __future__ import annotations

from rich.box import ROUNDED
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
from rich.console import Group as Renderables
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text as RichText

from ...frozen import frozen
from ...records import CheckResult
from .blocks import Block, Blocks, Check, Fields, Group, Line, Raw, Style, Table, Text, Title, Verbatim, cell
from .plain import bounds, finding, places, verbatim_lines
from .text import escape, lines, width

_STYLES: dict[Style, str] = {
    "": "",
    "good": "green",
    "bad": "bold red",
    "warn": "yellow",
    "dim": "dim",
    "strong": "bold",
    "code": "cyan",
}
_MARKS: dict[str, tuple[str, Style]] = {"good": ("✓ ", "good"), "bad": ("✗ ", "bad"), "warn": ("! ", "warn")}
_CHECKS: dict[str, tuple[str, Style]] = {
    "pass": ("✓", "good"),
    "fail": ("✗", "bad"),
    "warn": ("!", "warn"),
    "not checked": ("·", "dim"),
}
_NAME = 18
#: Cells between two columns of a table.
_GAP = 2


def show(console: Console, blocks: Blocks) -> None:
    """Print the blocks."""
    for block in blocks:
        console.print(renderable(block), soft_wrap=isinstance(block, Line) and block.whole)


def renderable(block: Block) -> RenderableType:
    """What rich prints for a block."""
    match block:
        case Title():
            mark, style = _MARKS.get(block.status, ("", "strong"))
            text = RichText(mark, style=_STYLES[style])
            return text.append("\n".join(lines(block.text)), style="bold")
        case Fields():
            return _fields(block)
        case Table():
            return _indent(_Table(block), 2)
        case Check():
            return _check(block.result)
        case Line():
            return _line(block)
        case Verbatim():
            body = RichText("\n".join(verbatim_lines(block)))
            return Renderables(_indent(RichText(escape(block.header), style="dim"), 2), _indent(body, 4))
        case Raw():
            return RichText(block.text.removesuffix("\n"))
        case Group():
            _, style = _MARKS.get(block.status, ("", "dim"))
            return Panel(
                Renderables(*(renderable(inner) for inner in block.blocks)),
                title=RichText(escape(block.title)),
                title_align="left",
                border_style=_STYLES[style],
                box=ROUNDED,
            )


def _indent(item: RenderableType, cells: int) -> Padding:
    # Not expanded: blanks up to the right margin would break when the window is made narrower.
    return Padding(item, (0, 0, 0, cells), expand=False)


def _text(item: Text) -> RichText:
    value = cell(item)
    return RichText("\n".join(lines(value.text)), style=_STYLES[value.style], overflow="fold")


def _fields(block: Fields) -> RenderableType:
    grid = RichTable.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in block.rows:
        grid.add_row(RichText(escape(label)), _text(value))
    return _indent(grid, 2)


@frozen
class _Table:
    """A table whose `whole` columns never break, unless the window is too narrow: rich would cut off their ends."""

    block: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _columns(self.block, self.block.whole if self._room(options.max_width) else frozenset())

    def _room(self, cells: int) -> bool:
        gaps = _GAP * (len(self.block.columns) - 1)
        return gaps + sum(self._needs(i) for i in range(len(self.block.columns))) <= cells

    def _needs(self, index: int) -> int:
        name = self.block.columns[index]
        if name not in self.block.whole:
            return width(name)
        return max(width(line) for row in (self.block.columns, *self.block.rows) for line in _lines(row[index]))


def _lines(item: Text) -> list[str]:
    return lines(cell(item).text) or [""]


def _columns(block: Table, whole: frozenset[str]) -> RichTable:
    table = RichTable(box=None, header_style="dim", pad_edge=False, padding=(0, _GAP, 0, 0))
    for column in block.columns:
        justify: JustifyMethod = "right" if column in block.right else "left"
        table.add_column(column, justify=justify, overflow="fold", no_wrap=column in whole)
    for row in block.rows:
        table.add_row(*(_text(item) for item in row))
    return table


def _check(result: CheckResult) -> RenderableType:
    mark, style = _CHECKS[result.status]
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(min_width=_NAME, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(
        RichText(mark, style=_STYLES[style]), RichText(escape(result.name), style=_STYLES[style]), _finding(result)
    )
    return _indent(grid, 2)


def _finding(result: CheckResult) -> RichText:
    text = RichText("\n".join(lines(finding(result))))
    if result.status == "not checked":
        text = RichText("not checked: ").append_text(text)
    text.append(escape(bounds(result)), style="dim")
    for place in places(result):
        text.append(f"\n{place}", style="dim")
    return text


def _line(block: Line) -> RenderableType:
    if block.whole:
        start = " " * (2 * block.indent)
        return RichText("\n".join(start + line for line in lines(block.text)), style=_STYLES[block.style])
    body = RichText("\n".join(lines(block.text)), style=_STYLES[block.style], overflow="fold")
    if not block.label:
        return _indent(body, 2 * block.indent)
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, style=_STYLES[block.style] or "bold")
    grid.add_column(overflow="fold")
    grid.add_row(RichText(f"{block.label}:"), body)
    return _indent(grid, 2 * block.indent)
