"""The argument REF and its completion: parts, ``part@vN``, ``part@line`` and, where it makes sense, files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Ref(click.ParamType[str]):
    """A file, a part, ``part@v2``, ``part@line``, ``part@line~3``, or a git revision; `workflow` looks it up."""

    name = "ref"

    def __init__(self, files: bool = True) -> None:
        self._files = files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only for a shell that asks

        items = [CompletionItem(ref) for ref in known() if ref.startswith(incomplete)]
        # The file item first: bash takes it as "files, if nothing else fits".
        return [CompletionItem(incomplete, type="file"), *items] if self._files else items


class Part(Ref):
    """The name of a part."""

    name = "part"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only for a shell that asks

        return [CompletionItem(ref) for ref in known() if "@" not in ref and ref.startswith(incomplete)]


def known() -> tuple[str, ...]:
    """What can be named in this repository; nothing at all when that cannot be found out."""
    try:
        from ..workflow.outcomes import Silent
        from ..workflow.workspace import Workspace

        with Workspace.open(Path.cwd(), Silent()) as workspace:
            return workspace.completions()
    except Exception:
        # A completion that complains would write into the middle of the user's command line.
        return ()
