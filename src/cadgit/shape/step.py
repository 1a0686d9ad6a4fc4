"""STEP files: written so that equal input gives equal bytes, and read back.

The bytes are a function of BREP, labels, colours, header and the versions of OCCT, *one export per process*: OCCT
numbers the uses of parts in assemblies by a counter of the process, which goes on counting in the next export.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from OCP.BRep import BRep_Builder
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.Interface import Interface_Static
from OCP.Message import Message, Message_Gravity
from OCP.STEPCAFControl import STEPCAFControl_Controller, STEPCAFControl_Writer
from OCP.STEPControl import STEPControl_Reader, STEPControl_StepModelType
from OCP.TCollection import TCollection_ExtendedString
from OCP.TDataStd import TDataStd_Name
from OCP.TDocStd import TDocStd_Document
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.XCAFApp import XCAFApp_Application
from OCP.XCAFDoc import XCAFDoc_DocumentTool, XCAFDoc_ShapeTool
from OCP.XSControl import XSControl_WorkSession

from ..records import StepHeader
from . import part21
from .brep import Node, direct

Color = tuple[float, float, float, float]


class StepError(ValueError):
    """A shape that OCCT cannot write as STEP, or a file that it cannot read."""


def write_step(tree: Node, header: StepHeader) -> bytes:
    """A result as a STEP file (AP214, mm) with labels as names, colours, and `header` in its header.

    Raises:
        StepError: OCCT could not write it.
    """
    _quieten()
    document, colors = _document(tree, header.part)
    writer = STEPCAFControl_Writer(XSControl_WorkSession(), False)
    # OCCT orders colours by memory address, so that bytes differ between processes: they are added below.
    writer.SetColorMode(False)
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
    return _with_header(_with_colors(stream.getvalue(), colors), header)


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
        f"FILE_NAME('{name}','{part21.time_stamp(header.time_stamp)}',(''),(''),'cadgit','{system}','');\n"
        f"FILE_SCHEMA(({schema[1].decode('ascii', 'replace')}));\nENDSEC;"
    )
    return data[: found.start()] + text.encode("ascii") + _ascii(data[found.end() :])


_PRODUCT = re.compile(rb"#\d+ = SHAPE_DEFINITION_REPRESENTATION\(\s*#\d+\s*,\s*#(\d+)\s*\)")
_REPRESENTATION = re.compile(rb"#(\d+) = \w*SHAPE_REPRESENTATION\(\s*'[^']*'\s*,\s*\(([#\d,\s]*)\)\s*,\s*#(\d+)\s*\)")


def _with_colors(data: bytes, colors: list[Color | None]) -> bytes:
    """The file with a style for each body of each coloured product; OCCT writes products in the document's order."""
    if not any(colors):
        return data
    by_number = {number: (items, context) for number, items, context in _REPRESENTATION.findall(data)}
    representations = [by_number[number] for number in _PRODUCT.findall(data) if number in by_number]
    if len(representations) != len(colors):
        raise StepError(f"{len(colors)} products became {len(representations)} in the STEP file")
    frames = {found[1] for found in re.finditer(rb"#(\d+) = AXIS2_PLACEMENT_3D", data)}
    number = max(int(found[1]) for found in re.finditer(rb"\n#(\d+) =", data)) + 1
    lines: list[str] = []
    for color, (items, context) in zip(colors, representations, strict=True):
        if color is None:
            continue
        styled = []
        for item in re.findall(rb"#(\d+)", items):
            if item not in frames:
                styled.append(number)
                lines += _style(number, int(item), color)
                number += 8
        if not styled:
            continue
        refs = ",".join(f"#{one}" for one in styled)
        name = "MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION"
        lines.append(f"#{number} = {name}('',({refs}),#{int(context)});")
        number += 1
    end = data.rindex(b"ENDSEC;")
    return data[:end] + "".join(line + "\n" for line in lines).encode("ascii") + data[end:]


