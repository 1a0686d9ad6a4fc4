"""Text from a model cannot control a terminal, and lines up whatever it holds."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.cli.output.text import escape, lines, pad, width


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain", "plain"),
        ("Ständer × 支柱", "Ständer × 支柱"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("a\tb", "a   b"),
        ("progress 1\rprogress 2", "progress 1\\rprogress 2"),
        ("admin\u202etxt.exe", "admin\\u202etxt.exe"),
        ("\u2028", "\\u2028"),
        ("\udc80", "\\udc80"),
        ("\x7f\x00", "\\x7f\\x00"),
    ],
)
def test_control_characters_are_shown_and_not_obeyed(raw: str, shown: str) -> None:
    assert escape(raw) == shown


@given(st.text(st.characters(codec=None)))
def test_no_text_comes_out_with_a_control_character_or_a_surrogate(text: str) -> None:
    for line in lines(text):
        assert not [c for c in line if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")]
        line.encode()


def test_windows_line_ends_end_lines_and_a_lone_return_does_not() -> None:
    assert lines("a\r\nb\rc\n") == ["a", "b\\rc"]
    assert lines("") == []
    assert lines("\n") == [""]


def test_wide_characters_take_two_cells_and_combining_ones_none() -> None:
    assert width("abc") == 3
    assert width("支柱") == 4
    assert width("e\u0301") == 1
    assert pad("支", 4) == "支  "
    assert pad("7", 3, right=True) == "  7"
