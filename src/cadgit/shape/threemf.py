"""3MF files: a zip of XML, in millimetres, one object a body with its name and colour."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

if TYPE_CHECKING:
    from .export import Body

_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n'
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>\n'
)
#: The earliest time that a zip can say; the clock would make the bytes differ.
_TIME = (1980, 1, 1, 0, 0, 0)
_GREY = (0.7, 0.7, 0.7, 1.0)


def write(bodies: Iterable[Body]) -> bytes:
    """The file's bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", _model(list(bodies))),
        ):
            info = zipfile.ZipInfo(name, _TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text.encode())
    return stream.getvalue()


def _model(bodies: list[Body]) -> str:
    colors = list(dict.fromkeys(body.color or _GREY for body in bodies))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<model unit="millimeter" xml:lang="en" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">',
        "<resources>",
        '<basematerials id="1">',
        *(f'<base name="colour {i}" displaycolor="{_hex(color)}"/>' for i, color in enumerate(colors, 1)),
        "</basematerials>",
    ]
    for number, body in enumerate(bodies, 2):
        name = quoteattr(_printable(body.label))
        color = colors.index(body.color or _GREY)
        lines.append(f'<object id="{number}" type="model" name={name} pid="1" pindex="{color}"><mesh><vertices>')
        lines += [f'<vertex x="{x:.9g}" y="{y:.9g}" z="{z:.9g}"/>' for x, y, z in body.mesh.points.tolist()]
        lines.append("</vertices><triangles>")
        lines += [f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in body.mesh.triangles.tolist()]
        lines.append("</triangles></mesh></object>")
    items = (f'<item objectid="{number}"/>' for number in range(2, len(bodies) + 2))
    return "\n".join([*lines, "</resources>", "<build>", *items, "</build>", "</model>", ""])


def _hex(color: tuple[float, float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02X}" for part in color)


def _printable(text: str) -> str:
    # XML 1.0 has no way to write control characters, surrogates and non-characters.
    return "".join(c if c.isprintable() and c not in "\ufffe\uffff" else " " for c in text)
