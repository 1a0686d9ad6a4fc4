"""Every failure that cadgit expects, as one tree; the class decides the exit code.

    CadgitError
    ├── UsageError            2  wrong usage or configuration
    │   ├── ConfigError          `cadgit.toml` cannot be used as it stands
    │   ├── NameError_           a part or line name that cannot be a ref
    │   ├── RefError             REF names nothing, or not one candidate
    │   ├── ParameterError       a `-P` override that the model has no place for
    │   └── SourceError          the entry file, or a file it needs, cannot be read
    ├── Refused               1  a check said no, so nothing was changed
    ├── ModelFailed           3  the model did not run to a result
    ├── Cancelled             4  whoever asked for a job withdrew it
    └── EnvironmentFailed     4  git, disk, kernel or sandbox did not do their part
        ├── RepositoryError      no repository, or one that cannot be used
        ├── LockedError          somebody else's lock stands in the way
        ├── StorageError         disk full or read-only
        ├── RemoteError          a remote cannot be reached, or refuses
        └── KernelError          the kernel could not be started or died

Exit code 0 is success. Whatever is *not* in this tree is a bug in cadgit: the command line then prints
one line and where its log is.
"""

from __future__ import annotations

EXIT_DONE = 0
EXIT_NO = 1
EXIT_USAGE = 2
EXIT_MODEL = 3
EXIT_ENVIRONMENT = 4


class CadgitError(Exception):
    """An expected failure: what happened, and what to do next.

    Args:
        message: one sentence or a few lines; says what happened and where.
        hint: what to do next, ready to be followed; empty if there is nothing to add.
    """

    exit_code = EXIT_ENVIRONMENT

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    @property
    def kind(self) -> str:
        """A stable name for `--json`: the class, in snake case (``"config_error"``)."""
        name = type(self).__name__.rstrip("_")
        return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class UsageError(CadgitError):
    """The command line or the configuration asks for something that is not there."""

    exit_code = EXIT_USAGE


class ConfigError(UsageError):
    """`cadgit.toml` cannot be used; the message names file, key and line where known."""


class NameError_(UsageError):
    """A part or line name that cannot be part of a git ref on every platform."""


class RefError(UsageError):
    """REF names nothing, or something that is not a candidate or a version."""


class ParameterError(UsageError):
    """A `-P` override that does not fit the model."""


class SourceError(UsageError):
    """The entry file or a file of its closure cannot be read or taken."""


class Refused(CadgitError):
    """A check said no; nothing was changed."""

    exit_code = EXIT_NO


class ModelFailed(CadgitError):
    """The model did not run to a result; the run record says why."""

    exit_code = EXIT_MODEL


class Cancelled(CadgitError):
    """Whoever asked the kernel for a job withdrew it; nothing of the job is left."""

    def __init__(self, message: str = "the job was withdrawn", hint: str = "") -> None:
        super().__init__(message, hint)


class EnvironmentFailed(CadgitError):
    """Git, the disk, the kernel or the sandbox did not do their part."""

    exit_code = EXIT_ENVIRONMENT


class RepositoryError(EnvironmentFailed):
    """There is no git repository here, or one that cannot be used."""


class LockedError(EnvironmentFailed):
    """A lock that is not ours stands in the way; the message names the file."""

    def __init__(self, path: str, hint: str = "") -> None:
        super().__init__(
            f"{path} is held by another program",
            hint or "wait for it to finish; if no git process runs any more, remove that file yourself",
        )
        self.path = path


class StorageError(EnvironmentFailed):
    """The disk is full, or the place is read-only."""


class RemoteError(EnvironmentFailed):
    """A remote cannot be reached, or refuses what it is asked for; the message has git's own words."""


class KernelError(EnvironmentFailed):
    """The kernel could not be started, or died and could not be replaced."""
