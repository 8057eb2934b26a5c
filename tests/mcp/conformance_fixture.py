"""What the conformance suite expects at a server, as an offer; mounted behind our transport in place of a project."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from graphwright.mcp.offer import InputRequired, Listening, McpRequest, Offer, Outcome, Page, unknown_resource
from graphwright.mcp.wire import JsonObject, invalid, missing_capability, notification
from graphwright.protocol.base import JsonValue

PNG: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV: Final = base64.b64encode(
    b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\0\0\0\0"
).decode()
IMAGE: Final[JsonObject] = {"type": "image", "data": PNG, "mimeType": "image/png"}
AUDIO: Final[JsonObject] = {"type": "audio", "data": WAV, "mimeType": "audio/wav"}
NO_ARGUMENTS: Final[JsonObject] = {"type": "object", "properties": {}}


def text(said: str) -> JsonObject:
    return {"type": "text", "text": said}


def embedded(uri: str, said: str, media: str = "text/plain") -> JsonObject:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": media, "text": said}}


def content(*parts: JsonObject) -> JsonObject:
    return {"content": [*parts]}


PLAIN: Final = {
    "test_simple_text": content(text("This is a simple text response for testing.")),
    "test_image_content": content(IMAGE),
    "test_audio_content": content(AUDIO),
    "test_embedded_resource": content(embedded("test://embedded-resource", "This is an embedded resource content.")),
    "test_multiple_content_types": content(
        text("Multiple content types test:"),
        IMAGE,
        embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
    ),
    "test_error_handling": {**content(text("This tool intentionally returns an error for testing")), "isError": True},
    "test_logging_tool": content(text("Nothing is logged here.")),
    "test_streaming_elicitation": content(text("done")),
}
RESOURCES: Final = {
    "test://static-text": {
        "mimeType": "text/plain",
        "text": "This is the content of the static text resource.",
    },
    "test://static-binary": {"mimeType": "image/png", "blob": PNG},
    "test://watched-resource": {"mimeType": "text/plain", "text": "Watched resource content."},
}


def elicited(message: str, field: str) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": {field: {"type": "string"}}, "required": [field]}
    return {"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": schema}}


SAMPLED: Final[JsonObject] = {
    "method": "sampling/createMessage",
    "params": {"messages": [{"role": "user", "content": text("What is the capital of France?")}], "maxTokens": 100},
}
ROOTS: Final[JsonObject] = {"method": "roots/list", "params": {}}
NAME: Final = elicited("What is your name?", "name")

ASKING: Final[Mapping[str, tuple[dict[str, JsonObject], JsonValue]]] = {
    "test_input_required_result_elicitation": ({"user_name": NAME}, None),
    "test_input_required_result_sampling": ({"capital_question": SAMPLED}, None),
    "test_input_required_result_list_roots": ({"client_roots": ROOTS}, None),
    "test_input_required_result_request_state": ({"confirm": elicited("Please confirm", "ok")}, "kept"),
    "test_input_required_result_multiple_inputs": (
        {"user_name": NAME, "greeting": SAMPLED, "client_roots": ROOTS},
        "kept",
    ),
    "test_input_required_result_tampered_state": ({"confirm": elicited("Please confirm", "ok")}, "kept"),
    "test_input_required_result_capabilities": ({"user_name": NAME, "greeting": SAMPLED}, None),
}
OTHERS: Final = (
    "test_tool_with_progress",
    "test_missing_capability",
    "test_input_required_result_multi_round",
    "test_trigger_tool_change",
    "test_trigger_prompt_change",
)
PROMPTS: Final[Mapping[str, Sequence[str]]] = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
    "test_input_required_result_prompt": (),
}


class ConformanceOffer(Offer):
    """The fixtures, answering as the suite describes them."""

    name = "conformance-fixture"
    title = "Conformance fixture"
    version = "1.0.0"
    capabilities: JsonObject = {
        "tools": {"listChanged": True},
        "prompts": {"listChanged": True},
        "resources": {"subscribe": True, "listChanged": True},
        "completions": {},
    }
    heard: Final[set[asyncio.Queue[str]]] = set()

    async def tools(self, request: McpRequest) -> list[JsonObject]:
        names = [*PLAIN, *ASKING, *OTHERS]
        return [{"name": name, "description": f"Fixture {name}", "inputSchema": NO_ARGUMENTS} for name in names]

    async def call_tool(self, name: str, arguments: JsonObject, request: McpRequest) -> Outcome:
        if name in PLAIN:
            return PLAIN[name]
        if name in ASKING:
            return asking(name, request)
        match name:
            case "test_tool_with_progress":
                for done in (0, 50, 100):
                    await request.progress(done, 100)
                return content(text(str(request.meta.get("progressToken"))))
            case "test_missing_capability":
                if not request.can("sampling"):
                    raise missing_capability("sampling")
                return content(text("can sample"))
            case "test_input_required_result_multi_round":
                return rounds(request)
            case "test_trigger_tool_change" | "test_trigger_prompt_change":
                for queue in self.heard:
                    queue.put_nowait(name.split("_")[2] + "s")
                return content(text("changed"))
            case _:
                raise invalid(f"there is no tool {name}")

    async def resources(self, cursor: str | None, request: McpRequest) -> Page:
        told: list[JsonObject] = [
            {"uri": uri, "name": uri, "description": "A fixture", "mimeType": found["mimeType"]}
            for uri, found in RESOURCES.items()
        ]
        return Page(items=told)

    async def resource_templates(self, request: McpRequest) -> list[JsonObject]:
        return [{"uriTemplate": "test://template/{id}/data", "name": "template", "mimeType": "application/json"}]

    async def read_resource(self, uri: str, request: McpRequest) -> Outcome:
        if uri in RESOURCES:
            return {"contents": [{"uri": uri, **RESOURCES[uri]}]}
        head, tail = "test://template/", "/data"
        if uri.startswith(head) and uri.endswith(tail):
            found = uri[len(head) : -len(tail)]
            said = f'{{"id":"{found}","templateTest":true,"data":"Data for ID: {found}"}}'
            return {"contents": [{"uri": uri, "mimeType": "application/json", "text": said}]}
        raise unknown_resource(uri)

    async def prompts(self, request: McpRequest) -> list[JsonObject]:
        return [
            {
                "name": name,
                "description": f"Fixture {name}",
                "arguments": [{"name": each, "description": each, "required": True} for each in arguments],
            }
            for name, arguments in PROMPTS.items()
        ]

    async def get_prompt(self, name: str, arguments: Mapping[str, str], request: McpRequest) -> Outcome:
        match name:
            case "test_simple_prompt":
                return messages(text("This is a simple prompt for testing."))
            case "test_prompt_with_arguments":
                said = f"Prompt with arguments: arg1='{arguments['arg1']}', arg2='{arguments['arg2']}'"
                return messages(text(said))
            case "test_prompt_with_embedded_resource":
                found = embedded(arguments["resourceUri"], "Embedded resource content for testing.")
                return messages(found, text("Please process the embedded resource above."))
            case "test_prompt_with_image":
                return messages(IMAGE, text("Please analyze the image above."))
            case "test_input_required_result_prompt":
                if "user_context" not in request.inputs:
                    return InputRequired(requests={"user_context": elicited("Which context?", "context")})
                return messages(text(f"Context: {request.inputs['user_context']}"))
            case _:
                raise invalid(f"there is no prompt {name}")

    async def complete(self, reference: JsonObject, argument: str, begun: str, request: McpRequest) -> Sequence[str]:
        return [each for each in ("paris", "park", "party") if each.startswith(begun)]

    async def listen(self, wanted: JsonObject, request: McpRequest) -> Listening:
        kinds = {"toolsListChanged": "tools", "promptsListChanged": "prompts", "resourcesListChanged": "resources"}
        honoured: JsonObject = {name: True for name in kinds if wanted.get(name) is True}
        queue: asyncio.Queue[str] = asyncio.Queue()
        self.heard.add(queue)
        return Listening(honoured=honoured, news=self._news(queue, {kinds[name] for name in honoured}))

    async def _news(self, queue: asyncio.Queue[str], kinds: set[str]) -> AsyncIterator[JsonObject]:
        try:
            while True:
                kind = await queue.get()
                if kind in kinds:
                    yield notification(f"notifications/{kind}/list_changed", {})
        finally:
            self.heard.discard(queue)


def asking(name: str, request: McpRequest) -> Outcome:
    """Asks until every answer has the form of one."""
    requests, state = ASKING[name]
    if name == "test_input_required_result_capabilities":
        can = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling"}
        requests = {key: each for key, each in requests.items() if request.can(can[str(each["method"])])}
    if all(is_answer(request.inputs.get(key)) for key in requests) and request.state == state:
        return content(text(f"state-ok {request.inputs}"))
    return InputRequired(requests=requests, state=state)


def rounds(request: McpRequest) -> Outcome:
    if request.state == "one" and is_answer(request.inputs.get("step1")):
        return InputRequired(requests={"step2": elicited("Step 2: Which colour?", "color")}, state="two")
    if request.state == "two" and is_answer(request.inputs.get("step2")):
        return content(text("done"))
    return InputRequired(requests={"step1": elicited("Step 1: Who are you?", "name")}, state="one")


def is_answer(given: Any) -> bool:
    return isinstance(given, dict) and bool({"action", "content", "roots", "role"} & given.keys())


def messages(*parts: JsonObject) -> JsonObject:
    return {"messages": [{"role": "user", "content": part} for part in parts]}
