"""Names of parts and lines, and the refs that are built from them.

Each kind of ref is one small class with `name` (the full ref) and `parse` (back from it). All have a fixed depth: git
cannot hold both ``x`` and ``x/v1``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import ClassVar, Literal, Self, get_args

from ..errors import NameError_
from ..frozen import frozen

DEFAULT_LINE = "main"
NoteSpace = Literal["run", "verify", "promote", "trace", "commit"]
RankedPlace = Literal["best", "closest"]
RANKED_PLACES: tuple[RankedPlace, ...] = ("best", "closest")
#: All kinds of notes that there are.
NOTE_SPACES: tuple[NoteSpace, ...] = get_args(NoteSpace)

#: Bytes of UTF-8. A file name may have 255 on most systems, and git adds ``.lock``.
_LONGEST = 100

# What git's check-ref-format refuses, what Windows refuses in file names, and `@`, which REF uses (``bracket@v2``).
_ILLEGAL = re.compile(r'[\x00-\x20\x7f~^:?*\[\\/@"<>|]|\.\.')
_ILLEGAL_RUN = re.compile(r'(?:[\x00-\x20\x7f~^:?*\[\\/@"<>|]|\s|\.\.+)+')
_VERSION_LIKE = re.compile(r"v[0-9]+", re.IGNORECASE)
#: Digits of a number of a candidate or version. Python reads none of over 4,300, and no repository holds so many.
MOST_DIGITS = 9
_NUMBER = re.compile(rf"v([1-9][0-9]{{,{MOST_DIGITS - 1}}})")


def check_part_name(name: str) -> str:
    """`name`, if it can be a part's name on every platform.

    Raises:
        NameError_: it cannot; the message says which rule it breaks.
    """
    return _checked("part", name)


def check_line_name(name: str) -> str:
    """`name`, if it can be a line's name; ``v2`` cannot, because ``bracket@v2`` is a version.

    Raises:
        NameError_: it cannot; the message says which rule it breaks.
    """
    if _VERSION_LIKE.fullmatch(name):
        raise NameError_(f"the line name {name!r} reads like a version", "choose a name that is not v and a number")
    return _checked("line", name)


def _checked(what: str, name: str) -> str:
    problem = _problem(name)
    if problem:
        raise NameError_(
            f"the {what} name {name!r} {problem}",
            f"use letters, digits, '-', '_' and '.', for example {part_name_from(name)!r}",
        )
    return name


def _problem(name: str) -> str:
    if not name:
        return "is empty"
    if len(name.encode("utf-8", "surrogatepass")) > _LONGEST:
        return f"is longer than {_LONGEST} bytes"
    if found := _ILLEGAL.search(name):
        bad = found.group()
        return "contains a space" if bad == " " else f"contains {bad!r}"
    if any(char.isspace() or unicodedata.category(char) in ("Cc", "Cs") for char in name):
        return "contains a space or control character"
    if name.startswith((".", "-")):
        return f"starts with {name[0]!r}"
    if name.endswith("."):
        return "ends with '.'"
    if name.lower().endswith(".lock"):
        return "ends with '.lock', which git keeps for its locks"
    if unicodedata.normalize("NFC", name) != name:
        return "is not in Unicode's composed form (NFC)"
    return ""


def part_name_from(stem: str) -> str:
    """A legal part name for a file or folder called `stem`.

    Letters of every script stay, in Unicode's composed form (NFC): ``müller`` is itself. Each run of spaces and of
    characters that a ref cannot hold becomes one ``-``: ``name with spaces`` is ``name-with-spaces``. What is left of
    nothing is ``part``.
    """
    valid = stem.encode("utf-8", "replace").decode("utf-8")
    composed = unicodedata.normalize("NFC", valid)
    name = "".join("-" if unicodedata.category(char) == "Cc" else char for char in _ILLEGAL_RUN.sub("-", composed))
    # Cutting may leave a '.' or a '.lock' at the end again, so both are taken off until neither is there.
    while True:
        name = name.encode()[:_LONGEST].decode("utf-8", "ignore")
        shorter = name.lstrip(".-").rstrip(".-")
        if shorter.lower().endswith(".lock"):
            shorter = shorter[: -len(".lock")]
        if shorter == name:
            return name or "part"
        name = shorter


def check_no_clash(what: str, name: str, existing: Iterable[str]) -> None:
    """Refuse a new name that differs from an existing one in case only: some disks take the two for one file.

    Raises:
        NameError_: names both.
    """
    folded = unicodedata.normalize("NFC", name).casefold()
    for other in existing:
        if other != name and unicodedata.normalize("NFC", other).casefold() == folded:
            raise NameError_(
                f"the {what} name {name!r} differs from the existing {other!r} in upper and lower case only",
                f"use {other!r}, or another name",
            )


def _split(ref: str, prefix: str, count: int) -> list[str] | None:
    if not ref.startswith(prefix):
        return None
    parts = ref[len(prefix) :].split("/")
    return parts if len(parts) == count and all(not _problem(part) for part in parts) else None


def _number(text: str) -> int | None:
    found = _NUMBER.fullmatch(text)
    return int(found.group(1)) if found and text.isascii() else None


@frozen
class CandidatesRef:
    """``refs/cadgit/candidates/<part>/<line>``: the tip of a line."""

    PREFIX: ClassVar[str] = "refs/cadgit/candidates/"
    part: str
    line: str = DEFAULT_LINE

    def __post_init__(self) -> None:
        check_part_name(self.part)
        check_line_name(self.line)

    @property
    def name(self) -> str:
        return f"{self.PREFIX}{self.part}/{self.line}"

    @classmethod
    def parse(cls, ref: str) -> Self | None:
        """The ref's part and line; None if `ref` is of another kind."""
        parts = _split(ref, cls.PREFIX, 2)
        return cls(*parts) if parts and not _VERSION_LIKE.fullmatch(parts[1]) else None


