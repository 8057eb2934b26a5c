"""Catching up: what somebody missed comes as the others heard it, up to each limit; beyond it the state is read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec import json

from graphwright.client.connection import events_of
from graphwright.ports import ManualClock
from graphwright.projects import Project
from graphwright.protocol.commands import Since
from graphwright.protocol.events import CommitAnnounced, CommitApplied, LayoutChanged
from graphwright.protocol.ids import ProjectId
from graphwright.rooms import catching_up
from graphwright.rooms.catching_up import missed, on_the_wire
from graphwright.rooms.room import Room
from graphwright.store import entries
from graphwright.store.base import StoredEntry
from graphwright.store.memory import MemoryStore
from graphwright.turns.streams import Streams
from tests.operations.test_proposals import make
from tests.places import ANA, START, Table, open_project, open_table
from tests.rooms.lines import joined
from tests.rooms.test_room import change_many


def since(project: Project, sequence: int) -> Since:
    return Since(epoch=project.header.epoch, sequence=sequence)


@pytest.mark.requirement("R-46", "R-141")
@pytest.mark.parametrize("most", [1, 2, 3, 4])
async def test_what_was_missed_is_told_as_it_was_heard(most: int, monkeypatch):
    """Commits of one to four changes among other events, with the limit of what is told whole at each of them."""
    monkeypatch.setattr(catching_up, "MAX_CHANGES", most)
    monkeypatch.setattr(catching_up, "_CHANGE_BYTES", 1)
    table = await open_table()
    project = table.project
    live: list[str] = []
    project.bus.subscribe(project.project_id, lambda event: live.append(on_the_wire(event).text))
    begin = since(project, project.header.sequence)
    for count in range(1, 5):
        await table.apply([make(f"N{count}{number}") for number in range(count)])
        await project.record([LayoutChanged(view="v", positions={"n": (float(count), 0.0)})])

    told = await missed(project, begin)
    assert told is not None
    assert [json.decode(event.text) for event in told] == [json.decode(text) for text in live]
    assert [event.size for event in told] == [len(event.text.encode()) for event in told]
    heard = [event for text in live for event in events_of(text)]
    assert sum(isinstance(event, CommitAnnounced) for event in heard) == 4 - most


@pytest.mark.requirement("R-40", "R-122", "R-141")
@pytest.mark.parametrize(("beyond", "is_whole"), [(0, True), (1, False)])
async def test_a_commit_is_told_whole_up_to_as_many_bytes_as_an_event_may_have(beyond, is_whole, monkeypatch):
    table = await open_table()
    done = await table.apply([make("Ship")])
    assert done.commit is not None
    size = on_the_wire(done.commit).size
    monkeypatch.setattr(catching_up, "MAX_EVENT_BYTES", size - beyond)

    (heard,) = events_of(on_the_wire(done.commit).text)
    assert isinstance(heard, CommitApplied if is_whole else CommitAnnounced)


@pytest.mark.requirement("R-46", "R-141")
async def test_who_missed_nothing_goes_on_without_being_told_anything_again():
    project = await open_project()
    await change_many(project, 2)
    ana = await joined(Room(project, Streams(project)), project, ANA, since=since(project, project.header.sequence))
    await ana.flush()

    assert [(event["type"], event["resume"]) for event in ana.heard] == [("session.opened", "events")]


class GrowingStore(MemoryStore):
    """A store whose journal grows by some events while somebody reads it the first time."""

    project: Project | None = None
    count = 0

    async def read(self, project_id: ProjectId, **options: Any) -> AsyncIterator[StoredEntry]:
        async for entry in super().read(project_id, **options):
            yield entry
        project, self.project = self.project, None
        if project is not None:
            await change_many(project, self.count)


@pytest.mark.requirement("R-46", "R-122", "R-141")
@pytest.mark.parametrize(("meanwhile", "told"), [(2, [3, 4, 5, 6, 7]), (3, None)])
async def test_what_came_while_the_journal_was_read_counts_with_what_was_read(meanwhile, told, monkeypatch):
    monkeypatch.setattr(catching_up, "MISSED_EVENTS", 5)
    store = GrowingStore(ManualClock(START))
    project = await open_project(store)
    await change_many(project, 4)
    store.project, store.count = project, meanwhile
    events = await missed(project, since(project, 2))

    assert (None if events is None else [json.decode(event.text)["sequence"] for event in events]) == told


class HeardStore(MemoryStore):
    """A store that remembers which entries it gave out."""

    def __init__(self) -> None:
        super().__init__(ManualClock(START))
        self.given: list[StoredEntry] = []

    async def read(self, project_id: ProjectId, **options: Any) -> AsyncIterator[StoredEntry]:
        async for entry in super().read(project_id, **options):
            self.given.append(entry)
            yield entry


@pytest.mark.requirement("R-40", "R-141")
async def test_of_what_was_missed_in_pieces_only_the_beginning_and_the_end_are_read(monkeypatch):
    monkeypatch.setattr(entries, "MAX_IN_ONE", 1)
    store = HeardStore()
    table = Table(await open_project(store))
    begin = since(table.project, table.project.header.sequence)
    await table.apply([make(f"N{number}") for number in range(5)])
    store.given.clear()

    assert await missed(table.project, begin) is not None
    assert [len(entry.more) for entry in store.given] == [1]
