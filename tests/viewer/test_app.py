"""What the page's server answers to, and what it refuses."""

from __future__ import annotations

import contextlib
import json
import re
import threading
import urllib.request
from collections.abc import Generator, Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("ocp_viewer")

from cadgit.errors import EnvironmentFailed, UsageError
from cadgit.viewer.guard import TOKEN_HEADER
from cadgit.viewer.server import PageServer
from tests.conftest import run_git
from tests.viewer.watching import ToldWatcher

NOBODY = "0" * 40


class Answer:
    """What the server answered."""

    def __init__(self, response: HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode("utf-8", "replace")


class Client:
    """Sends just what it is told to, as no browser would."""

    def __init__(self, server: PageServer) -> None:
        self.port, self.token, self.base = server.port, server.token, server.url.rstrip("/")

    def get(self, path: str, method: str = "GET", content: str | None = None, **headers: str) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, path, skip_host="host" in named)
        for name, value in named.items():
            connection.putheader(name, value)
        body = (content or "").encode()
        if method == "POST":
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body if method == "POST" else None)
        with contextlib.closing(connection):
            return Answer(connection.getresponse())

    def act(self, action: str, body: object = None, **headers: str) -> Answer:
        sent = {TOKEN_HEADER: self.token, "content-type": "application/json", **headers}
        content = body if isinstance(body, str) else json.dumps(body or {})
        return self.get(f"/api/{action}", "POST", content, **sent)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served")
    run_git("init", "--quiet", cwd=path)
    (path / "plain.py").write_text("result = 1\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    with PageServer(ToldWatcher(folder, "plain.py"), folder) as server:
        yield Client(server)


def test_the_page_loads_nothing_from_elsewhere_and_runs_no_script_that_is_not_of_this_server(
    client: Client,
) -> None:
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert answer.status == 200
    assert "default-src 'none'" in policy and "frame-ancestors vscode-webview: vscode-file:" in policy
    nonce = re.search(r"script-src 'self' 'nonce-([\w-]{20,})';", policy)
    assert nonce and f'<script type="importmap" nonce="{nonce[1]}">' in answer.text
    assert client.token not in answer.text
    assert "https://" not in answer.text and "http://" not in answer.text


@pytest.mark.parametrize("path", ["/static/main.js", "/static/page.css", "/library/three-cad-viewer.esm.js"])
def test_the_files_of_the_page_are_served(client: Client, path: str) -> None:
    assert client.get(path).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/page.html",
        "/library/..%2f..%2f__init__.py",
        "/library/%2fetc%2fpasswd",
        "/etc/passwd",
        "/api/model/..%2f..%2fcadgit.toml",
    ],
)
def test_no_path_leads_to_another_file(client: Client, path: str) -> None:
    assert client.get(path).status in (404, 409)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:7373", "127.0.0.1", "127.0.0.1:1", "localhost.evil:7373", ""]
)
def test_a_name_that_is_not_of_this_machine_is_refused(client: Client, host: str) -> None:
    # A site can make a name of its own point to 127.0.0.1, and then read what a server there answers.
    assert client.get("/", host=host).status == 403


def test_localhost_is_a_name_of_this_machine(client: Client) -> None:
    assert client.get("/", host=f"localhost:{client.port}").status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:7373", "http://127.0.0.1:8000"])
def test_a_page_of_another_origin_is_refused_even_with_the_token(client: Client, origin: str) -> None:
    assert client.act("show", {"candidate": ""}, origin=origin).status == 403
    assert client.get("/api/events", origin=origin).status == 403


def test_the_pages_own_origin_and_no_origin_are_accepted(client: Client) -> None:
    assert client.act("show", {"candidate": ""}, origin=client.base).status == 200
    assert client.act("show", {"candidate": ""}).status == 200


def test_another_site_may_lead_to_the_page_and_to_nothing_else(client: Client) -> None:
    crossing = {"sec_fetch_site": "cross-site"}
    assert client.get("/", **crossing).status == 200
    assert client.get(f"/api/model/{NOBODY}", **crossing).status == 403
    assert client.get("/static/main.js", **crossing).status == 403


def test_whatever_changes_something_needs_the_token(client: Client) -> None:
    for action in ("promote", "restore", "rerun", "write", "export", "show", "focus"):
        for token in ("", "wrong", client.token + "x", client.token[:-1], "é"):
            assert client.act(action, {"candidate": NOBODY}, **{TOKEN_HEADER: token}).status == 403, (action, token)


