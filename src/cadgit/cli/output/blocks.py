"""What an answer consists of, before anybody decided how it looks.

A view turns an outcome into blocks; `plain` writes them as stable text, `terminal` with rich. Texts in blocks may
come from a model and hold anything: both writers escape them, views never have to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ...frozen import frozen
from ...records import CheckResult

Mark = Literal["", "good", "bad", "warn"]
Style = Literal["", "good", "bad", "warn", "dim", "strong", "code"]


@frozen
class Cell:
    """A text with a style; a bare string stands for a cell without one."""

    text: str
    style: Style = ""


Text = str | Cell


def cell(text: Text) -> Cell:
    """The cell that `text` stands for."""
    return text if isinstance(text, Cell) else Cell(text)


@frozen
class Title:
    """The first line of an answer. A terminal puts a mark in front that says `status`; the words say it too."""

    text: str
    status: Mark = ""


@frozen
class Fields:
    """Labels and values, one pair a line, values aligned."""

    rows: tuple[tuple[str, Text], ...]


@frozen
class Table:
    """Rows under column heads; `right` names the columns that hold numbers, `whole` those that never break."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    right: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()


@frozen
class Check:
    """A line of a verdict, with the places below it."""

    result: CheckResult


@frozen
class Line:
    """A sentence or a few lines; `label` (``"hint"``, ``"warning"``) goes in front, later lines are indented to it.

    What is `whole` is only broken where the terminal does that, so that programs which read the terminal, as editors
    do, get it in one piece; it has no label.
    """

    text: str
    style: Style = ""
    label: str = ""
    indent: int = 0
    whole: bool = False


@frozen
class Verbatim:
    """Somebody else's text, set apart: a head, how many bytes are not shown, a tail."""

    header: str
    head: str
    tail: str = ""
    hidden_bytes: int = 0


@frozen
class Raw:
    """cadgit's own text, printed as it stands on every face: a script, a help text."""

    text: str


@frozen
class Group:
    """Blocks that belong together under a heading."""

    title: str
    blocks: tuple[Block, ...]
    status: Mark = ""


Block = Title | Fields | Table | Check | Line | Verbatim | Raw | Group
Blocks = Iterable[Block]


#: A label and its value, if there is one.
Row = tuple[str, Text | None]


def fields(*rows: Row) -> Fields:
    """The pairs that have a value, as one block."""
    return Fields(tuple((label, value) for label, value in rows if value and cell(value).text))
