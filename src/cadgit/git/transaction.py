"""Moving several refs at once: compare-and-swap, under cadgit's lock, and safe against `kill -9`.

libgit2's transaction locks several refs and rolls back on an exception, but its commit renames one lock file after the
other, and a process that is killed inside leaves ``.lock`` files that git never cleans. So an *intent* is on disk
before the first lock is taken: who we are, what is to move from where to where, and, one line each as they are taken,
the locks. The next writer that finds an intent takes away exactly those locks and finishes the work or drops it
(`recover`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TypeVar

import pygit2

from ..errors import EnvironmentFailed, LockedError, StorageError
from ..frozen import frozen
from .failures import as_storage_error, full_disk
from .intent import Intent, intent_path
from .repository import Repository
from .steps import step
from .waiting import pause

T = TypeVar("T")

#: How often a change is tried against git's own writers, and seconds that it waits between at most.
_ATTEMPTS = 30
_LONGEST_WAIT = 0.2


@frozen
class RefUpdate:
    """One ref to move. `old` None: the ref must not exist. `new` None: the ref is removed."""

    name: str
    old: str | None
    new: str | None


class RefConflict(EnvironmentFailed):
    """A ref is not where the writer expected it: somebody moved it in between. Callers start over from what is."""

    def __init__(self, name: str, expected: str | None, found: str | None) -> None:
        super().__init__(f"{name} moved while it was being updated", "run the command again")
        self.name = name
        self.expected = expected
        self.found = found


class RefsFailed(EnvironmentFailed):
    """libgit2 could not write a ref, for a reason that it does not tell apart (an empty folder vanished, …)."""


@frozen
class Change:
    """What a writer prepared: the objects that it wrote, and the refs to move.

    `objects` are checked to be on disk before and after the refs move, because `git gc --prune=now` takes objects that
    no ref reaches yet. A prune that looked at the refs before they moved and takes objects after the second check is
    beyond us, as it is beyond git; `git help gc` warns of ``--prune=now`` beside other programs.
    """

    updates: tuple[RefUpdate, ...]
    objects: tuple[str, ...] = field(default=())


def change(repository: Repository, write: Callable[[], tuple[T, Change]]) -> T:
    """Run `write` under the lock and move the refs that it prepared; start over when git's own writers interfere.

    Args:
        write: writes objects, and says which refs to move; called again from the start after a conflict and when
            objects were pruned meanwhile, so it reads everything that it builds upon itself.

    Returns: what `write` gave beside the change.

    Raises:
        LockedError: a foreign lock stayed.
        StorageError: disk full or read-only.
        RefConflict: the refs never stood still.
    """
    with repository.lock():
        recover(repository)
        attempt = 0
        while True:
            attempt += 1
            try:
                result, prepared = write()
                if not repository.missing(prepared.objects):
                    if prepared.updates:
                        transact(repository, prepared.updates)
                    _keep(repository, write, prepared)
                    return result
                if attempt >= _ATTEMPTS:
                    if full := full_disk(repository.common_dir):
                        raise full
                    raise EnvironmentFailed(
                        "objects vanish as soon as they are written",
                        "wait for git gc to end, and run the command again",
                    )
            except (RefConflict, RefsFailed, LockedError):
                if attempt >= _ATTEMPTS:
                    raise
            except (pygit2.GitError, OSError) as error:
                if storage := as_storage_error(error, repository.common_dir) or full_disk(repository.common_dir):
                    raise storage from error
                # What `write` built upon was pruned under it (libgit2 then says that a parent or a tree is missing).
                if attempt >= _ATTEMPTS:
                    raise EnvironmentFailed(f"git objects could not be written: {error}") from error
            pause(min(_LONGEST_WAIT, 0.005 * 2**attempt))


def _keep(repository: Repository, write: Callable[[], tuple[T, Change]], prepared: Change) -> None:
    # A prune that began before the refs moved may still have taken an object; writing the same bytes brings it back.
    if repository.missing(prepared.objects):
        write()


def transact(repository: Repository, updates: Sequence[RefUpdate]) -> None:
    """Move all refs of `updates`, or none: each must still hold its `old`.

    If the disk fills up between two of them, the next writer that finds space moves the rest.

    Raises:
        RefConflict: one does not; nothing was moved.
        LockedError: a lock that is not ours; it is named and left alone.
        StorageError: disk full or read-only.
    """
    with repository.lock():
        recover(repository)
        _transact(repository, tuple(updates))


def is_unfinished(repository: Repository) -> bool:
    """Whether a writer is at work, or died at it. Those who only read need not care: each ref is old or new."""
    return intent_path(repository.common_dir).exists()


def recover(repository: Repository) -> None:
    """Clean up after a writer that was killed, if there was one. The lock must be held.

    Its locks go, and no others. If some refs had moved already the others follow; if none had, the work is dropped.
    """
    intent = Intent.load(repository.common_dir)
    if intent is None:
        return
    if intent.owner_lives():
        raise LockedError(str(intent.path), f"process {intent.pid} is still writing; wait for it to end")
    intent.remove_locks()
    updates = [RefUpdate(*update) for update in intent.updates]
    found = {update.name: repository.ref(update.name) for update in updates}
    moved = [update for update in updates if found[update.name] == update.new]
    # A ref that holds neither was moved on by somebody else since; it is theirs now.
    waiting = tuple(update for update in updates if found[update.name] == update.old and update.old != update.new)
    if waiting and (moved or intent.forward) and not repository.missing(u.new for u in waiting if u.new):
        _transact(repository, waiting, forward=True)
    else:
        intent.drop()


def _transact(repository: Repository, updates: tuple[RefUpdate, ...], forward: bool = False) -> None:
    # libgit2's transaction does not look whether the object exists.
    if missing := repository.missing(update.new for update in updates if update.new):
        raise pygit2.GitError(f"object {missing[0]} is missing")
    step("write intent")
    plain = [(update.name, update.old, update.new) for update in updates]
    intent = Intent.create(repository.common_dir, plain, any(u.new is None for u in updates), forward)
    try:
        _move(repository, updates, intent)
    except BaseException:
        # The disk may fill up between two refs. Half-done work then stays for the next writer to finish.
        if not forward and not any(repository.ref(update.name) == update.new for update in updates):
            intent.drop()
        raise
    step("drop intent")
    intent.drop()


def _move(repository: Repository, updates: tuple[RefUpdate, ...], intent: Intent) -> None:
    taking = ""
    transaction = repository.raw.transaction()
    try:
        for update in updates:
            step(f"lock {update.name}")
            taking = update.name
            transaction.lock_ref(update.name)
            step(f"note the lock of {update.name}")
            intent.taken(update.name)
        for update in updates:
            found = repository.ref(update.name)
            if found != update.old:
                raise RefConflict(update.name, update.old, found)
            if update.new is None:
                transaction.remove(update.name)
            else:
                transaction.set_target(update.name, update.new, message="cadgit")
        taking = "packed-refs"
        step("move refs")
        transaction.commit()
    except (pygit2.GitError, OSError) as error:
        raise _explained(repository, error, taking) from error
    finally:
        # Frees it, which takes away the locks that are left. A `with` would not get there when the commit fails
        # (pygit2 1.21), and locks would stay until the garbage collector comes by.
        transaction.__exit__(RefConflict, None, None)


def _explained(repository: Repository, error: Exception, taking: str) -> StorageError | LockedError | RefsFailed:
    if storage := as_storage_error(error, repository.common_dir):
        return storage
    lock = repository.common_dir / f"{taking}.lock"
    if lock.exists() or "failed to lock" in str(error):
        return LockedError(str(lock))
    return RefsFailed(f"git refs could not be written: {error}")
