"""Running a candidate."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...frozen import frozen
from ...records import Environment, Failure, ManifestNode, Output, Override, SourceFile, WrittenFile
from .diagnosing import Trace


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
        trace: also tell which line made which face, and what a failed fillet was about; for `cadgit diagnose`.
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
    trace: bool = False


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
    trace: Trace | None = None
