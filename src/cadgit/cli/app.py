"""The `cadgit` command: a group that imports a verb's module only when that verb is asked for.

`main` is the boundary: whatever happens below ends here as an exit code and, if something went wrong, a few lines.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import __version__
from ..errors import UsageError
from . import boundary
from .commands import COMMANDS, HIDDEN, SECTIONS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Lazy(click.Group):
    """A group whose commands live in `cadgit.cli.<verb>`, each as ``command``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS and cmd_name not in HIDDEN:
            return None
        command: click.Command = import_module(f"{__package__}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and name not in HIDDEN and not name.startswith("-"):
            from difflib import get_close_matches  # only for a typo

            near = get_close_matches(name, COMMANDS, 1)
            raise UsageError(
                f"cadgit has no command {name!r}",
                f"did you mean `cadgit {near[0]}`?" if near else "`cadgit --help` lists the commands",
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section, names in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name, COMMANDS[name]) for name in names])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only for a shell that asks

        # The inherited method loads every command to ask for its help.
        names = [CompletionItem(n, help=text) for n, text in COMMANDS.items() if n.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)


def _change_directory(ctx: click.Context, param: click.Parameter, value: Sequence[str]) -> None:
    for directory in value:  # like git: each is relative to the one before
        if ctx.resilient_parsing and not Path(directory).is_dir():
            return  # completing a line that is not finished
        try:
            os.chdir(directory)
        except OSError as error:
            raise UsageError(f"-C {directory}: {error.strerror}") from None


@click.group(
    cls=Lazy,
    epilog="`cadgit help` lists topics that teach; `cadgit COMMAND --help` tells about one command.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "-C",
    "directory",
    multiple=True,
    metavar="DIR",
    type=click.Path(),
    is_eager=True,
    expose_value=False,
    callback=_change_directory,
    help="Do as if cadgit had been started in DIR.",
)
@click.version_option(__version__, message="cadgit %(version)s")
def cadgit() -> None:
    """Checkpoints for build123d models, kept in git: run, verify, promote, with nothing lost.

    \b
    cadgit run model.py    commit the candidate, execute it, show what it made
    cadgit verify          judge it in a process that the model cannot touch
    cadgit promote         tag, provenance note, STEP file
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; prints whatever there is to say, never a traceback."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)

    def work() -> Any:
        return cadgit.main(arguments, prog_name="cadgit", standalone_mode=False)

    return boundary.guard(work, arguments)
