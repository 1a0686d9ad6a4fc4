"""The features of a result: what the inspector answers, in its process and over the wire."""

from __future__ import annotations

import pytest
from OCP.OSD import OSD_ThreadPool

from cadgit.kernel import jobs, recognising, wire
from cadgit.kernel.client import Kernel
from cadgit.kernel.inspector import InspectionError, answer
from cadgit.records.features import Features
from cadgit.shape.features.adapter import NotSeen

from ..shape import parts

OSD_ThreadPool.DefaultPool_s(1)

PLAIN = parts.handed_over(parts.plain())


def test_the_wire_carries_features():
    request = jobs.FindFeatures(PLAIN, ("hole", "fillet", "plane"))
    found = wire.decode(wire.encode(answer(wire.decode(wire.encode(request)))))
    assert isinstance(found, Features)
    assert [hole.diameter for hole in found.holes] == pytest.approx([10])
    assert [(one.radius, len(one.faces)) for one in found.fillets] == [(pytest.approx(3), 4)]
    assert found.patterns == found.symmetry == ()


def test_what_quiddity_cannot_tell_has_no_answer(monkeypatch):
    def refuse(shape):
        raise NotSeen("quiddity failed: KeyError: 7")

    monkeypatch.setattr(recognising, "recognise", refuse)
    with pytest.raises(InspectionError, match="quiddity failed: KeyError: 7"):
        answer(jobs.FindFeatures(PLAIN, jobs.RECOGNISED))


def test_quiddity_recognises_in_a_sandboxed_process_of_the_kernel():
    block = parts.b3d.Box(40, 30, 10) + parts.Pos(0, 0, 8) * parts.b3d.Cylinder(6, 6)
    found = Kernel().features(jobs.FindFeatures(parts.handed_over(block), jobs.RECOGNISED))
    assert isinstance(found, Features)
    assert [(boss.size, boss.height) for boss in found.bosses] == [(pytest.approx((12,)), pytest.approx(6))]


def test_a_recognition_beyond_its_budget_ends_with_that_reason():
    failed = Kernel().features(jobs.FindFeatures(PLAIN, jobs.RECOGNISED, budget=0.0))
    assert failed == jobs.InspectionFailed("no answer within 0 s", "time")
