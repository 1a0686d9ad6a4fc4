"""Remembers what the script exported: a script that shows nothing often writes its result to a file."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any

from .viewer import Shown, variable_of

#: build123d's functions that write a shape to a file; the shape is their first argument.
FUNCTIONS = ("export_step", "export_stl", "export_brep", "export_gltf", "export_obj", "export_to_pcbway")
#: Its classes that take shapes one by one. What goes into a drawing is often a projection of the result.
MESHES, DRAWINGS = ("Mesher",), ("ExportSVG", "ExportDXF")


class Exports:
    """What was exported, by the function or class that took it, in order."""

    def __init__(self) -> None:
        self.files: list[Shown] = []
        self.drawings: list[Shown] = []
        self.by = ""

    def add(self, obj: Any, by: str) -> None:
        """Record one export."""
        shown = Shown(obj, variable=variable_of(obj, sys._getframe(2)))
        if by in DRAWINGS:
            self.drawings.append(shown)
        else:
            self.files.append(shown)
            self.by = by


@contextlib.contextmanager
def recording(exports: Exports) -> Iterator[None]:
    """Inside, build123d's export functions and classes record what they are given, and still do their work."""
    import build123d
    from build123d import exporters, exporters3d, mesher

    undo: list[tuple[Any, str, Any]] = []

    def patch(owner: Any, name: str, replacement: Any) -> None:
        undo.append((owner, name, getattr(owner, name)))
        setattr(owner, name, replacement)

    for name in FUNCTIONS:
        if hasattr(exporters3d, name):
            function = _recorded(getattr(exporters3d, name), exports, name, 0)
            patch(exporters3d, name, function)
            patch(build123d, name, function)
    for module, names in ((mesher, MESHES), (exporters, DRAWINGS)):
        for name in names:
            owner = getattr(module, name)
            patch(owner, "add_shape", _recorded(owner.add_shape, exports, name, 1))
    try:
        yield
    finally:
        for owner, name, original in reversed(undo):
            setattr(owner, name, original)


def _recorded(original: Callable[..., Any], exports: Exports, by: str, position: int) -> Callable[..., Any]:
    keyword = "shape" if position else "to_export"

    @functools.wraps(original)
    def recorded(*args: Any, **kwargs: Any) -> Any:
        given = args[position] if len(args) > position else kwargs.get(keyword)
        exports.add(given, by)
        return original(*args, **kwargs)

    return recorded
