"""Does the result equal its mirror image?"""

from __future__ import annotations

from ...records import CheckResult, Vector
from ...shape.differences import symmetric_difference
from ...spec import Symmetry
from ..inspected import Inspected
from ..registry import register
from .bodies import body_of_result, judge_amount

#: Normals of the planes, as in build123d: that of XZ points along -y.
NORMALS: dict[str, Vector] = {"XY": (0.0, 0.0, 1.0), "XZ": (0.0, -1.0, 0.0), "YZ": (1.0, 0.0, 0.0)}


@register("spec.symmetry", Symmetry, deep=True)
def symmetry(inspected: Inspected, wanted: Symmetry) -> CheckResult:
    """The result equals its mirror image in a plane."""
    body = body_of_result(inspected)
    x, y, z = NORMALS[wanted.plane]
    origin = (wanted.offset * x, wanted.offset * y, wanted.offset * z)
    found = symmetric_difference(body, body.mirrored(origin, (x, y, z)), wanted.max_difference)
    plane = f"{wanted.plane} at {wanted.offset:g} mm" if wanted.offset else wanted.plane
    return judge_amount(
        found, wanted.max_difference, f"difference to the mirror image in {plane}", "without a counterpart", "missing"
    )
