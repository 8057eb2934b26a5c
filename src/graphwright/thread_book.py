"""What threads came to: counted from messages and runs when somebody first asks, and followed from then on.

While a project is closed its figures are kept beside the journal, with the entry up to which they are; they are never
truth, so what is not kept, or too far behind, is counted anew.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct, field

from graphwright.errors import GraphwrightError
from graphwright.ports import in_thread
from graphwright.protocol.base import Record
from graphwright.protocol.events import (
    DurableEvent,
    MessageCompleted,
    MessageStarted,
    ProjectChanged,
    RunFinished,
    RunStarted,
)
from graphwright.protocol.ids import MessageId, ProjectId, RunId, ThreadId
from graphwright.protocol.runs import ENDED_RUN, Run, Totals
from graphwright.protocol.threads import MessageStatus, ThreadFigures, ThreadRow
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Document, Store
from graphwright.store.entries import event_of
from graphwright.threads import threads

_SUMMED: Final = ("model_calls", "tool_calls", "input_tokens", "output_tokens", "cost_micros")
THREAD_BOOK: Final = "threadBook"
"""The kind of record that keeps the figures of a project's threads while it is closed."""
MAX_BEHIND: Final = 5_000
"""Entries that are followed since the figures were kept; of more of them threads are counted anew."""
_COUNTED: Final = frozenset({"message.started", "message.completed", "run.started", "run.finished"})
MAX_THREADS: Final = 1_000
"""Whose figures are kept at hand; those that nobody has asked for in longest are counted anew."""


class _Place(Record, frozen=True, kw_only=True):
    """Where a message stands; its text is not read."""

    message_id: MessageId
    status: MessageStatus
    parent_message_id: MessageId | None = None


class _Tally(Struct):
    """What a thread came to, one message and one run after the other: each costs the same, however many there are."""

    messages: int = 0
    runs: int = 0
    ends: set[MessageId] = field(default_factory=set[MessageId])
    """Messages that nothing follows."""
    streaming: set[MessageId] = field(default_factory=set[MessageId])
    summed: dict[str, int] = field(default_factory=dict[str, int])
    under_way: dict[RunId, Totals] = field(default_factory=dict[RunId, Totals])
    """Runs that have not ended, as they were counted."""

    def take_message(self, message: _Place | MessageStarted | MessageCompleted) -> None:
        """A message as it stands now; one that was streaming is the same when it is complete."""
        if message.message_id not in self.ends and message.message_id not in self.streaming:
            self.messages += 1
            self.ends.add(message.message_id)
            if message.parent_message_id is not None:
                self.ends.discard(message.parent_message_id)
        (self.streaming.add if message.status == "streaming" else self.streaming.discard)(message.message_id)

    def take_run(self, run_id: RunId, totals: Totals, *, has_ended: bool) -> None:
        """A run as it stands now."""
        before = self.under_way.pop(run_id, None)
        self.runs += before is None
        for name in _SUMMED:
            more = getattr(totals, name) - (0 if before is None else getattr(before, name))
            self.summed[name] = self.summed.get(name, 0) + more
        if not has_ended:
            self.under_way[run_id] = totals

    @property
    def figures(self) -> ThreadFigures:
        """All of it."""
        summed = {name: self.summed.get(name, 0) for name in _SUMMED}
        return ThreadFigures(messages=self.messages, branches=len(self.ends), runs=self.runs, **summed)


class _KeptBook(Struct):
    """What is kept while the project is closed. Never truth: the entries after it are followed, or all is counted."""

    sequence: int
    """Up to which entry."""
    tallies: dict[ThreadId, _Tally]


class _KeptTally(Struct):
    """A tally, and what of it may be told again."""

    tally: _Tally
    read: dict[str, int]
    """Messages and runs that were read before they were told: the sequence as which they were."""


