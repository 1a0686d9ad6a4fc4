"""init: an optional, commented `cadgit.toml`, and notes that plain `git log` shows."""

from __future__ import annotations

from .. import config_file
from . import working
from .outcomes import InitOutcome
from .workspace import Workspace

NOTES_PATTERN = "refs/notes/cadgit/*"


def init(ws: Workspace) -> InitOutcome:
    """Write `cadgit.toml`, or add to it what is missing, and set `notes.displayRef` in this repository.

    Raises:
        ConfigError: the file that is there cannot be read.
        StorageError: it cannot be written.
    """
    path = ws.root / "cadgit.toml"
    known = [working.named_part(ws, name) for name in ws.parts()]
    parts = tuple((part.name, part.entry) for part in known if part is not None)
    result = config_file.init_config(path, parts)
    ws.repository.add_config_value("notes.displayRef", NOTES_PATTERN)
    return InitOutcome(path.name, result.state, tuple(name for name, _ in parts), display_ref=True)
