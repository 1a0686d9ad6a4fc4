"""`cadgit rank`: the candidates of a part in two orders."""

from __future__ import annotations

from collections.abc import Iterator

from ...workflow.comparison import RankEntry, RankOutcome
from ..output import numbers
from ..output.blocks import Block, Line, Table, Title
from .run import name
from .score import shape

#: Differences of a candidate that are shown; `--json` has all.
ROWS = 12


def rank(outcome: RankOutcome) -> Iterator[Block]:
    """Both orders, the first of each named, and what is still wrong about them."""
    by = {"reference": f"closeness to {outcome.reference.name}" if outcome.reference else "", "spec": "the spec"}
    yield Title(f"{outcome.part}: {numbers.count(len(outcome.entries), 'candidate')} by structure")
    by_id = {entry.candidate.id: entry for entry in outcome.entries}
    yield _table(outcome.entries)
    if outcome.closest:
        yield Title(f"by {by[outcome.by]}")
        yield _table([by_id[candidate] for candidate in outcome.closest])
    else:
        yield Line("no order by closeness: name a --reference, or write a spec", "dim", indent=1)
    firsts = [("best", outcome.entries[0])]
    if outcome.closest:
        firsts.append(("closest", by_id[outcome.closest[0]]))
    for place, entry in firsts:
        yield Title(f"{outcome.part}@{place} is {name(entry.candidate)}")
        unresolved = entry.unresolved[:ROWS]
        yield from (Line(text, label="open", indent=1) for text in unresolved)
        if len(entry.unresolved) > ROWS:
            yield Line(f"and {len(entry.unresolved) - ROWS} more", "dim", indent=1)
        if not unresolved:
            yield Line("nothing that was looked at is open", "dim", indent=1)


def _table(entries: list[RankEntry] | tuple[RankEntry, ...]) -> Table:
    scored = any(entry.score for entry in entries)
    columns = (
        "candidate",
        "verdict",
        "gate",
        "spec",
        "warnings",
        *(("shape", "topology", "farthest mm") if scored else ()),
    )
    rows = tuple(_row(entry, scored) for entry in entries)
    return Table(columns, rows, frozenset(columns[2:]), frozenset({"candidate"}))


def _row(entry: RankEntry, scored: bool) -> tuple[str, ...]:
    gate = f"{len(entry.gate_failed)} open" if entry.gate_failed else "ok"
    spec = f"{entry.asked - len(entry.spec_failed)} of {entry.asked}" if entry.asked else "–"
    row = (name(entry.candidate), entry.outcome, gate, spec, str(entry.warnings))
    if not scored:
        return row
    found = entry.score
    if found is None:
        return (*row, "–", "–", "–")
    return (*row, shape(found), f"{found.topology:.4f}", numbers.length(found.deviation.distance))
