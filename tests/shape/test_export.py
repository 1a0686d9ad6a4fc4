from __future__ import annotations

import copy
import io
import json
import struct
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import build123d as b3d
import numpy as np
import pytest

from cadgit.records import ManifestNode
from cadgit.shape.brep import compound, read_brep, walk, write_brep
from cadgit.shape.export import WrongKind, export

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
    # Factors are linear: half of sRGB is 0.214 of the light (IEC 61966-2-1).
    factors = [m["pbrMetallicRoughness"]["baseColorFactor"] for m in document["materials"]]
    assert factors == [list(RED), [0, pytest.approx(0.214041), 1, 0.25]]
    assert document["materials"][1]["alphaMode"] == "BLEND" and "alphaMode" not in document["materials"][0]
    position = document["accessors"][0]
    # 4 corners for each of 6 faces: edges are sharp because faces do not share vertices.
    assert position["count"] == 24
    shift = document["nodes"][0]["matrix"][12:15]
    assert [a + b for a, b in zip(shift, position["min"], strict=True)] == [-5, -5, -5]
    assert [a + b for a, b in zip(shift, position["max"], strict=True)] == [5, 5, 5]
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
    with pytest.raises(WrongKind, match="no mesh"):
        export(tree(part()), format, HEADER)


# --- assemblies --------------------------------------------------------------------------------------------

NESTED = ManifestNode(
    "vise",
    children=(
        ManifestNode("jaw ü中", children=(ManifestNode("pin", RED), ManifestNode("pin", RED))),
        ManifestNode("pin", GLASS),
        ManifestNode("base"),
    ),
)


@pytest.fixture(scope="module")
def vise():
    """Three uses of one pin, one of them turned, and a base; nested, with labels and colours."""
    pin = b3d.Cylinder(2, 8)
    places = [b3d.Location((20, 0, 0)), b3d.Location((0, 20, 5), (45, 0, 0)), b3d.Location((0, 0, 9))]
    pins = [copy.copy(pin) for _ in places]
    for one, place in zip(pins, places, strict=True):
        one.location = place
    whole = compound([compound([pins[0].wrapped, pins[1].wrapped]), pins[2].wrapped, box(10, 10, 10).wrapped])
    return walk(read_brep(write_brep(whole)), NESTED)[0]


def outline(document: dict, number: int) -> object:
    node = document["nodes"][number]
    name = node.get("name", "")
    return (name, [outline(document, child) for child in node["children"]]) if "children" in node else name


def test_glb_keeps_the_tree_and_stores_a_repeated_shape_once(vise):
    document, binary = glb(export(vise, "glb", HEADER))
    root = document["scenes"][0]["nodes"][0]
    assert outline(document, root) == ("vise", [("jaw ü中", ["pin", "pin"]), "pin", "base"])
    # Pin and base, with points, normals and triangles each; the pin in two colours.
    assert len(document["accessors"]) == 6 and len(document["meshes"]) == 3
    placed = [node["matrix"][12:15] for node in document["nodes"] if node.get("name") == "pin"]
    assert placed == [[20, 0, 0], [0, 20, 5], [0, 0, 9]]
    check_buffers(document, binary)


def check_buffers(document: dict, binary: bytes) -> None:
    """What Khronos' validator asks of buffers: bounds, alignment, limits, indices in range, unit normals."""
    assert document["buffers"] == [{"byteLength": len(binary)}]
    arrays = []
    for accessor in document["accessors"]:
        view = document["bufferViews"][accessor["bufferView"]]
        kind, width = (np.float32, 3) if accessor["type"] == "VEC3" else (np.uint32, 1)
        assert accessor["componentType"] == (5126 if kind is np.float32 else 5125)
        assert view["byteOffset"] % 4 == 0 and view["byteLength"] == accessor["count"] * width * 4
        assert view["byteOffset"] + view["byteLength"] <= len(binary)
        assert view["target"] == (34962 if kind is np.float32 else 34963)
        arrays.append(np.frombuffer(binary, kind, accessor["count"] * width, view["byteOffset"]).reshape(-1, width))
    for mesh in document["meshes"]:
        for primitive in mesh["primitives"]:
            points, normals = (primitive["attributes"][name] for name in ("POSITION", "NORMAL"))
            accessor = document["accessors"][points]
            assert accessor["min"] == arrays[points].min(axis=0).tolist()
            assert accessor["max"] == arrays[points].max(axis=0).tolist()
            assert len(arrays[points]) == len(arrays[normals]) > arrays[primitive["indices"]].max()
            assert np.allclose(np.linalg.norm(arrays[normals], axis=1), 1, atol=1e-5)
            assert 0 <= primitive["material"] < len(document["materials"])


def test_glb_can_be_read_by_another_program(vise, tmp_path: Path):
    pygltflib = pytest.importorskip("pygltflib")
    path = tmp_path / "vise.glb"
    path.write_bytes(export(vise, "glb", HEADER))
    again = pygltflib.GLTF2().load_binary(str(path))
    assert [node.name for node in again.nodes] == ["pin", "pin", "jaw ü中", "pin", "base", "vise"]
    assert again.asset.extras["cadgit"][0] == "cadgit"


def test_3mf_keeps_the_tree_and_each_body_in_its_place(vise, tmp_path: Path):
    data = export(vise, "3mf", HEADER)
    archive = zipfile.ZipFile(io.BytesIO(data))
    # The parts that a package has to have (3MF Core Specification, 2.1).
    assert archive.namelist() == ["[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"]
    model = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    space = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    objects = {element.get("id"): element for element in model.iter(f"{space}object")}
    (item,) = model.iter(f"{space}item")

    def tree_of(number: str) -> object:
        children = [part.get("objectid") for part in objects[number].iter(f"{space}component")]
        name = objects[number].get("name")
        return (name, [tree_of(child) for child in children]) if children else name

    assert tree_of(item.get("objectid")) == ("vise", [("jaw ü中", ["pin", "pin"]), "pin", "base"])
    path = tmp_path / "vise.3mf"
    path.write_bytes(data)
    again = b3d.Mesher().read(path)  # lib3mf, which complains about what the standard does not allow
    centres = [tuple(round(x, 3) + 0.0 for x in solid.center(b3d.CenterOf.BOUNDING_BOX)) for solid in again]
    assert [centre[2] for centre in centres] == [0, 5, 9, 0] and centres[0][0] == pytest.approx(20, abs=0.01)
    assert [tuple(round(c, 2) for c in solid.color) for solid in again[:3]] == [RED, RED, (0, 0.5, 1, 0.25)]


def test_step_keeps_names_colours_and_places(vise, tmp_path: Path):
    path = tmp_path / "vise.step"
    path.write_bytes(export(vise, "step", HEADER))
    again = b3d.import_step(path)
    # build123d reads a blank as an underscore.
    assert again.label == "vise" and [child.label for child in again.children] == ["jaw_ü中", "pin", "base"]
    jaw, pin, _ = again.children
    assert [child.label for child in jaw.children] == ["pin", "pin"]
    assert tuple(round(c, 3) for c in jaw.children[0].color)[:3] == RED[:3]
    assert tuple(round(c, 3) for c in pin.color)[:3] == (0, 0.5, 1)
    assert tuple(jaw.children[0].bounding_box().center()) == pytest.approx((20, 0, 0), abs=1e-6)


def test_3mf_calls_what_is_open_a_surface():
    data = export(tree(b3d.Rectangle(3, 4)), "3mf", HEADER)
    assert b'type="surface"' in zipfile.ZipFile(io.BytesIO(data)).read("3D/3dmodel.model")
