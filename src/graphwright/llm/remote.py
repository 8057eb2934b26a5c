"""One model call over HTTP: the part that all dialects share.

A `Dialect` says what the request looks like and how events are read; the connection, its time limits, its end and its
faults are handled here. A parameter that the provider refuses by name is left out from then on, and the call is made
again at once. The client is handed in (ADR-20). A task that is cancelled closes its connection (R-65), and the
connection is given back before the last item is handed out, so a caller who stops reading there holds nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from typing import Final, Protocol

import httpx2
import msgspec
from msgspec.structs import replace

from graphwright.errors import ContextTooLong, LanguageModelError
from graphwright.llm.adapting import MOST, adapted
from graphwright.llm.answer import AnswerBuilder
from graphwright.llm.anthropic import Messages
from graphwright.llm.base import Delta, ModelRequest, ModelResponse
from graphwright.llm.capabilities import Capabilities, DialectName, KeyHeader
from graphwright.llm.connections import connection_faults
from graphwright.llm.faults import complaint_of, malformed, no_key, status_error
from graphwright.llm.ollama import loaded_context
from graphwright.llm.openai import ChatCompletions
from graphwright.llm.prices import TokenCounts, note_usage, usage_of
from graphwright.llm.receiving import Bounds, DialectReader, Receiver
from graphwright.llm.responses import Responses
from graphwright.llm.spoken_calls import has_spoken_call
from graphwright.llm.sse import MAX_LINE_BYTES, MAX_TOTAL_BYTES, EventDecoder
from graphwright.ports import Clock
from graphwright.protocol.runs import Usage
from graphwright.setting_kinds import Secret

# Of an error's body; every real one is a few hundred bytes.
_MAX_ERROR_BYTES: Final = 16 * 1024
# After the terminal event only the end of the body is missing; who does not send it loses the connection.
_LAST_BYTES_S: Final = 0.25
# The rule of thumb for English; marked as an estimate wherever it is used.
_BYTES_PER_TOKEN: Final = 4


@dataclass(frozen=True, slots=True)
class CallTimeouts:
    """How long a call may take."""

    connect_s: float = 10
    silence_s: float = 120
    """Until the first byte and between two. Reasoning models say nothing for a minute and more."""
    call_s: float = 600
    """For the whole answer, so that a trickle of bytes ends too."""
    thinking_s: float = 300
    """Until the first word or tool call, while thoughts come."""


@dataclass(frozen=True, slots=True)
class ModelEndpoint:
    """Where a language model is reached. The key never goes to another address than this one (R-32)."""

    name: str
    """`PROVIDER:NAME`, as the operator wrote it."""
    base_url: str
    key: Secret | None = None
    missing_key: str = ""
    """The variable that should hold the key and does not; calls fail, the rest of the program goes on."""
    key_header: KeyHeader = "bearer"
    patience: CallTimeouts = field(default_factory=CallTimeouts)
    max_line_bytes: int = MAX_LINE_BYTES
    max_total_bytes: int = MAX_TOTAL_BYTES

    @property
    def provider(self) -> str:
        """What the provider is called."""
        return self.name.partition(":")[0]

    @property
    def model(self) -> str:
        """What the provider calls the language model."""
        return self.name.partition(":")[2]


class Dialect(Protocol):
    """What a provider's interface looks like on the wire."""

    path: str
    """Below the base address."""
    headers: Mapping[str, str]
    """Beside the key."""

    def body(self, capabilities: Capabilities, request: ModelRequest) -> bytes:
        """The request as JSON, with nothing in it that this language model would refuse."""
        ...

    def reader(self, answer: AnswerBuilder, capabilities: Capabilities) -> DialectReader:
        """A reader that fills `answer`."""
        ...


DIALECTS: Final[Mapping[DialectName, Dialect]] = {
    "chat": ChatCompletions(),
    "responses": Responses(),
    "messages": Messages(),
}


class _Refused(Exception):
    """The provider did not take the request; nothing of an answer has come."""

    def __init__(self, status: int, body: bytes, error: LanguageModelError) -> None:
        super().__init__(error.message)
        self.status = status
        self.body = body
        self.error = error


