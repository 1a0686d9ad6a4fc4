"""Through a folder, git's own daemon and http, and past what git's configuration might have in mind."""

from __future__ import annotations

import base64
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cadgit.errors import EnvironmentFailed, RemoteError
from cadgit.git.repository import Repository
from cadgit.git.share import transport as transport_module
from cadgit.git.share.transport import Push, Rejected, Transport
from tests.conftest import Git

from ..samples import add
from .samples import lines, made, promoted, pull, push, refs, shown, versions

#: Seconds until a server must answer.
PATIENCE = 20


class Backend(BaseHTTPRequestHandler):
    """``git http-backend`` as a web server runs it (RFC 3875), for one folder of repositories."""

    root: Path
    password = ""
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self._body())

    def log_message(self, format: str, *args: object) -> None: ...

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            return body
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def _answer(self, body: bytes) -> None:
        wanted = base64.b64encode(f"tester:{self.password}".encode()).decode()
        if self.password and self.headers.get("Authorization") != f"Basic {wanted}":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="hub"')
            self.end_headers()
            return
        path, _, query = self.path.partition("?")
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "REQUEST_METHOD": self.command,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "REMOTE_USER": "tester",
            "REMOTE_ADDR": "127.0.0.1",
        }
        done = subprocess.run(["git", "http-backend"], input=body, capture_output=True, env=environment)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        fields = [line.partition(": ") for line in head.decode().splitlines()]
        status = next((value for name, _, value in fields if name == "Status"), "200 OK")
        self.send_response(int(status.split()[0]))
        for name, _, value in fields:
            if name != "Status":
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture
def over_http(hub: Path, git: Git) -> Iterator[str]:
    git("config", "http.receivepack", "true", cwd=hub)
    handler = type("Handler", (Backend,), {"root": hub.parent})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{hub.name}"
        server.shutdown()
        thread.join(PATIENCE)


