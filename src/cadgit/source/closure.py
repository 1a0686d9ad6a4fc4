"""The closure of a model: its entry file plus every project file that it needs, as bytes read once."""

from __future__ import annotations

import ast
import os
import posixpath
from collections.abc import Iterable, Sequence
from pathlib import Path

from .. import codec
from ..records import Closure, SourceFile
from .entry import package_of_entry, parse, read_entry
from .files import Tree, is_below
from .imports import Finder, Import, Module, exported_names
from .inputs import glob_files, matching_inputs
from .names import NameFinder, Use
from .roots import installed_roots, usual_roots

#: A file over this many bytes is taken only when `inputs` lists it.
LARGE = 10_000_000
#: A ``glob`` in the source that matches more files than this asks to be listed, too.
MANY = 1000


def read_closure(
    root: Path,
    entry: str,
    *,
    inputs: Sequence[str] = (),
    search_path: Sequence[Path] = (),
    entry_bytes: bytes | None = None,
    large: int = LARGE,
    tree: Tree | None = None,
) -> Closure:
    """Read the entry file and everything of the repository that it needs.

    A file whose syntax is wrong is no error here: it is in the closure, and the run will report it.

    Args:
        root: the repository's working directory.
        entry: path of the entry file relative to `root`, ``/`` between parts.
        inputs: further files, as glob patterns relative to `root`; a folder stands for everything below it.
        search_path: ``sys.path`` of the interpreter that will run the model, without its first entry (that one depends
            on how the interpreter was started); what it reaches inside the repository is closure too.
        entry_bytes: the entry file's content, when it was read already.
        large: bytes over which a file that is only named in the source is left out (a note says so).
        tree: the working tree, where some of it was read already; it knows afterwards what was looked at.

    Raises:
        SourceError: the entry cannot be read, or an `inputs` pattern matches nothing.
    """
    return closure_in(
        tree or Tree(root), entry, inputs=inputs, search_path=search_path, entry_bytes=entry_bytes, large=large
    )


def closure_in(
    tree: Tree,
    entry: str,
    *,
    inputs: Sequence[str] = (),
    search_path: Sequence[Path] = (),
    entry_bytes: bytes | None = None,
    large: int = LARGE,
) -> Closure:
    """`read_closure` in a tree, which need not be the working tree."""
    entry = read_entry(tree, entry, entry_bytes)
    return _Reader(tree, entry, search_path, large).read(inputs)


