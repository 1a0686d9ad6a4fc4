"""promote: prove what is not proven yet, then make a version: tag, provenance, STEP, in one transaction."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace

from ..errors import EnvironmentFailed, Refused, UsageError
from ..kernel.jobs import Compare, Export, Exported, InspectionFailed
from ..records import (
    PROMOTABLE,
    Candidate,
    CheckResult,
    Compared,
    ManifestNode,
    Promotion,
    RunRecord,
    Verdict,
)
from ..shape import part21
from . import run, spec_in_force
from .outcomes import PromoteOutcome, VerifyOutcome
from .provenance import promotion_of, version_files
from .spec_in_force import SpecInForce
from .targets import candidate_for
from .verdicts import change
from .verify import header_for, judge
from .workspace import Workspace


def promote(
    ws: Workspace, ref: str | None = None, *, message: str = "", accept_unchecked: Sequence[str] = ()
) -> PromoteOutcome:
    """Promote a candidate that passes; promoting the one that stands already does nothing and says so.

    Args:
        ws: the workspace.
        ref: what to promote; None for the part changed last, as its files are now.
        message: goes into the tag and the provenance note.
        accept_unchecked: names of checks that may have run out of time; recorded with the version.

    Raises:
        Refused: a check failed, a check was not made, or the model is not deterministic. Nothing was changed.
        ModelFailed: the model does not run.
        EnvironmentFailed: git, disk or kernel failed.
        UsageError: the message holds what git cannot keep.
    """
    started = time.monotonic()
    message = _kept(message)
    candidate, _ = candidate_for(ws, ref)
    spec = spec_in_force.current(ws, candidate.part)
    standing = ws.versions.latest(candidate.part)
    if standing is not None and standing.is_of(candidate):
        promotion = ws.versions.promotion(standing)
        if changed := change(promotion.spec_sha256, spec.sha256):
            ws.progress.notice(f"{changed}: `cadgit verify {standing.name}` judges it under what is asked now")
        return PromoteOutcome(candidate, standing, promotion, True, time.monotonic() - started)
    if ref is None:
        ws.progress.notice(f"promoting {describe(candidate)}")
    judged = _passing(ws, candidate, accept_unchecked, spec)
    record, brep, manifest = run.ensure_geometry(ws, candidate)
    step = _step(ws, candidate, record, brep, manifest, judged.verdict)
    if step is None:
        # Other versions of build123d or OCCT, or another SOURCE_DATE_EPOCH: what is promoted must be what was judged.
        ws.progress.notice("the STEP file that was judged is gone and comes out different today, so it is judged again")
        judged = _passing(ws, candidate, accept_unchecked, spec, again=True)
        step = _step(ws, candidate, record, brep, manifest, judged.verdict)
    if step is None or record.brep_sha256 != judged.verdict.brep_sha256:
        raise EnvironmentFailed(
            "the geometry that was judged is not the one at hand", "run the same command again; the cache was changed"
        )
    deterministic = _prove_deterministic(ws, candidate, record, brep)
    files = version_files(candidate, record, brep, manifest, step) | spec.artifacts
    made: list[Promotion] = []

    def make_promotion(number: int, previous: str, step_blob: str) -> Promotion:
        made.append(
            replace(
                promotion_of(ws, candidate, record, judged.verdict, files),
                version=number,
                previous=previous,
                step_blob=step_blob,
                deterministic=deterministic,
                message=message,
                accepted_unchecked=tuple(sorted(set(accept_unchecked) & set(judged.verdict.unchecked))),
            )
        )
        return made[-1]

    version = ws.versions.promote(candidate, files, make_promotion, message, ws.config.artifacts_max_size)
    promotion = ws.versions.promotion(version)
    ws.marks.set_promoted(version.id)
    # Somebody else may have promoted the same candidate meanwhile; then theirs stands.
    return PromoteOutcome(candidate, version, promotion, promotion not in made, time.monotonic() - started)


def _kept(message: str) -> str:
    """A message as git's records give it back."""
    if "\0" in message:
        raise UsageError("the message holds a NUL character, at which git would end it", "leave it out")
    try:
        message.encode("utf-8")
    except UnicodeEncodeError:
        raise UsageError("the message is not UTF-8", "write it anew, or with a terminal set to UTF-8") from None
    return message.strip()


def describe(candidate: Candidate) -> str:
    """A candidate in words: ``bracket #5 (width=50)``."""
    overrides = ", ".join(f"{item.name}={item.expression}" for item in candidate.meta.parameters)
    extra = ", ".join(filter(None, (candidate.meta.object and f"object {candidate.meta.object}", overrides)))
    line = "" if candidate.line == "main" else f"@{candidate.line}"
    return f"{candidate.part}{line} #{candidate.number}" + (f" ({extra})" if extra else "")


