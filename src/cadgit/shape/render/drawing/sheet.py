"""A whole sheet: views with their dimensions, placed so that nothing stands on anything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....records import Box
from ....records.features import Features, HoleFeature
from ....viewpoints import viewpoint
from . import callouts, dimensions, frame, layout, table
from .apart import project_apart
from .callouts import Callout
from .dimensions import Dimensioned, Overall
from .layout import Plan, Room
from .marks import Mark, Text
from .projection import project_mesh
from .view import View, size_of

#: So often a sheet is laid out again: dimensions ask for room, and more of them fit or fewer at the scale that is left.
#: Rooms only grow, and no part was seen that needed more than three.
_TRIES = 5
#: A result is flat where it is thinner than this part of its largest side.
_FLAT = 1e-9
#: What is said of lines from a mesh. Of a public part, a coin with letters cut into it, OCCT
#: drew some as visible that lie behind its rim.
_INEXACT = "Lines follow a mesh: the exact ones were not found in time"
_DOUBTFUL = "Some hidden lines may be drawn as if they were seen"
#: The overall sizes that each view tells, where all three are drawn.
_OVERALL = {"front": Overall(True, True), "top": Overall(False, True), "right": Overall(False, False)}


def marks(
    shape: Any, box: Box, features: Features, title_block: Sequence[tuple[str, str]], notes: Sequence[str] = ()
) -> tuple[list[Mark], Plan]:
    """The marks of a sheet, and how it is laid out."""
    views, exact = _views(shape, box)
    found = {view.name: callouts.find(view, features) for view in views}
    overall = _OVERALL if len(views) > 1 else {views[0].name: Overall(True, True)}
    rooms = {view.name: Room() for view in views}
    corner = 0.0
    for _ in range(_TRIES):
        plan = layout.plan(views, rooms, corner)
        done = {
            p.view.name: dimensions.of_view(p, found[p.view.name], features.holes, overall[p.view.name])
            for p in plan.views
        }
        needed = {name: rooms[name].covering(done[name].room) for name in rooms}
        wide = max(corner, table.WIDTH if any(one.listed for one in done.values()) else 0.0)
        if needed == rooms and wide == corner:
            break
        rooms, corner = needed, wide
    all_marks: list[Mark] = []
    for placed in plan.views:
        all_marks += placed.view.projected.marks(placed.middle, placed.scale)
        all_marks += done[placed.view.name].marks
    own = _notes(features.holes, views, done.values())
    if not exact:
        own += [_INEXACT, _DOUBTFUL]
    all_marks += _table(plan, done, own)
    return [*frame.marks(plan, title_block, [*own, *notes]), *all_marks], plan


def _views(shape: Any, box: Box) -> tuple[list[View], bool]:
    """Front, top and right, or of a flat result the one view that shows it; and whether their lines are exact."""
    largest = max(box.size)
    flat = [axis for axis, size in enumerate(box.size) if size <= _FLAT * largest]
    names = [("right", "front", "top")[flat[-1]]] if flat else ["front", "top", "right"]
    x, y, z = ((low + high) / 2 for low, high in zip(box.minimum, box.maximum, strict=True))
    centre = (x, y, z)
    directions = [viewpoint(name) for name in names]
    exact = project_apart(shape, directions, centre)
    projected = exact or [project_mesh(shape, view, centre) for view in directions]
    views = [View(v, centre, size_of(box, v), edges) for v, edges in zip(directions, projected, strict=True)]
    return views, exact is not None


def _notes(holes: Sequence[HoleFeature], views: Sequence[View], done: Any) -> list[str]:
    """What the dimensions mean, and what they leave out."""
    notes = ["Places are measured from the lower left corner of each view"] if holes else []
    slanted = sum(not any(view.is_along(hole.axis) for view in views) for hole in holes)
    if slanted:
        notes.append(f"{slanted} slanted hole{'s are' if slanted > 1 else ' is'} not dimensioned")
    unnamed = sum(one.unnamed for one in done)
    if unnamed:
        notes.append(f"{unnamed} more diameters or radii are not named")
    return notes


def _table(plan: Plan, done: dict[str, Dimensioned], notes: list[str]) -> list[Mark]:
    """The table of holes of all views that need one, with tags beside the holes; says what it leaves out in `notes`."""
    entries: list[table.Entry] = []
    tags: dict[str, list[tuple[str, callouts.Spot]]] = {}
    letters = iter("ABC")
    for placed in plan.views:
        listed = done[placed.view.name].listed
        if not listed:
            continue
        letter = next(letters)
        spots = [(spot, callout) for callout in listed for spot in callout.places]
        spots.sort(key=lambda item: (round(item[0].at[1], 3), item[0].at[0]))
        names = [(f"{letter}{number}", spot) for number, (spot, _) in enumerate(spots, 1)]
        tags[placed.view.name] = names
        entries += [(tag, spot, _size(callout)) for (tag, spot), (_, callout) in zip(names, spots, strict=True)]
    if not entries:
        return []
    found, shown = table.table(plan, entries)
    if shown < len(entries):
        notes.append(f"{len(entries) - shown} more holes are not in the table")
    inside = {tag for tag, *_ in entries[:shown]}
    for placed in plan.views:
        names = [(tag, spot) for tag, spot in tags.get(placed.view.name, []) if tag in inside]
        found += dimensions.tagged(placed, names, [m for m in done[placed.view.name].marks if isinstance(m, Text)])
    return found


def _size(callout: Callout) -> str:
    """What a hole is like, in one line, without how many there are."""
    return ", ".join(callout.lines)
