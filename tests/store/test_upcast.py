"""Old entries are read for ever: lifted when read, never rewritten."""

from __future__ import annotations

import pytest
from msgspec import structs

from graphwright.errors import Misuse, NewerData
from graphwright.protocol.events import ThreadChanged
from graphwright.protocol.ids import ThreadId
from graphwright.store.base import Entry, StoredEntry
from graphwright.store.chain import START as BEGIN
from graphwright.store.chain import link
from graphwright.store.entries import event_of
from graphwright.store.memory import MemoryStore
from graphwright.store.upcast import UPCASTERS, Upcasters
from tests.store.samples import SHOP, START, filled, journal, thread

requirement = pytest.mark.requirement

# Made-up older forms of today's `{"threadId", "title", "startedAt"}`.
FIRST = b'{"type":"thread.changed","id":"t1","name":"Orders","on":"2026-11-21T12:00:00Z"}'
SECOND = b'{"type":"thread.changed","threadId":"t1","name":"Orders","on":"2026-11-21T12:00:00Z"}'
TODAY = ThreadChanged(sequence=1, thread_id=ThreadId("t1"), title="Orders", started_at=START)


def stored(version: int, body: bytes) -> StoredEntry:
    ((row,), _) = link([Entry("thread.changed", version, START, body)], BEGIN)
    return row


@pytest.fixture
def upcasters() -> Upcasters:
    made = Upcasters()
    made.add(
        "thread.changed", 1,
        lambda old: {"threadId": old.pop("id"), **old},
        lambda new: {"type": new.pop("type"), "id": new.pop("threadId"), **new},
    )  # fmt: skip
    made.add(
        "thread.changed", 2,
        lambda old: {"title": old.pop("name"), "startedAt": old.pop("on"), **old},
        lambda new: {
            "type": new.pop("type"), "threadId": new.pop("threadId"), "name": new.pop("title"), "on": new.pop("startedAt"),
        },
    )  # fmt: skip
    return made


@requirement("I-05")
@pytest.mark.parametrize(("version", "body"), [(1, FIRST), (2, SECOND), (3, thread().body)])
def test_every_older_form_becomes_todays(upcasters, version, body):
    assert event_of(upcasters.lift(stored(version, body))) == TODAY


@requirement("R-53")
def test_a_lifted_entry_keeps_the_hashes_of_what_was_stored(upcasters):
    old = stored(1, FIRST)
    lifted = upcasters.lift(old)
    assert structs.replace(lifted, version=1, body=FIRST) == old


@requirement("I-05")
def test_an_entry_of_todays_form_is_handed_through(upcasters):
    row = stored(3, thread().body)
    assert upcasters.lift(row) is row


@requirement("R-67")
def test_an_entry_of_a_newer_form_is_refused(upcasters):
    with pytest.raises(NewerData, match="version 4"):
        upcasters.lift(stored(4, b"{}"))


@requirement("I-05")
def test_new_entries_are_written_in_the_newest_form(upcasters):
    assert (upcasters.current("thread.changed"), upcasters.current("commit.applied")) == (3, 1)


@requirement("Z-57")
@pytest.mark.parametrize(("level", "version", "body"), [(0, 1, FIRST), (1, 2, SECOND), (2, 3, None)])
def test_an_entry_is_written_as_an_older_program_reads_it(upcasters, level, version, body):
    entry = Entry("thread.changed", 3, START, thread().body)
    told = upcasters.lowered(entry, level)
    assert (told.version, told.body) == (version, body or entry.body)
    assert event_of(upcasters.lift(stored(told.version, told.body))) == TODAY


@requirement("Z-57")
def test_what_has_no_way_back_says_up_to_where_it_can_be_written(upcasters):
    assert (upcasters.level, upcasters.lowest_level) == (2, 0)
    upcasters.add("thread.changed", 3, lambda old: old)
    assert (upcasters.level, upcasters.lowest_level) == (3, 3)
    with pytest.raises(Misuse, match="version 4 cannot be written as version 3"):
        upcasters.lowered(Entry("thread.changed", 4, START, thread().body), 2)
    of_another_type = Entry("layout.changed", 1, START, b"{}")
    assert upcasters.lowered(of_another_type, 0) is of_another_type


@requirement("I-05")
def test_a_step_of_the_chain_cannot_be_left_out(upcasters):
    with pytest.raises(ValueError, match="starts at version 3"):
        upcasters.add("thread.changed", 4, lambda old: old)


@requirement("I-05")
async def test_a_store_reads_old_entries_and_its_journal_still_verifies(upcasters, clock, monkeypatch):
    store = await filled(MemoryStore(clock))
    await store.append(SHOP, [Entry("thread.changed", 1, START, FIRST, content=TODAY)])
    monkeypatch.setattr(UPCASTERS, "_chains", upcasters._chains)
    (row,) = await journal(store, after=1)
    assert event_of(row) == structs.replace(TODAY, sequence=2)
    assert [
        difference for difference in await store.rebuild(SHOP) if "body" in difference or "chain" in difference
    ] == []
