"""The merge of what a remote has into what is here, as one change of refs: all of it happens, or none.

Nothing that was here is lost by it, whatever the remote holds: candidates and versions of ours stay reachable, notes
only grow, and what is not sound is named and left in the remote's namespace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...errors import NameError_
from ...frozen import frozen
from ...records import LeftBehind, Merged, Promotion, Renumbered, SharedLine, SharedNotes, SideLine, Traffic
from ..promoting import version_tag
from ..refs import NOTE_SPACES, ArtifactsRef, CandidatesRef, NoteSpace, NotesRef, PromotedRef, TagRef
from ..repository import Repository
from ..steps import step
from ..transaction import Change
from ..version_commits import read_version
from .checks import Checker, Wrong
from .lines import merge_line
from .names import parse, tracked_elsewhere, tracking
from .notes import union
from .selection import Selection
from .staged import Staged
from .versions import PartVersions

#: See `PartVersions`.
TagText = Callable[[Promotion, str, str], str]

_NAMED_BY_PART = (CandidatesRef.PREFIX, PromotedRef.PREFIX, ArtifactsRef.PREFIX, TagRef.PREFIX)

#: What was public once stays what it is, so these never change in a remote's namespace.
_FOR_EVER = (TagRef, ArtifactsRef)


class ObjectsGone(Exception):
    """Fetched objects were pruned before a ref held them: they have to be fetched again."""


@frozen
class Prepared:
    """A merge that can be made: what comes of it, the refs as they will be then, and the change that makes it."""

    merged: Merged
    refs: Staged
    change: Change


class Merging:
    """One remote's refs on their way into ours. What was checked once stays checked, so preparing again is quick.

    Args:
        repository: ours.
        remote: the remote's name.
        listed: all its refs that cadgit shares, full name to id.
        before: what was known of it before it was asked.
        selection: the parts and lines to merge; the objects of these are here.
        rehearsal: nothing will come of it, so no tag is signed.
    """

    def __init__(
        self,
        repository: Repository,
        remote: str,
        listed: Mapping[str, str],
        before: Mapping[str, str],
        selection: Selection,
        rehearsal: bool = False,
    ) -> None:
        self._repository = repository
        self._remote = remote
        self._before = before
        self._rehearsal = rehearsal
        self._checker = Checker(repository)
        self._readable: set[str] = set()
        self._tags: dict[str, str] = {}
        self._theirs, self._unfit = sift(listed, before, selection)
        chosen = ((name, parse(name)) for name in before.keys() - listed.keys())
        self._gone = [n for n, ref in chosen if ref and selection.has(ref) and not isinstance(ref, _FOR_EVER)]

    def prepare(self) -> Prepared:
        """Check what came, and write what the merge needs; no ref moves.

        Raises:
            ObjectsGone: something was pruned meanwhile.
            EnvironmentFailed: a provenance of ours cannot be read, or a tag has to be signed and cannot be.
        """
        if self._repository.missing(self._theirs.values()):
            raise ObjectsGone
        step("merge")
        attempt = _Attempt(self._repository, self._remote, self._theirs, self._before)
        attempt.merge_notes(self._readable)
        attempt.merge_lines(self._checker)
        attempt.merge_versions(self._checker, self._tag_text)
        merged = attempt.merged(self._unfit)
        self._keep_track(attempt.refs)
        objects = (*self._theirs.values(), *attempt.written)
        return Prepared(merged, attempt.refs, Change(attempt.refs.updates(), objects))

    def remembered(self) -> Change:
        """Only the move of the remote's namespace: what it has is known then, and nothing is merged.

        Raises:
            ObjectsGone: something was pruned meanwhile.
        """
        if self._repository.missing(self._theirs.values()):
            raise ObjectsGone
        refs = Staged(self._repository)
        self._keep_track(refs)
        return Change(refs.updates(), tuple(self._theirs.values()))

    def _keep_track(self, refs: Staged) -> None:
        for name, target in (*self._theirs.items(), *((name, None) for name in self._gone)):
            kept = tracking(self._remote, name)
            # Where it moved since the remote was asked, somebody else asked later, or just as late.
            if refs.get(kept) == self._before.get(name):
                refs.put(kept, target)

    def _tag_text(self, promotion: Promotion, commit: str, message: str) -> str:
        if self._rehearsal:
            return f"object {commit}\ntype commit\ntag rehearsal\ntagger cadgit <> 0 +0000\n\n{message}\n"
        # Signing may ask for a passphrase, and gives another signature each time.
        if commit not in self._tags:
            self._tags[commit] = version_tag(self._repository, promotion, commit, message)
        return self._tags[commit]


def sift(
    listed: Mapping[str, str], before: Mapping[str, str], selection: Selection
) -> tuple[dict[str, str], tuple[LeftBehind, ...]]:
    """The refs to merge, and those that are not fit for it, whatever they hold."""
    fit: dict[str, str] = {}
    unfit: list[LeftBehind] = []
    for name, target in sorted(listed.items()):
        ref = parse(name)
        if ref is None and name.startswith(_NAMED_BY_PART):
            unfit.append(LeftBehind(name, "its name is none that cadgit gives"))
        elif ref is None or not selection.has(ref):
            continue  # what this cadgit does not know is no fault of the remote
        elif isinstance(ref, _FOR_EVER) and before.get(name, target) != target:
            reason = "the remote had another one before, and what was public once does not change"
            unfit.append(LeftBehind(name, reason))
        else:
            fit[name] = target
    return fit, tuple(unfit)


class _Attempt:
    """One pass over all kinds of refs; collects the moves, and what is to be told."""

    def __init__(
        self, repository: Repository, remote: str, theirs: Mapping[str, str], before: Mapping[str, str]
    ) -> None:
        self._repository = repository
        self._theirs = theirs
        self._elsewhere = tracked_elsewhere(repository, remote)
        self._public = [*self._elsewhere, before]
        self.refs = Staged(repository)
        self.written: list[str] = []
        self._tips: dict[NoteSpace, str | None] = {}
        self._lines: list[SharedLine] = []
        self._sides: list[SideLine] = []
        self._versions: list[str] = []
        self._files: list[str] = []
        self._renumbered: list[Renumbered] = []
        self._notes: list[SharedNotes] = []
        self._left: list[LeftBehind] = []

    def merge_notes(self, readable: set[str]) -> None:
        for space in NOTE_SPACES:
            ref = NotesRef(space)
            ours = self._tips[space] = self.refs.get(ref.name)
            theirs = self._theirs.get(ref.name)
            if theirs is None or theirs == ours:
                continue
            try:
                both = union(self._repository, space, ours, theirs, readable)
            except Wrong as error:
                self._left.append(LeftBehind(ref.name, str(error)))
                continue
            self._tips[space] = both.commit
            self.refs.put(ref.name, both.commit)
            self.written += both.objects
            self._left += both.broken
            if both.taken:
                self._notes.append(SharedNotes(space, both.taken))

    def merge_lines(self, checker: Checker) -> None:
        for name, target in self._theirs.items():
            ref = CandidatesRef.parse(name)
            if ref is None:
                continue
            public = [refs[name] for refs in self._elsewhere if name in refs]
            try:
                merge = merge_line(self._repository, self.refs, checker, ref, target, public)
            except (Wrong, NameError_) as error:
                self._left.append(LeftBehind(name, str(error)))
                continue
            self._lines += [merge.received] if merge.received else []
            self._sides += [merge.side] if merge.side else []

    def merge_versions(self, checker: Checker, tag_text: TagText) -> None:
        found = (TagRef.parse(name) or ArtifactsRef.parse(name) for name in self._theirs)
        for part in sorted({ref.part for ref in found if ref is not None}):
            versions = PartVersions(
                self._repository,
                self.refs,
                checker,
                self._tips,
                part,
                self._theirs,
                self._public_versions(part),
                tag_text,
                self.written,
            )
            try:
                merge = versions.merge()
            except NameError_ as error:
                self._left.append(LeftBehind(PromotedRef(part).name, str(error)))
                continue
            self._versions += merge.versions
            self._files += merge.files
            self._renumbered += merge.renumbered
            self._left += merge.left
        for space, tip in self._tips.items():
            self.refs.put(NotesRef(space).name, tip)

    def merged(self, unfit: tuple[LeftBehind, ...]) -> Merged:
        standing = [
            version.name
            for update in self.refs.updates()
            if PromotedRef.parse(update.name) and update.new is not None
            if (version := read_version(self._repository.raw[update.new])) is not None
        ]
        received = Traffic(
            tuple(self._lines), tuple(self._versions), tuple(self._files), tuple(standing), tuple(self._notes)
        )
        return Merged(received, tuple(self._sides), tuple(self._renumbered), (*unfit, *self._left))

    def _public_versions(self, part: str) -> set[str]:
        prefix = TagRef.prefix_of(part)
        tags = (target for refs in self._public for name, target in refs.items() if name.startswith(prefix))
        return {commit for tag in tags if (commit := self._repository.resolve(tag)) is not None}
