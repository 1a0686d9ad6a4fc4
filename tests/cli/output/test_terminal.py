"""At a terminal: marks, markup left alone, nothing wider than the window."""

from __future__ import annotations

import io
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from cadgit.cli.output import terminal
from cadgit.cli.output.blocks import Block, Cell, Check, Group, Line, Table, Title, Verbatim, fields
from cadgit.records import CheckResult, Place


def shown(*blocks: Block, width: int = 80, color: bool = False) -> str:
    file = io.StringIO()
    terminal.show(
        Console(file=file, width=width, force_terminal=True, color_system="truecolor" if color else None), blocks
    )
    return file.getvalue()


def test_markup_in_a_label_is_printed_and_not_obeyed() -> None:
    assert "[red]post[/red]" in shown(Line("[red]post[/red]"), color=True)
    assert "[link=x]y" in shown(Title("[link=x]y"))


def test_escape_sequences_of_a_model_do_not_reach_the_terminal() -> None:
    text = shown(Verbatim("output", "\x1b]0;owned\x07", "\x1b[2J", 5), Line("\x1b[31m"), fields(("a", "\x9b31m")))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\x9b" not in text
    assert "\\x1b[2J" in text


@pytest.mark.parametrize(("status", "mark"), [("pass", "✓"), ("fail", "✗"), ("warn", "!"), ("not checked", "·")])
def test_each_status_has_its_mark(status: str, mark: str) -> None:
    result = CheckResult("valid", status, "as found")  # type: ignore[arg-type]
    assert re.match(rf"\s+{re.escape(mark)} valid\s+.*as found", shown(Check(result)))


@pytest.mark.parametrize("width", [40, 80, 200])
def test_nothing_is_wider_than_the_window(width: int) -> None:
    long = "支柱-" * 60 + "Grundplatte " * 20
    text = shown(
        Title(long),
        fields(("label", long)),
        Table(("a", "b"), ((long, Cell(long, "bad")),)),
        Check(CheckResult("overlap", "fail", long, "1", "2", (Place("solid 1", (1.0, 2.0, 3.0), long),))),
        Line(long, label="hint", indent=2),
        Verbatim("output", long),
        Group("failed", (Line(long),), "bad"),
        width=width,
    )
    assert max(cell_len(line) for line in text.splitlines()) <= width


def test_a_whole_line_is_left_to_the_terminal_to_wrap() -> None:
    message = "parts/bracket.py:12: ValueError: " + "word " * 30 + "x" * 200
    text = shown(Line(f"{message}\ncaused by: {message}", "bad", indent=1, whole=True), width=40)
    assert text.splitlines() == [f"  {message}", f"  caused by: {message}"]


def test_a_whole_column_never_breaks_and_in_a_narrow_window_loses_nothing() -> None:
    size = "50.819 × 20.125 × 1234.6"
    table = Table(("size mm", "change"), ((size, "+5.2%, x+2, y-1, z+0.5"),), whole=frozenset({"size mm"}))
    assert size in shown(table, width=40)
    narrow = shown(table, width=24)
    assert size not in narrow
    assert all(piece in narrow for piece in (*size.split(), "z+0.5"))


def test_colours_are_there_and_go_with_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in shown(Title("done", "good"), color=True)
    monkeypatch.setenv("NO_COLOR", "1")
    file = io.StringIO()
    terminal.show(Console(file=file, force_terminal=True, width=80), [Title("done", "good"), Line("x", "bad")])
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", file.getvalue())
