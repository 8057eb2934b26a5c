"""Texts into vectors by an OpenAI-compatible server: `POST /embeddings`, in batches, bounded, without retries.

Whoever asks goes on without vectors when this fails, and says so; the next question is the retry.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

import httpx2
import msgspec

from graphwright.llm.connections import connection_faults
from graphwright.llm.faults import malformed, no_key, status_error
from graphwright.llm.remote import ModelEndpoint
from graphwright.ports import Clock

CUT: Final = 0.3
"""Cosine from which two texts have something to do with each other, for OpenAI's embedders (D-42) and most others."""
CHARACTERS: Final = 8_000
"""Sent of each text: below the 8,191 tokens that these servers read, in any script."""
BATCH: Final = 64
MAX_BYTES: Final = 32 * 1024 * 1024
"""Of one answer: 64 vectors of 4,096 numbers as text are 6 MB."""
LARGEST: Final = 1e15
"""Of a number in a vector: its square must still be one when lengths are taken with four bytes."""
PATIENCE_S: Final = 30.0


class _Vector(msgspec.Struct):
    index: int
    embedding: list[float]


class _Answer(msgspec.Struct):
    data: list[_Vector]


class RemoteEmbedder:
    """An embedder behind HTTP. `LanguageModelError` for everything that goes wrong there."""

    cut = CUT

    def __init__(
        self,
        endpoint: ModelEndpoint,
        client: httpx2.AsyncClient,
        clock: Clock,
        *,
        patience_s: float = PATIENCE_S,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._patience_s, self._max_bytes = patience_s, max_bytes
        self._endpoint = endpoint
        self._client = client
        self._clock = clock

    @property
    def name(self) -> str:
        """`PROVIDER:NAME`, as the operator wrote it."""
        return self._endpoint.name

    @property
    def made_by(self) -> str:
        """The model; whoever keeps vectors adds where it is asked."""
        return self.name

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector per text, in their order."""
        if self._endpoint.missing_key:
            raise no_key(self._endpoint.provider, self._endpoint.missing_key)
        rows: list[list[float]] = []
        for at in range(0, len(texts), BATCH):
            # An empty text is refused by some servers.
            rows += await self._batch([text[:CHARACTERS] or " " for text in texts[at : at + BATCH]])
            if len(rows[-1]) != len(rows[0]):
                raise malformed(self._endpoint.provider, "its answers do not hold vectors of one length")
        return rows

    async def _batch(self, texts: list[str]) -> list[list[float]]:
        endpoint, key = self._endpoint, self._endpoint.key
        headers = {"accept-encoding": "identity", "content-type": "application/json", "user-agent": "graphwright"}
        if key is not None:
            headers["authorization"] = f"Bearer {key.reveal()}"
        with connection_faults(endpoint.provider):
            async with self._client.stream(
                "POST",
                f"{endpoint.base_url}/embeddings",
                content=msgspec.json.encode({"model": endpoint.model, "input": texts}),
                headers=headers,
                timeout=httpx2.Timeout(self._patience_s, connect=endpoint.patience.connect_s),
                follow_redirects=False,
            ) as response:
                body = await self._body(response)
        if response.status_code != HTTPStatus.OK:
            secrets = [key.reveal()] if key else []
            raise status_error(
                endpoint.provider,
                response.status_code,
                body,
                headers=response.headers,
                now=self._clock.now(),
                secrets=secrets,
            )
        return self._vectors(body, len(texts))

    async def _body(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > self._max_bytes:
                raise malformed(self._endpoint.provider, f"its answer is longer than {self._max_bytes:,} bytes")
        return bytes(body)

    def _vectors(self, body: bytes, count: int) -> list[list[float]]:
        try:
            found = msgspec.json.decode(body, type=_Answer).data
        except msgspec.MsgspecError as error:
            raise malformed(self._endpoint.provider, f"its answer holds no vectors: {error}") from None
        rows = {each.index: each.embedding for each in found}
        if sorted(rows) != list(range(count)) or len({len(row) for row in rows.values()}) != 1:
            raise malformed(self._endpoint.provider, f"its answer does not hold {count} vectors of one length")
        if not all(row and all(abs(number) <= LARGEST for number in row) for row in rows.values()):
            raise malformed(self._endpoint.provider, "its answer holds a vector that is empty or not of finite numbers")
        return [rows[index] for index in range(count)]
