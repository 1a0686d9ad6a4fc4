"""Which candidate of a line has a tree: an index in the cache, because a line may have thousands of candidates.

One text file per line, ``<tree> <commit>`` for each candidate from the first to the newest. It is believed when its
last row is on the chain that ends at the line's tip, which most often it is itself; else it is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from .repository import Repository

_ROW = 40 + 1 + 40 + 1  # two SHA-1 names, a space and a newline
_MAGIC = b"cadgit candidates by tree, 1\n"


class KnownTrees:
    """The index of one line of a part."""

    def __init__(self, repository: Repository, part: str, line: str) -> None:
        self._repository = repository
        # Hashed, because case-insensitive disks and NFD ones would mix up names.
        name = hashlib.sha256(f"{part}/{line}".encode()).hexdigest()[:32]
        self._path: Path = repository.cache_dir / "candidates" / name

    def find(self, tree: str, tip: str) -> str | None:
        """The oldest commit with this tree on the chain that ends at `tip`, or None."""
        rows = self._rows(tip)
        at = rows.find(f"\n{tree} ".encode())
        return rows[at + 42 : at + 82].decode() if at >= 0 else None

    def forget(self) -> None:
        """Drop the index, because a row of it was found to be wrong."""
        with contextlib.suppress(OSError):
            self._path.unlink()

    def _rows(self, tip: str) -> bytes:
        rows = self._load()
        newest = rows[-41:-1].decode("ascii", "replace") if len(rows) > len(_MAGIC) else ""
        if newest == tip:
            return rows
        missing, reached = self._walk(tip, newest)
        rows = (rows if reached else _MAGIC) + b"".join(reversed(missing))
        # The whole file at once: with appends, a slow reader and two writers could leave a row out unnoticed.
        self._save(rows)
        return rows

    def _walk(self, tip: str, until: str) -> tuple[list[bytes], bool]:
        rows: list[bytes] = []
        commit = tip
        while commit != until:
            found = self._repository.commit(commit)
            if found is None:
                return rows, False
            rows.append(f"{found.tree_id} {commit}\n".encode())
            if not found.parent_ids:
                return rows, False
            commit = str(found.parent_ids[0])
        return rows, True

    def _load(self) -> bytes:
        try:
            rows = self._path.read_bytes()
        except OSError:
            return _MAGIC
        whole = rows.startswith(_MAGIC) and (len(rows) - len(_MAGIC)) % _ROW == 0 and rows.endswith(b"\n")
        return rows if whole else _MAGIC

    def _save(self, rows: bytes) -> None:
        draft = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(rows)
            os.replace(draft, self._path)
