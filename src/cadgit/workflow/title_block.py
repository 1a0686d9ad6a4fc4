"""The title block of a drawing, from provenance and spec."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import EnvironmentFailed
from . import spec_in_force
from .geometry import Result
from .run import readable_record
from .workspace import Workspace

if TYPE_CHECKING:
    from ..spec import Spec

#: Labels and values, in order; the first is the part.
Fields = tuple[tuple[str, str], ...]


def of(ws: Workspace, subject: Result) -> tuple[Fields, tuple[str, ...]]:
    """The fields, and notes with the tolerances that the spec states; there are no others that anybody agreed on."""
    header = subject.header
    spec = _spec(ws, subject)
    parameters = ", ".join(f"{override.name}={override.expression}" for override in header.parameters)
    fields = (
        ("Part", header.part),
        *_made(ws, subject),
        *_mass(ws, subject, spec),
        *([("Parameters", parameters)] if parameters else []),
        ("Source", f"{header.entry}  {header.source_sha256[:16]}"),
        ("Tree", subject.candidate.tree[:16]),
        ("Made with", f"build123d {header.build123d}, OCCT {header.occt}"),
    )
    return fields, tuple(_tolerances(spec)) if spec else ()


def _made(ws: Workspace, subject: Result) -> Fields:
    """Which version or candidate it is, whether it was promoted, when, and by whom."""
    if subject.version is None:
        candidate = subject.candidate
        return (("Version", f"candidate #{candidate.number}"), ("State", "not promoted"), ("Date", candidate.when[:10]))
    version, promotion = subject.version, ws.versions.promotion(subject.version)
    state = f"withdrawn {version.withdrawn[:10]}" if version.withdrawn else "promoted"
    return (
        ("Version", f"v{version.number}"),
        ("State", state),
        ("Date", promotion.when[:10]),
        ("By", promotion.who.partition(" <")[0]),
    )


def _spec(ws: Workspace, subject: Result) -> Spec | None:
    """The spec that a version passed, or that is in force for a candidate; None where there is none."""
    try:
        version = subject.version
        found = spec_in_force.of_version(ws, version) if version else spec_in_force.current(ws, subject.candidate.part)
    except EnvironmentFailed as error:
        ws.progress.notice(f"no material and no tolerances on the drawing: {error.message}")
        return None
    if not found.text:
        return None
    from ..spec import from_text  # most parts have none

    return from_text(found.text)


def _mass(ws: Workspace, subject: Result, spec: Spec | None) -> Fields:
    """Material and mass, by the density that the spec states."""
    if spec is None or spec.mass is None:
        return ()
    if subject.version is not None:
        geometry = ws.versions.promotion(subject.version).geometry
    else:
        record = readable_record(ws, subject.candidate)
        if record is None or isinstance(record, EnvironmentFailed) or record.geometry is None:
            return ()
        geometry = record.geometry
    grams = geometry.volume / 1e3 * spec.mass.density
    mass = f"{grams / 1e3:.4g} kg" if grams >= 1e3 else f"{grams:.4g} g"
    return (("Material", spec.mass.material or f"{spec.mass.density:g} g/cm³"), ("Mass", mass))


def _tolerances(spec: Spec) -> Iterator[str]:
    """What the spec says of lengths that a drawing shows."""
    if spec.size is not None:
        sizes = (("x", spec.size.x), ("y", spec.size.y), ("z", spec.size.z))
        texts = [f"{axis} {span.text}" for axis, span in sizes if span is not None]
        if texts:
            yield f"Spec, size: {', '.join(texts)}"
    for holes in spec.holes:
        yield f"Spec, holes: Ø{holes.diameter.text}" + (f", {holes.count.text}×" if holes.count else "")
    if spec.wall is not None:
        yield f"Spec, wall: at least {spec.wall.minimum:g} mm"
