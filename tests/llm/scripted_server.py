"""A provider that follows a script: any bytes, at any pace, in both dialects; it tells when its client left.

It stands on asyncio's sockets and shares no code with the program. A reply is a list of what happens in order: bytes
are written, `STALL` waits until the client leaves, `RESET` drops the connection. The last reply is repeated.
"""

from __future__ import annotations

import asyncio
import enum
import json
import socket
import struct
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


class Act(enum.Enum):
    """What a reply can do besides writing bytes."""

    STALL = "wait until the client leaves"
    TRICKLE = "send a byte of a comment every few milliseconds until the client leaves"
    RESET = "drop the connection"


STALL, TRICKLE, RESET = Act.STALL, Act.TRICKLE, Act.RESET
Part = bytes | Act


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: dict


@dataclass
class Reply:
    """One answer. With `chunked` each part becomes a chunk of its own; `whole` sends the last, empty chunk."""

    parts: Sequence[Part] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/event-stream"})
    chunked: bool = True
    whole: bool = True
    head: bool = True

    def in_pieces(self, size: int) -> Reply:
        """The same bytes, cut into pieces of `size`."""
        body = b"".join(part for part in self.parts if isinstance(part, bytes))
        return Reply([body[at : at + size] for at in range(0, len(body), size)], self.status, self.headers)


