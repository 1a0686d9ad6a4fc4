"""What the page shows: geometry where it is, under the numbers that everything uses."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest

pytest.importorskip("ocp_tessellate")

from build123d import Box, Compound, Cylinder, Edge, Face, Location, Solid, Sphere

from cadgit.records import ManifestNode
from cadgit.shape import viewed
from cadgit.shape.brep import EDGE, FACE, shape_map
from cadgit.shape.ghost import ROOT, ghost
from cadgit.shape.measure import bounding_box
from cadgit.shape.render.facets import NothingToSee

FINE = 5e-4


def model(shape: Any, manifest: ManifestNode | None = None, name: str = "part") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(viewed.as_json(viewed.tessellated(shape, manifest, name, FINE)))
    return found


def array(table: dict[str, Any], key: str) -> Any:
    return np.frombuffer(base64.b64decode(table[key]["buffer"]), table[key]["dtype"])


def leaves(tree: dict[str, Any]) -> list[dict[str, Any]]:
    return [leaf for part in tree["parts"] for leaf in (leaves(part) if "parts" in part else [part])]


def volume(table: dict[str, Any]) -> float:
    a, b, c = array(table, "vertices").reshape(-1, 3)[array(table, "triangles").reshape(-1, 3)].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def corners_by_face(table: dict[str, Any]) -> list[Any]:
    """The corners of the triangles of each face, in three-cad-viewer's order."""
    points, triangles = array(table, "vertices").reshape(-1, 3), array(table, "triangles").reshape(-1, 3)
    ends = np.cumsum(array(table, "triangles_per_face"))
    return [
        points[triangles[end - count : end]].reshape(-1, 3)
        for end, count in zip(ends, array(table, "triangles_per_face"), strict=True)
    ]


def ends_by_edge(table: dict[str, Any]) -> list[Any]:
    segments = array(table, "edges").reshape(-1, 3)
    ends = 2 * np.cumsum(array(table, "segments_per_edge"))
    return [segments[end - 2 * count : end] for end, count in zip(ends, array(table, "segments_per_edge"), strict=True)]


def lies_in(points: Any, shape: Any, slack: float = 0.01) -> bool:
    box = bounding_box(shape)
    assert box is not None
    return bool(np.all(points >= np.array(box.minimum) - slack) and np.all(points <= np.array(box.maximum) + slack))


@pytest.fixture(scope="module")
def assembly() -> tuple[Any, ManifestNode]:
    plate = (Box(60, 40, 10) - Cylinder(4, 10)).solid()
    pin = Solid.make_cylinder(4, 30).moved(Location((0, 0, -5)))
    manifest = ManifestNode("both", children=(ManifestNode("plate", (1.0, 0.5, 0.0, 0.4)), ManifestNode("pin")))
    return Compound([plate, pin]).wrapped, manifest


def test_faces_and_edges_have_the_numbers_of_the_whole_result(assembly: tuple[Any, ManifestNode]) -> None:
    shape, manifest = assembly
    found = model(shape, manifest)
    faces, edges = shape_map(shape, FACE), shape_map(shape, EDGE)
    for leaf in leaves(found["shapes"]):
        table = found["instances"][leaf["shape"]["ref"]]
        assert len(corners_by_face(table)) == len(found["faces"][leaf["id"]])
        for points, number in zip(corners_by_face(table), found["faces"][leaf["id"]], strict=True):
            assert lies_in(points, faces.FindKey(number))
        for points, number in zip(ends_by_edge(table), found["edges"][leaf["id"]], strict=True):
            assert lies_in(points, edges.FindKey(number))
    assert sorted(n for numbers in found["faces"].values() for n in numbers) == list(range(1, faces.Extent() + 1))
    assert found["solids"] == {"1": found["faces"]["/part/plate"], "2": found["faces"]["/part/pin"]}


