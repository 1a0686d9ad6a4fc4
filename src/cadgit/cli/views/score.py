"""`cadgit score`: how close a candidate is to a target."""

from __future__ import annotations

from collections.abc import Iterator

from ...records import Alignment, Betti, Score, SurfaceFit
from ...workflow.comparison import ScoreOutcome
from ..output import numbers
from ..output.blocks import Block, Cell, Line, Row, Title, fields


def score(outcome: ScoreOutcome) -> Iterator[Block]:
    """Each axis in a line, and the place of the largest deviation."""
    found = outcome.score
    title = f"{outcome.candidate.name} against {outcome.reference.name}"
    if found is None:
        yield Title(f"{title}: not scored", "bad")
        yield Line(outcome.not_checked, indent=1)
        return
    yield Title(f"{title}: shape {shape(found)}", "bad" if outcome.valid is False else "good")
    yield fields(("gate", _gate(outcome)), *axes(found))
    for note in found.notes:
        yield Line(note, label="note", indent=1)


def axes(found: Score) -> tuple[Row, ...]:
    """A score, axis by axis."""
    away = found.deviation
    return (
        ("surface F1", f"{_fit(found.surface)}; within {numbers.length(found.tolerance)} mm"),
        ("by facets", f"{_fit(found.facets)}; the same with the normals of facets"),
        ("volume IoU", _fraction(found.volume_iou)),
        ("shape", f"{shape(found)}, the mean of surface F1 and volume IoU"),
        ("topology", _topology(found)),
        ("farthest", f"{numbers.length(away.distance)} mm, at {numbers.point(away.point)} of the {away.on}"),
        ("edit", _edit(found)),
        ("alignment", _alignment(found.alignment) if found.alignment else None),
        ("meshes", f"{numbers.length(found.deflection)} mm, {numbers.number(found.samples)} samples each way"),
    )


def _gate(outcome: ScoreOutcome) -> str | Cell:
    if outcome.valid is None:
        return "a file is not judged"
    return "passed" if outcome.valid else Cell(f"not passed: {', '.join(outcome.invalid)}", "bad")


def _fraction(value: float | None) -> str:
    return "not known" if value is None else f"{value:.4f}"


def shape(found: Score) -> str:
    """The shape score as people read it."""
    return _fraction(found.shape)


def _fit(fit: SurfaceFit) -> str:
    return f"{fit.f1:.4f} (precision {fit.precision:.4f}, recall {fit.recall:.4f})"


def _topology(found: Score) -> str:
    mine, theirs = found.betti, found.reference_betti
    if mine == theirs:
        return f"{found.topology:.4f} ({_betti(mine)})"
    return f"{found.topology:.4f} ({_betti(mine)}; the reference has {_betti(theirs)})"


def _betti(betti: Betti) -> str:
    return ", ".join(
        (
            numbers.count(betti.pieces, "piece"),
            numbers.count(betti.tunnels, "tunnel"),
            numbers.count(betti.cavities, "cavity", "cavities"),
        )
    )


def _edit(found: Score) -> str | None:
    if found.edit is None:
        return None
    before = f"the unedited input has shape {found.edit.before:.4f}"
    return f"nothing to gain; {before}" if found.edit.gain is None else f"{found.edit.gain:.4f} gained; {before}"


def _alignment(motion: Alignment) -> str:
    return f"turned by {numbers.number(motion.angle, 4)}°, moved by {numbers.point(motion.translation)} mm"
