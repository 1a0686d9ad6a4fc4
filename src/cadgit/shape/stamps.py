"""What an exported file says of where it came from, whatever its format; written and read as text, without OCCT.

Every stamp is the list of strings that a STEP file's header has (`part21.description`), ASCII, at most 256 characters
each, where the format has a place for such things:

    .step        the list of FILE_DESCRIPTION
    .dxf         comments (group 999) at the start
    .svg         <metadata id="cadgit">, a line each
    .3mf         metadata named "cadgit:source" of 3D/3dmodel.model, a line each
    .glb         "cadgit", a list, in the extras of "asset"
    .stl         its 80 bytes have room for the git tree, and for a short name of the part
    .brep        nothing: the format has no place for it

A reader passes over lines whose key it does not know.
"""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from html import unescape
from itertools import takewhile
from xml.sax.saxutils import escape

from ..records import StepHeader
from . import part21

#: How 3MF files name it: the prefix is declared in the model.
THREEMF_NAME = "cadgit:source"
THREEMF_NAMESPACE = "urn:cadgit:source:1"
#: Where a stamp is looked for, in bytes from a file's start (and of a 3MF file's model), so that no file takes long.
_NEAR = 1 << 20

_STL = re.compile(rb"cadgit, mm, tree ([0-9a-f]{40})(?:, (\S+))? *\Z")
_SVG = re.compile(rb'<metadata id="cadgit">(.*?)</metadata>', re.DOTALL)
_THREEMF = re.compile(rb'<metadata name="cadgit:source"[^>]*>(.*?)</metadata>', re.DOTALL)


def lines(header: StepHeader, **more: str) -> tuple[str, ...]:
    """The strings of a stamp, with more lines ``key=value`` that are about the file itself."""
    return (*part21.description(header), *(part21.encode(f"{key}={value}") for key, value in more.items()))


def as_xml(stamp: tuple[str, ...]) -> str:
    """A stamp as the text of an XML element."""
    return escape("\n".join(stamp))


def stl_head(header: StepHeader) -> bytes:
    """The 80 bytes that a binary STL file begins with."""
    head = f"cadgit, mm, tree {header.tree}".encode()
    name = f", {header.part}".encode("ascii", "replace")
    whole = head + name
    fits = len(whole) <= 80 and name.decode("ascii") == f", {header.part}" and " " not in header.part
    return (whole if fits else head)[:80].ljust(80)


def read_stamp(data: bytes) -> StepHeader | None:
    """What cadgit wrote into a file, or None. That of an STL file has a tree, perhaps a part, and nothing else."""
    for start, read in _READERS:
        if data[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(start):
            return read(data)
    return None


def _of_dxf(data: bytes) -> StepHeader | None:
    values = data[:_NEAR].decode("latin-1").replace("\r", "").split("\n")
    comments = takewhile(lambda pair: pair[0].strip() == "999", zip(values[::2], values[1::2], strict=False))
    return part21.from_description(text for _, text in comments)


def _of_svg(data: bytes) -> StepHeader | None:
    return _of_xml(_SVG.search(data[:_NEAR]))


def _of_3mf(data: bytes) -> StepHeader | None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("3D/3dmodel.model") as model:
            return _of_xml(_THREEMF.search(model.read(_NEAR)))
    # What a broken archive, or one that is made to harm, ends as.
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, ValueError, EOFError, RuntimeError):
        return None


def _of_xml(found: re.Match[bytes] | None) -> StepHeader | None:
    if found is None:
        return None
    return part21.from_description(unescape(found[1].decode("utf-8", "replace")).strip().splitlines())


def _of_glb(data: bytes) -> StepHeader | None:
    try:
        (length,) = struct.unpack_from("<I", data, 12)
        strings = json.loads(data[20 : 20 + length])["asset"]["extras"]["cadgit"]
        return part21.from_description(strings)
    except (struct.error, ValueError, KeyError, TypeError, RecursionError):
        return None


def _of_stl(data: bytes) -> StepHeader | None:
    found = _STL.match(data[:80])
    if found is None:
        return None
    return StepHeader((found[2] or b"").decode("ascii", "replace"), "", "", "", found[1].decode(), "", "")


#: What a file begins with, and how its stamp is read.
_READERS: tuple[tuple[bytes, Callable[[bytes], StepHeader | None]], ...] = (
    (b"ISO-10303-21", part21.read_header),
    (b"999", _of_dxf),
    (b"<svg", _of_svg),
    (b"<?xml", _of_svg),
    (b"PK", _of_3mf),
    (b"glTF", _of_glb),
    (b"cadgit, mm, tree ", _of_stl),
)
