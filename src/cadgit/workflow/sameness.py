"""Whether a geometry that was made again under other versions is still the same part, and what is not as it was."""

from __future__ import annotations

import math

from ..records import Environment, Geometry
from .measures import moved, side_by_side

#: Relative for volume and area, and for places a part of the diagonal. The gate allows as much for a round trip through
#: STEP. (From build123d 0.11 to 0.13 the volume of public models moved by 1.4 %: that is another part.)
TOLERANCE = 1e-4

_NAMES = {"python": "Python", "build123d": "build123d", "ocp": "OCP", "occt": "OCCT", "platform": "platform"}


def near(before: Geometry, after: Geometry) -> bool:
    """Whether two geometries have as many solids, and the same measures and place within the tolerance."""
    if (before.kind, before.solids) != (after.kind, after.solids) or before.box is None or after.box is None:
        return False
    beyond = {measure.name for measure in moved(side_by_side(before, after), TOLERANCE)}
    if beyond & {"volume", "area"}:
        return False
    places = [(before.box.minimum, after.box.minimum), (before.box.maximum, after.box.maximum)]
    if before.centre_of_mass is not None and after.centre_of_mass is not None:
        places.append((before.centre_of_mass, after.centre_of_mass))
    reach = TOLERANCE * math.dist(before.box.minimum, before.box.maximum)
    return all(math.dist(a, b) <= reach for a, b in places)


def environment_changes(before: Environment, after: Environment) -> tuple[str, ...]:
    """What geometry depends on beside the source, where it is not as it was (``build123d 0.11.0 → 0.13.0``)."""
    pairs = [(label, getattr(before, name), getattr(after, name)) for name, label in _NAMES.items()]
    if before.distributions:  # not known where the files of the version are not here
        then, today = (
            {name: version for name, _, version in (item.partition("==") for item in one.distributions)}
            for one in (before, after)
        )
        names = sorted({*then, *today} - {"build123d"})
        pairs += [(name, then.get(name, "not there"), today.get(name, "not there")) for name in names]
    fonts = {font.requested: font for font in before.fonts}
    for font in after.fonts:
        old = fonts.get(font.requested)
        if old is not None and old.sha256 != font.sha256:
            pairs.append((f"font {font.requested}", old.family, f"{font.family}, another file"))
    return tuple(f"{label} {a} → {b}" for label, a, b in pairs if a != b)
