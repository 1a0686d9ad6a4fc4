"""Is there a result, and is it made of something?"""

from __future__ import annotations

from ..records import CheckResult
from .inspected import Inspected
from .registry import NoArguments, register
from .words import count, listed


@register("result", NoArguments, needs_size=False)
def result(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """The result exists and is not empty."""
    if inspected.kind == "empty":
        return CheckResult(
            "result",
            "fail",
            "the result is empty: it has no solid, no face and no edge (a cut may have taken everything away)",
            measured="nothing",
            limit="at least a face",
        )
    counts = [
        count(number, *words)
        for number, words in (
            (inspected.solids.Extent(), ("solid",)),
            (inspected.faces.Extent(), ("face",)),
            (inspected.edges.Extent(), ("edge",)),
            (inspected.vertices.Extent(), ("vertex", "vertices")),
        )
        if number
    ]
    article = "an" if inspected.kind[0] in "aeiou" else "a"
    return CheckResult("result", "pass", f"{article} {inspected.kind} of {listed(counts)}", ", ".join(counts))
