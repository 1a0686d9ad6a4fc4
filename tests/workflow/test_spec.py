"""The spec in force is judged and a promotion rests on it; `cadgit spec` proposes one and keeps what is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cadgit.errors import ConfigError, EnvironmentFailed, ModelFailed, Refused
from cadgit.kernel.jobs import (
    Attached,
    Execute,
    Executed,
    InspectionFailed,
    Judge,
    Judged,
    KernelStatus,
    Summarise,
    Summary,
    Survey,
    Surveyed,
)
from cadgit.records import CheckResult, Failure, Output
from cadgit.spec import Holes, Spec, Symmetry, Wall, from_text, parse_range
from cadgit.spec.ranges import COUNT, LENGTH
from cadgit.workflow import promote, run, spec, spec_in_force, status, verify
from cadgit.workflow.workspace import Workspace

from .conftest import ENVIRONMENT, Notices, box
from .fake_kernel import FakeKernel, install

CONFIG = "[parts.clip]\nentry = 'clip.py'\n\n[parts.clip.spec]\n"


class Judging(FakeKernel):
    """Keeps what it was asked to judge; every requirement passes unless `fails` names it."""

    def __init__(self, *fails: str) -> None:
        self.jobs: list[Judge] = []
        self.fails = fails
        self.surveyed: Surveyed | InspectionFailed = Surveyed("")

    def survey(self, job: Survey) -> Surveyed | InspectionFailed:
        return self.surveyed

    def status(self) -> KernelStatus:
        return KernelStatus(False)

    def judge(self, job: Judge, on_check: Callable[[CheckResult], None]) -> Judged:
        self.jobs.append(job)
        names = ["valid", *(named.name for named in from_text(job.spec).requirements)]
        checks = tuple(CheckResult(name, "fail" if name in self.fails else "pass", f"about {name}") for name in names)
        return Judged(checks, b"ISO-10303-21;" + job.brep)


@pytest.fixture
def kernel() -> Judging:
    return Judging()


@pytest.fixture
def opened(repo: Path, kernel: Judging) -> Callable[[str], Workspace]:
    """Opens the repository as a command does, with a spec of the part `clip`."""
    (repo / "clip.py").write_text("result = 1\n", encoding="utf-8")

    def open_(lines: str) -> Workspace:
        (repo / "cadgit.toml").write_text(CONFIG + lines if lines else "", "utf-8")
        ws = install(Workspace.open(repo, Notices()))
        ws.__dict__["kernel"] = kernel
        return ws

    return open_


def said(ws: Workspace) -> list[str]:
    assert isinstance(ws.progress, Notices)
    return ws.progress.said


def test_the_spec_is_judged_beside_the_gate_and_named_in_the_verdict(
    opened: Callable[[str], Workspace], kernel: Judging
) -> None:
    outcome = verify.verify(opened("solids = 1\nvolume = 6\n"), "clip")
    assert [check.name for check in outcome.verdict.checks] == ["valid", "spec.solids", "spec.volume"]
    assert len(outcome.verdict.spec_sha256) == 64
    assert "size" in outcome.unspecified and "volume" not in outcome.unspecified
    assert "clearance" not in outcome.unspecified  # it is no assembly


def test_without_a_spec_nothing_is_asked_and_the_verdict_says_so(
    opened: Callable[[str], Workspace], kernel: Judging
) -> None:
    outcome = verify.verify(opened(""), "clip.py")
    assert (outcome.verdict.spec_sha256, kernel.jobs[0].spec, kernel.jobs[0].attached) == ("", "", ())
    assert {"size", "mass", "holes"} <= set(outcome.unspecified)


def test_a_verdict_under_another_spec_is_not_used(opened: Callable[[str], Workspace], kernel: Judging) -> None:
    verify.verify(opened("solids = 1\n"), "clip")
    assert verify.verify(opened("solids = 1\n"), "clip").reused
    ws = opened("solids = '1..2'\n")
    assert not verify.verify(ws, "clip").reused
    assert said(ws) == ["the spec was changed since it was judged, so it is judged again"]
    ws = opened("")
    assert not verify.verify(ws, "clip").reused
    assert said(ws) == ["its spec was removed since it was judged, so it is judged again"]
    assert len(kernel.jobs) == 3


def test_status_and_run_say_that_the_spec_changed_since(opened: Callable[[str], Workspace]) -> None:
    ws = opened("")
    verify.verify(ws, "clip.py")
    assert status.status(ws).parts[0].state == "verified"
    ws = opened("solids = 1\n")
    (part,) = status.status(ws).parts
    assert (part.state, part.detail) == ("done", "a spec was added since it was judged: `cadgit verify clip`")
    assert run.run(ws, "clip").reused
    assert said(ws)[-1].startswith("a spec was added since it was judged: `cadgit verify clip`")
    verify.verify(ws, "clip")
    assert status.status(opened("solids = 1\n")).parts[0].state == "verified"


def test_promote_refuses_what_does_not_pass_its_spec(opened: Callable[[str], Workspace], kernel: Judging) -> None:
    ws = opened("solids = 1\n")
    kernel.fails = ("spec.solids",)
    with pytest.raises(Refused, match=r"spec\.solids: about spec\.solids"):
        promote.promote(ws, "clip")
    assert ws.versions.latest("clip") is None


def test_a_verdict_from_before_the_spec_promotes_nothing(opened: Callable[[str], Workspace], kernel: Judging) -> None:
    verify.verify(opened(""), "clip.py")
    kernel.fails = ("spec.solids",)
    with pytest.raises(Refused, match=r"spec\.solids"):
        promote.promote(opened("solids = 1\n"), "clip")


def test_a_version_keeps_the_spec_that_it_passed_with_its_files(
    opened: Callable[[str], Workspace], kernel: Judging, repo: Path
) -> None:
    (repo / "ref").mkdir()
    (repo / "ref/motor.step").write_bytes(b"ISO-10303-21; motor")
    ws = opened("keep_out = { step = 'ref/motor.step' }\n")
    outcome = promote.promote(ws, "clip")
    files = ws.versions.artifacts(outcome.version)
    assert files["spec/ref/motor.step"] == b"ISO-10303-21; motor"
    assert kernel.jobs[0].attached == (Attached("ref/motor.step", b"ISO-10303-21; motor"),)
    assert files["spec.toml"].decode() == kernel.jobs[0].spec
    (repo / "ref/motor.step").unlink()
    kept = spec_in_force.of_version(opened(""), outcome.version)
    assert kept == spec_in_force.SpecInForce(
        kernel.jobs[0].spec, kernel.jobs[0].attached, outcome.promotion.spec_sha256
    )
    again = verify.judge(ws, outcome.candidate, spec=kept)
    assert again.verdict.spec_sha256 == outcome.promotion.spec_sha256 != ""


def test_a_spec_of_an_older_cadgit_is_judged_by_its_own_text(
    opened: Callable[[str], Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    older = Spec(symmetry=(Symmetry("XZ"),)).text().replace("offset = 0.0\n", "")
    monkeypatch.setattr(Spec, "text", lambda self: older)
    ws = opened('symmetry = "XZ"\n')
    outcome = promote.promote(ws, "clip")
    monkeypatch.undo()
    kept = spec_in_force.of_version(ws, outcome.version)
    assert (kept.text, kept.sha256) == (older, outcome.promotion.spec_sha256)


def test_a_version_without_its_files_or_with_others_cannot_be_judged_again(
    opened: Callable[[str], Workspace], repo: Path, git: Callable[..., str]
) -> None:
    ws = opened("solids = 1\n")
    version = promote.promote(ws, "clip").version
    git("update-ref", "-d", "refs/cadgit/artifacts/clip/v1", cwd=repo)
    with pytest.raises(EnvironmentFailed, match="not kept here whole"):
        spec_in_force.of_version(opened("solids = 1\n"), version)


def test_a_version_that_stands_is_told_from_the_spec_of_now(opened: Callable[[str], Workspace]) -> None:
    promote.promote(opened("solids = 1\n"), "clip")
    ws = opened("solids = '>= 1'\n")
    assert promote.promote(ws, "clip").already
    assert said(ws)[-1].startswith("the spec was changed since it was judged: `cadgit verify clip@v1`")


def test_the_hash_of_a_spec_covers_its_files_and_a_missing_one_is_left_out(
    opened: Callable[[str], Workspace], repo: Path, tmp_path: Path
) -> None:
    ws = opened("reference = { step = 'ref.step', max_difference = 1 }\n")
    missing = spec_in_force.current(ws, "clip")
    (repo / "ref.step").write_bytes(b"one")
    first = spec_in_force.current(ws, "clip")
    (repo / "ref.step").write_bytes(b"two")
    second = spec_in_force.current(ws, "clip")
    assert len({missing.sha256, first.sha256, second.sha256}) == 3
    assert missing.attached == ()
    (tmp_path / "secret.step").write_bytes(b"nobody's business")
    (repo / "ref.step").unlink()
    (repo / "ref.step").symlink_to(tmp_path / "secret.step")
    assert spec_in_force.current(ws, "clip") == missing


def test_another_version_comes_along_as_geometry(
    opened: Callable[[str], Workspace], kernel: Judging, repo: Path
) -> None:
    lines = "unchanged = { version = 1, outside = [[0, 0, 0], [1, 1, 1]] }\n"
    assert spec_in_force.current(opened(lines), "clip").attached == ()
    first = promote.promote(opened(""), "clip.py")
    (repo / "clip.py").write_text("result = 2\n", encoding="utf-8")
    ws = opened(lines)
    verify.verify(ws, "clip")
    (attached,) = kernel.jobs[-1].attached
    assert attached.name == "v1.brep"
    assert attached.data == ws.versions.artifacts(first.version)["clip.brep"]


def test_the_working_tree_s_spec_holds_for_versions_too(opened: Callable[[str], Workspace], kernel: Judging) -> None:
    promote.promote(opened(""), "clip.py")
    verify.verify(opened("solids = 1\n"), "clip@v1")
    assert "solids" in kernel.jobs[-1].spec


# --- cadgit spec ---


def test_a_proposal_passes_what_it_was_measured_of_and_is_added_once(
    opened: Callable[[str], Workspace], repo: Path
) -> None:
    ws = opened("# from the drawing\nsolids = '1..2'\n")
    outcome = spec.spec(ws, "clip")
    assert (outcome.state, outcome.kept) == ("written", ("solids",))
    assert outcome.added == ("kind", "size", "volume", "area", "centre_of_mass", "topology")
    text = (repo / "cadgit.toml").read_text("utf-8")
    assert text.startswith(CONFIG + "# from the drawing\nsolids = '1..2'\nkind = \"solid\"\nsize = [1, 2, 3]\n")
    assert outcome.lines.startswith("[parts.clip.spec]\nkind")
    again = spec.spec(install(Workspace.open(repo, Notices())), "clip")
    assert (again.state, again.added, again.lines) == ("unchanged", (), "")
    assert (repo / "cadgit.toml").read_text("utf-8") == text


def test_holes_symmetry_and_wall_are_proposed_where_they_were_found(
    opened: Callable[[str], Workspace], kernel: Judging
) -> None:
    three = parse_range(3, LENGTH)
    found = Spec(
        holes=(
            Holes(three, parse_range(1, COUNT), True, axis=(0.0, 0.0, 1.0), positions=((1.0, 2.5, 9.0),)),
            Holes(three, parse_range(2, COUNT), False, depth=three, axis=(0.6, 0.8, 0.0)),
        ),
        symmetry=(Symmetry("XZ"), Symmetry("YZ", 2.5)),
        wall=Wall(1.2),
    )
    kernel.surveyed = Surveyed(found.text())
    outcome = spec.spec(opened(""), "clip.py")
    assert outcome.lines.endswith(
        "holes = [\n"
        '  { diameter = 3, count = 1, through = true, axis = "z", positions = [[1, 2.5]] },\n'
        "  { diameter = 3, count = 2, through = false, depth = 3, axis = [0.6, 0.8, 0.0] },\n"
        ']\nsymmetry = ["XZ", { plane = "YZ", offset = 2.5 }]\nwall = 1.2'
    )


def test_a_survey_that_fails_is_said_and_the_rest_is_proposed(
    opened: Callable[[str], Workspace], kernel: Judging
) -> None:
    ws = opened("")
    kernel.surveyed = InspectionFailed("no answer within 120 s", "time")
    assert "size" in spec.spec(ws, "clip.py").added
    assert said(ws) == ["nothing is proposed for holes, symmetry and wall: no answer within 120 s"]


def test_with_check_nothing_is_written(opened: Callable[[str], Workspace], repo: Path) -> None:
    outcome = spec.spec(opened(""), "clip.py", check=True)
    assert (outcome.state, outcome.path) == ("proposed", "cadgit.toml")
    assert "size = [1, 2, 3]" in outcome.lines
    assert (repo / "cadgit.toml").read_text("utf-8") == ""


def test_a_part_without_a_table_gets_one(opened: Callable[[str], Workspace], repo: Path) -> None:
    ws = opened("")
    (repo / "cadgit.toml").unlink()
    spec.spec(ws, "clip.py")
    written = Workspace.open(repo).config.part("clip")
    assert written is not None and written.entry == "clip.py"
    assert written.spec is not None and written.spec.volume is not None and written.spec.volume.range.contains(6)
    assert "# as clip #1 measures" in (repo / "cadgit.toml").read_text("utf-8")


def test_what_is_not_promoted_has_no_spec(opened: Callable[[str], Workspace], kernel: Judging) -> None:
    ws = opened("")

    class Surface(Judging):
        def summarise(self, job: Summarise) -> Summary:
            from dataclasses import replace

            return Summary(replace(box(1, 2, 3), kind="surface"))

    ws.__dict__["kernel"] = Surface()
    with pytest.raises(Refused, match="a surface is not promoted"):
        spec.spec(ws, "clip.py")


def test_a_model_that_does_not_run_has_no_measures(opened: Callable[[str], Workspace]) -> None:
    ws = opened("")

    class Failing(Judging):
        def execute(self, job: Execute, *, cold: bool = False) -> Executed:
            return Executed(ENVIRONMENT, Output(), failure=Failure("exception", "ValueError: no"))

    ws.__dict__["kernel"] = Failing()
    with pytest.raises(ModelFailed, match="does not run"):
        spec.spec(ws, "clip.py")


def test_a_file_that_would_become_wrong_is_left_alone(opened: Callable[[str], Workspace], repo: Path) -> None:
    ws = opened("")
    run.run(ws, "clip.py")
    text = "[parts.holder]\nentry = 'clip.py'\n"
    (repo / "cadgit.toml").write_text(text, "utf-8")
    with pytest.raises(ConfigError, match="entry of two parts"):
        spec.spec(install(Workspace.open(repo, Notices())), "clip@main")
    assert (repo / "cadgit.toml").read_text("utf-8") == text
