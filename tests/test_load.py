"""Eight processes at once, on the same part and on parts of their own: no record is lost, and nobody sees an error."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cadgit.records import Version
from cadgit.workflow import promote, run
from cadgit.workflow.workspace import Workspace
from tests.conftest import Git
from tests.git.test_concurrency import together
from tests.workflow.fake_kernel import install

PROCESSES = 8
MODEL = "from build123d import *\n\nwidth = {width} * MM\nresult = Box(width, 10, 10)\n"


def check_numbers(ws: Workspace, part: str, candidates: int, versions: int) -> tuple[Version, ...]:
    """Candidates and versions are numbered from 1 without a gap or duplicate, each with its record; the versions."""
    made = list(ws.candidates.history(part))
    assert [candidate.number for candidate in made] == list(range(candidates, 0, -1))
    history = ws.versions.history(part)
    assert [version.number for version in history] == list(range(versions, 0, -1))
    for version in history:
        promotion = ws.versions.promotion(version)
        assert (promotion.version, promotion.candidate) == (version.number, version.candidate)
        assert f"{part}.step" in ws.versions.artifacts(version)
        assert ws.candidates.verdicts(version.candidate)
    assert len({version.candidate for version in history}) == versions
    assert ws.versions.latest(part) == (history[0] if history else None)
    return history


def test_many_processes_run_and_promote_one_part_and_parts_of_their_own(repo: Path, git: Git) -> None:
    """The geometry is made up, so that what is contended for is the repository."""
    rounds = 3
    (repo / "clip.py").write_text("width = 10\nresult = width\n", encoding="utf-8")
    for index in range(PROCESSES):
        (repo / f"own-{index}.py").write_text(f"result = {index}\n", encoding="utf-8")

    def work(index: int) -> None:
        for i in range(rounds):
            with install(Workspace.open(repo)) as ws:
                own = str(repo / f"own-{index}.py")
                Path(own).write_text(f"result = {index} + {i}\n", encoding="utf-8")
                assert run.run(ws, own).new
                assert promote.promote(ws, own).version.number == i + 1
                mine = run.run(ws, str(repo / "clip.py"), parameters=[f"width={100 * index + i}"])
                assert mine.new
                assert not promote.promote(ws, mine.candidate.id).already
                same = run.run(ws, str(repo / "clip.py"), force=True)
                assert same.record.outcome == "done"

    together(PROCESSES, work)
    with Workspace.open(repo) as ws:
        check_numbers(ws, "clip", candidates=PROCESSES * rounds + 1, versions=PROCESSES * rounds)
        for index in range(PROCESSES):
            check_numbers(ws, f"own-{index}", candidates=rounds, versions=rounds)
        (same,) = [c for c in ws.candidates.history("clip") if not c.meta.parameters]
        assert len(ws.candidates.runs(same.id)) == PROCESSES * rounds
        for candidate in ws.candidates.history("clip"):
            if candidate.meta.parameters:
                assert [record.purpose for record in ws.candidates.runs(candidate.id)] == ["run", "proof"]
    git("fsck", "--strict", "--no-dangling", cwd=repo)
    assert not list((repo / ".git").rglob("*.lock"))


def cadgit(repo: Path, *arguments: str) -> dict[str, Any]:
    """The answer of a command, which must end with 0 and complain about nothing."""
    command = [sys.executable, "-m", "cadgit", *arguments, "--json"]
    done = subprocess.run(command, cwd=repo, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, ""), f"{arguments}:\n{done.stdout}{done.stderr}"
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.slow
def test_many_commands_run_and_promote_one_part_and_parts_of_their_own(repo: Path, git: Git) -> None:
    """The whole way: the command line, one kernel for all, and proofs in new interpreters beside each other."""
    (repo / "clip.py").write_text(MODEL.format(width=5), encoding="utf-8")
    for index in range(PROCESSES):
        (repo / f"own-{index}.py").write_text(MODEL.format(width=20 + index), encoding="utf-8")

    def work(index: int) -> None:
        cadgit(repo, "run", f"own-{index}.py")
        mine = cadgit(repo, "run", "clip.py", "-P", f"width={100 + index}")
        assert mine["new"]
        assert not cadgit(repo, "promote", mine["candidate"]["id"])["already"]
        assert cadgit(repo, "promote", f"own-{index}.py")["version"]["number"] == 1
        cadgit(repo, "run", "clip.py", "--force", "--line", "same")
        cadgit(repo, "status")
        cadgit(repo, "log", "clip")

    with ThreadPoolExecutor(PROCESSES) as pool:
        for done in [pool.submit(work, index) for index in range(PROCESSES)]:
            done.result()
    with Workspace.open(repo) as ws:
        check_numbers(ws, "clip", candidates=PROCESSES, versions=PROCESSES)
        for index in range(PROCESSES):
            check_numbers(ws, f"own-{index}", candidates=1, versions=1)
        (same,) = ws.candidates.history("clip", "same")
        assert len(ws.candidates.runs(same.id)) == PROCESSES
        versions = [version.name for part in ws.versions.parts() for version in ws.versions.history(part)]
        assert len(versions) == 2 * PROCESSES
    git("fsck", "--strict", "--no-dangling", cwd=repo)
    assert not list((repo / ".git").rglob("*.lock"))
