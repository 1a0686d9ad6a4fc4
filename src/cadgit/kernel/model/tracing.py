"""Which line of the model made which face, and what the fillet that ended it was about: for `cadgit diagnose` only.

Every shape of build123d is kept in one attribute, so that is where a face is first seen; the model's innermost line at
that moment made it. A face that a later operation leaves alone is the same face afterwards (OCCT shares it), one that
is cut is a new one. The geometry is not touched, and a run that is not traced pays nothing.

What comes out was said by the model's own process: it is read as a hint, and never as a fact about the geometry.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import linecache
import sys
import time
import types
from collections.abc import Iterator
from typing import Any

from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopLoc import TopLoc_Location

from ...frozen import frozen
from ...records import BlendKind, Failure, Frame
from ...shape.brep import EDGE, FACE, shape_map, write_brep
from ..jobs import FailedBlend, Trace
from .failure import Place

#: Seconds that looking at faces may take in a run, faces that are remembered, bytes of a body that is handed over.
_BUDGET, _FACES, _BODY = 10.0, 500_000, 64 << 20


@frozen
class _Attempt:
    """A call that failed: the body, the arguments by name, and the model's line."""

    kind: BlendKind
    body: Any
    arguments: dict[str, Any]
    line: Frame


class Tracing:
    """What is seen of one run. Faces count apart from where they are: a moved copy was made where the first was."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._files: dict[str, str] = {}
        self._whole = ShapeMap()
        self._faces = ShapeMap()
        self._made_by: list[tuple[str, int, str]] = []
        self._last: dict[tuple[str, int, str], int] = {}
        self._attempt: _Attempt | None = None
        self._spent = 0.0
        self._copying = 0

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Inside, shapes are seen as build123d makes them."""
        from build123d.topology import Mixin3D, Shape

        before = {name: getattr(Mixin3D, name) for name in ("fillet", "chamfer", "max_fillet")}
        deepcopy = Shape.__deepcopy__
        Shape._wrapped = _Kept(self)
        Shape.__deepcopy__ = self._copied(deepcopy)
        Mixin3D.fillet = self._told("fillet", before["fillet"])
        Mixin3D.chamfer = self._told("chamfer", before["chamfer"])
        Mixin3D.max_fillet = self._told("fillet", before["max_fillet"])
        try:
            yield
        finally:
            del Shape._wrapped
            Shape.__deepcopy__ = deepcopy
            for name, method in before.items():
                setattr(Mixin3D, name, method)

    def see(self, shape: Any) -> None:
        """Note the faces of a shape that were not there before."""
        if self._copying or self._spent > _BUDGET or self._faces.Extent() > _FACES or shape is None or shape.IsNull():
            return
        started = time.perf_counter()
        bare = shape.Located(TopLoc_Location())
        if not self._whole.Contains(bare):
            faces = [face.Located(TopLoc_Location()) for face in shape_map(bare, FACE)]
            fresh = [face for face in faces if not self._faces.Contains(face)]
            line = self._line() if fresh else None
            if line is not None:
                self._last[line] = self._faces.Extent()
                for face in fresh:
                    if self._faces.Add(face) > len(self._made_by):
                        self._made_by.append(line)
            if line is not None or not fresh:
                self._whole.Add(bare)
        self._spent += time.perf_counter() - started

    def report(self, shape: Any, failure: Failure | None) -> Trace:
        """What was seen, for the result's shape (None for a run that failed)."""
        lines = sorted(self._last, key=self._last.__getitem__)
        position = {line: index for index, line in enumerate(lines)}
        faces = []
        for face in shape_map(shape, FACE) if shape is not None else ():
            number = self._faces.FindIndex(face.Located(TopLoc_Location()))
            faces.append(position[self._made_by[number - 1]] if number else -1)
        return Trace(tuple(map(_frame, lines)), tuple(faces), self._blend(failure))

    def _line(self) -> tuple[str, int, str] | None:
        """The model's innermost line now; None outside of it."""
        frame: types.FrameType | None = sys._getframe(1)
        while frame is not None:
            name = frame.f_code.co_filename
            if name not in self._files:
                self._files[name] = self._place.relative(name)
            if file := self._files[name]:
                return file, frame.f_lineno, frame.f_code.co_name
            frame = frame.f_back
        return None

    def _copied(self, deepcopy: Any) -> Any:
        """`Shape.__deepcopy__`, after which a face of the copy was made where the face of the original was.

        build123d moves a shape by copying it, faces and all.
        """

        @functools.wraps(deepcopy)
        def call(shape: Any, memo: Any) -> Any:
            self._copying += 1
            try:
                copied = deepcopy(shape, memo)
            finally:
                self._copying -= 1
            # Whatever a model's own class holds there: copying is what it asked for.
            with contextlib.suppress(Exception):
                self._follow(shape.wrapped, copied.wrapped)
            return copied

        return call

    def _follow(self, original: Any, copied: Any) -> None:
        before, after = shape_map(original, FACE), shape_map(copied, FACE)
        if self._spent > _BUDGET or before.Extent() != after.Extent():
            return
        started = time.perf_counter()
        for one, other in zip(before, after, strict=True):
            known = self._faces.FindIndex(one.Located(TopLoc_Location()))
            if known and self._faces.Add(other.Located(TopLoc_Location())) > len(self._made_by):
                self._made_by.append(self._made_by[known - 1])
        self._spent += time.perf_counter() - started

    def _told(self, kind: BlendKind, method: Any) -> Any:
        """The method of a body, whose failures are remembered."""
        parameters = inspect.signature(method)

        @functools.wraps(method)
        def call(body: Any, *args: Any, **kwargs: Any) -> Any:
            try:
                # A list that is read once (a generator) has to be there afterwards.
                bound = parameters.bind(body, *args, **kwargs)
                bound.arguments["edge_list"] = list(bound.arguments["edge_list"])
            except Exception:  # wrong arguments: the method says so itself
                return method(body, *args, **kwargs)
            try:
                return method(*bound.args, **bound.kwargs)
            except Exception:
                if (line := self._line()) is not None:
                    self._attempt = _Attempt(kind, body.wrapped, dict(bound.arguments), _frame(line))
                raise

        return call

    def _blend(self, failure: Failure | None) -> FailedBlend | None:
        """The fillet or chamfer that ended the run, if one did: one that the model caught is none."""
        attempt = self._attempt
        if attempt is None or failure is None or failure.reason != "exception" or not failure.frames:
            return None
        if (failure.frames[0].file, failure.frames[0].line) != (attempt.line.file, attempt.line.line):
            return None
        brep = write_brep(attempt.body)
        if len(brep) > _BODY:
            return None
        edges, faces = shape_map(attempt.body, EDGE), shape_map(attempt.body, FACE)
        numbers = [edges.FindIndex(edge.wrapped) for edge in attempt.arguments["edge_list"]]
        face = attempt.arguments.get("face")
        return FailedBlend(
            attempt.kind,
            brep,
            tuple(dict.fromkeys(number for number in numbers if number)),
            float(attempt.arguments.get("radius") or attempt.arguments.get("length") or 0.0),
            float(attempt.arguments.get("length2") or 0.0),
            faces.FindIndex(face.wrapped) if face else 0,
            numbers.count(0),
            attempt.line,
        )


class _Kept:
    """The attribute in which build123d keeps a shape's geometry: as it was, and seen when it is set."""

    def __init__(self, tracing: Tracing) -> None:
        self._tracing = tracing

    def __get__(self, owner: Any, kind: type) -> Any:
        if owner is None:
            return self
        try:
            return owner.__dict__["_wrapped"]
        except KeyError:
            raise AttributeError("_wrapped") from None

    def __set__(self, owner: Any, shape: Any) -> None:
        owner.__dict__["_wrapped"] = shape
        # Whatever a model put there: it is build123d that has to complain.
        with contextlib.suppress(Exception):
            self._tracing.see(shape)


def _frame(line: tuple[str, int, str]) -> Frame:
    file, number, function = line
    source = ""
    with contextlib.suppress(Exception):
        source = linecache.getline(file, number).strip()
    return Frame(file, number, "" if function == "<module>" else function, source)
