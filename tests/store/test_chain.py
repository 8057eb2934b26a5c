"""The chain shows what was done to a journal behind our back, and nothing else."""

from __future__ import annotations

import pytest
from msgspec import structs

from graphwright.store.base import StoredEntry
from graphwright.store.chain import START, JournalPosition, is_redacted, link, redact, verify
from tests.store.samples import commit, message, thread

requirement = pytest.mark.requirement


def written() -> list[StoredEntry]:
    rows, _ = link([thread(), commit(1), message(text="my address is Elm Street 5"), commit(2)], START)
    return rows


def differences(rows: list[StoredEntry]) -> list[str]:
    before = START
    found: list[str] = []
    for row in rows:
        found += verify(row, before)
        before = JournalPosition(row.sequence, row.revision, row.chain)
    return found


@requirement("R-53")
def test_a_journal_as_it_was_written_has_no_differences():
    assert differences(written()) == []


@requirement("R-53")
def test_a_journal_written_in_two_parts_is_the_same_journal():
    first, position = link([thread(), commit(1)], START)
    second, _ = link([message(text="my address is Elm Street 5"), commit(2)], position)
    assert first + second == written()


@requirement("R-53")
@pytest.mark.parametrize("at", range(4))
def test_a_flipped_byte_is_found_and_its_entry_named(at):
    rows = written()
    body = bytearray(rows[at].body)
    body[len(body) // 2] ^= 1
    rows[at] = structs.replace(rows[at], body=bytes(body))
    assert differences(rows) == [f"entry {at + 1} ({rows[at].type}): its body is not what was written"]


@requirement("R-53")
@pytest.mark.parametrize("change", [{"type": "thread.chanqed"}, {"version": 2}, {"content_hash": "0" * 64}])
def test_a_changed_header_breaks_the_chain(change):
    rows = written()
    rows[0] = structs.replace(rows[0], **change)
    assert any("chain is broken" in difference for difference in differences(rows))


@requirement("R-53")
def test_a_body_replaced_together_with_its_hash_breaks_the_chain():
    rows = written()
    rows[2] = structs.replace(rows[2], body=rows[0].body, content_hash=rows[0].content_hash)
    assert differences(rows) == ["entry 3 (message.completed): the chain is broken here"]


@requirement("R-53", "I-05")
def test_a_missing_entry_is_named():
    rows = written()
    del rows[1]
    assert differences(rows)[0] == "entry 2 is missing: 3 follows 1"


@requirement("R-53")
def test_swapped_entries_are_found():
    rows = written()
    rows[0], rows[2] = rows[2], rows[0]
    assert differences(rows) != []


@requirement("R-53", "I-05")
def test_a_revision_that_no_commit_made_is_found():
    rows = written()
    rows[2] = structs.replace(rows[2], revision=2)
    assert "entry 3 (message.completed) has revision 2, not 1" in differences(rows)


@requirement("R-53")
def test_a_redacted_body_keeps_the_chain():
    rows = written()
    rows[2] = redact(rows[2], b'{"type":"message.completed","messageId":"m1"}')
    assert rows[2].body == b'{"type":"message.completed","messageId":"m1","redacted":true}'
    assert differences(rows) == []
    assert [is_redacted(row) for row in rows] == [False, False, True, False]
