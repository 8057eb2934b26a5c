"""Old entries are read for ever: lifted when read, never rewritten."""

from __future__ import annotations

import pytest
from msgspec import structs

from graphwright.errors import NewerData
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
    made.add("thread.changed", 1, lambda old: {"threadId": old.pop("id"), **old})
    made.add("thread.changed", 2, lambda old: {"title": old.pop("name"), "startedAt": old.pop("on"), **old})
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
