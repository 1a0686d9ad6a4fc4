"""Git verifies the tags of versions; what it says, and what it cannot see, becomes one word."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cadgit.errors import EnvironmentFailed
from cadgit.git.repository import Repository
from cadgit.git.signatures import Signature, check_signature
from cadgit.git.versions import Versions
from cadgit.records import Version
from tests.conftest import IDENTITY, Git

from .samples import add, promote

needs_ssh = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
needs_gpg = pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed")


def check(repo: Path, version: Version) -> Signature:
    repository = Repository.open(repo)
    return check_signature(repository, Versions(repository), version)


@pytest.fixture
def ssh_repo(repo: Path, git: Git, home: Path) -> Path:
    """A repository whose tags are signed with a key that git knows."""
    key = home / "id_ed25519"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    (home / "allowed").write_text(
        f"{IDENTITY[1]} {key.with_suffix('.pub').read_text(encoding='utf-8')}", encoding="utf-8"
    )
    for name, value in (
        *(("tag.gpgSign", "true"), ("gpg.format", "ssh"), ("user.signingKey", str(key))),
        ("gpg.ssh.allowedSignersFile", str(home / "allowed")),
    ):
        git("config", name, value, cwd=repo)
    return repo


@pytest.fixture
def gpg_repo(repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="cg-", dir="/tmp") as folder:  # a socket's path must be short
        monkeypatch.setenv("GNUPGHOME", folder)
        who = f"{IDENTITY[0]} <{IDENTITY[1]}>"
        command = ["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key", who, "ed25519", "sign"]
        if (made := subprocess.run(command, capture_output=True, encoding="utf-8")).returncode != 0:
            pytest.skip(f"gpg cannot make a key here: {made.stderr}")
        git("config", "tag.gpgSign", "true", cwd=repo)
        yield repo
        subprocess.run(["gpgconf", "--kill", "all"], check=False)


def rewritten(git: Git, repo: Path, version: Version, old: str, new: str) -> None:
    """Let the tag of a version hold another text."""
    text = git("cat-file", "tag", version.tag, cwd=repo)
    assert old in text
    made = git("hash-object", "-t", "tag", "-w", "--stdin", cwd=repo, stdin=text.replace(old, new) + "\n")
    git("update-ref", f"refs/tags/{version.tag}", made, cwd=repo)


@needs_ssh
def test_a_tag_signed_with_a_known_ssh_key_is_good(ssh_repo: Path) -> None:
    found = check(ssh_repo, promote(ssh_repo, add(ssh_repo, "a")[0]))
    assert (found.state, found.who) == ("good", IDENTITY[1])
    assert found.key.startswith("ED25519 key SHA256:")


@needs_ssh
def test_an_ssh_key_that_git_does_not_know_is_an_unknown_key(ssh_repo: Path, git: Git, home: Path) -> None:
    version = promote(ssh_repo, add(ssh_repo, "a")[0])
    (home / "allowed").write_text("", encoding="utf-8")
    assert check(ssh_repo, version).state == "unknown key"
    git("config", "--unset", "gpg.ssh.allowedSignersFile", cwd=ssh_repo)
    found = check(ssh_repo, version)
    assert found.state == "unknown key" and "allowedSignersFile" in found.detail


@needs_ssh
def test_a_signed_text_that_was_changed_is_bad(ssh_repo: Path, git: Git) -> None:
    version = promote(ssh_repo, add(ssh_repo, "a")[0])
    git("update-ref", "-d", "refs/notes/cadgit/promote", cwd=ssh_repo)
    rewritten(git, ssh_repo, version, "step 4", "step 5")
    found = check(ssh_repo, version)
    assert found.state == "bad" and found.detail


@needs_ssh
def test_a_signed_tag_of_another_version_is_bad(ssh_repo: Path, git: Git) -> None:
    first, second = (promote(ssh_repo, add(ssh_repo, text)[0]) for text in "ab")
    git("update-ref", f"refs/tags/{second.tag}", git("rev-parse", f"refs/tags/{first.tag}", cwd=ssh_repo), cwd=ssh_repo)
    found = check(ssh_repo, second)
    assert found.state == "bad" and "cadgit/bracket/v1" in found.detail


@needs_ssh
def test_a_note_that_was_changed_makes_a_good_signature_worthless(ssh_repo: Path, git: Git) -> None:
    version = promote(ssh_repo, add(ssh_repo, "a")[0])
    note = git("notes", "--ref=cadgit/promote", "show", version.id, cwd=ssh_repo)
    git("notes", "--ref=cadgit/promote", "add", "-f", "-m", note.replace("valid", "weird"), version.id, cwd=ssh_repo)
    found = check(ssh_repo, version)
    assert found.state == "bad" and "note" in found.detail


@needs_gpg
def test_a_tag_signed_with_gpg_is_good_and_without_the_key_unknown(
    gpg_repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = promote(gpg_repo, add(gpg_repo, "a")[0])
    found = check(gpg_repo, version)
    assert (found.state, found.who) == ("good", f"{IDENTITY[0]} <{IDENTITY[1]}>") and found.key
    git("update-ref", "-d", "refs/notes/cadgit/promote", cwd=gpg_repo)
    rewritten(git, gpg_repo, version, "step 4", "step 5")
    assert check(gpg_repo, version).state == "bad"
    rewritten(git, gpg_repo, version, "step 5", "step 4")
    with tempfile.TemporaryDirectory(prefix="cg-", dir="/tmp") as empty:
        monkeypatch.setenv("GNUPGHOME", empty)
        assert check(gpg_repo, version).state == "unknown key"


def test_a_tag_without_a_signature_is_unsigned_whatever_its_message_looks_like(repo: Path) -> None:
    assert check(repo, promote(repo, add(repo, "a")[0])).state == "unsigned"
    message = "-----BEGIN PGP SIGNATURE-----\n\nnone\n-----END PGP SIGNATURE-----"
    assert check(repo, promote(repo, add(repo, "b")[0], message=message)).state in ("unsigned", "bad")


def test_tags_that_are_no_tag_objects_or_gone_are_told_apart(repo: Path, git: Git) -> None:
    version = promote(repo, add(repo, "a")[0])
    promote(repo, add(repo, "b")[0])
    git("tag", "-f", version.tag, version.id, cwd=repo)
    assert check(repo, version) == Signature(version, "unsigned", detail="the tag is not annotated")
    git("tag", "-d", version.tag, cwd=repo)
    assert check(repo, version).state == "no tag"


@needs_ssh
def test_without_git_signatures_cannot_be_verified(
    ssh_repo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    version = promote(ssh_repo, add(ssh_repo, "a")[0])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentFailed, match="git cannot be asked"):
        check(ssh_repo, version)
