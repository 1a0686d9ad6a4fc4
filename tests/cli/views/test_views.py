"""What people read, kept as snapshots: each outcome in a pipe and at a terminal of 80 columns without colour."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from cadgit.cli.output import plain, terminal
from cadgit.cli.output.blocks import Blocks
from cadgit.cli.views import changes, demo, history, hooks, picture, provenance, run, sharing, system, verdict
from cadgit.records import Box, Failure, Frame, Output, Override
from cadgit.workflow.demo import DemoOutcome, DemoStep
from cadgit.workflow.outcomes import LogEntry

from .. import samples

STEP = DemoStep("It runs.", "cadgit run bracket.py", 3, "result = Box(1, 2, 3)\n", samples.failed)
REFUSED = DemoStep("It is refused.", "cadgit promote", 1, error="bracket #4 was not promoted\nmend the model")
GIT = DemoStep("Git can read it.", "git log", 0, output="commit 1a2b\n\n    bracket v2")

VIEWS: dict[str, tuple[Callable[..., Blocks], Any]] = {
    "run done": (run.run, samples.done),
    "run reused": (run.run, samples.reused),
    "run talkative": (run.run, samples.talkative),
    "run failed": (run.run, samples.failed),
    "verify pass": (verdict.verify, samples.verified),
    "verify again": (verdict.verify, samples.judged_before),
    "verify warn": (verdict.verify, samples.warned),
    "verify fail": (verdict.verify, samples.rejected),
    "verify not checked": (verdict.verify, samples.unchecked),
    "verify spec": (verdict.verify, samples.specified),
    "spec check": (verdict.spec, samples.proposed),
    "spec": (verdict.spec, samples.written),
    "spec again": (verdict.spec, samples.had_all),
    "promote": (verdict.promote, samples.promoted),
    "promote again": (verdict.promote, samples.already),
    "status": (history.status, samples.status),
    "status empty": (history.status, samples.nothing),
    "log": (history.log, samples.log),
    "log empty": (history.log, samples.empty_log),
    "show": (history.show, samples.shown),
    "restore": (changes.restore, samples.restored),
    "restore nothing": (changes.restore, samples.restored_nothing),
    "undo promotion": (changes.undo, samples.withdrew),
    "undo last promotion": (changes.undo, samples.withdrew_last),
    "undo restore": (changes.undo, samples.took_back),
    "export": (changes.export, samples.exported),
    "export unverified": (changes.export, samples.exported_draft),
    "export flat pattern": (changes.export, samples.exported_flat),
    "push": (sharing.push, samples.pushed),
    "push after a merge": (sharing.push, samples.pushed_after_merge),
    "push nothing": (sharing.push, samples.pushed_nothing),
    "push dry run": (sharing.push, samples.push_planned),
    "pull": (sharing.pull, samples.pulled),
    "pull nothing": (sharing.pull, samples.pulled_nothing),
    "fetch": (sharing.fetch, samples.fetched),
    "fetch nothing": (sharing.fetch, samples.fetched_nothing),
    "trace": (provenance.trace, samples.traced),
    "trace changed": (provenance.trace, samples.changed),
    "trace claimed": (provenance.trace, samples.claimed),
    "trace claimed candidate": (provenance.trace, samples.claimed_candidate),
    "trace unknown": (provenance.trace, samples.unknown),
    "replay one": (provenance.replayed, samples.replayed),
    "replay different": (provenance.replayed, samples.moved),
    "replay failed": (provenance.replayed, samples.gone),
    "replay alone": (provenance.replays, samples.one_replay),
    "replays": (provenance.replays, samples.replays),
    "replays good": (provenance.replays, samples.good_replays),
    "signatures": (provenance.signatures, samples.signed),
    "signatures bad": (provenance.signatures, samples.badly_signed),
    "attest": (provenance.attest, samples.attested),
    "attest to a file": (provenance.attest, samples.attested_in_file),
    "history": (lambda outcome: provenance.history(outcome, True), samples.history),
    "history alone": (lambda outcome: provenance.history(outcome, False), samples.history),
    "history empty": (lambda outcome: provenance.history(outcome, True), samples.no_history),
    "render": (picture.render, samples.rendered),
    "render crowded": (picture.render, samples.crowded),
    "render drawing": (picture.render, samples.drawn),
    "init": (changes.init, samples.initialised),
    "init hooks": (changes.init, samples.with_hooks),
    "hook pre-commit": (hooks.hook, samples.hook_refused),
    "hook post-commit": (hooks.hook, samples.hook_committed),
    "hook pre-push": (hooks.hook, samples.hook_left_behind),
    "hook post-checkout": (hooks.hook, samples.hook_moved),
    "hook post-merge": (hooks.hook, samples.hook_silent),
    "gc plan": (changes.gc, samples.gc_plan),
    "gc done": (changes.gc, samples.gc_done),
    "gc nothing": (changes.gc, samples.gc_nothing),
    "kernel": (system.kernel, samples.kernel),
    "kernel none": (system.kernel, samples.no_kernel),
    "doctor": (system.doctor, samples.doctor),
    "demo step": (demo.step, STEP),
    "demo refusal": (demo.step, REFUSED),
    "demo git": (demo.step, GIT),
    "demo end": (demo.end, DemoOutcome("/tmp/x", False, (), True)),
    "demo incomplete": (demo.end, DemoOutcome("/tmp/x", False, (), False)),
}


@pytest.mark.parametrize("name", VIEWS)
def test_in_a_pipe(name: str, snapshot: SnapshotAssertion) -> None:
    view, outcome = VIEWS[name]
    assert plain.render(view(outcome)) == snapshot


@pytest.mark.parametrize("name", VIEWS)
def test_at_a_terminal(name: str, snapshot: SnapshotAssertion) -> None:
    view, outcome = VIEWS[name]
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=True, color_system=None, highlight=False)
    terminal.show(console, view(outcome))
    assert "\n".join(line.rstrip() for line in file.getvalue().splitlines()) == snapshot


def test_a_change_names_the_axes_that_changed() -> None:
    entry = LogEntry(samples.candidate, "pass", "", samples.plate, 0.0, (0.0, -2.5, 1e-9))
    assert history.change(entry) == "y-2.5"
    assert history.change(LogEntry(samples.candidate, "pass", "", samples.plate, 0.0, (0.0, 0.0, 0.0))) == "="
    assert history.change(LogEntry(samples.candidate, "pass")) == ""


def test_a_flat_result_has_no_volume_and_a_curve_no_area() -> None:
    sketch = replace(samples.plate, kind="sketch", volume=0.0, box=Box((0.0, 0.0, 0.0), (1.0, 1.0, 0.0)))
    labels = [label for label, value in run.geometry(sketch) if value]
    assert "volume" not in labels and "area" in labels
    assert "area" not in [label for label, value in run.geometry(replace(sketch, kind="curve")) if value]


def test_a_log_lists_the_newest_versions_and_says_where_the_others_are() -> None:
    versions = tuple(replace(samples.version, number=number) for number in range(13, 0, -1))
    text = plain.render(history.log(replace(samples.log, versions=versions)))
    assert "bracket@v13 " in text and "bracket@v4 " in text and "bracket@v3 " not in text
    assert re.search(r"and 3 older: `git log cadgit/bracket/v3`", text)


def test_a_long_value_is_cut_below_a_row() -> None:
    meta = replace(samples.candidate.meta, parameters=(Override("holes", "[" + "(0, 0), " * 500 + "]"),))
    entry = LogEntry(replace(samples.candidate, meta=meta), "pass")
    (line,) = [x for x in plain.render(history.log(replace(samples.log, entries=(entry,)))).splitlines() if "-P" in x]
    assert line.startswith("  #4: -P holes=[(0, 0), ") and line.endswith("…") and len(line) < 60


def test_a_kernel_that_warms_up_says_so() -> None:
    assert "being imported" in plain.render(system.kernel(replace(samples.kernel, environment=None)))


def test_runs_are_told_by_what_they_were_for() -> None:
    runs = tuple(replace(samples.record, purpose=purpose) for purpose in ("run", "proof", "replay"))
    text = plain.render(history.show(replace(samples.shown, runs=runs)))
    assert re.findall(r"^(run|second run|replay) 2026", text, re.MULTILINE) == ["run", "second run", "replay"]


def test_many_solids_are_counted_and_not_all_shown() -> None:
    many = replace(samples.assembly, solids=30, parts=samples.assembly.parts * 15)
    text = plain.render(run.solids(many))
    assert len(text.splitlines()) == run.SOLIDS + 2
    assert "and 18 more solids" in text


def shown_output(printed: Output) -> list[str]:
    return plain.render(run.output(printed)).splitlines()[1:]


def test_a_chatty_model_does_not_hide_its_result() -> None:
    text = "".join(f"line {i}\n" for i in range(1000))
    shown = shown_output(Output(text, "", len(text)))
    assert shown[0] == "    | line 0"
    assert shown[run.HEAD - 1 : run.HEAD + 2] == ["    | line 39", "    … 8.4 kB not shown …", "    | line 980"]
    assert shown[-1] == "    | line 999"


def test_output_that_was_cut_already_says_so_once() -> None:
    shown = shown_output(Output("first\n", "last\n", 5_000_011, 5_000_000))
    assert shown == ["    | first", "    … 5 MB not shown …", "    | last"]


def test_short_output_is_shown_whole_and_a_long_line_is_cut() -> None:
    assert shown_output(Output("a\nb", "", 3)) == ["    | a", "    | b"]
    (line,) = shown_output(Output("x" * 1000, "", 1000))
    assert line.endswith("x… (600 more characters)")
    assert shown_output(Output()) == []


def test_the_frames_of_a_recursion_are_shown_once() -> None:
    inner, outer = Frame("clip.py", 2, "f", "f()"), Frame("clip.py", 3, "<module>", "f()")
    failed = Failure("exception", "RecursionError: too deep", frames=(*[inner] * 98, outer))
    text = plain.render([run.failure(failed)])
    assert text.count("clip.py:2") == 1
    assert "clip.py:2 in f, 98 times\n" in text
    assert "called from clip.py:3\n" in text
