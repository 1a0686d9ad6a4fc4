"""The stand-in for the viewer packages: same names, no connection, and a memory of what the viewer would hold.

Nearly every public build123d script imports ``ocp_vscode`` or ``ocp_viewer`` and shows what it makes, so showing is
how most scripts say what their result is. The stand-in takes the place of the package whether or not it is
installed: a run must not depend on a viewer, nor open a connection to one.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...frozen import frozen
from . import viewer_names

#: Packages whose ``show`` this stands in for; all of their modules have the same names.
PACKAGES = ("ocp_vscode", "ocp_viewer", "ocp_viewer_core", "ocp_tessellate", "jupyter_cadquery", "yacv_server")


@frozen
class Shown:
    """One object in the viewer: as it was given, with the name and colour that were given with it.

    `variable` is the name that the object had where it was shown, for want of a better label.
    """

    object: Any
    name: str = ""
    variable: str = ""
    color: Any = None
    alpha: float | None = None


@dataclass(slots=True)
class Viewer:
    """What the viewer would hold, and which call put it there last (``"show"``, ``"show_object"``, …)."""

    held: list[Shown] = field(default_factory=list)
    by: str = ""
    pushed: list[Shown] = field(default_factory=list)

    def show(self, *objects: Any, names: Any = None, colors: Any = None, alphas: Any = None, **options: Any) -> None:
        """Replaces what was shown."""
        scope = sys._getframe(1)
        self.held = [
            Shown(item, str(name or ""), variable_of(item, scope), color, _number(alpha))
            for item, name, color, alpha in zip(
                objects,
                _aligned(names, len(objects)),
                _aligned(colors, len(objects)),
                _aligned(alphas, len(objects)),
                strict=True,
            )
        ]
        self.by = "show"

    def show_object(
        self, obj: Any, name: Any = None, options: Any = None, parent: Any = None, clear: Any = False, **rest: Any
    ) -> None:
        """Adds to what was shown; `update=True` takes the place of what has the same name."""
        given = options if isinstance(options, Mapping) else {}
        self._drop(name if rest.get("update") else None, everything=bool(clear))
        color, alpha = given.get("color"), _number(given.get("alpha"))
        self.held.append(Shown(obj, str(name or ""), variable_of(obj, sys._getframe(1)), color, alpha))
        self.by = "show_object"

    def push_object(
        self, obj: Any, name: Any = None, color: Any = None, alpha: Any = None, clear: Any = False, **rest: Any
    ) -> None:
        """Lays an object ready for `show_objects`."""
        if clear:
            self.pushed.clear()
        if rest.get("update"):
            self.pushed = [shown for shown in self.pushed if shown.name != str(name or "")]
        self.pushed.append(Shown(obj, str(name or ""), variable_of(obj, sys._getframe(1)), color, _number(alpha)))

    def show_objects(self, *args: Any, **options: Any) -> None:
        """Shows what was pushed, in place of what was shown."""
        self.held = list(self.pushed)
        self.by = "show_objects"

    def show_all(self, variables: Any = None, exclude: Any = None, classes: Any = None, **options: Any) -> None:
        """Shows every variable of the caller (or of `variables`), in place of what was shown."""
        scope = variables if isinstance(variables, Mapping) else sys._getframe(1).f_locals
        left_out = set(exclude or ())
        wanted = tuple(classes) if classes else (object,)
        self.held = [
            Shown(value, variable=name)
            for name, value in list(scope.items())
            if name not in left_out and not name.startswith("__") and isinstance(value, wanted)
        ]
        self.by = "show_all"

    def show_clear(self, *args: Any, **options: Any) -> None:
        """Nothing is shown any more."""
        self._drop(None, everything=True)

    reset_show = show_clear

    def remove_object(self, name: Any = None, *args: Any, **options: Any) -> None:
        """Takes what has this name out of the viewer."""
        self._drop(name)

    def _drop(self, name: Any, everything: bool = False) -> None:
        if everything:
            self.held, self.pushed = [], []
        elif name:
            self.held = [shown for shown in self.held if shown.name != str(name)]
            self.pushed = [shown for shown in self.pushed if shown.name != str(name)]


def variable_of(obj: Any, frame: types.FrameType | None) -> str:
    """The name of `obj` among the variables of the frame that shows it; a builder's part goes by the builder's name."""
    if frame is None:
        return ""
    for scope in (frame.f_locals, frame.f_globals):
        for name, value in list(scope.items()):
            if value is obj and not name.startswith("_"):
                return name
    for scope in (frame.f_locals, frame.f_globals):
        for name, value in list(scope.items()):
            if not name.startswith("_") and any(getattr(value, kept, None) is obj for kept in _KEPT_BY_BUILDERS):
                return name
    return ""


_KEPT_BY_BUILDERS = ("_part", "_sketch", "_line")


def _aligned(values: Any, count: int) -> list[Any]:
    """One value for each object: missing ones are None, one value alone belongs to the first."""
    if values is None:
        return [None] * count
    if isinstance(values, str) or not isinstance(values, Sequence):
        # A colour map yields colours without end; a single name or number is taken as a list of one.
        values = [values] if isinstance(values, str | int | float) else []
    return [*values, *[None] * count][:count]


def _number(value: Any) -> float | None:
    with contextlib.suppress(TypeError, ValueError):
        return None if value is None else float(value)
    return None


# --- the modules ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def standing_in(viewer: Viewer) -> Iterator[None]:
    """Inside, importing any module of a viewer package gives the stand-in, and what is shown goes to `viewer`."""
    finder = _Finder(_public(viewer))
    _forget()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):
            sys.meta_path.remove(finder)
        _forget()


def cq_editor_names(viewer: Viewer) -> dict[str, Callable[..., Any]]:
    """What CQ-editor puts among a script's variables; scripts ask ``if "show_object" in locals()`` for it."""
    return {"show_object": viewer.show_object, "debug": _nothing}


