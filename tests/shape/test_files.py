from __future__ import annotations

import pytest

from cadgit.shape.brep import read_brep, text_brep, walk
from cadgit.shape.files import FileError, read_file
from cadgit.shape.measure import volume_of
from cadgit.shape.step import write_step

from . import parts

SHAPE = read_brep(parts.handed_over(parts.plain()))


@pytest.mark.parametrize(
    "data",
    [
        write_step(walk(SHAPE, None)[0], parts.HEADER),
        b"\xef\xbb\xbf\r\n" + write_step(walk(SHAPE, None)[0], parts.HEADER),
        text_brep(SHAPE),
        parts.handed_over(parts.plain()),
    ],
    ids=["STEP", "STEP after a byte order mark", "BREP in text", "BREP as BinTools writes it"],
)
def test_a_file_says_itself_what_it_is(data):
    assert volume_of(read_file(data)).size == pytest.approx(volume_of(SHAPE).size)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "neither"),
        (b"solid ascii stl\n" * 50, "neither"),
        (b"ISO-10303-21;\nnonsense", "STEP"),
        (b"DBRep_DrawableShape\n\nCASCADE Topology V1 nonsense", "no shape"),
    ],
    ids=["empty", "STL", "broken STEP", "broken BREP"],
)
def test_what_is_no_geometry_is_said(data, message):
    with pytest.raises(FileError, match=message):
        read_file(data)
