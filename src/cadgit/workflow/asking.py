"""The questions about one geometry, and those of them that had no answer.

Each has a process and a time limit of its own in the kernel, so that an entity on which OCCT crashes or hangs costs one
answer. Answers are kept by what they are about.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TypeVar

from ..errors import UsageError
from ..kernel import jobs
from ..kernel.jobs import InspectionFailed
from ..records import (
    BodyMeasure,
    Clearance,
    EntityMeasure,
    ManifestNode,
    OrientedBox,
    PairMeasure,
    SharedVolume,
    WallMeasure,
)
from . import isolated
from .cache import manifest_sha256
from .measurement import NotMeasured
from .operands import remember, remembered
from .workspace import Workspace

T = TypeVar("T")

#: Seconds for all oriented boxes, and for all clearances.
BOX_SECONDS = 60.0
CLEARANCE_SECONDS = 120.0
#: Seconds for an exact Boolean, as in `diff`.
EXACT_BUDGET = 15.0
#: Solids that are nearer than this, in mm, touch or overlap.
CONTACT = 1e-6
#: Of the larger volume: how far an exact Boolean may be from that of meshes beside the meshes' own error.
ROUNDING = 1e-9
#: Fields of a question that are known by their hashes, or say how long to try.
_NOT_ASKED = ("brep", "manifest", "seconds", "budget")


class Asking:
    """Asks about a geometry. A name that means no entity, or not one, is a `UsageError` in each method.

    Attributes:
        brep_sha256: the geometry.
        missing: what was asked and has no answer.
    """

    def __init__(self, ws: Workspace, brep: bytes, manifest: ManifestNode | None) -> None:
        self._ws = ws
        self._about = (brep, manifest)
        self._labels = manifest_sha256(manifest)
        self.brep_sha256 = hashlib.sha256(brep).hexdigest()
        self.missing: list[NotMeasured] = []

    def bodies(self, name: str, material: jobs.Material | None) -> tuple[BodyMeasure, ...]:
        """The mass properties of a body; with an empty name of the result, its children and solids."""
        what = name or "mass properties"
        self._ws.progress.stage(f"measuring {what}")
        names = (name,) if name else ()
        found = self._ask(jobs.MeasureBodies(*self._about, names, material), jobs.BodiesMeasured, what)
        return found.bodies if found else ()

    def entity(self, name: str) -> EntityMeasure | None:
        """What an entity measures that is no body."""
        return self._ask(jobs.MeasureEntity(*self._about, name), EntityMeasure, name)

    def boxes(self, names: Sequence[str]) -> tuple[OrientedBox, ...]:
        """The smallest boxes around bodies, of those that have one."""

        def ask(some: tuple[str, ...], seconds: float) -> tuple[OrientedBox, ...] | InspectionFailed:
            job = jobs.FitBoxes(*self._about, some, seconds, seconds + isolated.GRACE)
            found = self._get(job, jobs.BoxesFitted)
            return found if isinstance(found, InspectionFailed) else found.boxes

        if names:
            self._ws.progress.stage("looking for the smallest boxes")
        boxes, unknown = isolated.answers(tuple(names), ask, BOX_SECONDS)
        self.missing += [NotMeasured(f"smallest box of {name}", why) for name, why in unknown]
        self.missing += [NotMeasured(f"smallest box of {box.name}", why) for box in boxes if (why := box.not_checked)]
        return tuple(box for box in boxes if not box.not_checked)

    def between(self, first: str, second: str) -> PairMeasure | None:
        """How two entities lie to each other; of solids that touch or overlap also what they share."""
        what = f"between {first} and {second}"
        self._ws.progress.stage(f"measuring {what}")
        pair = self._ask(jobs.MeasureBetween(*self._about, first, second), PairMeasure, what)
        if pair is None or not pair.filled or pair.distance is None or pair.distance > CONTACT:
            return pair
        return replace(pair, shared=self._shared(pair))

    def _shared(self, pair: PairMeasure) -> SharedVolume | None:
        """What two entities share: by an exact Boolean that the meshes bear out, else by the meshes."""
        names = pair.first.name, pair.second.name
        by_mesh = self._get(jobs.MeasureShared(*self._about, *names), SharedVolume)
        exact = self._get(jobs.MeasureShared(*self._about, *names, "exact", EXACT_BUDGET), SharedVolume)
        if isinstance(by_mesh, InspectionFailed):
            if isinstance(exact, InspectionFailed):
                self.missing.append(NotMeasured(f"what {names[0]} and {names[1]} share", by_mesh.message))
                return None
            return exact
        if isinstance(exact, InspectionFailed):
            return by_mesh
        # A Boolean of faces that coincide can go wrong without a word.
        agree = abs(exact.volume - by_mesh.volume) <= by_mesh.error + ROUNDING * max(exact.volume, by_mesh.volume)
        return exact if agree else by_mesh

    def wall(self, at: str) -> WallMeasure | None:
        """The smallest wall, or the one at a place."""
        what = f"wall at {at}" if at else "smallest wall"
        self._ws.progress.stage(f"measuring: {what}")
        return self._ask(jobs.MeasureWall(*self._about, at), WallMeasure, what)

    def clearances(self) -> tuple[Clearance, ...]:
        """The clearances of all pairs of children; those without an answer say why."""

        def ask(some: tuple[tuple[str, str], ...], seconds: float) -> tuple[Clearance, ...] | InspectionFailed:
            job = jobs.MeasureClearances(*self._about, some, seconds, seconds + isolated.GRACE)
            found = self._get(job, jobs.ClearancesMeasured)
            return found if isinstance(found, InspectionFailed) else found.clearances

        plan = self._ask(jobs.ListPairs(*self._about), jobs.Pairs, "clearances")
        if plan is None:
            return ()
        if not plan.pairs:
            self.missing.append(NotMeasured("clearances", "there are no two children and no two solids"))
        self._ws.progress.stage(f"measuring {len(plan.pairs)} clearances")
        found, unknown = isolated.answers(plan.pairs, ask, CLEARANCE_SECONDS)
        rest = tuple(Clearance(a, b, "not checked", not_checked=why) for (a, b), why in unknown)
        self.missing += [
            NotMeasured(f"clearance of {one.first} and {one.second}", one.not_checked)
            for one in (*found, *rest)
            if one.state == "not checked"
        ]
        return (*found, *rest)

    def _ask(self, job: jobs.Question, expected: type[T], what: str) -> T | None:
        found = self._get(job, expected)
        if isinstance(found, InspectionFailed):
            self.missing.append(NotMeasured(what, found.message))
            return None
        return found

    def _get(self, job: jobs.Question, expected: type[T]) -> T | InspectionFailed:
        """An answer, an earlier one if the cache has it.

        Raises:
            UsageError: a name means no entity, or not one.
        """
        key = self._key(job)
        known = remembered(self._ws, expected, *key)
        if known is not None:
            return known
        found = self._ws.kernel.ask(job, expected)
        if not isinstance(found, InspectionFailed):
            remember(self._ws, found, *key)
        elif found.reason == "name":
            raise UsageError(found.message, "`cadgit help measure` says how entities are named")
        return found

    def _key(self, job: jobs.Question) -> tuple[str, ...]:
        """What the answer to a question is kept by: the geometry, the labels, and all that is asked."""
        asked = (getattr(job, field.name) for field in fields(job) if field.name not in _NOT_ASKED)
        return (self.brep_sha256, self._labels, type(job).__name__, *map(repr, asked))
