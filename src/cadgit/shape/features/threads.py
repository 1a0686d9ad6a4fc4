"""Which screw a round hole may be meant for: by its diameter alone, so that it is a guess and often several.

Tap drills are those of ISO 2306:1972 for threads with the coarse pitches of ISO 261; clearance holes are those of
ISO 273:1979, in its fine, medium and coarse series. Sizes of ISO 262, which screws are bought in, come first.
"""

from __future__ import annotations

from ...records.features import Fit, ThreadGuess

#: A hole is of a table's diameter when it differs by no more, in mm: less than half a step between the tables' sizes.
SAME = 0.02

#: Nominal diameter: drill before tapping (ISO 2306), and clearance hole fine, medium, coarse (ISO 273), in mm.
_TABLE: dict[float, tuple[float, float, float, float]] = {
    1.6: (1.25, 1.7, 1.8, 2.0),
    2.0: (1.6, 2.2, 2.4, 2.6),
    2.5: (2.05, 2.7, 2.9, 3.1),
    3.0: (2.5, 3.2, 3.4, 3.6),
    3.5: (2.9, 3.7, 3.9, 4.2),
    4.0: (3.3, 4.3, 4.5, 4.8),
    4.5: (3.7, 4.8, 5.0, 5.3),
    5.0: (4.2, 5.3, 5.5, 5.8),
    6.0: (5.0, 6.4, 6.6, 7.0),
    7.0: (6.0, 7.4, 7.6, 8.0),
    8.0: (6.8, 8.4, 9.0, 10.0),
    10.0: (8.5, 10.5, 11.0, 12.0),
    12.0: (10.2, 13.0, 13.5, 14.5),
    14.0: (12.0, 15.0, 15.5, 16.5),
    16.0: (14.0, 17.0, 17.5, 18.5),
    18.0: (15.5, 19.0, 20.0, 21.0),
    20.0: (17.5, 21.0, 22.0, 24.0),
    22.0: (19.5, 23.0, 24.0, 26.0),
    24.0: (21.0, 25.0, 26.0, 28.0),
    27.0: (24.0, 28.0, 30.0, 32.0),
    30.0: (26.5, 31.0, 33.0, 35.0),
    33.0: (29.5, 34.0, 36.0, 38.0),
    36.0: (32.0, 37.0, 39.0, 42.0),
    39.0: (35.0, 40.0, 42.0, 45.0),
    42.0: (37.5, 43.0, 45.0, 48.0),
    45.0: (40.5, 46.0, 48.0, 52.0),
    48.0: (43.0, 50.0, 52.0, 56.0),
}

#: The choice of ISO 262 among them.
_CHOSEN = frozenset({1.6, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 24.0, 30.0, 36.0, 42.0, 48.0})

_COLUMNS: tuple[tuple[Fit, str], ...] = (
    ("tap drill", "ISO 2306"),
    ("fine clearance", "ISO 273"),
    ("medium clearance", "ISO 273"),
    ("coarse clearance", "ISO 273"),
)


def guesses(diameter: float, *, through: bool) -> tuple[ThreadGuess, ...]:
    """The screws that a hole of a diameter (mm) may be meant for, the likelier first: a size of ISO 262 first.

    Only a through hole is one for a screw to pass.
    """
    found = [
        (nominal not in _CHOSEN, column, ThreadGuess(f"M{nominal:g}", fit, listed, standard))
        for nominal, row in _TABLE.items()
        for column, ((fit, standard), listed) in enumerate(zip(_COLUMNS, row, strict=True))
        if abs(diameter - listed) <= SAME and (through or fit == "tap drill")
    ]
    return tuple(guess for *_, guess in sorted(found, key=lambda item: item[:2]))
