"""The figures of a thread: followed message by message, they are what counting all of it gives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw, structs

from graphwright.bus import LocalBus
from graphwright.ports import Ids, SystemClock
from graphwright.projects import Project, Projects
from graphwright.protocol.events import DurableEvent, MessageStarted, RunFinished, RunStarted, ThreadChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import MessageId, PersonId, RunId, ThreadId
from graphwright.protocol.runs import Totals
from graphwright.protocol.threads import Message, MessageAuthor, TextPart
from graphwright.store.base import Document
from graphwright.store.memory import MemoryStore
from graphwright.thread_book import THREAD_BOOK, ThreadBook, figures
from graphwright.threads import completed

ANA = Author(person_id=PersonId("ana"), name="Ana")
THREADS = (ThreadId("t0"), ThreadId("t1"))


class SlowStore(MemoryStore):
    """One in which much happens while it reads, and between what is durable and who is told."""

    def __init__(self) -> None:
        super().__init__(SystemClock())
        self.reads = 0
        self.random = Random(0)

    async def _turns(self) -> None:
        for _ in range(self.random.randrange(4)):
            await asyncio.sleep(0)

    async def append(self, *given: Any, **more: Any) -> int:
        first = await super().append(*given, **more)
        await self._turns()
        return first

    async def documents(self, *given: Any, **more: Any) -> list[Document]:
        self.reads += 1
        await self._turns()
        found = await super().documents(*given, **more)
        await self._turns()
        return found


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[Project, ThreadBook, SlowStore]]:
    store, clock = SlowStore(), SystemClock()
    projects = Projects(store, LocalBus(), clock, Ids(clock))
    project = await projects.create("shop", policy="auto", language="en")
    book = ThreadBook(store, project.project_id, lambda: project.header.sequence)
    project.on_event.append(book.hear)
    await project.record([ThreadChanged(thread_id=each, title="", started_at=clock.now()) for each in THREADS])
    yield project, book, store


class Talk:
    """Messages and runs with figures by chance."""

    def __init__(self, project: Project, seed: int) -> None:
        self._project, self._random = project, Random(seed)
        self._said: dict[ThreadId, list[MessageId]] = {each: [] for each in THREADS}
        self._running: list[tuple[RunId, Message]] = []

    def _message(self, thread_id: ThreadId) -> Message:
        """One that streams, and follows one of the newest or nothing."""
        said = self._said[thread_id]
        parent = self._random.choice([*said[-3:], None]) if said else None
        message_id = MessageId(self._project.ids.new())
        said.append(message_id)
        author = MessageAuthor(kind="person", name="Ana", person_id=ANA.person_id)
        return Message(
            message_id=message_id, thread_id=thread_id, author=author, parts=[TextPart(text="So.")],
            status="streaming", attempt=1, parent_message_id=parent,
        )  # fmt: skip

    def _totals(self) -> Totals:
        return Totals(**{name: self._random.randrange(100) for name in Totals.__struct_fields__})

    def events(self) -> list[DurableEvent]:
        """What comes next."""
        thread_id, now = self._random.choice(THREADS), self._project.clock.now()
        match self._random.randrange(4):
            case 0 if self._running:
                run_id, message = self._running.pop(self._random.randrange(len(self._running)))
                ended = RunFinished(run_id=run_id, status="completed", totals=self._totals(), ended_at=now)
                return [completed(structs.replace(message, status="complete")), ended]
            case 1 | 2:
                message, run_id = self._message(thread_id), RunId(self._project.ids.new())
                self._running.append((run_id, message))
                run = RunStarted(
                    run_id=run_id, workflow="ask", workflow_version=1, author=ANA, question="?", status="running",
                    revision=0, totals=self._totals(), started_at=now, thread_id=thread_id, request=Raw(b"{}"),
                )  # fmt: skip
                return [run, MessageStarted(**structs.asdict(message))]
            case _:
                return [completed(structs.replace(self._message(thread_id), status="complete"))]


@pytest.mark.requirement("Z-135")
@settings(max_examples=30)
@given(seed=st.integers(0, 10**9), asked=st.lists(st.integers(0, 40), max_size=6))
async def test_followed_figures_are_the_counted_ones_whenever_somebody_begins_to_ask(seed, asked):
    async with opened() as (project, book, store):
        store.random = Random(seed)
        talk, asking = Talk(project, seed), []
        writing = []
        for turn in range(40):
            writing.append(asyncio.ensure_future(project.record(talk.events())))
            asking += [asyncio.ensure_future(book.figures(each)) for each in THREADS for _ in range(asked.count(turn))]
            await asyncio.sleep(0)
        await asyncio.gather(*writing, *asking)
        for thread_id in THREADS:
            assert await book.figures(thread_id) == await figures(store, project.project_id, thread_id)


@pytest.mark.requirement("Z-135")
@settings(max_examples=30)
@given(seed=st.integers(0, 10**9), closed=st.lists(st.integers(0, 40), max_size=4))
async def test_figures_that_were_kept_while_a_project_was_closed_go_on_where_it_goes_on(seed, closed):
    async with opened() as (project, first, store):
        book = first
        store.random = Random(seed)
        talk, asking = Talk(project, seed), []
        for turn in range(40):
            writing = asyncio.ensure_future(project.record(talk.events()))
            if turn in closed:
                await asyncio.gather(*(book.figures(each) for each in THREADS))
                await writing
                await book.keep()
                project.on_event.remove(book.hear)
                for _ in range(seed % 4):
                    await project.record(talk.events())  # as another server does, or one that was killed
                book = ThreadBook(store, project.project_id, lambda: project.header.sequence)
                project.on_event.append(book.hear)
                asking.append(asyncio.ensure_future(book.figures(THREADS[0])))
            await writing
        await asyncio.gather(*asking)
        for thread_id in THREADS:
            assert await book.figures(thread_id) == await figures(store, project.project_id, thread_id)


@pytest.mark.requirement("Z-135")
@pytest.mark.parametrize("kept", [b"{}", b'{"sequence":99,"tallies":{"t0":{"messages":7}}}'])
async def test_kept_figures_of_another_program_or_another_history_count_for_nothing(kept):
    async with opened() as (project, book, store):
        await project.record(Talk(project, 3).events())
        await store.set_record(THREAD_BOOK, project.project_id, kept)
        for thread_id in THREADS:
            assert await book.figures(thread_id) == await figures(store, project.project_id, thread_id)


@pytest.mark.requirement("Z-135")
async def test_a_project_that_is_opened_again_reads_no_message_for_the_figures_of_its_threads():
    async with opened() as (project, book, store):
        talk = Talk(project, 4)
        for _ in range(100):
            await project.record(talk.events())
        told = await book.figures(THREADS[0])
        await book.keep()
        again, store.reads = ThreadBook(store, project.project_id, lambda: project.header.sequence), 0
        assert (await again.figures(THREADS[0]), store.reads) == (told, 0)


@pytest.mark.requirement("Z-135")
async def test_figures_are_counted_once_and_told_again_without_reading_however_many_messages_there_are():
    async with opened() as (project, book, store):
        talk = Talk(project, 1)
        reads: list[int] = []
        for messages in (1, 10, 200):
            for _ in range(messages):
                await project.record(talk.events())
            before = store.reads
            told = await book.figures(THREADS[0])
            reads.append(store.reads - before)
            assert told == await figures(store, project.project_id, THREADS[0])
        assert reads == [2, 0, 0]


@pytest.mark.requirement("Z-135")
async def test_figures_are_counted_anew_when_what_was_written_has_become_another():
    async with opened() as (project, book, store):
        talk = Talk(project, 2)
        for _ in range(20):
            await project.record(talk.events())
        told, reads = await book.figures(THREADS[1]), store.reads
        await project.begin_epoch()
        assert (await book.figures(THREADS[1]), store.reads) == (told, reads + 2)
