"""Make the process look as if the interpreter had been started on the model, and execute it.

The warm kernel imported build123d long ago and was started somewhere else, so everything that `python model.py` (or
`python -m package.model`) sets up is set up here: import roots, ``sys.argv``, ``sys.path``, the folder, ``__main__``.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import importlib.util
import linecache
import os
import sys
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from ... import parameters
from ..jobs import Execute

#: Loaded before any script gets its turn, so a model's file of that name never shadows them, in plain Python either.
_START_UP = {"__future__", "_collections_abc", "abc", "builtins", "codecs", "encodings", "genericpath", "io", "os",
             "posixpath", "site", "stat", "sys", "zipimport"}  # fmt: skip


@dataclass(slots=True)
class ImportClock:
    """Seconds that the model's own files spent in importing what was not the model's, by top-level module name.

    `requested` has every such name, also those that were loaded already and cost nothing.
    """

    tree: str
    seconds: dict[str, float] = field(default_factory=dict)
    requested: set[str] = field(default_factory=set)

    @property
    def total(self) -> float:
        """All seconds together."""
        return sum(self.seconds.values())

    def wrap(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """An ``__import__`` that keeps this clock; it costs about a microsecond more."""

        def timed(name: str, scope: Any = None, local: Any = None, fromlist: Any = (), level: int = 0) -> Any:
            file = scope.get("__file__") if isinstance(scope, dict) else None
            if level or not isinstance(file, str) or not file.startswith(self.tree):
                return original(name, scope, local, fromlist, level)
            counted, start = self.total, time.perf_counter()
            try:
                return original(name, scope, local, fromlist, level)
            finally:
                top = name.partition(".")[0]
                found = getattr(sys.modules.get(top), "__file__", None)
                if not (isinstance(found, str) and found.startswith(self.tree)):
                    # What a local module imported in turn was counted when it asked for it.
                    spent = time.perf_counter() - start - (self.total - counted)
                    self.seconds[top] = self.seconds.get(top, 0.0) + spent
                    self.requested.add(top)

        return timed


class _Guard:
    """Asks a finder of ``sys.meta_path``, and drops what it found in a hidden folder.

    An editable install can find modules in many ways (a path in a ``.pth`` file, a finder, a path hook); what they
    have in common is that the answer lies in the user's working tree.
    """

    def __init__(self, finder: Any, hides: Callable[[str], bool]) -> None:
        self._finder = finder
        self._hides = hides

    def __getattr__(self, name: str) -> Any:
        return getattr(self._finder, name)

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """As the finder's own; None for a module whose file, or whose package's folder, is hidden."""
        find = getattr(self._finder, "find_spec", None)
        spec = find(fullname, path, target) if find is not None else None
        if spec is None:
            return None
        places = [spec.origin] if spec.has_location else list(spec.submodule_search_locations or ())
        return None if places and all(isinstance(p, str) and self._hides(p) for p in places) else spec


class Hides:
    """Whether a path is hidden: the innermost of the folders that contain it decides.

    `visible` matters because a virtual environment often lies in the repository, whose files are hidden.
    """

    def __init__(self, hidden: tuple[str, ...], visible: tuple[str, ...]) -> None:
        folders = [(os.path.realpath(p), True) for p in hidden] + [(os.path.realpath(p), False) for p in visible]
        self._folders = sorted(folders, key=lambda folder: len(folder[0]), reverse=True) if hidden else []

    def __call__(self, path: str) -> bool:
        return bool(self._folders) and self.real(os.path.realpath(path))

    def real(self, path: str) -> bool:
        """The same of a path that is known to hold no links."""
        return next((hide for at, hide in self._folders if path == at or path.startswith(at + os.sep)), False)


#: Where top-level modules were loaded from, without links; empty for those that no file holds.
_origins: dict[str, str] = {}


def prepare() -> None:
    """Note where the modules that are loaded now come from: in the process that forks, once for all its forks.

    A fork that looks at each module copies the page of each, and following the links of a few hundred paths takes
    longer than most models.
    """
    if not _origins:
        _origins.update({name: _origin(name) for name in list(sys.modules) if "." not in name})


def compiled(job: Execute, tree: Path) -> types.CodeType:
    """The entry file's code, with the overrides in it. Its file name is the path in the repository, which tracebacks
    then show.

    Raises:
        SyntaxError, RecursionError, MemoryError: as the compiler does.
        errors.ParameterError: an override has no place in the source.
    """
    source = (tree / job.entry).read_bytes()
    try:
        syntax = ast.parse(source, filename=job.entry)
        text = importlib.util.decode_source(source)
    except ValueError as error:  # zero bytes (by version), bytes in another encoding
        raise SyntaxError(str(error), (job.entry, 1, None, None)) from None
    # Not from the disk later on: the model may change its own file, and the name is relative to another folder.
    linecache.cache[job.entry] = (len(source), None, text.splitlines(keepends=True), job.entry)
    syntax = parameters.apply(syntax, job.parameters)
    return compile(syntax, job.entry, "exec", dont_inherit=True)


def main_module(job: Execute, tree: Path) -> types.ModuleType:
    """A fresh ``__main__`` for the entry file; with `job.module` it belongs to its package, as ``python -m`` has it."""
    module = types.ModuleType("__main__")
    path = tree / job.entry
    module.__dict__.update(__builtins__=builtins, __file__=str(path), __cached__=None, __package__=None)
    if job.module:
        is_package = PurePosixPath(job.entry).name == "__init__.py"
        module.__spec__ = importlib.util.spec_from_file_location(job.module, path)
        module.__package__ = job.module if is_package else job.module.rpartition(".")[0]
    return module


def execute(code: types.CodeType, module: types.ModuleType) -> None:
    """Run the model; what it raises is the caller's. Its parent packages run first where it has any."""
    if module.__package__:
        importlib.import_module(module.__package__)
    exec(code, module.__dict__)


