"""init: an optional, commented `cadgit.toml`, notes that plain `git log` shows, and git's hooks where asked for."""

from __future__ import annotations

from .. import config_file
from . import working
from .hooks import install
from .outcomes import InitOutcome
from .workspace import Workspace

NOTES_PATTERN = "refs/notes/cadgit/*"


def init(ws: Workspace, *, hooks: bool | None = None) -> InitOutcome:
    """Write `cadgit.toml`, or add to it what is missing, and set `notes.displayRef` in this repository.

    Args:
        ws: the workspace.
        hooks: install git's hooks (True), take them away (False), or leave them as they are (None).

    Raises:
        ConfigError: the file that is there cannot be read.
        UsageError: hooks are asked for where they would be those of all repositories.
        StorageError: it cannot be written.
    """
    path = ws.root / "cadgit.toml"
    known = [working.named_part(ws, name) for name in ws.parts()]
    parts = tuple((part.name, part.entry) for part in known if part is not None)
    done = () if hooks is None else install.install(ws) if hooks else install.remove(ws)
    result = config_file.init_config(path, parts)
    ws.repository.add_config_value("notes.displayRef", NOTES_PATTERN)
    return InitOutcome(path.name, result.state, tuple(name for name, _ in parts), display_ref=True, hooks=done)
