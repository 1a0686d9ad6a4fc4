"""What a failed run says: the model's own frames, innermost first, and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from .models import failure_of, run_script, shape_of

CASES = Path(__file__).parent.parent / "cases"


def test_a_syntax_error_names_file_line_and_source(tmp_path: Path) -> None:
    failure = failure_of(
        run_script(tmp_path, (CASES / "syntax_error.py").read_text(encoding="utf-8"), entry="parts/syntax_error.py")
    )
    assert failure.reason == "syntax"
    assert failure.message.startswith("parts/syntax_error.py:3: ")
    assert (failure.frames[0].line, failure.frames[0].source) == (3, "result = Box(10, 10, 10")


def test_a_syntax_error_in_a_local_module_shows_who_imported_it(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "import lib.plates", {"lib/plates.py": "x = 1\ny = ="}))
    assert failure.reason == "syntax"
    assert [(f.file, f.line) for f in failure.frames] == [("lib/plates.py", 2), ("model.py", 1)]


def test_bytes_that_are_no_source_are_a_syntax_failure(tmp_path: Path) -> None:
    assert failure_of(run_script(tmp_path / "nul", b"x = 1\n\0")).reason == "syntax"
    assert failure_of(run_script(tmp_path / "latin", b"# gr\xfcn\nx = 1\n")).reason == "syntax"


def test_other_text_that_does_not_compile_is_an_exception_of_the_model(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "x = 1\neval('1 +')"))
    assert failure.reason == "exception"
    assert failure.message.startswith("model.py:2: SyntaxError")


def test_an_encoding_declaration_is_followed(tmp_path: Path) -> None:
    source = "# coding: latin-1\nfrom build123d import *\nassert len('ü') == 1\nresult = Box(1, 1, 1)".encode("latin-1")
    assert shape_of(run_script(tmp_path, source)).volume == pytest.approx(1)


def test_frames_are_the_models_own_innermost_first(tmp_path: Path) -> None:
    failure = failure_of(
        run_script(tmp_path, (CASES / "raises_deep.py").read_text(encoding="utf-8"), entry="raises_deep.py")
    )
    assert failure.message.startswith("raises_deep.py:5: ")
    assert [(f.file, f.line, f.function) for f in failure.frames] == [
        ("raises_deep.py", 5, "rounded"),
        ("raises_deep.py", 8, ""),
    ]
    assert failure.frames[0].source == "return fillet(part.edges(), radius)"


def test_local_modules_are_frames_of_the_model(tmp_path: Path) -> None:
    files = {"lib/gears.py": "def gear(n):\n    return 1 / n"}
    failure = failure_of(run_script(tmp_path, "from lib.gears import gear\ngear(0)", files))
    assert [(f.file, f.line) for f in failure.frames] == [("lib/gears.py", 2), ("model.py", 2)]
    assert failure.frames[0].source == "return 1 / n"


def test_the_place_where_the_run_lay_is_in_no_message(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "raise ValueError(__file__)"))
    assert str(tmp_path) not in failure.message
    assert failure.message == "model.py:1: ValueError: model.py"


def test_causes_are_told(tmp_path: Path) -> None:
    source = """
        try:
            {}["size"]
        except KeyError as error:
            raise ValueError("no size given") from error
    """
    message = failure_of(run_script(tmp_path, source)).message
    assert "ValueError: no size given" in message
    assert "caused by: KeyError: 'size'" in message


def test_equal_causes_are_one_line_with_their_number(tmp_path: Path) -> None:
    source = """
        try:
            raise KeyError("first")
        except KeyError as error:
            for _ in range(3):
                later = ValueError("too large")
                later.__cause__, error = error, later
            raise RuntimeError("not found") from later
    """
    message = failure_of(run_script(tmp_path, source)).message
    assert message.splitlines()[1:] == ["caused by: ValueError: too large (3 times)", "caused by: KeyError: 'first'"]


def test_a_cause_that_was_hidden_stays_hidden(tmp_path: Path) -> None:
    source = "try:\n    {}['size']\nexcept KeyError:\n    raise ValueError('no size') from None"
    assert "KeyError" not in failure_of(run_script(tmp_path, source)).message


def test_an_exception_group_tells_what_is_in_it(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "raise ExceptionGroup('two', [ValueError('a'), TypeError('b')])"))
    assert "one of them: ValueError: a" in failure.message
    assert "one of them: TypeError: b" in failure.message


def test_an_exception_whose_text_raises_is_still_told(tmp_path: Path) -> None:
    source = """
        class Odd(Exception):
            def __str__(self):
                raise RuntimeError
        raise Odd
    """
    failure = failure_of(run_script(tmp_path, source))
    assert failure.reason == "exception"
    assert "Odd" in failure.message and failure.frames[0].line == 5


def test_a_text_that_is_no_unicode_reaches_the_report(tmp_path: Path) -> None:
    assert "\\udc80" in failure_of(run_script(tmp_path, "raise ValueError('\\udc80')")).message


def test_an_exception_that_is_no_exception_class_is_caught_too(tmp_path: Path) -> None:
    assert "KeyboardInterrupt" in failure_of(run_script(tmp_path, "raise KeyboardInterrupt")).message


def test_an_endless_recursion_keeps_both_ends_of_the_chain(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "def f(n):\n    return f(n + 1)\n\nf(0)"))
    assert failure.message.startswith("model.py:2: RecursionError")
    assert len(failure.frames) == 30
    assert failure.frames[-1].line == 4


def test_a_very_long_message_is_cut(tmp_path: Path) -> None:
    assert len(failure_of(run_script(tmp_path, "raise ValueError('x' * 100_000)")).message) < 5000


def test_a_memory_error_has_its_own_reason(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "x = 1\nraise MemoryError"))
    assert failure.reason == "memory"
    assert failure.frames[0].line == 2


# --- missing files ----------------------------------------------------------------------------------------


def test_a_missing_file_names_the_line_for_the_configuration(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, (CASES / "undeclared_input.py").read_text(encoding="utf-8")))
    assert failure.reason == "missing file"
    assert 'inputs = ["sizes.txt"]' in failure.hint


def test_a_missing_file_is_named_from_the_repositorys_root(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "open('data/sizes.txt')", entry="parts/model.py"))
    assert 'inputs = ["parts/data/sizes.txt"]' in failure.hint
    assert '"parts/model.py"' in failure.hint


def test_an_absolute_path_into_the_hidden_repository_is_named_from_its_root(tmp_path: Path) -> None:
    live = tmp_path / "live"
    failure = failure_of(run_script(tmp_path, f"open('{live}/data/sizes.txt')", hidden=(str(live),)))
    assert failure.reason == "missing file"
    assert 'inputs = ["data/sizes.txt"]' in failure.hint


def test_a_file_outside_the_repository_has_to_be_copied_into_it(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "open('/nowhere/sizes.txt')"))
    assert failure.reason == "missing file"
    assert "copy it into the repository" in failure.hint


def test_a_file_that_lies_at_the_root_is_not_searched_in_the_closure(tmp_path: Path) -> None:
    files = {"sizes.txt": "1"}
    failure = failure_of(run_script(tmp_path, "open('sizes.txt')", files, entry="parts/model.py"))
    assert "runs in its own folder" in failure.hint


def test_a_missing_folder_of_an_output_is_told_apart(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "open('out/part.txt', 'w')"))
    assert "mkdir" in failure.hint and "'out'" in failure.hint


@pytest.mark.parametrize(
    "call",
    ["import_step('{}')", "import_brep('{}')", "import_svg('{}')", "import_dxf('{}')", "Mesher().read('{}')"],
)
def test_every_importer_of_build123d_names_the_missing_file(tmp_path: Path, call: str) -> None:
    source = f"from build123d import *\nresult = {call.format('bought/motor.3mf')}"
    failure = failure_of(run_script(tmp_path, source))
    assert failure.reason == "missing file"
    assert 'inputs = ["bought/motor.3mf"]' in failure.hint


def test_a_missing_module_of_a_local_package_is_a_missing_file(tmp_path: Path) -> None:
    source = "import importlib\nname = 'gears'\nimportlib.import_module(f'lib.{name}')"
    failure = failure_of(run_script(tmp_path, source, {"lib/__init__.py": ""}))
    assert failure.reason == "missing file"
    assert 'inputs = ["lib/gears.py"]' in failure.hint


def test_a_missing_program_is_no_missing_file(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "import subprocess\nsubprocess.run(['no-such-program'])"))
    assert failure.reason == "exception"


# --- classes and names of the model's own ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "body"),
    [
        ("Exception", "def __str__(self): raise SystemExit"),
        ("Exception", "def __getattribute__(self, name): raise ValueError"),
        ("Exception", "__class__ = property(lambda self: 1 / 0)"),
        ("SystemExit", "code = property(lambda self: 1 / 0)"),
    ],
)
def test_an_exception_that_raises_when_it_is_looked_at_is_told_with_its_line(
    tmp_path: Path, base: str, body: str
) -> None:
    failure = failure_of(run_script(tmp_path, f"class Odd({base}):\n    {body}\n\nraise Odd"))
    assert failure.reason == "exception"
    assert failure.message.startswith("model.py:4: Odd")
    assert failure.frames[0].source == "raise Odd"


def test_a_model_named_like_build123d_is_told_that_it_imports_itself(tmp_path: Path) -> None:
    source = "from build123d import *\nresult = Box(1, 1, 1)"
    failure = failure_of(run_script(tmp_path, source, entry="build123d.py"))
    assert failure.reason == "exception"
    assert failure.message.startswith("build123d.py:2: NameError: name 'Box' is not defined")
    assert "rename it" in failure.hint


# --- files and modules that are nowhere --------------------------------------------------------------------


def test_a_file_with_a_slip_in_its_name_is_told_the_name_that_is_there(tmp_path: Path) -> None:
    files = {"parts/data.csv": "1"}
    source = "from pathlib import Path\n(Path(__file__).parent / 'data.cvs').read_text()"
    failure = failure_of(run_script(tmp_path, source, files, entry="parts/model.py"))
    assert failure.reason == "missing file"
    assert failure.hint == "did you mean parts/data.csv?"


def test_a_file_with_another_number_is_no_slip(tmp_path: Path) -> None:
    source = "n = 4\nopen(f'bolt-m{n}.step')"
    hint = failure_of(run_script(tmp_path, source, {"bolt-m3.step": ""})).hint
    assert hint.startswith("if bolt-m4.step is in the repository, add it")
    assert "else it does not exist" in hint and 'inputs = ["bolt-m4.step"]' in hint


def test_a_file_that_the_source_names_and_that_is_nowhere_is_first_of_all_not_there(tmp_path: Path) -> None:
    hint = failure_of(run_script(tmp_path, "open('missing.csv')")).hint
    assert hint.startswith("there seems to be no missing.csv in the repository")
    assert "if it is there, add it to the part's table in cadgit.toml:\n[parts.model]" in hint


@pytest.mark.parametrize("name", ["import_step", "import_brep", "import_stl", "import_svg"])
def test_an_importer_that_may_not_open_its_file_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    # OCCT says nothing about a file that is there and that the walls of the run keep shut.
    import os

    def refusing(path: object, *_: object) -> int:
        raise PermissionError(13, "Permission denied", path)

    (tmp_path / "motor.x").touch()
    monkeypatch.setattr(os, "open", refusing)
    failure = failure_of(run_script(tmp_path, f"from build123d import *\nresult = {name}('{tmp_path}/motor.x')"))
    assert failure.reason == "missing file"
    assert failure.message.startswith("model.py:2: FileNotFoundError")
    assert failure.hint.startswith("~/motor.x lies outside the repository")


def test_importers_read_what_is_there(tmp_path: Path) -> None:
    source = """
        from build123d import *
        export_step(Box(1, 2, 3), "box.step")
        result = import_step(filename="box.step")
    """
    assert shape_of(run_script(tmp_path, source)).volume == pytest.approx(6)


@pytest.mark.parametrize("path", ["os.path.expanduser('~/vendor.step')", "'~/vendor.step'"])
def test_a_file_at_home_is_named_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    failure = failure_of(run_script(tmp_path, f"import os\nfrom build123d import *\nimport_step({path})"))
    assert "~/vendor.step" in failure.message and str(tmp_path) not in failure.message
    assert failure.hint.startswith("~/vendor.step lies outside the repository")


def test_reading_what_the_run_may_not_see_is_a_missing_file(tmp_path: Path) -> None:
    source = "raise PermissionError(13, 'Permission denied', '/nowhere/sizes.txt')"
    failure = failure_of(run_script(tmp_path, source))
    assert failure.hint.startswith("/nowhere/sizes.txt lies outside the repository")


def test_a_module_with_a_slip_in_its_name_is_told_the_name_that_is_there(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "from lib.platse import plate", {"lib/plates.py": "plate = 1"}))
    assert failure.message == "model.py:1: ModuleNotFoundError: No module named 'lib.platse'"
    assert failure.hint == "did you mean lib.plates?"


def test_a_module_of_a_package_that_did_not_come_along_is_named_whole(tmp_path: Path) -> None:
    failure = failure_of(run_script(tmp_path, "from lib.platse import plate"))
    assert failure.hint.startswith("there is no module lib.platse in the repository")
    assert "check the spelling" in failure.hint


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("from build123d import *\nBx(1, 2, 3)", "name 'Bx' is not defined. Did you mean: 'Box'?"),
        ("from build123d import *\nbox(1, 2, 3)", "name 'box' is not defined. Did you mean: 'Box'?"),
        ("def f(width):\n    return widht\nf(1)", "name 'widht' is not defined. Did you mean: 'width'?"),
        ("from build123d import *\nBox(1, 1, 1).volme", "no attribute 'volme'. Did you mean: 'volume'?"),
        ("from lib.holes import hole_patern", "(lib/holes.py). Did you mean: 'hole_pattern'?"),
    ],
)
def test_a_name_that_is_nearly_there_is_suggested(tmp_path: Path, source: str, words: str) -> None:
    files = {"lib/holes.py": "hole_pattern = 1"}
    assert failure_of(run_script(tmp_path, source, files)).message.endswith(words)


def test_a_name_that_is_like_nothing_gets_no_suggestion(tmp_path: Path) -> None:
    assert failure_of(run_script(tmp_path, "zzyzx")).message == "model.py:1: NameError: name 'zzyzx' is not defined"


def test_an_object_that_will_not_list_its_names_costs_only_the_suggestion(tmp_path: Path) -> None:
    source = "class Odd:\n    def __dir__(self): raise SystemExit\n\nOdd().size"
    assert failure_of(run_script(tmp_path, source)).message == (
        "model.py:4: AttributeError: 'Odd' object has no attribute 'size'"
    )
