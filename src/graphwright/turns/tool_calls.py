"""The tool calls of one answer, made safe to keep: each with an id of its own, and no more than can be answered.

What a language model sent is carried out as it came or not at all. What goes back into the conversation is what every
provider takes: a known name, a JSON object, an id that no other call has (WD-10, R-63).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from graphwright.llm.answer import strict_json_object
from graphwright.llm.base import ChatMessage, ToolCall
from graphwright.protocol.base import Record

CALLS: Final = 32
"""Of one answer that are carried out."""
ANSWERED_CALLS: Final = 64
"""Of one answer that are answered, those above `CALLS` by an error; what is beyond is cut from the conversation."""
UNKNOWN: Final = "unknown_tool"
"""In the conversation, instead of a name that no provider would take back."""

_SAYABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Names and ids that every provider takes back."""


class ToolCalls(Record, frozen=True, kw_only=True):
    """The calls of one answer."""

    said: list[ToolCall]
    """As they stand in the conversation."""
    wanted: list[ToolCall]
    """The same, as they came: what is to be carried out, or refused."""
    dropped: int
    """Calls that are not even answered."""


def with_unique_ids(calls: Sequence[ToolCall], taken: Collection[str], *, prefix: str) -> ToolCalls:
    """Calls with ids that are unique among each other and `taken`; a missing, strange or repeated id is replaced."""
    used = set(taken)
    wanted: list[ToolCall] = []
    for index, call in enumerate(calls[:ANSWERED_CALLS]):
        tool_call_id = call.tool_call_id
        if tool_call_id in used or not _SAYABLE.fullmatch(tool_call_id):
            tool_call_id = f"{prefix}-{index}"
        while tool_call_id in used:
            tool_call_id += "x"
        used.add(tool_call_id)
        wanted.append(replace(call, tool_call_id=tool_call_id))
    said = [_sayable(call) for call in wanted]
    return ToolCalls(said=said, wanted=wanted, dropped=max(0, len(calls) - ANSWERED_CALLS))


def ids_in(messages: Sequence[ChatMessage]) -> set[str]:
    """The ids of all tool calls in a conversation."""
    return {call.tool_call_id for message in messages if message.tool_calls is not None for call in message.tool_calls}


def call_identity(call: ToolCall) -> str:
    """The same text for calls that ask for the same: name and arguments, whatever their spelling."""
    arguments = strict_json_object(call.arguments)
    if arguments is None:
        return f"{call.name} {call.arguments}"
    return f"{call.name} {msgspec.json.encode(arguments, order='deterministic').decode()}"


def _sayable(call: ToolCall) -> ToolCall:
    name = call.name if _SAYABLE.fullmatch(call.name) else UNKNOWN
    arguments = "{}" if strict_json_object(call.arguments) is None else call.arguments
    return replace(call, name=name, arguments=arguments)
