"""The Python that models run in, as seen from outside: its search path and the distributions it has now.

Answering costs a few directory listings. importlib.metadata would take longer than all of `cadgit status`.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import platform
import re
import sys
from pathlib import Path

from ..errors import ConfigError
from ..records import Environment

_QUERY = "import json, platform, sys; print(json.dumps([platform.python_version(), sys.path[1:]]))"


class Interpreter:
    """An interpreter by its executable.

    Args:
        python: path of the executable.
        cache_dir: where the answers of an interpreter other than this one are kept.
    """

    def __init__(self, python: str, cache_dir: Path) -> None:
        self.python = python
        self._cache_dir = cache_dir

    @property
    def search_path(self) -> tuple[Path, ...]:
        """Its `sys.path` without the first entry, which depends on how it was started."""
        return tuple(Path(entry) for entry in self._facts[1] if entry)

    def offers(self, environment: Environment) -> bool:
        """Whether geometry made in `environment` would be made in the same one today.

        That is the same Python, every distribution of the record in the same version, and every font file with
        the same bytes.
        """
        if environment.python != self._facts[0]:
            return False
        have = self.distributions
        for item in environment.distributions:
            name, _, version = item.partition("==")
            if have.get(normalised(name)) != version:
                return False
        return all(_sha256(font.path) == font.sha256 for font in environment.fonts)

    @functools.cached_property
    def _facts(self) -> tuple[str, list[str]]:
        if os.path.realpath(self.python) == os.path.realpath(sys.executable) and _same_environment(self.python):
            return platform.python_version(), list(sys.path if sys.flags.safe_path else sys.path[1:])
        return self._ask()

    def _ask(self) -> tuple[str, list[str]]:
        try:
            stat = os.stat(self.python)
        except OSError as error:
            raise ConfigError(
                f"the kernel's interpreter {self.python} cannot be used: {error.strerror}",
                "correct `python` under [kernel] in cadgit.toml",
            ) from None
        key = hashlib.sha256(f"{self.python}\0{stat.st_mtime_ns}\0{stat.st_size}".encode()).hexdigest()[:32]
        path = self._cache_dir / "interpreters" / key
        with contextlib.suppress(OSError, ValueError):
            version, entries = json.loads(path.read_text(encoding="utf-8"))
            return version, entries
        # Only where another interpreter is configured, so the import does not slow the usual case.
        import subprocess

        try:
            answer = subprocess.run([self.python, "-c", _QUERY], capture_output=True, text=True, timeout=30, check=True)
            version, entries = json.loads(answer.stdout)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            raise ConfigError(
                f"the kernel's interpreter {self.python} does not answer: {error}",
                "correct `python` under [kernel] in cadgit.toml",
            ) from None
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps([version, entries]), encoding="utf-8")
        return version, entries

    @functools.cached_property
    def distributions(self) -> dict[str, str]:
        """Version of each installed distribution by its normalised name, the first on the search path winning."""
        found: dict[str, str] = {}
        for entry in self.search_path:
            with contextlib.suppress(OSError):
                for item in os.listdir(entry):
                    stem, dot, kind = item.rpartition(".")
                    if dot and kind in ("dist-info", "egg-info"):
                        name, _, version = stem.partition("-")
                        found.setdefault(normalised(name), version.partition("-")[0])
        return found


def _same_environment(python: str) -> bool:
    # A virtual environment's python is a link to the same binary, so the folder it lies in decides.
    return Path(python).absolute().parent == Path(sys.executable).absolute().parent


def normalised(name: str) -> str:
    """A distribution's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _sha256(path: str) -> str:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""
