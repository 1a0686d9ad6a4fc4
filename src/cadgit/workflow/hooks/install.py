"""Installing the scripts of `hooks/` into a repository, and taking them away again."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from ...errors import EnvironmentFailed
from ...git import hook_files
from ...git.hook_files import HookState
from ..outcomes import HookFile
from ..workspace import Workspace

HOOKS = ("pre-commit", "post-commit", "pre-push", "post-merge", "post-checkout")

#: Key of git's configuration that says which cadgit the scripts start: PATH may be another one where git is started.
PROGRAM = "cadgit.program"

_PACKAGE = Path(__file__).parents[2]
#: In the wheel the scripts lie inside the package, in a checkout at its top.
_PLACES = (_PACKAGE / "hooks", _PACKAGE.parents[1] / "hooks")


def install(ws: Workspace) -> tuple[HookFile, ...]:
    """Put cadgit's hooks where git looks for them; those of somebody else stay as they are.

    Raises:
        RepositoryError, UsageError: see `git.hook_files.hooks_folder`.
        StorageError: disk full or read-only.
    """
    texts = {name: _script(name).read_text("utf-8") for name in HOOKS}
    found = _each(ws, lambda path: hook_files.install(path, texts[path.name]))
    ws.repository.set_config(PROGRAM, str(program()))
    return found


def remove(ws: Workspace) -> tuple[HookFile, ...]:
    """Take cadgit's hooks away; those that somebody else wrote or edited stay.

    Raises:
        RepositoryError, UsageError, StorageError: as `install`.
    """
    found = _each(ws, hook_files.remove)
    ws.repository.set_config(PROGRAM, None)
    return tuple(hook for hook in found if hook.state != "absent")


def program() -> Path:
    """The `cadgit` beside the interpreter that runs now."""
    return Path(sys.executable).with_name("cadgit")


def _each(ws: Workspace, work: Callable[[Path], HookState]) -> tuple[HookFile, ...]:
    folder = hook_files.hooks_folder(ws.repository)
    found = []
    for name in HOOKS:
        state = work(folder / name)
        found.append(HookFile(name, str(folder / name), state, _line(name) if state == "foreign" else ""))
    return tuple(found)


def _line(name: str) -> str:
    """What calls cadgit in a hook that somebody else wrote, and never fails because cadgit is gone."""
    cadgit = shlex.quote(str(program()))
    stops = " || exit 1" if name == "pre-commit" else ""
    return f'[ ! -x {cadgit} ] || {cadgit} hook {name} "$@"{stops}'


def _script(name: str) -> Path:
    for folder in _PLACES:
        if (folder / name).is_file():
            return folder / name
    raise EnvironmentFailed(f"cadgit's own hook {name} is missing from its installation", "install cadgit again")
