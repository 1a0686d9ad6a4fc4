"""Numbers with a tolerance, as people write them into a spec: ``60``, ``"60 ± 0.1 mm"``, ``"20..25"``, ``">= 3"``."""

from __future__ import annotations

import math
import re

from ..frozen import frozen


@frozen
class Quantity:
    """What a number measures.

    Attributes:
        name: for messages.
        unit: the unit that a bare number has, and that a `Range` is in; empty for counts.
        units: what else may be written, and how many of `unit` it is.
        tolerance: what an exact number allows in either direction, in `unit` or, if `relative`, as a fraction of it.
        whole: only integers make sense.
        signed: negative numbers make sense.
    """

    name: str
    unit: str
    units: tuple[tuple[str, float], ...]
    tolerance: float = 0.0
    relative: bool = False
    whole: bool = False
    signed: bool = False

    @property
    def example(self) -> str:
        """Ways to write a range of it, for hints."""
        if self.whole:
            return '4, "4..6", ">= 4" or "<= 6"'
        unit = f" {self.unit}"
        return f'60, "60{unit}", "60 ± 0.1{unit}", "60 ± 1 %", "59..61{unit}", ">= 59{unit}" or "<= 61{unit}"'


_LENGTHS = {"mm": 1.0, "cm": 10.0, "m": 1e3, "µm": 1e-3, "μm": 1e-3, "um": 1e-3, "in": 25.4}
_METRIC = {"mm": 1.0, "cm": 10.0, "m": 1e3}
_AREAS = {unit + power: size**2 for unit, size in _METRIC.items() for power in ("²", "2", "^2")}
_VOLUMES = {unit + power: size**3 for unit, size in _METRIC.items() for power in ("³", "3", "^3")}
_MASSES = {"g": 1.0, "kg": 1e3, "mg": 1e-3}
_DENSITIES = {"g/cm³": 1.0, "g/cm3": 1.0, "g/cm^3": 1.0, "kg/m³": 1e-3, "kg/m3": 1e-3, "kg/m^3": 1e-3}

#: How far an exact length may be off, in mm, and an exact area, volume or mass as a fraction: less than any workshop
#: holds, and more than a change of a curve's parametrisation or of OCCT's version makes.
EXACT_LENGTH = 0.01
EXACT_FRACTION = 1e-3

LENGTH = Quantity("length", "mm", tuple(_LENGTHS.items()), EXACT_LENGTH)
COORDINATE = Quantity("coordinate", "mm", tuple(_LENGTHS.items()), EXACT_LENGTH, signed=True)
AREA = Quantity("area", "mm²", tuple(_AREAS.items()), EXACT_FRACTION, relative=True)
VOLUME = Quantity("volume", "mm³", tuple(_VOLUMES.items()), EXACT_FRACTION, relative=True)
MASS = Quantity("mass", "g", tuple(_MASSES.items()), EXACT_FRACTION, relative=True)
DENSITY = Quantity("density", "g/cm³", tuple(_DENSITIES.items()))
COUNT = Quantity("count", "", (), whole=True)


class RangeError(ValueError):
    """Text or a number that is no range of its quantity; the message says why, in a half sentence."""


@frozen
class Range:
    """From `minimum` to `maximum`, both included, in the quantity's unit; None is no limit. `text` is as written."""

    minimum: float | None
    maximum: float | None
    text: str

    def contains(self, value: float) -> bool:
        """Whether a measured value is within; one that is not finite never is."""
        above = self.minimum is None or value >= self.minimum
        below = self.maximum is None or value <= self.maximum
        return math.isfinite(value) and above and below


_NUMBER = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?"
_UNIT = r"[^\s\d.<>=±+-][^\s.<>=±+-]*"
_VALUE = rf"({_NUMBER})\s*({_UNIT})?"
_ALONE = re.compile(_VALUE)
_TOLERANCE = re.compile(rf"{_VALUE}\s*(?:±|\+-|\+/-)\s*{_VALUE}")
_FROM_TO = re.compile(rf"{_VALUE}\s*\.\.\s*{_VALUE}")
_ONE_SIDED = re.compile(rf"(>=|<=|≥|≤)\s*{_VALUE}")


