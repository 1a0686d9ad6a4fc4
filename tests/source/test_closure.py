"""A closure is the entry, what it imports and the files that it names: exact bytes, read once, nothing from outside."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.errors import SourceError
from cadgit.source import closure as closure_module
from cadgit.source import part_stem, read_closure
from cadgit.source.files import Tree

from .conftest import Write

CASES = Path(__file__).parent.parent / "cases"


def paths(root: Path, entry: str = "model.py", **options: object) -> list[str]:
    return [file.path for file in read_closure(root, entry, **options).files]  # type: ignore[arg-type]


def test_the_case_with_modules_and_data_is_found_whole() -> None:
    closure = read_closure(CASES, "closure/model.py")
    assert [file.path for file in closure.files] == [
        "closure/lib/__init__.py",
        "closure/lib/plates.py",
        "closure/model.py",
        "closure/sizes.json",
    ]
    assert closure.roots == ("closure",)
    assert closure.module == ""
    assert closure.notes == ()


def test_a_name_with_spaces_and_umlauts_is_a_name() -> None:
    assert paths(CASES, "name with spaces/müller.py") == ["name with spaces/müller.py"]


def test_a_name_made_at_run_time_needs_inputs() -> None:
    assert paths(CASES, "undeclared_input.py") == ["undeclared_input.py"]
    assert paths(CASES, "undeclared_input.py", inputs=["sizes.txt"]) == ["sizes.txt", "undeclared_input.py"]


@pytest.mark.parametrize(
    "text",
    [
        b"# caf\xe9\nx = 1\n",
        b"# coding: latin-1\nx = '\xe9'\n",
        b"\xef\xbb\xbfx = 1\r\n",
        b"",
        b"x = (\n",
        b"\0",
        b"\r",
    ],
)
def test_bytes_stay_as_they_are_whatever_python_thinks_of_them(write: Write, text: bytes) -> None:
    root = write({"model.py": ""})
    (root / "model.py").write_bytes(text)
    assert read_closure(root, "model.py").source == text


def test_an_entry_that_does_not_compile_still_takes_its_inputs(write: Write) -> None:
    root = write({"model.py": "import lib\nx = (", "lib.py": "", "a.txt": ""})
    assert paths(root, inputs=["a.txt"]) == ["a.txt", "model.py"]


def test_every_file_is_read_once(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "model.py": "import a, b\nopen('d.txt')",
        "a.py": "import b\nopen('d.txt')",
        "b.py": "import a",
        "d.txt": "",
    }
    root = write(files)
    reads: list[str] = []
    read = Tree._read

    def count(tree: Tree, path: str) -> object:
        reads.append(path)
        return read(tree, path)

    monkeypatch.setattr(Tree, "_read", count)
    read_closure(root, "model.py", inputs=["*"])
    assert sorted(reads) == sorted(files)


def test_bytes_that_were_read_before_are_taken_instead_of_the_file(write: Write) -> None:
    root = write({"model.py": "import old", "old.py": "", "new.py": ""})
    closure = read_closure(root, "model.py", entry_bytes=b"import new")
    assert closure.source == b"import new"
    assert [file.path for file in closure.files] == ["model.py", "new.py"]


def test_the_executable_bit_is_kept(write: Write) -> None:
    root = write({"model.py": "import a", "a.py": ""})
    (root / "model.py").chmod(0o755)
    assert [(file.path, file.executable) for file in read_closure(root, "model.py").files] == [
        ("a.py", False),
        ("model.py", True),
    ]


# --- links and what lies outside --------------------------------------------------------------------------


def test_a_link_inside_the_repository_becomes_the_file_s_bytes(write: Write) -> None:
    root = write({"model.py": "open('link.txt')", "real.txt": "data"})
    (root / "link.txt").symlink_to("real.txt")
    closure = read_closure(root, "model.py")
    assert {file.path: file.data for file in closure.files}["link.txt"] == b"data"


@pytest.mark.parametrize("through_a_folder", [False, True])
def test_a_link_out_of_the_repository_is_refused_and_said(write: Write, tmp_path: Path, through_a_folder: bool) -> None:
    root = write({"model.py": "open('data/secret.txt')"})
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    if through_a_folder:
        (root / "data").symlink_to(tmp_path)
    else:
        (root / "data").mkdir()
        (root / "data/secret.txt").symlink_to(tmp_path / "secret.txt")
    closure = read_closure(root, "model.py")
    assert [file.path for file in closure.files] == ["model.py"]
    assert "data/secret.txt is a link that leads out of the repository" in closure.notes[0]


def test_an_entry_that_is_a_link_out_of_the_repository_is_an_error(write: Write, tmp_path: Path) -> None:
    root = write({"other.py": ""})
    (tmp_path / "secret.py").write_text("", encoding="utf-8")
    (root / "model.py").symlink_to(tmp_path / "secret.py")
    with pytest.raises(SourceError, match="leads out of the repository"):
        read_closure(root, "model.py")


def test_a_repository_reached_through_a_link_is_no_outside(write: Write, tmp_path: Path) -> None:
    root = write({"model.py": "from pathlib import Path\nopen(Path(__file__).parent / 'a.txt')", "a.txt": ""})
    (tmp_path / "link").symlink_to(root)
    assert paths(tmp_path / "link") == ["a.txt", "model.py"]


def test_a_file_named_outside_the_repository_is_said(write: Write, tmp_path: Path) -> None:
    root = write({"model.py": "open('../shared.txt')\nopen('../not there.txt')"})
    (tmp_path / "shared.txt").write_text("", encoding="utf-8")
    closure = read_closure(root, "model.py")
    assert [file.path for file in closure.files] == ["model.py"]
    assert closure.notes == ("model.py names ../shared.txt, which lies outside the repository, so it was left out",)


def test_git_s_own_files_are_never_closure(write: Write) -> None:
    root = write({"model.py": "open('.git/config')", ".git/config": ""})
    assert paths(root) == ["model.py"]
    with pytest.raises(SourceError, match="matches no file"):
        read_closure(root, "model.py", inputs=[".git/config"])


def test_a_named_pipe_is_not_opened(write: Write) -> None:
    root = write({"model.py": "open('pipe')"})
    os.mkfifo(root / "pipe")
    assert paths(root) == ["model.py"]  # and does not wait for a writer
    with pytest.raises(SourceError, match="no regular file"):
        read_closure(root, "pipe")


# --- large files and inputs -------------------------------------------------------------------------------


def test_a_large_file_is_left_out_and_the_note_says_what_to_add(write: Write) -> None:
    root = write({"parts/model.py": "import_step('big.step')", "parts/big.step": "x" * 101})
    closure = read_closure(root, "parts/model.py", large=100)
    assert [file.path for file in closure.files] == ["parts/model.py"]
    assert 'inputs = ["parts/big.step"]' in closure.notes[0]
    listed = read_closure(root, "parts/model.py", large=100, inputs=["parts/big.step"])
    assert [file.path for file in listed.files] == ["parts/big.step", "parts/model.py"]
    assert listed.notes == ()


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("data/*.csv", ["data/a.csv"]),
        ("data", ["data/a.csv", "data/deep/b.csv", "data/deep/c.txt"]),
        ("./data/", ["data/a.csv", "data/deep/b.csv", "data/deep/c.txt"]),
        ("data/**/*.csv", ["data/a.csv", "data/deep/b.csv"]),
        ("**/b.csv", ["data/deep/b.csv"]),
        ("data/[ab].csv", ["data/a.csv"]),
        ("d*/d*/?.txt", ["data/deep/c.txt"]),
    ],
)
def test_inputs_are_patterns_from_the_repository_s_root(write: Write, pattern: str, found: list[str]) -> None:
    files = {"parts/model.py": "", "data/a.csv": "", "data/deep/b.csv": "", "data/deep/c.txt": ""}
    root = write({**files, "data/__pycache__/a.pyc": ""})
    assert paths(root, "parts/model.py", inputs=[pattern]) == [*found, "parts/model.py"]


def test_a_name_that_looks_like_a_pattern_is_a_name_where_it_exists(write: Write) -> None:
    root = write({"model.py": "", "a[1]/*.txt": "", "a1/b.txt": ""})
    assert paths(root, inputs=["a[1]/*.txt"]) == ["a[1]/*.txt", "model.py"]


def test_the_line_for_a_large_file_is_toml_whatever_its_name(write: Write) -> None:
    root = write({"model.py": "import_step('big \"1\".step')", 'big "1".step': "x" * 101})
    (note,) = read_closure(root, "model.py", large=100).notes
    assert tomllib.loads(note[note.index("inputs") :]) == {"inputs": ['big "1".step']}


def test_python_files_in_inputs_are_read_for_their_imports_and_can_be_imported(write: Write) -> None:
    root = write({"parts/model.py": "", "plugins/a.py": "import helper", "helper.py": ""})
    closure = read_closure(root, "parts/model.py", inputs=["plugins/*.py"])
    assert [file.path for file in closure.files] == ["helper.py", "parts/model.py", "plugins/a.py"]
    assert closure.roots == ("parts", "")


def test_inputs_that_match_nothing_are_an_error_that_finds_them_beside_the_entry(write: Write) -> None:
    root = write({"parts/model.py": "", "parts/sizes.txt": ""})
    with pytest.raises(SourceError, match=r'"sizes.txt" matches no file') as caught:
        read_closure(root, "parts/model.py", inputs=["sizes.txt"])
    assert 'write "parts/sizes.txt"' in caught.value.hint


@pytest.mark.parametrize("pattern", ["/etc/passwd", "../x", "a/../../x", ""])
def test_inputs_from_outside_are_an_error(write: Write, pattern: str) -> None:
    with pytest.raises(SourceError, match="matches no file"):
        read_closure(write({"model.py": ""}), "model.py", inputs=[pattern])


# --- the entry --------------------------------------------------------------------------------------------


def test_a_missing_entry_is_an_error_with_a_near_name(write: Write) -> None:
    root = write({"parts/bracket.py": ""})
    with pytest.raises(SourceError, match=r"no file parts/braket.py") as caught:
        read_closure(root, "parts/braket.py")
    assert caught.value.hint == "did you mean parts/bracket.py?"


def test_a_folder_as_entry_is_an_error_with_the_model_in_it(write: Write) -> None:
    with pytest.raises(SourceError, match="is a folder") as caught:
        read_closure(write({"bracket/model.py": ""}), "bracket")
    assert "bracket/model.py" in caught.value.hint


@pytest.mark.parametrize("entry", ["/etc/passwd", "../model.py", "a/../../model.py"])
def test_an_entry_outside_the_repository_is_an_error(write: Write, entry: str) -> None:
    with pytest.raises(SourceError, match="outside the repository"):
        read_closure(write({"model.py": ""}), entry)


def test_an_entry_path_is_normalised(write: Write) -> None:
    root = write({"parts/model.py": ""})
    assert read_closure(root, "./parts/../parts/model.py").entry == "parts/model.py"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_entry_is_an_error(write: Write) -> None:
    root = write({"model.py": ""})
    (root / "model.py").chmod(0)
    with pytest.raises(SourceError, match="Permission denied"):
        read_closure(root, "model.py")


def test_an_error_of_the_disk_is_told_as_it_is(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write({"model.py": ""})

    def fail(path: str, mode: str) -> object:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("builtins.open", fail)
    with pytest.raises(SourceError, match=r"model\.py cannot be read: Input/output error"):
        read_closure(root, "model.py")


@pytest.mark.parametrize(
    ("entry", "stem"),
    [
        ("closure/model.py", "closure"),
        ("name with spaces/müller.py", "müller"),
        ("model.py", "model"),
        ("a/b/main.py", "b"),
        ("a/part.py", "a"),
        ("kit/__main__.py", "kit"),
        ("a/models.py", "models"),
        ("bracket.v2.py", "bracket.v2"),
        ("script", "script"),
    ],
)
def test_a_part_is_called_after_its_file_or_its_folder(entry: str, stem: str) -> None:
    assert part_stem(entry) == stem


def test_a_pattern_in_the_source_that_matches_very_many_files_asks_to_be_listed(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closure_module, "MANY", 2)
    root = write({"model.py": "from pathlib import Path\nPath('d').glob('*')", **{f"d/{i}": "" for i in range(3)}})
    closure = read_closure(root, "model.py")
    assert len(closure.files) == 1
    assert "matches 3 files" in closure.notes[0]


@given(st.text(), st.sampled_from(["", "../", "data/", "*"]))
def test_no_name_in_a_source_makes_reading_fail(text: str, prefix: str) -> None:
    name = repr(prefix + text)
    source = (
        f"import glob, sys\nfrom pathlib import Path\nHERE = Path(__file__).parent\nopen({name})\n"
        f"sys.path.append({name})\nglob.glob({name})\nHERE.rglob({name})\nopen(HERE / {name} / 'x')\n"
        f"Path({name}).with_suffix('.x').parents[3].iterdir()\n__import__({name})\n"
    )
    closure = read_closure(CASES / "closure", "model.py", entry_bytes=source.encode("utf-8", "surrogatepass"))
    assert closure.entry == "model.py"


@given(st.binary())
def test_no_bytes_of_an_entry_make_reading_fail(data: bytes) -> None:
    assert read_closure(CASES / "closure", "model.py", entry_bytes=data).source == data
