"""The inspector's pictures and drawings, as it answers for them."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import BytesIO, StringIO

import ezdxf
import pytest
from OCP.OSD import OSD_ThreadPool
from PIL import Image

from cadgit.kernel import jobs, picturing, wire
from cadgit.kernel.inspector import InspectionError, answer
from cadgit.viewpoints import section, viewpoint

from ..shape import parts
from ..shape.parts import TWO, box, handed_over, moved, together
from .test_inspection import CRASHED, LATE, asked, crash, hang

OSD_ThreadPool.DefaultPool_s(1)
SMALL = jobs.Render(jobs.Pictured(handed_over(parts.plain())), (viewpoint("iso"),), size=(160, 120))
BLOCK = (("Part", "plate (ü)"), ("Version", "v1"), ("Source", "plain.py"))


def render(job: jobs.Render) -> jobs.Rendered:
    pytest.importorskip("embreex")
    done = answer(job)
    assert isinstance(done, jobs.Rendered)
    return done


def test_a_picture_is_the_same_from_kept_facets_and_these_are_made_once():
    first = render(SMALL)
    assert Image.open(BytesIO(first.data)).size == (160, 120)
    again = render(replace(SMALL, subject=jobs.Pictured(b"", None, first.facets)))
    assert again.data == first.data and again.facets == b""


def test_facets_of_another_version_are_made_again():
    odd = replace(SMALL, subject=replace(SMALL.subject, facets=b"of another time"))
    assert render(odd) == render(SMALL)


def test_a_request_with_everything_survives_the_wire():
    job = replace(SMALL, ghost=jobs.Pictured(b"x", TWO), section=section("x=2"), label="faces", about=(("a", "b"),))
    assert wire.decode(wire.encode(job)) == job


@pytest.mark.parametrize("plane", ["x=-1000", "x=1e9"])
def test_a_section_that_passes_by_is_refused(plane):
    with pytest.raises(InspectionError, match="passes by"):
        picturing.render(replace(SMALL, section=section(plane)))


def test_holes_are_named_where_they_open_towards_the_viewer():
    plain = replace(SMALL, views=(viewpoint("top"),))
    assert render(replace(plain, label="holes")).data != render(plain).data
    side = replace(SMALL, views=(viewpoint("front"),))
    assert render(replace(side, label="holes")).data == render(side).data


@pytest.mark.parametrize("part", [parts.empty_cut, parts.not_a_number])
def test_where_there_is_nothing_to_see_the_answer_says_so(part):
    pytest.importorskip("embreex")
    brep = handed_over(part())
    with pytest.raises(InspectionError, match="nothing to"):
        answer(replace(SMALL, subject=jobs.Pictured(brep)))
    with pytest.raises(InspectionError, match="nothing to"):
        answer(jobs.Draw(brep, "svg", BLOCK))


@pytest.mark.parametrize(
    "part", [box(1e12, 1, 1), box(1e99, 1e99, 1e99), together(box(1, 1, 1), moved(box(1, 1, 1), 1e150))]
)
def test_a_shape_of_absurd_size_is_refused_before_it_is_meshed(part):
    pytest.importorskip("embreex")
    brep = handed_over(part)
    for question in (replace(SMALL, subject=jobs.Pictured(brep)), jobs.Draw(brep, "svg", BLOCK)):
        with pytest.raises(InspectionError) as caught:
            answer(question)
        assert "no finite size" in str(caught.value) or "the most that is drawn" in str(caught.value)


def test_without_embreex_a_picture_is_refused_and_a_drawing_is_not(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "embreex", None)
    with pytest.raises(InspectionError, match="embreex") as caught:
        answer(SMALL)
    assert caught.value.reason == "missing"
    assert isinstance(answer(jobs.Draw(SMALL.subject.brep, "svg", BLOCK)), jobs.Exported)


@pytest.mark.parametrize("format", ["svg", "pdf", "dxf"])
def test_a_drawing_is_the_same_each_time(format):
    job = jobs.Draw(handed_over(together(box(10, 10, 10), moved(box(5, 5, 5), 20))), format, BLOCK)
    assert answer(job) == answer(job)


def test_a_drawing_shows_exact_arcs_hidden_lines_and_dimensions():
    done = answer(jobs.Draw(SMALL.subject.brep, "dxf", BLOCK))
    assert isinstance(done, jobs.Exported)
    space = ezdxf.read(StringIO(done.data.decode("cp1252"))).modelspace()
    circles = [entity for entity in space.query("CIRCLE") if entity.dxf.layer == "VISIBLE"]
    assert any(entity.dxf.radius == pytest.approx(5) for entity in circles)
    assert {entity.dxf.linetype for entity in space.query("LINE[layer=='HIDDEN']")} == {"DASHED"}
    texts = {entity.dxf.text for entity in space.query("TEXT")}
    assert {"40", "30", "20", "%%c10 THRU", "4x R3", "1:1", "v1"} <= texts


def test_a_drawing_s_texts_are_escaped():
    for format, spelling in (("svg", "a &lt;b&gt; &amp; c"), ("pdf", r"\(a\)")):
        block = (("Part", "a <b> & c" if format == "svg" else "(a)"), ("Version", "v1"))
        done = answer(jobs.Draw(SMALL.subject.brep, format, block))
        assert isinstance(done, jobs.Exported) and spelling.encode() in done.data


@pytest.mark.parametrize(
    ("request_", "function", "happens", "why"),
    [
        (replace(SMALL, budget=60.0), "facets_of", crash, CRASHED),
        (replace(SMALL, budget=0.5), "facets_of", hang, LATE),
        (jobs.Draw(SMALL.subject.brep, "svg", BLOCK, budget=0.5), "read", hang, LATE),
    ],
)
def test_a_shape_that_hangs_or_crashes_costs_its_picture_and_no_more(
    request_, function, happens, why, private, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("embreex")
    monkeypatch.setattr(picturing, function, happens)
    kind, said = asked(private, request_)
    assert kind == "InspectionFailed" and said.startswith(why)
