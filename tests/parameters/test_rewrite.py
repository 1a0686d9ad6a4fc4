"""Values of parameters written into the source: right sides change, and not a byte beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.errors import ParameterError
from cadgit.parameters import overrides, rewrite


def written(source: str | bytes, *values: str) -> bytes:
    data = source.encode() if isinstance(source, str) else source
    return rewrite(data, overrides(data, values))


@pytest.mark.parametrize(
    ("source", "values", "wanted"),
    [
        ("width = 40\n", ["width=50"], "width = 50\n"),
        ("width=40.0 # mm\nx = 1\n", ["width=50"], "width=50.0 # mm\nx = 1\n"),
        ("a, b = 1.0, 22.5\n", ["b=3"], "a, b = 1.0, 3.0\n"),
        ("a = 1; b = 2; c = 3\n", ["a=10", "c=30"], "a = 10; b = 2; c = 30\n"),
        ("width: float = 40\n", ["width=41"], "width: float = 41.0\n"),
        ("name = 'ü'; width = 4\n", ["width=5"], "name = 'ü'; width = 5\n"),
        ("name = 'old'\n", ["name=it's"], 'name = "it\'s"\n'),
        ("size = (1,\n        2)\nend = 1\n", ["size=(3, 4)"], "size = (3, 4)\nend = 1\n"),
        ("on = True\n", ["on=false"], "on = False\n"),
        ("width = 40", ["width=50"], "width = 50"),
    ],
)
def test_only_the_right_side_changes(source: str, values: list[str], wanted: str) -> None:
    assert written(source, *values) == wanted.encode()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_stay(end: str) -> None:
    source = b"\xef\xbb\xbf" + end.join(["first = 1", "", "width = 40  # é", "# end"]).encode()
    assert written(source, "first=2", "width=50") == source.replace(b"first = 1", b"first = 2").replace(b"40", b"50")


def test_a_form_feed_is_no_end_of_a_line() -> None:
    assert written("\x0cwidth = 40\n", "width=50") == b"\x0cwidth = 50\n"


def test_a_unit_that_the_file_names_stays_and_another_becomes_mm() -> None:
    source = "from build123d import IN\nwidth = 1.5 * IN\nheight = 4.0\n"
    assert written(source, "width=2*IN") == source.replace("1.5 * IN", "2 * IN").encode()
    # CM is not imported: the model would not run.
    assert written(source, "height=5*CM") == source.replace("4.0", "5 * 10").encode()
    assert written("import build123d as bd\nx = 1 * bd.CM\n", "x=2*CM") == b"import build123d as bd\nx = 2 * bd.CM\n"
    aliased = "from build123d import IN as INCH, MM\nx = 1 * INCH\n"
    assert written(aliased, "x=2*IN") == aliased.replace("1 *", "2 *").encode()


def test_a_source_of_another_encoding_is_left_alone() -> None:
    source = "# -*- coding: latin-1 -*-\nname = 'é'\nwidth = 4\n".encode("latin-1")
    with pytest.raises(ParameterError, match="cannot be written"):
        rewrite(source, overrides(b"width = 4\n", ["width=5"]))


@given(
    before=st.text(alphabet="ab1 =#'\n\té€𝄞", max_size=40),
    value=st.floats(allow_nan=False, allow_infinity=False, width=32),
)
def test_whatever_stands_around_it_stays(before: str, value: float) -> None:
    comment = "".join(f"# {line}\n" for line in before.split("\n"))
    source = f"{comment}width = 1.0  # {before.splitlines()[:1]}\n"
    found = written(source, f"width={value!r}").decode()
    assert found == source.replace("width = 1.0  #", f"width = {value!r}  #")
