"""The inspector's answers that the page shows."""

from __future__ import annotations

import importlib

from ..shape import viewed
from ..shape.changes import ChangesError
from ..shape.ghost import ghost
from ..shape.render.facets import NothingToSee
from . import jobs
from .questions import InspectionError, read


def answer(request: jobs.Tessellate | jobs.Haunt) -> jobs.Tessellated:
    """Answer a question.

    Raises:
        InspectionError: there is nothing to show, or the extra `viewer` is missing.
    """
    try:
        if isinstance(request, jobs.Haunt):
            first, second = read(request.first), read(request.second)
            model = ghost(first, second, None if request.edges_only else request.method)
        else:
            _check_installed()
            model = viewed.tessellated(read(request.brep), request.manifest, request.name, request.deflection)
    except (NothingToSee, ChangesError) as error:
        raise InspectionError(str(error)) from error
    return jobs.Tessellated(viewed.as_json(model))


def _check_installed() -> None:
    try:
        importlib.import_module("ocp_tessellate.tessellator")
    except ImportError:
        raise InspectionError("the page needs ocp-tessellate, which is not installed", "missing") from None