class _Reader:
    """One reading of one closure: a list of files that are still to be scanned, until there is none."""

    def __init__(self, tree: Tree, entry: str, search_path: Sequence[Path], large: int) -> None:
        self.tree = tree
        self.entry = entry
        self.folder = posixpath.dirname(entry)
        self.large = large
        self.files: dict[str, SourceFile] = {}
        self.notes: list[str] = []
        self.module = ""
        self._trees: dict[str, ast.Module | None] = {}
        roots = usual_roots(tree, self.folder)
        source = self._parse(entry)
        package = package_of_entry(tree, entry, source)
        if package is not None:
            # As `python -m` does: the folder above the package, not the entry's own.
            base, self.module = package
            roots = [base, *(r for r in usual_roots(tree, base) if r != base)]
        self.home = roots[0]
        self.finder = Finder(tree, roots, lambda: installed_roots(tree, search_path))
        is_package = posixpath.basename(entry) == "__init__.py"
        self.packages = {entry: self.module if is_package else self.module.rpartition(".")[0]}

    def read(self, inputs: Sequence[str]) -> Closure:
        self._add(self.entry)
        pending = [self.entry]
        if self.module:
            pending += self._add_modules(self.finder.resolve(Import(self.packages[self.entry]), ""))
        for path in matching_inputs(self.tree, self.folder, inputs):
            if self._add(path):
                pending.append(path)
        while pending:
            pending += self._scan(pending.pop())
        return Closure(
            entry=self.entry,
            files=tuple(self.files[path] for path in sorted(self.files)),
            roots=self._roots(),
            module=self.module,
            notes=tuple(dict.fromkeys([*self.notes, *self.tree.notes])),
        )

    def _scan(self, path: str) -> list[str]:
        """Add what one Python file needs; returns the added files that are to be scanned in turn."""
        module = self._parse(path)
        if module is None:
            return []
        found: list[str] = []
        names, imports = NameFinder(self.tree.absolute(path), self.tree.absolute(self.folder)).scan(module)
        uses: dict[str, list[Use]] = {}
        for name in names:
            uses.setdefault(name.path, []).append(name.use)
        for folder in (text for text, use in uses.items() if "import root" in use):
            for root in self._places(folder, path):
                if self.tree.is_folder(root):
                    self.finder.add_root(root)
        package = self.packages.get(path, "")
        for item in imports:
            found += self._add_modules(self.finder.resolve(item, package))
            if "*" in item.names:
                found += self._add_star(item, package)
        for text, use in uses.items():
            if "pattern" in use:
                found += self._add_pattern(text, path)
            elif next((one for one in use if one in ("read", "written")), "read") == "read":
                # What is written first is the model's own output, also where it is read back.
                found += self._add_named(text, path)
        return found

    def _add_star(self, item: Import, package: str) -> list[str]:
        modules = self.finder.resolve(item, package)
        source = self._parse(modules[-1].file) if modules and modules[-1].file else None
        if source is None:
            return []
        names = exported_names(source)
        return self._add_modules(self.finder.resolve(Import(item.module, item.level, names), package))

    def _add_modules(self, modules: Iterable[Module]) -> list[str]:
        added = []
        for module in modules:
            file, name = module.file, module.name
            if file and file not in self.packages:
                is_package = posixpath.basename(file) == "__init__.py"
                self.packages[file] = name if is_package else name.rpartition(".")[0]
            if file and self._add(file):
                added.append(file)
        return added

    def _add_named(self, text: str, holder: str) -> list[str]:
        """Add a file that the source names, if there is one."""
        added = []
        for path in self._places(text, holder):
            if path in self.files or not self.tree.is_file(path):
                continue
            size = self.tree.size(path)
            if size > self.large:
                self.notes.append(
                    f"{path} is large ({size / 1e6:.0f} MB), so it was left out; if the model reads it, "
                    f"add it to this part in cadgit.toml: {codec.dumps({'inputs': [path]}).strip()}"
                )
            elif self._add(path) and path.endswith(".py"):
                added.append(path)
        return added

    def _add_pattern(self, text: str, holder: str) -> list[str]:
        added = []
        for pattern in self._places(text, holder):
            matches = glob_files(self.tree, pattern, into_folders=False)
            if len(matches) > MANY:
                self.notes.append(
                    f"{holder} looks through {pattern}, which matches {len(matches)} files, so they were left out; "
                    f"list those that the model reads as `inputs` of this part in cadgit.toml"
                )
                continue
            for match in matches:
                added += self._add_named(self.tree.absolute(match), holder)
        return added

    def _places(self, text: str, holder: str) -> list[str]:
        """Where in the repository a name may lie: as seen from the entry's folder, and from the file's own."""
        if text.startswith("/"):
            place = self.tree.relative(text)
            return [place] if place is not None else []
        folders = dict.fromkeys((self.folder, posixpath.dirname(holder)))
        places = []
        for folder in folders:
            place = posixpath.normpath(posixpath.join(folder, text))
            if place == ".." or place.startswith("../"):
                outside = os.path.join(self.tree.absolute(folder), text)
                if os.path.isfile(outside):
                    self.notes.append(f"{holder} names {text}, which lies outside the repository, so it was left out")
            else:
                places.append("" if place == "." else place)
        return places

    def _add(self, path: str) -> bool:
        """Take a file into the closure; True when it is new."""
        if path in self.files:
            return False
        file = self.tree.take(path)
        if file is None:
            return False
        self.files[path] = file
        return True

    def _parse(self, path: str) -> ast.Module | None:
        if path in self._trees:
            return self._trees[path]
        file = self.tree.take(path)
        if file is None or not (path.endswith(".py") or path == self.entry):
            return None
        tree = parse(file.data)
        if path == self.entry or path.endswith("/__init__.py"):
            self._trees[path] = tree  # these are asked for more than once
        return tree

    def _roots(self) -> tuple[str, ...]:
        """The import roots that matter for these files; others would make the record depend on the machine."""
        wanted = {self.home, self.folder} | self.finder.used
        for root in ("src", ""):  # for what is imported by a name that is made at run time
            if any(is_below(path, root) and not any(is_below(path, r) for r in wanted) for path in self.files):
                wanted.add(root)
        return (self.home, *(root for root in self.finder.roots if root != self.home and root in wanted))
