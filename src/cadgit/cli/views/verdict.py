"""`cadgit verify`, `spec` and `promote`: a judgement, what it shall be about, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...records import Promotion, Verdict
from ...workflow.outcomes import PromoteOutcome, SpecOutcome, VerifyOutcome
from ..output import numbers
from ..output.blocks import Block, Check, Line, Mark, Title, fields
from .run import SHORT, name

#: What a terminal puts before a verdict.
MARKS: dict[str, Mark] = {"pass": "good", "warn": "warn", "fail": "bad", "not checked": "bad"}


def verify(outcome: VerifyOutcome, streamed: Collection[str] = ()) -> Iterator[Block]:
    """The checks that were not shown as they ended, then the verdict in a line."""
    verdict = outcome.verdict
    yield from (Check(check) for check in verdict.checks if check.name not in streamed)
    yield Title(f"{name(outcome.candidate)}: {sentence(verdict)}", MARKS[verdict.outcome])
    if not verdict.spec_sha256:
        proposal = f"`cadgit spec {outcome.candidate.part}` proposes one"
        yield Line(f"no spec: nothing is asked beyond the gate; {proposal}", "dim", indent=1)
    elif outcome.unspecified:
        yield Line(f"not specified: {', '.join(outcome.unspecified)}", "dim", indent=1)
    if outcome.reused:
        yield Line(f"judged at {numbers.moment(verdict.when)}: the same geometry, the same verdict", "dim", indent=1)
    if verdict.outcome == "fail":
        yield Line("`cadgit diagnose` tells where, which line made it, and what to try", label="hint", indent=1)
    elif verdict.outcome == "not checked":
        options = " ".join(f"--accept-unchecked {name}" for name in verdict.unchecked)
        yield Line(f"a promotion would need: cadgit promote {options}", label="hint", indent=1)
    else:
        time = numbers.duration(outcome.seconds_total)
        yield Line(f"{time} in all; `cadgit promote` makes it a version", "dim", indent=1)


def spec(outcome: SpecOutcome) -> Iterator[Block]:
    """The lines that were proposed, and where they are now."""
    part = outcome.candidate.part
    if not outcome.added:
        yield Title(f"{outcome.path}: the spec of {part} has all that is proposed; nothing was done", "good")
        return
    if outcome.state == "proposed":
        yield Title(f"a spec for {part}, as {name(outcome.candidate)} measures")
    else:
        yield Title(f"{outcome.path}: spec of {part} written, as {name(outcome.candidate)} measures", "good")
    yield Line(outcome.lines, "code", indent=1)
    if outcome.kept:
        yield Line(f"kept as they are: {', '.join(outcome.kept)}", "dim", indent=1)
    if outcome.state == "proposed":
        yield Line(f"nothing was written; `cadgit spec {part}` adds this to {outcome.path}", "dim", indent=1)
    else:
        yield Line(f"loosen what may vary (`cadgit help spec`); `cadgit verify {part}` judges it", "dim", indent=1)


def sentence(verdict: Verdict) -> str:
    """``pass (14 checks)``, ``fail: overlap (of 14 checks)``."""
    total = numbers.count(len(verdict.checks), "check") + (", deep" if verdict.deep else "")
    outcome = verdict.outcome
    if outcome == "pass":
        return f"pass ({total})"
    names = ", ".join(check.name for check in verdict.checks if check.status == outcome)
    return f"{outcome}: {names} (of {total})"


def promote(outcome: PromoteOutcome) -> Iterator[Block]:
    """The new version and what it rests on; or that it was there before."""
    version, promotion = outcome.version, outcome.promotion
    if outcome.already:
        yield Title(f"{version.name} is this candidate already; nothing was done", "good")
    else:
        yield Title(f"{version.name} promoted from candidate {outcome.candidate.number} of {promotion.line}", "good")
    yield provenance(promotion, version.tag, version.id)
    if not outcome.already:
        time = numbers.duration(outcome.seconds_total)
        yield Line(f"{time} in all; see `git log --notes='cadgit/*' {version.tag}`", "dim", indent=1)


def provenance(promotion: Promotion, tag: str, commit: str) -> Block:
    """Where a version came from and what it rests on."""
    parameters = ", ".join(f"{p.name}={p.expression}" for p in promotion.header.parameters)
    return fields(
        ("tag", f"{tag}, commit {commit[:SHORT]}"),
        ("candidate", f"{promotion.number} of {promotion.line}, commit {promotion.candidate[:SHORT]}"),
        ("source", f"{promotion.header.entry}, sha256 {promotion.header.source_sha256[:SHORT]}"),
        ("parameters", parameters),
        ("STEP", f"{numbers.data_size(promotion.step_bytes)}, sha256 {promotion.step_sha256[:SHORT]}"),
        ("size", numbers.size(promotion.geometry.box)),
        ("volume", numbers.volume(promotion.geometry.volume) if promotion.geometry.volume else None),
        ("checks", _checks(promotion.checks)),
        ("not checked", ", ".join(promotion.accepted_unchecked)),
        ("spec", f"sha256 {promotion.spec_sha256[:SHORT]}" if promotion.spec_sha256 else None),
        ("repeatable", promotion.deterministic),
        ("who, when", f"{promotion.who}, {numbers.moment(promotion.when)}"),
        ("message", promotion.message),
        ("withdrawn", promotion.withdrawn),
    )


def _checks(checks: tuple[str, ...]) -> str:
    """``14 pass`` or ``12 pass; tolerance: warn; overlap: not checked``, from ``name: status`` each."""
    remarkable = [check for check in checks if not check.endswith(": pass")]
    return "; ".join([f"{len(checks) - len(remarkable)} pass", *remarkable])
