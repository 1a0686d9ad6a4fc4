"""Plain advice for the failures that OCCT and build123d produce most, from what the exception says.

OCCT's own words (``BRep_API: command not done``) tell a programmer of OCCT what happened, and the author of a model
nothing. Each rule names what usually is the cause and the first thing to try. Rules are tried in order, so what says
more comes first. The texts are those of build123d 0.13 and OCCT 8; the tests provoke every one of them.
"""

from __future__ import annotations

import re

from ...frozen import frozen


@frozen
class Rule:
    """Advice for the exceptions whose type and text match `error`, where the source line matches `line`.

    Both are regular expressions, searched in ``"ValueError: its text"`` and the line; the advice may refer to groups
    of `error` as ``{0}``, ``{1}``, ….
    """

    error: str
    advice: str
    line: str = ""

    def advise(self, text: str, line: str) -> str:
        """The advice, or an empty string if this rule is about something else."""
        found = re.search(self.error, text)
        return self.advice.format(*found.groups()) if found and re.search(self.line, line) else ""


_PRIMITIVES = r"\b(Box|Cylinder|Cone|Sphere|Torus|Wedge|Circle|Ellipse|Rectangle|RegularPolygon)\w*\("
_CURVES = r"\b(\w*Line|\w*line|Spline|Bezier|make_\w+)\("

