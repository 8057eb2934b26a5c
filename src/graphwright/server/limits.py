"""Bounds what a connection may send before anybody looks at it: size and number of headers, and time (R-40, R-42).

uvicorn's fast parser has no such limits: it would collect headers for ever. Bodies are bounded in `bodies`, frames by
the WebSocket protocol.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

HEADER_BYTES: Final = 32 * 1024
"""Of the address and all headers together; browsers send about 1 KB."""
HEADERS: Final = 100
HEADERS_S: Final = 10.0
"""From the first byte of a request, or from connecting, until its headers are complete."""


class TooMuch(Exception):
    """The headers break a limit; the parser turns this into status 400 and the end of the connection."""


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's HTTP protocol, with limits."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._size = 0
        self._count = 0
        self._impatience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the base class has it
        """Somebody connected and should say something soon."""
        super().connection_made(transport)
        self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Another protocol has the connection from here on; this one and its parser would keep each other."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as the base class does when the connection is lost

    def on_message_begin(self) -> None:
        """A request begins."""
        self._size = self._count = 0
        self._wait_for_headers()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of the address."""
        self._take(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header."""
        self._count += 1
        self._take(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """From here on the answer decides how long it takes."""
        self._stop_waiting()
        super().on_headers_complete()

    def _take(self, size: int) -> None:
        self._size += size
        if self._size > HEADER_BYTES or self._count > HEADERS:
            raise TooMuch

    def _wait_for_headers(self) -> None:
        self._stop_waiting()
        self._impatience = self.loop.call_later(HEADERS_S, self._give_up)

    def _stop_waiting(self) -> None:
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


class PassingWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, of which nothing stays when its connection is lost (ADR-108)."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more is read: the parser, a generator that waits for bytes, would keep what keeps it."""
        super().connection_lost(exc)
        self.conn.parser.close()
