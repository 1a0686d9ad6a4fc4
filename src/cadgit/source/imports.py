"""Which modules a file imports, read from its syntax tree, and which files of the repository these are."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .files import Tree

#: Always those of the interpreter's environment: the kernel imported them before the model starts.
FROM_ENVIRONMENT = frozenset({"build123d", "OCP"})


class Import(NamedTuple):
    """One import: dotted `module` relative to `level` packages up, and the `names` taken from it."""

    module: str
    level: int = 0
    names: tuple[str, ...] = ()


def imports_in(node: ast.AST) -> Iterator[Import]:
    """The imports that one node is (not those of its children)."""
    match node:
        case ast.Import(names=names):
            for alias in names:
                yield Import(alias.name)
        case ast.ImportFrom(module=module, level=level, names=names):
            yield Import(module or "", level, tuple(alias.name for alias in names))
        case ast.Call(func=ast.Name(id="__import__" | "import_module"), args=[ast.Constant(value=str(name)), *_]):
            yield _by_name(name)
        case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name)), *_]):
            yield _by_name(name)


def _by_name(name: str) -> Import:
    module = name.lstrip(".")
    return Import(module, len(name) - len(module))


def exported_names(module: ast.Module) -> tuple[str, ...]:
    """The strings in ``__all__ = [...]``: what ``import *`` takes from a package, submodules included."""
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=items) | ast.Tuple(elts=items)):
                return tuple(i.value for i in items if isinstance(i, ast.Constant) and isinstance(i.value, str))
    return ()


class Module(NamedTuple):
    """A module of the repository: its dotted name, and its file ("" for a namespace package)."""

    name: str
    file: str


class Finder:
    """Finds modules in the repository as Python would along ``sys.path``, with `roots` in front.

    Args:
        more_roots: gives the roots of editable installs; asked only when the usual ones do not have a module.
    """

    def __init__(self, tree: Tree, roots: list[str], more_roots: Callable[[], list[str]]) -> None:
        self.tree = tree
        self.roots = list(roots)
        self.used: set[str] = set()
        self._more_roots: Callable[[], list[str]] | None = more_roots
        self._folders: dict[str, tuple[Module | None, list[str]]] = {}
        self._compiled: dict[str, list[str]] = {}

    def add_root(self, root: str) -> None:
        """A folder that the model itself puts on ``sys.path``."""
        if root not in self.roots:
            self.roots.append(root)
            self._folders.clear()

    def resolve(self, wanted: Import, package: str) -> list[Module]:
        """The modules of the repository that this import executes, packages before what is in them.

        Args:
            package: dotted name of the package that the importing file belongs to ("" for none).
        """
        base = wanted.module
        if wanted.level:
            parts = package.split(".") if package else []
            if wanted.level > len(parts):
                return []
            parents = parts[: len(parts) - wanted.level + 1]
            base = ".".join([*parents, wanted.module] if wanted.module else parents)
        found = self._chain(base)
        for name in wanted.names:
            if name != "*" and found:
                # `from package import name` takes a submodule when there is one; it may be an attribute as well.
                found += [module for module in self._chain(f"{base}.{name}") if module not in found]
        return found

    def _chain(self, dotted: str) -> list[Module]:
        parts = dotted.split(".")
        if parts[0] in FROM_ENVIRONMENT or parts[0] in sys.builtin_module_names or not dotted:
            return []
        chain = []
        for count in range(1, len(parts) + 1):
            module, _ = self._find(".".join(parts[:count]))
            if module is None:
                break
            chain.append(module)
        return chain

    def _find(self, dotted: str) -> tuple[Module | None, list[str]]:
        """A module, and the folders in which its submodules are looked for."""
        known = self._folders.get(dotted)
        if known is None:
            parent, _, name = dotted.rpartition(".")
            if parent:
                known = self._search(dotted, name, self._find(parent)[1], is_root=False)
            else:
                known = self._search(dotted, name, self.roots, is_root=True)
                is_found = known[0] is not None and known[0].file  # a plain folder loses to any real module
                if not is_found and self._more_roots and dotted not in sys.stdlib_module_names:
                    self.roots += [root for root in self._more_roots() if root not in self.roots]
                    self._more_roots = None
                    known = self._search(dotted, name, self.roots, is_root=True)
            self._folders[dotted] = known
        return known

    def _search(self, dotted: str, name: str, folders: list[str], *, is_root: bool) -> tuple[Module | None, list[str]]:
        portions: list[str] = []
        used: list[str] = []
        for folder in folders:
            names = self.tree.names(folder)
            path = f"{folder}/{name}" if folder else name
            if name in names and self.tree.is_file(f"{path}/__init__.py"):
                return self._hit(dotted, f"{path}/__init__.py", [path], folder if is_root else None)
            file = self._module_file(names, folder, name)
            if file:
                return self._hit(dotted, file, [], folder if is_root else None)
            if name in names and self.tree.is_folder(path):
                portions.append(path)
                used.append(folder)
        if not portions:
            return None, []
        if is_root:
            self.used.update(used)
        return Module(dotted, ""), portions

    def _hit(self, dotted: str, file: str, folders: list[str], root: str | None) -> tuple[Module, list[str]]:
        if root is not None:
            self.used.add(root)
        return Module(dotted, file), folders

    def _module_file(self, names: frozenset[str], folder: str, name: str) -> str:
        # Python prefers a compiled extension (`name.so`, `name.cpython-313-x86_64-linux-gnu.so`) to `name.py`.
        candidates = [n for n in self._extensions(names, folder) if n.startswith(name + ".")]
        if f"{name}.py" in names:
            candidates.append(f"{name}.py")
        for candidate in candidates:
            path = f"{folder}/{candidate}" if folder else candidate
            if self.tree.is_file(path):
                return path
        return ""

    def _extensions(self, names: frozenset[str], folder: str) -> list[str]:
        known = self._compiled.get(folder)
        if known is None:
            known = self._compiled[folder] = sorted(name for name in names if name.endswith(".so"))
        return known