RULES: tuple[Rule, ...] = (
    # fillets and chamfers
    Rule(
        r"no suitable edges for chamfer or fillet",
        "the edges do not belong to the body, or the body is empty: select them from it, after the last change to it",
    ),
    Rule(
        r"Failed to find the max value within",
        "the search for the largest radius ended before it was close enough: give it more steps"
        " (`part.max_fillet(edges, max_iterations=20)`, or more)",
    ),
    Rule(
        r"ValueError: Failed creating a fillet with radius of (\S+),",
        "a radius of {0} mm does not fit: it has to stay below half of the thinnest wall at these edges, and below"
        " neighbouring fillets; `cadgit diagnose` finds the largest that works (and so does"
        " `part.max_fillet(edges, max_iterations=20)`), or fillet fewer edges at once",
    ),
    Rule(
        r"ValueError: Failed creating a chamfer",
        "the chamfer is too long for the faces at these edges: make it shorter, or chamfer fewer edges at once",
    ),
    Rule(
        r"ValueError: Fillet algorithm failed for Vertex",
        "the radius is larger than the lines that meet at this corner allow: at most half of the shorter one where"
        " both of its ends are rounded",
    ),
    Rule(r"ValueError: Nothing to fillet", "these edges belong to no solid: select them from it (`part.edges()`)"),
    Rule(r"2D fillet operation takes only Vertices", "in a sketch corners are rounded: pass `sketch.vertices()`"),
    Rule(
        r"IndexError: list index out of range",
        "no edges were selected: look at what the selector returns (`print(len(…))`), and from which object",
        r"\b(fillet|chamfer)\(",
    ),
    Rule(
        r"IndexError: list index out of range",
        "the selector found fewer than that: its filter fits nothing, or the shape is not what it was; look at"
        " `print(len(…))` before the index",
        r"\.(edges|faces|vertices|solids|wires|filter_by\w*|sort_by\w*|group_by)\(",
    ),
    # faces from lines
    Rule(
        r"Face can only be created with closed wires",
        "the outline has a gap: its last point has to be its first (`close=True` on a Polyline)",
    ),
    Rule(
        r"ZeroDivisionError|wires not planar",
        "a size is 0: every radius and length has to be larger",
        _PRIMITIVES + r"|\bHelix\(",
    ),
    Rule(
        r"wires not planar",
        "the outline does not lie in one plane: check the z of its points, or use `Face.make_surface` for a curved one",
    ),
    Rule(r"Edges are disconnected", "the ends of these edges do not meet: each has to start where the last one ended"),
    Rule(
        r"No objects to create a (?:face|hull)",
        "`make_face` needs lines: draw them in a `with BuildLine():` inside the sketch, or pass them",
    ),
    # extrude, revolve, sweep, loft, offset
    Rule(
        r"A face or sketch must be provided",
        "there is nothing to extrude: no sketch was drawn in this builder, or it is empty (lines need `make_face()`)",
    ),
    Rule(r"Either amount or until must be provided", "say how far: `extrude(sketch, amount=5)`, or `until=Until.NEXT`"),
    Rule(r"extrusion does not contact target", "in that direction there is nothing to extrude up to: turn `dir` round"),
    Rule(
        r"No depth provided",
        "outside a builder a hole has no part to go through: give it a `depth`, and subtract it (`part -= Hole(…)`)",
    ),
    Rule(r"ValueError: path must be provided", "`sweep` needs a path: a BuildLine before it, or `path=`"),
    Rule(r"ValueError: No sections provided", "`sweep` needs a sketch: draw one across the path's start, or pass it"),
    Rule(
        r"More than one wire is required",
        "`loft` joins two sketches or more: pass them as one list (`loft([a, b])`), or draw both in the builder",
    ),
    Rule(
        r"StdFail_NotDone",
        "the axis cuts through the profile, or lies outside its plane: keep the whole profile on one side of the axis",
        r"\brevolve\(",
    ),
    Rule(
        r"Null TopoDS_Shape object|Unexpected result type",
        "nothing is left after this offset: an inward one has to be less than half of the thinnest place",
        r"\b(offset|thicken)\(",
    ),
    Rule(
        r"DraftAngleError",
        "these faces cannot be tilted that far: use a smaller angle, and draft before the fillets",
    ),
    # sizes and points
    Rule(r"cone with two identic radii", "both radii are the same: that is a Cylinder"),
    Rule(r"Infinite parameter", "a size is too large, or is not finite: OCCT takes 1e100 mm and more for infinite"),
    Rule(
        r"Standard_(Domain|Construction)Error|StdFail_NotDone",
        "a size is 0 or negative: every radius and length has to be larger than 0",
        _PRIMITIVES,
    ),
    Rule(
        r"GC_MakeArcOfCircle|vector has zero norm",
        "no arc goes through these points: they lie on one line, coincide, or the radius is 0",
    ),
    Rule(r"StdFail_NotDone|Standard_ConstructionError", "two of its points are the same: drop one", _CURVES),
    # empty shapes
    Rule(
        r"Null TopoDS_Shape|Standard_NullObject|has no attribute 'IsNull'",
        "a shape in this call is empty or of the wrong kind: a cut may have left nothing, or a sketch met a solid;"
        " print the operands' `volume` or `area`",
    ),
    Rule(
        r"^AssertionError$",
        "this shape is empty: what it was made from had nothing in common, or everything was cut away",
        r"^(?!assert\b)",
    ),
    Rule(
        r"'NoneType' object has no attribute|unsupported operand type\(s\) for \S+ .*'NoneType'",
        "there is no shape here: an operation found nothing (an empty cut, split or intersection), a builder made"
        " nothing, or a function returns nothing",
    ),
    # builders
    Rule(
        r"missing 1 required positional argument: 'objects'|must have an active builder context"
        r"|objects must be provided|builder must be active",
        "outside a `with BuildPart():` (or BuildSketch, BuildLine) block this needs to be told what to work on: pass"
        " the objects, or move the line into the block",
    ),
    Rule(
        r"doesn't have a (\w+) object or operation \(\w+ applies to \['(\w+)'",
        "{0} belongs into a `with {1}():` block",
    ),
    Rule(
        r"'Build(Part|Sketch|Line)' has no attribute '(\w+)'",
        "the builder is not the shape that it made: with `as p` that is p.part, p.sketch or p.line",
    ),
    # types
    Rule(
        r"'ShapeList' object has no attribute '(\w+)'",
        "this is a list of shapes: take one of them (`[0]`, `.first`, `.sort_by(Axis.Z)[-1]`) or go through all of"
        " them; fillets and chamfers take the list (`fillet(edges, 1)`)",
    ),
    Rule(
        r"has no attribute '(export_\w+)'",
        '`{0}` is a function in build123d: `{0}(part, "file")`',
    ),
    Rule(r"has no attribute 'show'", "`show` is a function of the viewer: `from ocp_vscode import show`; `show(part)`"),
    Rule(
        r"'str' object has no attribute 'name'",
        'selectors as text (">Z") are CadQuery\'s; in build123d: `.faces().sort_by(Axis.Z)[-1]`,'
        " `.edges().filter_by(Axis.Z)`",
        r"\.(faces|edges|vertices|wires|solids)\(",
    ),
    Rule(
        r"NameError: name '(cq|Workplane)' is not defined",
        "that is CadQuery; a build123d model starts with `from build123d import *`",
    ),
    Rule(r"NameError: name 'Workplanes' is not defined", "removed from build123d: `with BuildPart(Plane.XZ):`"),
    Rule(
        r"NameError: name '(mm|cm|inch)' is not defined",
        "build123d's units are MM, CM, M, IN, FT and THOU; plain numbers are mm",
    ),
    Rule(
        r"has no attribute '(make_compound|make_wire|make_solid|make_shell|make_from_wires)'",
        "removed from build123d: use the class itself (`Compound(shapes)`, `Wire(edges)`, `Face(outer, holes)`)",
    ),
    Rule(r"has no attribute 'to_tuple'", "removed from build123d: `tuple(vector)`"),
    Rule(r"'Vector' object has no attribute '[xyz]'", "a Vector's coordinates are X, Y and Z"),
    Rule(
        r"'Align' object has no attribute",
        "pass it by name: `align=Align.MIN`, or `align=(Align.CENTER, Align.CENTER, Align.MIN)`",
    ),
    Rule(r"unexpected keyword argument 'centered'", "build123d says `align=(Align.CENTER, Align.CENTER, Align.MIN)`"),
    Rule(
        r"incompatible (constructor|function) arguments",
        "an argument is of the wrong type: a text where a number belongs, or a list where one shape does",
    ),
    Rule(r"translate\(\) takes from 2 to 3 positional", "pass one vector: `translate((1, 0, 0))`"),
    Rule(r"rotate\(\) missing 1 required", "say axis and angle in degrees: `rotate(Axis.Z, 90)`"),
    Rule(
        r"unsupported operand type\(s\) for \*: '(\w+)' and '(Pos|Rot|Location|Plane)'",
        "the place comes first: `Pos(1, 2, 3) * part`",
    ),
    Rule(
        r"Only shapes with equal or greater dimension can be subtracted",
        "a sketch cannot be cut from a solid: extrude it first",
    ),
    # the rest
    Rule(
        r"Failed to write STEP file|FileNotFoundError",
        'the folder is not there: `Path("folder").mkdir(exist_ok=True)` before the export',
        r"\bexport_",
    ),
    Rule(r"RecursionError", "a function calls itself without end: see the repeated lines"),
    Rule(
        r"BRep_API: command not done",
        "OCCT could not build this: look for sizes that are 0, points that coincide, and shapes that only touch"
        " (let them overlap by 0.01 mm)",
    ),
)


def advice(error: BaseException, line: str = "") -> str:
    """What to try after this exception; empty if there is nothing better to say than the exception does.

    Args:
        line: the model's source line that failed, as different calls fail with the same words.
    """
    text = _text(error)
    return next((found for rule in RULES if (found := rule.advise(text, line))), "")


def _text(error: BaseException) -> str:
    """``"ValueError: its text"``, and a line for each exception that caused it: there OCCT says what was wrong."""
    lines: list[str] = []
    one: BaseException | None = error
    while one is not None and len(lines) < 8:
        try:
            text = str(one)
        except BaseException:
            text = ""
        lines.append(f"{type(one).__name__}: {text}" if text else type(one).__name__)
        one = one.__cause__ or one.__context__
    return "\n".join(lines)
