"""What is wrong, what would mend it, which edges are meant: what the inspector answers, over the wire."""

from __future__ import annotations

import build123d as b3d
import pytest
from OCP.OSD import OSD_ThreadPool

from cadgit.kernel import jobs, wire
from cadgit.kernel.execution import base_environment
from cadgit.kernel.inspector import InspectionError, answer
from cadgit.records import Diagnosed, Frame, Output, Repair
from cadgit.shape.brep import EDGE, read_brep, shape_map

from ..shape import parts

OSD_ThreadPool.DefaultPool_s(1)

PLATE = parts.handed_over(b3d.Box(40, 30, 10))


def answered(request):
    """What is answered to a request, both after the way over the wire."""
    return wire.decode(wire.encode(answer(wire.decode(wire.encode(request)))))


def test_an_aspect_is_diagnosed():
    found = answered(jobs.Diagnose(parts.handed_over(parts.open_shell()), None, "boundary"))
    assert isinstance(found, Diagnosed) and [finding.kind for finding in found.findings] == ["open surface"]


def test_a_repair_is_tried():
    found = answered(jobs.TryRepair(parts.handed_over(parts.inside_out()), None))
    assert isinstance(found, Repair) and found.works


def test_what_has_no_finite_size_is_not_given_to_shapefix_which_would_crash():
    with pytest.raises(InspectionError, match="finite"):
        answer(jobs.TryRepair(parts.handed_over(parts.not_a_number()), None))


def test_edges_are_named_by_number_by_face_or_by_place():
    edges = shape_map(read_brep(PLATE), EDGE)
    all_edges = answered(jobs.NameEdges(PLATE, numbers=tuple(range(1, 13))))
    assert all_edges.numbers == tuple(range(1, edges.Extent() + 1))
    assert all_edges.diagonal == pytest.approx((40**2 + 30**2 + 10**2) ** 0.5, rel=1e-6)
    of_a_face = answered(jobs.NameEdges(PLATE, ("face:1",)))
    assert len(of_a_face.edges) == 4
    one = answered(jobs.NameEdges(PLATE, ("edge:3",)))
    assert [edge.edge for edge in one.edges] == ["edge:3"] and one.numbers == (3,)


def test_numbers_that_a_model_made_up_are_no_edges():
    assert answered(jobs.NameEdges(PLATE, numbers=(0, -1, 13, 99))).edges == ()


@pytest.mark.parametrize(("name", "says"), [("edge:99", "edge:12"), ("edge", "edge"), ("vertex:1", "no edges")])
def test_a_name_that_means_no_edge_has_no_answer(name, says):
    with pytest.raises(InspectionError, match=says):
        answer(jobs.NameEdges(PLATE, (name,)))


def test_a_blend_is_tried():
    named = answered(jobs.NameEdges(PLATE, numbers=tuple(range(1, 13))))
    upright = tuple(n for n, edge in zip(named.numbers, named.edges, strict=True) if edge.length == pytest.approx(10))
    assert answered(jobs.TryBlend(PLATE, "fillet", upright, 14.0)) == jobs.TriedBlend(True)
    failed = answered(jobs.TryBlend(PLATE, "fillet", upright, 16.0))
    assert not failed.made and failed.reason
    assert answered(jobs.TryBlend(PLATE, "chamfer", upright, 14.0, 14.0)).made


def test_origins_are_found():
    found = answered(jobs.FindOrigins(PLATE, (2, 6), PLATE, (0, 1, 2, 3, 4, 5)))
    assert found == jobs.Origins((1, 5))


def test_a_trace_goes_over_the_wire_with_its_body():
    blend = jobs.FailedBlend("fillet", PLATE, (1, 2), 5.0, line=Frame("model.py", 3))
    sent = jobs.Executed(base_environment(), Output(), trace=jobs.Trace((Frame("model.py", 2),), (0, -1), blend))
    assert wire.decode(wire.encode(sent)) == sent
