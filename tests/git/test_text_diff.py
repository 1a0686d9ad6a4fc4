"""Differences of texts: those that `git diff` shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.git.text_diff import hunks
from tests.conftest import Git

LONG = "".join(f"row {number}\n" for number in range(60))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "a\nX\nc\n"),
        ("", "a\n"),
        ("a\n", ""),
        ("a\nb", "a\nb\n"),
        ("a\nb", "a\nc"),
        ("a\r\nb\r\n", "a\r\nc\r\n"),
        ("a\fb\n", "a\fc\n"),
        ("ü\u2028b\n", "ü\u2028c\n"),
        ("@@ -1 +1 @@\n", "@@ -2 +2 @@\n"),
        (LONG, LONG.replace("row 7\n", "X\n").replace("row 50\n", "")),
    ],
)
def test_hunks_are_those_of_git(old: str, new: str, tmp_path: Path, git: Git) -> None:
    git("init", "--quiet", cwd=tmp_path)
    blobs = []
    for name, text in (("old", old), ("new", new)):
        (tmp_path / name).write_bytes(text.encode())
        blobs.append(git("hash-object", "-w", "--no-filters", name, cwd=tmp_path).strip())
    command = ("-c", "core.attributesFile=/dev/null", "diff", "--no-color", "--no-ext-diff", "--text", *blobs)
    told = git(*command, cwd=tmp_path)
    found = hunks(old.encode(), new.encode()).replace("\r", "")  # as what git prints is read
    assert found == told[told.index("\n@@ ") + 1 :].strip("\n")


def test_equal_texts_have_none() -> None:
    assert hunks(b"a\n", b"a\n") == ""
