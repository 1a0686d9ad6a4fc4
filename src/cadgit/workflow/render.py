"""render: pictures and drawings of the geometry that REF means; nothing is recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal, cast, get_args

from .. import __version__
from ..errors import EnvironmentFailed, UsageError
from ..frozen import frozen
from ..kernel.jobs import Draw, DrawingFormat, Exported, InspectionFailed, Pictured, Render, Rendered
from ..records import Version
from ..viewpoints import section, viewpoint
from . import geometry, title_block
from .cache import manifest_sha256
from .export import write_output
from .geometry import Result
from .operands import is_geometry_file, subject_for
from .outcomes import RenderOutcome
from .workspace import Workspace

DRAWINGS: tuple[str, ...] = get_args(DrawingFormat)
LABELS: tuple[str, ...] = ("faces", "holes")

_LEAST, _MOST = 64, 8192  # pixels along one side of a view
_ALL = 64_000_000  # pixels of all views together

#: Kinds of files in the cache.
_FACETS, _PICTURE = "facets", "picture"
#: How large a picture in a terminal is, in pixels.
THUMBNAIL = (240, 180)


@frozen
class Look:
    """How a picture is to look: what the command line says.

    Attributes:
        views: names of directions, or AZIMUTH/ELEVATION in degrees.
        size: ``WIDTHxHEIGHT`` of each view in pixels.
        section: a plane, or empty.
        label: ``faces``, ``holes`` or empty.
        ghost: a REF or a STEP or BREP file that is drawn translucent in the same place, or empty.
    """

    views: tuple[str, ...] = ("iso",)
    size: str = "800x600"
    perspective: bool = False
    section: str = ""
    label: str = ""
    ghost: str = ""


def render(ws: Workspace, ref: str | None, output: Path | None, look: Look) -> RenderOutcome:
    """Draw the geometry that REF means as a PNG file: one view, or several side by side.

    Args:
        ws: the workspace.
        ref: what to draw; None for the part changed last, as its files are now.
        output: the file to write, relative to the current directory; None for one called after the part.
        look: how.

    Raises:
        UsageError: a view, a size, a plane or an ending does not exist, or the plane passes by.
        ModelFailed: the model does not run.
        EnvironmentFailed: there is nothing to see, or embreex is not installed.
        StorageError: the file cannot be written.
    """
    if output is not None and output.suffix.lower() != ".png":
        as_drawing = output.suffix.lower().lstrip(".") in DRAWINGS
        raise UsageError(
            f"{output}: a picture is a .png file", "`--drawing` writes .svg, .pdf or .dxf" if as_drawing else ""
        )
    job = _request(look)
    subject = geometry.of_ref(ws, ref)
    path = output or _own_name(ws, subject, "png")
    ghost = _other(ws, look.ghost) if look.ghost else None
    job = replace(job, title=_title(subject, look.ghost), about=_about(subject))
    rendered = _rendered(ws, job, subject, ghost)
    write_output(ws, path, rendered.data)
    digest = hashlib.sha256(rendered.data).hexdigest()
    return RenderOutcome(
        subject.candidate, str(path), "png", digest, len(rendered.data), look.views, subject.version, rendered.unplaced
    )


def draw(ws: Workspace, ref: str | None, output: Path | None) -> RenderOutcome:
    """Write a dimensioned drawing of the geometry that REF means: three views, as SVG, PDF or DXF by the ending.

    Raises:
        UsageError: the ending is none of these.
        ModelFailed: the model does not run.
        EnvironmentFailed: there is nothing to draw.
        StorageError: the file cannot be written.
    """
    format_ = "svg" if output is None else output.suffix.lower().lstrip(".")
    if format_ not in DRAWINGS:
        raise UsageError(f"{output}: a drawing is a .svg, .pdf or .dxf file")
    subject = geometry.of_ref(ws, ref)
    path = output or _own_name(ws, subject, format_)
    ws.progress.stage(f"drawing {subject.name}")
    fields, notes = title_block.of(ws, subject)
    job = Draw(subject.brep, cast(DrawingFormat, format_), fields, notes)
    drawn = ws.kernel.draw(job)
    if not isinstance(drawn, Exported):
        raise _failed(ws, subject, drawn)
    write_output(ws, path, drawn.data)
    digest = hashlib.sha256(drawn.data).hexdigest()
    return RenderOutcome(subject.candidate, str(path), format_, digest, len(drawn.data), (), subject.version)


def thumbnail(ws: Workspace, version: Version) -> bytes:
    """A small picture of a version as PNG; it is kept in the cache.

    Raises:
        ModelFailed, EnvironmentFailed: as for `render`.
    """

    def result() -> Result:
        candidate = ws.candidates.current(version.candidate) or ws.versions.as_candidate(version)
        return geometry.of_version(ws, candidate, version)

    promotion = ws.versions.promotion(version)
    return _small(ws, promotion.brep_sha256, promotion.labels_sha256, result)


def small_picture(ws: Workspace, result: Result) -> bytes:
    """A small picture of a result as PNG; it is kept in the cache.

    Raises:
        EnvironmentFailed: as for `render`.
    """
    return _small(ws, result.brep_sha256, manifest_sha256(result.manifest), lambda: result)


def _small(ws: Workspace, brep_sha256: str, labels_sha256: str, result: Callable[[], Result]) -> bytes:
    key = f"{brep_sha256} {labels_sha256} {THUMBNAIL} {__version__}"
    kept = ws.cache.get_made(_PICTURE, key)
    if kept is None:
        kept = _rendered(ws, replace(_request(Look()), size=THUMBNAIL, bare=True), result(), None).data
        ws.cache.put_made(_PICTURE, key, kept)
    return kept


def _request(look: Look) -> Render:
    """The job, without what it is about.

    Raises:
        UsageError: something that is asked for does not exist.
    """
    if not look.views:
        raise UsageError("no view is named", "for instance `--views iso,top`")
    size = _size(look.size)
    if size[0] * size[1] * len(look.views) > _ALL:
        raise UsageError(f"{len(look.views)} views of {look.size} pixels are too large", "smaller ones, or fewer")
    return Render(
        subject=Pictured(b""),
        views=tuple(viewpoint(name) for name in look.views),
        size=size,
        perspective=look.perspective,
        section=section(look.section) if look.section else None,
        label=cast(Literal["", "faces", "holes"], look.label),
    )


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and all(_LEAST <= int(n) <= _MOST for n in (width, height))):
        raise UsageError(f"{text!r} is no size of a view", f"WIDTHxHEIGHT from {_LEAST} to {_MOST} pixels: 800x600")
    return int(width), int(height)


def _rendered(ws: Workspace, job: Render, subject: Result, ghost: Pictured | Result | None) -> Rendered:
    ws.progress.stage(f"drawing {subject.name}")
    # Holes are found in the geometry itself.
    pictured = _pictured(ws, subject, job, with_brep=job.label == "holes")
    other = _pictured(ws, ghost, job) if isinstance(ghost, Result) else ghost
    rendered = ws.kernel.render(replace(job, subject=pictured, ghost=other))
    if not isinstance(rendered, Rendered):
        raise _failed(ws, subject, rendered)
    for result, facets in ((subject, rendered.facets), (ghost, rendered.ghost_facets)):
        if facets and isinstance(result, Result):
            ws.cache.put_made(_FACETS, _facets_key(result, job), facets)
    return rendered


def _pictured(ws: Workspace, result: Result, job: Render, *, with_brep: bool = False) -> Pictured:
    """What the inspector needs: facets that are kept from the last time, or the geometry to make them of."""
    facets = ws.cache.get_made(_FACETS, _facets_key(result, job)) or b""
    return Pictured(b"" if facets and not with_brep else result.brep, result.manifest, facets)


def _facets_key(result: Result, job: Render) -> str:
    labels = manifest_sha256(result.manifest)
    return f"{result.brep_sha256} {labels} {job.deflection} {result.header.occt} {__version__}"


def _failed(ws: Workspace, subject: Result, failure: InspectionFailed) -> EnvironmentFailed | UsageError:
    if failure.reason == "name":
        return UsageError(f"{subject.name}: {failure.message}", "`--section x` cuts through the middle")
    if failure.reason == "missing":
        return EnvironmentFailed(failure.message, f"{ws.interpreter.python} -m pip install 'cadgit[render]'")
    return EnvironmentFailed(f"{subject.name} cannot be drawn: {failure.message}")


def _other(ws: Workspace, ghost: str) -> Pictured | Result:
    """What is drawn as a ghost: the geometry of a file, or of a REF with its colours."""
    if is_geometry_file(ws, ghost):
        return Pictured(subject_for(ws, ghost).brep)
    return geometry.of_ref(ws, ghost)


def _own_name(ws: Workspace, subject: Result, ending: str) -> Path:
    """The file that is written without `-o`: of the part's name, and never over somebody else's file."""
    path = Path(f"{subject.candidate.part}.{ending}")
    try:
        with open(ws.cwd / path, "rb") as stream:
            is_ours = b"cadgit" in stream.read(2000)
    except FileNotFoundError:
        return path
    except OSError:
        is_ours = False
    if not is_ours:
        raise UsageError(f"{path} is there already and was not drawn by cadgit", "name another file: -o FILE")
    return path


def _title(subject: Result, ghost: str) -> str:
    return f"{subject.name}, beside {ghost}" if ghost else subject.name


def _about(subject: Result) -> tuple[tuple[str, str], ...]:
    """What the file itself says of where it came from."""
    return (
        ("Software", f"cadgit {__version__}"),
        ("Title", subject.name),
        ("Source", f"tree {subject.candidate.tree}, {subject.header.entry} sha256 {subject.header.source_sha256}"),
        ("Comment", f"BREP sha256 {subject.brep_sha256}"),
    )
