from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import build123d as b3d
import pytest

from cadgit.records import ManifestNode
from cadgit.shape.brep import read_brep, walk
from cadgit.shape.export import ExportError, export

from . import parts
from .parts import HEADER, box, handed_over, moved, together

RED = (1.0, 0.0, 0.0, 1.0)
GLASS = (0.0, 0.5, 1.0, 0.25)
LABELLED = ManifestNode("asm", children=(ManifestNode('<"base" & co>', RED), ManifestNode("lid", GLASS)))


def tree(part, manifest=None):
    return walk(read_brep(handed_over(part)), manifest)[0]


def pair():
    return together(box(10, 10, 10), moved(box(2, 2, 2), 20))


@pytest.mark.parametrize("format", ["stl", "3mf", "glb"])
def test_equal_input_gives_equal_bytes(format):
    assert export(tree(pair(), LABELLED), format, HEADER) == export(tree(pair(), LABELLED), format, HEADER)


def test_stl_holds_the_whole_result(tmp_path: Path):
    data = export(tree(pair()), "stl", HEADER)
    assert struct.unpack("<I", data[80:84]) == (24,) and len(data) == 84 + 24 * 50
    normals = [struct.unpack_from("<3f", data, 84 + 50 * i) for i in range(24)]
    assert sorted(set(normals)) == [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_3mf_keeps_labels_colours_and_volumes(tmp_path: Path):
    path = tmp_path / "two.3mf"
    path.write_bytes(export(tree(pair(), LABELLED), "3mf", HEADER))
    again = b3d.Mesher().read(path)
    assert [(s.label, s.volume, tuple(round(c, 2) for c in s.color)) for s in again] == [
        ('<"base" & co>', pytest.approx(1000), (1.0, 0.0, 0.0, 1.0)),
        ("lid", pytest.approx(8), (0.0, 0.5, 1.0, 0.25)),
    ]


def test_3mf_survives_a_label_with_control_characters():
    data = export(tree(box(1, 1, 1), ManifestNode("a\x00b\x1b")), "3mf", HEADER)
    text = zipfile.ZipFile(io.BytesIO(data)).read("3D/3dmodel.model")
    names = [element.get("name") for element in ElementTree.fromstring(text).iter() if element.tag.endswith("object")]
    assert names == ["a b "]


def glb(data: bytes) -> tuple[dict, bytes]:
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON" and size % 4 == 0
    rest = data[20 + size :]
    binary_size, binary_kind = struct.unpack_from("<I4s", rest)
    assert binary_kind == b"BIN\0" and binary_size == len(rest) - 8
    return json.loads(data[20 : 20 + size]), rest[8:]


def test_glb_keeps_labels_colours_and_sharp_edges():
    document, binary = glb(export(tree(pair(), LABELLED), "glb", HEADER))
    assert [node["name"] for node in document["nodes"][:2]] == ['<"base" & co>', "lid"]
    assert [m["pbrMetallicRoughness"]["baseColorFactor"] for m in document["materials"]] == [list(RED), list(GLASS)]
    assert document["materials"][1]["alphaMode"] == "BLEND" and "alphaMode" not in document["materials"][0]
    position = document["accessors"][0]
    # 4 corners for each of 6 faces: edges are sharp because faces do not share vertices.
    assert position["count"] == 24
    assert position["min"] == [-5, -5, -5] and position["max"] == [5, 5, 5]
    assert sum(view["byteLength"] for view in document["bufferViews"]) == len(binary)


def test_glb_stands_upright_and_is_in_metres():
    document, _ = glb(export(tree(pair(), LABELLED), "glb", HEADER))
    root = document["nodes"][document["scenes"][0]["nodes"][0]]
    assert root["scale"] == [0.001] * 3
    x, _, _, w = root["rotation"]
    # A quarter turn about x, backwards: z upward becomes y upward.
    assert (x, w) == (pytest.approx(-(0.5**0.5)), pytest.approx(0.5**0.5))
    assert sorted(root["children"]) == [0, 1]


def test_bodies_without_a_label_are_called_after_the_part():
    document, _ = glb(export(tree(parts.plain()), "glb", HEADER))
    assert document["nodes"][0]["name"] == "bracket"


@pytest.mark.parametrize("part", [parts.empty_cut, parts.not_a_number, lambda: b3d.Wire.make_circle(3)])
@pytest.mark.parametrize("format", ["stl", "3mf", "glb"])
def test_what_has_no_mesh_is_refused(part, format):
    with pytest.raises(ExportError, match="no mesh"):
        export(tree(part()), format, HEADER)
