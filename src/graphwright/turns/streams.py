"""The messages that are being written right now: their text so far, and their end when nobody else ends them.

A run that is cancelled or fails leaves its message half written. What people saw of it stays, marked `stopped` or
`failed` (ADR-11). Late listeners are told the text so far (`session.gap`). Nothing here survives the process: a run
that is taken up again writes its message again, with a higher attempt.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct
from msgspec.structs import replace

from graphwright.projects import Project
from graphwright.protocol.events import Event, MessageCompleted, MessageDelta, MessageStarted, RunFinished
from graphwright.protocol.ids import MessageId
from graphwright.protocol.threads import MessageStatus, TextPart
from graphwright.threads import completed


class Stream(Struct):
    """One message on its way."""

    started: MessageStarted
    text: str = ""


class Streams:
    """The streaming messages of one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._open: dict[MessageId, Stream] = {}
        self._ending: set[asyncio.Future[int]] = set()
        project.bus.subscribe(project.project_id, self._hear)

    def all(self) -> list[Stream]:
        """What is being written now."""
        return list(self._open.values())

    async def settled(self) -> None:
        """Wait until every message that had to be ended is durable."""
        while self._ending:
            await asyncio.wait(self._ending)

    def _hear(self, event: Event) -> None:
        match event:
            case MessageStarted():
                self._open[event.message_id] = Stream(event)
            case MessageDelta() if (stream := self._open.get(event.message_id)) is not None:
                if event.attempt == stream.started.attempt and event.offset == len(stream.text):
                    stream.text += event.text
            case MessageCompleted():
                self._open.pop(event.message_id, None)
            case RunFinished(status="cancelled" | "failed"):
                self._end(event)
            case _:
                pass

    def _end(self, finished: RunFinished) -> None:
        status: MessageStatus = "stopped" if finished.status == "cancelled" else "failed"
        for stream in [stream for stream in self._open.values() if stream.started.run_id == finished.run_id]:
            del self._open[stream.started.message_id]
            ended = completed(replace(stream.started, parts=[TextPart(text=stream.text)], status=status))
            ending = asyncio.ensure_future(self._project.record([ended]))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
