"""A reading of a journal as it was written: one sum of all of it, what it names, and the first entry that is not sound."""

from __future__ import annotations

from hashlib import sha256

import pytest
from msgspec import structs

from graphwright.errors import StoreDamaged
from graphwright.store import entries, snapshots
from graphwright.store.base import StoredEntry
from graphwright.store.chain import START, link
from graphwright.store.journal_digest import JournalDigest, hashes_in
from graphwright.store.snapshots import joined, parts_of
from tests.store.samples import commit, header, run_started, run_waiting, snapshot, thread

A, B = "a" * 64, "b" * 64


def rows() -> list[StoredEntry]:
    written = [
        header(),
        thread(title=f"see {A}"),
        run_started("r1"),
        commit(1, count=3),
        run_waiting("r1"),
        run_started("r2"),
    ]
    linked, _ = link(written, START)
    return linked


def sum_of(journal: list[StoredEntry]) -> str:
    total = sha256()
    for row in journal:
        total.update(row.chain.encode() + row.whole)
    return total.hexdigest()


@pytest.mark.requirement("R-147", "Z-57")
@pytest.mark.parametrize("in_pieces", [False, True])
def test_a_reading_is_a_sum_of_every_byte_however_many_slices_it_comes_in(in_pieces: bool, monkeypatch):
    if in_pieces:
        monkeypatch.setattr(entries, "MAX_IN_ONE", 1)
    journal = rows()
    assert any(row.more for row in journal) is in_pieces
    for upto in (None, 0, 2, 6, 7):
        for size in (1, 4, 9):
            reading = JournalDigest("shop", upto=upto)
            assert reading.digest == (sum_of([]) if upto in (None, 0) else None)
            for start in range(0, len(journal), size):
                reading.take(journal[start : start + size])
            assert reading.digest == (None if upto == 7 else sum_of(journal[:upto]))
            assert (reading.sequence, reading.runs) == (6, {"r1", "r2"})


@pytest.mark.requirement("R-147")
def test_every_hash_that_stands_between_quotes_is_the_name_of_a_blob():
    data = f'{{"ref":"{A}","text":"{{\\"ref\\":\\"{B}\\"}}","short":"{A[:-1]}","long":"{A}a","bare":{B}}}'.encode()

    assert hashes_in(data) == {A, B}
    assert hashes_in(f'{{"upper":"{A.upper()}"}}'.encode()) == set()
    reading = JournalDigest("shop")
    written, _ = link([thread("t1", A)], START)
    reading.take(written)
    assert reading.hashes == {A}


@pytest.mark.requirement("R-147", "R-143")
def test_the_first_entry_that_is_not_what_was_written_is_told_with_what_is_wrong_with_it():
    journal = rows()
    for damaged, at, said in (
        ([*journal[:2], *journal[3:]], 4, "entry 3 is missing: 4 follows 2"),
        (
            [journal[0], structs.replace(journal[1], body=b"{}")],
            2,
            "entry 2 (thread.changed): its body is not what was written",
        ),
        ([journal[0], structs.replace(journal[1], chain=A)], 2, "entry 2 (thread.changed): the chain is broken here"),
        ([journal[0], structs.replace(journal[1], revision=1)], 2, "entry 2 (thread.changed) has revision 1, not 0"),
    ):
        reading = JournalDigest("shop")
        with pytest.raises(StoreDamaged) as refused:
            reading.take(damaged)
        assert refused.value.message == f"the journal of the project 'shop' is damaged: {said}; restore a backup"
        assert refused.value.fields == {"sequence": at}
        assert reading.sequence == at - (2 if "missing" in said else 1)


@pytest.mark.requirement("R-147")
@pytest.mark.parametrize(("nodes", "parts"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_a_snapshot_lies_in_parts_of_bounded_size_and_is_whole_again(nodes: int, parts: int, monkeypatch):
    monkeypatch.setattr(snapshots, "_PART", 2)
    whole = snapshot(3, nodes)
    written = list(parts_of(whole))

    assert len(written) == parts
    assert joined(written) == whole
    for part in written:
        alone = joined([part])
        assert alone.revision == 3
        assert max(len(alone.nodes), len(alone.edges)) <= 2


@pytest.mark.requirement("R-147", "R-143")
def test_a_snapshot_that_is_damaged_or_has_lost_its_parts_is_told_as_such():
    (part, *_) = parts_of(snapshot(1, 1))
    for damaged, said in (
        ([], "a snapshot has lost its parts; restore a backup"),
        ([part[:-3]], "a snapshot cannot be read: "),
        ([part, b"nothing"], "a snapshot cannot be read: "),
    ):
        with pytest.raises(StoreDamaged) as refused:
            joined(damaged)
        assert refused.value.message.startswith(said)
        assert refused.value.message.endswith("; restore a backup")
