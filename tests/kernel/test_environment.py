"""What a record says that geometry depended on."""

from __future__ import annotations

import hashlib
import platform
import sys
import time
from pathlib import Path

import pytest

from cadgit.kernel.model import environment

from .models import run_script

TEXT = "from build123d import *\nresult = extrude(Text('Hi', 10, {}), 1)"


def test_versions_are_told(tmp_path: Path) -> None:
    import build123d

    told = run_script(tmp_path, "from build123d import *\nresult = Box(1, 1, 1)").environment
    assert told.python == platform.python_version()
    assert told.build123d == build123d.__version__
    assert told.ocp.startswith(told.occt) and told.occt.count(".") == 2


def test_what_build123d_needs_is_listed_and_cadgit_is_not(tmp_path: Path) -> None:
    told = run_script(tmp_path, "from build123d import *\nresult = Box(1, 1, 1)").environment
    names = [entry.partition("==")[0] for entry in told.distributions]
    assert {"build123d", "numpy"} <= set(names)
    assert "cadgit" not in names and "pytest" not in names
    assert names == sorted(names)
    assert all(entry.partition("==")[2] for entry in told.distributions)


def test_a_distribution_that_was_loaded_before_counts_only_when_the_model_asks_for_it(tmp_path: Path) -> None:
    import pytest as loaded

    source = "from build123d import *\nresult = Box(1, 1, 1)"
    without = run_script(tmp_path / "a", source).environment.distributions
    with_it = run_script(tmp_path / "b", "import pytest\n" + source).environment.distributions
    assert set(with_it) - set(without) == {f"pytest=={loaded.__version__}"}


def test_a_local_module_is_no_distribution(tmp_path: Path) -> None:
    sys.modules.pop("xdist", None)
    source = "import xdist\nfrom build123d import *\nresult = Box(1, 1, 1)"
    told = run_script(tmp_path, source, {"xdist.py": ""}).environment
    assert not any("xdist" in entry for entry in told.distributions)


def test_the_font_that_text_used_is_recorded_with_its_hash(tmp_path: Path) -> None:
    report = run_script(tmp_path, TEXT.format("font='singleline'"))
    (font,) = report.environment.fonts
    assert font.requested == "singleline"
    assert font.family == "Relief SingleLine CAD"
    assert font.sha256 == hashlib.sha256(Path(font.path).read_bytes()).hexdigest()
    assert report.warnings == (), "an alias is no fallback"


def test_a_font_that_was_not_found_is_a_warning_said_once(tmp_path: Path) -> None:
    source = "from build123d import *\nText('a', 5, font='Nonesuch', font_style=FontStyle.BOLD)\n"
    report = run_script(tmp_path, source + TEXT.format("font='Nonesuch'"))
    (warning,) = report.warnings
    assert "'Nonesuch' is not installed" in warning
    assert report.environment.fonts[0].requested == "Nonesuch"


def test_a_font_file_that_was_not_found_is_a_warning(tmp_path: Path) -> None:
    report = run_script(tmp_path, TEXT.format("font_path='mine.ttf'"))
    assert "mine.ttf" in report.warnings[0]


def test_a_font_file_of_the_project_is_named_as_in_the_repository(tmp_path: Path) -> None:
    import build123d

    brought = Path(build123d.__file__).parent / "data/fonts/reliefsingleline/ReliefSingleLineCAD-Regular.ttf"
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree/mine.ttf").write_bytes(brought.read_bytes())
    report = run_script(tmp_path, TEXT.format("font_path='mine.ttf'"))
    assert report.environment.fonts[0].path == "mine.ttf"
    assert report.warnings == ()


def test_describing_a_run_costs_few_milliseconds(tmp_path: Path) -> None:
    environment.prepare()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        environment.describe({"numpy"}, (), tmp_path)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.02  # 1 ms on an idle machine


def test_imports_of_the_model_are_timed_and_a_slow_one_is_named(tmp_path: Path) -> None:
    files = {"helper.py": "import slow_library"}
    library = tmp_path / "site"
    library.mkdir()
    (library / "slow_library.py").write_text("import time\nend = time.perf_counter() + 1.1\n"
                                             "while time.perf_counter() < end: pass\n", encoding="utf-8")  # fmt: skip
    sys.path.append(str(library))
    try:
        report = run_script(tmp_path, "import helper\nfrom build123d import *\nresult = Box(1, 1, 1)", files)
    finally:
        sys.path.remove(str(library))
        sys.modules.pop("slow_library", None)
    assert report.seconds_import == pytest.approx(1.1, abs=0.5)
    (warning,) = report.warnings
    assert 'preload = ["slow_library"]' in warning and "[kernel]" in warning
