"""A part as the working tree has it: which file, which name, which bytes, and the candidate of these bytes."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from .. import source
from ..config import part_table
from ..errors import NameError_, RefError, RepositoryError, SourceError
from ..frozen import frozen
from ..git import refs
from ..git.refs import DEFAULT_LINE
from ..records import Candidate, CandidateMeta, Closure, Override
from .workspace import Workspace

#: Files that a part's folder may be named by, in the order they are looked for.
ENTRY_NAMES = ("model.py", "main.py", "part.py")
#: Files that hold geometry, which nobody means as a model: running one would make a part of that name.
_GEOMETRY = frozenset({".step", ".stp", ".brep", ".brp", ".stl", ".3mf", ".glb", ".gltf", ".obj", ".dxf", ".svg"})


@frozen
class WorkingPart:
    """A part as the working tree has it: its name and its entry file, relative to the repository's root."""

    name: str
    entry: str


def working_part(ws: Workspace, target: str | None) -> WorkingPart:
    """The part that a file, a folder, a part's name or nothing at all stands for.

    Raises:
        RefError: it stands for nothing.
        RepositoryError: the repository is bare.
        SourceError: the file is no model, or lies outside the repository.
        NameError_: the name that follows from the file belongs to another entry.
    """
    if target is None:
        return last_changed(ws)
    path = existing_path(ws, target)
    if path is not None:
        return _part_of_entry(ws, _entry_of(ws, path))
    part = named_part(ws, target)
    if part is not None:
        return part
    top = ws.root  # of which a bare repository has none, and says so
    if os.path.islink(top / ws.cwd / target):
        raise RefError(f"{target!r} is a link that leads nowhere", f"it is to {os.readlink(ws.cwd / target)}")
    raise RefError(f"{target!r} is no file and no part", _did_you_mean(ws, target) or what_there_is(ws))


def _did_you_mean(ws: Workspace, target: str) -> str:
    """A hint with a file beside the one that was meant, or a part, of nearly that name; empty if there is none."""
    import difflib  # only for the hint

    wanted = Path(target)
    try:
        beside = [path.name for path in (ws.cwd / wanted.parent).iterdir() if path.suffix == ".py" or path.is_dir()]
    except OSError:
        beside = []
    close = [str(wanted.parent / name) for name in difflib.get_close_matches(wanted.name, beside, n=1)]
    close += difflib.get_close_matches(target, ws.parts(), n=1)
    return f"did you mean {' or '.join(close)}?" if close else ""


def existing_path(ws: Workspace, target: str) -> Path | None:
    """The file or folder that `target` names relative to the current directory, if there is one."""
    if ws.repository.root is None:
        return None
    path = ws.cwd / target
    return path if os.path.exists(path) else None  # Path.exists raises for a name that is too long


def read_closure(ws: Workspace, part: WorkingPart, tree: source.Tree | None = None) -> Closure:
    """Read the part's closure from the working tree, each file once; `tree` may know some of them already."""
    settings = ws.config.part_for_entry(part.entry)
    return source.read_closure(
        ws.root,
        part.entry,
        inputs=settings.inputs if settings else (),
        search_path=ws.search_path,
        tree=tree,
    )


def meta_for(
    ws: Workspace,
    part: WorkingPart,
    closure: Closure,
    *,
    object: str | None = None,
    parameters: tuple[Override, ...] = (),
) -> CandidateMeta:
    """What a candidate of these bytes says of itself; the configuration names the object unless `object` does."""
    settings = ws.config.part_for_entry(part.entry)
    chosen = object if object is not None else (settings.object if settings else "")
    return CandidateMeta(
        part=part.name,
        entry=part.entry,
        object=chosen,
        parameters=tuple(sorted(parameters, key=lambda override: override.name)),
        roots=closure.roots,
        module=closure.module,
    )


def line_for(ws: Workspace, part: WorkingPart, line: str | None) -> str:
    """The line that candidates of the part go to."""
    settings = ws.config.part_for_entry(part.entry)
    chosen = line or (settings.line if settings else "") or DEFAULT_LINE
    refs.check_line_name(chosen)
    return chosen


def last_changed(ws: Workspace) -> WorkingPart:
    """The part whose files, or whose last run here, are the newest."""
    known: list[tuple[float, WorkingPart]] = []
    root, names = ws.root, ws.parts()
    for name in names:
        try:
            part = named_part(ws, name)
            if part is not None and (root / part.entry).is_file():
                known.append((_changed_at(ws, part), part))
        except RepositoryError as error:  # its ref was moved by hand; other parts can do without it
            ws.progress.notice(f"part {name} is left out: {error.message}")
    if not known and names:
        raise RefError("no part that is known here has its file in the working tree", what_there_is(ws))
    if not known:
        raise RefError("no part is known here yet", "name a file: `cadgit run model.py`")
    _, chosen = max(known, key=lambda item: item[0])
    if len(known) > 1:
        ws.progress.notice(f"part {chosen.name} ({chosen.entry}), the one changed last")
    return chosen