def test_triangles_enclose_the_volume_with_their_outside_on_the_right_hand_side(
    assembly: tuple[Any, ManifestNode],
) -> None:
    shape, manifest = assembly
    found = model(shape, manifest)
    plate, pin = found["instances"]
    assert volume(plate) == pytest.approx(60 * 40 * 10 - np.pi * 16 * 10, rel=1e-3)
    assert volume(pin) == pytest.approx(np.pi * 16 * 30, rel=1e-2)
    assert found["shapes"]["bb"] == pytest.approx(
        {"xmin": -30, "xmax": 30, "ymin": -20, "ymax": 20, "zmin": -5, "zmax": 25}
    )


def test_labels_and_colours_are_the_models(assembly: tuple[Any, ManifestNode]) -> None:
    plate, pin = leaves(model(*assembly)["shapes"])
    assert (plate["name"], plate["color"], plate["alpha"], plate["subtype"]) == ("plate", "#ff8000", 0.4, "solid")
    assert (pin["name"], pin["color"], pin["alpha"]) == ("pin", viewed.PLAIN, 1.0)


def test_a_label_is_no_html_and_no_path_and_stands_once() -> None:
    # three-cad-viewer writes names as HTML, and takes ids apart at slashes.
    box = Solid.make_box(1, 1, 1)
    shape = Compound([box, box.moved(Location((2, 0, 0))), box.moved(Location((4, 0, 0)))]).wrapped
    evil = ManifestNode("<img src=x onerror=alert(1)>/a|b\n")
    found = model(shape, ManifestNode(children=(evil, evil, ManifestNode())), "<b>/x")
    names = [leaf["name"] for leaf in leaves(found["shapes"])]
    assert len(set(names)) == 3 and names[2] == "part 3"
    for text in (*names, found["shapes"]["name"]):
        assert not set("<>/|\n\"'") & set(text)
    assert all(leaf["id"].count("/") == 2 for leaf in leaves(found["shapes"]))


def test_loose_faces_and_edges_are_shown_too() -> None:
    face, edge = Face.make_rect(4, 3), Edge.make_circle(5)
    assert leaves(model(face.wrapped)["shapes"])[0]["subtype"] == "faces"
    found = model(edge.wrapped)
    leaf = leaves(found["shapes"])[0]
    assert (leaf["type"], found["edges"][leaf["id"]]) == ("edges", [1])
    lengths = np.linalg.norm(np.diff(array(found["instances"][0], "edges").reshape(-1, 2, 3), axis=1), axis=2)
    assert lengths.sum() == pytest.approx(2 * np.pi * 5, rel=1e-2)


def test_nothing_makes_no_model() -> None:
    with pytest.raises(NothingToSee):
        model(Compound([]).wrapped)


@pytest.mark.parametrize("method", ["exact", "mesh"])
def test_a_ghost_has_the_edges_of_the_old_and_the_volumes_that_differ(method: Any) -> None:
    old, new = Solid.make_box(10, 10, 10), Solid.make_box(10, 10, 12) - Solid.make_box(2, 2, 12)
    found = ghost(old.wrapped, new.wrapped, method)
    edges, added, removed = (found["instances"][leaf["shape"]["ref"]] for leaf in found["shapes"]["parts"])
    assert [leaf["name"] for leaf in found["shapes"]["parts"]] == ["edges", "added", "removed"]
    assert volume(added) == pytest.approx((100 - 4) * 2, rel=1e-5)
    assert volume(removed) == pytest.approx(4 * 10, rel=1e-5)
    assert len(array(edges, "segments_per_edge")) == 12
    assert array(edges, "edges").reshape(-1, 3).max(axis=0) == pytest.approx([10, 10, 10])
    assert found["shapes"]["id"] == f"/{ROOT}"


def test_a_ghost_without_a_boolean_has_edges_alone() -> None:
    found = ghost(Sphere(5).wrapped, Solid.make_box(1, 1, 1).wrapped, None)
    assert [leaf["name"] for leaf in found["shapes"]["parts"]] == ["edges"]
