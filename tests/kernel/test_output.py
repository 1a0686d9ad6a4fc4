"""Any amount of output is kept in bounded memory: head, tail, and how much lies between."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cadgit.kernel.output import Capture


@given(st.lists(st.binary(max_size=30).map(lambda b: bytes(x & 0x7F for x in b)), max_size=30), st.integers(1, 40))
def test_head_and_tail_are_kept_and_the_rest_is_counted(pieces: list[bytes], limit: int) -> None:
    whole = b"".join(pieces)
    capture = Capture(limit)
    for piece in pieces:
        capture.feed(piece)
    result = capture.result()
    assert result.total_bytes == len(whole)
    assert result.head.encode() == whole[:limit]
    assert result.tail.encode() == whole[limit:][-limit:]
    assert result.dropped_bytes == max(0, len(whole) - 2 * limit)


def test_bytes_that_are_no_text_are_replaced() -> None:
    capture = Capture(10)
    capture.feed(b"a\xffb")
    assert capture.result().head == "a\ufffdb"
