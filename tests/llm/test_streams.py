"""What each provider really sends, as data: `streams/NAME.sse` byte for byte, `streams/NAME.json` what is understood.

The streams follow the wire forms that the providers document, with their quirks, which the second file names. Each one
comes over HTTP to the language model as the settings open it. A new quirk is two more files.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import anthropic.types as anthropic_types
import msgspec
import openai.types.chat as openai_chat
import openai.types.responses as openai_responses
import pytest
from pydantic import TypeAdapter

from graphwright.errors import LanguageModelError
from graphwright.formats.thoughts import without_thoughts
from graphwright.llm.base import ChatMessage, ModelRequest, ModelResponse, TextDelta, ToolCallDelta, ToolSpec, whole
from graphwright.llm.providers import open_model
from graphwright.llm.remote import RemoteModel
from graphwright.settings import Settings
from tests.llm.conftest import KEY
from tests.llm.scripted_server import Reply, Request, ScriptedServer, listening
from tests.llm.test_oracle import ask_anthropic, ask_openai, ask_responses

FOLDER = Path(__file__).parent / "streams"
NAMES = sorted(path.stem for path in FOLDER.glob("*.sse"))
ASKED = ChatMessage(role="user", text="Who orders?")
LOOKUP = ToolSpec(name="lookup", description="Looks up.", parameters={"type": "object", "properties": {}})
REQUEST = ModelRequest(system=[], messages=[ASKED], tools=[LOOKUP])


class Recorded(msgspec.Struct, forbid_unknown_fields=True, rename="camel"):
    """What stands beside a stream."""

    model: str
    quirks: list[str]
    response: dict | None = None
    """The whole answer; None: there is none."""
    error: dict | None = None
    goes_back: list[dict] = []
    """The model's own turn, as the request tells it that brings the results of its calls."""
    shown: str = ""
    """The text without thoughts, where they stand in it."""


class Streaming(ScriptedServer):
    """Answers with a recorded stream whatever it is asked."""

    def __init__(self, *parts: bytes) -> None:
        super().__init__()
        self._reply = Reply(parts)

    def reply_to(self, request: Request) -> Reply:
        # Where Ollama tells how much context it has loaded a model with.
        return Reply([b'{"models": []}']) if request.path.startswith("/api/") else self._reply

    @property
    def bodies(self) -> list[dict]:
        return [request.body for request in self.requests if not request.path.startswith("/api/")]


def recorded(name: str) -> Recorded:
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recorded)


def wire_of(name: str) -> list[bytes]:
    """The events, one by one."""
    return [part + b"\n\n" for part in (FOLDER / f"{name}.sse").read_bytes().split(b"\n\n") if part]


@pytest.fixture
def opened(client, clock):
    def open_at(server: ScriptedServer, name: str) -> RemoteModel:
        variables = {
            "HOME": "/srv/ana",
            "GRAPHWRIGHT_MODEL": name,
            "GRAPHWRIGHT_API_KEY": KEY,
            "GRAPHWRIGHT_BASE_URL": server.address,
            "GRAPHWRIGHT_PRICES": f"{name}=1/0.1/2",
        }
        return open_model(name, Settings.read(variables), client, clock)

    return open_at


async def answer_of(model: RemoteModel) -> tuple[str, dict[int, list[str]], ModelResponse]:
    """What came piece by piece, and the whole."""
    text, calls = "", dict[int, list[str]]()
    async for item in model.stream(REQUEST):
        if isinstance(item, ModelResponse):
            return text, calls, item
        if isinstance(item, TextDelta):
            text += item.text
        if isinstance(item, ToolCallDelta):
            call = calls.setdefault(item.index, ["", ""])
            call[0] += item.name or ""
            call[1] += item.arguments
    raise AssertionError


def pieces(events: Sequence[bytes], size: int) -> list[bytes]:
    body = b"".join(events)
    return [body[at : at + size] for at in range(0, len(body), size)]


@pytest.mark.requirement("M-23", "M-102", "R-61")
@pytest.mark.parametrize("size", [0, 7], ids=["whole events", "pieces of 7 bytes"])
@pytest.mark.parametrize("name", NAMES)
async def test_a_recorded_stream_is_understood_whole(name, size, opened):
    expected, events = recorded(name), wire_of(name)
    server = Streaming(*(pieces(events, size) if size else events))
    async with listening(server):
        model = opened(server, expected.model)
        if expected.error is not None:
            with pytest.raises(LanguageModelError) as error:
                await answer_of(model)
            assert {"code": error.value.code, "retry": error.value.retry} == expected.error
            return
        text, calls, response = await answer_of(model)
    assert response == msgspec.convert({"kind": "response", **(expected.response or {})}, ModelResponse)
    assert text == response.text
    assert list(calls.values()) == [[call.name, call.arguments] for call in response.tool_calls]
    assert not expected.shown or without_thoughts(text) == expected.shown


