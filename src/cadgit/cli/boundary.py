"""Where exceptions become exit codes: 0 done, 1 a check said no, 2 usage, 3 the model failed, 4 the environment.

An expected failure prints its message and hint. Anything else is a bug in cadgit: one line, and the path of a log
that can be pasted into a report. Interrupted is 130, as shells have it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from ..errors import EXIT_ENVIRONMENT, EXIT_USAGE, CadgitError
from .output.stream import emit, is_lost
from .output.text import lines

EXIT_INTERRUPTED = 130


def guard(work: Callable[[], Any], arguments: Sequence[str]) -> int:
    """Do `work`; its result, or what it raised, as an exit code."""
    _forgive_encoding()
    try:
        code = work()
        emit("")  # a full disk may show only now
        return code if isinstance(code, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)
        return EXIT_USAGE
    except click.UsageError as error:
        # What click's own parser finds (an option without its value) comes without a context.
        path = error.ctx.command_path if error.ctx else f"cadgit {_command(arguments)}".rstrip()
        return _say(arguments, "usage_error", error.format_message(), f"`{path} --help` tells more", EXIT_USAGE)
    except click.ClickException as error:
        return _say(arguments, "usage_error", error.format_message(), "", EXIT_USAGE)
    except CadgitError as error:
        # What was noticed on the way travels with the exception (see `verb`).
        notices = getattr(error, "__notes__", [])
        return _say(arguments, error.kind, error.message, error.hint, error.exit_code, notices)
    except (KeyboardInterrupt, click.Abort):
        return _say(arguments, "interrupted", "interrupted", "", EXIT_INTERRUPTED)
    except OSError as error:
        if error.filename is None or error.errno is None:
            return _unexpected(arguments, error)
        # Nobody can foresee all that may be odd about a disk, or in the place of one of cadgit's own files.
        message = f"{os.fsdecode(error.filename)}: {os.strerror(error.errno).lower()}"
        return _say(arguments, "environment_failed", message, "cadgit cannot go on like that", EXIT_ENVIRONMENT)
    except Exception as error:
        return _unexpected(arguments, error)


def _forgive_encoding() -> None:
    # An ASCII stream (LC_ALL=C in a container) must not turn "×" into a crash; a closed one is None.
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - lives as long as the process
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether ``--json`` is among the arguments; asked when parsing them may just have failed."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def _command(arguments: Sequence[str]) -> str:
    from .commands import COMMANDS

    return next((word for word in arguments if word in COMMANDS), "")


def _say(
    arguments: Sequence[str], kind: str, message: str, hint: str, exit_code: int, notices: Sequence[str] = ()
) -> int:
    if wants_json(arguments) and not is_lost():
        from .output.as_json import error  # it knows all records, which help and plain text do not need

        emit(error(_command(arguments), kind, message, hint, exit_code, notices))
        return exit_code
    first, *rest = lines(message) or [""]
    print(f"cadgit: {first}", *(f"        {line}" for line in rest), sep="\n", file=sys.stderr)
    for i, line in enumerate(lines(hint)):
        print("  hint: " if i == 0 else "        ", line, sep="", file=sys.stderr)
    return exit_code


def _unexpected(arguments: Sequence[str], error: Exception) -> int:
    from .crash import write_log  # only here: it imports what a good day never needs

    try:
        where = f"its log is {write_log(arguments, error)}; please report it with that file"
    except OSError as trouble:
        where = f"its log could not be written ({trouble})"
    message = f"this is a bug in cadgit: {type(error).__name__}: {' '.join(str(error).split())}"
    return _say(arguments, "internal_error", message, where, EXIT_ENVIRONMENT)
