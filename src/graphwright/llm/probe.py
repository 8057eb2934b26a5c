"""Finds out by the smallest possible calls what a language model can do that nobody knows: temperature, schema, tools.

What its provider refuses by name is learned on the way (`adapting`); what is left is whether it does as it was told.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from graphwright.errors import LanguageModelError
from graphwright.llm.base import ChatMessage, ModelRequest, ModelResponse, ToolSpec, whole
from graphwright.llm.remote import RemoteModel
from graphwright.ports import Clock
from graphwright.protocol.base import JsonValue
from graphwright.protocol.language_models import ModelProbe

_TOKENS: Final = 64
_TEMPERATURE: Final = 0.3
_SCHEMA: Final[dict[str, JsonValue]] = {
    "type": "object",
    "properties": {"ready": {"type": "boolean"}},
    "required": ["ready"],
    "additionalProperties": False,
}
_TOOL: Final = ToolSpec(
    name="ping",
    description="Tells that you are there.",
    parameters={"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
)


class _Ready(msgspec.Struct):
    ready: bool


async def probe(model: RemoteModel, clock: Clock) -> ModelProbe:
    """Three calls at most; the model's own record of capabilities is left as they found it."""
    known = model.capabilities
    if not known.is_known:
        model.capabilities = replace(known, temperature=True)
    try:
        await _asked(model, "Answer with the one word: ready", temperature=_TEMPERATURE)
        context = await model.loaded_context()
        by_schema = await _asked(model, 'Answer with {"ready": true} and nothing else.', response_schema=_SCHEMA)
        called = await _asked(model, "Call the function ping with the word hello.", tools=[_TOOL])
    except LanguageModelError as error:
        model.capabilities = replace(model.capabilities, temperature=known.temperature)
        return ModelProbe(at=clock.now(), error=error.message)
    return ModelProbe(
        at=clock.now(),
        temperature=model.capabilities.temperature,
        schema=_is_ready(by_schema.text),
        tools=any(call.name == _TOOL.name for call in called.tool_calls),
        context=context,
    )


async def _asked(model: RemoteModel, text: str, **more: object) -> ModelResponse:
    request = ModelRequest(system=[], messages=[ChatMessage(role="user", text=text)], max_output_tokens=_TOKENS)
    return await whole(model, replace(request, **more))


def _is_ready(text: str) -> bool:
    try:
        msgspec.json.decode(text.strip().removeprefix("```json").removesuffix("```"), type=_Ready)
    except msgspec.MsgspecError:
        return False
    return True
