"""Tags are signed where the user's configuration asks for it, and nothing is promoted when that fails."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cadgit.errors import EnvironmentFailed
from cadgit.git.refs import RenumberedRef
from cadgit.git.repository import Repository
from cadgit.git.versions import Versions
from tests.conftest import IDENTITY, Git

from .samples import add, promote
from .share.samples import promoted, pull, push

needs_ssh = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
needs_gpg = pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed")


@pytest.fixture
def signed_repo(repo: Path, git: Git) -> Path:
    git("config", "tag.gpgSign", "true", cwd=repo)
    return repo


@pytest.fixture
def ssh_key(home: Path) -> Path:
    key = home / "id_ed25519"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    (home / "allowed").write_text(
        f"{IDENTITY[1]} {key.with_suffix('.pub').read_text(encoding='utf-8')}", encoding="utf-8"
    )
    return key


@pytest.fixture
def gnupg(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    # gpg-agent's socket is below GNUPGHOME, and a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="cg-", dir="/tmp") as folder:
        monkeypatch.setenv("GNUPGHOME", folder)
        who = f"{IDENTITY[0]} <{IDENTITY[1]}>"
        made = subprocess.run(
            ["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key", who, "ed25519", "sign"],
            capture_output=True,
            encoding="utf-8",
        )
        if made.returncode != 0:
            pytest.skip(f"gpg cannot make a key here: {made.stderr}")
        yield Path(folder)
        subprocess.run(["gpgconf", "--kill", "all"], check=False)


@needs_ssh
def test_a_tag_is_signed_with_ssh_and_git_verifies_it(signed_repo: Path, git: Git, home: Path, ssh_key: Path) -> None:
    git("config", "gpg.format", "ssh", cwd=signed_repo)
    git("config", "user.signingKey", str(ssh_key), cwd=signed_repo)
    git("config", "gpg.ssh.allowedSignersFile", str(home / "allowed"), cwd=signed_repo)
    version = promote(signed_repo, add(signed_repo, "a")[0], message="Good.")
    git("verify-tag", version.tag, cwd=signed_repo)
    git("fsck", "--strict", cwd=signed_repo)
    # The provenance is in the signed text, and can still be read from it.
    git("update-ref", "-d", "refs/notes/cadgit/promote", cwd=signed_repo)
    assert Versions(Repository.open(signed_repo)).promotion(version).version == 1


@needs_gpg
def test_a_tag_is_signed_with_gpg_and_git_verifies_it(signed_repo: Path, git: Git, gnupg: Path) -> None:
    version = promote(signed_repo, add(signed_repo, "a")[0])
    git("verify-tag", version.tag, cwd=signed_repo)


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ({"gpg.program": "/nowhere/gpg"}, "/nowhere/gpg cannot be run"),
        ({"gpg.program": "false"}, "false ended with status 1"),
        ({"gpg.program": "true"}, "true made no signature"),
        ({"gpg.format": "ssh"}, "user.signingKey is not"),
        ({"gpg.format": "ssh", "user.signingKey": "/nowhere/key"}, "ended with status"),
        ({"gpg.format": "ssh", "gpg.ssh.defaultKeyCommand": "echo nothing"}, "named no key"),
        ({"gpg.format": "wax"}, "'wax'"),
    ],
)
def test_a_tag_that_cannot_be_signed_promotes_nothing(
    signed_repo: Path, git: Git, config: dict[str, str], says: str
) -> None:
    for key, value in config.items():
        git("config", key, value, cwd=signed_repo)
    candidate, _ = add(signed_repo, "a")
    before = git("for-each-ref", cwd=signed_repo)
    with pytest.raises(EnvironmentFailed, match="cannot be signed") as caught:
        promote(signed_repo, candidate)
    assert says in caught.value.message
    assert "tag.gpgSign false" in caught.value.hint
    assert git("for-each-ref", cwd=signed_repo) == before
    git("config", "tag.gpgSign", "false", cwd=signed_repo)
    assert promote(signed_repo, candidate).number == 1


@needs_ssh
def test_a_version_that_sharing_gives_another_number_is_signed_once_more(
    signed_repo: Path, git: Git, home: Path, ssh_key: Path, tmp_path: Path
) -> None:
    git("init", "--quiet", "--bare", "hub.git", cwd=tmp_path)
    git("clone", "--quiet", "hub.git", "other", cwd=tmp_path)
    promoted(tmp_path / "other", "theirs")
    push(tmp_path / "other")
    git("remote", "add", "origin", "../hub.git", cwd=signed_repo)
    git("config", "gpg.format", "ssh", cwd=signed_repo)
    git("config", "user.signingKey", str(ssh_key), cwd=signed_repo)
    git("config", "gpg.ssh.allowedSignersFile", str(home / "allowed"), cwd=signed_repo)
    ours = promoted(signed_repo, "ours")
    old = git("rev-parse", ours.tag, cwd=signed_repo)
    (renumbered,) = pull(signed_repo).renumbered
    assert (renumbered.old_number, renumbered.number) == (1, 2)
    git("verify-tag", "cadgit/bracket/v2", cwd=signed_repo)
    # The signature that was made for the old number stays, too.
    kept = RenumberedRef("bracket", ours.id).name
    assert git("rev-parse", kept, cwd=signed_repo) == old
    git("verify-tag", kept, cwd=signed_repo)
