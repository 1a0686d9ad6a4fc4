"""`cadgit fetch`, `pull` and `push`: what moved, what got another name, and what stayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...records import LeftBehind, Merged, Traffic
from ...workflow.outcomes import FetchOutcome, PullOutcome, PushOutcome
from ..output import numbers
from ..output.blocks import Block, Line, Title, fields

#: Names in one row; `--json` has all of them.
_NAMES = 12


def fetch(outcome: FetchOutcome) -> Iterator[Block]:
    """What a pull would bring."""
    new = _is_new(outcome.waiting)
    said = "has what `cadgit pull` would bring" if new else "has nothing new"
    yield Title(f"{_where(outcome.remote, outcome.url)} {said}", "good")
    yield from _merged(outcome.waiting, outcome.remote, would=True)


def pull(outcome: PullOutcome) -> Iterator[Block]:
    """What was merged."""
    new = _is_new(outcome.merged)
    said = ("would be merged" if outcome.dry_run else "merged") if new else "nothing new"
    yield Title(f"{_where(outcome.remote, outcome.url)}: {said}", "good")
    yield from _merged(outcome.merged, outcome.remote, would=outcome.dry_run)


def push(outcome: PushOutcome) -> Iterator[Block]:
    """What was merged first, and what was sent."""
    if _is_new(outcome.merged) or outcome.merged.left:
        said = "would be merged first" if outcome.dry_run else "merged first"
        yield Title(f"{_where(outcome.remote, outcome.url)}: {said}", "good")
        yield from _merged(outcome.merged, outcome.remote, would=outcome.dry_run)
    if outcome.sent == Traffic():
        yield Title(f"{_where(outcome.remote, outcome.url)}: nothing to send", "warn" if outcome.left else "good")
    else:
        said = "would be sent" if outcome.dry_run else "sent"
        yield Title(f"{_where(outcome.remote, outcome.url)}: {said}", "warn" if outcome.left else "good")
        yield _traffic(outcome.sent)
    yield from _left(outcome.left, "not sent")


def _where(remote: str, url: str) -> str:
    return f"{remote} ({url})" if url else remote


def _is_new(merged: Merged) -> bool:
    return (merged.received, merged.side_lines, merged.renumbered) != (Traffic(), (), ())


def _merged(merged: Merged, remote: str, would: bool) -> Iterator[Block]:
    yield _traffic(merged.received)
    is_now, moved = ("would be", "would move") if would else ("is now", "moved")
    for item in merged.renumbered:
        yield Line(
            f"{item.part} v{item.old_number} of yours {is_now} v{item.number}: {remote} has another "
            f"v{item.old_number}, and what is public keeps its number",
            "warn",
            "note",
            1,
        )
    for side in merged.side_lines:
        whose = "of yours" if side.whose == "ours" else f"of {remote}"
        count = numbers.count(side.candidates, "candidate")
        yield Line(
            f"{count} {whose} {moved} from {side.part}@{side.line} to {side.part}@{side.side}: both sides added there",
            "warn",
            "note",
            1,
        )
    yield from _left(merged.left, "not taken")


def _traffic(traffic: Traffic) -> Block:
    lines = (f"{line.part}@{line.line} +{line.candidates}" for line in traffic.lines)
    notes = (f"{item.space} {item.notes}" for item in traffic.notes)
    return fields(
        ("candidates", _row(tuple(lines))),
        ("versions", _row(traffic.versions)),
        ("files", _row(traffic.files)),
        ("standing", _row(traffic.standing)),
        ("notes", _row(tuple(notes))),
    )


def _row(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return ", ".join(names[:_NAMES]) + more


def _left(left: Sequence[LeftBehind], label: str) -> Iterator[Block]:
    for item in left:
        yield Line(f"{item.ref}: {item.reason}", "warn", label, 1)
