"""Sheets: several views in one file, equal each time, with legend and names."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from cadgit.shape.render import labels, legend, sheet
from cadgit.viewpoints import viewpoint

from .conftest import facets

ABOUT = (("Software", "cadgit"), ("Title", "plain@v1"))
FOUR = sheet.Request(tuple(map(viewpoint, ("iso", "top", "front", "right"))), (200, 150), title="plain@v1")


def test_equal_facets_give_equal_bytes_and_the_file_says_what_it_is():
    first, second = (sheet.draw(facets("plain"), None, FOUR, ABOUT)[0] for _ in range(2))
    assert first == second
    image = Image.open(BytesIO(first))
    assert image.size == (400, 300)
    assert image.text == dict(ABOUT)


def test_each_view_of_a_sheet_is_the_picture_that_it_is_alone():
    whole = np.asarray(Image.open(BytesIO(sheet.draw(facets("plain"), None, FOUR, ABOUT)[0])))
    alone = replace(FOUR, views=FOUR.views[3:])  # drawn by the second process, where there are two processors
    last = np.asarray(Image.open(BytesIO(sheet.draw(facets("plain"), None, alone, ABOUT)[0])))
    assert (whole[151:, 201:] == last[1:, 1:]).all()  # but for the border between them


def test_a_bare_view_has_no_legend():
    bare, full = (
        np.asarray(Image.open(BytesIO(sheet.draw(facets("plain"), None, request, ABOUT)[0]))).astype(int)
        for request in (replace(FOUR, bare=True), FOUR)
    )
    corner = np.s_[125:131, 168:179]  # where the scale bar stands
    assert np.ptp(bare[corner]) < 20 < 100 < np.ptp(full[corner])


def test_names_of_faces_do_not_overlap_and_stand_on_their_face():
    ids = np.ones((100, 100), dtype=np.int32)
    ids[:, 60:] = 2
    ids[40:43, 10:50] = 3  # too low for its name
    found = labels.of_faces(ids)
    assert [label.text for label in found] == ["1", "2", "3"]
    for label in found:
        assert ids[int(label.at[1]), int(label.at[0])] == int(label.text)
    _, pen = legend.image_of(np.ones((100, 100, 3)))
    assert labels.draw(pen, found, (100, 100)) == 0


def test_names_that_find_no_place_are_counted():
    crowd = [labels.Label(f"hole:{n} d6", (20.0, 20.0), 0.0, 1.0) for n in range(100)]
    _, pen = legend.image_of(np.ones((60, 80, 3)))
    left_out = labels.draw(pen, crowd, (80, 60))
    assert 90 <= left_out < 100


def test_a_scale_bar_has_a_round_length():
    assert [legend.round_length(limit) for limit in (0.019, 1.0, 4.99, 72.0)] == [0.01, 1.0, 2.0, 50.0]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Ständer – Fuß ±1 支", "Stander - Fuss ±1 ?"),
        ("ø5.5 × 90°, Ørsted", "d5.5 x 90°, Orsted"),
        ("Łódź, naïve Æther", "Lodz, naive AEther"),
    ],
)
def test_a_text_is_written_with_the_letters_that_the_font_has(text, written):
    assert legend.plain(text) == written
    missing = bytes(legend.font(12).getmask("\ue000"))
    assert all(bytes(legend.font(12).getmask(letter)) != missing for letter in written)
