"""spec: propose what a part has to be like from what a candidate measures, and add it to `cadgit.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..config import FILE_NAME, spec_table
from ..errors import Refused
from ..kernel.jobs import InspectionFailed, Survey
from ..records import PROMOTABLE
from .outcomes import SpecOutcome
from .targets import candidate_for
from .verify import ran_geometry
from .workspace import Workspace

if TYPE_CHECKING:
    from ..spec import Spec


def spec(ws: Workspace, ref: str | None = None, *, check: bool = False) -> SpecOutcome:
    """Propose a spec for a part and write what is missing of it into `cadgit.toml`.

    Keys that the part's spec has are the user's and stay, whatever the candidate measures.

    Args:
        ws: the workspace.
        ref: the candidate that is measured; None for the part changed last, as its files are now.
        check: write nothing.

    Raises:
        Refused: the result is of a kind that is not promoted, or has no size.
        ModelFailed: the model does not run.
        ConfigError: `cadgit.toml` is wrong, or cannot be added to; the hint has the lines.
        StorageError: it cannot be written.
    """
    from .. import config, config_file, config_spec  # only this command and init write
    from ..spec.proposing import proposal

    candidate, _ = candidate_for(ws, ref)
    record, brep, manifest = ran_geometry(ws, candidate)
    geometry = record.geometry
    if geometry is None or geometry.box is None or geometry.kind not in PROMOTABLE:
        kind = geometry.kind if geometry is not None and geometry.box is not None else "result without a size"
        raise Refused(f"a {kind} is not promoted, so there is nothing that it has to be like", "see `cadgit verify`")
    wanted = proposal(geometry, _survey(ws, candidate.part, Survey(brep, manifest, ws.config.limits.deep_check)))
    path = Path(ws.root / FILE_NAME).resolve()
    comment = f"as {candidate.part} #{candidate.number} measures: loosen what may vary (`cadgit help spec`)"
    result = config_spec.add_spec(config_file.read(path), candidate.part, candidate.meta.entry, wanted, comment)
    # May refuse: the part's entry may have another name there, and keys that stay may be wrong.
    after = config.parse(result.text.removeprefix("\ufeff"), path).part(candidate.part)
    assert after is not None and after.spec is not None
    if result.added and not check:
        config_file.write(path, result.text)
    state = "proposed" if check else "written" if result.added else "unchanged"
    lines = spec_table(candidate.part, {key: wanted[key] for key in result.added}) if result.added else ""
    return SpecOutcome(candidate, FILE_NAME, state, result.added, result.kept, lines)


def _survey(ws: Workspace, part: str, job: Survey) -> Spec:
    from ..spec import Spec, from_text

    ws.progress.stage(f"looking for holes, symmetry and the smallest wall of {part}")
    found = ws.kernel.survey(job)
    if isinstance(found, InspectionFailed):
        ws.progress.notice(f"nothing is proposed for holes, symmetry and wall: {found.message}")
        return Spec()
    return from_text(found.spec)
