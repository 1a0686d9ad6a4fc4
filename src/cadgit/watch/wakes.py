"""What makes the watch look: the system's word that a folder has changed (inotify), or the passing of time.

Neither says what a save is: both only wake. Reading a file makes events too, which is why these are not listened to.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers.api import BaseObserver, ObservedWatch

#: Seconds between two looks where nothing tells of changes.
POLL = 0.5
#: Seconds between two looks where the system does: its queue can overflow, and a network mount may tell nothing.
PULSE = 5.0

_EVENTS: list[type[FileSystemEvent]] = [
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]
#: What leaves a file closed; anything else may come in the middle of writing it.
_COMPLETE = (FileClosedEvent, FileMovedEvent, FileDeletedEvent)


class LimitReached(Exception):
    """inotify has no room for what is to be watched; the message names the limit."""


class Wakes(Protocol):
    """What wakes a watch."""

    #: Seconds between two looks that nothing has to cause.
    pulse: float
    #: Whether only that makes it look.
    polls: bool

    def follow(self, folders: frozenset[str]) -> bool:
        """Watch these folders and no others; True when one is watched now that was not before.

        Raises:
            LimitReached: they are too many for inotify. Nothing is watched then.
        """

    def are_closed(self, files: Iterable[str]) -> bool:
        """Whether none of these absolute paths is known to be written at this moment."""

    def forgive(self, files: Iterable[str]) -> None:
        """Forget what is known of these files: they were seen to be complete."""

    def close(self) -> None:
        """Watch nothing any more."""


class Polling:
    """Time alone; files that change on a network or another system's mount are seen like this."""

    polls = True

    def __init__(self, pulse: float = POLL) -> None:
        self.pulse = pulse

    def follow(self, folders: frozenset[str]) -> bool:
        return False

    def are_closed(self, files: Iterable[str]) -> bool:
        return False

    def forgive(self, files: Iterable[str]) -> None: ...

    def close(self) -> None: ...


class Notified:
    """inotify, by way of watchdog: single folders, never trees.

    Args:
        wake: called, from another thread, whenever something has happened in a folder.
        pulse: seconds between two looks that nothing caused.

    Raises:
        LimitReached: no further inotify instance can be had.
    """

    polls = False

    def __init__(self, wake: Callable[[], None], pulse: float = PULSE) -> None:
        from watchdog.observers.inotify import InotifyObserver  # it is there on Linux only

        self.pulse = pulse
        self._wake = wake
        self._lock = threading.Lock()
        self._open: set[str] = set()
        self._lost: set[str] = set()
        self._watches: dict[str, tuple[ObservedWatch, int]] = {}
        self._handler = _Handler(self._heard)
        try:
            self._observer: BaseObserver = InotifyObserver(generate_full_events=True)
            self._observer.start()
        except OSError as error:
            raise LimitReached(_limit(error)) from error

    def follow(self, folders: frozenset[str]) -> bool:
        with self._lock:
            lost, self._lost = self._lost, set()
        for folder, (watch, number) in list(self._watches.items()):
            # Renamed, the watch went along; made anew, a folder may even have the number of the one before.
            if folder not in folders or folder in lost or _inode(folder) != number:
                del self._watches[folder]
                self._observer.unschedule(watch)
        new = folders - self._watches.keys()
        for folder in sorted(new):
            number = _inode(folder)
            try:
                watch = self._observer.schedule(self._handler, folder, event_filter=_EVENTS)
            except (FileNotFoundError, NotADirectoryError):
                continue  # gone already; its parent tells when it comes back
            except OSError as error:
                self.close()
                raise LimitReached(_limit(error)) from error
            self._watches[folder] = (watch, number)
        return bool(new)

    def are_closed(self, files: Iterable[str]) -> bool:
        with self._lock:
            return self._open.isdisjoint(files)

    def forgive(self, files: Iterable[str]) -> None:
        with self._lock:
            self._open.difference_update(files)

    def close(self) -> None:
        self._watches.clear()
        self._observer.stop()
        self._observer.join()

    def _heard(self, event: FileSystemEvent) -> None:
        with self._lock:
            if isinstance(event, _COMPLETE):
                self._open -= {os.fsdecode(event.src_path), os.fsdecode(event.dest_path)}
            elif isinstance(event, DirDeletedEvent):
                self._lost.add(os.fsdecode(event.src_path))
            elif not event.is_directory:
                self._open.add(os.fsdecode(event.src_path))
        self._wake()


class _Handler(FileSystemEventHandler):
    def __init__(self, heard: Callable[[FileSystemEvent], None]) -> None:
        self._heard = heard

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._heard(event)


def _inode(folder: str) -> int:
    try:
        return os.stat(folder).st_ino
    except OSError:
        return 0


def _limit(error: OSError) -> str:
    name = {errno.ENOSPC: "max_user_watches", errno.EMFILE: "max_user_instances"}.get(error.errno or 0)
    if name is None:
        return f"inotify cannot be used: {error.strerror}"
    return f"the limit fs.inotify.{name} ({_value(name)}) is reached; `sudo sysctl fs.inotify.{name}=…` raises it"


def _value(name: str) -> str:
    try:
        with open(f"/proc/sys/fs/inotify/{name}", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return "unknown"
