"""What to try about what the gate's checks find, in build123d's terms.

Each text names what usually is the cause, and the first thing to try. A finding proposes; nothing is ever changed.
"""

from __future__ import annotations

from ...frozen import frozen


@frozen
class Advice:
    """What a check's finding is called, and what to try; where its note has `sign` in it."""

    check: str
    kind: str
    proposal: str
    sign: str = ""


#: Tried in order: what is more special comes first.
ADVICE: tuple[Advice, ...] = (
    Advice(
        "result",
        "empty result",
        "print the operands' `volume` before the last cut or intersection: a tool larger than the part, or in another"
        " place, leaves nothing",
    ),
    Advice(
        "size",
        "size not finite",
        "print the numbers that go into it: a division by 0, a tangent of 90° or `float('nan')` got into a size",
        "not finite",
    ),
    Advice("size", "suspect size", "lengths are in mm: multiply by CM, M or IN where another unit is meant"),
    Advice(
        "solids",
        "loose faces",
        "name the result (`result = part`), so that construction faces beside it stay out",
        "belongs to no solid",
    ),
    Advice(
        "solids",
        "no solid",
        "give the sketch a thickness (`extrude(sketch, amount=5)`), or close the surface and make it a body"
        " (`Solid(Shell(faces))`)",
    ),
    Advice(
        "volume",
        "inside out",
        "its faces point into it, as after a reversal or a mirroring of raw shapes: build it with `extrude()`,"
        " `revolve()` or `Solid(shell)` of faces that point outward, or turn it round"
        " (`Solid(solid.wrapped.Reversed())`)",
        "point inward",
    ),
    Advice(
        "volume",
        "no volume",
        "a height or thickness is 0, or the outline crosses itself so that its halves cancel: check the order of its"
        " points",
    ),
    Advice(
        "disjoint",
        "separate pieces",
        "if one body is meant, a cut went right through it or pieces do not touch: let them overlap by 0.01 mm or more;"
        " if several parts are meant, give them labels (`Compound(children=[a, b])`)",
    ),
    Advice("coplanar", "not in one plane", "a sketch lies in one plane: draw all of it in one `BuildSketch(plane)`"),
    Advice("area", "no area", "the outline has no width, or crosses itself so that its halves cancel"),
    Advice(
        "outline",
        "open outline",
        "the last point has to be the first: `close=True` on a Polyline, or `line @ 1` as the end",
        "not closed",
    ),
    Advice(
        "outline",
        "crossing outline",
        "check the order of the points of its lines, and that an offset is smaller than its narrowest place",
    ),
    Advice("faces-overlap", "overlapping faces", "fuse them (`a + b`) or cut one from the other (`a - b`)"),
    Advice(
        "manifold",
        "bodies joined by a line",
        "bodies that meet in a line only are no one body: let them overlap by 0.01 mm or more, or move them apart",
        "hang together",
    ),
    Advice(
        "manifold",
        "surface pinched at a point",
        "what meets in a point only is no one body: move one of its sides by 0.01 mm or more",
        "separate fans",
    ),
    Advice(
        "manifold",
        "face turned round",
        "one of the faces beside it points the wrong way: build the shell from all its faces at once (`Shell(faces)`)",
        "in one direction",
    ),
    Advice(
        "manifold",
        "not manifold",
        "more than two faces meet here: walls that touch or lie in each other; let them overlap by 0.01 mm or more, or"
        " leave a gap",
    ),
    Advice(
        "tolerance",
        "large tolerance",
        "its pieces meet only roughly, as after a fillet, loft or sweep that OCCT could hardly make: change its size a"
        " little, or make it before other cuts",
    ),
    Advice(
        "overlap",
        "overlapping solids",
        "fuse them (`a + b`), cut one from the other (`a - b`), or move one; an overlap that is meant, such as a press"
        " fit, is allowed by `interference` in the part's spec",
    ),
    Advice(
        "watertight",
        "gap in the mesh",
        "no closed mesh can be made of this face: look at what else is wrong here; else make it of simpler surfaces",
    ),
    Advice(
        "self-intersection",
        "runs through itself",
        "a path bends tighter than its profile is wide, or an offset or thickness is larger than the radius there:"
        " use a wider bend, a longer pitch, or a smaller section",
    ),
)

NO_ADVICE = "look at this place with `cadgit render`"


def advice(check: str, text: str) -> Advice:
    """The advice for a check's finding."""
    found = (one for one in ADVICE if one.check == check and one.sign in text)
    return next(found, Advice(check, check, NO_ADVICE))
