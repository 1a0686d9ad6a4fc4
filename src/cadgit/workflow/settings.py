"""Write values of a model's parameters into its file in the working tree."""

from __future__ import annotations

from collections.abc import Mapping

from .. import parameters
from ..errors import Refused, SourceError, StorageError
from ..files import write_atomically
from ..records import Candidate
from .workspace import Workspace


def write(ws: Workspace, candidate: Candidate, values: Mapping[str, str]) -> str:
    """Write values into the entry file that a candidate was made of, if that is still what the file holds.

    Args:
        values: what to type after ``-P name=``, by name.

    Returns:
        The file's path, relative to the repository.

    Raises:
        ParameterError: a value cannot be set, or not be written.
        Refused: the file is no longer what the candidate was made of.
        SourceError: it cannot be read, or lies outside of the repository.
        StorageError: it cannot be written.
    """
    entry = candidate.meta.entry
    source = ws.candidates.closure_of(candidate).source
    path = (ws.root / entry).resolve()
    if not path.is_relative_to(ws.root.resolve()):
        raise SourceError(f"{entry} leads outside the working tree ({path})", "remove that link first")
    try:
        if path.read_bytes() != source:
            raise Refused(f"{entry} was changed since, so nothing was written", "look at what is saved now, then again")
    except OSError as error:
        raise SourceError(f"{entry} cannot be read: {error.strerror}") from None
    chosen = parameters.overrides(source, [f"{name}={value}" for name, value in values.items()])
    changed = parameters.rewrite(source, chosen)
    try:
        write_atomically(path, changed)
    except OSError as error:
        raise StorageError(f"{entry} could not be written: {error.strerror}", "the old file is still there") from None
    return entry