def _changed_at(ws: Workspace, part: WorkingPart) -> float:
    ran = ws.marks.ran(part.name)
    tip = ws.candidates.tip(part.name, line_for(ws, part, None))
    paths = {part.entry}
    if tip is not None:
        paths |= {path for path, _ in ws.candidates.files(tip)}
    times = [ran.when if ran else 0.0]
    for path in paths:
        try:
            times.append(os.stat(ws.root / path).st_mtime)
        except OSError:
            continue
    return max(times)


def named_part(ws: Workspace, name: str) -> WorkingPart | None:
    """The part of that name with its entry file, by the configuration, else by its newest candidate or version."""
    return part_of(ws, name) if name in ws.parts() else None


def part_of(ws: Workspace, name: str) -> WorkingPart | None:
    """`named_part` for one of `Workspace.parts`; None where nothing is left of it."""
    settings = ws.config.part(name)
    if settings is not None:
        return WorkingPart(name, settings.entry)
    ran = ws.marks.ran(name)
    newest = ws.candidates.get(ran.candidate) if ran else None
    if newest is None and (lines := ws.candidates.lines(name)):
        newest = ws.candidates.tip(name, DEFAULT_LINE if DEFAULT_LINE in lines else lines[0])
    if newest is None and (version := ws.versions.latest(name)) is not None:
        # Candidates do not travel with a clone, and may be dropped.
        newest = ws.versions.as_candidate(version)
    return WorkingPart(name, newest.meta.entry) if newest else None


def _entry_of(ws: Workspace, path: Path) -> str:
    root = ws.root.resolve()
    # Only the folder is resolved: a model that is itself a link is named by where the link is.
    whole = path.resolve() if path.is_dir() else path.parent.resolve() / path.name
    if whole.is_dir():
        whole = _entry_in_folder(ws, whole)
    try:
        return whole.relative_to(root).as_posix()
    except ValueError:
        raise SourceError(
            f"{path} lies outside the repository at {root}",
            "cadgit keeps models in the git repository that they belong to; run it there",
        ) from None


def _entry_in_folder(ws: Workspace, folder: Path) -> Path:
    for name in ENTRY_NAMES:
        if (folder / name).is_file():
            return folder / name
    raise SourceError(
        f"{folder} is a folder without {', '.join(ENTRY_NAMES[:-1])} or {ENTRY_NAMES[-1]}",
        "name the model's file",
    )


def _part_of_entry(ws: Workspace, entry: str) -> WorkingPart:
    settings = ws.config.part_for_entry(entry)
    if settings is not None:
        return WorkingPart(settings.name, entry)
    if Path(entry).suffix.lower() in _GEOMETRY:
        raise SourceError(
            f"{entry} holds geometry, and is no model that could be run",
            "`cadgit measure`, `features`, `diagnose`, `diff` and `score` read .step and .brep files; "
            "`cadgit trace FILE` says which model a file came from",
        )
    name = refs.part_name_from(source.part_stem(entry))
    other = _entry_with_name(ws, name)
    if other is not None and other != entry and (ws.root / other).exists():
        raise NameError_(
            f"part {name!r} already stands for {other}, so {entry} needs a name of its own",
            f"add to cadgit.toml:\n{part_table(name + '-2', entry)}",
        )
    return WorkingPart(name, entry)


def _entry_with_name(ws: Workspace, name: str) -> str | None:
    part = named_part(ws, name)
    return part.entry if part else None


def working_candidate(ws: Workspace, part: WorkingPart) -> Candidate | None:
    """The candidate of the bytes in the working tree now, or None if these never ran.

    Of several candidates with these bytes (other overrides, another ``--object``) the one that ran last here is
    meant, so that `cadgit run -P width=50` and `cadgit verify` are about the same geometry.
    """
    closure = read_closure(ws, part)
    ran = ws.marks.ran(part.name)
    if ran is not None:
        candidate = ws.candidates.current(ran.candidate)
        if candidate is not None and _same_bytes(ws, candidate, closure):
            return candidate
    meta = meta_for(ws, part, closure)
    return ws.candidates.find(part.name, line_for(ws, part, None), ws.candidates.tree_of(closure, meta))


def _same_bytes(ws: Workspace, candidate: Candidate, closure: Closure) -> bool:
    meta = replace(candidate.meta, entry=closure.entry, roots=closure.roots, module=closure.module)
    return ws.candidates.tree_of(closure, meta) == candidate.tree


def what_there_is(ws: Workspace) -> str:
    """A hint that names the parts."""
    parts = ws.parts()
    return (
        f"parts here: {', '.join(parts)}" if parts else "no part is known here yet; name a file: `cadgit run model.py`"
    )
