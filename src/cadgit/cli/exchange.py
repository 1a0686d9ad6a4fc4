"""The argument and options that `cadgit fetch`, `pull` and `push` share, and their completion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .refs import Part, known

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Function = TypeVar("Function", bound=Callable[..., Any])


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


def exchange(dry_run: str) -> Callable[[Function], Function]:
    """Give a command the remote and the choice of what to exchange; `dry_run` is the help of that option."""

    def decorate(function: Function) -> Function:
        for option in reversed(
            (
                click.argument("remote", metavar="[REMOTE]", required=False, type=Remote()),
                click.option("--part", "parts", metavar="PART", multiple=True, type=Part(), help="Only this part."),
                click.option("--line", "lines", metavar="LINE", multiple=True, type=Line(), help="Only this line."),
                click.option("--no-candidates", is_flag=True, help="Versions, their files and notes, no candidates."),
                click.option("--dry-run", is_flag=True, help=dry_run),
            )
        ):
            function = option(function)
        return function

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
