"""Tag objects, signed where the user's configuration asks for it (``tag.gpgSign``), as libgit2 never does."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import EnvironmentFailed
from .environment import scrubbed_environment
from .failures import storage_errors
from .repository import Repository, epoch

#: Seconds for the signing program, which may ask for a passphrase.
_PATIENCE = 300
_PROGRAMS = {"openpgp": "gpg", "x509": "gpgsm", "ssh": "ssh-keygen"}


def tag_text(repository: Repository, target: str, name: str, message: str, when: str) -> str:
    """The text of an annotated tag object for a commit, with its signature where one is asked for.

    Args:
        name: as ``git tag`` shows it (``cadgit/bracket/v3``).

    Raises:
        EnvironmentFailed: it has to be signed, and cannot be.
    """
    who = repository.signature(when)  # libgit2 takes out what would break the line
    tagger = f"{who.name} <{who.email}> {epoch(when)} +0000"
    text = f"object {target}\ntype commit\ntag {name}\ntagger {tagger}\n\n{message.rstrip()}\n"
    if repository.config_bool("tag.gpgSign"):
        text += _signature(repository, text)
    return text


def _signature(repository: Repository, text: str) -> str:
    kind = repository.config_string("gpg.format", "openpgp").lower()
    if kind not in _PROGRAMS:
        raise _failed(f"gpg.format is {kind!r}", "it can be openpgp, x509 or ssh")
    program = repository.config_string(f"gpg.{kind}.program") or (
        repository.config_string("gpg.program") if kind == "openpgp" else ""
    )
    program = program or _PROGRAMS[kind]
    if kind == "ssh":
        return _ssh_signature(repository, program, text)
    return _gpg_signature(repository, program, text)


def _gpg_signature(repository: Repository, program: str, text: str) -> str:
    key = repository.config_string("user.signingKey") or str(repository.identity)
    signature, told = _run([program, "--status-fd=2", "-bsau", key], text)
    if not signature or "SIG_CREATED" not in told:
        raise _failed(f"{program} made no signature", told)
    return signature


def _ssh_signature(repository: Repository, program: str, text: str) -> str:
    import tempfile

    key = repository.config_string("user.signingKey") or _default_ssh_key(repository)
    with storage_errors(repository.common_dir), tempfile.TemporaryDirectory(prefix="cadgit-") as folder:
        payload = Path(folder, "tag")
        payload.write_text(text, "utf-8", newline="\n")
        literal = key.removeprefix("key::")
        options = []
        if literal != key or literal.startswith("ssh-"):
            # A public key in the configuration; its private half is with the agent.
            file = Path(folder, "key")
            file.write_text(f"{literal}\n", "utf-8")
            options = ["-U"]
        else:
            file = Path(key).expanduser()
        _run([program, "-Y", "sign", "-n", "git", "-f", str(file), *options, str(payload)], "")
        return Path(f"{payload}.sig").read_text("utf-8")


def _default_ssh_key(repository: Repository) -> str:
    command = repository.config_string("gpg.ssh.defaultKeyCommand")
    if not command:
        raise _failed("tag.gpgSign is set, but user.signingKey is not", "")
    printed, _ = _run(["/bin/sh", "-c", command], "")
    for line in printed.splitlines():
        if line.startswith(("key::", "ssh-")):
            return line
    raise _failed("gpg.ssh.defaultKeyCommand named no key", "")


def _run(command: list[str], stdin: str) -> tuple[str, str]:
    import subprocess

    try:
        done = subprocess.run(
            command,
            input=stdin.encode(),
            capture_output=True,
            env=scrubbed_environment(),
            timeout=_PATIENCE,
            cwd=os.sep,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _failed(f"{command[0]} cannot be run: {error}", "") from None
    told = done.stderr.decode("utf-8", "replace")
    if done.returncode != 0:
        raise _failed(f"{command[0]} ended with status {done.returncode}", told)
    return done.stdout.decode("utf-8", "replace"), told


def _failed(what: str, details: str) -> EnvironmentFailed:
    lines = [line for line in details.strip().splitlines() if line and not line.startswith("[GNUPG:]")]
    return EnvironmentFailed(
        "\n  ".join([f"the tag cannot be signed: {what}; nothing was promoted", *lines]),
        "correct user.signingKey and gpg.format, or do without: git config tag.gpgSign false",
    )
