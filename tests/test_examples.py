"""Every example goes all the way, from run to a promoted STEP file, as a user would take it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@dataclass(frozen=True)
class Expected:
    """What an example makes: the part's name, its kind, volume in mm³, extent in mm, and the children's labels."""

    part: str
    kind: str
    volume: float
    size: tuple[float, float, float]
    labels: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


#: Those that take longest; the others show the same way.
LONG = ("enclosure/model.py", "duct.py", "hinge.py", "sheet_bracket.py")

EXPECTED = {
    "enclosure/model.py": Expected(
        "enclosure",
        "assembly",
        12281.327656,
        (70, 35, 14.1),
        ("base", "lid"),
        ("enclosure/board.json", "enclosure/board.py", "enclosure/features.py"),
    ),
    "hinge.py": Expected(
        "hinge", "assembly", 14961.758484, (51.9837, 77, 31.2628), ("fixed leaf", "moving leaf", "pin")
    ),
    "sheet_bracket.py": Expected("sheet_bracket", "solid", 17615.806864, (67, 70, 52)),
    "motor_mount.py": Expected("motor_mount", "solid", 30161.769718, (48, 54.3, 51.3)),
    "duct.py": Expected("duct", "solid", 96807.910835, (152, 92, 128)),
}


def cadgit(repo: Path, *arguments: str) -> dict[str, Any]:
    """Run a command in `repo` that must succeed; what it printed with ``--json``."""
    command = [sys.executable, "-m", "cadgit", *arguments, "--json"]
    done = subprocess.run(command, cwd=repo, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.fixture
def parts(repo: Path) -> Path:
    """The repository, with the examples at its top."""
    shutil.copytree(EXAMPLES, repo, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return repo


def extent(geometry: dict[str, Any]) -> list[float]:
    return [high - low for low, high in zip(geometry["box"]["minimum"], geometry["box"]["maximum"], strict=True)]


def test_every_example_is_expected_here() -> None:
    scripts = {path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.rglob("*.py")}
    helpers = {file for expected in EXPECTED.values() for file in expected.files}
    assert scripts - helpers == set(EXPECTED)


@pytest.mark.parametrize(
    "entry", [pytest.param(entry, marks=pytest.mark.slow) if entry in LONG else entry for entry in EXPECTED]
)
def test_an_example_is_run_verified_and_promoted(parts: Path, entry: str, git: Any) -> None:
    expected = EXPECTED[entry]

    run = cadgit(parts, "run", entry)
    geometry = run["record"]["geometry"]
    assert run["candidate"]["part"] == expected.part
    assert geometry["kind"] == expected.kind
    assert geometry["volume"] == pytest.approx(expected.volume, rel=1e-6)
    assert extent(geometry) == pytest.approx(expected.size, abs=1e-3)
    assert tuple(geometry["labels"]) == expected.labels
    assert run["record"]["warnings"] == []

    verdict = cadgit(parts, "verify")["verdict"]
    assert [check for check in verdict["checks"] if check["status"] != "pass"] == []

    promoted = cadgit(parts, "promote", "-m", "as in the examples")
    assert promoted["version"]["number"] == 1
    listed = git("ls-tree", "-r", "--name-only", f"cadgit/{expected.part}/v1", cwd=parts).splitlines()
    assert listed == sorted([".cadgit/candidate.toml", entry, *expected.files])


@pytest.mark.slow
def test_the_motor_mount_takes_other_sizes(parts: Path) -> None:
    with_gussets = cadgit(parts, "run", "motor_mount.py")
    plain = cadgit(parts, "run", "motor_mount.py", "-P", "gussets=False")
    larger = cadgit(
        parts, "run", "motor_mount.py", "-P", "motor_size=56.4", "-P", "bolt_spacing=47.14", "-P", "pilot_diameter=38.2"
    )
    assert len({run["candidate"]["tree"] for run in (with_gussets, plain, larger)}) == 3
    assert extent(plain["record"]["geometry"])[1] == pytest.approx(42.3 + 2 * 2.0)
    assert extent(larger["record"]["geometry"])[1] == pytest.approx(56.4 + 2 * (2.0 + 4.0))


@pytest.mark.slow
def test_a_motor_mount_whose_bolts_moved_does_not_pass_its_spec(parts: Path) -> None:
    cadgit(parts, "run", "motor_mount.py", "-P", "bolt_spacing=30.5")
    command = [sys.executable, "-m", "cadgit", "verify", "motor_mount", "--json"]
    done = subprocess.run(command, cwd=parts, capture_output=True, encoding="utf-8")
    assert done.returncode == 1, done.stderr
    checks = {check["name"]: check for check in json.loads(done.stdout)["verdict"]["checks"]}
    failed = [name for name, check in checks.items() if check["status"] != "pass"]
    assert failed == ["spec.holes.2"]
    assert "is on a circle of 43.1335, not 43.79 to 43.89 mm" in checks["spec.holes.2"]["message"]
    assert checks["spec.holes.2"]["places"][0]["point"] == pytest.approx([0, -15.25, 12.9])
