"""One execution: what came of it, and what it depended on."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ..frozen import frozen
from .geometry import Geometry, ManifestNode

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

    `purpose` is ``proof`` for the second run that shows a model to be deterministic, and ``replay`` for one that made a
    version again; most commands are about the others.
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
    purpose: Literal["run", "proof", "replay"] = "run"
    manifest_sha256: str = ""
