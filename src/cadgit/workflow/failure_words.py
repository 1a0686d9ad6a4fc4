"""What the failures of runs mean, in plain words, and what to try, beside a failure's own hint."""

from __future__ import annotations

import re

from ..records import Failure, Reason

#: OCCT's exceptions, as their names stand in messages.
OCCT: dict[str, str] = {
    "StdFail_NotDone": "OCCT could not finish this operation: its input is degenerate, or the result cannot exist",
    "Standard_ConstructionError": "OCCT cannot construct this: a size is 0 or negative, or points coincide",
    "Standard_DomainError": "a number is outside of what this operation can work with",
    "Standard_RangeError": "a number is outside of what this operation can work with",
    "Standard_OutOfRange": "OCCT looked for a piece that is not there: the shape has fewer than it was asked for",
    "Standard_NoSuchObject": "OCCT looked for a piece that is not there: it belongs to another shape",
    "Standard_NullObject": "a shape in this call is empty",
    "Standard_NullValue": "a shape in this call is empty",
    "Standard_TypeMismatch": "a shape is of another kind than the operation takes, such as a compound for a face",
    "Standard_DimensionMismatch": "a shape is of another kind than the operation takes",
    "Standard_NotImplemented": "OCCT has no way of doing this with these shapes",
    "gp_VectorWithNullMagnitude": "a direction has length 0: two points that define it coincide",
    "Standard_DivideByZero": "OCCT divided by 0: a size is 0",
    "Standard_NumericError": "OCCT's numbers ran out: a size is 0, not a number, or huge",
    "Standard_Failure": "OCCT gave up on this operation",
}

REASONS: dict[Reason, str] = {
    "time": "the model did not end in time: look at the line where it was, make loops shorter, replace many cuts by one"
    " (cut once with a list of shapes), or allow more time",
    "memory": "the model ran out of memory: make fewer copies and coarser meshes, or allow more memory",
    "scratch": "the model wrote more files than it may: leave exports out of it, `cadgit export` writes them",
    "signal": "OCCT or another library crashed in this line: its input is degenerate; look at it before this line,"
    " change a size a little, or take another way to the same shape",
    "hand-over": "the model ran, but its result could not be written: look at it for shapes that are empty or infinite",
}


def explained(failure: Failure) -> str:
    """What this failure means; empty where its message or its hint says so already."""
    if failure.reason == "exception":
        if failure.hint:
            return ""
        names = re.findall(r"\b(?:Standard|StdFail|gp)_\w+", failure.message)
        return next((OCCT[name] for name in names if name in OCCT), "")
    return REASONS.get(failure.reason, "")
