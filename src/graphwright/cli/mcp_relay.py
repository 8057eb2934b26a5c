"""Hands an agent's messages to the server that owns the folder, at `/mcp` of its Unix socket, and its answers back."""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator
from typing import Final

import httpx2
import msgspec

from graphwright.mcp.headers import METHOD_HEADER, NAME_HEADER, NAMED_BY, VERSION_HEADER
from graphwright.mcp.lines import Answering
from graphwright.mcp.wire import INTERNAL_ERROR, VERSION_KEY, IncomingMessage, JsonObject, McpError, error_message

ADDRESS: Final = "http://localhost/mcp"
_DATA: Final = "data: "


def relayed(socket: str, project: str) -> Answering:
    """Answers requests about a project by asking the server behind a socket."""

    async def answering(message: IncomingMessage) -> AsyncGenerator[JsonObject]:
        transport = httpx2.AsyncHTTPTransport(uds=socket)
        async with httpx2.AsyncClient(transport=transport, timeout=None, params={"project": project}) as client:
            try:
                async for said in _answers(client, message):
                    yield said
            except httpx2.TransportError as error:
                reason = f"the server that owns the folder is gone ({type(error).__name__}); start this again"
                yield error_message(message.id, McpError(INTERNAL_ERROR, reason))

    return answering


async def _answers(client: httpx2.AsyncClient, message: IncomingMessage) -> AsyncGenerator[JsonObject]:
    body: JsonObject = {"jsonrpc": "2.0", "id": message.id, "method": message.method}
    body["params"] = {**message.params, "_meta": message.meta} if message.meta else message.params
    async with client.stream("POST", ADDRESS, content=msgspec.json.encode(body), headers=_headers(message)) as answer:
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            async for line in answer.aiter_lines():
                if line.startswith(_DATA):
                    yield msgspec.json.decode(line[len(_DATA) :])
            return
        said = msgspec.json.decode(await answer.aread())
    if "jsonrpc" not in said:  # refused before it was a message of the protocol: the project, a limit
        said = error_message(message.id, McpError(INTERNAL_ERROR, said["message"], {"code": said["code"]}))
    yield said


def _headers(message: IncomingMessage) -> dict[str, str]:
    """What a modern request repeats in its headers."""
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    version = message.meta.get(VERSION_KEY)
    if not isinstance(version, str):
        return headers
    headers |= {VERSION_HEADER: version, METHOD_HEADER: message.method}
    name = message.params.get(NAMED_BY.get(message.method, ""))
    if isinstance(name, str):
        headers[NAME_HEADER] = f"=?base64?{base64.b64encode(name.encode()).decode()}?="
    return headers
