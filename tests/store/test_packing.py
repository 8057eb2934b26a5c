"""Bodies are packed on disk and the same bytes again when they are read; older files are read as they are."""

from __future__ import annotations

import zlib
from hashlib import sha256
from pathlib import Path
from random import Random

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.errors import StoreDamaged
from graphwright.store import packing
from graphwright.store.base import DATA_VERSION
from graphwright.store.database import DATABASE_NAME, MIGRATIONS
from graphwright.store.packing import PLAIN, WITH_COMMON, packed, unpacked
from graphwright.store.sqlite import SqliteStore
from tests.store.samples import SHOP, commit, filled, ids, journal, key, message, thread

requirement = pytest.mark.requirement

LAYOUT_BEFORE = 3
"""The last one that packed nothing."""


@requirement("Q-70")
@settings(max_examples=200, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.binary(max_size=8).map(lambda some: some * 9_000)))
def test_every_body_comes_back_as_it_was(body):
    form, lying = packed(body)
    assert len(lying) <= len(body)
    assert unpacked(form, lying) == body


@requirement("Q-70")
def test_what_would_not_get_shorter_lies_there_as_it_is():
    noise = Random(7).randbytes(100_000)
    assert packed(noise) == (PLAIN, noise)
    assert packed(b"{}") == (PLAIN, b"{}")
    assert packed(commit(1).body).form == WITH_COMMON


@requirement("Q-70", "R-122")
@pytest.mark.parametrize(
    ("size", "form"), [(47, PLAIN), (48, WITH_COMMON), (5_000, WITH_COMMON), (5_001, PLAIN)], ids=str
)
def test_bodies_are_packed_from_the_smallest_to_the_largest_size_and_come_back(size, form, monkeypatch):
    monkeypatch.setattr(packing, "_LARGEST", 5_000)
    body = b"a" * size

    lying = packed(body)

    assert (lying.form, unpacked(*lying)) == (form, body)


@requirement("Q-70", "R-122")
def test_what_unpacks_to_more_than_the_largest_size_was_never_packed_here(monkeypatch):
    lying = packed(b"a" * 5_001)
    monkeypatch.setattr(packing, "_LARGEST", 5_000)

    with pytest.raises(StoreDamaged, match="does not end where it should"):
        unpacked(*lying)


@requirement("Q-70")
def test_what_every_database_was_packed_with_never_changes():
    common = Path(packing.__file__).with_name("packing_1.txt").read_bytes()
    assert sha256(common).hexdigest() == "25a86ea017502a0051dac5dd537722ca7c061705834e9ba29ca3c864071766b4"


@requirement("Q-70")
@pytest.mark.parametrize(
    ("form", "lying"),
    [
        (2, b"what a newer program might write"),
        (WITH_COMMON, b""),
        (WITH_COMMON, b"no such thing"),
        (WITH_COMMON, zlib.compress(b"without the common texts")[:-1]),
        (WITH_COMMON, packed(commit(1).body).body[:-3]),
        (WITH_COMMON, packed(commit(1).body).body + b"more"),
        (WITH_COMMON, zlib.compress(bytes(packing._LARGEST + 2))),
    ],
)
def test_what_was_never_packed_is_damage_and_not_a_body(form, lying):
    with pytest.raises(StoreDamaged, match="restore a backup"):
        unpacked(form, lying)


def lying_in(folder: Path, sql: str) -> list[tuple[object, ...]]:
    connection = apsw.Connection(str(folder / DATABASE_NAME))
    rows = list(connection.execute(sql))
    connection.close()
    return rows


async def told(store: SqliteStore) -> list[object]:
    return [
        await journal(store),
        await store.documents(SHOP, "message"),
        await store.recall("ana", "k1", "d1"),
        await store.rebuild(SHOP),
    ]


