"""Is the result of the kind that the spec names?"""

from __future__ import annotations

from ...records import CheckResult
from ...spec import OfKind
from ..inspected import Inspected
from ..registry import register
from ..words import KEPT


@register("spec.kind", OfKind, needs_size=False)
def kind(inspected: Inspected, wanted: OfKind) -> CheckResult:
    """The result is a solid, an assembly or a sketch, as the spec says."""
    if inspected.kind == wanted.kind:
        return CheckResult("", "pass", f"a {wanted.kind}", inspected.kind, wanted.kind)
    entity, found = ("solid", inspected.solids) if inspected.solids.Extent() else ("face", inspected.faces)
    places = inspected.places(entity, range(1, min(found.Extent(), KEPT) + 1))
    message = f"the result is {_article(inspected.kind)}, not {_article(wanted.kind)}"
    return CheckResult("", "fail", message, inspected.kind, wanted.kind, places)


def _article(word: str) -> str:
    if word == "empty":
        return word
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
