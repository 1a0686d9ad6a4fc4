from __future__ import annotations

import pytest
from build123d import Location, import_brep
from OCP.TopoDS import TopoDS_Shape

from cadgit.records import ManifestNode
from cadgit.shape.brep import SOLID, BrepError, read_brep, shape_map, solid_labels, text_brep, uses, walk, write_brep

from .parts import TWO, box, handed_over, moved, plain, together


def test_what_is_written_is_read_back_to_the_same_bytes():
    data = handed_over(plain())
    assert write_brep(read_brep(data)) == data


def test_a_null_shape_is_read_back_as_null():
    assert read_brep(write_brep(TopoDS_Shape())).IsNull()


@pytest.mark.parametrize("data", [b"", b"no geometry", handed_over(plain())[:300]])
def test_bytes_that_are_no_brep_are_an_error_that_says_so(data):
    with pytest.raises(BrepError, match="cannot be read"):
        read_brep(data)


def test_triangulations_are_left_out():
    part = plain()
    before = handed_over(part)
    part.mesh(0.1, 0.5)
    assert handed_over(part) == before


def test_the_walk_labels_each_child_with_its_own_shape():
    shape = read_brep(write_brep(together(box(10, 10, 10), moved(box(4, 4, 4), 20))))
    tree, warnings = walk(shape, TWO)
    assert warnings == ()
    assert [leaf.label for leaf in tree.leaves()] == ["base", "lid"]
    assert solid_labels(tree, shape_map(shape, SOLID)) == ("base", "lid")


def test_children_have_the_location_of_their_parents():
    inner = together(moved(box(1, 1, 1), 5))
    outer = together(box(1, 1, 1))
    shape = together(*(type("S", (), {"wrapped": w})() for w in (outer, inner.Moved(Location((0, 7, 0)).wrapped))))
    tree, _ = walk(shape, ManifestNode(children=(ManifestNode("a"), ManifestNode("b", children=(ManifestNode("c"),)))))
    from cadgit.shape.measure import place_of

    assert place_of(tree.leaves()[1].shape) == pytest.approx((5, 7, 0))


@pytest.mark.parametrize("amount", [1, 3])
def test_a_manifest_with_another_number_of_children_becomes_a_plain_leaf_with_a_warning(amount):
    shape = together(box(10, 10, 10), box(4, 4, 4))
    tree, warnings = walk(shape, ManifestNode("asm", children=(ManifestNode("x"),) * amount))
    assert tree.children == ()
    assert warnings == (
        f"'asm' should have {amount} children but its geometry has 2: labels and colours below it are left out",
    )


def test_a_manifest_that_gives_children_to_a_solid_is_not_believed():
    tree, warnings = walk(box(1, 1, 1).wrapped, ManifestNode(children=(ManifestNode("a"),)))
    assert tree.children == () and len(warnings) == 1


def test_a_solid_takes_the_label_of_the_nearest_labelled_parent():
    shape = together(box(10, 10, 10), box(4, 4, 4))
    tree, _ = walk(shape, ManifestNode("asm", children=(ManifestNode(), ManifestNode("lid"))))
    assert solid_labels(tree, shape_map(shape, SOLID)) == ("asm", "lid")


def test_a_solid_that_is_there_twice_is_numbered_once_and_used_twice():
    solid = box(1, 1, 1)
    shape = together(solid, solid)
    assert shape_map(shape, SOLID).Extent() == 1
    assert len(uses(shape, SOLID)) == 2


def test_the_text_form_is_what_build123d_reads(tmp_path):
    file = tmp_path / "plain.brep"
    file.write_bytes(text_brep(read_brep(handed_over(plain()))))
    assert import_brep(file).volume == pytest.approx(22274.690, abs=0.001)
