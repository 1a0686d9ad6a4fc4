"""What is wrong with a geometry: a question for each aspect, so that one that hangs or crashes costs one answer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from ..frozen import frozen
from ..kernel.jobs import Aspect, Diagnose, InspectionFailed, Question, TryRepair
from ..records import Diagnosed, Geometry, GeometryFinding, ManifestNode, Repair
from .cache import manifest_sha256
from .operands import remember, remembered
from .workspace import Workspace

A = TypeVar("A", Diagnosed, Repair)

#: What is looked for in a result of each kind, in order, and how that is called.
ASPECTS: dict[str, tuple[Aspect, ...]] = {
    "solid": ("bodies", "boundary", "validity", "details", "overlaps"),
    "assembly": ("bodies", "boundary", "validity", "details", "overlaps"),
    "sketch": ("bodies", "sketch", "validity", "details"),
    "surface": ("bodies", "boundary", "validity", "details"),
    "curve": ("bodies",),
    "empty": ("bodies",),
}
NAMES: dict[Aspect, str] = {
    "bodies": "bodies and sizes",
    "sketch": "outlines",
    "boundary": "free and non-manifold edges",
    "validity": "validity of each face, edge and vertex",
    "details": "small details and tolerances",
    "overlaps": "overlapping solids",
    "mesh": "gaps in the mesh",
    "crossings": "self-intersection",
    "crossing pairs": "what runs through what",
}
#: Seconds for what would keep people waiting and is not in the gate.
BUDGETS: dict[Aspect, float] = {"crossing pairs": 10.0}

#: What self-intersections are called among the findings.
THROUGH_ITSELF = "runs through itself"

_REPAIR = "what ShapeFix would do"


@frozen
class Examined:
    """What was found, as in `diagnosis.DiagnoseOutcome`."""

    findings: tuple[GeometryFinding, ...] = ()
    more: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    repair: Repair | None = None


def examine(ws: Workspace, brep: bytes, manifest: ManifestNode | None, measured: Geometry | None) -> Examined:
    """Ask all that applies to a result of this kind.

    Args:
        measured: its measures; None where they are not known, which is asked about as of a solid.
    """
    examination = _Examination(ws, brep, manifest)
    kind = measured.kind if measured is not None else "solid"
    finite = measured is None or measured.box is not None
    for aspect in ASPECTS[kind] if finite else ASPECTS["empty"]:
        examination.ask(aspect)
    if finite and kind in ("solid", "assembly"):
        if not examination.is_broken:
            examination.ask("mesh")
            examination.ask("crossings")
            examination.ask("crossing pairs")
        else:
            examination.leave("crossings", "it needs closed and valid solids")
    if finite and kind not in ("curve", "empty") and examination.faults:
        examination.try_repair()
    return examination.done()


class _Examination:
    def __init__(self, ws: Workspace, brep: bytes, manifest: ManifestNode | None) -> None:
        self._ws = ws
        self._brep = brep
        self._manifest = manifest
        self._key = (hashlib.sha256(brep).hexdigest(), manifest_sha256(manifest))
        self._found: dict[Aspect, Diagnosed] = {}
        self._left: list[str] = []
        self._repair: Repair | None = None

    @property
    def faults(self) -> tuple[GeometryFinding, ...]:
        """The faults so far."""
        return tuple(f for one in self._found.values() for f in one.findings if f.severity == "fault")

    @property
    def is_broken(self) -> bool:
        """Whether a solid has faults by itself: an open surface has no inside that could be enclosed twice."""
        alone = (self._found.get(aspect, Diagnosed()) for aspect in ("bodies", "boundary", "validity"))
        return any(finding.severity == "fault" for one in alone for finding in one.findings)

    def ask(self, aspect: Aspect) -> None:
        limits = self._ws.config.limits
        budget = limits.deep_check if aspect == "crossings" else min(limits.check, BUDGETS.get(aspect, limits.check))
        self._ws.progress.stage(f"looking for {NAMES[aspect]}")
        job = Diagnose(self._brep, self._manifest, aspect, budget)
        answer = self._answer(Diagnosed, job, aspect)
        if isinstance(answer, InspectionFailed):
            self.leave(aspect, answer.message)
            return
        self._found[aspect] = answer
        for words in answer.not_checked:
            self.leave(aspect, words)

    def leave(self, aspect: Aspect, why: str) -> None:
        self._left.append(f"{NAMES[aspect]}: {why}")

    def try_repair(self) -> None:
        self._ws.progress.stage("trying OCCT's ShapeFix on a copy")
        answer = self._answer(Repair, TryRepair(self._brep, self._manifest, self._ws.config.limits.check), "repair")
        if isinstance(answer, InspectionFailed):
            self._left.append(f"{_REPAIR}: {answer.message}")
        else:
            self._repair = answer

    def _answer(self, kind: type[A], job: Question, name: str) -> A | InspectionFailed:
        known = remembered(self._ws, kind, *self._key, name)
        if known is not None:
            return known
        answer = self._ws.kernel.ask(job, kind)
        if not isinstance(answer, InspectionFailed):
            remember(self._ws, answer, *self._key, name)
        return answer

    def done(self) -> Examined:
        found = _told_once(finding for one in self._found.values() for finding in one.findings)
        faulty = {entity for finding in found if finding.severity == "fault" for entity in finding.entities}
        # A face whose outline crosses itself has no area either: its narrowness says nothing more.
        kept = [f for f in found if f.severity == "fault" or not faulty.intersection(f.entities)]
        return Examined(
            findings=tuple(sorted(kept, key=lambda finding: finding.severity)),
            more=tuple(words for one in self._found.values() for words in one.more),
            checked=tuple(NAMES[aspect] for aspect in self._found),
            not_checked=tuple(dict.fromkeys(self._left)),
            repair=self._repair,
        )


def _told_once(findings: Iterable[GeometryFinding]) -> list[GeometryFinding]:
    """With one witness for a surface that runs through itself: where two see it, the one that tells what meets."""
    found = list(findings)
    crossing = [finding for finding in found if finding.kind == THROUGH_ITSELF]
    pairs = [finding for finding in crossing if len(finding.entities) > 1]
    faces = {face for pair in pairs for face in pair.faces}
    confirmed = {face for finding in crossing if finding.severity == "fault" for face in finding.faces}
    told = []
    for finding in found:
        if finding in pairs and confirmed:
            told.append(replace(finding, severity="fault"))
        elif finding.kind != THROUGH_ITSELF or finding in pairs or not faces.intersection(finding.faces):
            told.append(finding)
    return told
