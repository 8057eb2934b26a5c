"""Lets other people's programs write into journals, which the product does by commands only; the reading is the product's.

Each stream is a project of its own, and each message an entry of its journal. A request that reads goes through to the
product as it came, with a token, since these programs bring none. Whatever of the protocol is about writing, and not
needed to have something to read, is missing here: it would judge this file.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from graphwright.protocol.events import LayoutChanged
from graphwright.server.durable_stream import JSON, StreamPart, offset
from graphwright.server.endpoint import EndpointCall
from graphwright.server.routes.stream import JournalStream
from tests.server.place import Place

MEDIA: dict[str, str] = {}
"""Of each stream that was written, by its project."""


class WrittenStream(JournalStream):
    """The journal of a project, told as the messages that were written."""

    def __init__(self, call: EndpointCall[Any, Any]) -> None:
        super().__init__(call)
        self.media = MEDIA[self._project.header.name]

    async def after(self, number: int) -> StreamPart:
        piece = await super().after(number)
        entries = [json.loads(message) for message in piece.messages]
        written = [base64.b64decode(each["event"]["view"]) for each in entries if each["type"] == "layout.changed"]
        return StreamPart(written, piece.end)

    def body(self, messages: Sequence[bytes]) -> bytes:
        return super().body(messages) if self._is_json else b"".join(messages)

    def lines(self, messages: Sequence[bytes]) -> Sequence[bytes]:
        return super().lines(messages) if self._is_json else b"".join(messages).splitlines()

    @property
    def _is_json(self) -> bool:
        return self.media.partition(";")[0].lower() == JSON


class WritingDoor:
    """The product with this in front, as one application."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._streams: dict[str, tuple[str, str]] = {}
        self._made = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        if scope["type"] == "http" and request.method in {"PUT", "POST", "DELETE"}:
            response = await self._written(request)
            await response(scope, receive, send)
            return
        project, token = self._streams.get(scope["path"]) or ("nowhere", await self._token("elsewhere"))
        path = f"/api/projects/{project}/stream"
        bearer = (b"authorization", f"Bearer {token}".encode())
        inner = {**scope, "path": path, "raw_path": path.encode(), "headers": [*scope["headers"], bearer]}
        await self._place.network(inner, receive, send)

    async def _written(self, request: Request) -> Response:
        name, media = request.url.path, request.headers.get("content-type", "")
        if request.method == "DELETE":
            return Response(status_code=204 if self._streams.pop(name, None) else 404)
        body = await request.body()
        if request.method == "PUT":
            return await self._created(request, media or "application/octet-stream", body)
        if name not in self._streams:
            return PlainTextResponse("there is no such stream", 404)
        project, _ = self._streams[name]
        if not body or not media:
            return PlainTextResponse("nothing to append", 400)
        if media.lower() != MEDIA[project].lower():
            return PlainTextResponse("a stream has one media type", 409)
        return await self._appended(project, media, body, 204)

    async def _created(self, request: Request, media: str, body: bytes) -> Response:
        name = request.url.path
        if name in self._streams:
            is_same = MEDIA[self._streams[name][0]].lower() == media.lower()
            return Response(status_code=200 if is_same else 409, headers={"content-type": media})
        self._made += 1
        project = f"stream-{self._made}"
        await self._place.project(project)
        MEDIA[project] = media
        self._streams[name] = project, await self._token(project)
        return await self._appended(project, media, body, 201, location=str(request.url))

    async def _appended(self, project: str, media: str, body: bytes, status: int, **headers: str) -> Response:
        try:
            messages = _messages(media, body)
        except msgspec.DecodeError:
            return PlainTextResponse("this is no JSON", 400)
        if status == 204 and not messages:
            return PlainTextResponse("nothing to append", 400)
        opened = await self._place.project(project)
        if messages:
            await opened.record(
                [LayoutChanged(view=base64.b64encode(message).decode(), positions={}) for message in messages]
            )
        end = offset(opened.header.epoch, opened.header.sequence)
        return Response(status_code=status, headers={"content-type": media, "stream-next-offset": end, **headers})

    async def _token(self, project: str) -> str:
        opened = await self._place.workbench.open_or_new_project(project)
        issued = await self._place.server_state.authenticator.tokens.issue(opened, "viewer")
        return issued.token


def _messages(media: str, body: bytes) -> Sequence[bytes]:
    """What a body appends: bytes, or each value of a JSON array."""
    if media.partition(";")[0].lower() != JSON:
        return [body] if body else []
    if not body:
        return []
    if body.lstrip()[:1] != b"[":
        msgspec.json.decode(body)
        return [body]
    return [bytes(each) for each in msgspec.json.decode(body, type=list[msgspec.Raw])]
