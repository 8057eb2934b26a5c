"""The journal of a project as a stream of the Durable Streams Protocol, for the clients that there are of it.

Each message is an entry as `/journal` tells it. It is only read here: what writes is a command.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from graphwright.protocol.wire import encode
from graphwright.server.durable_stream import DurableStream, StreamPart, StreamQuery, read_head, read_stream
from graphwright.server.endpoint import PROJECT, EndpointCall, HttpAnswer, NoBody, endpoint
from graphwright.server.journal_news import JournalNews, news_of
from graphwright.server.leaving import CLOSED, unless_left
from graphwright.server.routes.model import JournalEntry, told_entry

ENTRIES: Final = 500
"""Of one answer."""
ENOUGH: Final = 1024 * 1024
"""Bytes after which an answer takes no further entry; one alone may be larger."""


class JournalStream(DurableStream):
    """The journal of the project that a call is about."""

    def __init__(self, call: EndpointCall[StreamQuery, NoBody]) -> None:
        self.clock = call.workbench.clock
        self._call = call
        self._project = call.project

    @property
    def history(self) -> str:
        return self._project.header.epoch

    @property
    def tail(self) -> int:
        return self._project.header.sequence

    async def after(self, number: int) -> StreamPart:
        messages: list[bytes] = []
        end, size = number, 0
        stored = self._project.store.read(self._project.project_id, after=number, upto=min(number + ENTRIES, self.tail))
        async for entry in stored:
            message = encode(told_entry(entry))
            messages.append(message)
            end, size = entry.sequence, size + len(message)
            if size >= ENOUGH:
                break
        return StreamPart(messages, end)

    @contextmanager
    def news(self) -> Generator[JournalNews]:
        """To be woken; until then this is one of the open streams of its reader."""
        with self._call.server_state.streams.opened(self._call.person.person_id), news_of(self._project) as news:
            yield news

    async def may_still(self) -> bool:
        return await self._call.may_still()


@endpoint("stream.get", PROJECT + "/stream", "read", answer=list[JournalEntry])
async def read_journal_stream(call: EndpointCall[StreamQuery, NoBody]) -> HttpAnswer:
    """The journal by the Durable Streams Protocol: what there is, what comes next, or both as server-sent events."""
    stream = JournalStream(call)
    if call.is_head:
        return read_head(stream)
    if call.query.live is not None:
        call.server_state.streams.check(call.person.person_id)
    answer = await unless_left(call, read_stream(stream, call.query, call.headers))
    return answer or HttpAnswer(b"", status=CLOSED)