class _Module(types.ModuleType):
    """A module whose public names win over submodules of that name: ``show`` is a function and a module."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, types.ModuleType) and name in self.__dict__):
            super().__setattr__(name, value)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and makes every module of the viewer packages, also submodules that this version of them has not."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """A spec for the modules of viewer packages, None for all others."""
        if fullname.partition(".")[0] not in PACKAGES:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin="cadgit", is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """As the import system asks of a loader."""
        return _Module(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Fill the module with every public name; any other name is something harmless."""
        module.__dict__.update(self._names)
        module.__dict__["__all__"] = sorted(self._names)
        module.__dict__["__version__"] = viewer_names.VERSION
        module.__dict__["__getattr__"] = _unknown


def _public(viewer: Viewer) -> dict[str, Any]:
    names: dict[str, Any] = {name: _nothing for name in viewer_names.CALLABLES}
    names.update(viewer_names.ENUMS)
    names.update({name: viewer_names.Harmless() for name in viewer_names.CLASSES})
    names.update({name: viewer_names.ColorMap() for name in viewer_names.COLOR_MAPS})
    names["hex_to_rgb"] = viewer_names.hex_to_rgb
    for name in ("show", "show_object", "show_objects", "show_all", "show_clear"):
        names[name] = getattr(viewer, name)
    names.update(push_object=viewer.push_object, reset_show=viewer.reset_show, remove_object=viewer.remove_object)
    names.update(viewer_names.SELECTORS)
    return names


def _unknown(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return viewer_names.Harmless()


def _nothing(*args: Any, **kwargs: Any) -> viewer_names.Harmless:
    """Does nothing, as there is no viewer."""
    return viewer_names.Harmless()


def _forget() -> None:
    for name in [name for name in sys.modules if name.startswith(PACKAGES) and name.partition(".")[0] in PACKAGES]:
        del sys.modules[name]
