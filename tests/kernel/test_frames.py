"""Frames come out whole however their bytes are cut, and nothing else does."""

from __future__ import annotations

import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.kernel import frames

sent = st.lists(
    st.tuples(st.sampled_from([frames.START, frames.REPORT, frames.CHECK]), st.binary(max_size=50)), max_size=6
)


def _bytes(content: list[tuple[bytes, bytes]]) -> bytes:
    reader, writer = os.pipe()
    for kind, payload in content:
        frames.send(writer, kind, payload)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        return stream.read()


@given(sent, st.integers(1, 20))
def test_frames_arrive_whole_and_in_order(content: list[tuple[bytes, bytes]], size: int) -> None:
    data = _bytes(content)
    reader = frames.Reader(100)
    heard = [frame for start in range(0, len(data), size) for frame in reader.feed(data[start : start + size])]
    assert heard == content


@pytest.mark.parametrize("data", [b"?" + bytes(8), struct.pack(">cQ", frames.REPORT, 101)])
def test_an_unknown_or_oversized_frame_is_refused(data: bytes) -> None:
    with pytest.raises(frames.FrameError):
        list(frames.Reader(100).feed(data))
