"""The arguments that name a part, a candidate or a model, and their completion: parts, REFs and files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Ref(click.ParamType[str]):
    """A file, a part, ``part@v2``, ``part@line``, ``part@line~3``, or a git revision; `workflow` looks it up."""

    name = "ref"

    #: Endings of files that are offered.
    endings: tuple[str, ...] = (".py",)

    def __init__(self, files: bool = True) -> None:
        self._files = files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only for a shell that asks

        names = [ref for ref in self._named() if ref.startswith(incomplete)]
        items = [CompletionItem(name) for name in names]
        if not self._files:
            return items
        # The file item first: bash takes it as "files, if nothing else fits", the other shells as "files too".
        items.insert(0, CompletionItem(incomplete, type="file"))
        if os.environ.get("_CADGIT_COMPLETE") == "bash_complete":
            items += [CompletionItem(path) for path in files(incomplete, self.endings) if path not in names]
        return items

    def _named(self) -> tuple[str, ...]:
        return known()


class Geometry(Ref):
    """A REF, or a STEP or BREP file to compare with."""

    endings = (".py", ".step", ".stp", ".brep", ".brp")


class Model(Ref):
    """A model that `cadgit run` takes: a file, its folder, or the name of a part."""

    name = "model"

    def _named(self) -> tuple[str, ...]:
        return tuple(ref for ref in known() if "@" not in ref)


class Part(Model):
    """The name of a part."""

    name = "part"

    def __init__(self) -> None:
        super().__init__(files=False)


def files(incomplete: str, endings: tuple[str, ...]) -> list[str]:
    """Files with these endings and folders (with a slash) whose path begins so; hidden ones only when asked for."""
    folder, slash, start = incomplete.rpartition("/")
    try:
        with os.scandir(folder + slash or ".") as entries:
            found = [f"{folder}{slash}{entry.name}{'/' if entry.is_dir() else ''}" for entry in entries]
    except OSError:
        return []
    wanted = (path for path in found if path.endswith(("/", *endings)) and path.startswith(incomplete))
    return sorted(path for path in wanted if start or not path[len(incomplete) :].startswith("."))


class Assignment(click.ParamType[str]):
    """``NAME=VALUE`` of ``-P``: completes the names that can be replaced in the model that the command line names."""

    name = "assignment"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only for a shell that asks

        # An option without its value ends click's parsing before the arguments get their names.
        target = ctx.params.get("target") or next(iter(ctx.args), None)
        names = (f"{name}=" for name in replaceable(target))
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class Views(click.ParamType[tuple[str, ...]]):
    """Names of views, separated by commas; `workflow` looks them up."""

    name = "views"

    def convert(self, value: str | tuple[str, ...], param: object, ctx: object) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(name.strip() for name in value.split(",") if name.strip())

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only for a shell that asks

        from ..viewpoints import VIEWS

        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{name}") for name in VIEWS if name.startswith(last)]


def replaceable(target: str | None) -> tuple[str, ...]:
    """The names that ``-P`` can replace in this model; nothing at all when that cannot be found out."""
    try:
        from ..workflow.outcomes import Silent
        from ..workflow.settable import settable
        from ..workflow.workspace import Workspace

        with Workspace.open(Path.cwd(), Silent()) as workspace:
            return settable(workspace, target)
    except Exception:  # as in `known`
        return ()


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
