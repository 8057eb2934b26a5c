"""Receives everybody from the first moment: the pages are given out at once, all else waits until the program is there.

What answers requests is most of the program and takes longer to load than a browser to show the first page, so it is
loaded meanwhile (`serve`).
"""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from graphwright.errors import AccessDenied
from graphwright.server.assets import Asset, Assets
from graphwright.server.authentication import Authenticator
from graphwright.server.headers import SecurityHeaders


class Pages:
    """The files of the pages, for whoever asks for them by one of our names."""

    def __init__(self, assets: Assets, authenticator: Authenticator) -> None:
        self._assets = assets
        self._authenticator = authenticator

    def asked_for(self, scope: Scope) -> Asset | None:
        """The file; None where the program must answer, or say what is wrong."""
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            return None
        try:
            self._authenticator.check_host(Headers(scope=scope))
        except AccessDenied:
            return None
        return self._assets.get(scope["path"])


class Reception:
    """One door. `pages`: what it gives out by itself; `asked`: set when somebody wants more than that."""

    def __init__(self, asked: asyncio.Event, pages: Pages | None = None) -> None:
        self._asked = asked
        self._pages = pages
        self._app: ASGIApp | None = None
        self._is_decided = asyncio.Event()

    def open(self, app: ASGIApp) -> None:
        """The program is there, and answers from now on."""
        self._app = app
        self._is_decided.set()

    def close(self) -> None:
        """It ends, or never came: whoever still waits for it is told so."""
        self._is_decided.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, at once or when that is possible."""
        asset = None if self._pages is None else self._pages.asked_for(scope)
        if asset is not None:
            await SecurityHeaders(await page(asset, Request(scope)))(scope, receive, send)
            return
        self._asked.set()
        if self._app is None:
            await self._is_decided.wait()
        await (self._app or _gone)(scope, receive, send)


async def page(asset: Asset, request: Request) -> Response:
    """A file as an answer."""
    body, etag = await asset.read()
    headers = {
        "etag": etag,
        "cache-control": "max-age=31536000, immutable" if asset.for_ever else "no-cache",
        "content-type": asset.media,
    }
    if request.headers.get("if-none-match") == etag:
        # With its type, so that the page keeps its own policy: a browser takes the headers of a 304 over.
        return Response(status_code=304, headers=headers)
    wants_gzip = "gzip" in request.headers.get("accept-encoding", "")
    packed = await asset.packed() if wants_gzip else None
    if packed is not None:
        headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(body if packed is None else packed, headers=headers)


async def _gone(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})  # before accept: the handshake is answered with 403
        return
    await PlainTextResponse("the server ends", 503)(scope, receive, send)
