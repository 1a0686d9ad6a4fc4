"""Which candidates of a part were ranked first: ``part@best`` and ``part@closest``, each a ref to the candidate.

They are this repository's own, like marks: sharing leaves them alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from .refs import RANKED_PLACES, RankedPlace, RankedRef
from .repository import Repository
from .transaction import Change, RefUpdate, change


class Rankings:
    """The rankings of one repository."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, part: str, place: RankedPlace) -> str | None:
        """The commit of the candidate that stands there, or None."""
        return self._repository.ref(RankedRef(part, place).name)

    def places(self, part: str) -> tuple[RankedPlace, ...]:
        """The places that are taken."""
        return tuple(place for place in RANKED_PLACES if self.get(part, place) is not None)

    def put(self, part: str, first: Mapping[RankedPlace, str]) -> None:
        """Put candidates, by their commits, in their places: all or none.

        Raises:
            LockedError, StorageError: see `transaction.change`.
        """

        def write() -> tuple[None, Change]:
            updates = []
            for place, new in first.items():
                old = self.get(part, place)
                if old != new:
                    updates.append(RefUpdate(RankedRef(part, place).name, old, new))
            return None, Change(tuple(updates))

        change(self._repository, write)
