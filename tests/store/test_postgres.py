"""The PostgreSQL store keeps the contract, and what it promises beyond it."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import asyncpg
import pytest

from graphwright.errors import LimitExceeded, NewerData, OwnerLost, StaleRevision, StoreBusy, StoreError, StoreFull
from graphwright.ports import ManualClock, SystemClock
from graphwright.protocol.ids import ProjectId
from graphwright.settings import Settings
from graphwright.store.base import Head, StoreLimits
from graphwright.store.folder import FOLDER_OWNER
from graphwright.store.postgres import batch, connecting, opening, tables, writer
from graphwright.store.postgres.layout import MIGRATIONS
from graphwright.store.postgres.store import PostgresStore
from graphwright.store.upcast import Upcasters
from tests.contracts.store_contract import LastingStoreContract, check_is_store
from tests.pooler import Pooler
from tests.postgres import Postgres
from tests.store.samples import (
    SHOP,
    access,
    commit,
    filled,
    header,
    ids,
    journal,
    key,
    message,
    run_finished,
    run_started,
    run_waiting,
    sequences,
    thread,
)

requirement = pytest.mark.requirement

TABLES = "project, journal, journal_piece, document, snapshot, mark, key, owner, record, blob"


@pytest.fixture
async def store(postgres: Postgres, clock: ManualClock):
    opened = await PostgresStore.open(postgres.address(), clock)
    await opened._writer.connection.execute(f"TRUNCATE {TABLES}")
    opened._staging.projects.clear()
    yield opened
    await opened.close()


@requirement("Q-01")
class TestPostgresStore(LastingStoreContract):
    @pytest.fixture
    def store(self, store):
        return check_is_store(store)

    @pytest.fixture
    def reopen(self, store, postgres: Postgres, clock: ManualClock):
        async def reopen() -> PostgresStore:
            await store.close()
            return await PostgresStore.open(postgres.address(), clock)

        return reopen


# groups --------------------------------------------------------------------------------------------------------------


class Statements:
    """What a store has written, statement by statement."""

    def __init__(self, store: PostgresStore) -> None:
        self._connection: Any = store._writer.connection
        self.seen: list[str] = []

    def __enter__(self) -> list[str]:
        self._connection.add_query_logger(self._note)
        return self.seen

    def __exit__(self, *_: object) -> None:
        self._connection.remove_query_logger(self._note)

    def _note(self, record) -> None:
        self.seen.append(record.query.split()[0].strip(";"))


@requirement("Q-02")
async def test_appends_of_many_projects_are_one_statement(store):
    projects = [ProjectId(f"p-{number}") for number in range(32)]
    for project in projects:
        await store.create_project(project, project, [header(project)])

    with Statements(store) as seen:
        firsts = await asyncio.gather(*(store.append(project, [thread(), commit(1)]) for project in projects))

    assert (seen, firsts) == (["WITH"], [2] * 32)
    assert [await store.head(project) for project in projects] == [Head(3, 1)] * 32


@requirement("Q-02")
async def test_a_refused_project_never_fails_its_neighbours(store):
    projects = [ProjectId(f"p-{number}") for number in range(3)]
    for project in projects:
        await store.create_project(project, project, [header(project)])

    with Statements(store) as seen:
        outcomes = await asyncio.gather(
            *(store.append(project, [commit(1)], expect_revision=place % 2) for place, project in enumerate(projects)),
            return_exceptions=True,
        )

    assert ([type(outcome) for outcome in outcomes], seen) == ([int, StaleRevision, int], ["WITH"])
    assert [await store.head(project) for project in projects] == [Head(2, 1), Head(1, 0), Head(2, 1)]


@requirement("Q-02")
async def test_documents_that_come_go_and_come_again_in_one_group_stand_as_after_single_appends(store):
    await filled(store, run_started(), access("ben"))
    one_by_one = [access("ben", None), access("cleo"), access("ben", "viewer"), access("cleo", None), run_waiting()]
    await asyncio.gather(*(store.append(SHOP, [entry]) for entry in [*one_by_one, run_finished()]))
    assert (await ids(store, "member"), await ids(store, "wait")) == (["ben"], [])
    assert await store.rebuild(SHOP) == []


@requirement("Q-02")
async def test_a_group_that_is_too_large_for_a_message_is_written_in_several(store, monkeypatch):
    monkeypatch.setattr(batch, "_BATCH_BYTES", 10_000)
    await filled(store)
    large = commit(1, count=5_000)
    appends = [store.append(SHOP, [message(f"m{number}", text="x" * 4_000)]) for number in range(10)]

    with Statements(store) as seen:
        await asyncio.gather(store.append(SHOP, [large]), *appends)

    assert seen == ["BEGIN", *["INSERT"] * 4, *["WITH"] * 5, "COMMIT"]
    assert (await journal(store))[1].whole == b"".join([large.body, *large.more])
    assert await store.rebuild(SHOP) == []


@requirement("Q-01")
async def test_an_append_asks_only_for_its_key(store):
    await filled(store, run_started())
    with Statements(store) as seen:
        await store.append(SHOP, [commit(1)], expect_revision=0)
        seen.append("|")
        await store.append(SHOP, [thread()], key=key())
    assert seen == ["WITH", "|", "SELECT", "WITH"]


@requirement("Q-01", "R-40")
async def test_a_name_that_no_index_takes_is_refused(store):
    await filled(store)
    long = "\N{GRINNING FACE}" * 400
    for call in (
        store.create_project(ProjectId("p-long"), long, []),
        store.append(SHOP, [thread(long)]),
        store.append(SHOP, [thread()], key=key(long)),
        store.set_record("token", long, b""),
        store.own(long, by="test"),
    ):
        with pytest.raises(LimitExceeded, match="1600 bytes; 1300"):
            await call
    await store.append(SHOP, [thread("x" * 1_000)], key=key("y" * 1_000, scope="z" * 1_000))
    assert await sequences(store) == [1, 2]


@requirement("Q-01", "R-40")
async def test_too_many_waiting_writes_are_refused(store, postgres, clock):
    await store.close()
    store = await PostgresStore.open(postgres.address(), clock, limits=StoreLimits(waiting_writes=10))
    await filled(store)
    calls = (store.append(SHOP, [thread(f"t{number}")]) for number in range(15))
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int] * 10 + [StoreBusy] * 5
    await store.close()


# one process ---------------------------------------------------------------------------------------------------------


@requirement("Q-04")
async def test_a_second_process_is_told_who_has_the_database(store, postgres, clock):
    with pytest.raises(StoreBusy, match=r"another process \(session \d+, from this machine\) works on this database"):
        await PostgresStore.open(postgres.address(), clock)
    await store.close()
    await (await PostgresStore.open(postgres.address(), clock)).close()


@requirement("Q-04")
async def test_a_second_process_waits_for_the_first_to_leave(store, postgres):
    waiting = asyncio.ensure_future(PostgresStore.open(postgres.address(), SystemClock(), wait_s=60))
    await asyncio.sleep(0)
    await store.close()
    async with asyncio.timeout(10):
        await (await waiting).close()


@requirement("Q-04")
async def test_what_is_acknowledged_is_on_disk_whatever_the_server_is_set_to(postgres: Postgres, clock: ManualClock):
    order = "ALTER ROLE test SET synchronous_commit = {}"
    told: list[object] = []
    for setting in ("off", "remote_apply"):
        postgres.sql(order.format(setting))
        store = await PostgresStore.open(postgres.address(), clock)
        told.append(await store._writer.connection.fetchval("SHOW synchronous_commit"))
        await store.close()
    postgres.sql("ALTER ROLE test RESET synchronous_commit")
    assert told == ["on", "remote_apply"]


@requirement("I-04")
async def test_nobody_waits_for_a_group_that_was_cancelled_before_it_began(store):
    await filled(store)
    appending = asyncio.ensure_future(store.append(SHOP, [thread("a", "x")]))
    while store._writer._group is None or store._writer._group.done():
        await asyncio.sleep(0)
    store._writer._group.cancel()
    with pytest.raises(StoreBusy, match="stopped"):
        await asyncio.wait_for(appending, 5)
    assert await store.append(SHOP, [thread("b", "x")]) == 2


async def cut(store, postgres) -> None:
    """End the session that writes, as a restart of the database does."""
    pid = await store._writer.connection.fetchval("SELECT pg_backend_pid()")
    postgres.sql(f"SELECT pg_terminate_backend({pid}, 5000)")


@requirement("Q-04", "Z-72", "I-04")
async def test_who_has_lost_the_session_begins_another_and_goes_on(store, postgres):
    await filled(store, thread())
    for number in (2, 3):
        await cut(store, postgres)
        assert await ids(store, "thread") == [f"t{each}" for each in range(1, number)]
        assert await store.append(SHOP, [thread(f"t{number}")], key=key(f"k{number}")) == number + 1
    assert (await store.rebuild(SHOP), store.trouble()) == ([], None)


@requirement("Z-72", "I-04")
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_group_whose_session_was_lost_in_the_middle_counts_once(store, postgres, monkeypatch, moment):
    await filled(store, thread())
    write = batch.Batch.write

    async def lost(self, connection, holding=None) -> set[int]:
        monkeypatch.setattr(batch.Batch, "write", write)
        if moment == "after":
            await write(self, connection, holding)
        connection.terminate()
        raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    monkeypatch.setattr(batch.Batch, "write", lost)
    appends = (store.append(SHOP, [thread(f"w{number}")], key=key(f"w{number}")) for number in range(3))
    assert await asyncio.gather(*appends) == [3, 4, 5]
    assert await store.append(SHOP, [thread("last")]) == 6
    assert await ids(store, "thread") == ["t1", "w0", "w1", "w2", "last"]
    assert await store.rebuild(SHOP) == []


@requirement("Z-72")
async def test_a_repair_whose_session_was_lost_tells_each_difference_once(store, monkeypatch):
    await filled(store, thread())
    await store._writer.connection.execute("DELETE FROM document WHERE kind = 'thread'")
    forget = tables.forget_marks

    async def lost(connection, _project: int) -> None:
        monkeypatch.setattr(tables, "forget_marks", forget)
        connection.terminate()
        raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    monkeypatch.setattr(tables, "forget_marks", lost)
    assert await store.rebuild(SHOP, repair=True) == ["thread 't1' of entry 2 is not kept"]


@requirement("U-658", "Z-72")
async def test_it_is_asked_whether_changes_are_taken_and_not_taken_for_granted(store, postgres, monkeypatch):
    await filled(store)
    reopen, is_away = store._writer._reopen, True

    async def away() -> Any:
        if is_away:
            raise StoreBusy("the database cannot be reached")
        return await reopen()

    monkeypatch.setattr(store._writer, "_reopen", away)
    monkeypatch.setattr(writer, "_ASKED_S", 0.2)
    await store.check_writes()
    await cut(store, postgres)
    assert await sequences(store) == [1]  # who only reads finds the database there
    with pytest.raises(StoreBusy, match="the database is away"):
        await store.check_writes()
    is_away = False
    while store.trouble() is not None:
        await asyncio.sleep(0.05)
    await store.check_writes()
    assert await store.append(SHOP, [thread()]) == 2


@requirement("U-658")
async def test_a_session_that_is_busy_takes_changes(store, postgres, monkeypatch):
    await filled(store)
    monkeypatch.setattr(writer, "_ASKED_S", 0.2)
    other = await asyncpg.connect(store._address)
    async with other.transaction():
        await other.execute("LOCK TABLE graphwright.journal")
        waiting = asyncio.ensure_future(store.append(SHOP, [thread()]))
        await asyncio.sleep(0)
        await store.check_writes()
        assert not waiting.done()
    assert await waiting == 2
    await other.close()


@requirement("Q-04", "Z-72")
async def test_who_finds_that_somebody_else_has_written_meanwhile_writes_no_more(store, postgres):
    await filled(store, thread())
    await store._writer.connection.execute("UPDATE project SET sequence = 7")
    await cut(store, postgres)
    for _ in range(2):
        with pytest.raises(StoreBusy):
            await store.append(SHOP, [thread("t2")])
    assert "somebody else has written" in str(store.trouble())
    assert await ids(store, "thread") == ["t1"]


@requirement("Q-04", "Z-72")
async def test_who_finds_that_another_process_had_the_database_writes_no_more(store, postgres, clock):
    await filled(store)
    await store.own(FOLDER_OWNER, by="me")
    await store.set_record("session", "mine", b"before")
    await cut(store, postgres)
    other = await PostgresStore.open(store._address, clock)
    await other.own(FOLDER_OWNER, by="somebody else")
    await other.set_record("session", "mine", b"theirs")
    await other.close()
    with pytest.raises(StoreBusy):
        await store.set_record("session", "mine", b"what was known before")
    assert "another process has worked on this database" in str(store.trouble())
    assert await store.get_record("session", "mine") == b"theirs"


@requirement("Z-72")
async def test_a_store_that_is_closed_waits_no_longer_for_a_database_that_is_away(store, postgres, monkeypatch):
    await filled(store)

    async def away() -> None:
        raise StoreBusy("the database cannot be reached")

    monkeypatch.setattr(store._writer, "_reopen", away)
    await cut(store, postgres)
    waiting = asyncio.ensure_future(store.append(SHOP, [thread()]))
    while store.trouble() is None:
        await asyncio.sleep(0)
    assert "the database is away" in str(store.trouble())
    await store.close()
    with pytest.raises(StoreBusy):
        await waiting


@requirement("Q-04")
async def test_what_somebody_else_has_written_is_never_overwritten(store):
    await filled(store)
    await store._writer.connection.execute("UPDATE project SET sequence = 7")
    for kind in (OwnerLost, StoreBusy):
        with pytest.raises(kind, match="somebody else has written"):
            await store.append(SHOP, [thread()])
    assert await sequences(store) == [1]


@requirement("Q-04", "R-67")
async def test_a_statement_that_is_refused_leaves_nothing_and_fails_no_neighbour(store):
    await filled(store)
    await store._writer.connection.execute(
        "ALTER TABLE journal ADD CONSTRAINT small CHECK (length(body) < 5000) NOT VALID"
    )
    try:
        told = await asyncio.gather(
            store.append(SHOP, [thread("t1")], key=key()), store.append(SHOP, [thread("t2", "x" * 5_000)]),
            store.append(SHOP, [thread("t3")]), return_exceptions=True,
        )  # fmt: skip
        assert (told[0], type(told[1]), told[2]) == (2, StoreError, 3)
        assert "small" in str(told[1])
        assert (await sequences(store), await ids(store, "thread")) == ([1, 2, 3], ["t1", "t3"])
    finally:
        await store._writer.connection.execute("ALTER TABLE journal DROP CONSTRAINT small")


# what will not do ----------------------------------------------------------------------------------------------------

SECRET = "hunter2"


async def refused(address: str, tmp_path) -> str:
    """What the program says of an address."""
    from graphwright.app import open_workbench
    from graphwright.errors import GraphwrightError

    settings = Settings.read({"GRAPHWRIGHT_DATA": str(tmp_path), "GRAPHWRIGHT_DATABASE": address})
    with pytest.raises(GraphwrightError) as error:
        async with open_workbench(settings):
            pass
    assert SECRET not in error.value.message
    return f"{error.value.code}: {error.value.message}"


@requirement("Q-03")
@pytest.mark.parametrize("address", [f"postgresql://u:{SECRET}@[bad", f"postgresql://u:{SECRET}@h:port/x"])
async def test_what_is_no_address_is_refused_without_its_password(address, tmp_path):
    told = await refused(address, tmp_path)
    assert (
        told == "invalidCommand: the database is no address of the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
    )


@requirement("Q-03")
async def test_a_server_that_is_not_there_is_named_so(tmp_path):
    told = await refused(f"postgresql://u:{SECRET}@127.0.0.1:1/x", tmp_path)
    assert told.startswith("storeBusy: the database cannot be reached; is it running? (connecting: ")


@requirement("Q-03")
async def test_people_databases_and_rights_that_are_missing_are_named(postgres, tmp_path):
    for statement in ("CREATE ROLE weak LOGIN", "CREATE DATABASE strict"):
        postgres.sql(statement)
    assert "lets nobody of this name in" in await refused(postgres.address(user="stranger"), tmp_path)
    assert "no such database; create it first" in await refused(postgres.address("nowhere"), tmp_path)
    assert "GRANT CREATE ON DATABASE name TO user" in await refused(postgres.address("strict", "weak"), tmp_path)


@requirement("Q-03")
async def test_tables_that_are_not_ours_are_left_alone(postgres, tmp_path):
    postgres.sql("CREATE DATABASE theirs")
    postgres.sql("CREATE SCHEMA graphwright; CREATE TABLE graphwright.project (plan text)", "theirs")
    told = await refused(postgres.address("theirs"), tmp_path)
    assert told == (
        'conflict: the schema "graphwright" of the database holds tables that are not ours (project); '
        "choose another database"
    )
    tables = "SELECT string_agg(relname, ' ') FROM pg_class WHERE relnamespace = 'graphwright'::regnamespace"
    assert postgres.sql(tables + " AND relkind = 'r'", "theirs") == "project"


@requirement("Q-03")
async def test_a_newer_layout_is_left_alone(postgres, tmp_path, clock):
    postgres.sql("CREATE DATABASE newer")
    await (await PostgresStore.open(postgres.address("newer"), clock)).close()
    postgres.sql("UPDATE graphwright.layout SET version = 99, oldest = 99", "newer")
    told = await refused(postgres.address("newer"), tmp_path)
    assert told.startswith(
        f"newerData: the database has the layout 99 of a newer Graphwright; this one knows {len(MIGRATIONS)}."
    )


@requirement("Q-03")
async def test_a_database_that_cannot_keep_every_text_is_refused(postgres, tmp_path):
    postgres.sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    assert "keeps texts as LATIN1; create one with the encoding UTF8" in await refused(
        postgres.address("latin"), tmp_path
    )


@requirement("Q-03")
async def test_an_old_server_is_refused(postgres, tmp_path, monkeypatch):
    monkeypatch.setattr(connecting, "OLDEST_SERVER", 99)
    told = await refused(postgres.address(), tmp_path)
    assert told == "invalidCommand: the server is PostgreSQL 15; 99 is the oldest that will do"


@requirement("Q-03")
async def test_a_pooler_that_mixes_sessions_is_named(postgres, tmp_path):
    (folder := tmp_path / "pooler").mkdir()
    async with Pooler(postgres.folder, folder) as address:
        told = await refused(address, tmp_path / "data")
    assert told.startswith("invalidCommand: the database is reached through a pooler in transaction mode")


@requirement("Q-03")
async def test_a_driver_that_is_not_installed_is_named(tmp_path, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("graphwright.store.postgres.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "pip install 'graphwright[postgres]'" in await refused("postgresql://u@h/x", tmp_path)


@requirement("Q-03", "R-67")
def test_a_full_disk_of_the_database_is_named():
    full = asyncpg.DiskFullError("could not extend file")
    assert isinstance(connecting.store_error(full, "writing"), StoreFull)


@requirement("Z-57", "R-147")
async def test_a_database_with_entries_of_a_newer_program_is_refused_untouched(store, postgres, clock, monkeypatch):
    await store.close()
    own = Upcasters()
    for version in (1, 2):
        own.add("thread.changed", version, lambda content: content, back=lambda content: content)
    with monkeypatch.context() as newer:
        newer.setattr(opening, "UPCASTERS", own)
        await (await PostgresStore.open(postgres.address(), clock)).close()
        await (await PostgresStore.open(postgres.address(), clock)).close()
    connection = await asyncpg.connect(postgres.address())
    try:
        assert await connection.fetchval("SELECT entries FROM graphwright.layout") == 2
        with pytest.raises(NewerData) as refused:
            await PostgresStore.open(postgres.address(), clock)
        assert refused.value.message == "the journals hold entries of a newer Graphwright. Upgrade; nothing was touched"
        assert await connection.fetchval("SELECT entries FROM graphwright.layout") == 2
        await connection.execute("UPDATE graphwright.layout SET entries = 0")
    finally:
        await connection.close()
    await (await PostgresStore.open(postgres.address(), clock)).close()