def _passing(
    ws: Workspace, candidate: Candidate, accepted: Sequence[str], spec: SpecInForce, *, again: bool = False
) -> VerifyOutcome:
    outcome = judge(ws, candidate, again=again, spec=spec)
    geometry = outcome.record.geometry
    _refuse_failures(candidate, outcome.verdict.checks)
    if geometry is None or geometry.kind not in PROMOTABLE:
        kind = geometry.kind if geometry else "result that cannot be measured"
        raise Refused(f"{describe(candidate)} is a {kind}; only solids, assemblies and sketches are promoted")
    missing = set(outcome.verdict.unchecked) - set(accepted)
    if missing and not outcome.verdict.deep:
        ws.progress.notice(f"not checked in time: {', '.join(sorted(missing))}; trying once more with the deep budget")
        outcome = judge(ws, candidate, deep=True, again=True, spec=spec)
        _refuse_failures(candidate, outcome.verdict.checks)
        missing = set(outcome.verdict.unchecked) - set(accepted)
    if not outcome.verdict.step_sha256:
        raise Refused(
            f"{describe(candidate)} was not promoted: its STEP file was not written in time, and a version has one",
            "raise `deep_check` under [limits] in cadgit.toml",
        )
    if missing:
        options = " ".join(f"--accept-unchecked {name}" for name in sorted(missing))
        raise Refused(
            f"{describe(candidate)} was not promoted: not checked in time: {', '.join(sorted(missing))}",
            f"raise `deep_check` under [limits] in cadgit.toml, or take the risk on record: `cadgit promote {options}`",
        )
    return outcome


def _refuse_failures(candidate: Candidate, checks: Sequence[CheckResult]) -> None:
    failed = [f"{check.name}: {check.message}" for check in checks if check.status == "fail"]
    if failed:
        raise Refused(
            f"{describe(candidate)} was not promoted, it does not pass:\n" + "\n".join(f"  {line}" for line in failed),
            "mend the model and run it again",
        )


def _prove_deterministic(ws: Workspace, candidate: Candidate, record: RunRecord, brep: bytes) -> str:
    """Run the model a second time where a fork cannot agree by accident; returns how the two agreed."""
    for proof in ws.candidates.runs(candidate.id):
        if proof.purpose == "proof" and proof.tree == candidate.tree and proof.brep_sha256 == record.brep_sha256 != "":
            return "a second, cold run made the same bytes"
    proof, other = run.prove(ws, candidate)
    if proof.failure is not None:
        raise Refused(
            f"{describe(candidate)} was not promoted: it is not deterministic; a second run in a new interpreter "
            f"with another hash seed failed: {proof.failure.message}",
            "look for what depends on the clock, on random numbers, on set order or on the machine",
        )
    compared: Compared | InspectionFailed = (
        Compared(True, "hash") if proof.brep_sha256 == record.brep_sha256 else ws.kernel.compare(Compare(brep, other))
    )
    if isinstance(compared, InspectionFailed):
        raise Refused(f"{describe(candidate)} was not promoted: two runs could not be compared: {compared.message}")
    if not compared.same:
        raise Refused(
            f"{describe(candidate)} was not promoted: it is not deterministic; a second run in a new interpreter made "
            "another geometry:\n" + "\n".join(f"  {line}" for line in compared.differences[:10]),
            "seed random numbers (`random.seed(1)`); the clock, `id()` and set order must not decide about geometry",
        )
    agreed = "the same bytes" if compared.by == "hash" else "the same geometry in other bytes"
    return f"a second, cold run made {agreed}"


def _step(
    ws: Workspace, candidate: Candidate, record: RunRecord, brep: bytes, manifest: ManifestNode | None, verdict: Verdict
) -> bytes | None:
    """The STEP file that was judged: from the cache, else written again; None when that gives other bytes."""
    header = header_for(candidate, record)
    kept = ws.cache.get("step", verdict.step_sha256)
    # A newer build123d may have made the same geometry since, and provenance must not say otherwise than the header.
    if kept is not None and part21.read_header(kept) in (header, None):
        return kept
    ws.progress.stage("writing the STEP file again")
    written = ws.kernel.export(Export(brep, manifest, header, "step"))
    if not isinstance(written, Exported):
        raise Refused(f"{describe(candidate)} was not promoted: its STEP file cannot be written: {written.message}")
    return written.data if hashlib.sha256(written.data).hexdigest() == verdict.step_sha256 else None
