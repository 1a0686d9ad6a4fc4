"""How the provenance of a version stands in its note and its tag: about 25 lines of TOML that fit into a terminal.

Both hold the same block, `[[promote]]`. It says all that a `Promotion` holds, more tersely than its dataclass would:

    promoted        when, and who
    candidate       line, number and commit: ``main#4 1a2b…``
    tree            id of the git tree that ran, and the entry file in it
    result, box     kind, counts and measures of the geometry (mm, mm², mm³), and the corners of its bounding box
    named           labels of the result and its parts
    passed, …       the names of the checks by what they said: ``step: write size`` are `step.write` and `step.size`
    versions        of all that made and judged it, and the platform
    bytes           sizes of the STEP and the BREP file
    source, closure, step, brep, labels, spec
                    SHA-256 of the entry file, the closure, the version's files (labels: of ``manifest.toml``), and of
                    what it had to pass

Lists may break after a comma. The message is left to the commit and the tag, which say it above. Whatever else a
`Promotion` has stands under its own name, and a reader passes over keys that it does not know, so that fields can be
added on both sides.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable
from typing import Any

from .. import codec
from ..codec import CodecError, Plain
from ..records import Promotion
from .notes import WIDTH

#: Keys of the note, by field. They are short because 64 hexadecimal digits leave no room for more.
_HASHES = {
    "source": ("header", "source_sha256"),
    "closure": ("header", "closure_sha256"),
    "step": ("step_sha256",),
    "brep": ("brep_sha256",),
    "labels": ("labels_sha256",),
    "spec": ("spec_sha256",),
}
_STATUSES = {"passed": "pass", "warned": "warn", "not_checked": "not checked", "failed": "fail"}
_VERSIONS = {
    "cadgit": ("cadgit",),
    "Python": ("environment", "python"),
    "build123d": ("environment", "build123d"),
    "OCP": ("environment", "ocp"),
    "OCCT": ("environment", "occt"),
    "platform": ("environment", "platform"),
}
_COUNTS = ("solids", "faces", "edges", "vertices")
_MEASURES = ("volume", "area")
_DOTTED = re.compile(r"[^.:]+\.[^.]")
#: Most characters of a string of names: behind its key it fits into `WIDTH`.
_LINE = WIDTH - len('not_checked = ["",')
_SOLID = ("label", "volume", "area", "centre_of_mass")
_FONT = ("requested", "family", "path", "sha256")


def block(promotion: Promotion) -> str:
    """The text that note and tag share."""
    return codec.dumps({"promote": [to_note(promotion)]}, width=WIDTH)


def to_note(promotion: Promotion) -> Plain:
    """The record of the note, in the order in which people read it; checks are ordered by what they said."""
    plain: Plain = codec.to_plain(promotion)
    header, environment, geometry = (plain.pop(key) for key in ("header", "environment", "geometry"))
    whole = {**plain, "header": header, "environment": environment}
    candidate = f"{plain.pop('line')}#{plain.pop('number')} {plain.pop('candidate')}"
    said: dict[str, list[str]] = {key: [] for key in _STATUSES}
    for check in plain.pop("checks"):
        name, _, status = check.rpartition(": ")
        said[next(key for key, word in _STATUSES.items() if word == status)].append(name)
    note = {
        **{key: plain.pop(key) for key in ("part", "version")},
        "promoted": f"{plain.pop('when')} {plain.pop('who')}",
        "candidate": candidate,
        "previous": plain.pop("previous", ""),
        "tree": f"{header['tree']} {header['entry']}",
        "parameters": [f"{item['name']} = {item['expression']}" for item in header.get("parameters", ())],
        "result": _result(geometry),
        "box": [geometry["box"]["minimum"], geometry["box"]["maximum"]] if "box" in geometry else [],
        "named": geometry.get("labels", []),
        "solids": [[part[key] for key in _SOLID] for part in geometry.get("parts", ())],
        **{key: _packed(names) for key, names in said.items()},
        "deterministic": plain.pop("deterministic"),
        "versions": [f"{name} {_at(whole, path)}" for name, path in _VERSIONS.items()],
        "sandbox": _packed(plain.pop("sandbox")),
        "fonts": [[font[key] for key in _FONT] for font in environment.get("fonts", ())],
        "distributions": environment.get("distributions", []),
        "time_stamp": header.get("time_stamp", 0),
        "bytes": [f"step {plain.pop('step_bytes')}", f"brep {plain.pop('brep_bytes')}"],
        "step_blob": plain.pop("step_blob"),
        **{key: _at(whole, path) for key, path in _HASHES.items()},
    }
    said_otherwise = {"cadgit", "message", *(path[0] for path in _HASHES.values())}
    others = {key: value for key, value in plain.items() if key not in said_otherwise}
    return {key: value for key, value in {**note, **others}.items() if value not in ("", [], 0)}


def from_note(note: Plain) -> Promotion:
    """The promotion that `to_note` made a note of, without its message; unknown keys are passed over.

    Raises:
        CodecError: the note is not what `to_note` writes.
    """
    try:
        return codec.from_plain(Promotion, _from_note(dict(note)))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, CodecError):
            raise
        raise CodecError(f"{type(error).__name__}: {error}") from None


def _from_note(note: Plain) -> Plain:
    whole: dict[str, Any] = {"header": {}, "environment": {}}
    for key, path in _HASHES.items():
        _put(whole, path, note.pop(key, ""))
    versions = dict(item.split(" ", 1) for item in note.pop("versions"))
    for name, path in _VERSIONS.items():
        _put(whole, path, versions[name])
    header, environment = whole["header"], whole["environment"]
    header |= {key: environment[key] for key in ("build123d", "occt")}
    header["tree"], header["entry"] = note.pop("tree").split(" ", 1)
    header |= {"part": note["part"], "time_stamp": note.pop("time_stamp", 0)}
    header["parameters"] = [
        dict(zip(("name", "expression"), item.split(" = ", 1), strict=True)) for item in note.pop("parameters", ())
    ]
    environment["fonts"] = [dict(zip(_FONT, item, strict=True)) for item in note.pop("fonts", ())]
    environment["distributions"] = note.pop("distributions", [])
    place, _, candidate = note.pop("candidate").rpartition(" ")
    line, _, number = place.rpartition("#")
    when, _, who = note.pop("promoted").partition(" ")
    sizes = dict(item.split(" ", 1) for item in note.pop("bytes"))
    corners = note.pop("box", None)
    geometry = _geometry(note.pop("result"))
    geometry["box"] = {"minimum": corners[0], "maximum": corners[1]} if corners else None
    geometry["labels"] = note.pop("named", [])
    geometry["parts"] = [dict(zip(_SOLID, item, strict=True)) for item in note.pop("solids", ())]
    checks = [f"{name}: {status}" for key, status in _STATUSES.items() for name in _names(note.pop(key, ()))]
    return {
        "step_blob": "",
        **note,
        "sandbox": _names(note.pop("sandbox", ())),
        **whole,
        "line": line,
        "number": int(number),
        "candidate": candidate,
        "geometry": geometry,
        "checks": checks,
        "step_bytes": int(sizes["step"]),
        "brep_bytes": int(sizes["brep"]),
        "when": when,
        "who": who,
    }


def _packed(names: Iterable[str]) -> list[str]:
    """Names as few strings that fit into a line each; what stands before a dot is said once in each."""
    packed: list[str] = []
    for group, members in itertools.groupby(names, lambda name: name.partition(".")[0] if _DOTTED.match(name) else ""):
        start = f"{group}:" if group else ""
        line = start
        for name in members:
            word = name.removeprefix(f"{group}.") if group else name
            if line != start and len(line) + len(word) > _LINE:
                packed.append(line)
                line = start
            line = f"{line} {word}".lstrip()
        packed.append(line)
    return packed


def _names(packed: Iterable[str]) -> list[str]:
    names: list[str] = []
    for line in packed:
        group, colon, words = line.partition(": ")
        names += [f"{group}.{word}" for word in words.split(" ")] if colon else line.split(" ")
    return names


def _result(geometry: Plain) -> list[str]:
    """``solid``, ``faces 30``, ``volume 30161.77``, ``centre 15.1 0 16``: each a word and its numbers."""
    centre = geometry.get("centre_of_mass")
    return [
        geometry["kind"],
        *(f"{name} {geometry[name]}" for name in _COUNTS),
        *(f"{name} {geometry[name]!r}" for name in _MEASURES),
        *([f"centre {' '.join(map(repr, centre))}"] if centre else []),
    ]


def _geometry(result: list[str]) -> Plain:
    kind, *rest = result
    words = dict(item.split(" ", 1) for item in rest)
    return {
        "kind": kind,
        **{name: int(words[name]) for name in _COUNTS},
        **{name: float(words[name]) for name in _MEASURES},
        "centre_of_mass": [float(x) for x in words["centre"].split(" ")] if "centre" in words else None,
    }


def _at(plain: Plain, path: tuple[str, ...]) -> Any:
    *tables, key = path
    return functools.reduce(dict.__getitem__, tables, plain).get(key, "")


def _put(plain: Plain, path: tuple[str, ...], value: Any) -> None:
    *tables, key = path
    functools.reduce(dict.__getitem__, tables, plain)[key] = value
