"""Which candidates a line has, by tree and by number: an index in the cache, because a line may have thousands.

One text file per line, ``<tree> <commit> <number>`` for each candidate from the first to the newest. It is believed
when its last row is on the chain that ends at the line's tip, which most often it is itself; else it is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from .candidate_commits import NUMBER
from .repository import Repository

_DIGITS = 10
_ROW = 40 + 1 + 40 + 1 + _DIGITS + 1  # two SHA-1 names, a number, two spaces and a newline
_MAGIC = b"cadgit candidates by tree and number, 2\n"


class LineIndex:
    """The index of one line of a part. Rows may be wrong where somebody edited the file: look at what they name."""

    def __init__(self, repository: Repository, part: str, line: str) -> None:
        self._repository = repository
        # Hashed, because case-insensitive disks and NFD ones would mix up names.
        name = hashlib.sha256(f"{part}/{line}".encode()).hexdigest()[:32]
        self._path: Path = repository.cache_dir / "candidates" / name

    def with_tree(self, tree: str, tip: str) -> str | None:
        """The oldest commit with this tree on the chain that ends at `tip`, or None."""
        rows = self._rows(tip)
        at = rows.find(f"\n{tree} ".encode())
        return _commit(rows, at + 1) if at >= 0 else None

    def with_number(self, number: int, tip: str) -> str | None:
        """The commit with this number on the chain that ends at `tip`, or None."""
        rows = self._rows(tip)
        at = rows.rfind(f" {number:0{_DIGITS}}\n".encode())
        return _commit(rows, at - 81) if at >= 0 else None

    def back(self, steps: int, tip: str) -> str | None:
        """The commit that many steps before `tip` (0 is `tip` itself), or None where the chain is shorter."""
        rows = self._rows(tip)
        at = len(rows) - (steps + 1) * _ROW
        return _commit(rows, at) if at >= len(_MAGIC) else None

    def count(self, tip: str) -> int:
        """How many commits the chain has that ends at `tip`."""
        return (len(self._rows(tip)) - len(_MAGIC)) // _ROW

    def forget(self) -> None:
        """Drop the index, because a row of it was found to be wrong."""
        with contextlib.suppress(OSError):
            self._path.unlink()

    def _rows(self, tip: str) -> bytes:
        rows = self._load()
        newest = _commit(rows, len(rows) - _ROW) if len(rows) > len(_MAGIC) else ""
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
            number = found.message_trailers.get(NUMBER, "")
            number = number if number.isascii() and number.isdigit() and len(number) <= _DIGITS else "0"
            rows.append(f"{found.tree_id} {commit} {number:0>{_DIGITS}}\n".encode())
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


def _commit(rows: bytes, row: int) -> str:
    return rows[row + 41 : row + 81].decode("ascii", "replace")
