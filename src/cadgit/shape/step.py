"""STEP files: written so that equal input gives equal bytes, and read back.

The bytes are a function of BREP, labels, colours, header and the versions of OCCT, *one export per process*: OCCT
numbers the uses of parts in assemblies by a counter of the process, which goes on counting in the next export.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from OCP.BRep import BRep_Builder
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.Interface import Interface_Static
from OCP.Message import Message, Message_Gravity
from OCP.Quantity import Quantity_Color, Quantity_ColorRGBA, Quantity_TypeOfColor
from OCP.STEPCAFControl import STEPCAFControl_Controller, STEPCAFControl_Writer
from OCP.STEPControl import STEPControl_Reader, STEPControl_StepModelType
from OCP.TCollection import TCollection_ExtendedString
from OCP.TDataStd import TDataStd_Name
from OCP.TDocStd import TDocStd_Document
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.XCAFApp import XCAFApp_Application
from OCP.XCAFDoc import XCAFDoc_ColorType, XCAFDoc_DocumentTool, XCAFDoc_ShapeTool
from OCP.XSControl import XSControl_WorkSession

from ..records import StepHeader
from . import part21
from .brep import FACE, SOLID, Node, direct, shape_map


class StepError(ValueError):
    """A shape that OCCT cannot write as STEP, or a file that it cannot read."""


def write_step(tree: Node, header: StepHeader) -> bytes:
    """A result as a STEP file (AP214, mm) with labels as names, colours, and `header` in its header.

    Raises:
        StepError: OCCT could not write it.
    """
    _quieten()
    document = _document(tree, header.part)
    writer = STEPCAFControl_Writer(XSControl_WorkSession(), False)
    writer.SetColorMode(True)
    writer.SetNameMode(True)
    STEPCAFControl_Controller.Init_s()
    for name, text in (("write.step.schema", "AP214IS"), ("write.step.unit", "MM")):
        Interface_Static.SetCVal_s(name, text)
    for name, number in (("write.surfacecurve.mode", 1), ("write.precision.mode", 0), ("write.step.assembly", 1)):
        Interface_Static.SetIVal_s(name, number)
    stream = BytesIO()
    if not writer.Transfer(document, STEPControl_StepModelType.STEPControl_AsIs):
        raise StepError("OCCT could not turn the shape into STEP entities")
    if writer.WriteStream(stream) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise StepError("OCCT could not write the STEP file")
    return _with_header(stream.getvalue(), header)


def read_step(data: bytes) -> Any:
    """The shape in a STEP file, in mm.

    Raises:
        StepError: the file cannot be read, or has no shape in it.
    """
    _quieten()
    reader = STEPControl_Reader()
    if reader.ReadStream("part.step", BytesIO(data)) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise StepError("OCCT cannot read the STEP file")
    reader.TransferRoots()
    shape = reader.OneShape()
    if shape is None or shape.IsNull():
        raise StepError("there is no shape in the STEP file")
    return shape


def time_stamp() -> str:
    """The time in the header: SOURCE_DATE_EPOCH (seconds) if it is set, else the epoch; never the clock."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(text) if text.isdecimal() and len(text) < 12 else 0
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _quieten() -> None:
    # OCCT prints its progress to stdout.
    for printer in Message.DefaultMessenger_s().Printers():
        printer.SetTraceLevel(Message_Gravity.Message_Fail)


def _with_header(data: bytes, header: StepHeader) -> bytes:
    """The file with our HEADER section; OCCT's has the clock in it, and breaks strings in the middle."""
    found = re.search(rb"HEADER;.*?ENDSEC;", data, re.DOTALL)
    schema = re.search(rb"FILE_SCHEMA\s*\(\((.*?)\)\)", data, re.DOTALL)
    if found is None or schema is None:
        raise StepError("OCCT wrote a STEP file without a header")
    strings = ",\n".join(f"'{line}'" for line in part21.description(header))
    name = part21.shortened(header.part)
    system = part21.shortened(f"build123d {header.build123d}, Open CASCADE Technology {header.occt}")
    text = (
        f"HEADER;\nFILE_DESCRIPTION((\n{strings}),'2;1');\n"
        f"FILE_NAME('{name}','{time_stamp()}',(''),(''),'cadgit','{system}','');\n"
        f"FILE_SCHEMA(({schema[1].decode('ascii', 'replace')}));\nENDSEC;"
    )
    return data[: found.start()] + text.encode("ascii") + _ascii(data[found.end() :])


