"""The bytes of one answer as they arrive: events or one whole JSON body, read by the dialect, within their bounds.

Who was asked for a stream and answers in one piece is understood. A language model that only thinks is stopped after a
while: by time, and by what it thought, whatever limit the server was told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from graphwright.llm.answer import AnswerBuilder, only_thoughts
from graphwright.llm.base import Delta
from graphwright.llm.faults import interrupted, malformed
from graphwright.llm.sse import EventDecoder

_CHARACTERS_PER_TOKEN: Final = 8
"""More than in any language: thoughts beyond that many are beyond the limit that was sent."""


class DialectReader(Protocol):
    """Reads the events of one answer in the words of a dialect."""

    ended: bool
    """The terminal event was read; nothing that matters follows."""

    def read(self, data: bytes) -> Sequence[Delta]:
        """What this event adds. Raises `LanguageModelError` for an error event or one that cannot be read."""
        ...

    def read_whole(self, data: bytes) -> Sequence[Delta]:
        """All of an answer that came in one piece. Raises like `read`."""
        ...


class Bounds:
    """How long one answer may take, and how much of it may be thoughts."""

    def __init__(self, now: Callable[[], float], *, call_s: float, thinking_s: float, limit: int) -> None:
        self._now = now
        self._call_s, self._thinking_s = call_s, thinking_s
        self._begun = now()
        self._most_thoughts = limit * _CHARACTERS_PER_TOKEN

    def check(self, answer: AnswerBuilder) -> None:
        """Raises `ProviderUnavailable` for an answer that takes too long, `AnswerTruncated` for endless thoughts."""
        took_s = self._now() - self._begun
        if not answer.has_begun and answer.thought_size:
            if took_s > self._thinking_s:
                raise only_thoughts(answer.provider, f"thought for more than {self._thinking_s:g} s")
            if answer.thought_size > self._most_thoughts:
                raise only_thoughts(answer.provider, "thought more than it was given room for")
        if took_s > self._call_s:
            raise interrupted(answer.provider, f"it took longer than {self._call_s:g} s")


class Receiver:
    """Turns bytes into deltas; make a new one for each answer."""

    def __init__(
        self, answer: AnswerBuilder, reader: DialectReader, decoder: EventDecoder, *, max_total_bytes: int
    ) -> None:
        self._answer = answer
        self._reader = reader
        self._decoder = decoder
        self._max_total = max_total_bytes
        self._whole: list[bytes] | None = None
        self._size = 0

    @property
    def ended(self) -> bool:
        """Did the answer come to its own end?"""
        return self._reader.ended

    def feed(self, chunk: bytes) -> Sequence[Delta]:
        """What these bytes add."""
        is_first, self._size = not self._size, self._size + len(chunk)
        # A stream of events never begins with a brace, whatever a careless server calls its content.
        if is_first and chunk.lstrip().startswith(b"{"):
            self._whole = []
        if self._whole is None:
            deltas: list[Delta] = []
            for data in self._decoder.feed(chunk):
                deltas += self._reader.read(data)
                if self._reader.ended:
                    break
            return deltas
        self._whole.append(chunk)
        if self._size > self._max_total:
            raise malformed(
                self._answer.provider, f"its answer is longer than {self._max_total:,} bytes", retry="never"
            )
        return ()

    def finish(self) -> Sequence[Delta]:
        """What is left when no more bytes come."""
        if self._whole is None:
            return ()
        deltas = self._reader.read_whole(b"".join(self._whole))
        if self._answer.end is None and not self._answer.has_begun:
            raise malformed(
                self._answer.provider,
                "it answered with JSON that is no answer; check GRAPHWRIGHT_BASE_URL",
                retry="never",
            )
        return deltas
