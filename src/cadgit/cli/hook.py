"""`cadgit hook`: what the scripts in `hooks/` call, where a commit, a push or a checkout has to do with a model."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import EXIT_NO, CadgitError
from .face import Face
from .verb import verb

if TYPE_CHECKING:
    from ..workflow.outcomes import HookOutcome

NAMES = ("pre-commit", "post-commit", "pre-push", "post-merge", "post-checkout")


@verb("hook")
@click.argument("name", metavar="NAME", type=click.Choice(NAMES))
@click.argument("arguments", metavar="[ARGUMENT]...", nargs=-1)
def command(face: Face, name: str, arguments: tuple[str, ...]) -> int:
    """What git's hook NAME does about models, with the arguments that git gives to it.

    `cadgit init --hooks` installs the hooks that call this, and `cadgit help hooks` tells about them. Whatever goes
    wrong in cadgit itself is said, and stops nothing.

    Exit code 1: pre-commit refuses the commit.
    """
    try:
        from .views.hooks import hook as view

        outcome = _outcome(face, name, arguments)
        blocks = list(view(outcome))
    except CadgitError as error:
        return _fault(name, error.message)
    except Exception as error:  # a bug of ours, or an installation that is broken: no reason to stop a commit
        from .crash import write_log

        return _fault(name, f"this is a bug in cadgit, please report it with {write_log(sys.argv[1:], error)}")
    if not blocks and not face.as_json:
        return 0
    return face.answer(outcome, blocks, EXIT_NO if outcome.refused else 0)


def _outcome(face: Face, name: str, arguments: tuple[str, ...]) -> HookOutcome:
    from ..workflow.hooks import commits, moves, pushes
    from ..workflow.outcomes import HookOutcome

    first, second, third = (*arguments, "", "", "")[:3]
    with face.workspace() as workspace:
        named = os.environ.get("GIT_DIR")
        if named and os.path.realpath(named) != os.path.realpath(workspace.repository.git_dir):
            # `git --git-dir` and bare repositories with a working tree of their own: not the one that lies here.
            return HookOutcome(name)
        if name == "pre-commit":
            # `git commit FILE` commits another index than the one that stays.
            index = os.environ.get("GIT_INDEX_FILE")
            return commits.pre_commit(workspace, Path(index).absolute() if index else None)
        if name == "post-commit":
            return commits.post_commit(workspace)
        if name == "pre-push":
            return pushes.pre_push(workspace, first, sys.stdin)
        if name == "post-merge":
            return moves.post_merge(workspace, squash=first == "1")
        return moves.post_checkout(workspace, first, second, branch=third == "1")


def _fault(name: str, message: str) -> int:
    print(f"cadgit: the {name} hook could not do its work: {message}", file=sys.stderr)
    return 0
