"""Versions: promoted candidates, each with a tag, its files and its provenance.

A promotion writes all objects first; then, with the number settled under the lock, one ref transaction moves the tag,
the promoted ref, the artifacts and two notes. Versions are never deleted: `withdraw` records that one no longer stands.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from typing import TypeVar

from .. import codec
from ..errors import EnvironmentFailed, RefError
from ..records import Candidate, Environment, ManifestNode, Promotion, Version
from . import artifacts as files
from . import provenance
from .candidate_commits import read_meta
from .notes import Notes
from .promoting import MakePromotion, Promoting
from .refs import PromotedRef, TagRef
from .repository import Repository
from .steps import step
from .transaction import Change, RefUpdate, change
from .version_commits import read_version, version_commits

_T = TypeVar("_T")


class Versions:
    """The versions of one repository."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._notes = Notes(repository)

    # --- promoting ---

    def promote(
        self,
        candidate: Candidate,
        artifacts: Mapping[str, bytes],
        make_promotion: MakePromotion,
        message: str = "",
        max_size: int | None = None,
    ) -> Version:
        """Make a candidate the next version of its part. If it is the latest that stands, that one is returned.

        Going back to an older candidate makes a new version, so that the latest is always what was promoted last.

        Args:
            artifacts: file name to bytes; the STEP file's name ends in ``.step``.
            make_promotion: called once for each number that is tried.
            message: goes into commit and tag.
            max_size: of files larger than this (bytes) only hash and size are kept.

        Raises:
            EnvironmentFailed: the tag has to be signed and cannot be, or a note on the way is damaged.
            LockedError, StorageError: see `transaction.change`. Whatever is raised, nothing was promoted.
        """
        attempt = Promoting(self._repository, self._notes, candidate, artifacts, make_promotion, message, max_size)
        step("write the artifacts")
        # Compressing megabytes takes a while, and nobody should queue for it.
        files.write_artifacts(self._repository, artifacts, max_size)

        def write() -> tuple[str, Change]:
            standing = self.latest(candidate.part)
            if standing is not None and standing.is_of(candidate):
                return standing.id, Change(())
            return attempt.write()

        commit = change(self._repository, write)
        version = self.at(commit)
        if version is None:
            raise EnvironmentFailed(
                f"the version commit {commit} cannot be read back", "git fsck tells what is missing"
            )
        return version

    def withdraw(self, part: str, number: int, when: str, who: str) -> Version:
        """Record that a version no longer stands. Tag, files and number stay; withdrawing twice changes nothing.

        Raises:
            RefError: there is no such version.
            LockedError, StorageError: see `transaction.change`.
        """

        def write() -> tuple[str, Change]:
            version = self.get(part, number)
            if version is None:
                raise RefError(f"{part} has no version v{number}")
            if version.withdrawn:
                return version.id, Change(())
            step("write the withdrawal")
            record = {"when": when, "who": who}
            note, objects = self._notes.appended("promote", version.id, record, when, key="withdraw")
            standing = [v.id for v in self.history(part) if not v.withdrawn and v.number != number]
            promoted = PromotedRef(part).name
            before, after = self._repository.ref(promoted), standing[0] if standing else None
            moves = () if before == after else (RefUpdate(promoted, before, after),)
            return version.id, Change((note, *moves), objects)

        commit = change(self._repository, write)
        withdrawn = self._version(commit)
        assert withdrawn is not None
        return withdrawn

    # --- finding ---

    def latest(self, part: str) -> Version | None:
        """The newest version that stands, or None."""
        commit = self._repository.ref(PromotedRef(part).name)
        version = self._version(commit) if commit else None
        if version is not None and version.part == part and not version.withdrawn:
            return version
        # The ref did not travel with a clone, or somebody moved it; tags and artifacts still say what was promoted.
        return next((version for version in self.history(part) if not version.withdrawn), None)

    def history(self, part: str) -> tuple[Version, ...]:
        """All versions of a part, withdrawn ones too, newest first."""
        commits = version_commits(self._repository, part)
        versions = (self._version(commits[number]) for number in sorted(commits, reverse=True))
        return tuple(version for version in versions if version is not None)

    def get(self, part: str, number: int) -> Version | None:
        """One version, or None."""
        tagged = self._tagged_commit(part, number) if number > 0 else None
        commit = tagged or version_commits(self._repository, part).get(number)
        return self._version(commit) if commit else None

    def at(self, commit: str) -> Version | None:
        """The version that a commit is, or None."""
        version = self._version(commit)
        if version is None:
            return None
        tagged = self._tagged_commit(version.part, version.number)
        known = tagged or version_commits(self._repository, version.part).get(version.number)
        return version if known == commit else None

    def of_candidate(self, candidate: Candidate) -> tuple[Version, ...]:
        """The versions that a candidate became, withdrawn ones too, newest first."""
        return tuple(version for version in self.history(candidate.part) if version.is_of(candidate))

    def parts(self) -> tuple[str, ...]:
        """Names of all parts that have a version, sorted."""
        tags = (TagRef.parse(name) for name in self._repository.refs_under(TagRef.PREFIX))
        # A part of which somebody deleted every tag still has what it promoted.
        latest = (PromotedRef.parse(name) for name in self._repository.refs_under(PromotedRef.PREFIX))
        return tuple(sorted({ref.part for ref in (*tags, *latest) if ref is not None}))

    # --- contents ---

    def promotion(self, version: Version) -> Promotion:
        """The provenance of a version, from its note, or from its tag where notes did not travel along.

        Raises:
            EnvironmentFailed: neither can be read.
        """
        noted = self._notes.records("promote", version.id)
        # Sharing unites the notes of both sides. A version has one provenance, and its tag, which never changes, says
        # which of several that is.
        try:
            promotion = provenance.from_note(noted[0] if len(noted) == 1 else self.tagged(version))
        except codec.CodecError as error:
            raise EnvironmentFailed(f"the provenance of {version.name} cannot be read: {error}") from None
        return dataclasses.replace(promotion, message=version.message, withdrawn=version.withdrawn)

    def tagged(self, version: Version) -> codec.Plain:
        """The provenance of a version as its tag states it: the record that its note has too.

        Raises:
            EnvironmentFailed: the tag does not state any.
        """
        tag = self._repository.tag_message(TagRef(version.part, version.number).name)
        # The last one: a message may hold anything, but the block's own strings have no line ends.
        text = f"\n{tag}".rpartition("\n[[promote]]\n")[2].partition("\n-----BEGIN")[0]
        try:
            plain: codec.Plain = codec.loads(f"[[promote]]\n{text}")["promote"][0]
        except codec.CodecError:
            plain = {}
        if not plain:
            raise EnvironmentFailed(
                f"{version.name} has no provenance note here",
                "a clone brings tags, but no notes: `cadgit pull` does",
            )
        return plain

    def artifacts(self, version: Version) -> dict[str, bytes]:
        """Name to bytes of the files that were kept."""
        return files.read_artifacts(self._repository, version.part, version.number)

    def omitted(self, version: Version) -> dict[str, files.Omitted]:
        """Name to hash and size of the files that were over the limit."""
        return files.read_omitted(self._repository, version.part, version.number)

    def environment(self, version: Version) -> Environment:
        """What a version was made in, with the imported distributions where its files are here and are those promoted.

        Raises:
            EnvironmentFailed: its provenance cannot be read.
        """
        promotion = self.promotion(version)
        text = self.artifacts(version).get(files.MANIFEST, b"")
        if hashlib.sha256(text).hexdigest() != promotion.labels_sha256:
            return promotion.environment
        return _stated(Environment, "environment", text, version)

    def artifact(self, candidate: Candidate, sha256: str) -> bytes | None:
        """The file with this hash that was promoted with a candidate, or None."""
        for version in self.of_candidate(candidate):
            for data in self.artifacts(version).values():
                if hashlib.sha256(data).hexdigest() == sha256:
                    return data
        return None

    def geometry(
        self, tree: str, brep_sha256: str, labels_sha256: str = ""
    ) -> tuple[bytes, ManifestNode | None] | None:
        """BREP bytes and labels that were promoted with a candidate's tree, or None.

        Args:
            labels_sha256: hash of the version's ``manifest.toml``, where that is known.
        """
        for part in self.parts():
            for version in self.history(part):
                kept = self.artifacts(version) if version.tree == tree else {}
                if labels_sha256 not in ("", hashlib.sha256(kept.get(files.MANIFEST, b"")).hexdigest()):
                    continue
                for name, data in kept.items():
                    if name.endswith(".brep") and hashlib.sha256(data).hexdigest() == brep_sha256:
                        text = kept.get(files.MANIFEST, b"")
                        return data, _stated(ManifestNode, "manifest", text, version) if text else None
        return None

    def as_candidate(self, version: Version) -> Candidate:
        """The candidate that a version came from, from what the version keeps; for candidates that were dropped.

        Raises:
            EnvironmentFailed: its tree or provenance cannot be read.
        """
        commit = self._repository.commit(version.id)
        meta = read_meta(commit.tree) if commit is not None else None
        if meta is None:
            raise EnvironmentFailed(f"the tree of {version.name} cannot be read", "git fsck tells what is missing")
        origin = self.promotion(version)
        return Candidate(version.candidate, version.part, origin.line, origin.number, version.tree, version.when, meta)

    # --- inside ---

    def _tagged_commit(self, part: str, number: int) -> str | None:
        """The commit of a version by its tag alone, which takes the same time however many there are."""
        commit = self._repository.resolve(TagRef(part, number).name)
        found = self._repository.commit(commit) if commit else None
        version = read_version(found) if found is not None else None
        return commit if version is not None and (version.part, version.number) == (part, number) else None

    def _version(self, commit: str) -> Version | None:
        found = self._repository.commit(commit)
        version = read_version(found) if found is not None else None
        if version is None or "[[withdraw]]" not in self._notes.text("promote", commit):
            return version
        withdrawals = self._notes.records("promote", commit, key="withdraw")
        if not withdrawals:  # a label said so, or whatever else the provenance quotes
            return version
        return dataclasses.replace(version, withdrawn=str(withdrawals[-1].get("when", "yes")))


def _stated(kind: type[_T], key: str, manifest: bytes, version: Version) -> _T:
    """What a version's ``manifest.toml`` states under a key."""
    try:
        return codec.from_plain(kind, codec.loads(manifest.decode()).get(key))
    except ValueError as error:  # no UTF-8, no TOML, or something else
        raise EnvironmentFailed(f"{files.MANIFEST} of {version.name} cannot be read: {error}") from None
