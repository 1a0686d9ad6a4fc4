"""What a model wrote is listed; what it was given is not."""

from __future__ import annotations

from pathlib import Path

from cadgit.kernel.model import written
from cadgit.records import SourceFile, WrittenFile


def test_new_and_changed_files_are_listed_with_their_size(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "lamp" / "__pycache__").mkdir(parents=True)
    closure = (SourceFile("lamp/model.py", b"model"), SourceFile("lamp/sizes.txt", b"3 4 5"))
    (tree / "lamp" / "model.py").write_bytes(b"model")
    (tree / "lamp" / "sizes.txt").write_bytes(b"6 7 8")
    (tree / "lamp" / "mine.step").write_bytes(b"STEP")
    (tree / "lamp" / "__pycache__" / "lib.pyc").write_bytes(b"code")
    (tmp_path / "home.txt").write_bytes(b"in HOME")
    (tmp_path / ".cache").mkdir()
    (tmp_path / ".cache" / "fonts").write_bytes(b"cache")
    (tmp_path / "link").symlink_to("/etc/passwd")
    assert written.files(tree, tmp_path, closure) == (
        WrittenFile("lamp/mine.step", 4),
        WrittenFile("lamp/sizes.txt", 5),
        WrittenFile("~/home.txt", 7),
    )


def test_a_flood_of_files_is_cut(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    for number in range(written.LISTED + 5):
        (tmp_path / "tree" / f"{number:04}.txt").touch()
    assert len(written.files(tmp_path / "tree", tmp_path, ())) == written.LISTED
