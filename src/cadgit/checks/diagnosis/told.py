"""Findings from the gate's own checks, so that a diagnosis and a verdict never disagree."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...records import CheckResult, Diagnosed, GeometryFinding, Place, Severity
from .. import gate
from ..inspected import Inspected
from ..words import KEPT
from .proposals import advice
from .subject import Entity, Subject

#: How checks name what they found: ``face 12``, ``solid 2 'lid'``, ``solids 1 and 2``.
_ENTITY = re.compile(r"(solid|shell|face|edge|vertex)s? (\d+)(?: and (\d+))?")
#: How checks say how much two of them share.
_SHARED = re.compile(r"overlap by (\S+ mm[²³])")


def told(inspected: Inspected, names: Iterable[str]) -> Diagnosed:
    """What some checks of the gate find, if they apply to a result of this kind."""
    subject = Subject(inspected)
    found = []
    for name in names:
        result = gate.run_check(name, inspected, None)
        if result is not None and result.status == "not checked":
            if inspected.box is None:
                continue  # for want of a finite size, which is told once
            found.append(Diagnosed(not_checked=(result.message.removeprefix("not checked: "),)))
        elif result is not None and result.status != "pass":
            found.append(_diagnosed(subject, result))
    return joined(*found)


def joined(*parts: Diagnosed) -> Diagnosed:
    """Several diagnoses as one."""
    return Diagnosed(
        tuple(finding for part in parts for finding in part.findings),
        tuple(words for part in parts for words in part.more),
        tuple(dict.fromkeys(words for part in parts for words in part.not_checked)),
    )


def _diagnosed(subject: Subject, result: CheckResult) -> Diagnosed:
    severity: Severity = "fault" if result.status == "fail" else "warning"
    if not result.places or result.name in ("solids", "disjoint"):
        # These name many places for one thing: pieces of one part; free edges, of which the rims say more.
        one = advice(result.name, result.message)
        pieces = result.places if result.status == "warn" else ()
        entities = tuple(entity for place in pieces for entity in entities_of(place.entity))
        message = result.message.split(" (")[0] if result.places else result.message
        return Diagnosed((subject.finding(one.kind, severity, entities, message, one.proposal),))
    more = (f"many places, of which {KEPT} are told: {result.message}",) if len(result.places) >= KEPT else ()
    return Diagnosed(tuple(_finding(subject, result, place, severity) for place in result.places), more)


def _finding(subject: Subject, result: CheckResult, place: Place, severity: Severity) -> GeometryFinding:
    text = place.note or result.message
    one = advice(result.name, f"{text} {result.message}")
    shared = _SHARED.search(text)
    return subject.finding(
        one.kind,
        severity,
        entities_of(place.entity),
        text,
        one.proposal,
        point=place.point,
        size=shared[1] if shared else "",
    )


def entities_of(text: str) -> tuple[Entity, ...]:
    """The entities that a check's place names, each once."""
    match = _ENTITY.match(text)
    if match is None:
        return ()
    kind, first, second = match.groups()
    return tuple(dict.fromkeys((kind, int(number)) for number in (first, second) if number))
