"""Keeps what a model call was sent, so that a person can read exactly that later: a list of pieces, each stored once.

The graph, the ontology and the instructions are the same bytes from call to call, so they are kept under their hash and
a call only names them. Nobody waits for it: it stands in the store's queue before the step's own result does, so it is
durable with that at the latest.
"""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from graphwright.errors import GraphwrightError
from graphwright.llm.base import ModelRequest, ToolCall, ToolSpec
from graphwright.ports import Clock
from graphwright.protocol.base import Count, Record
from graphwright.protocol.wire import encode
from graphwright.setting_kinds import Effort
from graphwright.store.base import BLOB_RENEWED, Sha256, Store

SHORT: Final = 256
"""Characters; what is shorter stands in the list itself."""
KNOWN: Final = 1_024
"""Hashes remembered per project, so that what is kept already is not written again: those of 200 questions. What is
forgotten is put once more, which changes nothing."""
_HASH_BYTES: Final = 16
"""Of a hash that is remembered; no two texts share so much of it."""


Role: TypeAlias = Literal["system", "user", "assistant", "tool"]


class PieceHead(Record, frozen=True, kw_only=True):
    """What is known of a piece without its text."""

    role: Role
    label: str
    """What a block is (`ontology`, `graph`); empty for messages."""
    sha256: str
    characters: Count
    is_cached: bool = False
    """The end of a prefix that the provider was asked to cache."""
    tool_calls: list[ToolCall] = []
    tool_call_id: str | None = None


class Piece(PieceHead, frozen=True, kw_only=True):
    """A block of the system prompt or a message, in the order in which it was sent."""

    text: str | None = None
    """Where it is short; else it is the blob of that hash."""


class SentRequest(Record, frozen=True, kw_only=True):
    """One request to a language model."""

    pieces: list[Piece]
    tools: list[ToolSpec]
    max_output_tokens: Count
    temperature: float | None = None
    effort: Effort | None = None


class SentRequests:
    """Keeps the requests of one project's model calls."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[bytes, float] = {}
        """Until when each need not be put again: the store must know what is still in use (ADR-99)."""
        self._writing: set[asyncio.Task[None]] = set()

    def keep(self, request: ModelRequest) -> Sha256:
        """The hash of the request's list."""
        texts: dict[str, bytes] = {}
        sent = SentRequest(
            pieces=pieces_of(request, texts),
            tools=request.tools,
            max_output_tokens=request.max_output_tokens,
            temperature=request.temperature,
            effort=request.effort,
        )
        body = encode(sent)
        sha256 = hashlib.sha256(body).hexdigest()
        texts[sha256] = body
        now = self._clock.monotonic()
        until = now + BLOB_RENEWED.total_seconds()  # the same object for each hash, which is kept a thousand times
        for each, data in texts.items():
            if self._known.get(_remembered(each), 0.0) <= now:
                writing = asyncio.create_task(self._written(each, data, until))
                self._writing.add(writing)
                writing.add_done_callback(self._writing.discard)
        return Sha256(sha256)

    def forget(self) -> None:
        """What was kept may be gone: all of it is kept anew."""
        self._known.clear()

    async def _written(self, sha256: str, data: bytes, until: float) -> None:
        with suppress(GraphwrightError):  # a failing disk is told to the step, whose result goes the same way
            await self._store.put_blob(data)
            self._known.pop(_remembered(sha256), None)
            self._known[_remembered(sha256)] = until
            while len(self._known) > KNOWN:
                del self._known[next(iter(self._known))]


def _remembered(sha256: str) -> bytes:
    return bytes.fromhex(sha256[: 2 * _HASH_BYTES])


def pieces_of(request: ModelRequest, texts: dict[str, bytes]) -> list[Piece]:
    """The pieces of a request; the texts of the long ones go into `texts` by their hash."""
    blocks = [_piece("system", block.label, block.text, texts, is_cached=block.cache) for block in request.system]
    messages = [
        replace(
            _piece(message.role, "", message.text, texts, is_cached=message.cache),
            tool_calls=message.tool_calls or [],
            tool_call_id=message.tool_call_id,
        )
        for message in request.messages
    ]
    return [*blocks, *messages]


def _piece(role: Role, label: str, text: str, texts: dict[str, bytes], *, is_cached: bool) -> Piece:
    data = text.encode()
    sha256 = hashlib.sha256(data).hexdigest()
    is_short = len(text) <= SHORT
    if not is_short:
        texts[sha256] = data
    return Piece(
        role=role,
        label=label,
        sha256=sha256,
        characters=len(text),
        is_cached=is_cached,
        text=text if is_short else None,
    )
