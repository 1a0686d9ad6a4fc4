"""The environment of programs that we start for git."""

from __future__ import annotations

import os

#: All that a program which is not git itself needs to know of git.
_KEPT = ("GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_TERMINAL_PROMPT", "GIT_CONFIG_NOSYSTEM")

#: Set inside git hooks (``git rev-parse --local-env-vars``, and what ``receive-pack`` adds): they say which repository,
#: index and objects to work on.
_OF_A_REPOSITORY = frozenset(
    (
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_QUARANTINE_PATH",
        "GIT_COMMON_DIR",
        "GIT_NAMESPACE",
        "GIT_PREFIX",
        "GIT_CONFIG",
        "GIT_GRAFT_FILE",
        "GIT_SHALLOW_FILE",
        "GIT_REPLACE_REF_BASE",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INTERNAL_SUPER_PREFIX",
    )
)


def scrubbed_environment() -> dict[str, str]:
    """This process's environment without the ``GIT_*`` that say which repository to work on."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT}


def transport_environment() -> dict[str, str]:
    """For git when it talks to a remote: all that says how to (ssh, askpass, proxies, configuration) is kept."""
    return {name: value for name, value in os.environ.items() if name not in _OF_A_REPOSITORY}
