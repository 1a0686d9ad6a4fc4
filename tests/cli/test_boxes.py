from __future__ import annotations

import pytest

from cadgit.cli.boxes import Corners
from cadgit.errors import UsageError
from cadgit.records import Box


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("0,0,0:1,2,3", Box((0, 0, 0), (1, 2, 3))),
        ("1,2,3:0,0,0", Box((0, 0, 0), (1, 2, 3))),
        ("-20,1e1,.5 : 20,-10,1", Box((-20, -10, 0.5), (20, 10, 1))),
    ],
)
def test_two_corners_in_any_order_make_a_box(text: str, box: Box) -> None:
    assert Corners().convert(text, None, None) == box


@pytest.mark.parametrize(
    "text", ["", "1,2,3", "1,2:3,4", "1,2,3:4,5,6:7,8,9", "a,b,c:1,2,3", "nan,0,0:1,1,1", "0,0,0:1,1,inf"]
)
def test_anything_else_is_wrong_usage_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as raised:
        Corners().convert(text, None, None)
    assert "--within" in raised.value.hint
