"""The language model of everybody: the scripted server of the tests, answering at once and the same to the same.

Asked with tools it calls the first one, once for each of the ten steps, then it says that all is done. A vector is made
of the words of its text.
"""

from __future__ import annotations

import asyncio
import base64
import json
import math
import re
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from zlib import crc32

from benchmarks.peers.work import STEPS
from tests.llm.scripted_server import Reply, Request, ScriptedServer, listening

NUMBERS: Final = 256


class PeersModel(ScriptedServer):
    """Chat completions and embeddings in the dialect of OpenAI."""

    def reply_to(self, request: Request) -> Reply:
        said = _vectors(request.body) if request.path.endswith("/embeddings") else _message(request.body)
        return Reply([json.dumps({**said, "model": "scripted"}).encode()], headers={"Content-Type": "application/json"})


def _message(asked: dict[str, Any]) -> dict[str, Any]:
    done = sum(message["role"] == "tool" for message in asked["messages"])
    message: dict[str, Any] = {"role": "assistant", "content": "All is done."}
    if "tools" in asked and done < STEPS:
        name = asked["tools"][0]["function"]["name"]
        function = {"name": name, "arguments": json.dumps({"number": done + 1})}
        message = {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": f"call-{done + 1}", "type": "function", "function": function}],
        }
    reason = "tool_calls" if message.get("tool_calls") else "stop"
    choice = {"index": 0, "message": message, "finish_reason": reason, "logprobs": None}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "choices": [choice], "usage": usage}


def _vectors(asked: dict[str, Any]) -> dict[str, Any]:
    texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
    packed = asked.get("encoding_format") == "base64"
    made = [_vector(text) for text in texts]
    data = [
        {
            "object": "embedding",
            "index": at,
            "embedding": base64.b64encode(struct.pack(f"<{NUMBERS}f", *each)).decode() if packed else each,
        }
        for at, each in enumerate(made)
    ]
    return {"object": "list", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def _vector(text: str) -> list[float]:
    """Of length 1: how often each word stands there, its place by a checksum."""
    counts = [0.0] * NUMBERS
    for word in re.findall(r"\w+", text.lower()) or [""]:
        counts[crc32(word.encode()) % NUMBERS] += 1
    length = math.sqrt(sum(each * each for each in counts))
    return [each / length for each in counts]


@contextmanager
def model_server() -> Iterator[str]:
    """Its address, `.../v1`, while the block lasts."""
    server, loop = PeersModel(), asyncio.new_event_loop()
    ready, over = threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with listening(server):
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    try:
        assert ready.wait(20)
        yield server.address
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()
