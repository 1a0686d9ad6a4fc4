"""Pictures in terminals: which can show them, and what is sent there."""

from __future__ import annotations

import base64
import os
import pty
import re
import select
import sys
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from cadgit.cli.output import pictures


def png(pixels: np.ndarray) -> bytes:
    stream = BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "kitty"),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux-1000/default,1,0"}, ""),
        ({"TERM": "xterm-256color"}, ""),
        ({}, ""),
    ],
)
def test_a_terminal_that_says_its_name_is_known(environment: dict[str, str], expected: str) -> None:
    assert pictures.by_environment(environment) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [(b"\x1b[?62;4;22c", True), (b"\x1b[?62;22c", False), (b"\x1b[?4c", False), (b"\x1b[?64;14c", False), (b"", False)],
)
def test_a_terminal_says_whether_it_shows_sixels(answer: bytes, expected: bool) -> None:
    assert pictures.shows_sixels(answer) == expected


def test_no_picture_is_sent_where_there_is_no_terminal() -> None:
    assert pictures.protocol() == ""


@pytest.mark.parametrize(("answer", "expected"), [(b"\x1b[?62;4;22c", "sixel"), (b"\x1b[?62;22c", ""), (b"", "")])
def test_a_terminal_without_a_known_name_is_asked_and_may_keep_silent(answer: bytes, expected: str) -> None:
    script = "from cadgit.cli.output import pictures; print('=' + pictures.protocol() + '=')"
    child, terminal = pty.fork()  # with a controlling terminal of its own
    if child == 0:
        os.environ.update(TERM="xterm-256color", TERM_PROGRAM="")
        os.execv(sys.executable, [sys.executable, "-c", script])
    seen = b""
    try:
        while seen.count(b"=") < 2:
            ready, _, _ = select.select([terminal], [], [], 20)
            assert ready, f"only {seen!r} came"
            seen += os.read(terminal, 1000)
            if seen.endswith(b"\x1b[c"):
                os.write(terminal, answer)
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    assert seen.split(b"=")[1].decode() == expected


def test_kitty_gets_the_file_in_pieces() -> None:
    noise = png(np.random.default_rng(0).integers(0, 256, (60, 60, 3)))
    chunks = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", pictures.encoded(noise, "kitty"))
    assert base64.b64decode("".join(data for _, data in chunks)) == noise
    assert chunks[0][0] == "a=T,f=100,q=2,m=1" and chunks[-1][0] == "m=0"
    assert max(len(data) for _, data in chunks) <= 4096
    # All but the last hold whole groups of base64, and say that more follows.
    assert all(len(data) % 4 == 0 and head.endswith("m=1") for head, data in chunks[:-1])
    one = re.findall(r"\x1b_G([^;]*);", pictures.encoded(png(np.zeros((2, 2, 3))), "kitty"))
    assert one == ["a=T,f=100,q=2,m=0"]


def test_sixels_show_the_same_picture() -> None:
    pixels = np.zeros((13, 20, 3))
    pixels[:, :10] = (255, 0, 0)
    pixels[7:, 5:] = (0, 0, 255)
    text = pictures.encoded(png(pixels), "sixel")
    assert text.startswith('\x1bPq"1;1;20;13') and text.endswith("\x1b\\\n")
    assert (drawn(text, 13, 20) == pixels).all()


def drawn(text: str, height: int, width: int) -> np.ndarray:
    """A small terminal: the pixels that sixels set."""
    palette = {}
    image = np.full((height, width, 3), -1.0)
    color, x, top = "", 0, 0
    for token in re.findall(r"#\d+;2;\d+;\d+;\d+|#\d+|![0-9]+.|\$|-|[?-~]", text[text.index(";13") + 3 : -3]):
        if match := re.fullmatch(r"#(\d+);2;(\d+);(\d+);(\d+)", token):
            palette[match[1]] = [round(int(part) * 2.55) for part in match.groups()[1:]]
        elif token[0] == "#":
            color = token[1:]
        elif token == "$":
            x = 0
        elif token == "-":
            x, top = 0, top + 6
        else:
            count, sign = (int(token[1:-1]), token[-1]) if token[0] == "!" else (1, token)
            for row in range(6):
                if (ord(sign) - 63) >> row & 1:
                    image[top + row, x : x + count] = palette[color]
            x += count
    return image