@pytest.fixture
def over_the_daemon(hub: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--reuseaddr", "--export-all", "--enable=receive-pack", f"--base-path={hub.parent}", f"--port={port}"]
    daemon = subprocess.Popen(
        ["git", "daemon", "--listen=127.0.0.1", *options], stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while daemon.poll() is None and time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            threading.Event().wait(0.02)
        yield f"git://127.0.0.1:{port}/{hub.name}"
    finally:
        os.killpg(daemon.pid, 15)
        daemon.wait(PATIENCE)


def test_clones_share_over_http_without_ssh(ada: Path, bob: Path, over_http: str, git: Git) -> None:
    goes_both_ways(ada, bob, over_http, git)


def test_clones_share_over_git_s_own_daemon(ada: Path, bob: Path, over_the_daemon: str, git: Git) -> None:
    goes_both_ways(ada, bob, over_the_daemon, git)


def test_clones_share_by_the_old_protocol(ada: Path, bob: Path, over_http: str, git: Git) -> None:
    for path in (ada, bob):
        git("config", "protocol.version", "0", cwd=path)
    goes_both_ways(ada, bob, over_http, git)


def goes_both_ways(ada: Path, bob: Path, url: str, git: Git) -> None:
    for path in (ada, bob):
        git("remote", "set-url", "origin", url, cwd=path)
    promoted(ada, "a")
    push(ada)
    promoted(bob, "b")
    push(bob)
    pull(ada)
    assert versions(ada) == versions(bob) == {1: "a", 2: "b"}
    assert shown(ada) == shown(bob)
    git("fsck", "--strict", cwd=bob)


def test_a_remote_that_wants_a_password_nobody_has_is_an_error_in_git_s_words(
    ada: Path, over_http: str, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Backend, "password", "secret")
    git("remote", "set-url", "origin", over_http.replace("://", "://user:hidden@"), cwd=ada)
    monkeypatch.setenv("GIT_ASKPASS", "false")
    with pytest.raises(RemoteError, match=r"(?i)authentication|could not read") as caught:
        push(ada)
    assert "hidden" not in caught.value.message
    assert caught.value.exit_code == 4
    assert caught.value.hint == "see whether git itself can: git ls-remote origin"


def test_a_credential_helper_is_asked_as_by_git(
    ada: Path, over_http: str, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Backend, "password", "secret")
    git("remote", "set-url", "origin", over_http, cwd=ada)
    # As continuous integration hands configuration over, inside a hook too.
    for key, value in (
        ("COUNT", "1"),
        ("KEY_0", "credential.helper"),
        ("VALUE_0", "!printf 'username=tester\\npassword=secret\\n' #"),
    ):
        monkeypatch.setenv(f"GIT_CONFIG_{key}", value)
    promoted(ada, "a")
    assert push(ada).sent.versions == ("bracket@v1",)


def test_a_remote_that_is_nowhere_is_an_error_in_git_s_words(ada: Path, hub: Path) -> None:
    shutil.rmtree(hub)
    with pytest.raises(
        RemoteError, match=r"does not appear to be a git repository|not a git repository|does not exist"
    ):
        pull(ada)


@pytest.mark.parametrize("empty", [True, False])
def test_a_remote_with_sha256_names_is_refused(ada: Path, hub: Path, git: Git, tmp_path: Path, empty: bool) -> None:
    shutil.rmtree(hub)
    git("init", "--quiet", "--bare", "--object-format=sha256", str(hub), cwd=tmp_path)
    if not empty:
        commit = git("commit-tree", "-m", "x", git("hash-object", "-t", "tree", "-w", "/dev/null", cwd=hub), cwd=hub)
        git("update-ref", "refs/cadgit/candidates/bracket/main", commit, cwd=hub)
    made(ada, "a")
    with pytest.raises(RemoteError, match="hash algorithm" if empty else "names its objects by SHA-256"):
        push(ada)


def test_without_git_the_error_says_what_to_install(ada: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EnvironmentFailed, match="git is not installed") as caught:
        push(ada)
    assert "https://git-scm.com" in caught.value.hint
    assert caught.value.exit_code == 4


def test_a_url_that_is_a_path_is_relative_to_the_working_tree(
    ada: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("remote", "set-url", "origin", "../hub.git", cwd=ada)
    (ada / "parts").mkdir()
    monkeypatch.chdir(ada / "parts")
    made(ada, "a")
    assert push(ada / "parts").sent.lines


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"])
def test_what_a_hook_sets_does_not_lead_elsewhere(
    ada: Path, hub: Path, tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    git("init", "--quiet", "elsewhere", cwd=tmp_path)
    made(ada, "a")
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere" / ".git"))
    push(ada)
    monkeypatch.delenv(variable)
    assert lines(hub) == {"main": ["a"]}
    assert git("for-each-ref", cwd=tmp_path / "elsewhere") == ""


CONFIGURATIONS: dict[str, list[tuple[str, str]]] = {
    "prunes": [("fetch.prune", "true"), ("fetch.pruneTags", "true"), ("remote.origin.prune", "true")],
    "fetches cadgit's refs by force": [("remote.origin.fetch", "+refs/cadgit/*:refs/cadgit/*")],
    "fetches all by force": [("remote.origin.fetch", "+refs/*:refs/*")],
    "mirrors": [("remote.origin.mirror", "true")],
    "follows tags": [("push.followTags", "true"), ("remote.origin.tagOpt", "--tags")],
}


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_what_git_is_configured_to_do_to_refs_is_not_done(ada: Path, bob: Path, git: Git, configuration: str) -> None:
    for key, value in CONFIGURATIONS[configuration]:
        git("config", "--add", key, value, cwd=ada)
    promoted(bob, "from bob")
    push(bob)
    promoted(ada, "from ada")
    made(ada, "only here", line="mine")
    git("branch", "-q", "-f", "private", git("commit-tree", "-m", "x", tree(ada, git), cwd=ada), cwd=ada)
    pull(ada)
    assert versions(ada) == {1: "from bob", 2: "from ada"}
    assert lines(ada)["mine"] == ["only here"]
    push(ada)
    assert "refs/heads/private" not in refs(Path(git("remote", "get-url", "origin", cwd=ada)), "refs")
    pull(bob)
    assert shown(ada) == shown(bob)


def tree(path: Path, git: Git) -> str:
    return git("hash-object", "-t", "tree", "-w", "--stdin", cwd=path, stdin="")


def test_a_remote_that_cannot_do_all_or_nothing_is_pushed_to_in_order(ada: Path, hub: Path, git: Git) -> None:
    git("config", "receive.advertiseAtomic", "false", cwd=hub)
    promoted(ada, "a")
    push(ada)
    assert versions(hub) == {1: "a"}
    assert shown(hub) == shown(ada)


def test_a_remote_that_refuses_is_an_error_with_its_reason_and_keeps_what_it_had(ada: Path, hub: Path) -> None:
    promoted(ada, "a")
    push(ada)
    before = refs(hub, "refs")
    hook = hub / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho >&2 not on a Sunday\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    promoted(ada, "b")
    with pytest.raises(RemoteError, match="pre-receive hook declined") as caught:
        push(ada)
    assert "nothing was changed there" in caught.value.message
    assert refs(hub, "refs") == before


def test_refs_that_do_not_fit_into_one_call_are_pushed_in_several(
    ada: Path, hub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport_module, "_AT_ONCE", 3)
    for text in "abc":
        promoted(ada, text)
    push(ada)
    assert shown(hub) == shown(ada)


def transport(path: Path, progress: Callable[[str], None] = lambda text: None) -> Transport:
    return Transport(Repository.open(path), "origin", progress)


def test_a_push_that_somebody_overtook_moves_nothing(ada: Path, bob: Path, hub: Path) -> None:
    first, second = add(ada, "from ada")[0], add(bob, "from bob")[0]
    line = "refs/cadgit/candidates/bracket/main"
    assert transport(ada).push([Push(line, first.id)]) == ()
    other = Push("refs/cadgit/candidates/bracket/other", second.id)
    rejected = transport(bob).push([Push(line, second.id), other])
    assert {item.ref for item in rejected} == {line, other.ref}
    assert all(isinstance(item, Rejected) and item.reason.startswith("[rejected]") for item in rejected)
    assert refs(hub) == {line: first.id}


def test_a_step_back_is_taken_only_from_where_we_know_the_remote_to_be(ada: Path, hub: Path) -> None:
    older, newer, newest = (add(ada, text)[0].id for text in "abc")
    ref = "refs/cadgit/promoted/bracket"
    transport(ada).push([Push(ref, newest)])
    (refused,) = transport(ada).push([Push(ref, older, lease=newer)])
    assert "stale" in refused.reason
    assert refs(hub)[ref] == newest
    assert transport(ada).push([Push(ref, older, lease=newest)]) == ()
    assert refs(hub)[ref] == older


def test_git_s_progress_is_passed_on_and_silence_asked_for_before_git_may_ask(ada: Path, bob: Path) -> None:
    made(ada, "a")
    heard: list[str] = []
    remote = transport(ada, heard.append)
    remote.push([Push(name, target) for name, target in refs(ada).items()])
    assert heard[0] == ""
    assert any(text.startswith("origin: Writing objects: 100%") for text in heard)
    heard.clear()
    transport(bob, heard.append).fetch(refs(ada).values())
    assert heard[0] == ""
    assert "origin: Counting objects: 100% (5/5)" in heard


@pytest.mark.parametrize("refspec", ["+refs/*:refs/*", "+refs/notes/*:refs/notes/*"])
def test_a_push_of_some_notes_does_not_come_back_over_ours(ada: Path, hub: Path, git: Git, refspec: str) -> None:
    # Git moves what a remote's refspecs call tracking refs when it has pushed, and by these that is our own notes.
    git("config", "--add", "remote.origin.fetch", refspec, cwd=ada)
    promoted(ada, "a")
    made(ada, "secret", part="lid")
    before = shown(ada)
    push(ada, parts=("bracket",))
    assert shown(ada) == before
    assert lines(hub, "lid") == {}
