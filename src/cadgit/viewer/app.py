"""The page's server as an ASGI application: the page and its files, what it shows, and what it may ask for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from .. import __version__
from ..errors import CadgitError, RefError, UsageError
from ..records import Candidate
from ..workflow import shown_models
from ..workflow.page import candidate_named
from ..workflow.workspace import Workspace
from . import actions, html
from .assets import MODULES, STATIC, Library
from .board import Board
from .guard import Guard

if TYPE_CHECKING:
    from starlette.requests import Request

#: Seconds of silence after which a line is sent, so that a page that is gone is noticed.
_HEARTBEAT = 15.0
#: Bytes of a request: values of parameters, a message, ids.
_LONGEST = 1 << 20
_COMMIT = re.compile(r"[0-9a-f]{40,64}")
_KEPT = {"Cache-Control": "private, max-age=31536000, immutable"}


def make_app(board: Board, library: Library, port: int, token: str, nonce: str) -> Starlette:
    """The application.

    Args:
        board: what is shown.
        library: three-cad-viewer.
        port: that it is served at.
        token: what a request that changes something has to bring.
        nonce: of the pages' inline script.
    """
    served = _Served(board, library, token, nonce)
    routes = [
        Route("/", served.page),
        Route("/static/{name}", served.file),
        Route("/library/{name}", served.library_file),
        Route("/api/events", served.events),
        Route("/api/model/{candidate}", served.model),
        Route("/api/ghost/{candidate}/{version:int}", served.ghost),
        Route("/api/picture/{candidate}", served.picture),
        Route("/api/{action}", served.act, methods=["POST"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, port=port, token=token, nonce=nonce)],
        exception_handlers={CadgitError: _refused, Exception: _faulty},
    )


class _Served:
    """What the routes answer."""

    def __init__(self, board: Board, library: Library, token: str, nonce: str) -> None:
        self._board = board
        self._token = token
        self._page = html.live(nonce)
        self._library = {"three-cad-viewer.esm.js": library.script, "three-cad-viewer.css": library.style}
        self._files = {name: STATIC / name for name in ("page.css", *(f"{module}.js" for module in MODULES))}

    async def page(self, request: Request) -> Response:
        return HTMLResponse(self._page)

    async def file(self, request: Request) -> Response:
        path = self._files.get(request.path_params["name"])
        return FileResponse(path) if path else Response("no such file", 404)

    async def library_file(self, request: Request) -> Response:
        path = self._library.get(request.path_params["name"])
        return FileResponse(path) if path else Response("no such file", 404)

    async def events(self, request: Request) -> Response:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(self._stream(), media_type="text/event-stream", headers=headers)

    async def _stream(self) -> AsyncIterator[str]:
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()

        def tell() -> None:
            # The server may have stopped since.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(changed.set)

        end = self._board.subscribe(tell)
        # Whoever opens or reloads a page sees what other commands have done beside the watch.
        self._board.refresh()
        try:
            yield _message("hello", json.dumps({"token": self._token, "cadgit": __version__}))
            seen = 0
            while not self._board.closed:
                changed.clear()
                shown = self._board.shown
                if shown.revision > seen:
                    seen = shown.revision
                    yield _message("state", shown.text)
                try:
                    await asyncio.wait_for(changed.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            end()

    async def model(self, request: Request) -> Response:
        key = request.query_params.get("key", "")
        made = await self._of_candidate(request, lambda ws, candidate: shown_models.model(ws, candidate, key))
        return Response(made, media_type="application/json", headers=_KEPT)

    async def ghost(self, request: Request) -> Response:
        number, key = request.path_params["version"], request.query_params.get("key", "")

        def ghost(ws: Workspace, candidate: Candidate) -> bytes:
            version = ws.versions.get(candidate.part, number)
            if version is None:
                raise RefError(f"{candidate.part} has no version v{number}")
            return shown_models.ghost(ws, version, candidate, key)

        made = await self._of_candidate(request, ghost)
        return Response(made, media_type="application/json", headers=_KEPT)

    async def picture(self, request: Request) -> Response:
        made = await self._of_candidate(request, shown_models.picture)
        return Response(made, media_type="image/png", headers=_KEPT)

    async def _of_candidate(self, request: Request, make: Callable[[Workspace, Candidate], bytes]) -> bytes:
        commit = request.path_params["candidate"]
        if not _COMMIT.fullmatch(commit):
            raise RefError(f"{commit[:60]!r} is no commit id")

        def made() -> bytes:
            with self._board.workspace() as ws:
                return make(ws, candidate_named(ws, commit))

        return bytes(await run_in_threadpool(made))

    async def act(self, request: Request) -> Response:
        action = actions.ACTIONS.get(request.path_params["action"])
        if action is None:
            return Response("no such action", 404)
        body = await _body(request)
        answer: Response = await run_in_threadpool(action, self._board, body)
        return answer


async def _body(request: Request) -> dict[str, Any]:
    """The request's JSON object.

    Raises:
        UsageError: it is none, or too long.
    """
    # A form of another site cannot be of this type, and a script that is must ask first.
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise UsageError("a request is JSON")
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > _LONGEST:
                raise UsageError("the request is too long")
        body = json.loads(data)
        # Half of a pair of surrogates has an escape in JSON, and is a text that neither git nor a file can hold.
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError, ClientDisconnect):
        raise UsageError("the request is no JSON") from None
    if not isinstance(body, dict):
        raise UsageError("the request is no JSON object")
    return body


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, CadgitError)
    return JSONResponse({"error": {"kind": error.kind, "message": error.message, "hint": error.hint}}, 409)


async def _faulty(request: Request, error: Exception) -> Response:
    message = f"a fault of cadgit: {type(error).__name__}: {error}"
    return JSONResponse({"error": {"kind": "fault", "message": message, "hint": ""}}, 500)


def _message(event: str, data: str) -> str:
    return f"event: {event}\ndata: {data}\n\n"
