"""Where a module's tree binds its top-level names, and which of them can be replaced."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Literal

from ..frozen import frozen
from .values import UNITS, in_mm

Kind = Literal["float", "int", "str", "bool", "list", "tuple", "dict", "none"]

_KINDS: dict[type, Kind] = {float: "float", int: "int", str: "str", bool: "bool", type(None): "none"}
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
#: Values that nest deeper are data or generated code, and no parameter.
_DEEPEST = 100
_NOWHERE = "the model has no top-level name"
_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


@frozen
class Parameter:
    """A top-level name that is bound to a literal, or to a constant expression of numbers and units.

    Attributes:
        line: line number in the source.
        text: source of the right side.
        unit: the unit constant in it (``"IN"``); one other than MM if there are several; empty for none.
        number: what it comes to, in `unit`; None where it is no number.
        settable: can ``-P`` replace it?
        why_not: the reason when it cannot.
    """

    name: str
    line: int
    text: str
    kind: Kind
    unit: str = ""
    number: float | None = None
    settable: bool = True
    why_not: str = ""


@frozen
class _Binding:
    """One place where a top-level name gets a value.

    Attributes:
        value: the expression that this name alone is bound to; None when there is no such expression.
        holder, index: where that expression hangs in the tree (`index` in a list, else the attribute `value`).
        why_not: why it cannot be replaced all the same.
        is_float: annotated as float.
    """

    line: int
    value: ast.expr | None = None
    holder: ast.AST | list[ast.expr] | None = None
    index: int = 0
    why_not: str = ""
    is_float: bool = False


class Scan:
    """All bindings of top-level names in a module: also those in its loops, branches and `with` blocks."""

    def __init__(self, module: ast.Module, lines: Sequence[bytes] = ()) -> None:
        self._module = module
        self._lines = lines
        self._bindings: dict[str, list[_Binding]] = {}
        self._units = {name: name for name in UNITS}
        self._build123d: set[str] = set()
        # A stack of our own: generated models nest deeper than Python's recursion limit.
        stack: list[ast.AST] = list(reversed(module.body))
        while stack:
            stack += reversed(self._visit(stack.pop()))

    def parameters(self) -> tuple[Parameter, ...]:
        """All parameters in source order, also those that cannot be replaced."""
        found = [self.parameter(name) for name in self._bindings if not name.startswith("__")]
        return tuple(sorted((p for p in found if p), key=lambda p: p.line))

    def parameter(self, name: str) -> Parameter | None:
        """The name as a parameter; None when it is not bound to a literal in the first place."""
        bindings = self._bindings.get(name)
        if not bindings or bindings[0].value is None:
            return None
        first, value = bindings[0], bindings[0].value
        kind = self._kind(value)
        if kind is None:
            return None
        why_not = first.why_not
        if len(bindings) > 1:
            again = ", ".join(str(line) for line in sorted({binding.line for binding in bindings[1:]}))
            why_not = f"{name} is bound at line {first.line} and again at line {again}"
        unit, millimetres = self._unit(value), in_mm(value, self._unit_of)
        return Parameter(
            name=name,
            line=first.line,
            text=self._text(value),
            kind="float" if kind == "int" and first.is_float else kind,
            unit=unit,
            number=None if millimetres is None else millimetres / UNITS.get(unit, 1),
            settable=not why_not,
            why_not=why_not,
        )

    def right_side(self, name: str) -> ast.expr:
        """What a parameter that is settable is bound to, with its place in the source."""
        value = self._bindings[name][0].value
        assert value is not None  # of a parameter
        return value

    def units_named(self, value: ast.expr) -> dict[str, str]:
        """The units in an expression, with how it calls them: ``{"IN": "bd.IN"}``."""
        return {unit: ast.unparse(node) for node in ast.walk(value) if (unit := self._unit_of(node))}

    def replace(self, name: str, new: ast.expr) -> None:
        """Put another expression at the right side of a parameter that is settable, at the old one's line."""
        binding = self._bindings[name][0]
        for node in ast.walk(new):
            if binding.value is not None:
                ast.copy_location(node, binding.value)
        if isinstance(binding.holder, list):
            binding.holder[binding.index] = new
        elif isinstance(binding.holder, ast.Assign | ast.AnnAssign):
            binding.holder.value = new

    def why_unknown(self, name: str) -> str:
        """Why a name is no parameter, with the line where it occurs."""
        bindings = self._bindings.get(name)
        if bindings:
            value = bindings[0].value
            what = f"computed ({_shown(value)})" if value is not None else "not bound to a literal"
            return f"{name} at line {bindings[0].line} is {what}, and only a literal can be replaced"
        for node in ast.walk(self._module):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                    for argument in arguments:
                        if argument.arg == name:
                            return (
                                f"{name} is only an argument of {node.name}() at line {argument.lineno}; "
                                "bind a top-level name to the value and pass that"
                            )
                    for inner in ast.walk(node):
                        if isinstance(inner, ast.Name) and inner.id == name and isinstance(inner.ctx, ast.Store):
                            return f"{name} is only bound inside {node.name}() at line {inner.lineno}"
                case ast.ClassDef():
                    for statement in node.body:
                        if any(target.id == name for target in _names_stored(statement)):
                            return f"{name} is only a field of class {node.name} at line {statement.lineno}"
        return f"{_NOWHERE} {name}"

    def suggestion(self, name: str) -> str:
        """What else could have been meant, where the name occurs nowhere; else nothing."""
        settable = [parameter.name for parameter in self.parameters() if parameter.settable]
        if not settable or not self.why_unknown(name).startswith(_NOWHERE):
            return ""
        import difflib  # only when something is wrong already

        close = difflib.get_close_matches(name, settable, n=1)
        return f"did you mean {close[0]}?" if close else f"it has {', '.join(settable[:12])}"

    # --- the walk -----------------------------------------------------------------------------------------

    def _visit(self, node: ast.AST) -> list[ast.AST]:
        """Note what a node binds; returns the children that are still in the module's own scope."""
        match node:
            case ast.Assign(targets=[target], value=value):
                self._assign(target, value, node, 0)
                return [value]
            case ast.Assign(targets=targets, value=value):
                names = " = ".join(ast.unparse(target) for target in targets)
                why_not = f"line {node.lineno} binds several names to one value ({names}); give each a line of its own"
                for name in _names_stored(node):
                    self._add(name.id, _Binding(node.lineno, value, why_not=why_not))
                return [value]
            case ast.AnnAssign(target=target, value=ast.expr() as value, annotation=annotation):
                is_float = isinstance(annotation, ast.Name) and annotation.id == "float"
                self._assign(target, value, node, 0, is_float=is_float)
                return [value]
            case ast.AnnAssign():
                return []  # `width: float` alone binds nothing
            case ast.comprehension(iter=iterable, ifs=conditions):
                return [iterable, *conditions]  # its target lives in a scope of its own
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                self._add(name, _Binding(node.lineno))
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                self._add(name, _Binding(node.lineno))
            case ast.MatchMapping(rest=str(name)):
                self._add(name, _Binding(node.lineno))
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                self._scope(node)
                return []
        return list(ast.iter_child_nodes(node))

    def _add(self, name: str, binding: _Binding) -> None:
        self._bindings.setdefault(name, []).append(binding)
        self._units.pop(name, None)  # a model's own M is no metre

    def _assign(
        self, target: ast.expr, value: ast.expr, holder: ast.AST | list[ast.expr], index: int, *, is_float: bool = False
    ) -> None:
        if isinstance(target, ast.Name):
            self._add(target.id, _Binding(value.lineno, value, holder, index, is_float=is_float))
        elif isinstance(target, ast.Tuple | ast.List):
            items = value.elts if isinstance(value, ast.Tuple | ast.List) else []
            starred = any(isinstance(item, ast.Starred) for item in (*target.elts, *items))
            if len(items) == len(target.elts) and not starred:
                for i, inner in enumerate(target.elts):
                    self._assign(inner, items[i], items, i)
            else:
                for name in _names_in(target):
                    self._add(name.id, _Binding(target.lineno))

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            self._add(bound, _Binding(node.lineno))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("build123d") and alias.name in UNITS:
                self._units[bound] = alias.name
            elif isinstance(node, ast.Import) and alias.name == "build123d":
                self._build123d.add(bound)

    def _scope(self, node: _Scope) -> None:
        if isinstance(node, ast.Lambda):
            return
        self._add(node.name, _Binding(node.lineno))
        shared = {name for inner in ast.walk(node) if isinstance(inner, ast.Global) for name in inner.names}
        if shared:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name) and inner.id in shared and isinstance(inner.ctx, ast.Store | ast.Del):
                    self._add(inner.id, _Binding(inner.lineno))

    # --- what is bound ------------------------------------------------------------------------------------

    def _kind(self, value: ast.expr, depth: int = 0) -> Kind | None:
        if depth > _DEEPEST:
            return None
        match value:
            case ast.Constant(value=constant):
                return _KINDS.get(type(constant))
            case ast.Tuple(elts=items) | ast.List(elts=items):
                if all(self._kind(item, depth + 1) for item in items):
                    return "tuple" if isinstance(value, ast.Tuple) else "list"
            case ast.Dict(keys=keys, values=values):
                if all(item is not None and self._kind(item, depth + 1) for item in (*keys, *values)):
                    return "dict"
            case _:
                return self._number(value, depth)
        return None

    def _number(self, value: ast.expr, depth: int) -> Literal["int", "float"] | None:
        """The kind of a constant expression of numbers and units; None when it is none."""
        if depth > _DEEPEST:
            return None
        match value:
            case ast.Constant(value=constant) if type(constant) in (int, float):
                return "int" if type(constant) is int else "float"
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                return self._number(operand, depth + 1)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
                kinds = {self._number(left, depth + 1), self._number(right, depth + 1)}
                if None in kinds:
                    return None
                return "float" if "float" in kinds or isinstance(op, ast.Div) else "int"
            case ast.Name() | ast.Attribute() if self._unit_of(value):
                return "float"
        return None

    def _unit_of(self, node: ast.AST) -> str:
        match node:
            case ast.Name(id=name):
                return self._units.get(name, "")
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in self._build123d and name in UNITS:
                return name
        return ""

    def _unit(self, value: ast.expr) -> str:
        units = self.units_named(value)
        return next((unit for unit in units if unit != "MM"), "MM" if units else "")

    def _text(self, value: ast.expr) -> str:
        if value.lineno == value.end_lineno and value.lineno <= len(self._lines):
            try:
                return self._lines[value.lineno - 1][value.col_offset : value.end_col_offset].decode("utf-8")
            except UnicodeDecodeError:
                pass  # another encoding: its columns count something else
        return ast.unparse(value)


def _shown(value: ast.expr) -> str:
    try:
        text = ast.unparse(value)
    except RecursionError:  # generated code
        return "a long expression"
    return text if len(text) <= 60 else text[:57] + "..."


def _names_stored(statement: ast.stmt) -> Iterator[ast.Name]:
    """The names that an assignment binds."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _names_in(target)
    elif isinstance(statement, ast.AnnAssign):
        yield from _names_in(statement.target)


def _names_in(target: ast.expr) -> Iterator[ast.Name]:
    return (node for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
