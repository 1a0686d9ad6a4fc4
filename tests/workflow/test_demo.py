"""The demo's story goes as it is told, and leaves only what it was asked to leave."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cadgit.errors import UsageError
from cadgit.workflow import demo, demo_models
from cadgit.workflow.outcomes import PromoteOutcome, Silent, StatusOutcome


# Two cold runs prove two versions; the command itself is played by .ci/run in any case.
@pytest.mark.slow
def test_the_story_goes_as_it_is_told(tmp_path: Path) -> None:
    place = tmp_path / "story"
    told: list[demo.DemoStep] = []
    outcome = demo.demo(Silent(), place, told.append)
    assert outcome.complete
    assert outcome.steps == tuple(told)
    git = [0] if shutil.which("git") else []
    assert [step.exit_code for step in told] == [0, 0, 0, 3, 0, 1, 0, 0, 0, 0, *git], told
    versions = [step.outcome.version.number for step in told if isinstance(step.outcome, PromoteOutcome)]
    assert versions == [1, 2]
    (status,) = (step.outcome for step in told if isinstance(step.outcome, StatusOutcome))
    assert status.parts[0].latest is not None and status.parts[0].latest.number == 1
    assert "overlap" in told[5].error
    if git:
        assert "Notes (cadgit/promote)" in told[-1].output
    assert outcome.kept and (place / "bracket.py").is_file()


@pytest.mark.parametrize("name", ["FIRST", "TOO_ROUND", "UNJOINED", "REWRITE"])
def test_a_model_that_is_shown_fits_into_80_columns(name: str) -> None:
    # A bar and blanks stand before each line when it is shown.
    assert [line for line in getattr(demo_models, name).splitlines() if len(line) > 74] == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is not empty"):
        demo.demo(Silent(), tmp_path, lambda step: None)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_temporary_repository_is_removed_whatever_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def interrupted(*arguments: object, **options: object) -> None:
        assert list(tmp_path.iterdir()), "the repository is there while the story plays"
        raise KeyboardInterrupt

    monkeypatch.setattr("cadgit.workflow.run.run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        demo.demo(Silent(), None, lambda step: None)
    assert list(tmp_path.iterdir()) == []
