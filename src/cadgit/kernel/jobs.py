"""What is asked of the kernel, and what it answers: frozen dataclasses, the only things on its socket."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ..frozen import frozen
from ..records import (
    CheckResult,
    Compared,
    Differences,
    Environment,
    Failure,
    Geometry,
    ManifestNode,
    Output,
    Override,
    Score,
    SourceFile,
    StepHeader,
    WrittenFile,
)
from ..viewpoints import Section, Viewpoint

ExportFormat = Literal["step", "brep", "stl", "3mf", "glb"]
DrawingFormat = Literal["svg", "pdf", "dxf"]


@frozen
class Limits:
    """What one run may use: seconds of the model itself, bytes of memory, of written files and of output kept."""

    seconds: float = 60.0
    memory: int = 4 << 30
    scratch: int = 1 << 30
    output: int = 1 << 20


@frozen
class Execute:
    """Run a candidate's closure in a sandboxed child.

    Attributes:
        files, entry, roots, module: as in `records.Closure`.
        object: name of the top-level object to take, or empty.
        parameters: overrides that were checked against the source.
        hidden: absolute directories of the user's repository, invisible to the run.
        part: the part's name, for hints that show a line of `cadgit.toml`.
        strict: refuse to run when a sandbox layer is missing.
        hash_seed: PYTHONHASHSEED of a cold interpreter; a fork has its parent's, 0.
    """

    files: tuple[SourceFile, ...]
    entry: str
    roots: tuple[str, ...] = ("",)
    module: str = ""
    object: str = ""
    parameters: tuple[Override, ...] = ()
    hidden: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    strict: bool = False
    hash_seed: int = 0
    part: str = ""


@frozen
class Executed:
    """How a run ended. `failure` is None exactly when there is geometry: `brep` and `manifest`."""

    environment: Environment
    output: Output
    failure: Failure | None = None
    brep: bytes = b""
    manifest: ManifestNode | None = None
    chosen_by: str = ""
    left_out: tuple[str, ...] = ()
    files_written: tuple[WrittenFile, ...] = ()
    warnings: tuple[str, ...] = ()
    seconds_model: float = 0.0
    seconds_import: float = 0.0
    mode: Literal["warm", "cold"] = "warm"
    sandbox: tuple[str, ...] = ()


@frozen
class Summarise:
    """Measure a result."""

    brep: bytes
    manifest: ManifestNode | None = None


@frozen
class Summary:
    """The measures, and what the measuring wants to be said."""

    geometry: Geometry
    warnings: tuple[str, ...] = ()


@frozen
class Attached:
    """A file that a spec refers to, by the name that it has there."""

    name: str
    data: bytes


@frozen
class Judge:
    """Judge a result: the gate and the spec on the result, the STEP file, the gate on what comes back from it.

    Attributes:
        header: goes into the STEP file.
        deep: run the deep checks too.
        budget, deep_budget: seconds for one check, for one deep check.
        only: names of the checks to run; empty for all.
        spec: the canonical text of a `cadgit.spec.Spec`, or empty; text, because that is what its hash names.
        attached: the spec's files; one that is missing is left out, and its check says so.
    """

    brep: bytes
    manifest: ManifestNode | None
    header: StepHeader
    deep: bool = False
    budget: float = 30.0
    deep_budget: float = 120.0
    only: tuple[str, ...] = ()
    spec: str = ""
    attached: tuple[Attached, ...] = ()


@frozen
class Judged:
    """All results in order, and the STEP file that was judged (empty when it could not be written)."""

    checks: tuple[CheckResult, ...]
    step: bytes = b""


@frozen
class Survey:
    """Find what a spec could ask of a result beyond its measures: holes, planes of symmetry, the smallest wall."""

    brep: bytes
    manifest: ManifestNode | None
    budget: float = 120.0


@frozen
class Surveyed:
    """What was found, as the canonical text of a `cadgit.spec.Spec`; empty if nothing was."""

    spec: str


@frozen
class Compare:
    """Are these two results the same geometry (see *Identity* in the docs)?"""

    first: bytes
    second: bytes


@frozen
class CompareSteps:
    """Do two STEP files hold the same geometry, and what does each measure?"""

    first: bytes
    second: bytes
    budget: float = 240.0


@frozen
class ComparedSteps:
    """The measures of both files, read in the same way, and whether they are the same geometry."""

    first: Geometry
    second: Geometry
    compared: Compared


@frozen
class Import:
    """Read a STEP or BREP file that somebody names, to compare results with it; its bytes say which it is."""

    data: bytes
    budget: float = 120.0


@frozen
class Imported:
    """The file's geometry as a result has it, and its measures."""

    brep: bytes
    geometry: Geometry


