"""What an enclosure has to know of a circuit board: its outline, its holes and its connectors (all in mm)."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Connector:
    """A connector on the board's upper face; `at` is measured along its side from the board's lower left corner."""

    name: str
    side: str
    at: float
    width: float
    height: float


@dataclass(frozen=True)
class Board:
    """A rectangular board; holes are measured from its lower left corner, seen from above."""

    name: str
    length: float
    width: float
    thickness: float
    corner_radius: float
    hole_diameter: float
    holes: tuple[tuple[float, float], ...]
    connectors: tuple[Connector, ...]

    @classmethod
    def load(cls, path: Path) -> "Board":
        """Read a board from a JSON file as they lie beside the model."""
        data = json.loads(path.read_text(encoding="utf-8"))
        length, width = data["size"]
        return cls(
            name=data["name"],
            length=length,
            width=width,
            thickness=data["thickness"],
            corner_radius=data["corner_radius"],
            hole_diameter=data["hole_diameter"],
            holes=tuple((x, y) for x, y in data["holes"]),
            connectors=tuple(Connector(**connector) for connector in data["connectors"]),
        )

    @property
    def centred_holes(self) -> list[tuple[float, float]]:
        """The holes, measured from the middle of the board."""
        return [(x - self.length / 2, y - self.width / 2) for x, y in self.holes]
