"""A new repository, for the demo and for whoever starts from nothing."""

from __future__ import annotations

from pathlib import Path

import pygit2

from ..errors import RepositoryError


def create_repository(path: Path) -> None:
    """Make `path`, and an empty repository in it, as `git init` does.

    Raises:
        RepositoryError: it cannot be made there.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        pygit2.init_repository(str(path))
    except (pygit2.GitError, ValueError, OSError) as error:
        raise RepositoryError(f"no repository can be made in {path}: {error}") from error
