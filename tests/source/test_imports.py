"""Imports of local modules are closure, however they are written; what is installed is not."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cadgit.source import read_closure

from .conftest import Write


def paths(root: Path, entry: str = "model.py", **options: object) -> list[str]:
    return [file.path for file in read_closure(root, entry, **options).files]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "line",
    [
        "import lib.plates",
        "import lib.plates as p",
        "from lib.plates import plate",
        "from lib import plates",
        "from lib import *",
        "def build():\n    from lib import plates",
        "try:\n    import lib.plates\nexcept ImportError:\n    pass",
        "import importlib\nimportlib.import_module('lib.plates')",
        "from importlib import import_module\nimport_module('lib.plates')",
        "__import__('lib.plates')",
        "if __name__ == '__main__':\n    import lib.plates",
    ],
)
def test_every_way_to_import_a_submodule_is_seen(write: Write, line: str) -> None:
    root = write({"model.py": line, "lib/__init__.py": "__all__ = ['plates']", "lib/plates.py": "", "lib/no.py": ""})
    assert paths(root) == ["lib/__init__.py", "lib/plates.py", "model.py"]


def test_imports_of_imported_modules_are_followed_through_cycles(write: Write) -> None:
    root = write({"model.py": "import a", "a.py": "import b", "b.py": "import a, model, c", "c.py": "", "d.py": ""})
    assert paths(root) == ["a.py", "b.py", "c.py", "model.py"]


def test_every_package_on_the_way_brings_its_init(write: Write) -> None:
    files = {"model.py": "import a.b.c", "a/__init__.py": "", "a/b/__init__.py": "import extra", "a/b/c.py": ""}
    root = write({**files, "extra.py": ""})
    assert paths(root) == ["a/__init__.py", "a/b/__init__.py", "a/b/c.py", "extra.py", "model.py"]


def test_relative_imports_are_relative_to_the_package_of_their_file(write: Write) -> None:
    root = write(
        {
            "model.py": "import lib.sub.deep",
            "lib/__init__.py": "",
            "lib/near.py": "",
            "lib/sub/__init__.py": "from . import also",
            "lib/sub/also.py": "",
            "lib/sub/deep.py": "from ..near import x\nfrom . import also",
            "near.py": "",
        }
    )
    assert paths(root) == [
        "lib/__init__.py",
        "lib/near.py",
        "lib/sub/__init__.py",
        "lib/sub/also.py",
        "lib/sub/deep.py",
        "model.py",
    ]


def test_a_folder_without_init_is_a_namespace_package(write: Write) -> None:
    root = write({"parts/model.py": "import gears.spur", "gears/spur.py": "from . import rack", "gears/rack.py": ""})
    closure = read_closure(root, "parts/model.py")
    assert [file.path for file in closure.files] == ["gears/rack.py", "gears/spur.py", "parts/model.py"]
    assert closure.roots == ("parts", "")


def test_the_entry_folder_comes_before_src_and_src_before_the_root(write: Write) -> None:
    files = {f"{folder}{name}.py": "" for folder in ("parts/", "src/", "") for name in "abc"}
    files["parts/model.py"] = "import a, b, c"
    del files["parts/b.py"], files["parts/c.py"], files["src/c.py"]
    root = write(files)
    closure = read_closure(root, "parts/model.py")
    assert [file.path for file in closure.files] == ["c.py", "parts/a.py", "parts/model.py", "src/b.py"]
    assert closure.roots == ("parts", "src", "")


def test_roots_that_no_file_needs_are_not_recorded(write: Write) -> None:
    # Otherwise making an unrelated src/ folder would make another candidate of the same bytes.
    root = write({"parts/model.py": "import math", "src/other.py": "", "top.py": ""})
    assert read_closure(root, "parts/model.py").roots == ("parts",)


def test_a_regular_package_wins_over_a_plain_folder_of_an_earlier_root(write: Write) -> None:
    root = write({"parts/model.py": "import gears", "parts/gears/notes.txt": "", "gears/__init__.py": ""})
    assert paths(root, "parts/model.py") == ["gears/__init__.py", "parts/model.py"]


def test_a_local_module_hides_one_of_the_standard_library_but_not_a_builtin_one(write: Write) -> None:
    root = write({"model.py": "import colorsys, sys", "colorsys.py": "", "sys.py": ""})
    assert paths(root) == ["colorsys.py", "model.py"]


def test_build123d_is_always_the_environment_s(write: Write) -> None:
    root = write({"model.py": "from build123d import *", "build123d/__init__.py": ""})
    assert paths(root) == ["model.py"]


def test_a_virtual_environment_inside_the_repository_is_not_closure(write: Write) -> None:
    site = ".venv/lib/python3.11/site-packages"
    root = write({"model.py": "import thing", ".venv/pyvenv.cfg": "", f"{site}/thing.py": ""})
    assert paths(root, search_path=[root / site]) == ["model.py"]


def test_a_path_file_of_an_editable_install_adds_a_root(write: Write, tmp_path: Path) -> None:
    root = write({"parts/model.py": "import gears.spur", "python/gears/__init__.py": "", "python/gears/spur.py": ""})
    site = tmp_path / "site-packages"
    site.mkdir()
    (site / "gears.pth").write_text(f"# comment\nimport os\n{root}/python\n/nowhere\n", encoding="utf-8")
    closure = read_closure(root, "parts/model.py", search_path=[site])
    assert closure.roots == ("parts", "python")
    assert len(closure.files) == 3


@pytest.mark.parametrize("declaration", ["MAPPING: dict[str, str] =", "MAPPING ="])
def test_the_finder_of_a_setuptools_editable_install_is_read_not_run(
    write: Write, tmp_path: Path, declaration: str
) -> None:
    root = write({"model.py": "import gears, single", "kit/gears/__init__.py": "", "kit/single.py": ""})
    site = tmp_path / "site-packages"
    site.mkdir()
    mapping = {"gears": f"{root}/kit/gears", "single": f"{root}/kit/single.py"}
    finder = f"raise SystemExit('executed')\n{declaration} {mapping!r}\n"
    (site / "__editable___kit_1_0_finder.py").write_text(finder, encoding="utf-8")
    closure = read_closure(root, "model.py", search_path=[site])
    assert [file.path for file in closure.files] == ["kit/gears/__init__.py", "kit/single.py", "model.py"]
    assert closure.roots == ("", "kit")


def test_an_editable_install_under_another_name_is_said_not_guessed(write: Write, tmp_path: Path) -> None:
    root = write({"model.py": "import gears", "lib/__init__.py": ""})
    site = tmp_path / "site-packages"
    site.mkdir()
    (site / "__editable___gears_finder.py").write_text(f"MAPPING = {{'gears': '{root}/lib'}}\n", encoding="utf-8")
    closure = read_closure(root, "model.py", search_path=[site])
    assert [file.path for file in closure.files] == ["model.py"]
    assert "maps gears to lib/" in closure.notes[0]


def test_a_folder_of_the_search_path_inside_the_repository_is_a_root(write: Write) -> None:
    root = write({"model.py": "import gears", "tools/gears.py": "", "gears/readme.txt": ""})
    closure = read_closure(root, "model.py", search_path=[root / "tools"])
    assert [file.path for file in closure.files] == ["model.py", "tools/gears.py"]
    assert closure.roots == ("", "tools")


@pytest.mark.parametrize(
    "line",
    [
        "sys.path.insert(0, str(Path(__file__).parent.parent / 'lib'))",
        "sys.path.append('../lib')",
        "sys.path.append(os.path.join(os.path.dirname(__file__), '..', 'lib'))",
        "HERE = os.path.dirname(os.path.abspath(__file__))\nsys.path.append(HERE + '/../lib')",
    ],
)
def test_a_folder_that_the_model_puts_on_the_path_is_searched(write: Write, line: str) -> None:
    root = write(
        {"parts/model.py": f"import os, sys\nfrom pathlib import Path\n{line}\nimport gear", "lib/gear.py": ""}
    )
    assert paths(root, "parts/model.py") == ["lib/gear.py", "parts/model.py"]


def test_the_repository_s_root_can_be_put_on_the_path_too(write: Write) -> None:
    root = write({"a/b/model.py": "import sys\nsys.path.append('../..')\nimport top", "top.py": ""})
    assert paths(root, "a/b/model.py") == ["a/b/model.py", "top.py"]


def test_an_entry_with_relative_imports_runs_as_a_module_of_its_package(write: Write) -> None:
    root = write(
        {
            "src/kit/__init__.py": "import helper",
            "src/kit/parts/__init__.py": "",
            "src/kit/parts/model.py": "from ..gears import spur\nfrom . import near",
            "src/kit/parts/near.py": "",
            "src/kit/gears.py": "",
            "src/helper.py": "",
        }
    )
    closure = read_closure(root, "src/kit/parts/model.py")
    assert closure.module == "kit.parts.model"
    assert closure.roots == ("src",)
    assert len(closure.files) == 6


def test_relative_imports_without_init_files_make_namespace_packages(write: Write) -> None:
    root = write({"kit/model.py": "from .gears import spur", "kit/gears.py": ""})
    closure = read_closure(root, "kit/model.py")
    assert (closure.module, closure.roots) == ("kit.model", ("",))
    assert len(closure.files) == 2


def test_relative_imports_that_leave_the_repository_are_left_to_fail_in_the_run(write: Write) -> None:
    root = write({"model.py": "from .gears import spur", "gears.py": ""})
    closure = read_closure(root, "model.py")
    assert (closure.module, len(closure.files)) == ("", 1)


def test_a_thousand_modules_are_read_in_seconds(write: Write) -> None:
    files = {f"m{i}.py": f"import m{i + 1}\nimport m{(i * 7) % 1000}\nx = 'no.txt'\n" for i in range(1000)}
    root = write({"model.py": "import m0", **files})
    before = time.process_time()
    assert len(paths(root)) == 1001
    assert time.process_time() - before < 10