def parse_range(value: object, quantity: Quantity) -> Range:
    """The range that a number or a text of a configuration file means.

    A number alone is exact: the quantity's own tolerance applies. In ``"12 ± 0.1 cm³"`` a unit holds for both numbers.

    Raises:
        RangeError: it means none.
    """
    text = _written(value, quantity)
    return _checked(_limits(text, quantity), text, quantity)


def parse_number(value: object, quantity: Quantity, relation: str = "") -> float:
    """One number of a quantity, in its unit: ``1.2``, ``"1.2 mm"``, and with its relation ``">= 1.2 mm"``.

    Args:
        relation: ``>=`` or ``<=``, which may stand in front because that is what the setting means anyway.

    Raises:
        RangeError: it is none.
    """
    text = _written(value, quantity)
    if relation:
        text = text.removeprefix(relation).removeprefix("≥" if relation == ">=" else "≤").strip()
    alone = _ALONE.fullmatch(text)
    if alone is None:
        raise RangeError(f'"{text}" is no {quantity.name}')
    number = _scaled(alone[1], alone[2], quantity)
    if not math.isfinite(number):
        raise RangeError(f"must be a finite {quantity.name}, not {text}")
    return number


def _written(value: object, quantity: Quantity) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RangeError(f"must be a {quantity.name}")
    try:
        number = float(value)
    except OverflowError:  # of an integer of over 300 digits
        number = math.inf
    if not math.isfinite(number):
        raise RangeError(f"must be a finite {quantity.name}")
    return format(value, ".15g")


def _limits(text: str, quantity: Quantity) -> tuple[float | None, float | None]:
    if match := _ALONE.fullmatch(text):
        nominal = _scaled(match[1], match[2], quantity)
        slack = abs(nominal) * quantity.tolerance if quantity.relative else quantity.tolerance
        return nominal - slack, nominal + slack
    if match := _TOLERANCE.fullmatch(text):
        nominal = _scaled(match[1], match[2] or (match[4] if match[4] != "%" else ""), quantity)
        if match[4] == "%":
            slack = abs(nominal) * float(match[3]) / 100
        else:
            slack = _scaled(match[3], match[4] or match[2], quantity)
        if slack < 0 or match[3].startswith("-"):
            raise RangeError(f'"{text}" has a negative tolerance')
        return nominal - slack, nominal + slack
    if match := _FROM_TO.fullmatch(text):
        low = _scaled(match[1], match[2] or match[4], quantity)
        high = _scaled(match[3], match[4] or match[2], quantity)
        if low > high:
            raise RangeError(f'"{text}" begins above its end')
        return low, high
    if match := _ONE_SIDED.fullmatch(text):
        limit = _scaled(match[2], match[3], quantity)
        return (limit, None) if match[1] in (">=", "≥") else (None, limit)
    raise RangeError(f'"{text}" is no {quantity.name}')


def _scaled(number: str, unit: str | None, quantity: Quantity) -> float:
    if not unit:
        return float(number)
    for known, size in quantity.units:
        if known == unit:
            return float(number) * size
    if not quantity.units:
        raise RangeError(f'"{unit}" is no unit of a {quantity.name}, which has none')
    raise RangeError(f'"{unit}" is no unit of a {quantity.name}; {quantity.name} is in {_units(quantity)}')


def _units(quantity: Quantity) -> str:
    shown = [unit for unit, _ in quantity.units if not re.search(r"[2-3]$", unit) and unit != "μm"]
    return ", ".join(shown[:-1]) + f" or {shown[-1]}"


def _checked(limits: tuple[float | None, float | None], text: str, quantity: Quantity) -> Range:
    for limit in limits:
        if limit is None:
            continue
        if not math.isfinite(limit):
            raise RangeError(f'"{text}" is not finite')
        if quantity.whole and limit != int(limit):
            raise RangeError(f'"{text}" is no whole number')
    low, high = limits
    if not quantity.signed and high is not None and high < 0:
        raise RangeError(f'"{text}": a {quantity.name} is never negative')
    return Range(low, high, text)
