"""Messages of JSON-RPC as MCP uses them: read strictly, written, and refused with the codes of the specification."""

from __future__ import annotations

from typing import Final, TypeAlias, cast

import msgspec
from msgspec import Struct

from graphwright.protocol.base import JsonValue

JsonObject: TypeAlias = dict[str, JsonValue]
MessageId: TypeAlias = str | int

LATEST: Final = "2026-07-28"
MODERN: Final = (LATEST,)
"""Every request says its version and what its client can do; nothing is remembered between two."""
HANDSHAKE: Final = ("2025-11-25", "2025-06-18", "2025-03-26")
"""Before: a client introduces itself once with `initialize`. Newest first."""
UNSAID: Final = "2025-03-26"
"""The version of a client that sends no header with it."""

PREFIX: Final = "io.modelcontextprotocol/"
VERSION_KEY: Final = PREFIX + "protocolVersion"
CAPABILITIES_KEY: Final = PREFIX + "clientCapabilities"
SERVER_KEY: Final = PREFIX + "serverInfo"
SUBSCRIPTION_KEY: Final = PREFIX + "subscriptionId"
TASKS: Final = PREFIX + "tasks"
"""The extension by which a call is answered with a task."""
APPS: Final = PREFIX + "ui"
"""The extension by which a client shows pages of a server."""

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
HEADER_MISMATCH: Final = -32020
MISSING_CAPABILITY: Final = -32021
UNSUPPORTED_VERSION: Final = -32022

_STATUS: Final = {METHOD_NOT_FOUND: 404, INTERNAL_ERROR: 500}
_SHOWN: Final = 100
"""Characters of a client's own words in an error."""


class McpError(Exception):
    """A message that cannot be answered, as the protocol says it."""

    def __init__(self, code: int, message: str, data: JsonObject | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    @property
    def status(self) -> int:
        """The HTTP status beside it."""
        return _STATUS.get(self.code, 400)


class IncomingMessage(Struct, frozen=True, kw_only=True):
    """A request, or a notification where nobody waits for an answer."""

    id: MessageId | None
    method: str
    params: JsonObject
    meta: JsonObject
    """What travels beside the parameters."""


def read_message(data: bytes | str) -> IncomingMessage:
    """One message of a client. `McpError` for everything else."""
    try:
        decoded: object = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise McpError(PARSE_ERROR, f"this is not one JSON value: {error}") from None
    found = cast("JsonObject", decoded) if isinstance(decoded, dict) else {}
    if found.get("jsonrpc") != "2.0":
        raise McpError(INVALID_REQUEST, "send one JSON-RPC 2.0 message; batches are not part of this protocol")
    message_id, method, params = found.get("id"), found.get("method"), found.get("params", {})
    if isinstance(message_id, bool) or not isinstance(message_id, str | int | None) or not isinstance(method, str):
        raise McpError(INVALID_REQUEST, "a message has a method, and an id that is a text or a whole number, or none")
    if "id" in found and message_id is None:
        raise McpError(INVALID_REQUEST, "the id of a request must not be null")
    meta = params.pop("_meta", {}) if isinstance(params, dict) else None
    if not isinstance(params, dict) or not isinstance(meta, dict):
        raise McpError(INVALID_REQUEST, "params and its _meta are objects")
    return IncomingMessage(id=message_id, method=method, params=params, meta=meta)


def result_message(message_id: MessageId, result: JsonObject) -> JsonObject:
    """The answer to a request."""
    return {"jsonrpc": "2.0", "id": message_id, "result": result}


def error_message(message_id: MessageId | None, error: McpError) -> JsonObject:
    """Why a request has no answer."""
    said: JsonObject = {"code": error.code, "message": error.message}
    if error.data is not None:
        said["data"] = error.data
    who: JsonObject = {} if message_id is None else {"id": message_id}
    return {"jsonrpc": "2.0", **who, "error": said}


def notification(method: str, params: JsonObject) -> JsonObject:
    """What a server says without being asked."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def missing_capability(*path: str) -> McpError:
    """What a client must be able to do, and did not say that it can."""
    needed: JsonObject = {}
    for name in reversed(path):
        needed = {name: needed}
    message = f"this needs a client with the capability {'.'.join(path)}"
    return McpError(MISSING_CAPABILITY, message, {"requiredCapabilities": needed})


def unsupported_version(requested: JsonValue) -> McpError:
    """A version that is not spoken here."""
    said = requested[:_SHOWN] if isinstance(requested, str) else requested
    message = f"unsupported protocol version {said!r}; this server speaks {', '.join((*MODERN, *HANDSHAKE))}"
    return McpError(UNSUPPORTED_VERSION, message, {"supported": [*MODERN], "requested": requested})


def unknown_method(method: str) -> McpError:
    """A method that there is not."""
    return McpError(METHOD_NOT_FOUND, f"there is no method {method[:_SHOWN]!r}")


def invalid(message: str) -> McpError:
    """Parameters that do not fit."""
    return McpError(INVALID_PARAMS, message)
