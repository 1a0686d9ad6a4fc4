"""Provenance: what a promoted version says of itself."""

from __future__ import annotations

from ..frozen import frozen
from .geometry import Geometry
from .runs import Environment
from .source import Override


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
    """The provenance of a version; the record of `refs/notes/cadgit/promote` and the body of the tag.

    `spec_sha256` names the part's spec that it passed (`spec.spec_sha256`), empty where there was none.
    `labels_sha256` names the version's file ``manifest.toml``: labels, colours, materials, and the environment of the
    run, which alone lists the imported distributions. Each solid's measures are left to the record of the run, since a
    note shall be short.
    `renumbered_from` is set where sharing gave the version another number: the old one, and the commit that had it.
    """

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
    renumbered_from: str = ""
    labels_sha256: str = ""
    spec_sha256: str = ""
