"""What the remote does not have yet: the refs to push, in an order in which whatever arrived is whole.

All moves are new refs and fast-forwards, which git checks itself. The one exception is the ref of the version that
stands, where the newest was withdrawn: it goes back, by a push of its own that names what it must hold. A remote that
takes no such moves only keeps an old pointer, since the withdrawal itself is in the notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from ...errors import RepositoryError
from ...frozen import frozen
from ...records import LeftBehind, SharedLine, SharedNotes, Traffic
from ..note_trees import noted, spellings, with_entries
from ..notes import Notes
from ..refs import ArtifactsRef, CandidatesRef, NoteSpace, NotesRef, PromotedRef, TagRef
from ..repository import Repository
from ..version_commits import read_version
from .ancestry import own, stands_on
from .checks import Wrong
from .names import SharedRef, parse
from .notes import union
from .selection import Selection
from .staged import Staged
from .transport import Push

_Kind = TypeVar("_Kind", CandidatesRef, PromotedRef, ArtifactsRef, TagRef, NotesRef)
_Numbered = TypeVar("_Numbered", ArtifactsRef, TagRef)


@frozen
class Plan:
    """What to push: together, and after that on its own, if the remote lets us; what that is, and what stays here."""

    pushes: tuple[Push, ...] = ()
    later: tuple[Push, ...] = ()
    traffic: Traffic = Traffic()
    left: tuple[LeftBehind, ...] = ()


class Sending:
    """A push on its way.

    Args:
        repository: ours.
        refs: our refs, as they are after the merge.
        listed: what the remote has: full name to id; its objects are here.
        selection: the parts and lines to send.
        when: ISO 8601 time of the notes commit, where only some notes are sent.
    """

    def __init__(
        self, repository: Repository, refs: Staged, listed: Mapping[str, str], selection: Selection, when: str
    ) -> None:
        self._repository = repository
        self._refs = refs
        self._listed = listed
        self._selection = selection
        self._when = when
        self._left: list[LeftBehind] = []

    def plan(self) -> Plan:
        """Compare both sides."""
        lines = list(self._lines())
        held_back = self._clashes()
        files = [ref for ref in self._new(ArtifactsRef) if ref.number < held_back.get(ref.part, ref.number + 1)]
        tags = [ref for ref in self._new(TagRef) if ref.number < held_back.get(ref.part, ref.number + 1)]
        notes = list(self._notes())
        forward, back = self._standing(held_back)
        pushes = [Push(CandidatesRef(line.part, line.line).name, line.tip) for line in lines]
        pushes += [Push(ref.name, self._held(ref)) for ref in files]
        pushes += [Push(NotesRef(space).name, commit) for space, commit, _ in notes]
        pushes += [Push(ref.name, self._held(ref)) for ref in tags]
        pushes += [Push(ref.name, self._held(ref)) for ref in forward]
        later = [Push(ref.name, self._held(ref), self._listed[ref.name]) for ref in back]
        traffic = Traffic(
            tuple(lines),
            tuple(f"{ref.part}@v{ref.number}" for ref in tags),
            tuple(f"{ref.part}@v{ref.number}" for ref in files),
            tuple(self._version_name(ref) for ref in (*forward, *back)),
            tuple(SharedNotes(space, count) for space, _, count in notes),
        )
        return Plan(tuple(pushes), tuple(later), traffic, tuple(self._left))

    # --- candidates ---

    def _lines(self) -> Iterator[SharedLine]:
        for ref in self._chosen(CandidatesRef):
            ours, theirs = self._held(ref), self._listed.get(ref.name)
            if theirs == ours:
                continue
            if theirs is None or self._stands_on(ours, theirs):
                yield SharedLine(ref.part, ref.line, len(own(self._repository, ours, theirs)), ours)
            else:
                self._left.append(LeftBehind(ref.name, "the remote has other candidates on this line"))

    # --- versions ---

    def _clashes(self) -> dict[str, int]:
        """For each part of which the remote has another version with a number of ours: the lowest such number."""
        lowest: dict[str, int] = {}
        for ref in self._chosen(TagRef):
            theirs = self._listed.get(ref.name)
            if theirs is not None and theirs != self._held(ref) and not self._same_version(ref, theirs):
                lowest[ref.part] = min(ref.number, lowest.get(ref.part, ref.number))
                self._left.append(LeftBehind(ref.name, f"the remote has another {ref.part} v{ref.number}"))
        return lowest

    def _same_version(self, ref: TagRef, theirs: str) -> bool:
        return self._repository.resolve(theirs) == self._repository.resolve(self._held(ref))

    def _new(self, kind: type[_Numbered]) -> Iterator[_Numbered]:
        for ref in self._chosen(kind):
            if ref.name not in self._listed:
                yield ref

    def _standing(self, held_back: Mapping[str, int]) -> tuple[list[PromotedRef], list[PromotedRef]]:
        """The refs of the versions that stand: those that go on, and those that go back."""
        forward: list[PromotedRef] = []
        back: list[PromotedRef] = []
        for ref in self._chosen(PromotedRef):
            ours, theirs = self._held(ref), self._listed.get(ref.name)
            if ours == theirs or ref.part in held_back:
                continue
            goes_on = theirs is None or self._stands_on(ours, theirs)
            (forward if goes_on else back).append(ref)
        return forward, back

    def _version_name(self, ref: PromotedRef) -> str:
        version = read_version(self._repository.raw[self._held(ref)])
        return version.name if version is not None else ref.part

    # --- notes ---

    def _notes(self) -> Iterator[tuple[NoteSpace, str, int]]:
        """For each space with something to send: the commit to push, and how many notes the remote gets by it."""
        for ref in self._chosen(NotesRef):
            ours, theirs = self._held(ref), self._listed.get(ref.name)
            try:
                given = self._given(ref.space, ours, theirs)
            except Wrong as error:
                self._left.append(LeftBehind(ref.name, f"notes cannot be added to the remote's: {error}"))
                continue
            if ours == theirs or not given:
                continue
            if self._selection.everything:
                yield ref.space, ours, given
            else:
                yield from self._some_notes(ref.space, ours, theirs)

    def _given(self, space: NoteSpace, ours: str, theirs: str | None) -> int:
        """How many notes of ours the remote lacks, or has less of."""
        if theirs is None:
            return sum(1 for _ in noted(self._repository.raw[ours].tree))
        return union(self._repository, space, ours, theirs, set()).given

    def _some_notes(self, space: NoteSpace, ours: str, theirs: str | None) -> Iterator[tuple[NoteSpace, str, int]]:
        """The remote's notes, and of ours those on what is sent; other parts' notes do not travel along."""
        raw = self._repository.raw
        base = raw[theirs].tree if theirs is not None else None
        notes: dict[str, str | None] = {}
        for target in sorted(self._targets(space)):
            mine = list(spellings(raw[ours].tree, target))
            if mine and mine != list(spellings(base, target)):
                notes[target] = mine[0]
        if notes:
            tree = with_entries(raw, base, notes)[-1]
            parents = [theirs] if theirs is not None else []
            message = f"Notes added by cadgit ({space})\n"
            yield space, self._repository.write_commit(tree, parents, message, self._when), len(notes)

    def _targets(self, space: NoteSpace) -> Iterator[str]:
        raw = self._repository.raw
        if space in ("run", "verify"):
            for line in self._chosen(CandidatesRef):
                yield from (str(commit.id) for commit in raw.walk(self._held(line)))
        elif space == "promote":
            for tag in self._chosen(TagRef):
                if (commit := self._repository.resolve(self._held(tag))) is not None:
                    yield commit
        elif space == "trace":
            yield from self._traced()

    def _traced(self) -> Iterator[str]:
        notes = Notes(self._repository, {"trace": self._refs.get(NotesRef("trace").name)})
        for target, _ in notes.noted("trace"):
            if any(self._selection.has_part(str(record.get("part"))) for record in notes.records("trace", target)):
                yield target

    # --- refs ---

    def _chosen(self, kind: type[_Kind]) -> Iterator[_Kind]:
        for name in self._refs.names_under(kind.PREFIX):
            ref = parse(name)
            if isinstance(ref, kind) and self._selection.has(ref):
                yield ref

    def _held(self, ref: SharedRef) -> str:
        held = self._refs.get(ref.name)
        if held is None:
            raise RepositoryError(f"{ref.name} vanished", "run the command again")
        return held

    def _stands_on(self, tip: str, commit: str) -> bool:
        known = self._repository.commit(tip) is not None and self._repository.commit(commit) is not None
        return known and stands_on(self._repository, tip, commit)