@pytest.mark.requirement("M-22", "M-23")
@pytest.mark.parametrize("name", [name for name in NAMES if recorded(name).goes_back])
async def test_what_a_provider_wants_back_with_the_results_comes_back(name, opened):
    expected, server = recorded(name), Streaming(*wire_of(name))
    async with listening(server):
        model = opened(server, expected.model)
        said = await whole(model, REQUEST)
        turn = ChatMessage(role="assistant", text=said.text, tool_calls=said.tool_calls, reasoning=said.reasoning)
        results = [ChatMessage(role="tool", text="-", tool_call_id=call.tool_call_id) for call in said.tool_calls]
        await whole(model, ModelRequest(system=[], messages=[ASKED, turn, *results], tools=[LOOKUP]))
    sent = server.bodies[1].get("messages") or server.bodies[1]["input"]
    assert sent[1 : 1 + len(expected.goes_back)] == expected.goes_back


@pytest.mark.requirement("R-61", "R-63", "M-23")
@pytest.mark.parametrize("name", [name for name in NAMES if recorded(name).response])
async def test_wherever_a_recorded_stream_is_cut_the_answer_is_the_same_or_none(name, opened):
    """What may be missing are the counts, which come last."""
    expected, events = recorded(name), wire_of(name)
    full = msgspec.convert({"kind": "response", **(expected.response or {})}, ModelResponse)
    whole_ones = 0
    for end in range(len(events)):
        server = Streaming(*events[:end])
        async with listening(server):
            try:
                _, _, got = await answer_of(opened(server, expected.model))
            except LanguageModelError:
                continue
        whole_ones += 1
        assert msgspec.structs.replace(got, usage=full.usage) == full
    assert whole_ones <= 3, "the end and what follows it"


# the official clients and their types ---------------------------------------------------------------------------------

OFFICIAL = {
    "openai-chat": ask_openai,
    "azure": ask_openai,
    "deepseek": ask_openai,
    "groq": ask_openai,
    "vllm": ask_openai,
    "vllm-text": ask_openai,
    "sglang": ask_openai,
    "openrouter": ask_openai,
    "llama-cpp": ask_openai,
    "bedrock-chat": ask_openai,
    "openai-responses": ask_responses,
    "anthropic": ask_anthropic,
    "bedrock-messages": ask_anthropic,
}
"""Of those that their providers tell people to call by it and that it can read: Gemini's calls have no number, Ollama's
all have the same one, and Mistral's thoughts are no text."""


@pytest.mark.requirement("M-21", "M-23")
@pytest.mark.parametrize("name", OFFICIAL)
async def test_the_official_client_reads_the_same_in_a_recorded_stream(name):
    ours = recorded(name).response or {}
    server = Streaming(*wire_of(name))
    async with listening(server):
        text, calls, ends, finish, counts, model = await OFFICIAL[name](server.address)
    assert {
        "text": text,
        "toolCalls": [dict(zip(("toolCallId", "name", "arguments"), call, strict=True)) for call in calls],
        "finishReason": finish,
        "model": model,
        "counts": counts,
    } == {
        "text": ours["text"],
        "toolCalls": ours["toolCalls"],
        "finishReason": ends[ours["finishReason"]],
        "model": ours["model"],
        "counts": tuple(ours["usage"][name] for name in ("inputTokens", "cachedTokens", "outputTokens")),
    }


JUDGES: dict[str, TypeAdapter] = {
    "openai-chat": TypeAdapter(openai_chat.ChatCompletionChunk),
    "openai-responses": TypeAdapter(openai_responses.ResponseStreamEvent),
    "anthropic": TypeAdapter(anthropic_types.RawMessageStreamEvent),
    "anthropic-refusal": TypeAdapter(anthropic_types.RawMessageStreamEvent),
}


@pytest.mark.requirement("M-21", "M-23")
@pytest.mark.parametrize("name", JUDGES)
def test_the_official_types_say_that_a_recorded_stream_is_one_of_theirs(name):
    data = [line.removeprefix(b"data: ") for event in wire_of(name) for line in event.splitlines() if b"data: " in line]
    events = [json.loads(each) for each in data if each not in {b"[DONE]", b'{"type":"ping"}'}]
    assert events
    for event in events:
        JUDGES[name].validate_python(event, strict=False)
