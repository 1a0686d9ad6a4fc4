"""Files that are no results of cadgit's own, read to compare results with them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from OCP.BRep import BRep_Builder
from OCP.BRepTools import BRepTools
from OCP.TopoDS import TopoDS_Shape

from .brep import BrepError, read_brep
from .step import StepError, read_step

#: What a STEP file begins with (ISO 10303-21), after a byte order mark and blanks.
_STEP = b"ISO-10303-21"
#: What the texts begin with that BRepTools writes (DRAW's, with more shapes in it, and its own).
_TEXT_BREP = (b"DBRep_DrawableShape", b"CASCADE Topology V")


class FileError(ValueError):
    """Bytes that are neither a STEP nor a BREP file, or one without a shape."""


def read_file(data: bytes) -> Any:
    """The shape in a STEP file, in a BREP file in text, or in one as BinTools writes it.

    Raises:
        FileError: it is none of these, cannot be read, or has no shape in it.
    """
    start = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    try:
        if start.startswith(_STEP):
            return read_step(data[data.index(_STEP) :])  # OCCT stumbles over a byte order mark
        shape = _read_text(data) if start.startswith(_TEXT_BREP) else read_brep(data)
    except StepError as error:
        raise FileError(str(error)) from error
    except BrepError:
        raise FileError("it is neither a STEP file nor a BREP file") from None
    if shape.IsNull():
        raise FileError("there is no shape in the file")
    return shape


def _read_text(data: bytes) -> Any:
    shape = TopoDS_Shape()
    BRepTools.Read_s(shape, BytesIO(data), BRep_Builder())
    return shape
