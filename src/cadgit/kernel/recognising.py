"""The inspector's answer about a result's features."""

from __future__ import annotations

from typing import Any

from ..records.features import Features
from ..shape.features.adapter import NotSeen
from ..shape.features.finding import find
from ..shape.features.recognised import recognise
from ..shape.measure import bounding_box
from . import jobs
from .questions import InspectionError, read

Question = jobs.FindFeatures | jobs.FindFeaturesOfTwo


def answer(request: Question) -> Features | jobs.FeaturesOfTwo:
    """Find the features.

    Raises:
        InspectionError: the bytes are no BREP, it has no finite size, or quiddity gave no answer.
    """
    if isinstance(request, jobs.FindFeaturesOfTwo):
        first, second = (find(_finite(brep), request.kinds) for brep in (request.first, request.second))
        return jobs.FeaturesOfTwo(first, second)
    shape = _finite(request.brep)
    if not set(request.kinds) & set(jobs.RECOGNISED):
        return find(shape, request.kinds)
    try:
        return recognise(shape)
    except NotSeen as error:
        raise InspectionError(str(error)) from error


def _finite(brep: bytes) -> Any:
    shape = read(brep)
    if not shape.IsNull() and bounding_box(shape) is None:
        raise InspectionError("the shape has no finite size")
    return shape
