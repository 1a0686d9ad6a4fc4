"""When bytes on disk are a save: decided from what was seen and when, by a machine that knows neither files nor clocks.

Editors write in place (an empty, then half a file can be seen), by rename (the file is missing for an instant), or
several files one after the other. So: what a close or a rename completed counts at once, anything else when it looks
the same twice; an empty or missing file is waited for; and of saves in quick succession the first is begun at once, to
be cancelled by the second, and then the last, when there have been no others for a moment.
"""

from __future__ import annotations

from ..frozen import frozen

#: Seconds that files saved together may be apart: "save all" in an editor, a formatter that runs on saving.
GATHER = 0.02
#: Seconds between two looks at a file that may still be written.
TWICE = 0.05
#: A save within so many seconds of the one before waits until there has been none for as long: ten in a second are one.
QUIET = 0.2
#: A run is kept and told so many seconds after its save was seen at the earliest, however quick the model is. So a save
#: that another follows within that time never becomes a run, and ten in a second are one run: of the last bytes.
STANDS = 0.12
#: However quickly saves follow each other, the newest bytes run after so many seconds.
LONGEST = 2.0
#: A file that stays missing or empty for so many seconds is meant to be so, unless it is the entry file.
PATIENCE = 1.0
#: Seconds until the next look while git writes the working tree.
BUSY = 0.02


@frozen
class Sight:
    """What a look at a part's files found.

    Attributes:
        content: names the bytes; other bytes, other content.
        hollow: files that are missing or empty, and were not before.
        entry_hollow: the entry file is one of them.
        firm: every file that was written has been closed since, or was put in place by a rename.
        busy: git is writing the working tree.
    """

    content: str
    hollow: tuple[str, ...] = ()
    entry_hollow: bool = False
    firm: bool = False
    busy: bool = False


@frozen
class Decision:
    """What to do after a look.

    Attributes:
        begin: this content is a save: run it.
        cancel: what runs now has been overtaken.
        again: seconds until the next look; None: when something happens.
        waiting: files to wait for, when that has become worth telling.
    """

    begin: bool = False
    cancel: bool = False
    again: float | None = None
    waiting: tuple[str, ...] = ()


class Settling:
    """The machine for one part. Times are seconds of any clock that only goes forward.

    Attributes:
        since: when the content that was decided about last was first seen.
    """

    def __init__(self) -> None:
        self.since = 0.0
        self._begun: str | None = None
        self._pending: str | None = None
        self._due = 0.0
        self._changed: float | None = None
        self._burst: float | None = None
        self._hollow: tuple[str, ...] = ()
        self._hollow_since = 0.0
        self._told = False

    def see(self, sight: Sight, now: float) -> Decision:
        """Decide about what was seen at the time `now`."""
        if sight.busy:
            return Decision(again=BUSY)
        hollow = self._wait_for_hollow(sight, now)
        if hollow is not None:
            return hollow
        if sight.content == self._begun:
            self._pending = None
            return Decision()
        if sight.content != self._pending:
            self._note_change(sight.content, now)
        # Asked at each look: that a file is being written may be heard only after it was read.
        if not sight.firm and now - self.since < TWICE:
            return Decision(again=self.since + TWICE - now)
        self._begun = None  # should the old bytes come back, they run again
        if now < self._due:
            return Decision(cancel=True, again=self._due - now)
        self._begun, self._pending = sight.content, None
        return Decision(begin=True, cancel=True)

    def _wait_for_hollow(self, sight: Sight, now: float) -> Decision | None:
        """What to do about missing and empty files; None where there are none, or they are meant to be so."""
        if sight.hollow != self._hollow:
            self._hollow, self._hollow_since, self._told = sight.hollow, now, False
        if not sight.hollow:
            return None
        left = self._hollow_since + PATIENCE - now
        if left > 0:
            return Decision(again=left)
        if not sight.entry_hollow:
            return None
        news = () if self._told else sight.hollow
        self._told = True
        return Decision(waiting=news)

    def _note_change(self, content: str, now: float) -> None:
        quick = self._changed is not None and now - self._changed < QUIET
        if not quick:
            self._burst = None
        elif self._burst is None:
            self._burst = now
        self._pending, self.since, self._changed = content, now, now
        self._due = now + GATHER if self._burst is None else min(now + QUIET, self._burst + LONGEST)
