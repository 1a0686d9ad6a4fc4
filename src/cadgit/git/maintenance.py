"""Letting git pack what cadgit wrote: a run leaves about eight loose objects."""

from __future__ import annotations

import os

from .environment import scrubbed_environment
from .repository import Repository

#: Git looks after this many candidates whether there is enough to pack; it starts nothing when there is not.
EVERY = 50


def maybe_gc(repository: Repository, number: int) -> int:
    """Start ``git gc --auto`` in the background, when candidate `number` is one after which it is time to look.

    Returns: its process id; 0 when it was not started, because it is not time or git is not installed.
    """
    return 0 if number % EVERY else gc_in_background(repository)


def gc_in_background(repository: Repository) -> int:
    """Start ``git gc --auto`` in the background, which does nothing where there is little to do.

    Returns: its process id; 0 when git is not installed.
    """
    command = ["git", f"--git-dir={repository.common_dir}", "gc", "--auto", "--quiet"]
    quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
    try:
        # Not the subprocess module: importing it takes longer than the rest of a run's work on git.
        return os.posix_spawnp("git", command, scrubbed_environment(), file_actions=quiet, setsid=True)
    except OSError:
        return 0
