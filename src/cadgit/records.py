"""What cadgit knows, as frozen dataclasses that travel between layers and into notes unchanged.

Units everywhere: mm, mm², mm³, seconds, bytes. Points and vectors are ``(x, y, z)``. Times are ISO 8601 in UTC.
`cadgit.codec` turns any of these into TOML (notes) or JSON (`--json`, the kernel's socket) and back.
"""

from __future__ import annotations

import hashlib
from dataclasses import field
from typing import Literal

from .frozen import frozen

Vector = tuple[float, float, float]
Kind = Literal["solid", "assembly", "sketch", "surface", "curve", "empty"]
Status = Literal["pass", "fail", "warn", "not checked"]

#: Kinds that may be promoted; surfaces and curves run and are shown, no more.
PROMOTABLE: tuple[Kind, ...] = ("solid", "assembly", "sketch")


# --- source -----------------------------------------------------------------------------------------------


@frozen
class SourceFile:
    """One file of a closure: its path relative to the repository's root (``/`` between parts) and exact bytes."""

    path: str
    data: bytes
    executable: bool = False


@frozen
class Closure:
    """The entry file plus every project file that it needs, as bytes that were read once.

    Attributes:
        entry: path of the entry file, relative to the repository's root.
        files: all files, the entry included, sorted by path.
        roots: import roots relative to the repository's root (``""`` is the root itself), in search order.
        module: dotted name when the entry belongs to a package and must run as ``python -m module``.
        notes: what the finder wants to be said to the user (a large file left out, …).
    """

    entry: str
    files: tuple[SourceFile, ...]
    roots: tuple[str, ...] = ("",)
    module: str = ""
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> bytes:
        """The entry file's bytes."""
        return next(file.data for file in self.files if file.path == self.entry)

    @property
    def source_sha256(self) -> str:
        """SHA-256 of the entry file's bytes, in hex."""
        return hashlib.sha256(self.source).hexdigest()

    @property
    def closure_sha256(self) -> str:
        """SHA-256 of what ``sha256sum`` prints for the files, sorted by path."""
        lines = (f"{hashlib.sha256(f.data).hexdigest()}  {f.path}\n" for f in sorted(self.files, key=lambda f: f.path))
        return hashlib.sha256("".join(lines).encode()).hexdigest()


@frozen
class Override:
    """One ``-P name=value``: the Python expression that replaces the right side of ``name = …``."""

    name: str
    expression: str


@frozen
class CandidateMeta:
    """`.cadgit/candidate.toml`: with the closure beside it, all that is needed to run a candidate again."""

    part: str
    entry: str
    object: str = ""
    parameters: tuple[Override, ...] = ()
    roots: tuple[str, ...] = ("",)
    module: str = ""


# --- geometry ---------------------------------------------------------------------------------------------


@frozen
class Box:
    """An axis-aligned bounding box in mm."""

    minimum: Vector
    maximum: Vector

    @property
    def size(self) -> Vector:
        """Edge lengths along x, y and z in mm."""
        a, b = self.minimum, self.maximum
        return (b[0] - a[0], b[1] - a[1], b[2] - a[2])


@frozen
class SolidMeasure:
    """One solid of a result: label (may be empty), volume in mm³, area in mm², centre of mass."""

    label: str
    volume: float
    area: float
    centre_of_mass: Vector


@frozen
class Geometry:
    """The summary of a result that `cadgit run` prints. Volume is 0 for sketches, area 0 for curves.

    `box` and `centre_of_mass` are None when there is nothing to measure (an empty result).
    """

    kind: Kind
    box: Box | None
    volume: float
    area: float
    centre_of_mass: Vector | None
    solids: int
    faces: int
    edges: int
    vertices: int
    labels: tuple[str, ...] = ()
    parts: tuple[SolidMeasure, ...] = ()


@frozen
class ManifestNode:
    """One node of the result's tree, as the model labelled it (untrusted).

    The BREP is one shape. Where a node has children, its shape is a compound whose i-th direct sub-shape is the
    i-th child's; a node without children is a leaf, whatever its shape. Locations are those of the sub-shapes.
    """

    label: str = ""
    color: tuple[float, float, float, float] | None = None
    material: str = ""
    children: tuple[ManifestNode, ...] = ()


# --- runs -------------------------------------------------------------------------------------------------

Reason = Literal[
    "syntax",  # the source does not compile
    "exception",  # an exception left the model
    "exit",  # sys.exit with a status other than 0
    "time",  # over the time limit
    "memory",  # over the memory limit
    "scratch",  # over the limit for written files
    "signal",  # the process died of a signal
    "missing file",  # a file that is not in the closure
    "parameter",  # an override has no place in the source
    "no result",  # nothing that could be the result
    "ambiguous result",  # several, and no way to choose
    "wrong type",  # the result is not a shape
    "hand-over",  # the geometry could not be serialised
]


@frozen
class Frame:
    """One line of the model on the way to a failure: path relative to the repository, line number, source line."""

    file: str
    line: int
    function: str = ""
    source: str = ""


@frozen
class Failure:
    """Why a run failed. `frames` holds only the model's own frames, innermost first; empty if unknown."""

    reason: Reason
    message: str
    hint: str = ""
    frames: tuple[Frame, ...] = ()


