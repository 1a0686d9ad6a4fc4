"""What a version says of itself, and the files that it keeps: put together from a run and its verdict."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from .. import __version__
from ..codec import dumps, to_plain
from ..git.artifacts import MANIFEST
from ..records import Box, Candidate, CheckResult, Geometry, ManifestNode, Promotion, RunRecord, Vector, Verdict
from .verify import header_for
from .workspace import Workspace, now

#: A note states lengths to so many decimals of a mm, and volumes and areas by so many digits: no noise of arithmetic.
DECIMALS, DIGITS = 5, 10


def version_files(
    candidate: Candidate, record: RunRecord, brep: bytes, manifest: ManifestNode | None, step: bytes
) -> dict[str, bytes]:
    """Name to bytes of what a version keeps."""
    labels = dumps({"manifest": to_plain(manifest) if manifest else {}, "environment": to_plain(record.environment)})
    return {
        f"{candidate.part}.step": step,
        f"{candidate.part}.brep": brep,
        MANIFEST: labels.encode(),
    }


def promotion_of(
    ws: Workspace, candidate: Candidate, record: RunRecord, verdict: Verdict, files: dict[str, bytes]
) -> Promotion:
    """The provenance of a version that has these files; its number and what follows from that come later.

    Raises:
        UsageError: SOURCE_DATE_EPOCH is no time.
    """
    assert record.geometry is not None
    step, brep = files[f"{candidate.part}.step"], files[f"{candidate.part}.brep"]
    return Promotion(
        part=candidate.part,
        version=0,
        candidate=candidate.id,
        number=candidate.number,
        line=candidate.line,
        when=now(),
        who=str(ws.repository.identity),
        header=header_for(candidate, record),
        environment=replace(record.environment, distributions=()),
        sandbox=record.sandbox,
        cadgit=__version__,
        geometry=rounded(record.geometry),
        brep_sha256=record.brep_sha256,
        brep_bytes=len(brep),
        step_sha256=verdict.step_sha256,
        step_bytes=len(step),
        step_blob="",
        checks=tuple(f"{check.name}: {check.status}" for check in sorted(verdict.checks, key=_good_first)),
        deterministic="",
        labels_sha256=hashlib.sha256(files[MANIFEST]).hexdigest(),
        spec_sha256=verdict.spec_sha256,
    )


def rounded(geometry: Geometry) -> Geometry:
    """The measures of the whole as a note states them; those of single solids are left to the run's record."""
    box, centre = geometry.box, geometry.centre_of_mass
    return replace(
        geometry,
        box=Box(_point(box.minimum), _point(box.maximum)) if box else None,
        volume=_digits(geometry.volume),
        area=_digits(geometry.area),
        centre_of_mass=_point(centre) if centre else None,
        parts=(),
    )


def _point(vector: Vector) -> Vector:
    x, y, z = (round(coordinate, DECIMALS) + 0.0 for coordinate in vector)  # no minus before a zero
    return x, y, z


def _digits(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _good_first(check: CheckResult) -> int:
    return ("pass", "warn", "not checked", "fail").index(check.status)
