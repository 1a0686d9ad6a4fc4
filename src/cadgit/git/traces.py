"""Where a file came from: notes on the file's own blob id, whatever it is called and wherever it went since.

The STEP file of every version has one, and so has every file that `cadgit export` wrote. The note needs no blob to be
on: exported files are not stored. (``git notes --ref=cadgit/trace prune`` would drop these; git never does
that by itself.) Finding a note takes the same time however many there are.
"""

from __future__ import annotations

from .. import codec
from ..frozen import frozen
from ..records import Candidate, Version
from .notes import Notes
from .promoting import trace_record
from .refs import TagRef
from .repository import Repository
from .transaction import Change, change
from .versions import Versions


@frozen
class Trace:
    """What a file is of, and the format it was written in (``step``, ``stl``, …).

    Attributes:
        version: None for a file of a candidate that was not a version then.
        part, tree: that candidate's part and git tree, which stay when its line is written again.
        brep_sha256: its geometry, which tells whether a version has the same.
    """

    version: Version | None
    format: str
    part: str = ""
    tree: str = ""
    brep_sha256: str = ""


class Traces:
    """The traces of one repository."""

    def __init__(self, repository: Repository, versions: Versions) -> None:
        self._repository = repository
        self._versions = versions

    def of(self, blob: str) -> tuple[Trace, ...]:
        """The versions and candidates that the file with this blob id was written of, the oldest note first.

        Raises:
            EnvironmentFailed: the note was edited and cannot be read any more.
        """
        found: list[Trace] = []
        for record in Notes(self._repository).records("trace", blob):
            trace = self._of_version(record) if "commit" in record else _of_candidate(record)
            if trace is not None and trace not in found:
                found.append(trace)
        return tuple(found)

    def search(self, sha256: str) -> tuple[Version, ...]:
        """The versions whose tag names this hash, which is all that a clone without notes knows.

        Its time grows with the number of versions.
        """
        found = []
        for name in self._repository.refs_under(TagRef.PREFIX):
            ref = TagRef.parse(name)
            if ref is not None and f'"{sha256}"' in self._repository.tag_message(name):
                version = self._versions.get(ref.part, ref.number)
                found += [version] if version is not None else []
        return tuple(found)

    def add(self, version: Version, blob: str, format: str, when: str) -> None:
        """Note that the file with this blob id was written of a version, unless that is known.

        Raises:
            LockedError, StorageError: see `transaction.change`.
            EnvironmentFailed: the note or the provenance that is there cannot be read.
        """
        if Trace(version, format) in self.of(blob):
            return
        self._append(blob, {**trace_record(self._versions.promotion(version), version.id, format), "when": when})

    def add_candidate(self, candidate: Candidate, brep_sha256: str, blob: str, format: str, when: str) -> None:
        """Note that the file with this blob id was written of a candidate, unless that is known.

        Raises:
            LockedError, StorageError: see `transaction.change`.
            EnvironmentFailed: the note that is there cannot be read.
        """
        record: codec.Plain = {
            "format": format,
            "part": candidate.part,
            "candidate": candidate.id,
            "number": candidate.number,
            "line": candidate.line,
            "tree": candidate.tree,
            "brep_sha256": brep_sha256,
            "when": when,
        }
        if _of_candidate(record) not in self.of(blob):
            self._append(blob, record)

    def _append(self, blob: str, record: codec.Plain) -> None:
        def write() -> tuple[None, Change]:
            update, objects = Notes(self._repository).appended("trace", blob, record, str(record["when"]))
            return None, Change((update,), objects)

        change(self._repository, write)

    def _of_version(self, record: codec.Plain) -> Trace | None:
        version = self._versions.at(str(record["commit"])) or self._renumbered(record)
        return Trace(version, str(record.get("format", "step"))) if version is not None else None

    def _renumbered(self, record: codec.Plain) -> Version | None:
        # Sharing may have given the version another number, and with it another commit.
        part, candidate = str(record.get("part", "")), record.get("candidate")
        if part not in self._versions.parts():
            return None
        return next((v for v in reversed(self._versions.history(part)) if v.candidate == candidate), None)


def _of_candidate(record: codec.Plain) -> Trace:
    part, tree, brep = (str(record.get(key, "")) for key in ("part", "tree", "brep_sha256"))
    return Trace(None, str(record.get("format", "")), part, tree, brep)
