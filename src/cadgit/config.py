"""`cadgit.toml`: which parts there are, and what runs, checks and the kernel may use.

The file is optional and lies at the repository's root. It is read whole and checked whole: an unknown key is an
error, because a misspelt limit that is silently ignored protects nobody.
"""

from __future__ import annotations

import functools
import stat
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import codec
from .config_values import Values, Where
from .errors import ConfigError, NameError_
from .frozen import frozen

if TYPE_CHECKING:
    from .spec import Spec

FILE_NAME = "cadgit.toml"

#: Below this no model with build123d can start, so a smaller number is a forgotten unit (``memory = 4``).
_LEAST_MEMORY = 64 << 20


@frozen
class PartConfig:
    """One ``[parts.<name>]``.

    Attributes:
        entry: path of the entry file relative to the repository's root.
        object: the top-level object to take as the result; empty to let the model say.
        inputs: glob patterns, relative to the repository's root, of files that cannot be seen in the source.
        line: the line that candidates go to; empty for the default.
        read_spec: reads the table ``[parts.<name>.spec]``; None without one.
    """

    name: str
    entry: str
    object: str = ""
    inputs: tuple[str, ...] = ()
    line: str = ""
    read_spec: Callable[[], Spec] | None = None

    @property
    def spec(self) -> Spec | None:
        """What the part itself has to be like, or None. Read when it is first asked for: most commands never do.

        Raises:
            ConfigError: the table says something that cadgit does not know.
        """
        return self.read_spec() if self.read_spec is not None else None


@frozen
class LimitsConfig:
    """``[limits]``: seconds of a model and of one check, bytes of memory, of written files and of output kept."""

    seconds: float = 60.0
    memory: int = 4 << 30
    scratch: int = 1 << 30
    output: int = 1 << 20
    check: float = 30.0
    deep_check: float = 120.0


@frozen
class KernelConfig:
    """``[kernel]``: another interpreter (absolute path, or empty), modules to import once, idle seconds."""

    python: str = ""
    preload: tuple[str, ...] = ()
    idle: float = 1800.0


@frozen
class HooksConfig:
    """``[hooks]``: what the pre-commit hook does about staged models that have not passed.

    Attributes:
        pre_commit: ``warn`` says so, ``block`` refuses the commit, ``off`` does not look.
        run: run and judge staged models that never were, which may take long; else they have not passed.
    """

    pre_commit: Literal["warn", "block", "off"] = "warn"
    run: bool = False


@frozen
class Config:
    """Everything that `cadgit.toml` says; defaults where it says nothing or does not exist (`path` is None then)."""

    path: Path | None = None
    parts: tuple[PartConfig, ...] = ()
    limits: LimitsConfig = field(default_factory=LimitsConfig)
    kernel: KernelConfig = field(default_factory=KernelConfig)
    hooks: HooksConfig = field(default_factory=HooksConfig)
    sandbox: Literal["auto", "strict"] = "auto"
    artifacts_max_size: int = 20 * 10**6

    def part(self, name: str) -> PartConfig | None:
        """The part of that name."""
        return next((part for part in self.parts if part.name == name), None)

    def part_for_entry(self, entry: str) -> PartConfig | None:
        """The part with that entry file (a path relative to the repository's root)."""
        return next((part for part in self.parts if part.entry == entry), None)


def load(root: Path | None, check_name: Callable[[str], object] | None = None) -> Config:
    """Read `cadgit.toml` at a repository's root; the defaults when there is none (or no working tree).

    Args:
        check_name: raises `NameError_` for a part name that cannot be a ref (`git.refs.check_part_name`).

    Raises:
        ConfigError: the file cannot be read, is no TOML, or says something that cadgit does not know.
    """
    if root is None:
        return Config()
    path = root / FILE_NAME
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # reading a pipe or a device would never end
            raise ConfigError(f"{FILE_NAME} is no regular file")
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise ConfigError(f"{FILE_NAME} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{FILE_NAME} is not UTF-8 (byte {error.start})", "save it as UTF-8") from None
    return parse(text, path, check_name)


def parse(text: str, path: Path, check_name: Callable[[str], object] | None = None) -> Config:
    """`load` for text that is there already; `path` is where it lies.

    Raises:
        ConfigError: as `load`.
    """
    try:
        data = codec.loads(text)
    except codec.CodecError as error:
        raise ConfigError(f"{FILE_NAME} is no valid TOML: {error}") from None
    return _Reader(Values(FILE_NAME, text), path, check_name).config(data)


def part_table(name: str, entry: str, inputs: tuple[str, ...] = (), object: str = "") -> str:
    """The lines of `cadgit.toml` that describe a part, for hints and for the file itself; ends without newline."""
    table: codec.Plain = {"entry": entry}
    if object:
        table["object"] = object
    if inputs:
        table["inputs"] = list(inputs)
    return "[parts." + codec.dumps({name: table}).strip()[1:]