@frozen
class PromotedRef:
    """``refs/cadgit/promoted/<part>``: the latest version that stands."""

    PREFIX: ClassVar[str] = "refs/cadgit/promoted/"
    part: str

    def __post_init__(self) -> None:
        check_part_name(self.part)

    @property
    def name(self) -> str:
        return f"{self.PREFIX}{self.part}"

    @classmethod
    def parse(cls, ref: str) -> Self | None:
        """The ref's part; None if `ref` is of another kind."""
        parts = _split(ref, cls.PREFIX, 1)
        return cls(*parts) if parts else None


@frozen
class _Numbered:
    PREFIX: ClassVar[str]
    part: str
    number: int

    def __post_init__(self) -> None:
        check_part_name(self.part)
        if self.number < 1:
            raise ValueError(f"versions count from 1, not from {self.number}")

    @property
    def name(self) -> str:
        return f"{self.PREFIX}{self.part}/v{self.number}"

    @classmethod
    def parse(cls, ref: str) -> Self | None:
        """The ref's part and version number; None if `ref` is of another kind."""
        parts = _split(ref, cls.PREFIX, 2)
        number = _number(parts[1]) if parts else None
        return cls(parts[0], number) if parts and number else None

    @classmethod
    def prefix_of(cls, part: str) -> str:
        """What the refs of all versions of `part` start with."""
        return f"{cls.PREFIX}{check_part_name(part)}/"


@frozen
class ArtifactsRef(_Numbered):
    """``refs/cadgit/artifacts/<part>/v<N>``: a tree with the promoted files."""

    PREFIX: ClassVar[str] = "refs/cadgit/artifacts/"


@frozen
class TagRef(_Numbered):
    """``refs/tags/cadgit/<part>/v<N>``: the annotated tag of a version."""

    PREFIX: ClassVar[str] = "refs/tags/cadgit/"

    @property
    def short(self) -> str:
        """As ``git tag`` prints it: ``cadgit/bracket/v3``."""
        return self.name.removeprefix("refs/tags/")


@frozen
class RenumberedRef:
    """``refs/cadgit/renumbered/<part>/<commit>``: a version as it was before sharing gave it another number."""

    PREFIX: ClassVar[str] = "refs/cadgit/renumbered/"
    part: str
    commit: str

    def __post_init__(self) -> None:
        check_part_name(self.part)

    @property
    def name(self) -> str:
        return f"{self.PREFIX}{self.part}/{self.commit}"

    @classmethod
    def parse(cls, ref: str) -> Self | None:
        """The ref's part and commit; None if `ref` is of another kind."""
        parts = _split(ref, cls.PREFIX, 2)
        return cls(*parts) if parts else None


@frozen
class RankedRef:
    """``refs/cadgit/ranked/<part>/<place>``: the candidate that `cadgit rank` put first, by one of its two orders."""

    PREFIX: ClassVar[str] = "refs/cadgit/ranked/"
    part: str
    place: RankedPlace

    def __post_init__(self) -> None:
        check_part_name(self.part)

    @property
    def name(self) -> str:
        return f"{self.PREFIX}{self.part}/{self.place}"

    @classmethod
    def parse(cls, ref: str) -> Self | None:
        """The ref's part and place; None if `ref` is of another kind."""
        parts = _split(ref, cls.PREFIX, 2)
        for place in RANKED_PLACES:
            if parts and parts[1] == place:
                return cls(parts[0], place)
        return None


@frozen
class NotesRef:
    """``refs/notes/cadgit/<space>``: run records, verdicts, promotions, origins of STEP files, users' commits."""

    PREFIX: ClassVar[str] = "refs/notes/cadgit/"
    space: NoteSpace

    @property
    def name(self) -> str:
        return f"{self.PREFIX}{self.space}"

    @classmethod
    def parse(cls, ref: str) -> Self | None:
        """The ref's space; None if `ref` is of another kind."""
        space = ref.removeprefix(cls.PREFIX)
        if space == ref:
            return None
        return next((cls(known) for known in NOTE_SPACES if known == space), None)
