"""The inspector's answers that are files of other formats."""

from __future__ import annotations

from typing import Any

from ..shape.brep import text_brep, walk
from ..shape.export import ExportError, WrongKind, export_flat
from ..shape.export import export as write
from . import jobs
from .questions import InspectionError


def export(request: jobs.Export, shape: Any) -> jobs.Exported:
    """Write a result, as the format can hold it.

    Raises:
        InspectionError: it cannot; of reason ``kind`` where the format is for results of another kind.
    """
    if request.format == "brep":
        return jobs.Exported(text_brep(shape))
    tree, _ = walk(shape, request.manifest)
    try:
        if request.format == "dxf" or request.format == "svg":
            return jobs.Exported(*export_flat(tree, request.format, request.header, request.k_factor))
        return jobs.Exported(write(tree, request.format, request.header))
    except WrongKind as error:
        raise InspectionError(str(error), "kind") from error
    except ExportError as error:
        raise InspectionError(str(error)) from error