class RemoteModel:
    """A language model behind HTTP."""

    is_language_model = True

    def __init__(
        self, endpoint: ModelEndpoint, capabilities: Capabilities, client: httpx2.AsyncClient, clock: Clock
    ) -> None:
        self._endpoint = endpoint
        self._client = client
        self._clock = clock
        self.capabilities = capabilities
        """What it can do; a parameter that was refused is gone from here until the program ends."""
        self._asked_for_context = False

    # The same in every request. To make it anew each time is a fifth of what the client does for one.

    @cached_property
    def _headers(self) -> Mapping[DialectName, httpx2.Headers]:
        key = self._endpoint.key
        shared = {
            "accept": "text/event-stream",
            # No compression: a small body could then grow beyond every limit.
            "accept-encoding": "identity",
            "content-type": "application/json",
            "user-agent": "graphwright",
            **(_key_header(self._endpoint.key_header, key.reveal()) if key else {}),
        }
        return {name: httpx2.Headers({**shared, **dialect.headers}) for name, dialect in DIALECTS.items()}

    @cached_property
    def _addresses(self) -> Mapping[DialectName, httpx2.URL]:
        return {name: httpx2.URL(self._endpoint.base_url + dialect.path) for name, dialect in DIALECTS.items()}

    @cached_property
    def _limits(self) -> dict[str, object]:
        patience = self._endpoint.patience
        timeout = httpx2.Timeout(patience.silence_s, connect=patience.connect_s, pool=patience.connect_s)
        return {"timeout": timeout.as_dict()}

    @property
    def name(self) -> str:
        """`PROVIDER:NAME`, as the operator wrote it."""
        return self._endpoint.name

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta | ModelResponse]:
        """See `LanguageModel.stream`. An error says in its fields what the call used up until then."""
        endpoint = self._endpoint
        if endpoint.missing_key:
            raise no_key(endpoint.provider, endpoint.missing_key)
        if self.capabilities.cuts_prompts:
            await self._refuse_what_would_be_cut(request)
        for lessons in range(MOST + 1):
            sent = self.capabilities
            try:
                async with aclosing(self._once(sent, request)) as items:
                    async for item in items:
                        yield item
                return
            except _Refused as refused:
                if lessons == MOST or not self._learn(sent, request, refused):
                    raise refused.error from None

    @property
    def missing_key(self) -> str:
        """The variable that should hold its key and does not; empty: nothing is missing."""
        return self._endpoint.missing_key

    async def loaded_context(self) -> int | None:
        """How much context a server has loaded the model with, where it tells; asked once."""
        known = self.capabilities
        if known.cuts_prompts and not self._asked_for_context:
            self._asked_for_context = True
            context = await loaded_context(self._endpoint.base_url, self._endpoint.model, self._client)
            self.capabilities = replace(known, context=context)
        return self.capabilities.context if known.cuts_prompts else None

    async def _refuse_what_would_be_cut(self, request: ModelRequest) -> None:
        """Raises `ContextTooLong` for a prompt whose beginning the server would drop without a word."""
        context, size = await self.loaded_context(), len(msgspec.json.encode(request)) // _BYTES_PER_TOKEN
        if context is not None and size + request.max_output_tokens > context:
            raise ContextTooLong(
                f"the prompt takes about {size:,} tokens and the answer {request.max_output_tokens:,}, but"
                f" {self._endpoint.provider} has loaded {self._endpoint.model!r} with {context:,}; start it with"
                " OLLAMA_CONTEXT_LENGTH=32768, or choose a language model with more",
                provider=self._endpoint.provider,
                context=context,
            )

    def _learn(self, sent: Capabilities, request: ModelRequest, refused: _Refused) -> bool:
        """Leave out what was refused, from now on; False when there is nothing to leave out."""
        learned = adapted(self.capabilities, request, refused.status, complaint_of(refused.body))
        if learned is None:
            return self.capabilities is not sent  # another call has learned it meanwhile
        self.capabilities = learned
        return True

    async def _once(
        self, capabilities: Capabilities, request: ModelRequest
    ) -> AsyncGenerator[Delta | ModelResponse, None]:
        endpoint, dialect = self._endpoint, DIALECTS[capabilities.dialect]
        answer = AnswerBuilder(endpoint.name, secrets=self._secrets)
        decoder = EventDecoder(max_line_bytes=endpoint.max_line_bytes, max_total_bytes=endpoint.max_total_bytes)
        reader = dialect.reader(answer, capabilities)
        receiver = Receiver(answer, reader, decoder, max_total_bytes=endpoint.max_total_bytes)
        body = dialect.body(capabilities, request)
        limit = capabilities.room(request.max_output_tokens, request.effort)
        patience = endpoint.patience
        bounds = Bounds(self._clock.monotonic, call_s=patience.call_s, thinking_s=patience.thinking_s, limit=limit)
        accepted = False
        try:
            with connection_faults(endpoint.provider) as progress:
                async with aclosing(await self._opened(capabilities.dialect, body)) as response:
                    await self._refuse_what_is_no_answer(response)
                    accepted = progress.answering = True
                    async with aclosing(response.aiter_raw()) as chunks:
                        async for chunk in chunks:
                            for delta in receiver.feed(chunk):
                                yield delta
                            if receiver.ended:
                                await _read_last_bytes(chunks)
                                break
                            bounds.check(answer)
            for delta in receiver.finish():
                yield delta
            whole = answer.response(self._usage(answer, body), ended=receiver.ended)
            if not whole.tool_calls and has_spoken_call(whole.text, request.tools if capabilities.tools else ()):
                self.capabilities = replace(self.capabilities, tools=False)
                why = "it wrote the call of a tool into its text; start its server with a parser for tool calls"
                raise malformed(endpoint.provider, why)
        except LanguageModelError as error:
            if accepted:
                note_usage(error, self._usage(answer, body))
            raise
        yield whole

    async def _opened(self, dialect: DialectName, body: bytes) -> httpx2.Response:
        request = httpx2.Request(
            "POST",
            self._addresses[dialect],
            headers=self._headers[dialect],
            content=body,
            extensions=self._limits,
        )
        return await self._client.send(request, stream=True, follow_redirects=False)

    async def _refuse_what_is_no_answer(self, response: httpx2.Response) -> None:
        provider = self._endpoint.provider
        packed = response.headers.get("content-encoding", "identity").lower() != "identity"
        content_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if response.status_code == HTTPStatus.OK:
            if packed:
                raise malformed(provider, "the answer is compressed, though we asked for plain bytes", retry="never")
            # Local servers are careless about the type of an answer; this one certainly is none.
            if content_type != "text/html":
                return
            why = f"it answered with {content_type} instead of events; check GRAPHWRIGHT_BASE_URL"
            raise malformed(provider, why, retry="never")
        body = b"" if packed else await _beginning(response)
        error = status_error(
            provider,
            response.status_code,
            body,
            headers=response.headers,
            now=self._clock.now(),
            secrets=self._secrets,
        )
        raise _Refused(response.status_code, body, error)

    @property
    def _secrets(self) -> Sequence[str]:
        key = self._endpoint.key
        return [key.reveal()] if key else []

    def _usage(self, answer: AnswerBuilder, body: bytes) -> Usage:
        tokens = answer.tokens
        if tokens is None:
            tokens = TokenCounts(
                input=len(body) // _BYTES_PER_TOKEN,
                cached=0,
                output=-(-answer.text_size // _BYTES_PER_TOKEN),
                estimated=True,
            )
        return usage_of(tokens, self.capabilities.price)


def _key_header(header: KeyHeader, key: str) -> Mapping[str, str]:
    return {"authorization": f"Bearer {key}"} if header == "bearer" else {header: key}


async def _beginning(response: httpx2.Response) -> bytes:
    """The first bytes of an error's body."""
    body = b""
    async with aclosing(response.aiter_raw()) as chunks:
        async for chunk in chunks:
            body += chunk
            if len(body) >= _MAX_ERROR_BYTES:
                break
    return body[:_MAX_ERROR_BYTES]


async def _read_last_bytes(chunks: AsyncGenerator[bytes, None]) -> None:
    """Read to the end of the body, so that the connection can serve the next call."""
    try:
        async with asyncio.timeout(_LAST_BYTES_S):
            async for _ in chunks:
                pass
    except (TimeoutError, httpx2.TransportError):
        return
