"""pre-push: promoted versions that a push of branches leaves behind."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from ...files import write_atomically
from ...git.refs import TagRef
from ...git.share import names
from ..outcomes import HookOutcome
from ..workspace import Workspace

#: What of cadgit's own may be pushed; a push of nothing else is cadgit's, or of somebody who knows.
_OURS = ("refs/cadgit/", "refs/notes/cadgit/", TagRef.PREFIX)


def pre_push(ws: Workspace, remote: str, lines: Iterable[str]) -> HookOutcome:
    """Name the versions that stand, and that the remote does not have as far as is known here.

    Known are the tags that this hook saw going there, and what `cadgit push` and `fetch` learnt. Nobody is asked: the
    hook must not make a second connection.

    Args:
        remote: its name, or its URL where it has none.
        lines: as git gives them to the hook: local ref, local id, remote ref, remote id.
    """
    pushed = [words[2] for words in map(str.split, lines) if len(words) == 4 and set(words[1]) != {"0"}]
    tags = {ref for ref in pushed if ref.startswith(TagRef.PREFIX)}
    seen = _Seen(ws.repository.common_dir, remote)
    tracked = {ref for ref in names.tracked(ws.repository, remote) if ref.startswith(TagRef.PREFIX)}
    known = seen.tags() | tracked
    if not tags | tracked <= seen.tags():
        seen.add(tags | tracked)
    left = []
    if any(not ref.startswith(_OURS) for ref in pushed):
        for part in ws.versions.parts():
            waiting = {TagRef(part, v.number).name: v for v in ws.versions.history(part) if not v.withdrawn}
            left += [waiting[tag] for tag in reversed(waiting) if tag not in known | tags]
    return HookOutcome("pre-push", left_behind=tuple(left), remote=remote)


class _Seen:
    """The tags of versions that a remote is known to have, a line each in a file that the hook's script reads too."""

    def __init__(self, common_dir: Path, remote: str) -> None:
        self._path = common_dir / "cadgit" / "pushed" / quote(remote, safe="")[:200]

    def tags(self) -> set[str]:
        try:
            return set(self._path.read_text("utf-8").splitlines())
        except (OSError, UnicodeDecodeError):
            return set()

    def add(self, tags: Iterable[str]) -> None:
        # Where it cannot be kept, a version is named once too often.
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, "".join(f"{tag}\n" for tag in sorted(self.tags() | set(tags))).encode())