@requirement("Q-70", "I-01")
async def test_a_file_of_the_layout_before_is_read_as_it_is_and_written_on(tmp_path, clock, monkeypatch):
    with monkeypatch.context() as before:
        before.setattr(packing, "_SMALLEST", packing._LARGEST + 1)  # nothing was packed then
        store = await filled(await SqliteStore.open(tmp_path, clock), thread(), commit(1), commit(2, count=5_000))
        await store.append(SHOP, [message(f"m{number}") for number in range(9)], key=key())
        blob = await store.put_blob(b"what a language model was sent " * 40)
        kept = await told(store)
        await store.close()
    connection = apsw.Connection(str(tmp_path / DATABASE_NAME))
    for table in ("journal", "journal_piece", "document", "key", "blob"):
        assert list(connection.execute(f"SELECT DISTINCT form FROM {table}")) == [(PLAIN,)]
        connection.execute(f"ALTER TABLE {table} DROP COLUMN form")
    connection.execute("ALTER TABLE blob DROP COLUMN at")
    connection.pragma("user_version", LAYOUT_BEFORE)
    connection.close()

    store = await SqliteStore.open(tmp_path, clock)
    assert await told(store) == kept
    assert await store.get_blob(blob) == b"what a language model was sent " * 40
    await store.append(SHOP, [commit(3, name="Invoice"), message("m0", text="Changed.")])
    assert await store.rebuild(SHOP) == []
    assert len(await ids(store, "message")) == 9
    await store.close()
    forms = lying_in(tmp_path, "SELECT form FROM journal ORDER BY id")
    assert forms == [(PLAIN,)] * 13 + [(WITH_COMMON,)] * 2
    assert lying_in(tmp_path, "SELECT form FROM document WHERE id = 'm0'") == [(WITH_COMMON,)]


@requirement("Q-70", "R-67")
async def test_a_lift_that_fails_leaves_every_table_as_it_was(tmp_path, clock, monkeypatch):
    store = await filled(await SqliteStore.open(tmp_path, clock))
    await store.close()
    connection = apsw.Connection(str(tmp_path / DATABASE_NAME))
    for table in ("journal", "journal_piece", "document", "key"):  # the last of the five has its column already
        connection.execute(f"ALTER TABLE {table} DROP COLUMN form")
    connection.pragma("user_version", LAYOUT_BEFORE)
    connection.close()
    with pytest.raises(Exception, match="duplicate column"):
        await SqliteStore.open(tmp_path, clock)
    assert lying_in(tmp_path, "PRAGMA user_version") == [(LAYOUT_BEFORE,)]
    assert lying_in(tmp_path, "SELECT count(*) FROM pragma_table_info('journal') WHERE name = 'form'") == [(0,)]
    assert len(MIGRATIONS) == DATA_VERSION


@requirement("Q-71")
async def test_a_commit_takes_at_most_one_and_a_half_times_its_json(tmp_path, clock):
    """With the answer that is kept for a week beside it: it says the same again."""
    store = await filled(await SqliteStore.open(tmp_path, clock))
    said = 0
    for revision in range(1, 301):
        made = commit(revision, f"CheckRoute{revision}")
        said += made.size
        await store.append(SHOP, [made], key=key(f"k{revision}", answer=b'{"outcome":"applied","commit":' + made.body))
    await store.close()
    assert (tmp_path / DATABASE_NAME).stat().st_size - 30 * 8_192 < 1.5 * said


@requirement("Q-70", "R-67")
async def test_a_document_or_an_answer_that_is_damaged_is_said_to_be_and_mended_from_the_journal(tmp_path, clock):
    store = await filled(await SqliteStore.open(tmp_path, clock), thread())
    await store.append(SHOP, [message()], key=key(answer=b"a long answer " * 20))
    blob = await store.put_blob(b"a long text " * 20)
    for sql in (
        "UPDATE document SET body = x'7801' WHERE kind = 'message'",
        "UPDATE key SET answer = x'7801'",
        "UPDATE blob SET data = x'7801'",
    ):
        store._writing.execute(sql)
    for read in (store.document(SHOP, "message", "m1"), store.recall("ana", "k1", "d1"), store.get_blob(blob)):
        with pytest.raises(StoreDamaged, match="cannot be unpacked"):
            await read
    assert await store.rebuild(SHOP, repair=True) == ["message 'm1' differs from what entry 3 made it"]
    assert await store.rebuild(SHOP) == []
    assert await store.document(SHOP, "message", "m1") is not None
    await store.close()
