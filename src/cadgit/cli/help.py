"""`cadgit help`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from ..frozen import frozen
from . import topics
from .commands import COMMANDS
from .face import Face
from .output.blocks import Raw
from .verb import verb

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


@frozen
class Help:
    """`cadgit help`: the text about a topic or a command; without one, the list of topics."""

    topic: str
    text: str
    topics: tuple[str, ...]


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem  # only for a shell that asks

    # Some commands have a topic of the same name.
    names = dict.fromkeys((*topics.names(), *COMMANDS))
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


@verb("help")
@click.argument("topic", metavar="[TOPIC]", required=False, shell_complete=_complete)
def command(face: Face, topic: str | None) -> int:
    """Explain a topic, or a command; without one, list the topics.

    \b
    cadgit help start
    cadgit help refs
    """
    outcome = Help(topic or "", _text(topic), topics.names())
    return face.answer(outcome, [Raw(outcome.text)])


def _text(topic: str | None) -> str:
    if topic is None:
        return topics.overview()
    if topic in topics.names():
        return topics.read(topic)
    if topic in COMMANDS:
        return _command_help(topic)
    from difflib import get_close_matches  # only for a typo

    near = get_close_matches(topic, (*topics.names(), *COMMANDS), 1)
    hint = f"did you mean `cadgit help {near[0]}`?" if near else "`cadgit help` lists the topics"
    raise UsageError(f"there is no topic or command {topic!r}", hint)


def _command_help(name: str) -> str:
    root = click.get_current_context().find_root()
    group = root.command
    assert isinstance(group, click.Group)
    found = group.get_command(root, name)
    assert found is not None
    with click.Context(found, info_name=name, parent=root) as context:
        return found.get_help(context) + "\n"
