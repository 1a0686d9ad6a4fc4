"""Which files a model's source names: string literals and simple path expressions, read from the syntax tree.

What is understood: literals, f-strings of what is understood, ``a + b``, ``Path(…)``, ``/``, ``__file__`` with
``.parent``, ``.parents[n]``, ``.resolve()``, ``.joinpath``, ``.with_name`` and ``.with_suffix``, the usual functions
of ``os.path``, names bound to any of these, and ``glob``, ``rglob``, ``listdir`` and ``iterdir`` of them. Where the
left side of a ``/`` or of a join is not understood, its right side still names a file.
"""

from __future__ import annotations

import ast
import posixpath
import re
from typing import Literal, NamedTuple

from .imports import Import, imports_in

Use = Literal["read", "named", "written", "pattern", "import root"]

_READS = re.compile(r"(import_|i?mread|read|load|open$|genfromtxt|parse$|run_path|fromfile|from_file)")
_WRITES = re.compile(r"(export|write|save|dump|to_|mkdir|makedirs|unlink|remove|touch|rename|rmtree)")
_KEEPS_PATH = frozenset(
    {"Path", "PurePath", "PosixPath", "PurePosixPath", "str", "fspath", "abspath", "realpath", "normpath"}
)
_SAME_PATH = frozenset({"resolve", "absolute", "as_posix", "expanduser"})
#: Deeper expressions than this are data, not file names.
_DEPTH = 40
#: Longer strings than this name no file (NAME_MAX of common file systems is 255, a path has a few parts).
_LONGEST = 1000
#: Nodes that can be a path, and nodes below which there is nothing to find.
_PATHS = frozenset(
    {ast.Constant, ast.Name, ast.JoinedStr, ast.FormattedValue, ast.BinOp, ast.Attribute, ast.Subscript, ast.Call}
)
_LEAVES = frozenset({ast.Constant, ast.Name})


class Name(NamedTuple):
    """A path as written: absolute when it was built on ``__file__``, else as the model would open it."""

    path: str
    use: Use


