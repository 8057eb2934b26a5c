"""A tool of an agent: what it is called, what it takes, whom it is offered to, and how it is carried out."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from graphwright.agents.seat import AgentSeat
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.ontology import Ontology
from graphwright.mcp.offer import McpRequest, Outcome
from graphwright.mcp.wire import JsonObject
from graphwright.protocol.base import JsonValue
from graphwright.protocol.projects import Right
from graphwright.tools.answer import json_text
from graphwright.tools.schema import ARGUMENT_CHARACTERS, ToolArguments, schema_of

NO_META: JsonObject = {}


class AgentTool(Struct, frozen=True, kw_only=True):
    """One tool."""

    name: str
    title: str
    arguments: type[ToolArguments]
    carry_out: Callable[[AgentSeat, Any, McpRequest], Awaitable[Outcome]]
    right: Right = "read"
    changes: bool = False
    """Whether something is different afterwards."""
    meta: JsonObject = NO_META
    offered_to: Callable[[McpRequest], bool] = lambda _request: True
    """Whether a client is told of it."""

    def told(self, ontology: Ontology) -> JsonObject:
        """As a client is told of it."""
        said: JsonObject = {
            "name": self.name,
            "title": self.title,
            "description": " ".join((inspect.getdoc(self.arguments) or "").split()),
            "inputSchema": {**schema_of(self.arguments, ontology)},
            "annotations": {"readOnlyHint": not self.changes, "destructiveHint": False, "openWorldHint": False},
        }
        if self.meta:
            said["_meta"] = self.meta
        return said

    def read_arguments(self, given: JsonObject) -> ToolArguments:
        """The arguments, strictly. `InvalidCommand`, `LimitExceeded`."""
        size = len(msgspec.json.encode(given))
        if size > ARGUMENT_CHARACTERS:
            message = f"the arguments have {size:,} bytes, at most {ARGUMENT_CHARACTERS:,} are read; send less at once"
            raise LimitExceeded(message)
        try:
            return msgspec.convert(given, self.arguments)
        except msgspec.ValidationError as error:
            raise InvalidCommand(f"the arguments do not fit {self.name}: {error}") from None


def text_result(content: str, *, is_error: bool = False) -> JsonObject:
    """A result that is text: JSON, cleaned for a prompt."""
    result: JsonObject = {"content": [{"type": "text", "text": content}]}
    return {**result, "isError": True} if is_error else result


def data_result(value: Mapping[str, JsonValue], *, is_error: bool = False) -> JsonObject:
    """A result that programs read too."""
    text = json_text(value)
    structured: JsonObject = {"structuredContent": msgspec.json.decode(text)}
    return {**text_result(text, is_error=is_error), **structured}
