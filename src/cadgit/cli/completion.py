"""`cadgit completion`."""

from __future__ import annotations

import click

from ..frozen import frozen
from .face import Face
from .output.blocks import Raw
from .verb import verb


@frozen
class Completion:
    """`cadgit completion`: the script for a shell."""

    shell: str
    script: str


@verb("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(face: Face, shell: str) -> int:
    """Print the script that completes commands, options, parts and versions.

    \b
    bash: echo 'source <(cadgit completion bash)' >> ~/.bashrc
    zsh:  echo 'source <(cadgit completion zsh)' >> ~/.zshrc
    fish: cadgit completion fish > ~/.config/fish/completions/cadgit.fish
    """
    from .shells import script

    outcome = Completion(shell, script(shell))
    return face.answer(outcome, [Raw(outcome.script)])
