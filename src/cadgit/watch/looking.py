"""A look at a part's files: the closure as bytes that were read once, what is missing of it, and where to look next."""

from __future__ import annotations

import hashlib
import os
import posixpath
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ..errors import ConfigError, UsageError
from ..frozen import frozen
from ..records import Closure, SourceFile
from ..source import Tree
from ..workflow import working
from ..workflow.workspace import Workspace

#: cadgit's own settings: other ones may mean another result, or another verdict.
SETTINGS = "cadgit.toml"
#: Of the folders that were only looked into (``inputs = ["**/*.csv"]``) so many are watched at most.
MOST_FOLDERS = 64
#: Links that lead to links are followed so far; Linux itself follows 40.
_LONGEST_CHAIN = 40


@frozen
class Look:
    """What was found. Two looks with the same `content` are of the same bytes.

    Attributes:
        content: a hash over all that a turn depends on.
        closure: the bytes to run; None where they cannot be.
        trouble: why not, where more is wrong than a missing or empty file.
        hashes: path and hash of each file that counts, relative to the repository, sorted.
        folders: absolute paths of the folders whose changes matter.
        files: absolute paths of the files whose changes matter, and those that they are links to.
    """

    content: str
    closure: Closure | None
    trouble: UsageError | None
    hashes: tuple[tuple[str, str], ...]
    folders: frozenset[str]
    files: frozenset[str]

    def changed_from(self, before: Look | None) -> tuple[str, ...]:
        """The files with other bytes than in an earlier look; none where there was no look."""
        return tuple(sorted({path for path, _ in set(self.hashes) ^ set(before.hashes)})) if before else ()


class Looker:
    """Looks at one part again and again; only what has changed is taken apart anew.

    Args:
        root: the working tree's top folder.
        part: what to look at.
        open_workspace: gives the workspace with its settings as they are now.
    """

    def __init__(self, root: Path, part: working.WorkingPart, open_workspace: Callable[[], Workspace]) -> None:
        self.part = part
        #: The look that a turn was begun with last.
        self.begun: Look | None = None
        self._root = root
        self._open = open_workspace
        self._ws: Workspace | None = None
        self._settings: SourceFile | None = None
        self._tree: Tree | None = None
        self._paths: frozenset[str] = frozenset()
        self._look: Look | None = None

    def look(self) -> Look:
        """What there is now; the same object as before as long as nothing has changed.

        Raises:
            EnvironmentFailed: the repository has gone, or cannot be used any more.
        """
        if self._look is None or self._tree is None or not self._tree.is_unchanged():
            self._look = self._read()
        elif (folders := _folders(self._tree, self._paths)) != self._look.folders:
            self._look = replace(self._look, folders=folders)  # one on the way to a missing file has come back
        return self._look

    def hollow(self) -> tuple[str, ...]:
        """Files that are missing or empty: the entry file, and those that had bytes when a turn was begun last."""
        tree, look = self._tree, self._look
        if tree is None or look is None:
            return ()
        if _is_hollow(tree, self.part.entry):
            return (self.part.entry,)
        before = self.begun.closure if self.begun else None
        if before is None or look.closure is None or look.closure is before:
            return ()
        now = {file.path: file.data for file in look.closure.files}
        return tuple(
            file.path
            for file in before.files
            if file.data and not now.get(file.path) and _is_hollow(tree, file.path) and _is_named(file.path, now)
        )

    def _read(self) -> Look:
        tree = self._tree = Tree(self._root)
        settings = tree.take(SETTINGS)
        tree.take(self.part.entry)
        closure, trouble = None, None
        extra = [SETTINGS]
        try:
            ws = self._workspace(settings)
            self._expect_same_part(ws)
            extra += _spec_files(ws, self.part.entry)
            if not _is_hollow(tree, self.part.entry):
                closure = working.read_closure(ws, self.part, tree)
        except UsageError as error:
            trouble = error
        files = {file.path: file for file in (closure.files if closure else ())}
        for path in (self.part.entry, *extra):
            if (taken := tree.take(path)) is not None:
                files[path] = taken
        self._paths = frozenset({self.part.entry, *extra, *files})
        hashes = tuple((path, _sha256(file)) for path, file in sorted(files.items()))
        how = (closure.roots, closure.module) if closure else str(trouble)
        return Look(
            content=hashlib.sha256(repr((hashes, how)).encode()).hexdigest(),
            closure=closure,
            trouble=trouble,
            hashes=hashes,
            folders=_folders(tree, self._paths),
            files=frozenset(place for path in self._paths for place in _links(tree.absolute(path))),
        )

    def _expect_same_part(self, ws: Workspace) -> None:
        """A part that got another name or entry file is another part, and its candidates go elsewhere."""
        name, entry = self.part.name, self.part.entry
        by_name, by_entry = ws.config.part(name), ws.config.part_for_entry(entry)
        if (by_name is not None and by_name.entry != entry) or (by_entry is not None and by_entry.name != name):
            raise ConfigError(f"{SETTINGS} no longer says that {entry} is part {name}", "start the watch again")

    def _workspace(self, settings: SourceFile | None) -> Workspace:
        if self._ws is None or settings != self._settings:
            ws = self._open()
            ws.repository.close()  # only the settings are asked for
            self._ws, self._settings = ws, settings
        return self._ws


def _spec_files(ws: Workspace, entry: str) -> tuple[str, ...]:
    settings = ws.config.part_for_entry(entry)
    return settings.spec.files if settings is not None and settings.spec is not None else ()


def _is_hollow(tree: Tree, path: str) -> bool:
    """Missing or empty, as a file is for an instant while an editor saves it."""
    if not os.path.exists(tree.absolute(path)):
        return True
    file = tree.take(path)
    return file is not None and not file.data


def _is_named(path: str, files: dict[str, bytes]) -> bool:
    """Whether the sources still speak of a file: where they do not, it is missing for good."""
    folder, _, name = path.rpartition("/")
    stem = posixpath.basename(folder) if name == "__init__.py" else name.rpartition(".")[0] or name
    return any(stem.encode() in data for other, data in files.items() if other.endswith(".py"))


def _sha256(file: SourceFile) -> str:
    return hashlib.sha256(file.data).hexdigest() + ("x" if file.executable else "")


def _folders(tree: Tree, paths: Iterable[str]) -> frozenset[str]:
    """The folders of the files, those above (one may be renamed), and those where a missing file may turn up."""
    top = os.path.realpath(tree.root)
    found: set[str] = set()
    for path in paths:
        for place in _links(tree.absolute(path)):
            found |= set(_up_to(top, os.path.realpath(os.path.dirname(place))))
    looked_into = [os.path.realpath(tree.absolute(folder)) for folder in tree.listed]
    found |= {folder for folder in looked_into[:MOST_FOLDERS] if folder == top or folder.startswith(top + "/")}
    return frozenset(folder for folder in found if os.path.isdir(folder))


def _up_to(top: str, folder: str) -> Iterator[str]:
    while folder.startswith(top):
        yield folder
        if folder == top:
            return
        folder = os.path.dirname(folder)


def _links(path: str) -> Iterator[str]:
    """Where a file is, as inotify names it, and where the links that it may be lead to, one after the other."""
    for _ in range(_LONGEST_CHAIN):
        path = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        yield path
        try:
            path = os.path.join(os.path.dirname(path), os.readlink(path))
        except OSError:
            return
