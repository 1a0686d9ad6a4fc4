"""One promotion on its way: its objects, and the refs that make it a version."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import codec
from ..records import Candidate, Promotion
from . import artifacts as files
from . import provenance, trees
from .notes import Notes
from .refs import ArtifactsRef, PromotedRef, TagRef
from .repository import Repository
from .signing import tag_text
from .steps import step
from .transaction import Change, RefUpdate
from .version_commits import next_number, version_commits, version_message

#: Makes the provenance of a version from its number, the commit of the version before (or ``""``), and the id of
#: the STEP file's blob (or ``""``).
MakePromotion = Callable[[int, str, str], Promotion]


class Promoting:
    """One promotion on its way: what must come out the same when its objects have to be written again."""

    def __init__(
        self,
        repository: Repository,
        notes: Notes,
        candidate: Candidate,
        artifacts: Mapping[str, bytes],
        make_promotion: MakePromotion,
        message: str,
        max_size: int | None,
    ) -> None:
        self._repository = repository
        self._notes = notes
        self._candidate = candidate
        self._artifacts = artifacts
        self._make_promotion = make_promotion
        self._message = message
        self._max_size = max_size
        self._step_blob = next((trees.blob_id(d) for name, d in artifacts.items() if name.endswith(".step")), "")
        # By number and version before: times and signatures differ each time they are made.
        self._promotions: dict[tuple[int, str], Promotion] = {}
        self._tags: dict[str, str] = {}

    def write(self) -> tuple[str, Change]:
        """Write all objects of the next version: its commit, and the refs to move."""
        repository, part = self._repository, self._candidate.part
        commits = version_commits(repository, part)
        number = next_number(repository, self._notes, part, commits)
        before = commits[max(commits)] if commits else ""
        promotion = self._promotion(number, before)
        step("write the version's files")
        tree, objects = files.write_artifacts(repository, self._artifacts, self._max_size)
        step("write the version's commit")
        message = version_message(part, number, self._candidate.id, self._message)
        parents = [before] if before else []
        commit = repository.write_commit(self._candidate.tree, parents, message, promotion.when)
        step("write the tag")
        tag = repository.write_tag(self._tag_text(promotion, commit))
        step("write the promote note")
        noted, notes = self._notes.appended("promote", commit, provenance.to_note(promotion), promotion.when)
        updates = [
            RefUpdate(TagRef(part, number).name, None, tag),
            RefUpdate(ArtifactsRef(part, number).name, None, tree),
            RefUpdate(PromotedRef(part).name, repository.ref(PromotedRef(part).name), commit),
            noted,
        ]
        if self._step_blob:
            step("write the trace note")
            record = trace_record(promotion, commit)
            # Where the file is too large to be kept, the note is on a blob that is not stored: that is no harm to git.
            traced, more = self._notes.appended("trace", self._step_blob, record, promotion.when)
            updates.append(traced)
            notes += more
        return commit, Change(tuple(updates), (*objects, commit, tag, *notes))

    def _promotion(self, number: int, before: str) -> Promotion:
        if (number, before) not in self._promotions:
            self._promotions[number, before] = self._make_promotion(number, before, self._step_blob)
        return self._promotions[number, before]

    def _tag_text(self, promotion: Promotion, commit: str) -> str:
        if commit not in self._tags:
            self._tags[commit] = version_tag(self._repository, promotion, commit, self._message)
        return self._tags[commit]


def version_tag(repository: Repository, promotion: Promotion, commit: str, message: str) -> str:
    """The text of a version's tag: what it is, and its provenance, which a clone has without any notes.

    Raises:
        EnvironmentFailed: it has to be signed, and cannot be.
    """
    name = TagRef(promotion.part, promotion.version).short
    body = f"{message.strip()}\n\n" if message.strip() else ""
    text = f"{promotion.part} v{promotion.version}\n\n{body}{provenance.block(promotion)}"
    return tag_text(repository, commit, name, text, promotion.when)


def trace_record(promotion: Promotion, commit: str, format: str = "step") -> codec.Plain:
    """What the note on a version's STEP file, or on a file that was exported, says of where it came from."""
    return {
        "format": format,
        "part": promotion.part,
        "version": promotion.version,
        "tag": TagRef(promotion.part, promotion.version).short,
        "commit": commit,
        "candidate": promotion.candidate,
        "source_sha256": promotion.header.source_sha256,
        "when": promotion.when,
    }
