"""build123d's own examples, as they are published, through `cadgit run` and `cadgit verify` in one repository.

They come from build123d's source distribution: the file or unpacked folder that `CADGIT_PUBLIC_SDIST` names, else a
download of 23 MB that is kept in the user's cache folder. Without either the tests are skipped, and say so.

Run with ``pytest -m public -s``: a table shows for each script what came out, what was chosen as the result and why,
and how long it took. Look at it; times are not asserted.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.public

NAME = "build123d-0.13.0"
SDIST = os.environ.get("CADGIT_PUBLIC_SDIST", "")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cadgit-tests"
#: pip's configuration may lie in the home that the tests are kept away from.
ENVIRONMENT = dict(os.environ)

#: Aims for `verify`, in seconds: the median, and what 80 % stay below.
MEDIAN, MOST = 0.4, 1.2

#: What each script comes to: kind and number of solids of the result, or why there is none; then the checks that fail.
TABLE = """
benchy.py solid 1
benchy_v2024.py solid 1
bicycle_tire.py assembly 1081
boxes_on_faces.py solid 1
boxes_on_faces_algebra.py solid 1
bracelet.py solid 1
build123d_customizable_logo.py solid 2
build123d_customizable_logo_algebra.py solid 2
build123d_logo.py solid 2
build123d_logo_algebra.py solid 2
canadian_flag.py surface 0 solids
canadian_flag_algebra.py surface 0 solids
cast_bearing_unit.py solid 1
circuit_board.py solid 1
circuit_board_algebra.py solid 1
clock.py sketch 0
clock_algebra.py sketch 0
custom_sketch_objects.py assembly 2 overlap step.overlap
custom_sketch_objects_algebra.py assembly 2 overlap step.overlap
din_rail.py solid 1
din_rail_algebra.py solid 1
dual_color_3mf.py assembly 6
extrude.py assembly 8 overlap step.overlap
extrude_algebra.py assembly 8 overlap step.overlap
fast_grid_holes.py solid 1
handle.py solid 1
handle_algebra.py solid 1
heat_exchanger.py solid 1
heat_exchanger_algebra.py solid 1
holes.py assembly 4
holes_algebra.py assembly 4
intersecting_chamfers.py solid 1
intersecting_chamfers_algebra.py solid 1
intersecting_pipes.py solid 1
joints.py assembly 7 overlap step.overlap
joints_algebra.py assembly 7 overlap step.overlap
key_cap.py solid 1
key_cap_algebra.py solid 1
lego.py solid 1
lego_algebra.py solid 1
loft.py solid 1
loft_algebra.py solid 1
maker_coin.py solid 1
mixed_algebra_context.py solid 1
multiple_workplanes.py solid 1
multiple_workplanes_algebra.py solid 1
packed_boxes.py ambiguous-result 0
pegboard_j_hook.py solid 1
pegboard_j_hook_algebra.py solid 1
pillow_block.py solid 1
pillow_block_algebra.py solid 1
platonic_solids.py assembly 5
playing_cards.py assembly 2
projection.py assembly 10 overlap step.overlap
projection_algebra.py assembly 10 overlap step.overlap
python_logo.py sketch 0
roller_coaster.py curve 0 solids
roller_coaster_algebra.py curve 0 solids
shamrock.py sketch 0
spring.py solid 1
stud_wall.py assembly 23
tea_cup.py solid 1
tea_cup_algebra.py solid 1
toy_truck.py assembly 2 round-trip
twist_extrude.py solid 1
vase.py solid 1
vase_algebra.py solid 1
"""


@dataclass(frozen=True)
class Expected:
    """A row of the table."""

    kind: str
    solids: int
    failing: tuple[str, ...]


def rows() -> dict[str, Expected]:
    split = (line.split() for line in TABLE.strip().splitlines())
    return {script: Expected(kind, int(solids), tuple(failing)) for script, kind, solids, *failing in split}


EXPECTED = rows()


@dataclass(frozen=True)
class Outcome:
    """What `run` and `verify` answered for one script."""

    script: str
    run: dict[str, Any]
    verify: dict[str, Any] | None

    @property
    def failure(self) -> dict[str, Any] | None:
        failure: dict[str, Any] | None = self.run["record"]["failure"]
        return failure

    @property
    def found(self) -> Expected:
        """This outcome as a row of the table."""
        if self.failure:
            return Expected(self.failure["reason"].replace(" ", "-"), 0, ())
        geometry = self.run["record"]["geometry"] or {"kind": "unmeasured", "solids": 0}
        checks = self.verify["verdict"]["checks"] if self.verify else []
        return Expected(geometry["kind"], geometry["solids"], tuple(c["name"] for c in checks if c["status"] == "fail"))

    def line(self) -> str:
        """This outcome as a line for people."""
        found = self.found
        chosen = self.run["record"]["chosen_by"] if not self.failure else self.failure["message"].splitlines()[0]
        labels = ", ".join(filter(None, (self.run["record"]["geometry"] or {"labels": []})["labels"]))
        verdict = self.verify["verdict"]["outcome"] if self.verify else "-"
        remarks = [c["name"] for c in self.verify["verdict"]["checks"] if c["status"] != "pass"] if self.verify else []
        times = (
            self.run["record"]["seconds_model"],
            self.run["seconds_total"],
            self.verify["seconds_total"] if self.verify else 0,
        )
        return (
            f"{self.script:36} {found.kind:9} {found.solids:4} {times[0]:7.2f} {times[1]:7.2f} {times[2]:7.2f}"
            f"  {verdict:11} {' '.join(remarks):24} {chosen[:70]} {f'[{labels}]' if labels else ''}"
        )


def cadgit(repo: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Run a command in `repo`; its exit code, and what it printed with ``--json``."""
    command = [sys.executable, "-m", "cadgit", *arguments, "--json"]
    done = subprocess.run(command, cwd=repo, capture_output=True, encoding="utf-8")
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def source_distribution(folder: Path) -> Path:
    """The unpacked source distribution."""
    if SDIST and Path(SDIST).is_dir():
        return Path(SDIST)
    archive = Path(SDIST) if SDIST else CACHE / f"{NAME}.tar.gz"
    if not archive.exists():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "build123d"]
        command += ["--dest", str(CACHE), NAME.replace("-", "==")]
        if subprocess.run(command, env=ENVIRONMENT, capture_output=True).returncode or not archive.exists():
            pytest.skip("build123d's source distribution could not be downloaded; CADGIT_PUBLIC_SDIST can name it")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / NAME


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that holds all the scripts and what lies beside them."""
    folder = tmp_path_factory.mktemp("public")
    repo = folder / "repo"
    shutil.copytree(source_distribution(folder) / "examples", repo)
    for command in (["init", "-q"], ["config", "user.name", "A"], ["config", "user.email", "a@b"]):
        subprocess.run(["git", *command], cwd=repo, check=True)
    return repo


@pytest.fixture(scope="module")
def outcomes(shelf: Path) -> Iterator[dict[str, Outcome]]:
    """Every script's outcome; the table is printed when the last test is done."""
    found = {}
    for path in sorted(shelf.glob("*.py")):
        _, run = cadgit(shelf, "run", path.name, "--timeout", "600")
        assert "record" in run, f"{path.name}: {run['error']}"
        verify = cadgit(shelf, "verify", path.name)[1] if run["record"]["outcome"] == "done" else None
        assert verify is None or "verdict" in verify, f"{path.name}: {verify and verify['error']}"
        found[path.name] = Outcome(path.name, run, verify)
        print("\n" + found[path.name].line() if len(found) == 1 else found[path.name].line(), flush=True)
    yield found
    seconds = sorted(o.verify["seconds_total"] for o in found.values() if o.verify)
    below = sum(1 for s in seconds if s < MOST) / len(seconds)
    print(
        f"\nverify: median {statistics.median(seconds):.2f} s (aim: below {MEDIAN} s), "
        f"{below:.0%} below {MOST} s (aim: 80 %), slowest {seconds[-1]:.1f} s"
    )


def test_the_table_knows_every_script(shelf: Path) -> None:
    assert {path.name for path in shelf.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("script", EXPECTED)
def test_a_script_comes_out_as_the_table_says(outcomes: dict[str, Outcome], script: str) -> None:
    outcome = outcomes[script]
    assert outcome.found == EXPECTED[script], outcome.line()


def test_what_has_no_result_says_what_to_do(outcomes: dict[str, Outcome]) -> None:
    failures = [outcome.failure for outcome in outcomes.values() if outcome.failure]
    assert failures
    assert [failure for failure in failures if not failure["hint"]] == []


def test_the_toy_truck_loses_its_body_in_step_and_is_refused(outcomes: dict[str, Outcome], shelf: Path) -> None:
    assert outcomes["toy_truck.py"].run["record"]["outcome"] == "done"
    status, answer = cadgit(shelf, "promote", "toy_truck.py")
    assert status == 1
    assert answer["error"]["kind"] == "refused"
