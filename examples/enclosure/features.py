"""The features that base and lid are made of."""

from board import Board, Connector
from build123d import *


def rounded_block(length: float, width: float, height: float, radius: float) -> Part:
    """A block that stands on the plane z = 0, its upright edges rounded."""
    return extrude(RectangleRounded(length, width, radius), height)


def standoff(height: float, hole_diameter: float) -> Part:
    """A post under a board's hole, with a locating pin that goes into it.

    The pin is 0.15 mm smaller than the hole, so that it goes in by hand.
    """
    pin = (hole_diameter - 0.15) / 2
    post = Cylinder(pin + 1.2, height, align=(Align.CENTER, Align.CENTER, Align.MIN))
    post += Pos(0, 0, height) * Cylinder(pin, 2.0, align=(Align.CENTER, Align.CENTER, Align.MIN))
    return chamfer(post.edges().group_by(Axis.Z)[-1], 0.4)


def opening(board: Board, connector: Connector, z: float, reach: float, margin: float = 0.6) -> Part:
    """What must be cut from the wall in front of a connector whose underside lies at height `z`.

    It starts at the board's edge and goes `reach` outwards; `margin` is the air around the connector.
    """
    along, out = {
        "front": ((connector.at - board.length / 2, -board.width / 2), (0, -1, 0)),
        "left": ((-board.length / 2, connector.at - board.width / 2), (-1, 0, 0)),
    }[connector.side]
    middle = (*along, z + connector.height / 2)
    across = Plane(middle, x_dir=Vector(0, 0, 1).cross(Vector(out)), z_dir=out)
    shape = RectangleRounded(connector.width + 2 * margin, connector.height + 2 * margin, margin)
    return extrude(across * shape, reach)
