"""`cadgit diagnose`: what is wrong, where, and what to try."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ...records import BlendedEdge, Bounds, CheckResult, Frame, Geometry, GeometryFinding, LargestBlend, Repair
from ...workflow.diagnosis import DiagnoseOutcome
from ..output import numbers
from ..output.blocks import Block, Check, Group, Line, Mark, Style, Title
from .run import failure

#: Places of one kind, and names of one place, that are shown; `--json` has all.
PLACES, NAMES = 6, 6

_MARKS: dict[str, Mark] = {"fault": "bad", "warning": "warn"}
_STYLES: dict[str, Style] = {"fault": "bad", "warning": "warn"}


def diagnose(outcome: DiagnoseOutcome) -> Iterator[Block]:
    """The diagnosis in a line; then each kind of finding with its places; then what would mend it."""
    yield Title(f"{outcome.operand.name}: {sentence(outcome)}", "good" if outcome.good else "bad")
    if outcome.failure is not None:
        yield failure(outcome.failure)
        if outcome.explanation:
            yield Line(outcome.explanation, label="that is", indent=1)
    yield from _verdict(outcome)
    for _, same in itertools.groupby(_by_kind(outcome.findings), lambda f: (f.severity, f.kind, f.proposal)):
        yield _group(tuple(same))
    yield from (Line(words, "dim", indent=1) for words in outcome.more)
    if outcome.blend is not None:
        yield _blend(outcome.blend)
    if outcome.repair is not None:
        yield _repair(outcome.repair)
    if outcome.checked:
        yield Line(", ".join(outcome.checked), "dim", "checked", indent=1)
    yield from (Line(words, "warn", "not checked", indent=1) for words in outcome.not_checked)


def sentence(outcome: DiagnoseOutcome) -> str:
    """``2 faults, 1 warning``, ``nothing is wrong``."""
    if outcome.failure is not None:
        return "the run failed"
    amounts = [sum(f.severity == severity for f in outcome.findings) for severity in ("fault", "warning")]
    said = [numbers.count(n, word) for n, word in zip(amounts, ("fault", "warning"), strict=True) if n]
    if not amounts[0] and outcome.refused:
        said.insert(0, "its verdict says no")
    elif not amounts[0]:
        said.insert(0, "nothing wrong was found" if outcome.not_checked else "nothing is wrong")
    if outcome.blend is not None and outcome.blend.asked_fails:
        said.append(f"but the {outcome.blend.kind} that was asked for fails")
    return ", ".join(said)


def _verdict(outcome: DiagnoseOutcome) -> Iterator[Block]:
    """The names of the checks that said no, and those that no finding is about: the spec, the STEP file alone."""
    for status, label in (("fail", "its verdict says no"), ("not checked", "its verdict did not check")):
        said = [check.name for check in outcome.checks if check.status == status]
        if said:
            yield Line(", ".join(said), label=label, indent=1)
    names = {check.name for check in outcome.checks}
    yield from (Check(check) for check in outcome.checks if _is_apart(check, names))


def _is_apart(check: CheckResult, names: set[str]) -> bool:
    if check.name.startswith("spec."):
        return True
    if check.name == "round-trip":
        # What is broken already changes on its way through a file too.
        return all(name.startswith(("spec.", "step.", "round-trip")) for name in names)
    return check.name.startswith("step.") and check.name.removeprefix("step.") not in names


def _by_kind(findings: tuple[GeometryFinding, ...]) -> list[GeometryFinding]:
    """Findings of one kind side by side, where the first of them stands."""
    order: dict[tuple[str, str, str], int] = {}
    for finding in findings:
        order.setdefault((finding.severity, finding.kind, finding.proposal), len(order))
    return sorted(findings, key=lambda f: order[f.severity, f.kind, f.proposal])


def _group(same: tuple[GeometryFinding, ...]) -> Group:
    first = same[0]
    amount = f" ({len(same)})" if len(same) > 1 else ""
    blocks: list[Block] = []
    for finding in same[:PLACES]:
        blocks.append(Line(_place(finding), "strong" if finding.severity == "fault" else ""))
        if finding.line is not None:
            blocks.append(Line(line(finding.line), "code", indent=1))
    if len(same) > PLACES:
        blocks.append(Line(f"and {len(same) - PLACES} more", "dim"))
    blocks.append(Line(first.proposal, label="try"))
    return Group(f"{first.severity}: {first.kind}{amount}", tuple(blocks), _MARKS[first.severity])


def _place(finding: GeometryFinding) -> str:
    """``face:5 at (5, 5, 0), 50 mm²: its outline crosses itself``."""
    names = ", ".join(finding.entities[:NAMES])
    if len(finding.entities) > NAMES:
        names += f" and {len(finding.entities) - NAMES} more"
    where = f" at {numbers.point(finding.point)}" if finding.point else ""
    size = f", {finding.size}" if finding.size and finding.size not in finding.message else ""
    what = f"{names}{where}{size}".strip()
    return f"{what}: {finding.message}" if what else finding.message


def line(frame: Frame) -> str:
    """``last made by model.py:12 in rib: Box(2, 20, 10)``."""
    inside = f" in {frame.function}" if frame.function else ""
    return f"last made by {frame.file}:{frame.line}{inside}: {frame.source}"


def _blend(found: LargestBlend) -> Group:
    measure = "radius" if found.kind == "fillet" else "length"
    blocks: list[Block] = []
    if found.line is not None:
        blocks.append(Line(f"{found.line.file}:{found.line.line}: {found.line.source}", "code"))
    if found.together is not None:
        blocks.append(Line(_largest(found, measure), "strong"))
    held = [edge for edge in found.edges if edge.alone is not None and edge.alone.failed is not None]
    free = [edge for edge in found.edges if edge.alone is not None and edge.alone.failed is None]
    blocks += [Line(_alone(edge, measure)) for edge in held[:PLACES]]
    if len(held) > PLACES:
        blocks.append(Line(f"and {len(held) - PLACES} more edges", "dim"))
    if held and free:
        blocks.append(Line(f"{_named(free)}: {_takes(free)}, alone"))
    elif free:
        blocks.append(Line(f"each edge takes {numbers.length(_made(free[0]))} mm alone: together they leave no room"))
    if found.not_checked:
        blocks.append(Line(found.not_checked, "warn", "not checked"))
    return Group(f"the largest {found.kind} at {numbers.count(len(found.edges), 'edge')}", tuple(blocks))


def _largest(found: LargestBlend, measure: str) -> str:
    bounds = found.together
    assert bounds is not None
    asked = ""
    if found.asked is not None:
        verb = "succeeds" if found.asked <= bounds.made else "fails"
        asked = f"{measure} {numbers.length(found.asked)} mm {verb}; "
    if not bounds.made:
        return f"{asked}no {found.kind} succeeds, down to {numbers.length(bounds.failed or 0.0)} mm"
    if bounds.failed is None:
        return f"{asked}the largest that was tried succeeds: {numbers.length(bounds.made)} mm"
    made, failed = numbers.length(bounds.made), numbers.length(bounds.failed)
    return f"{asked}the largest that succeeds is about {made} mm ({failed} mm fails)"


def _alone(edge: BlendedEdge, measure: str) -> str:
    bounds = edge.alone or Bounds(0.0, None)
    takes = f"takes at most {numbers.length(bounds.made)} mm alone"
    if not bounds.made:
        takes = f"alone it takes no {measure} that was tried"
    return f"{_named([edge])}, {numbers.length(edge.length)} mm long: {takes}"


def _named(edges: list[BlendedEdge]) -> str:
    if len(edges) == 1:
        return f"{edges[0].edge} at {numbers.point(edges[0].point)}"
    names = ", ".join(edge.edge for edge in edges[:NAMES])
    return names if len(edges) <= NAMES else f"{names} and {len(edges) - NAMES} more"


def _takes(edges: list[BlendedEdge]) -> str:
    return f"{'takes' if len(edges) == 1 else 'take'} {numbers.length(_made(edges[0]))} mm"


def _made(edge: BlendedEdge) -> float:
    return edge.alone.made if edge.alone is not None else 0.0


def _repair(found: Repair) -> Group:
    if not found.changes:
        return Group("OCCT's ShapeFix", (Line("it would change nothing, and so mend nothing"),))
    before, after = found.before, found.after
    if found.works:
        blocks: list[Block] = [Line("it would mend what is wrong, on a copy; nothing was changed here", "good")]
    else:
        blocks = [Line(f"it would not mend it: {', '.join(found.wrong_after)} would still say no", "bad")]
    blocks += [Line(text) for text in _changes(before, after)]
    if found.tolerance_after != found.tolerance_before:
        tolerances = (numbers.number(t, 3) for t in (found.tolerance_before, found.tolerance_after))
        blocks.append(Line("largest tolerance {} → {} mm".format(*tolerances)))
    moved = "not measured" if found.displacement is None else f"at most {numbers.number(found.displacement, 3)} mm"
    blocks.append(Line(f"vertices would move: {moved}"))
    if found.works:
        text = "mend the model instead where that is possible; `ShapeFix_Shape(part.wrapped)` of OCP.ShapeFix does this"
        blocks.append(Line(text, label="try"))
    return Group("OCCT's ShapeFix", tuple(blocks), "good" if found.works else "")


def _changes(before: Geometry, after: Geometry) -> Iterator[str]:
    """What a repair would change, measure by measure."""
    rows = (
        ("kind", before.kind, after.kind),
        ("solids", str(before.solids), str(after.solids)),
        ("faces", str(before.faces), str(after.faces)),
        ("edges", str(before.edges), str(after.edges)),
        ("vertices", str(before.vertices), str(after.vertices)),
        ("size", numbers.size(before.box), numbers.size(after.box)),
        ("volume", numbers.volume(before.volume), numbers.volume(after.volume)),
        ("area", numbers.area(before.area), numbers.area(after.area)),
    )
    return (f"{label} {was} → {is_}" for label, was, is_ in rows if was != is_)