@frozen
class Output:
    """What the model printed (stdout and stderr in order): the head and the tail, and how much lies between."""

    head: str = ""
    tail: str = ""
    total_bytes: int = 0
    dropped_bytes: int = 0


@frozen
class WrittenFile:
    """A file that the model wrote into its scratch directory; it is not in the working tree."""

    path: str
    size: int


@frozen
class Font:
    """A font file that `Text` used: what was asked for, what was taken, and its file's hash."""

    requested: str
    family: str
    path: str
    sha256: str


@frozen
class Environment:
    """What geometry depends on beside the source.

    `distributions` are the imported ones, each as ``name==version``, sorted.
    """

    python: str
    build123d: str
    ocp: str
    occt: str
    platform: str
    distributions: tuple[str, ...] = ()
    fonts: tuple[Font, ...] = ()


@frozen
class RunRecord:
    """One execution of a candidate; a record of the note `refs/notes/cadgit/run`.

    `purpose` is ``proof`` for the second run that shows a model to be deterministic; commands show the others.
    `manifest_sha256` names the labels, colours and placement that were handed over with the BREP (`manifest`), which
    are too long for the note.
    """

    outcome: Literal["done", "failed"]
    when: str
    mode: Literal["warm", "cold"]
    tree: str
    source_sha256: str
    closure_sha256: str
    environment: Environment
    brep_sha256: str = ""
    chosen_by: str = ""
    geometry: Geometry | None = None
    manifest: ManifestNode | None = None
    left_out: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    files_written: tuple[WrittenFile, ...] = ()
    failure: Failure | None = None
    output: Output = field(default_factory=Output)
    seconds_model: float = 0.0
    seconds_import: float = 0.0
    sandbox: tuple[str, ...] = ()
    purpose: Literal["run", "proof"] = "run"
    manifest_sha256: str = ""


# --- verdicts ---------------------------------------------------------------------------------------------


@frozen
class Place:
    """Where a check found something: an entity (``"solid 2"``, ``"face 17"``, ``"edge 4"``) and a point in mm."""

    entity: str
    point: Vector | None = None
    note: str = ""


@frozen
class CheckResult:
    """One line of a verdict. `measured` and `limit` are printed values with their unit."""

    name: str
    status: Status
    message: str
    measured: str = ""
    limit: str = ""
    places: tuple[Place, ...] = ()
    seconds: float = 0.0


@frozen
class Verdict:
    """The outcome of the gate (and, later, the spec) for one run; a record of `refs/notes/cadgit/verify`."""

    when: str
    tree: str
    brep_sha256: str
    deep: bool
    checks: tuple[CheckResult, ...]
    step_sha256: str = ""
    step_bytes: int = 0
    cadgit: str = ""

    @property
    def outcome(self) -> Status:
        """``fail`` if any check failed, else ``not checked`` if any was not, else ``warn`` or ``pass``."""
        statuses = {check.status for check in self.checks}
        for status in ("fail", "not checked", "warn"):
            if status in statuses:
                return status
        return "pass"

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Names of the checks that ran out of time."""
        return tuple(check.name for check in self.checks if check.status == "not checked")


@frozen
class Compared:
    """Whether two geometries are the same, by hash or by counts and mass properties within the tolerance."""

    same: bool
    by: Literal["hash", "properties"]
    differences: tuple[str, ...] = ()


# --- versions ---------------------------------------------------------------------------------------------


@frozen
class StepHeader:
    """What the header of a STEP file says about where it came from; the shared fields of note, tag and header.

    `time_stamp` is in seconds since the epoch (UTC). The default never changes, so that neither do the file's bytes.
    """

    part: str
    entry: str
    source_sha256: str
    closure_sha256: str
    tree: str
    build123d: str
    occt: str
    parameters: tuple[Override, ...] = ()
    time_stamp: int = 0


@frozen
class Promotion:
    """The provenance of a version; the record of `refs/notes/cadgit/promote` and the body of the tag."""

    part: str
    version: int
    candidate: str
    number: int
    line: str
    when: str
    who: str
    header: StepHeader
    environment: Environment
    sandbox: tuple[str, ...]
    cadgit: str
    geometry: Geometry
    brep_sha256: str
    brep_bytes: int
    step_sha256: str
    step_bytes: int
    step_blob: str
    checks: tuple[str, ...]
    deterministic: str
    message: str = ""
    accepted_unchecked: tuple[str, ...] = ()
    previous: str = ""
    withdrawn: str = ""


# --- history ----------------------------------------------------------------------------------------------


@frozen
class Candidate:
    """A candidate commit: its place in the history of a part, and what its tree says of itself.

    `number` counts from 1 along the line and is settled when the ref moves; it is never used again.
    """

    id: str
    part: str
    line: str
    number: int
    tree: str
    when: str
    meta: CandidateMeta


@frozen
class Version:
    """A promoted candidate: the version commit, its tag, and whether it was withdrawn since."""

    part: str
    number: int
    id: str
    tag: str
    candidate: str
    tree: str
    when: str
    who: str
    message: str = ""
    withdrawn: str = ""

    @property
    def name(self) -> str:
        """As people write it: ``bracket@v3``."""
        return f"{self.part}@v{self.number}"
