"""Whether the tag of a version is signed, by whom, and whether its note still says the same; git itself verifies."""

from __future__ import annotations

import os
import re
from typing import Literal

import pygit2

from ..errors import EnvironmentFailed
from ..frozen import frozen
from ..records import Version
from .environment import transport_environment
from .notes import Notes
from .refs import TagRef
from .repository import Repository
from .versions import Versions

State = Literal["good", "bad", "unsigned", "unknown key", "no tag"]

#: Seconds for git and the program that it asks.
_PATIENCE = 60
_SSH_KEY = re.compile(r'Good "git" signature (?:for (?P<who>\S+) )?with (?P<key>.*)$', re.MULTILINE)
_GPG_KEY = re.compile(r"\[GNUPG:\] (?:GOODSIG|EXPKEYSIG|EXPSIG) (?P<key>\S+) (?P<who>.*)$", re.MULTILINE)
_GPG_BAD = {
    "BADSIG": "the signature does not belong to what the tag says",
    "REVKEYSIG": "its key was revoked",
}


@frozen
class Signature:
    """The signature of a version's tag.

    Attributes:
        state: ``good``; ``bad``: text and signature do not belong together, or tag and note say different things;
            ``unsigned``; ``unknown key``: signed by somebody whose key git does not know here; ``no tag``.
        key: what signed it, in git's words.
        who: the owner of the key, as git knows it.
        detail: why it is not good.
    """

    version: Version
    state: State
    key: str = ""
    who: str = ""
    detail: str = ""


def check_signature(repository: Repository, versions: Versions, version: Version) -> Signature:
    """Look at the tag of a version: is it what it says, does the note say the same, and who signed it?

    Raises:
        EnvironmentFailed: git is not installed or cannot be asked, or the note is not TOML any more.
    """
    name = TagRef(version.part, version.number)
    tag = repository.ref(name.name)
    if tag is None:
        return Signature(version, "no tag", detail="the tag was deleted")
    found = repository.raw.get(tag)
    if not isinstance(found, pygit2.Tag):
        return Signature(version, "unsigned", detail="the tag is not annotated")
    if (found.name, str(found.target)) != (name.short, version.id):
        return Signature(version, "bad", detail=f"its tag object is {found.name!r} of {str(found.target)[:10]}")
    if not _note_agrees(repository, versions, version):
        return Signature(version, "bad", detail="its note (cadgit/promote) does not say what its tag says")
    if b"\n-----BEGIN " not in found.read_raw():
        return Signature(version, "unsigned")
    return _verified(version, *_ask_git(repository, tag))


def _note_agrees(repository: Repository, versions: Versions, version: Version) -> bool:
    noted = Notes(repository).records("promote", version.id)
    try:
        # Sharing unites notes, so that there may be several.
        return not noted or versions.tagged(version) in noted
    except EnvironmentFailed:  # a tag that somebody made by hand has no provenance to compare with
        return True


def _ask_git(repository: Repository, tag: str) -> tuple[bool, str]:
    import subprocess

    try:
        done = subprocess.run(
            ["git", f"--git-dir={repository.git_dir}", "verify-tag", "--raw", tag],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env=transport_environment() | {"LC_ALL": "C"},
            timeout=_PATIENCE,
            cwd=os.sep,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EnvironmentFailed(
            f"git cannot be asked about signatures: {error}", "install git; cadgit leaves signatures to it"
        ) from None
    return done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")


def _verified(version: Version, good: bool, said: str) -> Signature:
    found = _GPG_KEY.search(said) or _SSH_KEY.search(said)
    key, who = (found["key"].strip(), (found["who"] or "").strip()) if found else ("", "")
    for word, why in _GPG_BAD.items():
        if f"[GNUPG:] {word} " in said:
            return Signature(version, "bad", key, who, why)
    if good:
        expired = "its key has expired since" if "[GNUPG:] EXPKEYSIG " in said else ""
        return Signature(version, "good", key, who, expired)
    if "no signature found" in said:  # the message only looks as if there were one
        return Signature(version, "unsigned")
    for clue, why in (
        ("[GNUPG:] NO_PUBKEY", "gpg does not have the key"),
        ("No principal matched", "gpg.ssh.allowedSignersFile does not name the key"),
        ("allowedSignersFile needs to be configured", "gpg.ssh.allowedSignersFile is not set, so no key is known"),
    ):
        if clue in said:
            return Signature(version, "unknown key", key, who, why)
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith("[GNUPG:]")]
    return Signature(version, "bad", key, who, lines[-1].strip() if lines else "git does not accept it")