class ScriptedServer:
    def __init__(self) -> None:
        self.script: list[Reply] = []
        self.requests: list[Request] = []
        self.client_left = asyncio.Event()
        """Set when a client closed its connection while a reply was under way."""
        self.open_connections = 0
        self.connections = 0
        """All that were ever made."""
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def reply_to(self, request: Request) -> Reply:
        return self.script[min(len(self.requests), len(self.script)) - 1]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open_connections += 1
        self.connections += 1
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            while await self._answer(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.open_connections -= 1
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.requests.append(Request(head[0].split()[1], headers, json.loads(body or b"{}")))
        reply = self.reply_to(self.requests[-1])
        if reply.head:
            lines = [f"HTTP/1.1 {reply.status} Scripted", *(f"{k}: {v}" for k, v in reply.headers.items())]
            lines.append("Transfer-Encoding: chunked" if reply.chunked else "Connection: close")
            writer.write("\r\n".join([*lines, "", ""]).encode())
        for part in reply.parts:
            if not await self._act(part, reply, reader, writer):
                return False
        if not reply.chunked or not reply.whole:
            return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True

    async def _act(self, part: Part, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        match part:
            case bytes():
                writer.write(f"{len(part):x}\r\n".encode() + part + b"\r\n" if reply.chunked else part)
                await writer.drain()
                # Let the client read this piece before the next one is written, so that pieces stay pieces.
                await asyncio.sleep(0)
                return True
            case Act.STALL:
                await self._until_left(reader)
            case Act.TRICKLE:
                trickle = asyncio.create_task(self._until_left(reader))
                while not trickle.done():
                    writer.write(b"1\r\n:\r\n")
                    await asyncio.wait([trickle], timeout=0.01)
            case Act.RESET:
                await writer.drain()
                # With a linger of zero the socket answers with RST instead of an orderly end.
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
        return False

    async def _until_left(self, reader: asyncio.StreamReader) -> None:
        try:
            await reader.read(1)
        finally:
            self.client_left.set()


@asynccontextmanager
async def scripted_server(*script: Reply) -> AsyncIterator[ScriptedServer]:
    server = ScriptedServer()
    server.script = list(script)
    async with listening(server):
        yield server


@asynccontextmanager
async def listening(server: ScriptedServer) -> AsyncIterator[None]:
    """Serve on a free port of this machine."""
    tasks: set[asyncio.Task] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        # The server is being closed: asyncio would report the cancelled task as an error of ours.
        with suppress(asyncio.CancelledError):
            await server.serve(reader, writer)

    socket_server = await asyncio.start_server(connected, "127.0.0.1", 0)
    server.port = socket_server.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        socket_server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def event(data: object, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


class OpenAIWire:
    """Chat completion chunks as the real service sends them."""

    name = "openai"
    path = "/v1/chat/completions"
    ends = {"stop": "stop", "length": "length", "toolCalls": "tool_calls", "filtered": "content_filter"}

    def chunk(self, delta: dict, finish: str | None = None, **more: object) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m-1"}
        return event(head | {"choices": [choice]} | more)

    def begin(self) -> list[bytes]:
        return [self.chunk({"role": "assistant", "content": "", "refusal": None})]

    def say(self, *words: str) -> list[bytes]:
        return [self.chunk({"content": word}) for word in words]

    def think(self, text: str, encrypted: str = "sealed") -> list[bytes]:
        return [self.chunk({"reasoning_content": text})]

    def call(self, index: int, call_id: object, name: object, *arguments: object, close: bool = True) -> list[bytes]:
        first = {"index": index, "id": call_id, "type": "function", "function": {"name": name, "arguments": ""}}
        pieces = [{"index": index, "function": {"arguments": piece}} for piece in arguments]
        return [self.chunk({"tool_calls": [piece]}) for piece in (first, *pieces)]

    def end(self, reason: str = "stop", *, usage: object = (100, 40, 7), close: bool = True) -> list[bytes]:
        """`usage` = prompt tokens, cached ones among them, answer tokens."""
        finish = self.chunk({}, self.ends.get(reason, reason))
        return [finish, *self.usage(usage), b"data: [DONE]\n\n"]

    def usage(self, usage: object) -> list[bytes]:
        if usage is None:
            return []
        if isinstance(usage, tuple):
            prompt, cached, output = usage
            usage = {
                "prompt_tokens": prompt,
                "completion_tokens": output,
                "total_tokens": prompt + output,
                "prompt_tokens_details": {"cached_tokens": cached},
            }
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m-1"}
        return [event(head | {"choices": [], "usage": usage})]

    def error(self, kind: str, message: str) -> bytes:
        return event({"error": {"message": message, "type": kind, "code": None}})


class AnthropicWire:
    """Message events as the real service sends them."""

    name = "anthropic"
    path = "/v1/messages"
    ends = {"stop": "end_turn", "length": "max_tokens", "toolCalls": "tool_use", "filtered": "refusal"}

    def __init__(self) -> None:
        self._block = -1
        self._in_text = False
        self.usage_at_start: object = {
            "input_tokens": 60,
            "cache_read_input_tokens": 40,
            "cache_creation_input_tokens": 0,
            "output_tokens": 1,
        }

    def event(self, kind: str, **fields: object) -> bytes:
        return event({"type": kind, **fields}, kind)

    def begin(self) -> list[bytes]:
        self._block, self._in_text = -1, False
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m-1", "content": [],
                   "stop_reason": None, "stop_sequence": None, "usage": self.usage_at_start}  # fmt: skip
        return [self.event("message_start", message=message), self.event("ping")]

    def say(self, *words: str) -> list[bytes]:
        opening: list[bytes] = []
        if not self._in_text:
            self._block, self._in_text = self._block + 1, True
            block = {"type": "text", "text": ""}
            opening = [self.event("content_block_start", index=self._block, content_block=block)]
        return opening + [self.delta(type="text_delta", text=word) for word in words]

    def think(self, text: str, encrypted: str = "sealed") -> list[bytes]:
        """Thoughts whose text is shown, signed."""
        before = self.close_text()
        self._block += 1
        block = {"type": "thinking", "thinking": "", "signature": ""}
        return [
            *before,
            self.event("content_block_start", index=self._block, content_block=block),
            self.delta(type="thinking_delta", thinking=text),
            self.delta(type="signature_delta", signature=encrypted),
            self.event("content_block_stop", index=self._block),
        ]

    def delta(self, **delta: object) -> bytes:
        return self.event("content_block_delta", index=self._block, delta=delta)

    def close_text(self) -> list[bytes]:
        if not self._in_text:
            return []
        self._in_text = False
        return [self.event("content_block_stop", index=self._block)]

    def call(self, index: int, call_id: object, name: object, *arguments: object, close: bool = True) -> list[bytes]:
        before = self.close_text()
        self._block += 1
        block = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
        events = [*before, self.event("content_block_start", index=self._block, content_block=block)]
        events += [self.delta(type="input_json_delta", partial_json=piece) for piece in arguments]
        return [*events, self.event("content_block_stop", index=self._block)] if close else events

    def end(self, reason: str = "stop", *, usage: object = (100, 40, 7), close: bool = True) -> list[bytes]:
        if isinstance(usage, tuple):
            usage = {"output_tokens": usage[2]}
        before = self.close_text() if close else []
        delta = {"stop_reason": self.ends.get(reason, reason), "stop_sequence": None}
        last = {"usage": usage} if usage is not None else {}
        return [*before, self.event("message_delta", delta=delta, **last), self.event("message_stop")]

    def error(self, kind: str, message: str) -> bytes:
        return self.event("error", error={"type": kind, "message": message})


class ResponsesWire:
    """Response events as the real service sends them."""

    name = "responses"
    path = "/v1/responses"

    def __init__(self) -> None:
        self._place = -1
        self._text = ""
        self._open: dict | None = None
        self._output: list[dict] = []

    def done(self, item: dict) -> bytes:
        self._output.append(item)
        return self.event("response.output_item.done", output_index=self._place, item=item)

    def event(self, kind: str, **fields: object) -> bytes:
        return event({"type": kind, "sequence_number": 1, **fields}, kind)

    def begin(self) -> list[bytes]:
        self._place, self._text, self._open, self._output = -1, "", None, []
        response = {"id": "resp_1", "object": "response", "status": "in_progress", "model": "m-1", "output": []}
        return [
            self.event("response.created", response=response),
            self.event("response.in_progress", response=response),
        ]

    def say(self, *words: str) -> list[bytes]:
        opening: list[bytes] = []
        if self._open is None:
            self._place += 1
            self._open = {"id": "msg_1", "type": "message", "role": "assistant", "status": "in_progress", "content": []}
            part = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
            opening = [
                self.event("response.output_item.added", output_index=self._place, item=self._open),
                self.event("response.content_part.added", item_id="msg_1", output_index=self._place, content_index=0, part=part),
            ]  # fmt: skip
        self._text += "".join(words)
        return opening + [
            self.event("response.output_text.delta", item_id="msg_1", output_index=self._place, content_index=0, delta=word, logprobs=[])
            for word in words
        ]  # fmt: skip

    def close_text(self) -> list[bytes]:
        if self._open is None:
            return []
        part = {"type": "output_text", "text": self._text, "annotations": [], "logprobs": []}
        item, self._open = {**self._open, "status": "completed", "content": [part]}, None
        return [
            self.event(
                "response.output_text.done",
                item_id="msg_1",
                output_index=self._place,
                content_index=0,
                text=self._text,
                logprobs=[],
            ),
            self.done(item),
        ]

    def think(self, text: str, encrypted: str = "sealed") -> list[bytes]:
        before = self.close_text()
        self._place += 1
        item = {"id": f"rs_{self._place}", "type": "reasoning", "summary": []}
        whole = {**item, "summary": [{"type": "summary_text", "text": text}], "encrypted_content": encrypted}
        return [
            *before,
            self.event("response.output_item.added", output_index=self._place, item=item),
            self.event("response.reasoning_summary_text.delta", output_index=self._place, summary_index=0, delta=text),
            self.done({**whole, "status": "completed"}),
        ]

    def call(self, index: int, call_id: object, name: object, *arguments: object, close: bool = True) -> list[bytes]:
        before = self.close_text()
        self._place += 1
        item = {
            "id": f"fc_{index}",
            "type": "function_call",
            "status": "in_progress",
            "call_id": call_id,
            "name": name,
            "arguments": "",
        }
        events = [*before, self.event("response.output_item.added", output_index=self._place, item=item)]
        events += [
            self.event("response.function_call_arguments.delta", item_id=item["id"], output_index=self._place, delta=piece)
            for piece in arguments
        ]  # fmt: skip
        if not close:
            return events
        whole = "".join(piece for piece in arguments if isinstance(piece, str))
        return [
            *events,
            self.event("response.function_call_arguments.done", item_id=item["id"], name=name, output_index=self._place, arguments=whole),
            self.done({**item, "status": "completed", "arguments": whole}),
        ]  # fmt: skip

    def end(self, reason: str = "stop", *, usage: object = (100, 40, 7), close: bool = True) -> list[bytes]:
        before = self.close_text() if close else []
        if isinstance(usage, tuple):
            prompt, cached, output = usage
            usage = {
                "input_tokens": prompt,
                "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": 0},
                "output_tokens": output,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": prompt + output,
            }
        ends = {"length": "max_output_tokens", "filtered": "content_filter"}
        whole = reason in {"stop", "toolCalls"}
        response = {
            "id": "resp_1",
            "object": "response",
            "status": "completed" if whole else "incomplete",
            "incomplete_details": None if whole else {"reason": ends.get(reason, reason)},
            "error": None,
            "model": "m-1",
            "output": self._output,
            "usage": usage,
        }
        return [*before, self.event("response.completed" if whole else "response.incomplete", response=response)]

    def error(self, kind: str, message: str) -> bytes:
        return self.event("error", code=kind, message=message, param=None)


Wire = OpenAIWire | AnthropicWire | ResponsesWire


def stream(*groups: Iterable[Part]) -> Reply:
    """A reply that streams all events of the groups, each in a chunk of its own."""
    return Reply([part for group in groups for part in group])


def refusal(status: int, message: str = "no", *, kind: str = "", code: str | None = None, **headers: str) -> Reply:
    """A reply with an error status and the body that providers send with it."""
    body = json.dumps({"type": "error", "error": {"type": kind, "message": message, "code": code}}).encode()
    head = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return Reply([body], status, head)
