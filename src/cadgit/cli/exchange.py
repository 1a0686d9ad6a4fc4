"""The argument and options that `cadgit fetch`, `pull` and `push` share, and their completion."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .face import Face
from .refs import Part, known
from .verb import Answer

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ..workflow.sharing import Choice

#: What a command does with its choice; an answer is an exit code.
Exchanging = Callable[[Face, "Choice"], int]


class Remote(click.ParamType[str]):
    """The name of a remote."""

    name = "remote"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only for a shell that asks

        return [CompletionItem(name) for name in _remotes() if name.startswith(incomplete)]


class Line(click.ParamType[str]):
    """The name of a line."""

    name = "line"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only for a shell that asks

        parts = ctx.params.get("parts") or ()
        pairs = (ref.partition("@") for ref in known() if "@" in ref)
        lines = {line for part, _, line in pairs if not parts or part in parts}
        versions = {line for line in lines if line[:1] == "v" and line[1:].isdecimal()}
        return [CompletionItem(line) for line in sorted(lines - versions) if line.startswith(incomplete)]


def exchange(dry_run: str) -> Callable[[Exchanging], Answer]:
    """Give a command the remote and the choice of what to exchange; `dry_run` is the help of that option."""

    def decorate(function: Exchanging) -> Answer:
        @click.argument("remote", metavar="[REMOTE]", required=False, type=Remote())
        @click.option("--part", "parts", metavar="PART", multiple=True, type=Part(), help="Only this part.")
        @click.option("--line", "lines", metavar="LINE", multiple=True, type=Line(), help="Only this line.")
        @click.option("--no-candidates", is_flag=True, help="Versions, their files and notes, no candidates.")
        @click.option("--dry-run", is_flag=True, help=dry_run)
        @functools.wraps(function)
        def call(face: Face, no_candidates: bool, **chosen: Any) -> int:
            from ..workflow.sharing import Choice

            return function(face, Choice(**chosen, candidates=not no_candidates))

        return call

    return decorate


def _remotes() -> tuple[str, ...]:
    try:
        from ..workflow.outcomes import Silent
        from ..workflow.sharing import remotes
        from ..workflow.workspace import Workspace

        with Workspace.open(Path.cwd(), Silent()) as workspace:
            return remotes(workspace)
    except Exception:  # as in `refs.known`
        return ()