def test_a_get_changes_nothing(client: Client) -> None:
    assert client.get("/api/promote", **{TOKEN_HEADER: client.token}).status == 405


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("promote", {"candidate": NOBODY}),
        ("promote", {"candidate": "main"}),
        ("promote", {"candidate": 5}),
        ("restore", {"candidate": "../../x"}),
        ("export", {"candidate": NOBODY, "format": "exe"}),
        ("export", {"candidate": NOBODY, "format": "../x"}),
        ("rerun", {"part": "plain", "values": {"width": 5}}),
        ("rerun", {"part": "other", "values": {}}),
        ("focus", {"part": "other"}),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(client: Client, action: str, body: object) -> None:
    answer = client.act(action, body)
    assert answer.status == 409
    assert json.loads(answer.text)["error"]["message"]


def test_a_request_that_is_no_json_object_is_refused(client: Client) -> None:
    for content in ("", "[]", "{", "[" * 100_000, '"x"', '{"candidate": "\\ud800"}', '{"values": {"\\udfff": ""}}'):
        assert client.act("show", content or " ").status == 409
    # A form of another site can send these types without asking.
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert client.act("show", "{}", **{"content-type": kind}).status == 409


def test_a_web_socket_is_not_spoken(client: Client) -> None:
    asked = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13", "sec-websocket-key": "x"}
    assert client.get("/", **asked).status == 200


def test_an_unknown_action_and_a_long_request_are_refused(client: Client) -> None:
    assert client.act("format-disk").status == 404
    assert client.act("show", {"candidate": "x" * (2 << 20)}).status == 409


def test_a_candidate_that_is_none_has_no_model(client: Client) -> None:
    assert client.get(f"/api/model/{NOBODY}").status == 409
    assert client.get("/api/model/HEAD").status == 409


def test_a_page_hears_the_token_and_then_the_state(folder: Path) -> None:
    before = threading.active_count()
    with PageServer(ToldWatcher(folder, "plain.py"), folder) as server:
        with urllib.request.urlopen(f"{server.url}api/events", timeout=20) as stream:
            lines = [next(stream).decode().strip() for _ in range(5)]
        assert lines[0] == "event: hello"
        assert json.loads(lines[1].removeprefix("data: "))["token"] == server.token
        assert lines[3] == "event: state"
        assert json.loads(lines[4].removeprefix("data: "))["parts"] == ["plain"]
    assert threading.active_count() == before


def test_who_opens_the_page_again_sees_what_happened_beside_the_watch(folder: Path) -> None:
    def states(server: PageServer) -> Generator[dict[str, Any], None, None]:
        with urllib.request.urlopen(f"{server.url}api/events", timeout=20) as stream:
            for line in stream:
                if line.startswith(b": "):
                    return  # nothing came for so long that the server says it is still there
                if line.startswith(b'data: {"cadgit"') and b'"trouble"' in line:
                    yield json.loads(line.removeprefix(b"data: "))

    with PageServer(ToldWatcher(folder, "plain.py"), folder) as server:
        with contextlib.closing(states(server)) as seen:
            assert next(seen)["trouble"] is None
        (folder / ".git").rename(folder / "git-elsewhere")
        try:
            with contextlib.closing(states(server)) as seen:
                assert any(state["trouble"] for state in seen)
        finally:
            (folder / "git-elsewhere").rename(folder / ".git")


def test_a_taken_port_is_an_error_only_if_it_was_named(folder: Path) -> None:
    watcher = ToldWatcher(folder, "plain.py")
    with PageServer(watcher, folder) as first:
        with PageServer(watcher, folder) as second:
            assert first.port != second.port
        with pytest.raises(EnvironmentFailed, match=f"port {first.port}: Address already in use"):
            PageServer(watcher, folder, first.port)
    with pytest.raises(UsageError, match="no port 70000"):
        PageServer(watcher, folder, 70000)


def test_each_start_has_a_token_of_its_own(folder: Path) -> None:
    watcher = ToldWatcher(folder, "plain.py")
    with PageServer(watcher, folder) as first:
        token = first.token
    with PageServer(watcher, folder) as second:
        assert second.token != token
