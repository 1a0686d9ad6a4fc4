"""Which features two results have on one side only, or in another place or size."""

from __future__ import annotations

import threading

from ..frozen import frozen
from ..kernel.jobs import RECOGNISED
from ..records.feature_changes import FeatureChange
from ..records.features import FeatureKind, Features, NotRecognised
from .features import KINDS, group, group_of_two, joined, only, without_bends
from .operands import Subject
from .workspace import Workspace

#: Kinds that are found in a tenth of a second in most parts, all in one process. Planes, walls and symmetry are not
#: compared: what becomes of them, the other kinds and the measures tell.
QUICK: tuple[FeatureKind, ...] = ("hole", "pattern", "fillet", "chamfer", "bend")
_NOT_ASKED = NotRecognised(RECOGNISED, "`--features` looks for them too, which takes some seconds")


@frozen
class ComparedFeatures:
    """The features that changed, and the kinds that were not looked for on both sides, and why."""

    changes: tuple[FeatureChange, ...] = ()
    unrecognised: tuple[NotRecognised, ...] = ()


class ComparingFeatures:
    """A comparison that goes on while something else is asked; `result` waits for it.

    Args:
        ws: the workspace.
        before, after: two results.
        everything: look for bosses, pockets and slots too.
    """

    def __init__(self, ws: Workspace, before: Subject, after: Subject, *, everything: bool) -> None:
        # Made here: two threads that ask for it first would each make one.
        _ = ws.kernel
        self._ws = ws
        self._sides = (before, after)
        self._everything = everything
        self._found: tuple[Features, ...] = ()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def result(self) -> ComparedFeatures:
        """What was found.

        Raises:
            EnvironmentFailed, KernelError: the kernel cannot be asked.
        """
        from .feature_changes import feature_changes  # while the kernel works

        self._thread.join()
        if self._error is not None:
            raise self._error
        missing = tuple(dict.fromkeys(one for found in self._found for one in found.not_checked))
        unknown = {kind for one in missing for kind in one.kinds}
        before, after = (_without(found, unknown) for found in self._found)
        said = missing if self._everything else (*missing, _NOT_ASKED)
        return ComparedFeatures(feature_changes(before, after), said)

    def _look(self) -> None:
        try:
            before, after = self._sides
            found: tuple[Features, ...] = group_of_two(self._ws, before, after, QUICK)
            if self._everything:
                pairs = zip(found, self._sides, strict=True)
                found = tuple(joined(quick, group(self._ws, side, RECOGNISED)) for quick, side in pairs)
            self._found = tuple(map(without_bends, found))
        except BaseException as error:  # told to whoever waits
            self._error = error


def _without(found: Features, kinds: set[FeatureKind]) -> Features:
    """Features without some kinds: what only one side was looked through for was neither added nor removed."""
    return only(found, [kind for kind in KINDS if kind not in kinds])
