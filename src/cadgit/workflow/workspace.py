"""What every operation works on: a repository, its configuration, the kernel and the cache, opened once."""

from __future__ import annotations

import datetime
import functools
import os
import sys
from pathlib import Path
from types import TracebackType

from .. import config
from ..errors import ConfigError, RepositoryError
from ..git.candidates import Candidates
from ..git.rankings import Rankings
from ..git.refs import check_part_name
from ..git.repository import Repository
from ..git.versions import Versions
from ..kernel.client import Kernel
from ..records import Version
from .cache import Cache
from .interpreter import Interpreter
from .marks import Marks
from .outcomes import Progress, Silent


def now() -> str:
    """The time as records state it: ISO 8601, UTC, whole seconds."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


class Workspace:
    """A repository as cadgit sees it. Opening reads `cadgit.toml` and nothing else; the kernel starts at first use.

    Args:
        repository: the opened repository.
        cwd: directory that relative paths on the command line refer to.
        progress: where operations report to.
    """

    def __init__(self, repository: Repository, cwd: Path, progress: Progress) -> None:
        self.repository = repository
        self.cwd = cwd
        self.progress = progress
        self.config = config.load(repository.root, check_part_name)
        self.candidates = Candidates(repository)
        self.versions = Versions(repository)
        self.rankings = Rankings(repository)
        self.cache = Cache(repository.cache_dir)
        self.marks = Marks(repository.git_dir)
        self.interpreter = Interpreter(self._python(), repository.cache_dir)

    @classmethod
    def open(cls, cwd: Path, progress: Progress | None = None) -> Workspace:
        """Open the repository that `cwd` lies in.

        Raises:
            RepositoryError: there is none, or it cannot be used.
            ConfigError: its `cadgit.toml` is wrong.
        """
        return cls(Repository.open(cwd), cwd, progress or Silent())

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.repository.close()

    def _python(self) -> str:
        chosen = self.config.kernel.python
        root = self.repository.root
        # A repository that came from elsewhere must not bring the program that cadgit starts outside the sandbox.
        if chosen and root is not None:
            for path in (os.path.abspath(chosen), os.path.realpath(chosen)):
                for top in (os.path.abspath(root), os.path.realpath(root)):
                    if path.startswith(top + os.sep) and self.repository.tracks(os.path.relpath(path, top)):
                        raise ConfigError(
                            f"[kernel] python = {chosen!r} is a file that this repository itself contains",
                            "name an interpreter that you installed; one inside the working tree must not be tracked",
                        )
        return chosen or sys.executable

    @functools.cached_property
    def kernel(self) -> Kernel:
        """The kernel's client; asking it for work starts a server where none runs."""
        settings = self.config.kernel
        return Kernel(
            python=self.interpreter.python,
            preload=settings.preload,
            idle=settings.idle,
            notice=self.progress.notice,
            stage=self.progress.stage,
        )

    @property
    def search_path(self) -> tuple[Path, ...]:
        """Where the kernel's interpreter looks for modules beside the standard library."""
        return self.interpreter.search_path

    @property
    def root(self) -> Path:
        """The working tree's top directory.

        Raises:
            RepositoryError: the repository is bare, so there is no file to run.
        """
        if self.repository.root is None:
            raise RepositoryError(
                "a bare repository has no working tree to take a model from",
                "name a part, a candidate or a version (`cadgit status`), or work in a clone",
            )
        return self.repository.root

    def last_good(self, part: str) -> Version | None:
        """The newest version of a part that stands, or None."""
        return self.versions.latest(part)

    def parts(self) -> tuple[str, ...]:
        """Names of all parts that the configuration or the history knows, sorted."""
        named = {part.name for part in self.config.parts}
        return tuple(sorted(named | set(self.candidates.parts()) | set(self.versions.parts())))

    def completions(self) -> tuple[str, ...]:
        """What a REF may be: parts, their lines, their ranked candidates and their versions."""
        found: list[str] = []
        for part in self.parts():
            found.append(part)
            names = dict.fromkeys((*self.candidates.lines(part), *self.rankings.places(part)))
            found += [f"{part}@{name}" for name in names]
            found += [version.name for version in self.versions.history(part)]
        return tuple(found)
