"""The files of a version, as a tree that one ref keeps."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from .. import codec
from ..frozen import frozen
from . import trees
from .refs import ArtifactsRef
from .repository import Repository

#: The labels of a version and the environment of its run, as TOML.
MANIFEST = "manifest.toml"

#: A file over the limit leaves ``<name>.omitted`` in its place: its hash and size, as TOML.
OMITTED = ".omitted"


@frozen
class Omitted:
    """A file that was too large to be kept: SHA-256 and size in bytes."""

    sha256: str
    size: int


def write_artifacts(
    repository: Repository, files: Mapping[str, bytes], max_size: int | None
) -> tuple[str, tuple[str, ...]]:
    """Store the files, those over `max_size` bytes as hash and size only: the tree, and all objects written."""
    blobs: dict[str, tuple[str, bool]] = {}
    for name, data in files.items():
        trees.check_path(name)
        if max_size is not None and len(data) > max_size:
            omitted = Omitted(hashlib.sha256(data).hexdigest(), len(data))
            name, data = f"{name}{OMITTED}", codec.dumps(codec.to_plain(omitted)).encode()
        blobs[name] = (repository.write_blob(data), False)
    tree = repository.write_tree_of_blobs(blobs)
    return tree, (*(blob for blob, _ in blobs.values()), tree)


def read_artifacts(repository: Repository, part: str, number: int) -> dict[str, bytes]:
    """Name to bytes of the files that are kept; empty when the version has none."""
    return {
        name: repository.read_blob(blob)
        for name, blob in _listed(repository, part, number)
        if not name.endswith(OMITTED)
    }


def read_omitted(repository: Repository, part: str, number: int) -> dict[str, Omitted]:
    """Name to hash and size of the files that were too large."""
    return {
        name.removesuffix(OMITTED): codec.from_plain(Omitted, codec.loads(repository.read_blob(blob).decode()))
        for name, blob in _listed(repository, part, number)
        if name.endswith(OMITTED)
    }


def _listed(repository: Repository, part: str, number: int) -> Iterator[tuple[str, str]]:
    tree = repository.ref(ArtifactsRef(part, number).name)
    # Where somebody made the ref hold something else, nothing is kept.
    if tree is not None and repository.is_tree(tree):
        for file in trees.list_tree(repository.raw, tree):
            yield file.path, file.blob
