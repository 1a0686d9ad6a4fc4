"""A file that came back is traced to its version by content, else by header, and compared with what was promoted."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cadgit.errors import UsageError
from cadgit.kernel.jobs import InspectionFailed
from cadgit.shape import stamps
from cadgit.workflow import export, promote, run, undo
from cadgit.workflow.trace import TraceOutcome, trace
from cadgit.workflow.workspace import Workspace
from tests.conftest import Git

from .conftest import ENVIRONMENT, Notices
from .step_kernel import step_file, with_steps

MODEL = "from build123d import Box\nresult = Box(1, 2, {})\n"


@pytest.fixture
def ws(repo: Path) -> Workspace:
    return with_steps(Workspace.open(repo, Notices()))


def promoted(ws: Workspace, size: int = 3, **options: str) -> None:
    (ws.root / "clip.py").write_text(MODEL.format(size), encoding="utf-8")
    promote.promote(ws, "clip.py", **options)


@pytest.fixture
def sent(ws: Workspace, tmp_path: Path) -> Path:
    """The STEP file of clip@v1 as somebody sent it back under another name."""
    promoted(ws, message="for the printer")
    path = tmp_path / "final (2).stp"
    path.write_bytes(ws.versions.artifacts(ws.versions.history("clip")[0])["clip.step"])
    return path


def kept(found: TraceOutcome) -> tuple[str, str, list[str]]:
    return found.state, found.found_by, [version.name for version in found.versions]


def test_a_renamed_file_is_found_by_its_content(ws: Workspace, sent: Path) -> None:
    found = trace(ws, sent)
    assert kept(found) == ("identical", "content", ["clip@v1"])
    assert found.format == "step" and found.promotion is not None and found.header == found.promotion.header
    assert found.promotion.message == "for the printer"
    assert found.promotion.who == "Ada Tester <ada@example.com>"


def test_without_notes_the_hash_in_the_tag_finds_it(ws: Workspace, sent: Path, git: Git) -> None:
    for space in ("trace", "promote"):
        git("update-ref", "-d", f"refs/notes/cadgit/{space}", cwd=ws.root)
    assert kept(trace(ws, sent)) == ("identical", "content", ["clip@v1"])
    brep = sent.with_suffix(".brep")
    brep.write_bytes(ws.versions.artifacts(ws.versions.history("clip")[0])["clip.brep"])
    assert (trace(ws, brep).state, trace(ws, brep).format) == ("identical", "brep")


@pytest.mark.parametrize("format", export.FORMATS)
def test_every_format_that_was_exported_of_a_version_is_known_again(
    ws: Workspace, sent: Path, tmp_path: Path, format: str
) -> None:
    export.export(ws, "clip@v1", tmp_path / f"a.{format}")
    shutil.move(tmp_path / f"a.{format}", tmp_path / "mailed.bin")
    found = trace(ws, tmp_path / "mailed.bin")
    assert kept(found) == ("identical", "content", ["clip@v1"]) and found.format == format


@pytest.mark.parametrize("format", export.FORMATS)
def test_an_unverified_export_is_one_of_a_candidate(ws: Workspace, tmp_path: Path, format: str) -> None:
    (ws.root / "clip.py").write_text(MODEL.format(9), encoding="utf-8")
    export.export(ws, "clip.py", tmp_path / f"a.{format}", unverified=True)
    found = trace(ws, tmp_path / f"a.{format}")
    assert kept(found) == ("identical", "content", []) and found.format == format
    assert found.candidate is not None and (found.candidate.part, found.candidate.number) == ("clip", 1)


def test_a_file_of_a_candidate_is_the_versions_once_its_geometry_is_promoted(ws: Workspace, tmp_path: Path) -> None:
    (ws.root / "clip.py").write_text(MODEL.format(9), encoding="utf-8")
    export.export(ws, "clip.py", tmp_path / "a.stl", unverified=True)
    promoted(ws, 9)
    assert kept(trace(ws, tmp_path / "a.stl")) == ("identical", "content", ["clip@v1"])


def test_what_a_changed_file_says_of_itself_is_a_claim(ws: Workspace, sent: Path, tmp_path: Path) -> None:
    header = ws.versions.promotion(ws.versions.history("clip")[0]).header
    drawing = tmp_path / "changed.svg"
    drawing.write_text(
        f'<svg><metadata id="cadgit">{stamps.as_xml(stamps.lines(header))}</metadata><path/></svg>', encoding="utf-8"
    )
    found = trace(ws, drawing)
    assert kept(found) == ("claimed", "header", ["clip@v1"]) and found.header == header
    # An STL file has room for the tree alone where the name is long.
    mesh = tmp_path / "changed.stl"
    mesh.write_bytes(stamps.stl_head(replace(header, part="a name that takes too much room")) + bytes(4))
    assert kept(trace(ws, mesh)) == ("claimed", "header", ["clip@v1"])
    assert trace(None, mesh).state == "claimed"


def test_formats_for_other_kinds_of_result_and_senseless_k_factors_are_wrong_usage(
    ws: Workspace, sent: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=r"between 0 and 1, and 1\.5"):
        export.export(ws, "clip@v1", tmp_path / "a.dxf", k_factor=1.5)
    with pytest.raises(UsageError, match="flat pattern") as caught:
        export.export(ws, "clip@v1", tmp_path / "a.stl", k_factor=0.4)
    assert ".dxf" in caught.value.hint
    monkeypatch.setattr(ws.kernel, "export", lambda job: InspectionFailed(f"K is {job.k_factor}", "kind"))
    with pytest.raises(UsageError, match=r"written as \.dxf: K is 0\.33") as caught:
        export.export(ws, "clip@v1", tmp_path / "a.dxf", k_factor=0.33)
    assert "cadgit render --drawing" in caught.value.hint and not (tmp_path / "a.dxf").exists()


def test_an_export_that_cannot_be_noted_is_still_written(ws: Workspace, sent: Path, tmp_path: Path, git: Git) -> None:
    git("notes", "--ref=cadgit/trace", "add", "-f", "-m", "no TOML", blob(git, sent, ws), cwd=ws.root)
    export.export(ws, "clip@v1", tmp_path / "a.step")
    assert (tmp_path / "a.step").read_bytes() == sent.read_bytes()
    assert isinstance(ws.progress, Notices)
    assert "`cadgit trace` will not know this file again" in ws.progress.said[-1]


def blob(git: Git, path: Path, ws: Workspace) -> str:
    return git("hash-object", "--no-filters", str(path), cwd=ws.root)


def test_a_withdrawn_version_is_said_to_be_withdrawn(ws: Workspace, sent: Path) -> None:
    undo.undo(ws, "clip")
    (version,) = trace(ws, sent).versions
    assert version.withdrawn
    promoted(ws, 3)  # the same source once more: that one stands
    assert [(v.name, bool(v.withdrawn)) for v in trace(ws, sent).versions] == [("clip@v2", False), ("clip@v1", True)]


def test_a_header_that_was_edited_is_told_from_geometry_that_was(ws: Workspace, sent: Path) -> None:
    original = sent.read_bytes()
    sent.write_bytes(original.replace(b"'cadgit','',''", b"'other CAD','',''"))
    found = trace(ws, sent)
    assert kept(found) == ("header", "header", ["clip@v1"]) and found.measures == ()
    sent.write_bytes(original.replace(b"\n", b"\r\n"))
    assert kept(trace(ws, sent)) == ("line ends", "header", ["clip@v1"])
    sent.write_bytes(original.replace(b"#1 = BLOCK", b"#7 = BLOCK"))
    assert kept(trace(ws, sent)) == ("same geometry", "header", ["clip@v1"])


def test_changed_geometry_is_measured_beside_what_was_promoted(ws: Workspace, sent: Path) -> None:
    found = trace(ws, sent)
    assert found.header is not None
    sent.write_bytes(step_file(found.header, 100.0))
    found = trace(ws, sent)
    assert kept(found) == ("geometry", "header", ["clip@v1"])
    measures = {measure.name: measure for measure in found.measures}
    assert measures["volume"].now == 600.0 and measures["size x"].now == 100.0
    assert measures["volume"].before == pytest.approx(6 * measures["size x"].before)
    assert (measures["faces"].before, measures["faces"].now) == (6, 6)
    assert found.differences == ("volume of solid 1",)


def test_where_the_promoted_file_is_not_kept_the_note_s_measures_stand_in(ws: Workspace, sent: Path, git: Git) -> None:
    git("update-ref", "-d", "refs/cadgit/artifacts/clip/v1", cwd=ws.root)
    shutil.rmtree(ws.repository.cache_dir)
    header = trace(ws, sent).header
    assert header is not None
    for x, state in ((100.0, "geometry"), (1.0, "same geometry")):  # the fake kernel's summary says 1 × 2 × 3
        sent.write_bytes(step_file(header, x, author="somebody"))
        assert trace(ws, sent).state == state


def test_a_file_that_cannot_be_read_any_more_is_said_to_be_so(ws: Workspace, sent: Path) -> None:
    sent.write_bytes(sent.read_bytes()[:-40])
    found = trace(ws, sent)
    assert found.state == "unread" and "cannot read" in found.differences[0]


def test_a_header_that_says_something_else_than_the_note_is_named(ws: Workspace, sent: Path) -> None:
    sent.write_bytes(sent.read_bytes().replace(b"entry=clip.py", b"entry=trap.py"))
    assert trace(ws, sent).differences == ("its header has another entry",)


def test_of_versions_of_one_source_the_one_that_the_header_names_is_compared(ws: Workspace, sent: Path) -> None:
    promoted(ws, 4)
    kernel = ws.kernel
    newer = replace(ENVIRONMENT, build123d="0.14.0")
    execute = kernel.execute
    kernel.execute = lambda job, *, cold=False: replace(execute(job, cold=cold), environment=newer)  # type: ignore[method-assign]
    ws.interpreter.offers = lambda environment: False  # type: ignore[method-assign]
    (ws.root / "clip.py").write_text(MODEL.format(3), encoding="utf-8")
    run.run(ws, "clip.py", force=True)
    promote.promote(ws, "clip.py")
    assert [v.number for v in trace(ws, sent).versions] == [1]
    sent.write_bytes(sent.read_bytes().replace(b"'cadgit','',''", b"'x','',''"))
    found = trace(ws, sent)
    assert found.promotion is not None and found.promotion.header.build123d == "0.13.0"
    assert found.promotion.header == found.header
    assert kept(found) == ("header", "header", ["clip@v1", "clip@v3"])


def test_the_judged_file_of_a_candidate_that_was_never_promoted_is_found(ws: Workspace, tmp_path: Path) -> None:
    (ws.root / "clip.py").write_text(MODEL.format(5), encoding="utf-8")
    export.export(ws, "clip.py", tmp_path / "a.step")
    found = trace(ws, tmp_path / "a.step")
    assert found.state == "identical" and found.versions == () and found.candidate is not None
    (tmp_path / "a.step").write_bytes((tmp_path / "a.step").read_bytes().replace(b"cadgit',''", b"x',''"))
    assert trace(ws, tmp_path / "a.step").state == "header"
    shutil.rmtree(ws.repository.cache_dir)
    found = trace(ws, tmp_path / "a.step")
    assert found.state == "claimed" and found.candidate is not None


def test_a_header_alone_proves_nothing(ws: Workspace, sent: Path, git: Git, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    git("init", "-q", str(elsewhere), cwd=tmp_path)
    found = trace(with_steps(Workspace.open(elsewhere, Notices())), sent)
    assert kept(found) == ("claimed", "", []) and found.header is not None and found.header.part == "clip"
    outside = trace(None, sent)
    assert (outside.state, outside.header) == ("claimed", found.header)


def test_a_header_with_a_part_that_cannot_be_one_is_only_a_claim(ws: Workspace, sent: Path) -> None:
    sent.write_bytes(sent.read_bytes().replace(b"part=clip", b"part=../..//x"))
    assert trace(ws, sent).state == "claimed"


def test_what_nobody_here_wrote_is_unknown(ws: Workspace, sent: Path, tmp_path: Path) -> None:
    for data in (b"", b"solid cube", b"ISO-10303-21;HEADER;FILE_DESCRIPTION(('x'),'2;1');ENDSEC;DATA;"):
        (tmp_path / "other").write_bytes(data)
        assert kept(trace(ws, tmp_path / "other")) == ("unknown", "", [])


def test_a_file_that_is_not_there_is_wrong_usage(ws: Workspace, tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(UsageError, match=str(path)):
            trace(ws, path)


def test_an_edited_manifest_is_not_exported_as_the_promoted_labels(ws: Workspace, sent: Path, git: Git) -> None:
    tree = git("ls-tree", "refs/cadgit/artifacts/clip/v1", cwd=ws.root)
    other = git("hash-object", "-w", "--stdin", cwd=ws.root, stdin='[manifest]\nlabel = "other"\n')
    lines = [
        line if "manifest.toml" not in line else f"100644 blob {other}\tmanifest.toml" for line in tree.splitlines()
    ]
    made = git("mktree", cwd=ws.root, stdin="\n".join(lines) + "\n")
    version = ws.versions.history("clip")[0]
    promotion = ws.versions.promotion(version)
    found = ws.versions.geometry(version.tree, promotion.brep_sha256, promotion.labels_sha256)
    assert found is not None and found[1] is not None and found[1].label == "box"
    assert ws.versions.environment(version).distributions == promotion.environment.distributions
    git("update-ref", "refs/cadgit/artifacts/clip/v1", made, cwd=ws.root)
    assert ws.versions.geometry(version.tree, promotion.brep_sha256, promotion.labels_sha256) is None
