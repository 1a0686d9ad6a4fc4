"""What the answers to questions about a result have in common: reading it, and having no answer."""

from __future__ import annotations

from typing import Any, Literal

from ..shape.brep import BrepError, read_brep


class InspectionError(Exception):
    """The question has no answer: the bytes are no BREP, the format cannot hold the shape, a package is missing."""

    def __init__(self, message: str, reason: Literal["error", "missing", "kind", "name"] = "error") -> None:
        super().__init__(message)
        self.reason: Literal["error", "missing", "kind", "name"] = reason


def read(brep: bytes) -> Any:
    """The shape.

    Raises:
        InspectionError: the bytes are no BREP.
    """
    try:
        return read_brep(brep)
    except BrepError as error:
        raise InspectionError(str(error)) from error
