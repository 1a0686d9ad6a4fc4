"""Features of public practice parts have the dimensions of their drawings.

The scripts lie in build123d's documentation, beside the drawings that they were made from: "Too Tall Toby" pack 01
(www.TooTallToby.com; the drawings may be used for any educational purpose). Run with ``pytest -m public``; see
`test_public_examples` for where the scripts come from.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .test_public_examples import source_distribution

pytestmark = pytest.mark.public


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that holds the scripts."""
    folder = tmp_path_factory.mktemp("drawn")
    repo = folder / "repo"
    shutil.copytree(source_distribution(folder) / "docs" / "assets" / "ttt", repo)
    for command in (["init", "-q"], ["config", "user.name", "A"], ["config", "user.email", "a@b"]):
        subprocess.run(["git", *command], cwd=repo, check=True)
    return repo


def features(shelf: Path, script: str) -> Any:
    command = [sys.executable, "-m", "cadgit", "features", script, "--json"]
    done = subprocess.run(command, cwd=shelf, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["features"]
    assert found["not_checked"] == []
    return found


def bored(hole: Any) -> tuple[float, list[tuple[float, float]]]:
    return round(hole["diameter"], 4), [(round(b["diameter"], 4), round(b["depth"], 4)) for b in hole["counterbores"]]


def radii(found: Any) -> dict[tuple[float, str], int]:
    return {(round(one["radius"], 4), one["sense"]): len(one["faces"]) for one in found["fillets"]}


def test_the_flanged_hub(shelf: Path) -> None:
    """PPP0107: 6X ø6 THRU ALL, counterbore ø13 x 4, on a bolt circle of ø107.95; ø20 THRU, ø73 x 18 from below; R3."""
    found = features(shelf, "ttt-ppp0107.py")
    assert [bored(hole) for hole in found["holes"]] == [(6, [(13, 4)])] * 6 + [(20, [(73, 18)])]
    assert all(hole["through"] for hole in found["holes"])
    (circle,) = found["patterns"]
    assert (circle["arrangement"], circle["counts"]) == ("circular", [6])
    assert circle["diameter"] == pytest.approx(107.95) and circle["pitches"] == pytest.approx([60])
    assert {radius for radius, _ in radii(found)} == {3}
    assert len(found["symmetry"]) == 3  # as many as ribs


def test_the_corner_tie(shelf: Path) -> None:
    """PPP0109: 2X ø8 THRU ALL, counterbore ø15 x 4; ø33 THRU in the wing at 45°; ø12 THRU; R17 twice, R16, R15."""
    found = features(shelf, "ttt-ppp0109.py")
    assert sorted(bored(hole) for hole in found["holes"]) == [(8, [(15, 4)]), (8, [(15, 4)]), (12, []), (33, [])]
    (slanted,) = (hole for hole in found["holes"] if hole["diameter"] > 30)
    assert [abs(x) for x in slanted["axis"]] == pytest.approx([2**-0.5, 0, 2**-0.5], abs=1e-6)
    assert slanted["depth"] == pytest.approx(6)
    assert radii(found) == {(15, "convex"): 1, (16, "concave"): 1, (17, "convex"): 2}
    (plane,) = found["symmetry"]
    assert abs(plane["normal"][1]) == pytest.approx(1)


def test_the_tie_plate(shelf: Path) -> None:
    """PPP0108: ø29 THRU in 4 places, 122 x 124 apart; ø84 THRU; ø11 THRU, 222 apart; blocks of 30 x 20."""
    found = features(shelf, "ttt-ppp0108.py")
    assert sorted(hole["diameter"] for hole in found["holes"]) == pytest.approx([11, 11, 29, 29, 29, 29, 84])
    (grid,) = (one for one in found["patterns"] if one["of"] == "hole")
    assert (grid["arrangement"], grid["counts"]) == ("grid", [2, 2])
    assert sorted(grid["pitches"]) == pytest.approx([188 - 2 * 33, 190 - 2 * 33])
    assert [boss["size"] for boss in found["bosses"]] == [pytest.approx([30, 20])] * 2


def test_the_bearing_bracket(shelf: Path) -> None:
    """PPP0101: ø24 THRU both cheeks, counterbore ø34 x 4 on both sides; a slot of 12, 90 long; R6 in 4 places, R9."""
    found = features(shelf, "ttt-ppp0101.py")
    assert [bored(hole) for hole in found["holes"]] == [(24, [(34, 4), (34, 4)])]
    (slot,) = found["slots"]
    assert (slot["length"], slot["width"], slot["depth"]) == pytest.approx((90, 12, 15 - 8)) and slot["through"]
    assert radii(found) == {(6, "convex"): 4, (9, "concave"): 2}
