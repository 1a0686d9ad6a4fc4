"""measure: what a candidate and its entities measure; nothing is recorded.

Each question has a process and a time limit of its own in the kernel, so that an entity on which OCCT crashes or hangs
costs one answer. Answers are kept by what they are about.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TypeVar

from ..entity_names import EntityName, is_body, is_place, parse
from ..errors import UsageError
from ..frozen import frozen
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
from . import geometry, isolated
from .cache import manifest_sha256
from .comparison import Operand
from .densities import material_for
from .measurement import MeasureOutcome, NotMeasured
from .operands import is_geometry_file, remember, remembered, subject_for
from .workspace import Workspace

T = TypeVar("T")

#: Up to so many bodies get an oriented box when nothing is named; of more, only the result.
BOXES = 16
#: Seconds for all oriented boxes, and for all clearances.
BOX_SECONDS = 60.0
CLEARANCE_SECONDS = 120.0
#: Seconds for an exact Boolean, as in `diff`.
EXACT_BUDGET = 15.0
#: Solids that are nearer than this, in mm, touch or overlap.
CONTACT = 1e-6
#: Fields of a question that are known by their hashes, or say how long to try.
_NOT_ASKED = ("brep", "manifest", "seconds", "budget")
#: Of the larger volume: how far an exact Boolean may be from that of meshes beside the meshes' own error.
ROUNDING = 1e-9


@frozen
class Asked:
    """What is asked for; nothing asks for the mass properties of all.

    Attributes:
        of: names of entities.
        between: pairs of names.
        wall: the smallest wall.
        wall_at: names of points, vertices or faces.
        clearance: between all children.
        material: a material, or a density in g/cm³; empty for what the spec or the model says.
    """

    of: tuple[str, ...] = ()
    between: tuple[tuple[str, str], ...] = ()
    wall: bool = False
    wall_at: tuple[str, ...] = ()
    clearance: bool = False
    material: str = ""

    @property
    def is_about_all(self) -> bool:
        """Whether no entity and no relation is asked for."""
        return not (self.of or self.between or self.wall or self.wall_at or self.clearance)


def measure(ws: Workspace, ref: str | None, asked: Asked) -> MeasureOutcome:
    """Measure a candidate, a version or a file.

    Args:
        ws: the workspace.
        ref: a REF, or a STEP or BREP file; None for the part changed last, as its files are now.
        asked: what.

    Raises:
        UsageError: a name means no entity, or not one; no such material.
        RefError, SourceError: REF names nothing that can be measured.
        ModelFailed: the model does not run.
    """
    started = time.monotonic()
    names = [*asked.of, *(name for pair in asked.between for name in pair), *asked.wall_at]
    parsed = {name: parse(name) for name in names}
    for name in asked.of:
        if is_place(parsed[name]):
            raise UsageError(f"{name} is no entity that measures anything", f"`--between {name!r} ENTITY` does")
    measuring = _Measuring(ws, _subject(ws, ref), asked, parsed)
    return replace(measuring.outcome(), seconds_total=time.monotonic() - started)


@frozen
class _Subject:
    """What is measured: its geometry with its labels."""

    operand: Operand
    brep: bytes
    manifest: ManifestNode | None = None


def _subject(ws: Workspace, ref: str | None) -> _Subject:
    if ref is not None and is_geometry_file(ws, ref):
        subject = subject_for(ws, ref)
        return _Subject(subject.operand, subject.brep)
    result = geometry.of_ref(ws, ref)
    return _Subject(Operand(result.name, result.candidate, result.version), result.brep, result.manifest)


class _Measuring:
    """The questions about one subject."""

    def __init__(self, ws: Workspace, subject: _Subject, asked: Asked, parsed: dict[str, EntityName]) -> None:
        self._ws = ws
        self._subject = subject
        self._asked = asked
        self._parsed = parsed
        self._about = (subject.brep, subject.manifest)
        self._brep_sha256 = hashlib.sha256(subject.brep).hexdigest()
        self._missing: list[NotMeasured] = []

    def outcome(self) -> MeasureOutcome:
        """All answers, and what has none.

        Raises:
            UsageError: a name means no entity, or not one.
        """
        asked = self._asked
        bodies, entities = self._bodies(), self._entities()
        names = [body.name for body in bodies]
        if asked.is_about_all and len(names) > BOXES:
            del names[1:]
        walls = (*([""] if asked.wall else []), *asked.wall_at)
        outcome = MeasureOutcome(
            subject=self._subject.operand,
            brep_sha256=self._brep_sha256,
            bodies=bodies,
            boxes=self._boxes(names),
            entities=entities,
            between=tuple(filter(None, (self._between(*pair) for pair in asked.between))),
            walls=tuple(filter(None, map(self._wall, walls))),
            clearances=self._clearances() if asked.clearance else (),
        )
        return replace(outcome, not_checked=tuple(self._missing))

    def _bodies(self) -> tuple[BodyMeasure, ...]:
        names = tuple(name for name in self._asked.of if is_body(self._parsed[name]))
        if not names and not self._asked.is_about_all:
            return ()
        operand = self._subject.operand
        material = material_for(self._ws, operand.candidate, operand.version, self._asked.material)
        what = ", ".join(names) or "mass properties"
        self._ws.progress.stage(f"measuring {what}")
        found = self._ask(jobs.MeasureBodies(*self._about, names, material), jobs.BodiesMeasured, what)
        return found.bodies if found else ()

    def _entities(self) -> tuple[EntityMeasure, ...]:
        names = [name for name in self._asked.of if not is_body(self._parsed[name])]
        found = [self._ask(jobs.MeasureEntity(*self._about, name), EntityMeasure, name) for name in names]
        return tuple(filter(None, found))

    def _boxes(self, names: Sequence[str]) -> tuple[OrientedBox, ...]:
        def ask(some: tuple[str, ...], seconds: float) -> tuple[OrientedBox, ...] | InspectionFailed:
            job = jobs.FitBoxes(*self._about, some, seconds, seconds + isolated.GRACE)
            found = self._get(job, jobs.BoxesFitted)
            return found if isinstance(found, InspectionFailed) else found.boxes

        if names:
            self._ws.progress.stage("looking for the smallest boxes")
        boxes, unknown = isolated.answers(tuple(names), ask, BOX_SECONDS)
        self._missing += [NotMeasured(f"oriented box of {name}", why) for name, why in unknown]
        self._missing += [NotMeasured(f"oriented box of {box.name}", why) for box in boxes if (why := box.not_checked)]
        return tuple(box for box in boxes if not box.not_checked)

    def _between(self, first: str, second: str) -> PairMeasure | None:
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
                self._missing.append(NotMeasured(f"what {names[0]} and {names[1]} share", by_mesh.message))
                return None
            return exact
        if isinstance(exact, InspectionFailed):
            return by_mesh
        # A Boolean of faces that coincide can go wrong without a word.
        agree = abs(exact.volume - by_mesh.volume) <= by_mesh.error + ROUNDING * max(exact.volume, by_mesh.volume)
        return exact if agree else by_mesh

    def _wall(self, at: str) -> WallMeasure | None:
        what = f"wall at {at}" if at else "smallest wall"
        self._ws.progress.stage(f"measuring: {what}")
        return self._ask(jobs.MeasureWall(*self._about, at), WallMeasure, what)

    def _clearances(self) -> tuple[Clearance, ...]:
        def ask(some: tuple[tuple[str, str], ...], seconds: float) -> tuple[Clearance, ...] | InspectionFailed:
            job = jobs.MeasureClearances(*self._about, some, seconds, seconds + isolated.GRACE)
            found = self._get(job, jobs.ClearancesMeasured)
            return found if isinstance(found, InspectionFailed) else found.clearances

        plan = self._ask(jobs.ListPairs(*self._about), jobs.Pairs, "clearances")
        if plan is None:
            return ()
        if not plan.pairs:
            self._missing.append(NotMeasured("clearances", "there are no two children and no two solids"))
        self._ws.progress.stage(f"measuring {len(plan.pairs)} clearances")
        found, unknown = isolated.answers(plan.pairs, ask, CLEARANCE_SECONDS)
        rest = tuple(Clearance(a, b, "not checked", not_checked=why) for (a, b), why in unknown)
        self._missing += [
            NotMeasured(f"clearance of {one.first} and {one.second}", one.not_checked)
            for one in (*found, *rest)
            if one.state == "not checked"
        ]
        return (*found, *rest)

    def _ask(self, job: jobs.Question, expected: type[T], what: str) -> T | None:
        found = self._get(job, expected)
        if isinstance(found, InspectionFailed):
            self._missing.append(NotMeasured(what, found.message))
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
        labels = manifest_sha256(self._subject.manifest)
        return (self._brep_sha256, labels, type(job).__name__, *map(repr, asked))