def _style(n: int, item: int, color: Color) -> list[str]:
    """Eight entities, numbered from `n`, that give an item a surface colour (AP214 has no place for transparency)."""
    red, green, blue = (f"{min(1.0, max(0.0, part)):.9E}" for part in color[:3])
    return [
        f"#{n} = STYLED_ITEM('color',(#{n + 1}),#{item});",
        f"#{n + 1} = PRESENTATION_STYLE_ASSIGNMENT((#{n + 2}));",
        f"#{n + 2} = SURFACE_STYLE_USAGE(.BOTH.,#{n + 3});",
        f"#{n + 3} = SURFACE_SIDE_STYLE('',(#{n + 4}));",
        f"#{n + 4} = SURFACE_STYLE_FILL_AREA(#{n + 5});",
        f"#{n + 5} = FILL_AREA_STYLE('',(#{n + 6}));",
        f"#{n + 6} = FILL_AREA_STYLE_COLOUR('',#{n + 7});",
        f"#{n + 7} = COLOUR_RGB('',{red},{green},{blue});",
    ]


def _ascii(data: bytes) -> bytes:
    """OCCT writes names as raw UTF-8, which Part 21 does not know, and may break a line inside a character."""
    return re.sub(
        rb"[\x80-\xff][\x80-\xff\r\n]*",
        lambda found: part21.encode(re.sub(rb"[\r\n]", b"", found[0]).decode("utf-8", "replace")).encode("ascii"),
        data,
    )


# --- the document -----------------------------------------------------------------------------------------


def _document(tree: Node, name: str) -> tuple[Any, list[Color | None]]:
    """The XCAF document, and the colours of its products in order; those of an assembly are on its parts."""
    document = TDocStd_Document(TCollection_ExtendedString("XmlOcaf"))
    application = XCAFApp_Application.GetApplication_s()
    application.NewDocument(TCollection_ExtendedString("MDTV-XCAF"), document)
    application.InitDocument(document)
    XCAFDoc_DocumentTool.SetLengthUnit_s(document, 0.001)
    shapes = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    # Names are ours alone: OCCT would call the rest SOLID, COMPOUND, …
    XCAFDoc_ShapeTool.SetAutoNaming_s(False)
    products = _Document(shapes)
    products.add(tree, name or "part", top=True)
    shapes.UpdateAssemblies()
    return document, products.colors


class _Document:
    """Builds the tree of products in an XCAF document."""

    def __init__(self, shapes: Any) -> None:
        self._shapes = shapes
        self.colors: list[Color | None] = []
        # A shape that is used several times is one product, as long as its label and colour are the same.
        self._products: dict[tuple[int, str, tuple[float, ...] | None], Any] = {}

    def add(self, node: Node, name: str, color: Color | None = None, *, top: bool = False) -> Any:
        """Add a node's product; returns its label. Below the top, its location belongs to its use in the parent."""
        color = node.color or color
        if node.children:
            product = self._shapes.NewShape()
            self.colors.append(None)
            TDataStd_Name.Set_s(product, _text(node.label or name))
            for number, child in enumerate(node.children, 1):
                part = self.add(child, f"{node.label or name}.{number}", color)
                use = self._shapes.AddComponent(product, part, _bare(child)[1])
                TDataStd_Name.Set_s(use, _text(child.label or f"{node.label or name}.{number}"))
            return product
        shape, location = _bare(node)
        if top:
            shape = shape.Located(location)
        key = (hash(shape), node.label, color)
        if key in self._products:
            return self._products[key]
        if any(other[0] == key[0] for other in self._products):
            # The same shape under another label or colour: OCCT would find the first product again.
            shape = _copy(shape)
        product = self._shapes.AddShape(shape, False)
        TDataStd_Name.Set_s(product, _text(node.label or name))
        self.colors.append(color)
        self._products[key] = product
        return product


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
