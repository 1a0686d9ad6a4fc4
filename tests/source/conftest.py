"""A working tree that is written in one call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[[dict[str, str]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """``write({"model.py": "…"})`` makes a repository's working tree of these files and returns its root."""
    root = tmp_path / "repo"

    def write_files(files: dict[str, str]) -> Path:
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(text.encode())
        return root

    return write_files