def _ascii(data: bytes) -> bytes:
    """OCCT writes names as raw UTF-8, which Part 21 does not know, and may break a line inside a character."""
    return re.sub(
        rb"[\x80-\xff][\x80-\xff\r\n]*",
        lambda found: part21.encode(re.sub(rb"[\r\n]", b"", found[0]).decode("utf-8", "replace")).encode("ascii"),
        data,
    )


# --- the document -----------------------------------------------------------------------------------------


def _document(tree: Node, name: str) -> Any:
    document = TDocStd_Document(TCollection_ExtendedString("XmlOcaf"))
    application = XCAFApp_Application.GetApplication_s()
    application.NewDocument(TCollection_ExtendedString("MDTV-XCAF"), document)
    application.InitDocument(document)
    XCAFDoc_DocumentTool.SetLengthUnit_s(document, 0.001)
    shapes = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    colors = XCAFDoc_DocumentTool.ColorTool_s(document.Main())
    # Names are ours alone: OCCT would call the rest SOLID, COMPOUND, …
    XCAFDoc_ShapeTool.SetAutoNaming_s(False)
    _Document(shapes, colors).add(tree, name or "part")
    shapes.UpdateAssemblies()
    return document


class _Document:
    """Builds the tree of products in an XCAF document."""

    def __init__(self, shapes: Any, colors: Any) -> None:
        self._shapes = shapes
        self._colors = colors
        # A shape that is used several times is one product, as long as its label and colour are the same.
        self._products: dict[tuple[int, str, tuple[float, ...] | None], Any] = {}

    def add(self, node: Node, name: str, color: tuple[float, float, float, float] | None = None) -> Any:
        """Add a node's product (without the node's own location, except at the top); returns its label."""
        color = node.color or color
        if node.children:
            product = self._shapes.NewShape()
            TDataStd_Name.Set_s(product, _text(node.label or name))
            for number, child in enumerate(node.children, 1):
                part = self.add(child, f"{node.label or name}.{number}", color)
                use = self._shapes.AddComponent(product, part, _bare(child)[1])
                TDataStd_Name.Set_s(use, _text(child.label or f"{node.label or name}.{number}"))
            return product
        shape, _ = _bare(node)
        key = (hash(shape), node.label, color)
        if key in self._products:
            return self._products[key]
        if any(other[0] == key[0] for other in self._products):
            # The same shape under another label or colour: OCCT would find the first product again.
            shape = _copy(shape)
        product = self._shapes.AddShape(shape, False)
        TDataStd_Name.Set_s(product, _text(node.label or name))
        if color is not None:
            self._color(product, shape, color)
        self._products[key] = product
        return product

    def _color(self, product: Any, shape: Any, color: tuple[float, float, float, float]) -> None:
        red, green, blue, alpha = (min(1.0, max(0.0, part)) for part in color)
        rgb = Quantity_Color(red, green, blue, Quantity_TypeOfColor.Quantity_TOC_RGB)
        value = Quantity_ColorRGBA(rgb, alpha)
        self._colors.SetColor(product, value, XCAFDoc_ColorType.XCAFDoc_ColorGen)
        # A compound of solids is a group in STEP, which has no colour of its own.
        if shape.ShapeType() == TopAbs_ShapeEnum.TopAbs_COMPOUND:
            for piece in shape_map(shape, SOLID if shape_map(shape, SOLID).Extent() else FACE):
                label = self._shapes.AddSubShape(product, piece)
                if not label.IsNull():
                    self._colors.SetColor(label, value, XCAFDoc_ColorType.XCAFDoc_ColorSurf)


def _text(text: str) -> Any:
    # True: the bytes are UTF-8; the default takes each byte for a Latin-1 character.
    return TCollection_ExtendedString(text, True)


def _bare(node: Node) -> tuple[Any, Any]:
    """A node's shape without its location and without compounds that hold one shape only; and the location.

    The parts of an assembly have the location in the result, not in their parent: parents have none of their own.
    """
    shape = node.shape
    while not node.children and shape.ShapeType() == TopAbs_ShapeEnum.TopAbs_COMPOUND:
        parts = direct(shape)
        if len(parts) != 1:
            break
        shape = parts[0]
    if node.children:
        return shape, TopLoc_Location()
    location = shape.Location()
    return shape.Located(TopLoc_Location()), location


def _copy(shape: Any) -> Any:
    """Another shape with the same pieces."""
    copy = shape.EmptyCopied()
    builder = BRep_Builder()
    for piece in direct(shape):
        builder.Add(copy, piece)
    return copy