@contextlib.contextmanager
def as_main(job: Execute, tree: Path, scratch: Path, module: types.ModuleType, clock: ImportClock) -> Iterator[None]:
    """Inside, the process is the model's; on leaving, this thread's trace functions, timers and limits are ours again.

    Everything is put back because a model may leave anything behind, and the result is still to be handed over.
    """
    before = (sys.path[:], sys.argv[:], sys.meta_path[:], os.getcwd(), sys.getrecursionlimit())
    modules, run_import = dict(sys.modules), builtins.__import__
    visible = (str(tree), str(scratch), sys.prefix, sys.base_prefix)
    is_hidden = Hides(job.hidden, visible)
    roots = [str(tree / root) if root else str(tree) for root in job.roots]
    try:
        sys.path[:] = roots + [p for p in sys.path if p and not is_hidden(p)]
        if job.hidden:
            sys.meta_path[:] = [_Guard(finder, is_hidden) for finder in sys.meta_path]
        _forget_shadowed(roots, str(tree))
        _forget_hidden(is_hidden)
        importlib.invalidate_caches()
        sys.argv[:] = [str(tree / job.entry)]
        sys.modules["__main__"] = module
        os.chdir((tree / job.entry).parent)
        builtins.__import__ = clock.wrap(run_import)
        yield
    finally:
        builtins.__import__ = run_import
        sys.settrace(None)
        sys.setprofile(None)
        sys.path[:], sys.argv[:], sys.meta_path[:] = before[0], before[1], before[2]
        with contextlib.suppress(RecursionError):
            sys.setrecursionlimit(before[4])
        os.chdir(before[3])
        _restore_modules(modules, str(tree))


def _forget_shadowed(roots: list[str], tree: str) -> None:
    """Unload what a file of the model is named like, as plain Python would never have loaded it."""
    names = set()
    for root in roots:
        with contextlib.suppress(OSError), os.scandir(root) as entries:
            for entry in entries:
                name = entry.name.removesuffix(".py")
                if name.isidentifier() and (name != entry.name or os.path.exists(f"{entry.path}/__init__.py")):
                    names.add(name)
    for name in names - _START_UP - set(sys.builtin_module_names):
        file = getattr(sys.modules.get(name), "__file__", None)
        if name in sys.modules and not (isinstance(file, str) and file.startswith(tree)):
            _unload(name)


def _forget_hidden(is_hidden: Hides) -> None:
    """Unload what the server imported from a hidden folder; cadgit itself stays, its own lazy imports need it."""
    for name in [name for name in sys.modules if "." not in name and name not in ("cadgit", "__main__")]:
        if is_hidden.real(_origins[name] if name in _origins else _origin(name)):
            _unload(name)


def _origin(name: str) -> str:
    file = _file_of(name)
    return os.path.realpath(file) if file else ""


def _file_of(name: str) -> str:
    file = getattr(sys.modules.get(name), "__file__", None)
    return file if isinstance(file, str) else ""


def _unload(name: str) -> None:
    for loaded in [n for n in sys.modules if n == name or n.startswith(name + ".")]:
        del sys.modules[loaded]


def _restore_modules(before: dict[str, types.ModuleType], tree: str) -> None:
    for name, module in list(sys.modules.items()):
        if before.get(name) is not module and _file_of(name).startswith(tree):
            del sys.modules[name]
    for name in before.keys() - sys.modules.keys():
        sys.modules[name] = before[name]
    sys.modules["__main__"] = before["__main__"]
