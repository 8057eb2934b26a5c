"""The adapters against somebody else's idea of the providers: aimock, which is compared daily with the real services.

It shares none of our readings of the protocols. Needs Node; installed from npm into a temporary folder.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphwright.errors import ProviderRateLimited, ProviderUnavailable
from graphwright.llm.base import ChatMessage, ModelRequest, ModelResponse, TextDelta, ToolSpec, whole
from tests.llm.calling import complete

pytestmark = pytest.mark.slow

PACKAGE = "@copilotkit/aimock@1.43.0"
GREETING = "Grüß dich, wie geht's dir? 🜂 " * 20
LOOKUP = {"name": "lookup"}
FIXTURES = [
    {"match": {"userMessage": "say hello"}, "response": {"content": GREETING}},
    {"match": {"userMessage": "look up", "hasToolResult": True}, "response": {"content": "Both are there."}},
    {
        "match": {"userMessage": "look up"},
        "response": {"toolCalls": [LOOKUP | {"arguments": '{"name":"Ö"}'}, LOOKUP | {"arguments": '{"name":"B"}'}]},
    },
    {"match": {"userMessage": "Go on exactly"}, "response": {"content": "and the rest."}},
    {"match": {"userMessage": "be cut"}, "response": {"content": "The beginning ", "finishReason": "length"}},
    {"match": {"userMessage": "too fast"}, "response": {"error": {"message": "slow down"}, "status": 429}},
    {"match": {"userMessage": "break"}, "response": {"error": {"message": "broken"}, "status": 500}},
]
TOOL = ToolSpec(name="lookup", description="Looks up.", parameters={"type": "object"})


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("no Node on this machine: aimock cannot run")
    folder: Path = tmp_path_factory.mktemp("aimock")
    installed = subprocess.run(
        [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder, PACKAGE],
        capture_output=True,
        check=False,
        text=True,
        timeout=50,
    )
    if installed.returncode:
        pytest.skip(f"npm cannot install {PACKAGE} here: {installed.stderr.strip()[-200:]}")
    (folder / "fixtures.json").write_text(json.dumps({"fixtures": FIXTURES}))
    program, fixtures = folder / "node_modules/.bin/llmock", folder / "fixtures.json"
    command: list[str | Path] = [program, "-p", "0", "-f", fixtures, "--strict"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            found = next(found for line in server.stdout if (found := re.search(r"listening on (http://\S+)", line)))
            yield found[1] + "/v1"
        finally:
            server.terminate()


def ask(text: str, *more: ChatMessage) -> ModelRequest:
    return ModelRequest(system=[], messages=[ChatMessage(role="user", text=text), *more], tools=[TOOL])


@pytest.mark.requirement("R-61")
async def test_text_arrives_in_pieces_and_whole(address, wire, make_model):
    items = [item async for item in make_model(wire, address).stream(ask("say hello"))]
    texts = [item.text for item in items if isinstance(item, TextDelta)]
    assert len(texts) > 10
    assert isinstance(items[-1], ModelResponse)
    assert "".join(texts) == items[-1].text == GREETING
    assert (items[-1].finish_reason, items[-1].usage.estimated) == ("stop", False)


@pytest.mark.requirement("R-63")
async def test_a_tool_loop_goes_round(address, wire, make_model):
    model = make_model(wire, address)
    asked = await whole(model, ask("look up"))
    assert [(call.name, call.arguments) for call in asked.tool_calls] == [
        ("lookup", '{"name":"Ö"}'),
        ("lookup", '{"name":"B"}'),
    ]
    assert asked.finish_reason == "toolCalls"
    results = [ChatMessage(role="tool", text="found", tool_call_id=call.tool_call_id) for call in asked.tool_calls]
    said = ChatMessage(role="assistant", tool_calls=asked.tool_calls)
    assert (await whole(model, ask("look up", said, *results))).text == "Both are there."


@pytest.mark.requirement("R-60")
async def test_a_cut_answer_is_continued(address, wire, make_model):
    shown, response = await complete(make_model(wire, address), ask("be cut"))
    assert shown == response.text == "The beginning and the rest."


@pytest.mark.requirement("R-60")
async def test_errors_have_their_names(address, wire, make_model):
    model = make_model(wire, address)
    with pytest.raises(ProviderRateLimited) as limited:
        await whole(model, ask("too fast"))
    assert limited.value.fields["retryAfterS"] == 1
    with pytest.raises(ProviderUnavailable, match="broken"):
        await whole(model, ask("break"))
