"""One model call over HTTP: the part that both dialects share.

A `Dialect` says what the request looks like and how events are read; the connection, its time limits, its end and its
faults are handled here. The client is handed in (D20). A task that is cancelled closes its connection (R-65), and the
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

from graphwright.errors import LanguageModelError
from graphwright.llm.answer import AnswerBuilder
from graphwright.llm.base import Delta, ModelRequest, ModelResponse
from graphwright.llm.connections import connection_faults
from graphwright.llm.faults import interrupted, malformed, no_key, status_error
from graphwright.llm.prices import Price, TokenCounts, note_usage, usage_of
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
class Patience:
    """How long a call may take."""

    connect_s: float = 10
    silence_s: float = 120
    """Until the first byte and between two. Reasoning models say nothing for a minute and more."""
    call_s: float = 600
    """For the whole answer, so that a trickle of bytes ends too."""


@dataclass(frozen=True, slots=True)
class ModelEndpoint:
    """Where a language model is reached. The key never goes to another address than this one (R-32)."""

    name: str
    """`PROVIDER:NAME`, as the operator wrote it."""
    base_url: str
    key: Secret | None = None
    missing_key: str = ""
    """The variable that should hold the key and does not; calls fail, the rest of the program goes on."""
    price: Price | None = None
    patience: Patience = field(default_factory=Patience)
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


class Reader(Protocol):
    """Reads the events of one answer."""

    ended: bool
    """The terminal event was read; nothing that matters follows."""

    def read(self, data: bytes) -> Sequence[Delta]:
        """What this event adds. Raises `LanguageModelError` for an error event or one that cannot be read."""
        ...


class Dialect(Protocol):
    """What a provider's interface looks like on the wire."""

    path: str
    """Below the base address."""

    def headers(self, key: str | None) -> Mapping[str, str]:
        """How the key is shown, and whatever else the provider wants to see."""
        ...

    def body(self, model: str, request: ModelRequest) -> bytes:
        """The request as JSON."""
        ...

    def reader(self, answer: AnswerBuilder, *, secrets: Sequence[str]) -> Reader:
        """A reader that fills `answer`."""
        ...


class RemoteModel:
    """A language model behind HTTP."""

    is_language_model = True

    def __init__(self, endpoint: ModelEndpoint, dialect: Dialect, client: httpx2.AsyncClient, clock: Clock) -> None:
        self._endpoint = endpoint
        self._dialect = dialect
        self._client = client
        self._clock = clock

    # The same in every request. To make it anew each time is a fifth of what the client does for one.

    @cached_property
    def _url(self) -> httpx2.URL:
        return httpx2.URL(self._endpoint.base_url + self._dialect.path)

    @cached_property
    def _headers(self) -> httpx2.Headers:
        key = self._endpoint.key
        return httpx2.Headers(
            {
                "accept": "text/event-stream",
                # No compression: a small body could then grow beyond every limit.
                "accept-encoding": "identity",
                "content-type": "application/json",
                "user-agent": "graphwright",
                **self._dialect.headers(key.reveal() if key else None),
            }
        )

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
        endpoint, key = self._endpoint, self._endpoint.key
        if endpoint.missing_key:
            raise no_key(endpoint.provider, endpoint.missing_key)
        answer = AnswerBuilder(endpoint.provider)
        reader = self._dialect.reader(answer, secrets=[key.reveal()] if key else [])
        decoder = EventDecoder(max_line_bytes=endpoint.max_line_bytes, max_total_bytes=endpoint.max_total_bytes)
        body = self._dialect.body(endpoint.model, request)
        deadline = self._clock.monotonic() + endpoint.patience.call_s
        accepted = False
        try:
            with connection_faults(endpoint.provider) as progress:
                async with aclosing(await self._opened(body)) as response:
                    await self._refuse_what_is_no_stream(response)
                    accepted = progress.answering = True
                    async with aclosing(response.aiter_raw()) as chunks:
                        async for chunk in chunks:
                            for data in decoder.feed(chunk):
                                for delta in reader.read(data):
                                    yield delta
                                if reader.ended:
                                    break
                            if reader.ended:
                                await _read_last_bytes(chunks)
                                break
                            if self._clock.monotonic() > deadline:
                                raise interrupted(
                                    endpoint.provider, f"it took longer than {endpoint.patience.call_s:g} s"
                                )
            whole = answer.response(self._usage(answer, body), ended=reader.ended)
        except LanguageModelError as error:
            if accepted:
                note_usage(error, self._usage(answer, body))
            raise
        yield whole

    async def _opened(self, body: bytes) -> httpx2.Response:
        request = httpx2.Request("POST", self._url, headers=self._headers, content=body, extensions=self._limits)
        return await self._client.send(request, stream=True, follow_redirects=False)

    async def _refuse_what_is_no_stream(self, response: httpx2.Response) -> None:
        provider = self._endpoint.provider
        packed = response.headers.get("content-encoding", "identity").lower() != "identity"
        content_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if response.status_code == HTTPStatus.OK:
            if packed:
                raise malformed(provider, "the answer is compressed, though we asked for plain bytes", retry="never")
            # Local servers are careless about the type of a stream; these two certainly are none.
            if content_type not in {"text/html", "application/json"}:
                return
        body = b"" if packed else await _beginning(response)
        if response.status_code == HTTPStatus.OK and not body.lstrip().startswith(b'{"error"'):
            why = f"it answered with {content_type} instead of events; check GRAPHWRIGHT_BASE_URL"
            raise malformed(provider, why, retry="never")
        key = self._endpoint.key
        raise status_error(
            provider,
            # An error that calls itself a success comes from a proxy; it is the server's.
            HTTPStatus.BAD_GATEWAY if response.status_code == HTTPStatus.OK else response.status_code,
            body,
            headers=response.headers,
            now=self._clock.now(),
            secrets=[key.reveal()] if key else [],
        )

    def _usage(self, answer: AnswerBuilder, body: bytes) -> Usage:
        tokens = answer.tokens
        if tokens is None:
            tokens = TokenCounts(
                input=len(body) // _BYTES_PER_TOKEN,
                cached=0,
                output=-(-answer.text_size // _BYTES_PER_TOKEN),
                estimated=True,
            )
        return usage_of(tokens, self._endpoint.price)


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
