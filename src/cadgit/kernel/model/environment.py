"""What geometry depends on beside the source: versions, imported distributions, fonts.

Asking `importlib.metadata` which distribution a module belongs to reads every installed package (0.1 s and more), so
`prepare` does it once, before the kernel forks; a run then compares names only.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from ...frozen import frozen
from ...records import Environment, Font


@frozen
class Installed:
    """What `prepare` found.

    Attributes:
        owner: ``name==version`` of the distributions behind each top-level module name.
        loaded: top-level names that were loaded before any model ran.
        base: distributions that every model depends on, because build123d loads them.
        build123d, ocp: their versions; a model may put modules of its own in their place.
    """

    owner: dict[str, tuple[str, ...]]
    loaded: frozenset[str]
    base: frozenset[str]
    build123d: str
    ocp: str


_installed: Installed | None = None


def prepare() -> Installed:
    """Import build123d and map modules to distributions, once per process; the next calls cost nothing."""
    global _installed
    if _installed is None:
        import build123d  # what every model imports: its distributions are the base
        import OCP

        versions = {dist: f"{_normal(dist)}=={_version(dist)}" for dists in _owners().values() for dist in dists}
        owner = {name: tuple(sorted({versions[dist] for dist in dists})) for name, dists in _owners().items()}
        loaded = _top_level_names(sys.modules)
        needed = _requirements("build123d")
        base = (entry for name in loaded for entry in owner.get(name, ()) if entry.partition("==")[0] in needed)
        _installed = Installed(owner, loaded, frozenset(base), str(build123d.__version__), str(OCP.__version__))
    return _installed


def describe(requested: Iterable[str], fonts: Iterable[Font], tree: Path) -> Environment:
    """The environment of a run that just ended.

    Args:
        requested: names of modules that the model's own files asked for. A preloaded module is part of the run only
            if it was.
        fonts: the fonts that `watch_fonts` recorded.
        tree: modules below it are the model's own, not a distribution's.
    """
    installed = prepare()
    names = (_top_level_names(sys.modules) - installed.loaded) | {name.partition(".")[0] for name in requested}
    used = set(installed.base)
    for name in names - sys.stdlib_module_names - {"cadgit"}:
        if not _is_below(sys.modules.get(name), tree):
            used.update(installed.owner.get(name, ()))
    return Environment(
        python=platform.python_version(),
        build123d=installed.build123d,
        ocp=installed.ocp,
        # OCCT does not tell its version through OCP 8; OCP's own version starts with it.
        occt=".".join(installed.ocp.split(".")[:3]),
        platform=f"{sys.platform}-{platform.machine()}",
        distributions=tuple(sorted(used)),
        fonts=tuple(fonts),
    )


def _owners() -> dict[str, list[str]]:
    return dict(metadata.packages_distributions())


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "unknown"


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirements(distribution: str) -> set[str]:
    """The distribution and everything that it requires, directly or not, without extras."""
    found: set[str] = set()
    waiting = [_normal(distribution)]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        with contextlib.suppress(metadata.PackageNotFoundError):
            needed = (line for line in metadata.requires(name) or () if "extra ==" not in line)
            waiting.extend(_normal(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in needed)
    return found


def _top_level_names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in list(names))


def _is_below(module: Any, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).is_relative_to(folder)


# --- fonts ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class FontLog:
    """The fonts that a run used, in order of first use, and a warning for each that is not what was asked for."""

    tree: Path
    fonts: dict[tuple[str, str], Font] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def add(self, requested: str, requested_path: str, family: str, path: str) -> None:
        """Record one resolution: name and file that were asked for, family and file that were taken."""
        if (requested, path) in self.fonts:
            return
        file = Path(path)
        shown = str(file.relative_to(self.tree)) if file.is_relative_to(self.tree) else path
        self.fonts[requested, path] = Font(requested, family, shown, _sha256(file))
        if any(font.requested == requested and font.family == family for font in self._others(requested, path)):
            return  # said already, for another style
        if requested_path and not _same_file(requested_path, path):
            self.warnings.append(f"font file {requested_path} could not be used; {family} ({shown}) was used instead")
        elif not requested_path and _letters(requested) not in (_letters(family), *_ALIASES.get(_letters(family), ())):
            self.warnings.append(
                f"font {requested!r} is not installed; {family!r} ({shown}) was used instead, so this text has"
                " another shape on a machine that has it"
            )

    def _others(self, requested: str, path: str) -> list[Font]:
        return [font for key, font in self.fonts.items() if key != (requested, path)]


#: Names that build123d registers for the font that it brings along.
_ALIASES = {"reliefsinglelinecad": ("singleline",)}


@contextlib.contextmanager
def watch_fonts(log: FontLog) -> Iterator[None]:
    """Record every font that build123d resolves (`Text`, dimension lines, …) into `log`."""
    from build123d.topology import Compound

    original = Compound.resolve_font

    def resolve_font(font: str = "Arial", font_path: Any = None, *args: Any, **kwargs: Any) -> Any:
        resolved = original(font, font_path, *args, **kwargs)
        with contextlib.suppress(Exception):  # a record must never break the model
            log.add(str(font), os.fspath(font_path) if font_path else "", str(resolved[0]), str(resolved[1]))
        return resolved

    Compound.resolve_font = staticmethod(resolve_font)
    try:
        yield
    finally:
        Compound.resolve_font = staticmethod(original)


def _letters(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def _same_file(first: str, second: str) -> bool:
    with contextlib.suppress(OSError):
        return os.path.samefile(first, second)
    return False


def _sha256(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
