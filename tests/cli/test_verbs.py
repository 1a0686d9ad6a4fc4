"""Each verb hands its arguments to one function of `workflow`, and its exit code says how it went."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import Refused

from . import samples
from .conftest import Cadgit

Answering = Callable[..., list[dict[str, Any]]]


def test_run_passes_everything_on(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("run", samples.done)
    ended = cadgit(
        *("run", "bracket.py", "-P", "width=50", "-P", "hole=2.5*CM", "--line", "try", "--object", "lid"),
        *("--timeout", "2.5", "--cold", "--force"),
    )
    assert ended.code == 0
    assert calls == [
        {
            "arguments": ("bracket.py",),
            "parameters": ("width=50", "hole=2.5*CM"),
            "line": "try",
            "object": "lid",
            "timeout": 2.5,
            "cold": True,
            "force": True,
        }
    ]


def test_a_model_that_failed_is_shown_and_ends_with_3(cadgit: Cadgit, answering: Answering) -> None:
    answering("run", samples.failed)
    ended = cadgit("run")
    assert ended.code == 3
    assert "bracket.py:12 in rounded" in ended.out
    assert "return fillet(part.edges(), 30)" in ended.out
    assert "bracket@v2 still stands" in ended.out
    assert ended.err == ""


@pytest.mark.parametrize(
    ("outcome", "code"), [("verified", 0), ("warned", 0), ("rejected", 1), ("unchecked", 1), ("judged_before", 0)]
)
def test_verify_ends_with_1_where_a_check_says_no_or_nothing(
    cadgit: Cadgit, answering: Answering, outcome: str, code: int
) -> None:
    calls = answering("verify", getattr(samples, outcome))
    assert cadgit("verify", "bracket@v2", "--deep").code == code
    assert calls == [{"arguments": ("bracket@v2",), "deep": True}]


def test_verify_says_what_is_not_specified_on_every_face(cadgit: Cadgit, answering: Answering) -> None:
    answering("verify", samples.specified)
    ended = cadgit("verify")
    assert ended.code == 1
    assert "not specified: position, mass, holes" in ended.out
    assert cadgit("verify", "--json").json["unspecified"][:2] == ["position", "mass"]


def test_spec_passes_its_arguments_and_prints_what_is_added(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("spec", samples.proposed)
    ended = cadgit("spec", "bracket", "--check")
    assert ended.code == 0 and "size = [40, 30, 20]" in ended.out
    assert cadgit("spec", "--json").json["lines"] == samples.lines
    assert calls == [{"arguments": ("bracket",), "check": True}, {"arguments": (None,), "check": False}]


def test_checks_are_shown_as_they_end_and_only_once(cadgit: Cadgit, answering: Answering) -> None:
    def judge(progress: Any) -> None:
        for check in samples.checks:
            progress.check(check)

    answering("verify", samples.rejected, during=judge)
    lines = cadgit("verify").out.splitlines()
    assert sum("base and post overlap" in line for line in lines) == 1
    assert lines[-3] == "bracket #4: fail: overlap (of 5 checks, deep)"
    assert lines[-2].startswith("  no spec")
    assert "cadgit diagnose" in lines[-1]


def test_a_promotion_shows_only_the_checks_to_look_at(cadgit: Cadgit, answering: Answering) -> None:
    def judge(progress: Any) -> None:
        for check in samples.checks[:3]:
            progress.check(check)

    answering("promote", samples.promoted, during=judge)
    lines = cadgit("promote").out.splitlines()
    assert lines[0].startswith("  warn         tolerance")
    assert lines[2].startswith("bracket@v2 promoted")


def test_a_run_inside_another_operation_is_shown(cadgit: Cadgit, answering: Answering) -> None:
    answering("verify", samples.verified, during=lambda progress: progress.summary(samples.done))
    assert "40 × 30 × 20 mm" in cadgit("verify").out


def test_promote_passes_message_and_accepted_checks(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("promote", samples.promoted)
    ended = cadgit("promote", "bracket", "-m", "holes", "--accept-unchecked", "a", "--accept-unchecked", "b")
    assert ended.code == 0
    assert calls == [{"arguments": ("bracket",), "message": "holes", "accept_unchecked": ("a", "b")}]
    assert ended.out.startswith("bracket@v2 promoted from candidate 4 of main\n")


def test_a_refusal_ends_with_1_and_says_why(cadgit: Cadgit, answering: Answering) -> None:
    answering("promote", Refused("bracket #4 was not promoted:\n  overlap: two solids", "mend the model"))
    ended = cadgit("promote")
    assert ended.code == 1
    assert ended.out == ""
    assert ended.err == (
        "cadgit: bracket #4 was not promoted:\n          overlap: two solids\n  hint: mend the model\n"
    )


def test_notices_are_part_of_an_answer_and_of_an_error(cadgit: Cadgit, answering: Answering) -> None:
    def notice(progress: Any) -> None:
        progress.notice("promoting bracket #4")

    answering("promote", samples.promoted, during=notice)
    assert cadgit("promote").out.startswith("note: promoting bracket #4\n")
    assert cadgit("promote", "--json").json["notices"] == ["promoting bracket #4"]
    answering("promote", Refused("no"), during=notice)
    assert cadgit("promote", "--json").json["notices"] == ["promoting bracket #4"]


def test_the_verbs_that_look_pass_their_arguments(cadgit: Cadgit, answering: Answering) -> None:
    assert answering("status", samples.status) == []
    assert cadgit("status").code == 0
    calls = answering("log", samples.log)
    assert cadgit("log", "bracket", "--line", "try", "-n", "5").code == 0
    assert calls == [{"arguments": ("bracket",), "line": "try", "limit": 5}]
    calls = answering("show", samples.shown)
    assert cadgit("show", "bracket@main~3").code == 0
    assert calls == [{"arguments": ("bracket@main~3",)}]


def test_the_verbs_that_write_pass_their_arguments(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("restore", samples.restored)
    assert "candidate 12 of kept" in cadgit("restore", "bracket@v2").out
    assert calls == [{"arguments": ("bracket@v2",)}]
    calls = answering("undo", samples.withdrew)
    assert "bracket@v1 stands" in cadgit("undo").out
    assert calls == [{"arguments": (None,)}]
    calls = answering("export", samples.exported_draft)
    assert "has not passed the gate" in cadgit("export", "-o", "draft.stl", "--unverified").out
    assert calls == [{"arguments": (None, Path("draft.stl")), "unverified": True, "k_factor": None}]
    calls = answering("render", samples.crowded)
    ended = cadgit("render", "bracket@v2", "--views", "iso, 30/20", "--section", "y", "--label", "faces", "-o", "a.png")
    assert "12 names found no place" in ended.out
    ((ref, output, look),) = (call["arguments"] for call in calls)
    assert (ref, output, look.views, look.section, look.label) == (
        "bracket@v2",
        Path("a.png"),
        ("iso", "30/20"),
        "y",
        "faces",
    )
    calls = answering("init", samples.initialised)
    assert "cadgit.toml: created" in cadgit("init").out
    cadgit("init", "--hooks")
    cadgit("init", "--no-hooks")
    assert [call["hooks"] for call in calls] == [None, True, False]


def test_gc_says_what_would_go_and_drops_nothing_unasked(cadgit: Cadgit, answering: Answering) -> None:
    plans = answering("gc", samples.gc_plan, "plan")
    drops = answering("gc", samples.gc_done)
    ended = cadgit("gc", "--older-than", "7.5", "--dry-run")
    assert (ended.code, drops) == (0, [])
    assert "30 candidates and 41 files of the cache (6.2 MB) would be dropped" in ended.out
    ended = cadgit("gc")  # in a pipe there is nobody to ask
    assert (ended.code, drops) == (2, [])
    assert "--yes" in ended.err
    assert cadgit("gc", "--json").json["error"]["kind"] == "usage_error"
    assert [call["arguments"] for call in plans] == [(7.5,), (30.0,), (30.0,)]
    assert cadgit("gc", "--yes", "--json").json["dropped"] is True
    assert drops == [{"arguments": (30.0,)}]


@pytest.mark.parametrize(("typed", "dropped"), [("y\n", True), ("\n", False), ("n\n", False)])
def test_gc_asks_at_a_terminal(
    cadgit: Cadgit, answering: Answering, monkeypatch: pytest.MonkeyPatch, typed: str, dropped: bool
) -> None:
    answering("gc", samples.gc_plan, "plan")
    drops = answering("gc", samples.gc_done)
    monkeypatch.setattr("cadgit.cli.face.Face.can_ask", True)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    ended = cadgit("gc")
    assert ended.code == 0
    assert ended.out.startswith("older than 30 days: 30 candidates")
    assert bool(drops) is dropped
    assert ("nothing was dropped" in ended.out) is not dropped


def test_gc_with_nothing_to_drop_does_not_ask(cadgit: Cadgit, answering: Answering) -> None:
    answering("gc", samples.gc_nothing, "plan")
    assert cadgit("gc").out.startswith("nothing to drop")


def test_the_kernel_s_verbs_answer(cadgit: Cadgit, answering: Answering) -> None:
    answering("kernel", samples.kernel, "status")
    assert "pid 4711" in cadgit("kernel", "status").out
    answering("kernel", samples.kernel, "start")
    assert cadgit("kernel", "start", "--json").json["memory"] == 312_000_000
    answering("kernel", True, "stop")
    assert cadgit("kernel", "stop", "--json").json["stopped"] is True


def test_doctor_ends_with_4_when_something_is_in_the_way(cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadgit.workflow.doctor.doctor", lambda cwd, progress: samples.doctor)
    ended = cadgit("doctor")
    assert ended.code == 4
    assert ended.out.endswith("in the way: build123d\n")


def test_trace_ends_with_1_unless_the_file_is_what_was_written(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("trace", samples.traced)
    assert cadgit("trace", "returned.step").code == 0
    assert calls == [{"arguments": (Path("returned.step"),)}]
    for outcome in (samples.changed, samples.claimed, samples.claimed_candidate, samples.unknown):
        answering("trace", outcome)
        assert cadgit("trace", "x").code == 1


def test_replay_tells_each_version_as_it_ends_and_ends_with_1_if_one_does_not_hold(
    cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch, answering: Answering
) -> None:
    calls: list[dict[str, Any]] = []

    def replay(workspace: Any, version: Any, *, tell: Callable[[Any], None], **options: Any) -> Any:
        calls.append({"version": version, **options})
        for one in samples.replays.replays:
            tell(one)
        return samples.replays

    answering("replay", samples.replays)
    monkeypatch.setattr("cadgit.workflow.replay.replay", replay)
    ended = cadgit("replay", "--all", "--jobs", "2")
    assert ended.code == 1 and calls == [{"version": None, "everything": True, "jobs": 2}]
    lines = ended.out.splitlines()
    assert lines[0] == "bracket@v2: the identical STEP file (1.20 s)"
    assert lines[-1] == "2 of 3 versions did not come out as promoted: bracket@v2, bracket@v1"
    assert cadgit("replay", "bracket@v2", "--json").json["hold"] is False


def test_verify_signatures_ends_with_1_only_where_one_is_bad(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("signatures", samples.signed)
    assert cadgit("verify", "bracket", "--signatures").code == 0
    assert calls == [{"arguments": ("bracket",)}]
    answering("signatures", samples.badly_signed)
    ended = cadgit("verify", "--signatures")
    assert ended.code == 1 and ended.out.endswith("not to be relied on: bracket@v2\n")
    assert cadgit("verify", "--signatures", "--deep").code == 2


def test_attest_prints_nothing_but_the_statement(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("attest", samples.attested)
    assert cadgit("attest", "bracket@v2").json == samples.statement
    answering("attest", samples.attested_in_file)
    assert cadgit("attest", "bracket@v2", "-o", "bracket.json").out.startswith("bracket.json: in-toto statement")
    assert cadgit("attest", "--json").json["statement"] == samples.statement
    assert calls[0] == {"arguments": ("bracket@v2", None)}


def test_history_looks_into_branches_only_when_asked(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("history", samples.history)
    assert "Longer" in cadgit("history", "bracket", "--git").out
    assert "Longer" not in cadgit("history").out
    assert calls == [{"arguments": ("bracket",), "git": True}, {"arguments": (None,), "git": False}]


def test_trace_outside_a_repository_says_what_the_header_says(
    cadgit: Cadgit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fields = {"part": "clip", "entry": "clip.py", "source_sha256": "1", "closure_sha256": "2", "tree": "3"}
    strings = ",".join(f"'{name}={value}'" for name, value in (fields | {"build123d": "0.13", "occt": "8.0"}).items())
    text = f"ISO-10303-21;HEADER;FILE_DESCRIPTION(('cadgit',{strings}),'2;1');ENDSEC;DATA;"
    Path("sent.step").write_text(text, encoding="utf-8")
    ended = cadgit("trace", "sent.step")
    assert ended.code == 1
    assert "is not in a git repository, so only the file itself is looked at" in ended.out
    assert "which anybody can write" in ended.out and "clip.py" in ended.out
    assert cadgit("trace", "sent.step", "--json").json["header"]["part"] == "clip"
    assert cadgit("trace", "nothing.step").code == 2


def test_a_drawing_takes_no_options_of_pictures(cadgit: Cadgit, answering: Answering) -> None:
    answering("render", samples.drawn)
    ended = cadgit("render", "--drawing", "--section", "y")
    assert ended.code == 2 and "no --section" in ended.err
