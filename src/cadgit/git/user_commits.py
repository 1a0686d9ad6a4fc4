"""What is noted on commits of the user's own: which candidates and versions their models are."""

from __future__ import annotations

from .. import codec
from ..records import CommittedModel
from .notes import Notes
from .repository import Repository
from .steps import step
from .transaction import Change, change


def models_of(repository: Repository, commit: str) -> tuple[CommittedModel, ...]:
    """What is noted on a commit, oldest first.

    Raises:
        EnvironmentFailed: the note was edited and is not TOML any more.
    """
    records = Notes(repository).records("commit", commit)
    return tuple(codec.from_plain(CommittedModel, record) for record in records)


def note_model(repository: Repository, commit: str, model: CommittedModel) -> None:
    """Note what a model of a commit is, unless just that is noted already.

    Raises:
        EnvironmentFailed: the note that is there was edited and is not TOML any more; it is left as it is.
        LockedError, StorageError: see `transaction.change`.
    """
    notes = Notes(repository)
    plain = codec.to_plain(model)

    def write() -> tuple[None, Change]:
        if plain in notes.records("commit", commit):
            return None, Change(())
        step("write the note")
        update, objects = notes.appended("commit", commit, plain, model.when)
        return None, Change((update,), objects)

    change(repository, write)
