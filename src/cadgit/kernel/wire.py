"""Messages on the kernel's sockets and pipes: one frozen dataclass each, as JSON and, apart, its byte fields.

    magic  4 bytes   b"cg1\\n"
    text   u32       length of the JSON text
    blobs  u64       length of all byte fields together
    JSON: {"type": …, "body": …}, where {"$bytes": n} stands for the next n bytes of the blobs
    blobs

Decoding is strict: a closed set of types, sizes checked before anything is read, never pickle. A message may come
from a process that ran a model, so it can hold anything.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any, Literal, get_args

from .. import codec
from ..frozen import frozen
from ..records import CheckResult, Environment, Kind
from . import jobs

_HEADER = struct.Struct(">4sIQ")
_MAGIC = b"cg1\n"
MAX_TEXT = 64 << 20
MAX_BLOBS = 2 << 30
_MAX_DEPTH = 200  # of nested tables: a manifest's tree is the only deep thing


class WireError(Exception):
    """Bytes that are no message, or not one that was expected; or the other side has gone."""


@frozen
class Command:
    """Asked of the kernel itself."""

    what: Literal["status", "stop"]


@frozen
class Stopped:
    """The kernel ends now."""

    pid: int


@frozen
class Trouble:
    """The job was not done, and not through its own fault.

    `kind`: ``environment`` (something is missing: say it), ``kernel`` (a fault here: a cold run may do),
    ``unsafe`` (forking is not safe here: run it cold).
    """

    kind: Literal["environment", "kernel", "unsafe"]
    message: str
    hint: str = ""


@frozen
class Ready:
    """A job's process stands behind its walls and begins."""

    environment: Environment
    layers: tuple[str, ...]
    missing: tuple[str, ...]


@frozen
class Errand:
    """What one inspector's process shall do: a request, and for a verdict which checks, with the STEP file so far.

    A verdict's first process gets no names: it says what the result is (`Subject`), and begins with the first checks.
    """

    request: bytes
    names: tuple[str, ...] = ()
    step: bytes = b""


@frozen
class Subject:
    """What an inspector found a result to be; it decides which checks apply."""

    kind: Kind
    finite: bool


_TYPES: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        jobs.Execute,
        jobs.Executed,
        jobs.Judge,
        jobs.Judged,
        *get_args(jobs.Question),
        *get_args(jobs.Answer),
        jobs.InspectionFailed,
        jobs.KernelStatus,
        CheckResult,
        Command,
        Stopped,
        Trouble,
        Ready,
        Errand,
        Subject,
    )
}


def encode(message: Any) -> bytes:
    """One message as bytes.

    Raises:
        WireError: not one of the message types.
    """
    name = type(message).__name__
    if _TYPES.get(name) is not type(message):
        raise WireError(f"{name} is no message")
    blobs: list[bytes] = []
    body = _take_blobs(codec.to_plain(message), blobs)
    text = json.dumps({"type": name, "body": body}, separators=(",", ":")).encode("ascii")
    return b"".join([_HEADER.pack(_MAGIC, len(text), sum(map(len, blobs))), text, *blobs])


def decode(data: bytes | bytearray | memoryview, max_bytes: int = MAX_BLOBS) -> Any:
    """The message that `encode` made these bytes from.

    Raises:
        WireError: they are no message, or one of more than `max_bytes`.
    """
    view = memoryview(data)
    if len(view) < _HEADER.size:
        raise WireError("too short for a message")
    text_size, blob_size = _sizes(view[: _HEADER.size], max_bytes)
    if len(view) != _HEADER.size + text_size + blob_size:
        raise WireError("a message of the wrong length")
    middle = _HEADER.size + text_size
    return _build(bytes(view[_HEADER.size : middle]), view[middle:])


def read(receive_into: Callable[[memoryview], int], max_bytes: int = MAX_BLOBS) -> Any:
    """Read one message from a blocking source such as `socket.recv_into`.

    Raises:
        WireError: no message came, or not a proper one.
    """
    return decode(read_bytes(receive_into, max_bytes), max_bytes)


def read_bytes(receive_into: Callable[[memoryview], int], max_bytes: int = MAX_BLOBS) -> bytearray:
    """As `read`, but leaves the message encoded, to be handed on.

    Raises:
        WireError: no message came, or its sizes are not proper.
    """
    header = bytearray(_HEADER.size)
    _fill(receive_into, memoryview(header))
    text_size, blob_size = _sizes(memoryview(header), max_bytes)
    whole = bytearray(_HEADER.size + text_size + blob_size)
    whole[: _HEADER.size] = header
    _fill(receive_into, memoryview(whole)[_HEADER.size :])
    return whole


def _fill(receive_into: Callable[[memoryview], int], view: memoryview) -> None:
    while view:
        count = receive_into(view)
        if count == 0:
            raise WireError("the other side has gone")
        view = view[count:]


def _sizes(header: memoryview, max_bytes: int) -> tuple[int, int]:
    magic, text_size, blob_size = _HEADER.unpack(header)
    if magic != _MAGIC:
        raise WireError("not a message of this kernel")
    if text_size > min(MAX_TEXT, max_bytes) or blob_size > max_bytes:
        raise WireError(f"a message of {text_size + blob_size} bytes is too long")
    return text_size, blob_size


def _build(text: bytes, blobs: memoryview) -> Any:
    try:
        envelope = json.loads(text)
        cls = _TYPES[envelope["type"]]
        source = _Blobs(blobs)
        body = _put_blobs(envelope["body"], source, 0)
        source.finish()
        return codec.from_plain(cls, body)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise WireError(f"not a proper message: {type(error).__name__}: {error}") from None


class _Blobs:
    def __init__(self, view: memoryview) -> None:
        self._view = view
        self._used = 0

    def take(self, count: Any) -> bytes:
        if type(count) is not int or not 0 <= count <= len(self._view) - self._used:
            raise ValueError("byte fields do not fit")
        start, self._used = self._used, self._used + count
        return bytes(self._view[start : self._used])

    def finish(self) -> None:
        if self._used != len(self._view):
            raise ValueError("bytes left over")


def _take_blobs(plain: Any, blobs: list[bytes]) -> Any:
    if isinstance(plain, bytes):
        blobs.append(plain)
        return {"$bytes": len(plain)}
    if isinstance(plain, dict):
        return {key: _take_blobs(value, blobs) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_take_blobs(value, blobs) for value in plain]
    return plain


def _put_blobs(plain: Any, blobs: _Blobs, depth: int) -> Any:
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(plain, dict):
        if plain.keys() == {"$bytes"}:
            return blobs.take(plain["$bytes"])
        return {key: _put_blobs(value, blobs, depth + 1) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_put_blobs(value, blobs, depth + 1) for value in plain]
    return plain
