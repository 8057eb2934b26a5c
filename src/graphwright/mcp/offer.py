"""What a server offers its clients, and a request as whoever answers it sees it; no wire, no transport."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from graphwright.mcp.wire import INVALID_PARAMS, JsonObject, McpError, MessageId, invalid, notification
from graphwright.protocol.base import JsonValue

Tell: TypeAlias = Callable[[JsonObject], Awaitable[None]]
"""Says something to the client before its answer is there."""


class McpRequest(Struct, frozen=True, kw_only=True):
    """One request of a client."""

    id: MessageId
    version: str
    is_modern: bool
    capabilities: JsonObject
    """What the client says that it can do."""
    meta: JsonObject
    tell: Tell
    inputs: Mapping[str, JsonValue] = {}
    """What people answered to an `InputRequired` of before, by its keys; a client's word."""
    state: JsonValue = None
    """What that `InputRequired` wanted to be remembered; ours, unchanged."""

    def can(self, *path: str) -> bool:
        """Whether the client declared a capability, such as `("extensions", TASKS)`."""
        found: JsonValue = self.capabilities
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return isinstance(found, dict)

    async def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Tell how far it is, if the client wants to hear that."""
        token = self.meta.get("progressToken")
        if not isinstance(token, str | int) or isinstance(token, bool):
            return
        said: JsonObject = {"progressToken": token, "progress": done}
        said |= {} if total is None else {"total": total}
        said |= {} if message is None else {"message": message}
        await self.tell(notification("notifications/progress", said))


class InputRequired(Struct, frozen=True, kw_only=True):
    """The request can be answered once people, or the client itself, have answered these."""

    requests: dict[str, JsonObject]
    """By keys of one's own, each a request such as `elicitation/create`."""
    state: JsonValue = None
    """What is to be known again when the request comes with the answers; it is sealed on its way."""


class TaskBegun(Struct, frozen=True, kw_only=True):
    """The answer will take a while; the task says when it is there."""

    task: JsonObject


Outcome: TypeAlias = JsonObject | InputRequired | TaskBegun
"""Of a tool, a resource or a prompt."""


class Page(Struct, frozen=True, kw_only=True):
    """A part of a list, and where it goes on."""

    items: list[JsonObject]
    next_cursor: str | None = None


class Listening(Struct, frozen=True, kw_only=True):
    """What a client will hear of."""

    honoured: JsonObject
    """The part of its wishes that is fulfilled."""
    news: AsyncIterator[JsonObject]
    """Notifications as they come; at its end there will be no more."""


class Offer:
    """One server, to one client. What `capabilities` does not name is not there, and its methods are never called."""

    name = "server"
    title = "Server"
    version = "0"
    instructions = ""
    capabilities: JsonObject = {}
    ttl_ms = 0
    """How long lists stay true."""

    @property
    def info(self) -> JsonObject:
        """Who the server is."""
        return {"name": self.name, "title": self.title, "version": self.version}

    @property
    def principal(self) -> str:
        """Who asks; what is sealed for one of them is worth nothing to another."""
        return ""

    async def tools(self, request: McpRequest) -> list[JsonObject]:
        """The tools, in an order that stays."""
        return []

    async def call_tool(self, name: str, arguments: JsonObject, request: McpRequest) -> Outcome:
        """Call one. `McpError` for one that there is not."""
        raise invalid(f"there is no tool {name[:100]!r}")

    async def resources(self, cursor: str | None, request: McpRequest) -> Page:
        """What may be read."""
        return Page(items=[])

    async def resource_templates(self, request: McpRequest) -> list[JsonObject]:
        """Forms of addresses that may be read."""
        return []

    async def read_resource(self, uri: str, request: McpRequest) -> Outcome:
        """The contents at an address. `McpError` for one that leads nowhere."""
        raise unknown_resource(uri)

    async def prompts(self, request: McpRequest) -> list[JsonObject]:
        """Beginnings of conversations that people choose."""
        return []

    async def get_prompt(self, name: str, arguments: Mapping[str, str], request: McpRequest) -> Outcome:
        """One of them, filled in. `McpError`."""
        raise invalid(f"there is no prompt {name[:100]!r}")

    async def complete(self, reference: JsonObject, argument: str, begun: str, request: McpRequest) -> Sequence[str]:
        """What a word that was begun may become, the likeliest first."""
        return []

    async def get_task(self, task_id: str, request: McpRequest) -> JsonObject:
        """A task as it stands. `McpError`."""
        raise unknown_task(task_id)

    async def update_task(self, task_id: str, inputs: Mapping[str, JsonValue], request: McpRequest) -> None:
        """Answers to what a task asks for. `McpError`."""
        raise unknown_task(task_id)

    async def cancel_task(self, task_id: str, request: McpRequest) -> None:
        """Stop a task. `McpError`."""
        raise unknown_task(task_id)

    async def listen(self, wanted: JsonObject, request: McpRequest) -> Listening:
        """Hear of changes."""
        return Listening(honoured={}, news=_nothing())


async def _nothing() -> AsyncIterator[JsonObject]:
    nothing: Sequence[JsonObject] = ()
    for each in nothing:
        yield each


def unknown_resource(uri: str) -> McpError:
    """An address that leads nowhere, or nowhere for this person."""
    return McpError(INVALID_PARAMS, f"there is no resource {uri[:300]!r}", {"uri": uri[:2_000]})


def unknown_task(task_id: str) -> McpError:
    """A task that there is not, or not for this person."""
    return invalid(f"there is no task {task_id[:100]!r}")
