"""replay: make versions again from what git has of them, judge them again, and say what is different."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Literal

from .. import __version__
from ..errors import CadgitError, KernelError, LockedError, RefError, StorageError, UsageError
from ..frozen import frozen
from ..kernel.jobs import Compare, InspectionFailed, Judge
from ..records import Compared, Geometry, ManifestNode, Promotion, RunRecord, Verdict, Version
from . import run, spec_in_force
from .measures import Measure, moved, side_by_side
from .outcomes import Silent
from .provenance import rounded
from .sameness import environment_changes, near
from .targets import version_for
from .verify import header_for
from .workspace import Workspace, now

State = Literal["identical", "same geometry", "within tolerance", "different", "failed"]

#: Relative change from which a measure is named: the numbers of the note are rounded.
NAMED = 1e-5


@frozen
class Replayed:
    """How one version came out.

    Attributes:
        state: ``identical``: the same STEP file; ``same geometry``, in other bytes; ``within tolerance``, made by other
            versions of what it depends on; ``different``; ``failed``: the model did not run, or what git has of the
            version cannot be read.
        detail: why it failed.
        record: of this run; it is kept with the candidate's others.
        verdict: what the checks say now, with the spec that the version passed.
        environment: what is not as it was (``build123d 0.11.0 → 0.13.0``).
        moved: the measures that changed.
        differences: between the two geometries, in words.
        holds: the state is none of the last two, and no check says no.
    """

    version: Version
    state: State
    holds: bool
    detail: str = ""
    record: RunRecord | None = None
    verdict: Verdict | None = None
    environment: tuple[str, ...] = ()
    moved: tuple[Measure, ...] = ()
    differences: tuple[str, ...] = ()
    seconds: float = 0.0


@frozen
class ReplayOutcome:
    """`cadgit replay`: each version, in the order in which they were asked for; `hold` where all of them do."""

    replays: tuple[Replayed, ...]
    hold: bool


def replay(
    ws: Workspace, ref: str | None, *, everything: bool = False, jobs: int = 1, tell: Callable[[Replayed], None]
) -> ReplayOutcome:
    """Run the tree of a version's commit again, and judge what it makes by the spec that the version passed.

    Args:
        ref: the version; None for the newest of the part changed last.
        everything: all versions of all parts that stand, instead of one.
        jobs: how many at a time.
        tell: hears each as it ends.

    Raises:
        RefError: there is no such version.
        KernelError, StorageError, LockedError: replaying is not possible.
    """
    if everything and ref is not None:
        raise UsageError("a version and --all do not go together", "name one, or replay all of them")
    versions = _standing(ws) if everything else [version_for(ws, ref)]
    for version in versions:
        if version.withdrawn:
            ws.progress.notice(f"{version.name} was withdrawn on {version.withdrawn[:10]}")
    ended: dict[str, Replayed] = {}
    for one in _replayed(ws, versions, jobs):
        ended[one.version.id] = one
        tell(one)
    replays = tuple(ended[version.id] for version in versions)
    return ReplayOutcome(replays, hold=all(one.holds for one in replays))


def _standing(ws: Workspace) -> list[Version]:
    found = [v for part in ws.versions.parts() for v in reversed(ws.versions.history(part)) if not v.withdrawn]
    if not found:
        raise RefError("there is no version to replay", "`cadgit promote` makes one")
    return found


def _replayed(ws: Workspace, versions: list[Version], jobs: int) -> Iterable[Replayed]:
    """Each version as it ends; several at a time have a workspace each, as none may be used by two threads."""
    if jobs == 1 or len(versions) == 1:
        for number, version in enumerate(versions, 1):
            ws.progress.stage(f"replaying {version.name} ({number} of {len(versions)})")
            yield _replay(ws, version)
        return
    from concurrent.futures import ThreadPoolExecutor, as_completed  # only where there are several

    ws.kernel.ensure()  # once, before all of them want it
    ws.progress.stage(f"replaying {len(versions)} versions")

    def elsewhere(version: Version) -> Replayed:
        with Workspace.open(ws.cwd, Silent()) as own:
            return _replay(own, version)

    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(elsewhere, version) for version in versions]
        try:
            for number, done in enumerate(as_completed(waiting), 1):
                ws.progress.stage(f"replayed {number} of {len(versions)}")
                yield done.result()
        finally:
            for future in waiting:
                future.cancel()


def _replay(ws: Workspace, version: Version) -> Replayed:
    started = time.monotonic()
    try:
        found = _made_again(ws, version)
    except (KernelError, StorageError, LockedError):
        raise
    except CadgitError as error:  # what git has of this version; the others are still told
        found = Replayed(version, "failed", False, "; ".join(filter(None, (error.message, error.hint))))
    return replace(found, seconds=time.monotonic() - started)


def _made_again(ws: Workspace, version: Version) -> Replayed:
    promotion = ws.versions.promotion(version)
    spec = spec_in_force.of_version(ws, version)
    # The candidate is where the record goes; what runs is the tree, which is the version's in either case.
    known = ws.candidates.find(version.part, None, version.tree)
    candidate = known or ws.versions.as_candidate(version)
    record, brep = run.execute(ws, candidate, purpose="replay")
    changed = environment_changes(ws.versions.environment(version), record.environment)
    if record.failure is not None or record.geometry is None:
        detail = record.failure.message if record.failure else "its result cannot be measured"
        return Replayed(version, "failed", False, detail, record, environment=changed)
    limits = ws.config.limits
    header = replace(header_for(candidate, record), time_stamp=promotion.header.time_stamp)
    job = Judge(
        *(brep, record.manifest, header),
        budget=limits.deep_check,  # as a promotion gives to a check that needs it
        spec=spec.text,
        attached=spec.attached,
    )
    judged = ws.kernel.judge(job, lambda check: None)
    verdict = Verdict(
        *(now(), version.tree, record.brep_sha256, False, judged.checks),
        step_sha256=hashlib.sha256(judged.step).hexdigest() if judged.step else "",
        step_bytes=len(judged.step),
        cadgit=__version__,
        spec_sha256=spec.sha256,
    )
    state: State = "identical"
    differences: tuple[str, ...] = ()
    if verdict.step_sha256 != promotion.step_sha256:
        compared = _compared(ws, version, promotion, record, brep)
        state, differences = _state(promotion.geometry, record.geometry, compared, bool(changed)), compared.differences
    no = verdict.outcome == "fail" or set(verdict.unchecked) - set(promotion.accepted_unchecked)
    return Replayed(
        version,
        state,
        holds=state != "different" and not no,
        record=record,
        verdict=verdict,
        environment=changed,
        moved=moved(side_by_side(promotion.geometry, rounded(record.geometry)), NAMED),
        differences=differences,
    )


def _compared(ws: Workspace, version: Version, promotion: Promotion, record: RunRecord, brep: bytes) -> Compared:
    """Whether the geometry is the promoted one; by the numbers of the note where that is not kept."""
    kept = ws.versions.geometry(version.tree, promotion.brep_sha256, promotion.labels_sha256)
    if kept is not None and _labels(kept[1]) != _labels(record.manifest):
        return Compared(False, "properties", ("labels, colours or materials are different",))
    if promotion.brep_sha256 == record.brep_sha256:
        return Compared(True, "hash")
    promoted = kept[0] if kept is not None else ws.cache.get("brep", promotion.brep_sha256)
    if promoted is None:
        assert record.geometry is not None
        gone = moved(side_by_side(promotion.geometry, rounded(record.geometry)), NAMED)
        return Compared(
            not gone, "properties", ("the promoted geometry is not kept here: only measures were compared",)
        )
    compared = ws.kernel.compare(Compare(promoted, brep))
    if isinstance(compared, InspectionFailed):
        return Compared(False, "properties", (f"the two geometries could not be compared: {compared.message}",))
    return compared


def _labels(manifest: ManifestNode | None) -> ManifestNode:
    return manifest or ManifestNode()


def _state(before: Geometry, after: Geometry, compared: Compared, other_environment: bool) -> State:
    if compared.same:
        return "same geometry"
    return "within tolerance" if other_environment and near(before, after) else "different"
