"""Small marks that belong to one working tree, not to the repository: what ran last here, what was restored last."""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path
from typing import TypeVar

from ..codec import CodecError, from_plain, to_plain
from ..files import write_atomically
from ..frozen import frozen

T = TypeVar("T")


@frozen
class Ran:
    """The candidate of a part that ran last in this working tree, and when (seconds since the epoch)."""

    candidate: str
    when: float


@frozen
class Restored:
    """A restore that `undo` can take back.

    `kept` is the candidate whose tree has the overwritten bytes, empty if every one of them is elsewhere in git;
    `before` maps each written path to the blob that was there, an empty string if there was no file.
    """

    part: str
    candidate: str
    kept: str
    when: float
    before: tuple[tuple[str, str], ...]
    after: tuple[tuple[str, str], ...]


@frozen
class Promoted:
    """The version that was promoted last from this working tree, and when: notes state whole seconds only."""

    version: str
    when: float


class Marks:
    """Marks under `cadgit/` of a working tree's own git directory. All may be lost without harm."""

    def __init__(self, git_dir: Path) -> None:
        self._directory = git_dir / "cadgit" / "marks"

    def ran(self, part: str) -> Ran | None:
        """What ran last of `part`."""
        return self._read(f"ran-{part}", Ran)

    def set_ran(self, part: str, candidate: str) -> None:
        """Note that `candidate` ran."""
        self._write(f"ran-{part}", Ran(candidate, time.time()))

    def promoted(self) -> Promoted | None:
        """What was promoted last here."""
        return self._read("promoted", Promoted)

    def set_promoted(self, version: str) -> None:
        """Note that the version commit `version` was made."""
        self._write("promoted", Promoted(version, time.time()))

    def restored(self) -> Restored | None:
        """The last restore that was not taken back."""
        return self._read("restored", Restored)

    def set_restored(self, restored: Restored | None) -> bool:
        """Note a restore, or that there is none to take back; says whether that was kept."""
        if restored is not None:
            return self._write("restored", restored)
        with contextlib.suppress(OSError):
            (self._directory / "restored").unlink()
        return self.restored() is None

    def _read(self, name: str, cls: type[T]) -> T | None:
        try:
            return from_plain(cls, json.loads((self._directory / name).read_text(encoding="utf-8")))
        except (OSError, ValueError, CodecError):
            return None

    def _write(self, name: str, mark: object) -> bool:
        # A mark only says what "the last one" is; a place that cannot be written must not fail a finished run.
        with contextlib.suppress(OSError):
            self._directory.mkdir(parents=True, exist_ok=True)
            write_atomically(self._directory / name, json.dumps(to_plain(mark)).encode())
            return True
        return False
