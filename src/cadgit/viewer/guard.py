"""Who may talk to the page's server: pages that it served itself, under a name of this machine.

A page of another site can send requests to a server on this machine, and can make a name of its own point here (DNS
rebinding). So the Host must be a name of this machine, the Origin, where a browser states it, this server's; and
whatever changes anything needs a token that only a page of this start of the server knows.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER = "x-cadgit-token"
_NAMES = ("127.0.0.1", "localhost")
_READING = ("GET", "HEAD")
#: Scripts are files of this server, or have this start's nonce; styles may be inline, as three-cad-viewer writes some.
POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self' data:; "
    # No site may show the page in a frame, where a click could be led astray; VS Code's Simple Browser may.
    "base-uri 'none'; form-action 'none'; frame-ancestors vscode-webview: vscode-file:"
)


class Guard:
    """ASGI middleware that refuses what no page of ours sends, and tells browsers how far to trust what we send.

    Args:
        app: what is behind it.
        port: that the server listens at.
        token: of this start.
        nonce: of the inline script of this start's pages.
    """

    def __init__(self, app: ASGIApp, port: int, token: str, nonce: str) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in _NAMES} | (set(_NAMES) if port == 80 else set())
        self._origins = {f"http://{host}" for host in self._hosts}
        self._token = token
        self._policy = POLICY.format(nonce=nonce)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = self._policy
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cross-Origin-Resource-Policy"] = "same-origin"
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        why = self._why_not(scope)
        if why:
            refusal = JSONResponse({"error": {"kind": "forbidden", "message": why, "hint": ""}}, 403)
            await refusal(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)

    def _why_not(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        if headers.getlist("host") != [headers.get("host")] or headers.get("host") not in self._hosts:
            return "this server answers to names of this machine only"
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins:
            return "this server answers to its own pages only"
        # Following a link to the page is what a site may make a browser do, and nothing else.
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and scope["path"] != "/":
            return "this server answers to its own pages only"
        if scope["method"] not in _READING:
            given = headers.get(TOKEN_HEADER, "")
            if not secrets.compare_digest(given.encode(), self._token.encode()):
                return "the page is of an earlier start of the server: reload it"
        return ""
