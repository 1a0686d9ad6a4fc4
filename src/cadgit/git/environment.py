"""The environment of programs that we start for git."""

from __future__ import annotations

import os

#: Set inside git hooks; they would point a child at the wrong repository, index or objects.
_KEPT = ("GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_TERMINAL_PROMPT", "GIT_CONFIG_NOSYSTEM")


def scrubbed_environment() -> dict[str, str]:
    """This process's environment without the ``GIT_*`` that say which repository to work on."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT}
