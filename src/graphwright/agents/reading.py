"""The reads: those that the assistant of the project has, with the same answers (`tools/`), now or at a revision."""

from __future__ import annotations

from typing import Final

import msgspec

from graphwright.agents.agent_tool import text_result
from graphwright.agents.seat import AgentSeat
from graphwright.llm.base import ToolCall
from graphwright.mcp.wire import JsonObject
from graphwright.protocol.base import JsonValue
from graphwright.tools.operation_builder import DraftedOperations

AT: Final = "at"
"""The argument that every read has here besides its own."""
_AT_SCHEMA: Final[JsonObject] = {
    "type": "string",
    "description": "the model as it was: a revision's number, or a baseline's name",
}


async def told_reads(seat: AgentSeat) -> list[JsonObject]:
    """The reads that make sense in this project."""
    ontology = seat.project.ontology
    return [
        {
            "name": tool.name,
            "title": tool.name.replace("_", " ").capitalize(),
            "description": tool.description,
            "inputSchema": _with_moment(tool.schema(ontology)),
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
        }
        for tool in await seat.open_project.toolbox.reads()
    ]


def is_read(seat: AgentSeat, name: str) -> bool:
    """Is a tool called so that looks things up?"""
    tool = seat.open_project.toolbox.tool(name)
    return tool is not None and not tool.is_write


async def read(seat: AgentSeat, name: str, arguments: JsonObject) -> JsonObject:
    """Call one. What is wrong with the call is its answer; `NotFound` for a revision that never was."""
    given = dict(arguments)
    moment = given.pop(AT, None)
    revision = None if moment is None else await seat.open_project.baselines.revision_of(str(moment))
    call = ToolCall(tool_call_id=name, name=name, arguments=msgspec.json.encode(given).decode())
    answer = await seat.open_project.toolbox.answer(
        call,
        await seat.rights(),
        drafted=DraftedOperations(base_revision=seat.graph.revision),
        author=seat.person,
        revision=revision,
    )
    return text_result(answer.content, is_error=answer.is_error)


def _with_moment(schema: JsonObject) -> JsonObject:
    properties: JsonValue = schema.get("properties", {})
    own = properties if isinstance(properties, dict) else {}
    return {**schema, "properties": {**own, AT: _AT_SCHEMA}}
