"""A database of several hosts: whichever of them is the primary is found, whatever the others do or do not say."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self

import asyncpg
import pytest

from graphwright.errors import InvalidCommand, StoreBusy, StoreError
from graphwright.ports import SystemClock
from graphwright.store.postgres import connecting, watching
from graphwright.store.postgres.hosts import each_host
from graphwright.store.postgres.lease import Leases
from graphwright.store.postgres.lease_table import lease_table
from graphwright.store.postgres.store import PostgresStore
from tests.contracts.lease_contract import ONE
from tests.fleet import free_port
from tests.postgres import Postgres
from tests.store.samples import SHOP, filled, sequences, thread
from tests.waiting import until

requirement = pytest.mark.requirement


@requirement("Z-152")
@pytest.mark.parametrize(
    ("address", "each"),
    [
        ("postgresql://u:p@one/db", ["postgresql://u:p@one/db"]),
        ("postgresql://u@/db?host=/run/one", ["postgresql://u@/db?host=/run/one"]),
        (
            "postgresql://u:p%40,q@one:1,[::2]:2/db",
            [
                "postgresql://u:p%40,q@one:1/db?target_session_attrs=primary",
                "postgresql://u:p%40,q@[::2]:2/db?target_session_attrs=primary",
            ],
        ),
        (
            "postgresql://one,two/db?target_session_attrs=any&sslmode=require",
            [
                "postgresql://one/db?target_session_attrs=primary&sslmode=require",
                "postgresql://two/db?target_session_attrs=primary&sslmode=require",
            ],
        ),
    ],
)
def test_each_host_of_several_is_asked_for_the_primary(address, each):
    assert each_host(address) == each


class Host:
    """A port at which a PostgreSQL is reached, until it hangs: it takes connections then, and says nothing more."""

    def __init__(self, postgres: Postgres) -> None:
        self.port = free_port()
        self.at = f"127.0.0.1:{self.port}"
        self._socket = str(postgres.folder / ".s.PGSQL.5432")
        self._goes_on = asyncio.Event()
        self._goes_on.set()
        self.asked = 0
        self._lines: list[asyncio.StreamWriter] = []
        self._serving: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        for line in self._lines:
            line.close()
        self._goes_on.set()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def hang(self) -> None:
        self._goes_on.clear()

    def go_on(self) -> None:
        self._goes_on.set()

    async def _serve(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        self.asked += 1
        self._lines.append(writing)
        await self._goes_on.wait()
        further, back = await asyncio.open_unix_connection(self._socket)
        self._lines.append(back)
        await asyncio.gather(self._copy(reading, back), self._copy(further, writing))

    async def _copy(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reading.read(65_536):
                await self._goes_on.wait()
                writing.write(piece)
                await writing.drain()
        writing.close()


@pytest.fixture
async def database(postgres: Postgres):
    postgres.sql("CREATE DATABASE hosts")
    yield "hosts"
    postgres.sql("DROP DATABASE hosts WITH (FORCE)")


@pytest.fixture
def impatient(monkeypatch):
    """Looks often, and waits for an answer not for long, but longer than a busy machine stands still."""
    monkeypatch.setattr(watching, "RENEW_S", 0.02)
    monkeypatch.setattr(watching, "TTL_S", 1.0)
    monkeypatch.setattr(connecting, "_CONNECT_S", 2.0)


@requirement("Z-152")
async def test_a_host_that_says_nothing_holds_up_nobody(postgres, database, monkeypatch):
    monkeypatch.setattr(connecting, "_CONNECT_S", 100.0)
    async with Host(postgres) as first, Host(postgres) as second, asyncio.timeout(40):
        first.hang()
        address = f"postgresql://test@{first.at},{second.at},127.0.0.1:{free_port()}/{database}"
        await (await lease_table(address, SystemClock())(True)).close()
        store = await filled(await PostgresStore.open(address, SystemClock()), thread())
        assert await sequences(store) == [1, 2]
        await store.close()


@requirement("Z-153")
async def test_a_store_whose_host_hangs_has_failed_once_the_leases_are_renewed_at_another(
    postgres, database, impatient
):
    clock, first, second = SystemClock(), Host(postgres), Host(postgres)
    address = f"postgresql://test@{first.at},{second.at}/{database}"
    joining = Leases.joined(lease_table(address, clock), server="one", address="http://one", kin=ONE, clock=clock)
    async with asyncio.timeout(20), first, joining as leases:
        assert leases.holding is not None
        store = await filled(await PostgresStore.open(address, clock, holding=leases.holding))
        async with second, store.watched(leases):
            leases.hang_up()
            await leases.renew()
            await store.append(SHOP, [thread("t1")])
            assert store.failure is None, "it answers"
            first.hang()
            waiting = [store.append(SHOP, [thread("t2")]), sequences(store)]
            asked = [asyncio.ensure_future(each) for each in waiting]
            leases.hang_up()
            await leases.renew()
            await until(lambda: store.failure)
            assert store.failure == (
                "the session with the database was lost (TimeoutError); "
                "writes are refused until the store is opened again"
            )
            told = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(each) for each in told] == [StoreBusy, StoreBusy]
            await store.close()
            assert leases.holding is not None
            again = await PostgresStore.open(address, clock, holding=leases.holding)
            assert [row.project_id for row in await again.projects()] == [SHOP]
            assert await sequences(again) == [1, 2]
            await again.close()
            await leases.give_back()


@requirement("Z-170")
async def test_a_server_alone_goes_on_at_the_host_that_is_the_primary_once_its_own_hangs(postgres, database, impatient):
    async with asyncio.timeout(20), Host(postgres) as first, Host(postgres) as second:
        second.hang()
        address = f"postgresql://test@{first.at},{second.at}/{database}"
        store = await filled(await PostgresStore.open(address, SystemClock()), thread())
        async with store.watched():
            first.hang()
            waiting = asyncio.ensure_future(store.append(SHOP, [thread("t1")]))
            reading = asyncio.ensure_future(sequences(store))
            await until(lambda: store.trouble() == "the database does not answer; changes wait until it does")
            assert not waiting.done(), "nobody knows yet whether it will be durable"
            # A standby that is promoted knows nothing of the sessions of the host that hangs.
            postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'hosts'")
            second.go_on()
            assert await waiting == 3
            assert store.trouble() is None
            assert await sequences(store) == [1, 2, 3]
            with pytest.raises(StoreBusy):
                await reading


@requirement("Z-170", "R-125")
async def test_nobody_watches_a_store_any_more_once_it_is_closed(postgres, database):
    store = await filled(await PostgresStore.open(postgres.address(database), SystemClock()))
    async with store.watched():
        pass

    assert asyncio.all_tasks() == {asyncio.current_task()}
    with pytest.raises(StoreBusy, match="closed"):
        await store.projects()


@requirement("Z-170")
async def test_a_session_that_is_busy_for_long_is_not_taken_for_one_that_hangs(postgres, database, impatient):
    async with asyncio.timeout(20), Host(postgres) as first, Host(postgres) as second:
        address = f"postgresql://test@{first.at},{second.at}/{database}"
        store = await filled(await PostgresStore.open(address, SystemClock()), thread())
        other = await asyncpg.connect(postgres.address(database))
        async with store.watched():
            async with other.transaction():
                await other.execute("LOCK TABLE graphwright.journal")
                waiting = asyncio.ensure_future(store.append(SHOP, [thread("t1")]))
                before = first.asked + second.asked
                await until(lambda: first.asked + second.asked > before + 4)  # both, and more than once
                assert not waiting.done()
                assert store.trouble() is None
            assert await waiting == 3
        await other.close()


@requirement("Z-152", "Q-03")
async def test_when_no_host_is_the_primary_it_is_said_and_what_is_wrong_comes_first(postgres):
    clock, gone = SystemClock(), f"127.0.0.1:{free_port()}"
    async with Host(postgres) as host:
        with pytest.raises(StoreBusy, match="cannot be reached"):
            await PostgresStore.open(f"postgresql://test@{gone},{gone}/postgres", clock)
        with pytest.raises(StoreError, match="there is no such database"):
            await PostgresStore.open(f"postgresql://test@{gone},{host.at}/nowhere", clock)
        with pytest.raises(InvalidCommand, match="no address of the form") as refused:
            await PostgresStore.open(f"postgresql://test:secret@{gone},[::1/postgres", clock)
        assert "secret" not in str(refused.value)
