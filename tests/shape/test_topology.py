from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Cone, Pos

from cadgit.shape.brep import SOLID, compound, read_brep, sub_shapes
from cadgit.shape.topology import Groups, Topology, analyse

from . import parts
from .parts import GOOD, box, handed_over, moved, together


def topology(part) -> Topology:
    shape = read_brep(handed_over(part))
    return analyse(shape, sub_shapes(shape, SOLID) or [shape])


@pytest.mark.parametrize("name", list(GOOD))
def test_nothing_is_wrong_with_good_parts(name):
    assert topology(GOOD[name]()) == Topology()


def test_solids_that_touch_without_common_topology_are_no_matter():
    assert topology(together(box(10, 10, 10), moved(box(10, 10, 10), 10))) == Topology()


def test_an_open_shell_has_its_rim_as_free_edges():
    assert len(topology(parts.open_shell()).free_edges) == 4


def test_a_solid_made_of_an_open_shell_has_free_edges():
    assert len(topology(b3d.Solid(parts.open_shell())).free_edges) == 4


def test_two_boxes_that_hang_together_by_an_edge_are_found():
    found = topology(parts.shared_edge())
    assert [bodies for _, bodies in found.hanging_edges] == [(1, 2)]
    assert len(found.hanging_vertices) == 2


def test_two_cones_that_hang_together_by_their_apex_are_found():
    found = topology(Cone(5, 0, 10) + Pos(0, 0, 10) * Cone(0, 5, 10))
    assert [bodies for _, bodies in found.hanging_vertices] == [(1, 2)]
    assert found.hanging_edges == ()


def one_solid(*solids: b3d.Solid) -> b3d.Solid:
    """One solid made of one shell with the faces of several."""
    faces = [face for solid in solids for face in solid.faces()]
    from OCP.BRep import BRep_Builder
    from OCP.TopoDS import TopoDS_Shell, TopoDS_Solid

    builder, shell, solid = BRep_Builder(), TopoDS_Shell(), TopoDS_Solid()
    builder.MakeShell(shell)
    for face in faces:
        builder.Add(shell, face.wrapped)
    builder.MakeSolid(solid)
    builder.Add(solid, shell)
    return b3d.Solid(solid)


def test_an_edge_that_one_solid_uses_four_times_is_crowded():
    found = topology(one_solid(*parts.shared_edge().solids()))
    assert [(solid, amount) for solid, _, amount in found.crowded_edges] == [(1, 4)]


def test_a_vertex_where_two_fans_of_one_solid_meet_is_split():
    pair = (Cone(5, 0, 10) + Pos(0, 0, 10) * Cone(0, 5, 10)).solids()
    found = topology(one_solid(*pair))
    assert [(solid, fans) for solid, _, fans in found.split_vertices] == [(1, 2)]
    assert found.crowded_edges == ()


def test_a_turned_face_makes_its_edges_run_the_same_way_twice():
    faces = [face.wrapped for face in box(1, 1, 1).faces()]
    faces[0] = faces[0].Reversed()
    found = analyse(whole := compound(faces), [whole])
    assert len(found.reversed_edges) == 4 and found.free_edges == ()


def test_a_face_that_two_solids_use_on_the_same_side_is_crowded():
    # The second solid is a box whose bottom is the first one's, turned neither way: both lie on the same side of it.
    first = box(10, 10, 10)
    second = one_solid(first)
    found = topology(together(first, second))
    assert len(found.crowded_faces) == 6


def test_groups_unite_what_was_joined():
    groups = Groups()
    groups.join("ab")
    groups.join("cd")
    groups.join("bd")
    assert groups.count("abcd") == 1
    assert groups.count("abx") == 2
