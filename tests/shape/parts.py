"""Small parts that tests look at, good and bad, and the way from a part to what cadgit sees of it."""

from __future__ import annotations

import build123d as b3d
from build123d import Align, Axis, Circle, Cone, Cylinder, Keep, Location, Plane, Pos, Rectangle, Rot, Sphere, Torus

from cadgit.checks.inspected import Inspected
from cadgit.records import ManifestNode, Override, StepHeader
from cadgit.shape.brep import compound, read_brep, write_brep

HEADER = StepHeader("bracket", "parts/bracket.py", "a" * 64, "b" * 64, "c" * 40, "0.13.0", "8.0.1")
PARAMETERS = (Override("width", "40"),)
TWO = ManifestNode(children=(ManifestNode("base"), ManifestNode("lid")))


def handed_over(part: object) -> bytes:
    """The BREP bytes of a build123d object or a raw shape."""
    return write_brep(getattr(part, "wrapped", part))


def inspected(part: object, manifest: ManifestNode | None = None) -> Inspected:
    """A part as the gate sees it: read back from its bytes."""
    return Inspected(read_brep(handed_over(part)), manifest)


def together(*parts: object) -> object:
    """A compound of several parts, one sub-shape each."""
    return compound([part.wrapped for part in parts])  # type: ignore[attr-defined]


def box(x: float, y: float, z: float) -> b3d.Solid:
    return b3d.Box(x, y, z).solid()


def plain() -> b3d.Part:
    with b3d.BuildPart() as p:
        b3d.Box(40, 30, 20)
        b3d.Hole(5)
        b3d.fillet(p.edges().filter_by(Axis.Z), 3)
    return p.part


def cut_in_two() -> b3d.Part:
    """Two solids that share a face."""
    with b3d.BuildPart() as p:
        b3d.Box(10, 10, 10)
        b3d.split(bisect_by=Plane.XY, keep=Keep.BOTH)
    return p.part


def shared_edge() -> b3d.Part:
    return b3d.Box(10, 10, 10) + Pos(10, 10, 0) * b3d.Box(10, 10, 10)


def bow_tie() -> b3d.Part:
    outline = b3d.Wire.make_polygon([(0, 0), (10, 10), (10, 0), (0, 10)], close=True)
    return b3d.extrude(b3d.Face(outline), 5)


def bow_tie_sketch() -> b3d.Face:
    return b3d.Face(b3d.Wire.make_polygon([(0, 0), (10, 10), (10, 0), (0, 10)], close=True))


def inside_out() -> b3d.Solid:
    return b3d.Solid(box(10, 10, 10).wrapped.Reversed())


def open_shell() -> b3d.Shell:
    return b3d.Shell(b3d.Box(10, 10, 10).faces()[:5])


def not_a_number() -> b3d.Part:
    return b3d.Box(float("nan"), 10, 10)


def empty_cut() -> b3d.Part:
    return b3d.Box(10, 10, 10) - b3d.Box(20, 20, 20)


def sketch() -> b3d.Sketch:
    return Rectangle(20, 10) - Circle(3)


def coil(radius: float) -> b3d.Part:
    """A swept spring of 2 mm wire; a pitch of less than the wire makes it run through itself."""
    helix = b3d.Helix(radius, 6, 5)
    return b3d.sweep(Plane(helix @ 0, z_dir=helix % 0) * Circle(1), helix)


def too_tight() -> b3d.Part:
    """A round bar of radius 3 around a bend of radius 2: its ends run through its wall."""
    with b3d.BuildPart() as p:
        with b3d.BuildLine() as path:
            b3d.RadiusArc((0, 0, 0), (4, 0, 0), 2.0)
        with b3d.BuildSketch(path.line ^ 0):
            b3d.Circle(3)
        b3d.sweep()
    return p.part


def plate(holes: int) -> b3d.Part:
    with b3d.BuildPart() as p:
        b3d.Box(10 * holes + 10, 10 * holes + 10, 4)
        with b3d.GridLocations(10, 10, holes, holes):
            b3d.Hole(3)
    return p.part


#: Good parts of every kind of surface and seam, each accepted by every check.
GOOD = {
    "plain": plain,
    "sphere": lambda: Sphere(5),
    "torus": lambda: Torus(10, 3),
    "cone with an apex": lambda: Cone(5, 0, 10),
    "cylinder": lambda: Cylinder(5, 10),
    "half a sphere": lambda: Sphere(5) - Pos(0, 0, -5) * b3d.Box(20, 20, 10),
    "hollow": lambda: b3d.Box(10, 10, 10) - b3d.Box(5, 5, 5),
    "shelled": lambda: b3d.offset(
        b3d.Box(10, 10, 10), amount=-1, openings=b3d.Box(10, 10, 10).faces().sort_by(Axis.Z)[-1:]
    ),
    "all edges rounded": lambda: b3d.fillet(b3d.Box(10, 10, 10).edges(), 2),
    "loft": lambda: b3d.loft([Rectangle(10, 10).face(), (Pos(0, 0, 10) * Circle(4)).face()]),
    "sweep": lambda: coil(2.5),
    "revolved": lambda: b3d.revolve(Pos(10, 0) * Rectangle(4, 6), Axis.Y),
    "cut in two": cut_in_two,
    "moved and turned": lambda: Pos(100, 20, 3) * Rot(10, 20, 30) * plain(),
    "mirrored": lambda: b3d.mirror(Cone(5, 2, 10, align=Align.MIN), about=Plane.YZ),
    "two pipes": lambda: Cylinder(3, 30) + Rot(90, 0, 0) * Cylinder(3, 30),
    "plate with holes": lambda: plate(5),
    "letters": lambda: b3d.extrude(b3d.Text("R&D", 10), 3),
}


def moved(solid: b3d.Solid, x: float, y: float = 0, z: float = 0) -> b3d.Solid:
    return solid.moved(Location((x, y, z)))
