"""What every command has: ``--json``, a face that is closed in the end, and its line in `commands.COMMANDS`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from ..errors import CadgitError
from .commands import COMMANDS
from .face import Face

#: An answer is an exit code.
Answer = Callable[..., int]


def verb(name: str) -> Callable[[Answer], click.Command]:
    """Make a function of a `Face` and the parsed arguments a command; its docstring is the command's help."""

    def decorate(function: Answer) -> click.Command:
        @functools.wraps(function)
        def call(**arguments: Any) -> int:
            face = Face(name, arguments.pop("as_json"))
            try:
                return function(face, **arguments)
            except CadgitError as error:
                for notice in face.notices:
                    error.add_note(notice)
                raise
            finally:
                face.close()

        command = click.command(name.rpartition(" ")[2], short_help=COMMANDS.get(name))(call)
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see `cadgit help json`).")(command)
        return command

    return decorate
