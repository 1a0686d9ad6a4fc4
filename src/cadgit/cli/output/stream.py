"""Writing to standard output when it may be a pipe that nobody reads any more, or a full disk."""

from __future__ import annotations

import os
import sys

from ...errors import StorageError

_lost = False


def emit(text: str) -> None:
    """Write and flush.

    When the reader went away (`cadgit promote | head -1`), the rest of the output goes nowhere and the command
    carries on: what it does must not depend on who watches.

    Raises:
        StorageError: the output cannot be written for any other reason.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        discard()
    except OSError as error:
        discard()  # what is left in the buffer would fail once more when Python exits
        raise StorageError(f"the output could not be written: {error.strerror}") from None


def is_lost() -> bool:
    """Whether nobody reads standard output any more, so that an error is better told elsewhere."""
    return _lost


def discard() -> None:
    """Send the rest of standard output nowhere."""
    global _lost
    _lost = True
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