class NameFinder:
    """Collects the file names in one module.

    Args:
        file: absolute path that ``__file__`` will stand for.
        folder: absolute path of the entry's folder, which is the working directory of the run.
    """

    def __init__(self, file: str, folder: str) -> None:
        self._folder = folder
        self._values: dict[str, str] = {"__file__": file}

    def scan(self, module: ast.Module) -> tuple[list[Name], list[Import]]:
        """All file names and all imports of a module, in source order."""
        names: list[Name] = []
        imports: list[Import] = []
        for statement in module.body:
            self._bind(statement)  # a function may use what is bound below it
        # One pass with a stack of our own: generated models nest deeper than Python's recursion limit, and this is
        # the longest loop on the way of every run.
        stack: list[tuple[ast.AST, Use]] = [(module, "named")]
        while stack:
            node, use = stack.pop()
            kind = type(node)
            if kind in _PATHS:
                path = self._path(node)  # type: ignore[arg-type]
                if path is not None:
                    names.append(Name(path, use))
                    continue
            if kind in _LEAVES:
                continue
            if isinstance(node, ast.Call):
                imports += imports_in(node)
                found, inner = self._call(node)
                names += found
                stack += reversed(inner)
                continue
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports += imports_in(node)
                continue
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue  # a docstring
            self._bind(node)
            # A use is that of the path expression itself; what is deeper (f-strings, lists) is looked at afresh.
            stack += [(child, "named") for child in reversed(_children(node))]
        return names, imports

    def _bind(self, statement: ast.AST) -> None:
        """Remember what path a name stands for."""
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                return
        path = self._path(value)
        if path is not None:
            self._values[name] = path

    def _call(self, call: ast.Call) -> tuple[list[Name], list[tuple[ast.AST, Use]]]:
        name, owner = _called(call)
        if not name:
            return [], [(child, "named") for child in _children(call)]
        arguments: list[ast.expr] = [*call.args, *(keyword.value for keyword in call.keywords)]
        found = self._folder_call(name, owner, arguments) or self._search_path_call(name, owner, arguments)
        if found:
            return found, []
        use: Use = "named"
        owner_use: Use = "named"
        if name == "open":
            use = owner_use = "written" if self._opens_to_write(call, owner) else "read"
        elif name in ("write_text", "write_bytes"):
            owner_use = "written"  # the argument is the content
        elif _WRITES.match(name):
            use = "written"
            owner_use = "written" if owner is not None and self._path(owner) is not None else "named"
        elif _READS.match(name):
            use = owner_use = "read"
        children: list[tuple[ast.AST, Use]] = [(argument, use) for argument in arguments]
        if owner is not None:
            children.append((owner, owner_use))
        return [], children

    def _opens_to_write(self, call: ast.Call, owner: ast.expr | None) -> bool:
        # Path(...).open(mode), but os.open / io.open / gzip.open(path, mode)
        position = 0 if owner is not None and self._path(owner) is not None else 1
        modes = [k.value for k in call.keywords if k.arg == "mode"] or call.args[position : position + 1]
        return any(isinstance(m, ast.Constant) and re.match(r"[wxa]", str(m.value)) for m in modes)

    def _folder_call(self, name: str, owner: ast.expr | None, arguments: list[ast.expr]) -> list[Name]:
        """`glob`, `rglob`, `iterdir`, `listdir` and `scandir`, as patterns."""
        if name in ("glob", "iglob", "rglob") and arguments:
            pattern = self._path(arguments[0])
            if pattern is None:
                return []
            folder = self._path(owner) if owner is not None and not isinstance(owner, ast.Name) else None
            if isinstance(owner, ast.Name):
                folder = self._values.get(owner.id)
            deep = "**/" if name == "rglob" else ""
            return [Name(posixpath.join(folder, deep + pattern) if folder is not None else pattern, "pattern")]
        if name in ("iterdir", "listdir", "scandir"):
            place = owner if name == "iterdir" else (arguments[0] if arguments else None)
            folder = self._path(place) if place is not None else None
            return [Name(posixpath.join(folder, "*"), "pattern")] if folder is not None else []
        return []

    def _search_path_call(self, name: str, owner: ast.expr | None, arguments: list[ast.expr]) -> list[Name]:
        """``sys.path.insert(0, …)`` and ``sys.path.append(…)``: a further import root."""
        match owner:
            case ast.Attribute(attr="path", value=ast.Name(id="sys")) if name in ("insert", "append") and arguments:
                folder = self._path(arguments[-1])
                return [Name(folder, "import root")] if folder is not None else []
        return []

    def _path(self, node: ast.expr, depth: int = 0) -> str | None:
        """The path that an expression stands for; None when it is not understood."""
        if depth > _DEPTH:
            return None
        match node:
            case ast.Constant(value=str(text)):
                return text if 0 < len(text) <= _LONGEST and "\n" not in text and "\0" not in text else None
            case ast.Name(id=name):
                return self._values.get(name)
            case ast.JoinedStr(values=parts):
                texts = [self._path(part, depth + 1) for part in parts]
                known = [text for text in texts if text is not None]
                return "".join(known) if len(known) == len(texts) else None
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return self._path(value, depth + 1)
            case ast.BinOp(op=ast.Div(), left=left, right=right):
                tail = self._path(right, depth + 1)
                return posixpath.join(self._path(left, depth + 1) or "", tail) if tail is not None else None
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                head = self._path(left, depth + 1)
                tail = self._path(right, depth + 1) if head is not None else None
                return head + tail if head is not None and tail is not None else None
            case ast.Attribute(attr="parent", value=value):
                path = self._path(value, depth + 1)
                return posixpath.dirname(path) if path is not None else None
            case ast.Subscript(value=ast.Attribute(attr="parents", value=value), slice=ast.Constant(value=int(n))):
                path = self._path(value, depth + 1)
                for _ in range(min(n, _DEPTH) + 1):
                    path = posixpath.dirname(path) if path is not None else None
                return path
            case ast.Call():
                return self._path_call(node, depth + 1)
        return None

    def _path_call(self, call: ast.Call, depth: int) -> str | None:
        name, owner = _called(call)
        if not name:
            return None
        args = call.args
        if not args:
            if name in ("cwd", "getcwd", "Path", "PurePath"):
                return self._folder
            return self._path(owner, depth) if owner is not None and name in _SAME_PATH else None
        # A method of a path, or a function of a module such as os.path?
        path = self._path(owner, depth) if owner is not None else None
        match name, args:
            case "joinpath", _:
                return self._joined(path or "", args, depth)
            case "with_name", [ast.Constant(value=str(text))] if path is not None:
                return posixpath.join(posixpath.dirname(path), text)
            case "with_suffix", [ast.Constant(value=str(text))] if path is not None:
                return posixpath.splitext(path)[0] + text
            case "dirname", [value]:
                path = self._path(value, depth)
                return posixpath.dirname(path) if path is not None else None
            case "join", [first, *rest] if rest and not isinstance(owner, ast.Constant):  # not ", ".join(…)
                return self._joined(self._path(first, depth) or "", rest, depth)
            case _, [first, *rest] if name in _KEEPS_PATH:
                head = self._path(first, depth)
                return self._joined(head or "", rest, depth) if rest else head
        return None

    def _joined(self, head: str, rest: list[ast.expr], depth: int) -> str | None:
        tail = [self._path(part, depth) for part in rest]
        known = [part for part in tail if part is not None]
        return posixpath.join(head, *known) if len(known) == len(tail) else None


def _called(call: ast.Call) -> tuple[str, ast.expr | None]:
    """The name of what is called, and what it belongs to: ``("join", os.path)``; an empty name for anything else."""
    match call.func:
        case ast.Name(id=name):
            return name, None
        case ast.Attribute(attr=name, value=owner):
            return name, owner
    return "", None


def _children(node: ast.AST) -> list[ast.AST]:
    """As `ast.iter_child_nodes`, in half its time, and without operators and contexts."""
    found: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST) and type(value)._fields:
            found.append(value)
    return found
