"""The largest fillet or chamfer that some edges take: a bisection whose steps may hang or crash one by one."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace

from ..kernel.jobs import InspectionFailed, NamedEdges, NameEdges, TriedBlend, TryBlend
from ..records import BlendKind, Bounds, Frame, LargestBlend, ManifestNode
from .workspace import Workspace

#: The search ends when the two sizes are this close, as a part of them.
CLOSE = 2e-3

#: Sizes that are tried have so many digits, so that the answer is one that somebody can type.
DIGITS = 4

#: Seconds for one try, and for all of them.
TRY, ALL = 10.0, 60.0

#: The smallest size that is tried, as a part of the diagonal; and of how many edges each is tried alone.
SMALLEST, ALONE = 1e-4, 12


def largest_blend(
    ws: Workspace,
    brep: bytes,
    kind: BlendKind,
    *,
    names: Sequence[str] = (),
    numbers: Sequence[int] = (),
    manifest: ManifestNode | None = None,
    asked: float | None = None,
    second: float = 0.0,
    face: int = 0,
    line: Frame | None = None,
) -> LargestBlend:
    """The largest fillet or chamfer of some edges of a body, together, and of each that is in the way alone.

    Args:
        brep: the body.
        names, numbers: which edges, by name or by number.
        asked: the size in mm that failed or is asked for.
        second, face: the other length of a chamfer, which keeps its proportion, and the face of the first.
        line: the model's line that asked for it.
    """
    named = ws.kernel.ask(NameEdges(brep, tuple(names), tuple(numbers), manifest), NamedEdges)
    if isinstance(named, InspectionFailed):
        return LargestBlend(kind, (), asked, None, line, named.message)
    if not named.edges:
        return LargestBlend(kind, (), asked, None, line, "none of these edges belongs to the body")
    asked = asked if asked is not None and 0 < asked < math.inf else None
    ratio = second / asked if second and asked else 0.0
    search = _Search(ws, TryBlend(brep, kind, named.numbers, 0.0, face=face, budget=TRY), ratio, named.diagonal)
    ws.progress.stage(f"looking for the largest {kind}")
    start = asked or min(edge.length for edge in named.edges) / 8
    together = search.bounds(named.numbers, start)
    edges = named.edges
    if together.failed is not None and 1 < len(edges) <= ALONE:
        limit = asked if asked is not None and asked > together.made else together.failed
        edges = tuple(
            replace(edge, alone=search.alone(number, limit)) for edge, number in zip(edges, named.numbers, strict=True)
        )
    return LargestBlend(kind, edges, asked, together, line, search.stopped)


class _Search:
    """Tries sizes, each in a process of its own, until the time is over."""

    def __init__(self, ws: Workspace, job: TryBlend, ratio: float, diagonal: float) -> None:
        self._ws = ws
        self._job = job
        self._ratio = ratio
        self._diagonal = diagonal
        self._deadline = time.monotonic() + ALL
        self.stopped = ""

    def alone(self, number: int, limit: float) -> Bounds | None:
        """The largest size for one edge, looked for up to `limit` only; None when the time is over."""
        if self._over():
            return None
        return Bounds(limit, None) if self._made((number,), limit) else self._below((number,), limit)

    def bounds(self, edges: tuple[int, ...], start: float) -> Bounds:
        """Between which sizes the largest lies, looking up and down from `start`."""
        if not self._made(edges, start):
            return self._below(edges, start)
        made = start
        while 2 * made < self._diagonal and not self._over():
            if not self._made(edges, 2 * made):
                return self._between(edges, made, 2 * made)
            made *= 2
        return Bounds(made, None)

    def _below(self, edges: tuple[int, ...], failed: float) -> Bounds:
        size = _typed(failed / 2)
        while size > SMALLEST * self._diagonal and not self._over():
            if self._made(edges, size):
                return self._between(edges, size, failed)
            failed, size = size, _typed(size / 2)
        return Bounds(0.0, failed)

    def _between(self, edges: tuple[int, ...], made: float, failed: float) -> Bounds:
        while failed - made > CLOSE * made and not self._over():
            size = _typed((made + failed) / 2)
            if not made < size < failed:
                break
            if self._made(edges, size):
                made = size
            else:
                failed = size
        return Bounds(made, failed)

    def _made(self, edges: tuple[int, ...], size: float) -> bool:
        tried = self._ws.kernel.ask(replace(self._job, edges=edges, size=size, second=self._ratio * size), TriedBlend)
        # A try that hangs or crashes OCCT is none that succeeds.
        return isinstance(tried, TriedBlend) and tried.made

    def _over(self) -> bool:
        if time.monotonic() > self._deadline:
            self.stopped = f"the search was ended after {ALL:g} s"
        return bool(self.stopped)


def _typed(size: float) -> float:
    """A size as somebody would type it."""
    return float(f"{size:.{DIGITS}g}")


def mentioned(texts: Sequence[str]) -> bool:
    """Whether a failure is about a fillet or a chamfer, by its words."""
    return any("fillet" in text or "chamfer" in text for text in texts)
