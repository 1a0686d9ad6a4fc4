"""A printed case for a small computer: a base that carries the board, and a lid with a lip that is pressed into it.

The board's outline, holes and connectors come from `board.json`; another board is another file. Base and lid are made
where they sit in use.
"""

from pathlib import Path

from board import Board
from build123d import *
from features import opening, rounded_block, standoff

wall = 2.0 * MM
floor = 1.6 * MM
clearance = 0.5 * MM  # between board and wall
below = 3.0 * MM  # room for solder under the board
above = 6.5 * MM  # room for components on the board
fit = 0.15 * MM  # between the lid's lip and the wall
lip_depth = 2.4 * MM
vent_count = 7

board = Board.load(Path(__file__).parent / "board.json")

inner_length = board.length + 2 * clearance
inner_width = board.width + 2 * clearance
inner_radius = board.corner_radius + clearance
board_top = floor + below + board.thickness
rim = board_top + above

# The base: a tray with a standoff under each hole of the board and an opening for each connector.
base = rounded_block(inner_length + 2 * wall, inner_width + 2 * wall, rim, inner_radius + wall)
base = chamfer(base.faces().sort_by(Axis.Z)[0].edges(), 0.8)
base -= Pos(0, 0, floor) * rounded_block(inner_length, inner_width, rim, inner_radius)
for x, y in board.centred_holes:
    base += Pos(x, y, floor) * standoff(below, board.hole_diameter)
for connector in board.connectors:
    base -= opening(board, connector, board_top, clearance + 2 * wall)

# The lid: a plate on the rim, and a lip inside the wall that holds it there.
plate = rounded_block(inner_length + 2 * wall, inner_width + 2 * wall, floor, inner_radius + wall)
plate = chamfer(plate.faces().sort_by(Axis.Z)[-1].edges(), 0.8)
lip = rounded_block(inner_length - 2 * fit, inner_width - 2 * fit, lip_depth, inner_radius - fit)
lip -= rounded_block(inner_length - 2 * wall, inner_width - 2 * wall, lip_depth, inner_radius - wall)
lid = plate + Pos(0, 0, -lip_depth) * lip
vents = GridLocations(5.0, 0, vent_count, 1) * SlotOverall(inner_width / 2, 2.0, rotation=90)
lid -= extrude(Sketch() + vents, floor)
lid = Pos(0, 0, rim) * lid

base.label, base.color = "base", Color("slategray")
lid.label, lid.color = "lid", Color("lightsteelblue")
result = Compound(label="enclosure", children=[base, lid])
