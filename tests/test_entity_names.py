from __future__ import annotations

import pytest

from cadgit.entity_names import (
    At,
    Datum,
    EntityName,
    Labelled,
    Numbered,
    Selected,
    Whole,
    is_body,
    is_place,
    parse,
)
from cadgit.errors import UsageError


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("face:12", Numbered("face", 12)),
        ("face 12", Numbered("face", 12)),
        ("solid 2 'lid'", Numbered("solid", 2)),
        ("hole: 3", Numbered("hole", 3)),
        ("child:lid", Labelled("lid")),
        ("child:box/lid/", Labelled("box/lid")),
        ("child:largest face", Labelled("largest face")),
        ("result", Whole()),
        ("(1, -2.5, 1e1)", At((1.0, -2.5, 10.0))),
        ("1,2,3", At((1.0, 2.0, 3.0))),
        ("z", Datum("Z")),
        ("XY", Datum("XY")),
        ("largest +Z face", Selected("face", "largest", "+", "Z")),
        ("top  circular ø 8 edge", Selected("edge", "top", type="circular", diameter=8.0)),
        ("hole d8.5 through", Selected("hole", type="through", diameter=8.5)),
        ("Z hole", Selected("hole", axis="Z")),
        ("-x planar face", Selected("face", sign="-", axis="X", type="planar")),
        ("top face of child:lid", Selected("face", "top", within=Labelled("lid"))),
        ("face of solid 2", Selected("face", within=Numbered("solid", 2))),
    ],
)
def test_a_name_is_a_number_a_label_a_place_or_a_selector(text: str, name: EntityName) -> None:
    assert parse(text) == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("face:", "names no entity"),
        ("face:-1", "names no entity"),
        ("faces:1", "names no entity"),
        ("shell:1", "names no entity"),
        ("child:", "needs a label"),
        ("(1, 2)", "names no entity"),
        ("(1, 2, x)", "names no entity"),
        ("(1, 2, 1e999)", "a coordinate is too large"),
        ("largest", "names no entity"),
        ("face edge", "names no entity"),
        ("biggest face", "'biggest' in 'biggest face' says nothing of a face"),
        ("largest smallest face", "'smallest'"),
        ("largest edge", "no edge is the largest"),
        ("longest face", "no face is the longest"),
        ("straight face", "'straight'"),
        ("+Z hole", "+Z in '+Z hole' is the normal of a planar face"),
        ("+Z cylindrical face", "is the normal of a planar face"),
        ("+Z -X face", "'-X'"),
        ("Z vertex", "a vertex has no direction"),
        ("ø8 solid", "'ø8'"),
        ("top face of face:3", "neither a solid nor a child"),
    ],
)
def test_what_is_no_name_says_which_word_is_not_understood(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert said in caught.value.message
    assert caught.value.hint


def test_bodies_and_places_are_told_from_other_entities() -> None:
    bodies = [parse(text) for text in ("solid:1", "child:lid", "result", "largest solid")]
    places = [parse(text) for text in ("(0, 0, 0)", "X", "YZ")]
    others = [parse(text) for text in ("face:1", "largest hole", "top vertex")]
    assert [is_body(name) for name in (*bodies, *places, *others)] == [True] * 4 + [False] * 6
    assert [is_place(name) for name in (*bodies, *places, *others)] == [False] * 4 + [True] * 3 + [False] * 3
