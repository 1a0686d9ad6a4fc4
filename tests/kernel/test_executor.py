"""The executor as a whole: a closure goes in, geometry and a manifest or a failure come out."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from .models import failure_of, run_script, shape_of

CASES = Path(__file__).parent.parent / "cases"


def case(name: str) -> str:
    return (CASES / name).read_text(encoding="utf-8")


def test_a_model_gives_its_solid(tmp_path: Path) -> None:
    report = run_script(tmp_path, case("plain.py"))
    assert shape_of(report).volume == pytest.approx(22274.690, abs=1e-3)
    assert report.chosen_by == "result"
    assert report.seconds_model > 0


def test_overrides_change_the_tree_and_not_the_lines(tmp_path: Path) -> None:
    from cadgit.records import Override

    parameters = (Override("width", "50"), Override("rounded", "False"))
    report = run_script(tmp_path, case("parameters.py"), parameters=parameters)
    assert shape_of(report).volume == pytest.approx(50 * 30 * 10 - 2 * 3.14159265 * 4 * 10, abs=1e-3)


def test_an_override_without_a_place_is_a_failure_of_the_parameter(tmp_path: Path) -> None:
    from cadgit.records import Override

    failure = failure_of(run_script(tmp_path, case("parameters.py"), parameters=(Override("widht", "50"),)))
    assert failure.reason == "parameter"
    assert "widht" in failure.message


def test_the_model_runs_as_main_in_its_own_folder(tmp_path: Path) -> None:
    source = """
        import os, sys
        from pathlib import Path
        import __main__
        from build123d import Box
        if __name__ == "__main__":
            assert __main__.__dict__ is globals()
            assert Path.cwd() == Path(__file__).parent, Path.cwd()
            assert sys.argv == [__file__]
            assert sys.path[0] == str(Path.cwd()) and "" not in sys.path
            result = Box(1, 2, 3)
    """
    assert shape_of(run_script(tmp_path, source, entry="parts/box/model.py", roots=("parts/box", ""))).volume > 5.9


def test_imports_are_found_in_the_roots_in_their_order(tmp_path: Path) -> None:
    files = {"sizes.py": "SIZE = 1", "parts/sizes.py": "SIZE = 2", "src/shapes/__init__.py": "from .box import make",
             "src/shapes/box.py": "from build123d import Box\ndef make(n): return Box(n, n, n)"}  # fmt: skip
    source = "from sizes import SIZE\nfrom shapes import make\nresult = make(SIZE)"
    report = run_script(tmp_path, source, files, entry="parts/model.py", roots=("parts", "src", ""))
    assert shape_of(report).volume == pytest.approx(8)


def test_a_local_module_takes_the_place_of_a_loaded_one_of_that_name(tmp_path: Path) -> None:
    import decimal

    files = {"decimal.py": "HERE = 3"}
    report = run_script(tmp_path, "from build123d import *\nimport decimal\nresult = Box(decimal.HERE, 1, 1)", files)
    assert shape_of(report).volume == pytest.approx(3)
    assert sys.modules["decimal"] is decimal, "and is gone afterwards"


def test_a_module_of_a_package_runs_with_relative_imports(tmp_path: Path) -> None:
    files = {"kit/__init__.py": "from build123d import Box", "kit/sizes.py": "N = 4"}
    source = "from . import Box\nfrom .sizes import N\nassert __name__ == '__main__'\nresult = Box(N, N, N)"
    report = run_script(tmp_path, source, files, entry="kit/model.py", module="kit.model", roots=("",))
    assert shape_of(report).volume == pytest.approx(64)


def test_local_modules_are_gone_after_the_run(tmp_path: Path) -> None:
    files = {"plates.py": "from build123d import Box\nplate = Box(1, 1, 1)"}
    run_script(tmp_path / "first", "from plates import plate as result", files)
    files = {"plates.py": "from build123d import Box\nplate = Box(2, 1, 1)"}
    assert shape_of(run_script(tmp_path / "second", "from plates import plate as result", files)).volume > 1.9


def test_the_process_is_put_back_as_it_was(tmp_path: Path) -> None:
    before = (sys.path[:], sys.argv[:], sys.meta_path[:], os.getcwd(), sys.modules["__main__"], sys.getrecursionlimit())
    source = """
        import os, sys, builtins
        sys.path.insert(0, "/nowhere"); sys.argv.append("x"); os.chdir("/"); sys.setrecursionlimit(5000)
        sys.settrace(lambda *a: None)
        from build123d import *
        result = Box(1, 1, 1)
    """
    assert run_script(tmp_path, source).failure is None
    after = (sys.path[:], sys.argv[:], sys.meta_path[:], os.getcwd(), sys.modules["__main__"], sys.getrecursionlimit())
    assert after == before


@pytest.mark.parametrize("status", ["", "0", "None"])
def test_exit_without_a_status_is_the_end_of_the_script(tmp_path: Path, status: str) -> None:
    source = f"import sys\nfrom build123d import *\nresult = Box(5, 5, 5)\nsys.exit({status})"
    assert shape_of(run_script(tmp_path, source)).volume == pytest.approx(125)


@pytest.mark.parametrize("status", ["1", "'no good'", "True"])
def test_exit_with_a_status_is_a_failure_even_with_a_result(tmp_path: Path, status: str) -> None:
    report = run_script(tmp_path, f"import sys\nfrom build123d import *\nresult = Box(5, 5, 5)\nsys.exit({status})")
    failure = failure_of(report)
    assert failure.reason == "exit"
    assert "model.py:4" in failure.message and "exit" in failure.message
    assert report.brep == b"" and report.manifest is None


def test_threads_that_still_run_do_not_hold_up_the_report(tmp_path: Path) -> None:
    source = """
        import threading
        from build123d import *
        stop = threading.Event()
        thread = threading.Thread(target=stop.wait)
        thread.start()
        result = Box(1, 1, 1)
        threading.stop_of_this_test = stop
    """
    try:
        assert run_script(tmp_path, source).failure is None
    finally:
        threading.stop_of_this_test.set()  # type: ignore[attr-defined]
        del threading.stop_of_this_test  # type: ignore[attr-defined]


def test_an_alarm_of_the_model_does_not_go_off_in_the_hand_over(tmp_path: Path) -> None:
    import signal

    source = "import signal\nfrom build123d import *\nsignal.setitimer(signal.ITIMER_REAL, 1000)\nresult = Box(1, 1, 1)"
    assert run_script(tmp_path, source).failure is None
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_low_recursion_limit_of_the_model_does_not_break_the_hand_over(tmp_path: Path) -> None:
    source = "import sys\nfrom build123d import *\nresult = Box(1, 1, 1)\nsys.setrecursionlimit(60)"
    assert run_script(tmp_path, source).failure is None


def test_a_hidden_folder_is_gone_from_the_search_path(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    (live / "gears.py").write_text("from build123d import Box\nresult = Box(9, 9, 9)", encoding="utf-8")
    sys.path.append(str(live))
    try:
        failure = failure_of(run_script(tmp_path, "from gears import result", hidden=(str(live),)))
    finally:
        sys.path.remove(str(live))
    assert "gears" in failure.message


def test_an_editable_finder_cannot_bring_in_a_hidden_folder(tmp_path: Path) -> None:
    import importlib.util

    live = tmp_path / "live"
    live.mkdir()
    (live / "cogs.py").write_text("from build123d import Box\nresult = Box(9, 9, 9)", encoding="utf-8")

    class Editable:
        @staticmethod
        def find_spec(name: str, path: object = None, target: object = None) -> object:
            return importlib.util.spec_from_file_location(name, live / "cogs.py") if name == "cogs" else None

    sys.meta_path.insert(0, Editable)  # type: ignore[arg-type]
    try:
        failure = failure_of(run_script(tmp_path, "from cogs import result", hidden=(str(live),)))
        assert shape_of(run_script(tmp_path / "open", "from cogs import result")).volume == pytest.approx(729)
    finally:
        sys.meta_path.remove(Editable)  # type: ignore[arg-type]
        sys.modules.pop("cogs", None)
    assert "cogs" in failure.message


def test_an_environment_inside_a_hidden_repository_stays_visible(tmp_path: Path) -> None:
    report = run_script(tmp_path, "from build123d import *\nimport decimal\nresult = Box(1, 1, 1)", hidden=("/",))
    assert report.failure is None


def test_a_result_that_cannot_be_written_is_a_failure_of_the_hand_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cadgit.kernel.model import handover

    def broken(node: object) -> bytes:
        raise RuntimeError("no stream")

    monkeypatch.setattr(handover, "brep", broken)
    failure = failure_of(run_script(tmp_path, "from build123d import *\nresult = Box(1, 1, 1)"))
    assert failure.reason == "hand-over"
    assert "no stream" in failure.message


def test_triangulation_is_no_part_of_the_geometry(tmp_path: Path) -> None:
    plain = run_script(tmp_path / "a", "from build123d import *\nresult = Sphere(10)")
    source = "from build123d import *\nresult = Sphere(10)\nexport_stl(result, 'x.stl')"
    assert run_script(tmp_path / "b", source).brep == plain.brep


def test_the_start_is_said_after_compiling_and_not_for_what_does_not_compile(tmp_path: Path) -> None:
    from cadgit.kernel import executor, jobs

    said: list[bytes] = []
    (tmp_path / "model.py").write_text("result = (", encoding="utf-8")
    executor.run_model(jobs.Execute(files=(), entry="model.py"), tmp_path, tmp_path, said.append)
    assert b"start" not in said and len(said) == 1


@pytest.mark.slow
def test_a_cold_interpreter_runs_a_model_the_same_way(tmp_path: Path) -> None:
    warm = run_script(tmp_path, case("plain.py"))
    program = (
        "import sys, pathlib\n"
        "from cadgit.kernel import executor, jobs\n"
        "tree = pathlib.Path(sys.argv[1])\n"
        "executor.run_model(jobs.Execute(files=(), entry='model.py'), tree, tree.parent,\n"
        "    lambda data: data == b'start' or pathlib.Path(sys.argv[2]).write_bytes(data))\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "tree"), str(tmp_path / "report")]
    subprocess.run(command, check=True, timeout=120, capture_output=True)
    from cadgit.kernel import wire

    cold = wire.decode((tmp_path / "report").read_bytes())
    assert shape_of(cold).volume == pytest.approx(shape_of(warm).volume)
    # pytest has loaded more than a kernel does, and some of it is what build123d could have loaded.
    assert set(cold.environment.distributions) <= set(warm.environment.distributions)
    assert cold.environment.occt == warm.environment.occt
