"""The inspector's answer about a result's features."""

from __future__ import annotations

from ..records.features import Features
from ..shape.features.adapter import NotSeen
from ..shape.features.finding import find
from ..shape.features.recognised import recognise
from . import jobs
from .questions import InspectionError, read


def answer(request: jobs.FindFeatures) -> Features:
    """Find the features.

    Raises:
        InspectionError: the bytes are no BREP, or quiddity gave no answer.
    """
    shape = read(request.brep)
    if not set(request.kinds) & set(jobs.RECOGNISED):
        return find(shape, request.kinds)
    try:
        return recognise(shape)
    except NotSeen as error:
        raise InspectionError(str(error)) from error
