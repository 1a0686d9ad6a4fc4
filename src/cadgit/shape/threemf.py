"""3MF files: a zip of XML, in millimetres, an object for each body and group, with names and colours (sRGB)."""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import quoteattr

from . import stamps
from .mesh_tree import Body, Group

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


def write(result: Group, stamp: tuple[str, ...]) -> bytes:
    """The file's bytes; `stamp` says where it came from."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", _model(result, stamp)),
        ):
            info = zipfile.ZipInfo(name, _TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text.encode())
    return stream.getvalue()


def _model(result: Group, stamp: tuple[str, ...]) -> str:
    objects = _Objects(list(dict.fromkeys(body.color or _GREY for body in result.bodies())))
    # A group stays together in programs that place what they read on a plate.
    items = [objects.add(result)] if result.label or len(result.members) > 1 else [objects.add(result.members[0])]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<model unit="millimeter" xml:lang="en" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" '
        f'xmlns:cadgit="{stamps.THREEMF_NAMESPACE}">',
        '<metadata name="Application">cadgit</metadata>',
        f'<metadata name="{stamps.THREEMF_NAME}">{stamps.as_xml(stamp)}</metadata>',
        "<resources>",
        '<basematerials id="1">',
        *(f'<base name="colour {i}" displaycolor="{_hex(color)}"/>' for i, color in enumerate(objects.colors, 1)),
        "</basematerials>",
        *objects.lines,
        "</resources>",
        "<build>",
        *(f'<item objectid="{number}"/>' for number in items),
        "</build>",
        "</model>",
        "",
    ]
    return "\n".join(lines)


class _Objects:
    """The objects of a model, each before those that it is part of."""

    def __init__(self, colors: list[tuple[float, float, float, float]]) -> None:
        self.colors = colors
        self.lines: list[str] = []
        self._count = 1  # the colours

    def add(self, member: Body | Group) -> int:
        """Add a body or a group; returns its number."""
        if isinstance(member, Group):
            parts = [self.add(child) for child in member.members]
            number = self._open("model", member.label, "")
            self.lines += ["<components>", *(f'<component objectid="{part}"/>' for part in parts), "</components>"]
        else:
            color = self.colors.index(member.color or _GREY)
            number = self._open("model" if member.solid else "surface", member.label, f' pid="1" pindex="{color}"')
            # In place: some readers pass over the transformations of components.
            mesh = member.placed
            self.lines.append("<mesh><vertices>")
            self.lines += [f'<vertex x="{x:.9g}" y="{y:.9g}" z="{z:.9g}"/>' for x, y, z in mesh.points.tolist()]
            self.lines.append("</vertices><triangles>")
            self.lines += [f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.triangles.tolist()]
            self.lines.append("</triangles></mesh>")
        self.lines.append("</object>")
        return number

    def _open(self, kind: str, label: str, more: str) -> int:
        self._count += 1
        name = f" name={quoteattr(_printable(label))}" if label else ""
        self.lines.append(f'<object id="{self._count}" type="{kind}"{name}{more}>')
        return self._count


def _hex(color: tuple[float, float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02X}" for part in color)


def _printable(text: str) -> str:
    # XML 1.0 has no way to write control characters, surrogates and non-characters.
    return "".join(c if c.isprintable() and c not in "\ufffe\uffff" else " " for c in text)
