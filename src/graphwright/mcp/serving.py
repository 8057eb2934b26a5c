"""Answers one message of a client from an offer: which era it is of, what it asks for, and the form of the answer.

A modern request says everything itself. Older clients introduced themselves with `initialize`; what they can do is
known where a door remembers it (standard input), and not where it does not (HTTP), so nothing is asked of them there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from graphwright.mcp.offer import InputRequired, McpRequest, Offer, Outcome, TaskBegun, Tell
from graphwright.mcp.sealing import StateSeal
from graphwright.mcp.wire import (
    CAPABILITIES_KEY,
    HANDSHAKE,
    MODERN,
    SERVER_KEY,
    SUBSCRIPTION_KEY,
    TASKS,
    UNSAID,
    VERSION_KEY,
    IncomingMessage,
    JsonObject,
    MessageId,
    invalid,
    missing_capability,
    notification,
    unknown_method,
    unsupported_version,
)
from graphwright.protocol.base import JsonValue

_Handler: TypeAlias = Callable[["McpServer", JsonObject, McpRequest], Awaitable[JsonObject]]

DISCOVERY_MS: Final = 60_000
_ASKED_WITH: Final = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}
"""What is asked of a client, by the capability that it needs."""
_MODERN_ONLY: Final = ("resultType", "ttlMs", "cacheScope")
_RETRY: Final = ("inputResponses", "requestState")
"""Parameters of a request that comes again with answers."""


class McpServer:
    """One offer, spoken for. `remembers`: the door belongs to one client, so `initialize` holds from then on."""

    def __init__(self, offer: Offer, seal: StateSeal, *, remembers: bool = False) -> None:
        self.offer = offer
        self.seal = seal
        self._remembers = remembers
        self._introduced: tuple[str, JsonObject] | None = None
        """Version and capabilities of an older client."""

    async def answer(self, message: IncomingMessage, tell: Tell, version: str | None = None) -> JsonObject:
        """The result of a request. `version` is what the door was told beside it. Raises `McpError`."""
        if message.id is None:
            raise invalid(f"{message.method[:100]!r} wants an answer, so it needs an id")
        request = self._request(message, message.id, tell, version)
        handler = (_MODERN if request.is_modern else _OLDER).get(message.method)
        needed = _NEEDED.get(message.method)
        if handler is None or (needed is not None and needed not in self.offer.capabilities):
            raise unknown_method(message.method)
        result = await handler(self, message.params, request)
        return self._finished(result, request)

    def _request(self, message: IncomingMessage, message_id: MessageId, tell: Tell, version: str | None) -> McpRequest:
        said = message.meta.get(VERSION_KEY)
        if said is not None or self._is_of_today(message, version):
            return _modern_request(message, message_id, said, tell)
        known = self._introduced or (UNSAID if version is None else version, {})
        return McpRequest(
            id=message_id,
            version=known[0],
            is_modern=False,
            capabilities=known[1],
            meta=message.meta,
            tell=tell,
        )

    def _is_of_today(self, message: IncomingMessage, version: str | None) -> bool:
        """Whether a message without a version of its own must have one."""
        if message.method == "initialize" or version in HANDSHAKE:
            return False
        return version is not None or (self._remembers and self._introduced is None and message.method != "ping")

    def introduced(self, params: JsonObject) -> str:
        """An older client says who it is; the version that is spoken with it."""
        asked, capabilities = params.get("protocolVersion"), params.get("capabilities")
        version = asked if isinstance(asked, str) and asked in HANDSHAKE else HANDSHAKE[0]
        if self._remembers:
            self._introduced = version, capabilities if isinstance(capabilities, dict) else {}
        return version

    def outcome(self, found: Outcome, bound: JsonObject, request: McpRequest) -> JsonObject:
        """What a tool, resource or prompt came to, as a result."""
        if isinstance(found, TaskBegun):
            if not request.can("extensions", TASKS):
                raise missing_capability("extensions", TASKS)
            return {"resultType": "task", **found.task}
        if not isinstance(found, InputRequired):
            return found
        for asked in found.requests.values():
            capability = _ASKED_WITH[str(asked["method"])]
            if not request.is_modern or not request.can(capability):
                raise missing_capability(capability)
        result: JsonObject = {"resultType": "input_required", "inputRequests": {**found.requests}}
        if found.state is not None:
            result["requestState"] = self.seal.close(found.state, self.offer.principal, bound)
        return result

    def _finished(self, result: JsonObject, request: McpRequest) -> JsonObject:
        if not request.is_modern:
            return {name: value for name, value in result.items() if name not in _MODERN_ONLY}
        meta = result.get("_meta")
        named: JsonObject = {SERVER_KEY: self.offer.info, **(meta if isinstance(meta, dict) else {})}
        return {"resultType": "complete", **result, "_meta": named}


def _modern_request(message: IncomingMessage, message_id: str | int, said: JsonValue, tell: Tell) -> McpRequest:
    if said is None:
        raise invalid(f"_meta must say {VERSION_KEY}")
    if not isinstance(said, str) or said not in MODERN:
        raise unsupported_version(said)
    capabilities = message.meta.get(CAPABILITIES_KEY)
    if not isinstance(capabilities, dict):
        raise invalid(f"_meta must say {CAPABILITIES_KEY}, an object")
    return McpRequest(
        id=message_id, version=said, is_modern=True, capabilities=capabilities, meta=message.meta, tell=tell
    )


# what everybody may ask ------------------------------------------------------------------------------------------


def _kept(result: JsonObject, ttl_ms: int) -> JsonObject:
    """What a client may keep for a while; for itself, because it depends on who asks."""
    return {**result, "ttlMs": ttl_ms, "cacheScope": "private"}


async def _tools(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    _first_page(params)
    return _kept({"tools": [*await server.offer.tools(request)]}, server.offer.ttl_ms)


async def _prompts(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    _first_page(params)
    return _kept({"prompts": [*await server.offer.prompts(request)]}, server.offer.ttl_ms)


async def _templates(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    _first_page(params)
    return _kept({"resourceTemplates": [*await server.offer.resource_templates(request)]}, server.offer.ttl_ms)


async def _resources(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    cursor = _text(params, "cursor") if "cursor" in params else None
    page = await server.offer.resources(cursor, request)
    more: JsonObject = {} if page.next_cursor is None else {"nextCursor": page.next_cursor}
    return _kept({"resources": [*page.items], **more}, server.offer.ttl_ms)


async def _call_tool(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    name, arguments = _text(params, "name"), _object(params, "arguments")
    bound: JsonObject = {"name": name, "arguments": arguments}
    found = await server.offer.call_tool(name, arguments, _retried(server, params, bound, request))
    return server.outcome(found, bound, request)


async def _read_resource(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    uri = _text(params, "uri")
    bound: JsonObject = {"uri": uri}
    found = await server.offer.read_resource(uri, _retried(server, params, bound, request))
    result = server.outcome(found, bound, request)
    return _kept(result, 0) if "contents" in result else result


async def _get_prompt(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    name, given = _text(params, "name"), _object(params, "arguments")
    arguments = {key: value for key, value in given.items() if isinstance(value, str)}
    if len(arguments) != len(given):
        raise invalid("the arguments of a prompt are texts")
    bound: JsonObject = {"prompt": name, "arguments": given}
    found = await server.offer.get_prompt(name, arguments, _retried(server, params, bound, request))
    return server.outcome(found, bound, request)


async def _complete(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    argument = _object(params, "argument")
    begun = _text(argument, "value")
    words = await server.offer.complete(_object(params, "ref"), _text(argument, "name"), begun, request)
    shown: list[JsonValue] = [*words[:100]]
    return {"completion": {"values": shown, "total": len(words), "hasMore": len(words) > len(shown)}}


# what only clients of today ask ----------------------------------------------------------------------------------


async def _discover(server: McpServer, _params: JsonObject, _request: McpRequest) -> JsonObject:
    offer = server.offer
    said: JsonObject = {"supportedVersions": [*MODERN], "capabilities": offer.capabilities}
    return _kept({**said, "instructions": offer.instructions}, DISCOVERY_MS)


async def _listen(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    """Goes on until the client has enough or there is nothing more to tell."""
    wanted = _object(params, "notifications")
    if "taskIds" in wanted and not request.can("extensions", TASKS):
        raise missing_capability("extensions", TASKS)
    listening = await server.offer.listen(wanted, request)
    tag: JsonObject = {SUBSCRIPTION_KEY: request.id}
    said: JsonObject = {"_meta": tag, "notifications": listening.honoured}
    await request.tell(notification("notifications/subscriptions/acknowledged", said))
    async for news in listening.news:
        inner = news.get("params")
        params_of_news: JsonObject = {**(inner if isinstance(inner, dict) else {}), "_meta": tag}
        await request.tell(notification(str(news["method"]), params_of_news))
    return {"_meta": tag}


async def _get_task(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    return {"resultType": "complete", **await server.offer.get_task(_task(params, request), request)}


async def _update_task(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    await server.offer.update_task(_task(params, request), _object(params, "inputResponses"), request)
    return {}


async def _cancel_task(server: McpServer, params: JsonObject, request: McpRequest) -> JsonObject:
    await server.offer.cancel_task(_task(params, request), request)
    return {}


# what only older clients ask -------------------------------------------------------------------------------------


async def _initialize(server: McpServer, params: JsonObject, _request: McpRequest) -> JsonObject:
    offer = server.offer
    capabilities = {name: value for name, value in offer.capabilities.items() if name != "extensions"}
    if "resources" in capabilities:
        capabilities["resources"] = {}  # they hear of changes on a stream of today only
    return {
        "protocolVersion": server.introduced(params),
        "capabilities": {name: {} if name in {"tools", "prompts"} else value for name, value in capabilities.items()},
        "serverInfo": offer.info,
        "instructions": offer.instructions,
    }


async def _nothing_to_say(_server: McpServer, _params: JsonObject, _request: McpRequest) -> JsonObject:
    return {}


# inside ----------------------------------------------------------------------------------------------------------


def _retried(server: McpServer, params: JsonObject, bound: JsonObject, request: McpRequest) -> McpRequest:
    """The request with what people answered meanwhile."""
    if not any(name in params for name in _RETRY):
        return request
    state = None
    if "requestState" in params:
        state = server.seal.open(_text(params, "requestState"), server.offer.principal, bound)
    return replace(request, inputs=_object(params, "inputResponses"), state=state)


def _task(params: JsonObject, request: McpRequest) -> str:
    if not request.can("extensions", TASKS):
        raise missing_capability("extensions", TASKS)
    return _text(params, "taskId")


def _text(params: Mapping[str, JsonValue], name: str) -> str:
    value = params.get(name)
    if not isinstance(value, str):
        raise invalid(f"{name} must be a text")
    return value


def _object(params: Mapping[str, JsonValue], name: str) -> JsonObject:
    value = params.get(name, {})
    if not isinstance(value, dict):
        raise invalid(f"{name} must be an object")
    return value


def _first_page(params: JsonObject) -> None:
    """These lists are short and have one page."""
    if params.get("cursor") is not None:
        raise invalid("this list has one page; its cursor is not one of ours")


_EVERYBODY: Final[dict[str, _Handler]] = {
    "tools/list": _tools,
    "tools/call": _call_tool,
    "resources/list": _resources,
    "resources/templates/list": _templates,
    "resources/read": _read_resource,
    "prompts/list": _prompts,
    "prompts/get": _get_prompt,
    "completion/complete": _complete,
}
_MODERN: Final[dict[str, _Handler]] = _EVERYBODY | {
    "server/discover": _discover,
    "subscriptions/listen": _listen,
    "tasks/get": _get_task,
    "tasks/update": _update_task,
    "tasks/cancel": _cancel_task,
}
_OLDER: Final[dict[str, _Handler]] = _EVERYBODY | {"initialize": _initialize, "ping": _nothing_to_say}
_NEEDED: Final = {
    **{method: method.partition("/")[0] for method in _EVERYBODY},
    "completion/complete": "completions",
    **dict.fromkeys(("tasks/get", "tasks/update", "tasks/cancel"), "extensions"),
}
"""The capability of the server behind a method."""
