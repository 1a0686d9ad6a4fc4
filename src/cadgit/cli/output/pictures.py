"""Pictures in terminals that can show them, by kitty's protocol or as sixels; in others there are none."""

from __future__ import annotations

import base64
import contextlib
import os
import re
import select
import sys
import time
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Literal

Protocol = Literal["kitty", "sixel", ""]

_CHUNK = 4096  # characters of base64 that kitty takes at once
_PATIENCE = 0.3  # seconds for a terminal's answer; over a slow line there is no picture
#: A terminal's answer to "what are you?" lists its abilities; 4 stands for sixels.
_ABILITIES = re.compile(rb"\x1b\[\?([0-9;]*)c")
_COLORS = 64  # sixels have a palette, and one of this size shows no steps on metal


def protocol() -> Protocol:
    """How the terminal shows pictures, or empty if it does not, or if there is none."""
    if not (sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty()):
        return ""
    return by_environment(os.environ) or ("sixel" if shows_sixels(_asked()) else "")


def by_environment(environment: Mapping[str, str]) -> Protocol:
    """The protocol of a terminal that says its name."""
    named = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "").lower()
    inside_another = environment.get("TMUX") or environment.get("STY")  # these do not hand kitty's protocol on
    is_kitty = named[0] in ("xterm-kitty", "xterm-ghostty") or named[1] in ("ghostty", "wezterm")
    return "kitty" if is_kitty and not inside_another else ""


def shows_sixels(answer: bytes) -> bool:
    """Whether a terminal's answer to the question for its abilities names sixels."""
    match = _ABILITIES.search(answer)
    return match is not None and b"4" in match[1].split(b";")[1:]


def _asked() -> bytes:
    """What the terminal answers when it is asked for its abilities."""
    import termios
    import tty

    answer = b""
    with contextlib.suppress(OSError, termios.error):
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
        try:
            before = termios.tcgetattr(terminal)
            try:
                tty.setcbreak(terminal)
                os.write(terminal, b"\x1b[c")
                end = time.monotonic() + _PATIENCE
                while b"c" not in answer and select.select([terminal], [], [], max(0.0, end - time.monotonic()))[0]:
                    answer += os.read(terminal, 256)
            finally:
                termios.tcsetattr(terminal, termios.TCSANOW, before)
        finally:
            os.close(terminal)
    return answer


def encoded(png: bytes, how: Protocol) -> str:
    """What shows a PNG picture when it is written to the terminal, with a line's end."""
    return "".join(_kitty(png) if how == "kitty" else _sixels(png)) + "\n"


def _kitty(png: bytes) -> Iterator[str]:
    text = base64.b64encode(png).decode()
    chunks = [text[start : start + _CHUNK] for start in range(0, len(text), _CHUNK)]
    for index, chunk in enumerate(chunks):
        first = "a=T,f=100,q=2," if index == 0 else ""
        more = int(index < len(chunks) - 1)
        yield f"\x1b_G{first}m={more};{chunk}\x1b\\"


def _sixels(png: bytes) -> Iterator[str]:
    """Six rows of pixels at a time: for each colour that they have, which of the six each column has in it."""
    import numpy as np
    from PIL import Image

    image = Image.open(BytesIO(png)).convert("RGB").quantize(_COLORS)
    pixels = np.asarray(image)
    palette = np.array(image.getpalette() or [], dtype=int).reshape(-1, 3) * 100 // 255
    yield f'\x1bPq"1;1;{image.width};{image.height}'
    for number in np.unique(pixels).tolist():
        red, green, blue = palette[number].tolist()
        yield f"#{number};2;{red};{green};{blue}"
    for top in range(0, image.height, 6):
        band = pixels[top : top + 6]
        weights = (1 << np.arange(len(band)))[:, None]
        for number in np.unique(band).tolist():
            columns = ((band == number) * weights).sum(axis=0) + 63
            yield f"#{number}{_repeated(columns.astype(np.uint8).tobytes().decode())}$"
        yield "-"
    yield "\x1b\\"


def _repeated(row: str) -> str:
    """Runs of one sign in short: ``!5?`` for ``?????``."""
    return re.sub(r"(.)\1{3,}", lambda run: f"!{len(run[0])}{run[1]}", row)
