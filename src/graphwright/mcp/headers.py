"""What the HTTP headers of a request say stands in its body too, or it is refused: others may have routed by it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Final

from graphwright.mcp.wire import HEADER_MISMATCH, VERSION_KEY, IncomingMessage, McpError

VERSION_HEADER: Final = "mcp-protocol-version"
METHOD_HEADER: Final = "mcp-method"
NAME_HEADER: Final = "mcp-name"
NAMED_BY: Final = {
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
    "tasks/get": "taskId",
    "tasks/update": "taskId",
    "tasks/cancel": "taskId",
}
"""Methods whose header `Mcp-Name` repeats this parameter."""
_OPEN, _CLOSE = "=?base64?", "?="


def check_headers(message: IncomingMessage, headers: Mapping[str, str]) -> None:
    """Hold the headers against the body of a request of a modern client. `McpError`."""
    version = message.meta.get(VERSION_KEY)
    if version is not None:
        _same("MCP-Protocol-Version", headers.get(VERSION_HEADER), version)
    if message.id is None:
        return  # headers of notifications are not defined
    _same("Mcp-Method", headers.get(METHOD_HEADER), message.method)
    by = NAMED_BY.get(message.method)
    if by is not None and isinstance(message.params.get(by), str):
        given = headers.get(NAME_HEADER)
        _same("Mcp-Name", None if given is None else _decoded(given.strip(" \t")), message.params[by])


def _same(name: str, given: str | None, wanted: object) -> None:
    if given is None:
        raise McpError(HEADER_MISMATCH, f"Header mismatch: {name} is missing")
    given = given.strip(" \t")  # white space around a value is no part of it (RFC 9110, 5.5)
    if given != wanted:
        raise McpError(HEADER_MISMATCH, f"Header mismatch: {name} says {given[:100]!r}, the body {str(wanted)[:100]!r}")


def _decoded(value: str) -> str:
    """The value itself; what is not plain ASCII travels as Base64."""
    if not (value.startswith(_OPEN) and value.endswith(_CLOSE)):
        return value
    try:
        return base64.b64decode(value[len(_OPEN) : -len(_CLOSE)], validate=True).decode()
    except (binascii.Error, ValueError):
        raise McpError(HEADER_MISMATCH, "Header mismatch: Mcp-Name is not valid Base64 of UTF-8") from None