class ThreadBook:
    """The figures of the threads of an open project: counted when somebody first asks, and followed from then on."""

    def __init__(self, store: Store, project_id: ProjectId, told: Callable[[], int]) -> None:
        """`told`: the sequence of the last event that `hear` was called with, or that came before all of them."""
        self._store, self._project_id, self._told = store, project_id, told
        self._kept: OrderedDict[ThreadId, _KeptTally] = OrderedDict()
        self._counting: dict[ThreadId, list[DurableEvent]] = {}
        """Threads that are being read, with what was told meanwhile."""
        self._one_at_a_time = asyncio.Lock()
        self._begun: list[DurableEvent] | None = None
        """What is told while the book is read."""
        self._is_read = False

    def hear(self, event: DurableEvent) -> None:
        """An event is durable. In the order of their sequences."""
        if self._begun is not None:
            self._begun.append(event)
            return
        match event:
            case ProjectChanged():
                self._kept.clear()  # of another epoch everything may be another
            case MessageStarted() | MessageCompleted() | RunStarted():
                self._tell(event, event.thread_id)
            case RunFinished():
                for thread_id in [*self._counting, *self._kept]:
                    self._tell(event, thread_id)
            case _:
                pass

    def _tell(self, event: DurableEvent, thread_id: ThreadId | None) -> None:
        if thread_id is None:
            return
        if thread_id in self._counting:
            self._counting[thread_id].append(event)
        elif thread_id in self._kept:
            _follow(self._kept[thread_id], event)

    async def figures(self, thread_id: ThreadId) -> ThreadFigures:
        """What a thread came to so far."""
        async with self._one_at_a_time:
            await self._read()
            kept = self._kept.get(thread_id) or await self._counted(thread_id)
            self._kept[thread_id] = kept
            self._kept.move_to_end(thread_id)
            while len(self._kept) > MAX_THREADS:
                self._kept.popitem(last=False)
            return kept.tally.figures

    async def _read(self) -> None:
        """Go on with what was kept when the project was closed. The first time only."""
        if self._is_read:
            return
        told, self._begun = self._told(), []
        try:
            book, since = await self._kept_book(), list[DurableEvent]()
            if book is not None and 0 <= told - book.sequence <= MAX_BEHIND:
                entries = self._store.read(self._project_id, after=book.sequence, upto=told)
                since = [event_of(stored) async for stored in entries if stored.type in _COUNTED]
                self._kept.update({thread_id: _KeptTally(tally, {}) for thread_id, tally in book.tallies.items()})
            since += self._begun
            self._is_read = True
        finally:
            self._begun = None
        for event in since:
            self.hear(event)

    async def _kept_book(self) -> _KeptBook | None:
        kept = await self._store.get_record(THREAD_BOOK, self._project_id)
        try:
            return None if kept is None else decode(kept, _KeptBook)
        except GraphwrightError:  # of another program: everything is counted anew
            return None

    async def keep(self) -> None:
        """Keep the figures for when the project is opened again, if somebody has asked for them."""
        told = self._told()
        settled = {
            thread_id: kept.tally
            for thread_id, kept in self._kept.items()
            if all(sequence <= told for sequence in kept.read.values())
        }
        if self._is_read:
            await self._store.set_record(THREAD_BOOK, self._project_id, encode(_KeptBook(told, settled)))

    async def forget_all(self) -> None:
        """Leave nothing behind, when the project is deleted."""
        await self._store.set_record(THREAD_BOOK, self._project_id, None)

    async def rows(self) -> list[ThreadRow]:
        """The threads of the project with their figures, oldest first."""
        return [
            ThreadRow(
                thread_id=each.thread_id,
                title=each.title,
                started_at=each.started_at,
                figures=await self.figures(each.thread_id),
            )
            for each in await threads(self._store, self._project_id)
        ]

    async def _counted(self, thread_id: ThreadId) -> _KeptTally:
        """What the records say. They may be ahead of what was told, and of one another, so what is told is held."""
        told, heard = self._told(), self._counting.setdefault(thread_id, [])
        try:
            messages = await self._store.documents(self._project_id, "message", group=thread_id)
            runs = await self._store.documents(self._project_id, "run", group=thread_id)
            tally = await in_thread(lambda: _tally_of(messages, runs))
        finally:
            del self._counting[thread_id]
        kept = _KeptTally(tally, {each.id: each.sequence for each in (*messages, *runs) if each.sequence > told})
        for event in heard:
            _follow(kept, event)
        return kept


def _tally_of(messages: Iterable[Document], runs: Iterable[Document]) -> _Tally:
    tally = _Tally()
    for each in messages:
        tally.take_message(decode(each.body, _Place))
    for each in runs:
        run = decode(each.body, Run)
        tally.take_run(run.run_id, run.totals, has_ended=run.status in ENDED_RUN)
    return tally


def _follow(kept: _KeptTally, event: DurableEvent) -> None:
    """What an event says that was not read with the records already."""
    match event:
        case MessageStarted() | MessageCompleted():
            if _is_news(kept, event.message_id, event.sequence):
                kept.tally.take_message(event)
        case RunStarted():
            if _is_news(kept, event.run_id, event.sequence):
                kept.tally.take_run(event.run_id, event.totals, has_ended=False)
        case RunFinished():
            if event.run_id in kept.tally.under_way and _is_news(kept, event.run_id, event.sequence):
                kept.tally.take_run(event.run_id, event.totals, has_ended=True)
        case _:
            pass


def _is_news(kept: _KeptTally, record_id: str, sequence: int | None) -> bool:
    return sequence is None or kept.read.get(record_id, 0) < sequence


async def figures(store: Store, project_id: ProjectId, thread_id: ThreadId) -> ThreadFigures:
    """What a thread came to so far, counted from its records."""
    messages = await store.documents(project_id, "message", group=thread_id)
    runs = await store.documents(project_id, "run", group=thread_id)
    return (await in_thread(lambda: _tally_of(messages, runs))).figures