@frozen
class ScoreAgainst:
    """How close is a result to a reference? The answer is a `records.Score`.

    Attributes:
        before: the unedited input, where the result is an edit of it.
        aligned: lay the result on the reference first.
        seed: of the samples.
    """

    brep: bytes
    reference: bytes
    before: bytes = b""
    aligned: bool = False
    seed: int = 0
    budget: float = 240.0


@frozen
class Subtract:
    """What has the second result that the first has not, and the other way round? The answer is `records.Differences`.

    Attributes:
        method: by an exact Boolean, or by one of meshes.
        holes: look for holes that changed too.
    """

    first: bytes
    second: bytes
    method: Literal["exact", "mesh"] = "exact"
    holes: bool = True
    budget: float = 60.0


@frozen
class PaintChange:
    """Make the facets that a picture of a change shows: what stayed, what was added, what was removed."""

    first: bytes
    second: bytes
    method: Literal["exact", "mesh"] = "exact"
    budget: float = 60.0


@frozen
class Painted:
    """The facets, as `Pictured` takes them."""

    facets: bytes


@frozen
class Export:
    """Write a result in a file format."""

    brep: bytes
    manifest: ManifestNode | None
    header: StepHeader
    format: ExportFormat
    budget: float = 120.0


@frozen
class Exported:
    """The file's bytes."""

    data: bytes


@frozen
class Pictured:
    """What a picture shows: a BREP with its labels, or the `facets` that an earlier answer made of them."""

    brep: bytes
    manifest: ManifestNode | None = None
    facets: bytes = b""


@frozen
class Render:
    """Draw pictures of a result.

    Attributes:
        ghost: another result, drawn translucent in the same place.
        views: from where; several make a contact sheet.
        size: width and height of each view, in pixels.
        label: what gets its name written on it.
        title: written into each view.
        about: goes into the file as text, by keyword.
        bare: leave out caption, axes and scale bar.
        deflection: largest distance between mesh and surface, as a part of the diagonal: a sixth of a pixel where the
            result fills 800 of them.
    """

    subject: Pictured
    views: tuple[Viewpoint, ...]
    ghost: Pictured | None = None
    size: tuple[int, int] = (800, 600)
    perspective: bool = False
    section: Section | None = None
    label: Literal["", "faces", "holes"] = ""
    title: str = ""
    about: tuple[tuple[str, str], ...] = ()
    bare: bool = False
    deflection: float = 2e-4
    budget: float = 120.0


@frozen
class Rendered:
    """The PNG file; the facets of subject and ghost, where they had to be made; how many names found no place."""

    data: bytes
    facets: bytes = b""
    ghost_facets: bytes = b""
    unplaced: int = 0


@frozen
class Draw:
    """Write a dimensioned drawing; `title_block` holds its fields in order."""

    brep: bytes
    format: DrawingFormat
    title_block: tuple[tuple[str, str], ...]
    budget: float = 120.0


@frozen
class InspectionFailed:
    """The inspector could not answer: it crashed, ran out of its budget, or the shape is beyond it.

    `reason` is ``missing`` where the answer needs a package that is not installed.
    """

    message: str
    reason: Literal["crash", "time", "error", "missing"] = "error"


#: What may be asked of the inspector beside a verdict, and what it answers when it can.
Question = (
    Summarise | Survey | Compare | CompareSteps | Import | ScoreAgainst | Subtract | PaintChange
    | Export | Render | Draw
)  # fmt: skip
Answer = Summary | Surveyed | Compared | ComparedSteps | Imported | Score | Differences | Painted | Exported | Rendered


@frozen
class KernelStatus:
    """`cadgit kernel status`."""

    running: bool
    pid: int = 0
    python: str = ""
    socket: str = ""
    memory: int = 0
    idle_seconds: float = 0.0
    jobs_done: int = 0
    environment: Environment | None = None
