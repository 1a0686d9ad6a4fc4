"""Versions of one part that two sides promoted, and the numbers that both gave.

What is public keeps its number. A version of ours that no remote has, and whose number the remote gave to another, gets
the next free one: the same tree, files, message, author and time, on top of what the remote has, with a provenance that
says which number it had. Its old commit and tag stay readable at ``refs/cadgit/renumbered/<part>/<old commit>``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping

from ... import codec
from ...frozen import frozen
from ...records import LeftBehind, Promotion, Renumbered, Version
from .. import provenance
from ..failures import storage_errors
from ..notes import Notes
from ..promoting import trace_record
from ..refs import ArtifactsRef, NoteSpace, PromotedRef, RenumberedRef, TagRef, check_no_clash
from ..repository import Repository
from ..version_commits import read_version, version_commits, version_message
from ..versions import Versions
from .checks import Checker, Wrong
from .staged import Staged


@frozen
class VersionsMerge:
    """What became of a part's versions: names that came, names whose files came, new numbers, and what was left."""

    versions: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    renumbered: tuple[Renumbered, ...] = ()
    left: tuple[LeftBehind, ...] = ()


class PartVersions:
    """The versions of one part on both sides, on their way to one history.

    Args:
        refs: gets the moves.
        notes: tips of the notes refs, with both sides' notes; gets new tips.
        part: the part.
        theirs: the remote's refs: full name to id.
        public: commits that other remotes have as versions of this part.
        tag_text: writes the text of a tag from provenance, commit and message.
        written: gets the ids of all objects that are written.
    """

    def __init__(
        self,
        repository: Repository,
        refs: Staged,
        checker: Checker,
        notes: dict[NoteSpace, str | None],
        part: str,
        theirs: Mapping[str, str],
        public: Collection[str],
        tag_text: Callable[[Promotion, str, str], str],
        written: list[str],
    ) -> None:
        self._repository = repository
        self._refs = refs
        self._checker = checker
        self._notes = notes
        self._part = part
        self._theirs = theirs
        self._public = public
        self._tag_text = tag_text
        self._written = written
        self._left: list[LeftBehind] = []
        self._ours = version_commits(repository, part)

    def merge(self) -> VersionsMerge:
        """Stage the moves.

        Raises:
            NameError_: the part differs from one of ours in case only.
            EnvironmentFailed: a provenance of ours cannot be read, or a tag has to be signed and cannot be.
        """
        theirs = self._sound()
        new = {number: version for number, version in theirs.items() if version.id not in self._ours.values()}
        clashing = sorted(number for number in new if number in self._ours)
        moving: list[int] = []
        if clashing:
            known = {version.id for version in theirs.values()}
            moving = [n for n, commit in self._ours.items() if n >= clashing[0] and commit not in known]
            if any(self._ours[number] in self._public for number in moving):
                self._leave_clash({number: version for number, version in new.items() if number >= clashing[0]})
                new = {number: version for number, version in new.items() if number < clashing[0]}
                theirs = {number: version for number, version in theirs.items() if number < clashing[0]}
                moving = []
        if new and not self._ours:
            check_no_clash("part", self._part, self._refs.parts())
        # What moves away is read before what came takes its place.
        old = {number: (self._ours[number], self._held(number)) for number in moving}
        for number in moving:
            self._refs.put(ArtifactsRef(self._part, number).name, None)
            self._refs.put(TagRef(self._part, number).name, None)
        files = self._take(theirs)
        commits = {n: commit for n, commit in self._ours.items() if n not in moving}
        commits |= {n: version.id for n, version in theirs.items()}
        renumbered = tuple(self._renumber(commit, tag, artifacts, commits) for commit, (tag, artifacts) in old.values())
        self._set_promoted(commits)
        names = tuple(version.name for version in new.values())
        return VersionsMerge(names, files, renumbered, tuple(self._left))

    # --- what came ---

    def _sound(self) -> dict[int, Version]:
        """The remote's versions that are what they say, by number; the others are left."""
        sound: dict[int, Version] = {}
        ours = set(self._ours.values())
        tags = {ref.number: name for name in self._theirs if (ref := TagRef.parse(name)) and ref.part == self._part}
        for number, name in sorted(tags.items()):
            try:
                sound[number] = self._checker.version(self._part, number, self._theirs[name], ours)
            except Wrong as error:
                self._left.append(LeftBehind(name, str(error)))
        return sound

    def _leave_clash(self, new: Mapping[int, Version]) -> None:
        for number in new:
            reason = f"another remote has another {self._part} v{number}; both are public, so neither is renumbered"
            self._left.append(LeftBehind(TagRef(self._part, number).name, reason))

    def _take(self, theirs: Mapping[int, Version]) -> tuple[str, ...]:
        """Stage tags and files that we do not have; gives the versions whose files came."""
        came: list[str] = []
        for number, version in theirs.items():
            tag, artifacts = TagRef(self._part, number).name, ArtifactsRef(self._part, number).name
            if self._refs.get(tag) is None:
                self._refs.put(tag, self._theirs[tag])
            tree = self._theirs.get(artifacts)
            if tree is None or self._refs.get(artifacts) is not None:
                continue
            try:
                self._checker.files(tree, self._theirs[tag])
            except Wrong as error:
                self._left.append(LeftBehind(artifacts, str(error)))
                continue
            self._refs.put(artifacts, tree)
            came.append(version.name)
        return tuple(came)

    # --- new numbers ---

    def _held(self, number: int) -> tuple[str | None, str | None]:
        return self._refs.get(TagRef(self._part, number).name), self._refs.get(ArtifactsRef(self._part, number).name)

    def _renumber(self, commit: str, tag: str | None, artifacts: str | None, commits: dict[int, str]) -> Renumbered:
        """Write a version of ours again, with the next free number, and add it to `commits`."""
        part, repository = self._part, self._repository
        old = read_version(repository.raw[commit])
        assert old is not None
        before = commits[max(commits)]
        number = self._next_number(max(commits))
        origin = f"v{old.number} {commit}"
        promotion = dataclasses.replace(
            Versions(repository).promotion(old), version=number, previous=before, renumbered_from=origin, withdrawn=""
        )
        new = self._commit(commit, version_message(part, number, old.candidate, old.message), before)
        made = repository.write_tag(self._tag_text(promotion, new, old.message))
        self._written += [new, made]
        self._note("promote", new, provenance.to_note(promotion), promotion.when)
        for record in Notes(repository, self._notes).records("promote", commit, key="withdraw"):
            self._note("promote", new, record, str(record.get("when", promotion.when)), "withdraw")
        if artifacts is not None:
            self._refs.put(ArtifactsRef(part, number).name, artifacts)
        if promotion.step_blob:
            record = {**trace_record(promotion, new), "renumbered_from": origin}
            self._note("trace", promotion.step_blob, record, promotion.when)
        self._refs.put(TagRef(part, number).name, made)
        # Somebody may have put the remote's tag in the place of ours by hand.
        kept = tag if tag is not None and repository.resolve(tag) == commit else commit
        self._refs.put(RenumberedRef(part, commit).name, kept)
        commits[number] = new
        return Renumbered(part, old.number, number, commit, new)

    def _next_number(self, highest: int) -> int:
        number = highest + 1
        while any(self._refs.get(kind(self._part, number).name) for kind in (TagRef, ArtifactsRef)):
            number += 1
        return number

    def _commit(self, old: str, message: str, parent: str) -> str:
        raw = self._repository.raw
        was = raw[old]
        with storage_errors(self._repository.common_dir):
            return str(raw.create_commit(None, was.author, was.committer, message, was.tree_id, [parent]))

    def _note(self, space: NoteSpace, target: str, record: codec.Plain, when: str, key: str = "") -> None:
        update, objects = Notes(self._repository, self._notes).appended(space, target, record, when, key)
        self._notes[space] = update.new
        self._written += objects

    # --- what stands ---

    def _set_promoted(self, commits: Mapping[int, str]) -> None:
        notes = Notes(self._repository, self._notes)
        newest_first = (commits[number] for number in sorted(commits, reverse=True))
        # The text is enough, and a note that somebody edited must not keep the others from being merged.
        stands = next((c for c in newest_first if "[[withdraw]]" not in notes.text("promote", c)), None)
        self._refs.put(PromotedRef(self._part).name, stands)
