"""A spec that asks for everything that can be asked for."""

from __future__ import annotations

EVERYTHING = """\
[parts.bracket]
entry = "bracket.py"

[parts.bracket.spec]
kind = "solid"
solids = 1
size = [60, "any", "<= 20"]
position = { x = -30 }
volume = "12 cm³ ± 1 %"
area = 4000
mass = "31 g ± 1 %"
material = "steel"
centre_of_mass = [0, 0, "10 ± 0.5"]
topology = { faces = 14, edges = ">= 3" }
symmetry = ["XZ", { plane = "YZ", offset = 2 }]
clearance = [{ between = ["lid", "base"], at_least = 0.2 }]
interference = [{ between = ["screw", "plate"], max_depth = "0.3 mm" }]
contact = { between = ["lid", "seal"] }
keep_in = { box = [[0, 0, 0], [60, 40, 20]], max_volume = 1 }
keep_out = [
  { cylinder = { base = [0, 0, 0], axis = "-z", diameter = 3, height = 10 } },
  { step = "./parts/motor.step" },
]
reference = { step = "ref/bracket.step", max_difference = "0.5 mm³" }
unchanged = { version = "v2", outside = [[0, 0, 0], [10, 10, 10]] }
wall = ">= 1.2 mm"
gap = 0.5

[[parts.bracket.spec.holes]]
diameter = 5.5
positions = [[0, 0], [20, 0]]
axis = "z"
through = true

[[parts.bracket.spec.holes]]
diameter = "8 ± 0.1"
count = "2..4"
depth = 4
axis = [0, 3, 4]
pitch_circle = { diameter = 40, centre = [0, 0, 5] }
"""
