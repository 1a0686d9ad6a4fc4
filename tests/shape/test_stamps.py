"""Every format that has a place for it says where the file came from, and nothing else is taken for that."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import build123d as b3d
import pytest

from cadgit.records import Override, StepHeader
from cadgit.shape import stamps
from cadgit.shape.brep import walk
from cadgit.shape.export import export, export_flat

from .parts import HEADER

ODD = replace(
    HEADER,
    part="klammer",
    entry="teile/größe & <maß>.py",
    parameters=(Override("text", "'a=b' + \"]]>\\n中\""), Override("n", "x" * 600)),
)


@pytest.fixture(scope="module")
def box() -> object:
    return b3d.Box(1, 2, 3).wrapped


@pytest.mark.parametrize("format", ["step", "3mf", "glb", "dxf", "svg"])
@pytest.mark.parametrize("header", [HEADER, ODD], ids=["plain", "odd"])
def test_what_is_written_is_read_again(box: object, format: str, header: StepHeader) -> None:
    if format in ("dxf", "svg"):
        data = export_flat(walk(b3d.Rectangle(1, 2).wrapped, None)[0], format, header, 0.44)[0]  # type: ignore[arg-type]
    else:
        data = export(walk(box, None)[0], format, header)  # type: ignore[arg-type]
    assert stamps.read_stamp(data) == header


@pytest.mark.parametrize(
    ("part", "read"), [("bracket", "bracket"), ("p" * 40, ""), ("größe", ""), ("a part", ""), ("x" * 19, "x" * 19)]
)
def test_stl_has_room_for_the_tree_and_a_short_name(box: object, part: str, read: str) -> None:
    data = export(walk(box, None)[0], "stl", replace(HEADER, part=part))
    found = stamps.read_stamp(data)
    assert found is not None and (found.tree, found.part, found.source_sha256) == (HEADER.tree, read, "")
    # Readers take a file that begins with the word for one in text.
    assert len(stamps.stl_head(HEADER)) == 80 and not data.startswith(b"solid")


def archive(model: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as writer:
        writer.writestr("3D/3dmodel.model", model)
    return stream.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"solid x\nendsolid x\n",
        b"cadgit, mm".ljust(84),
        b"PK\x03\x04 broken",
        archive(b"<model/>"),
        archive(b'<metadata name="cadgit:source">cadgit\npart=x</metadata>'),
        archive(b"x" * 100)[:60],
        b"glTF\x02\0\0\0\x20\0\0\0\xff\xff\xff\xffJSON{}",
        b'glTF\x02\0\0\0\x40\0\0\0\x28\0\0\0JSON{"asset":{"extras":{"cadgit":[1,2,"x"]}}}   ',
        b"<svg xmlns='x'><metadata>other</metadata></svg>",
        b"999\nsomebody\n0\nSECTION\n",
        b"999\n",
        b"ISO-10303-21;\nHEADER;\n",
    ],
)
def test_other_files_have_no_stamp(data: bytes) -> None:
    assert stamps.read_stamp(data) is None