def spec_table(name: str, spec: codec.Plain) -> str:
    """The lines of `cadgit.toml` that state a part's spec, from ``[parts.<name>.spec]`` on; ends without newline."""
    return "[parts." + codec.dumps({name: {"spec": spec}}).partition("\n[")[2].strip()


class _Reader:
    """Turns the file's plain data into a `Config`."""

    def __init__(self, values: Values, path: Path, check_name: Callable[[str], object] | None) -> None:
        self._values = values
        self._path = path
        self._check_name = check_name

    def config(self, data: dict[str, Any]) -> Config:
        self._values.known(data, (), ("sandbox", "parts", "limits", "kernel", "hooks", "artifacts"))
        sandbox = data.get("sandbox", "auto")
        if sandbox not in ("auto", "strict"):
            self._values.fail(("sandbox",), 'must be "auto" or "strict"')
        artifacts = self._values.table(data, ("artifacts",), ("max_size",))
        return Config(
            path=self._path,
            parts=self._parts(data),
            limits=self._limits(data),
            kernel=self._kernel(data),
            hooks=self._hooks(data),
            sandbox=sandbox,
            artifacts_max_size=self._values.size(artifacts, ("artifacts", "max_size"), Config().artifacts_max_size),
        )

    def _parts(self, data: dict[str, Any]) -> tuple[PartConfig, ...]:
        tables = data.get("parts", {})
        if not isinstance(tables, dict):
            self._values.fail(("parts",), "must be tables, one for each part", "[parts.bracket]")
        parts: list[PartConfig] = []
        for name in tables:
            part = self._part(tables, name)
            for other in parts:
                if other.entry == part.entry:
                    what = f"{part.entry} is the entry of two parts, {other.name} and {name}"
                    self._values.fail(("parts", name, "entry"), what, "a part is one entry file: keep one of the two")
                if other.name.casefold() == name.casefold():
                    what = f"differs from {other.name} in upper and lower case only, and some disks take them for one"
                    self._values.fail(("parts", name), what)
            parts.append(part)
        return tuple(parts)

    def _part(self, tables: dict[str, Any], name: str) -> PartConfig:
        here = ("parts", name)
        if self._check_name is not None:
            try:
                self._check_name(name)
            except NameError_ as error:
                self._values.fail(here, error.message, error.hint)
        table = self._values.table(tables, here, ("entry", "object", "inputs", "line", "spec"))
        entry = self._values.string(table, (*here, "entry"), "")
        if not entry:
            self._values.fail(here, "names no entry file", f'entry = "{name}.py"')
        return PartConfig(
            name=name,
            entry=self._values.path((*here, "entry"), entry),
            object=self._values.string(table, (*here, "object"), ""),
            inputs=self._values.strings(table, (*here, "inputs")),
            line=self._values.string(table, (*here, "line"), ""),
            read_spec=self._spec(table, (*here, "spec")),
        )

    def _spec(self, table: dict[str, Any], here: Where) -> Callable[[], Spec] | None:
        if "spec" not in table:
            return None
        if not isinstance(table["spec"], dict):
            self._values.fail(here, "must be a table", f'[{".".join(here)}]\nkind = "solid"')

        @functools.cache
        def read() -> Spec:
            from .spec.reading import read_spec  # as much to import as all else that a short command needs

            return read_spec(self._values, table["spec"], here)

        return read

    def _limits(self, data: dict[str, Any]) -> LimitsConfig:
        default = LimitsConfig()
        known = ("model", "memory", "scratch", "output", "check", "deep_check")
        table = self._values.table(data, ("limits",), known)
        return LimitsConfig(
            seconds=self._values.seconds(table, ("limits", "model"), default.seconds),
            memory=self._values.size(table, ("limits", "memory"), default.memory, least=_LEAST_MEMORY),
            scratch=self._values.size(table, ("limits", "scratch"), default.scratch),
            output=self._values.size(table, ("limits", "output"), default.output),
            check=self._values.seconds(table, ("limits", "check"), default.check),
            deep_check=self._values.seconds(table, ("limits", "deep_check"), default.deep_check),
        )

    def _kernel(self, data: dict[str, Any]) -> KernelConfig:
        table = self._values.table(data, ("kernel",), ("python", "preload", "idle"))
        python = self._values.string(table, ("kernel", "python"), "")
        if python:
            # Not resolved: an environment's python is a link, and the folder it lies in makes the environment.
            python = str(self._path.parent / Path(python).expanduser())
        return KernelConfig(
            python=python,
            preload=self._values.strings(table, ("kernel", "preload")),
            idle=self._values.seconds(table, ("kernel", "idle"), KernelConfig().idle),
        )

    def _hooks(self, data: dict[str, Any]) -> HooksConfig:
        table = self._values.table(data, ("hooks",), ("pre_commit", "run"))
        pre_commit = table.get("pre_commit", HooksConfig().pre_commit)
        if pre_commit not in ("warn", "block", "off"):
            self._values.fail(("hooks", "pre_commit"), 'must be "warn", "block" or "off"')
        return HooksConfig(pre_commit, self._values.flag(table, ("hooks", "run"), HooksConfig().run))
