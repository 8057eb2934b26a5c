"""A database of several hosts: whichever of them is the primary is found, whatever the others do or do not say."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self

import pytest

from graphwright.errors import InvalidCommand, StoreBusy, StoreError
from graphwright.ports import SystemClock
from graphwright.store.postgres import store as module
from graphwright.store.postgres.hosts import each_host
from graphwright.store.postgres.lease import Leases
from graphwright.store.postgres.lease_table import lease_table
from graphwright.store.postgres.store import PostgresStore
from tests.contracts.lease_contract import ONE
from tests.fleet import free_port
from tests.postgres import Postgres
from tests.store.samples import SHOP, filled, sequences, thread

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

    async def _serve(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
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


@requirement("Z-152")
async def test_a_host_that_says_nothing_holds_up_nobody(postgres, database):
    async with Host(postgres) as first, Host(postgres) as second, asyncio.timeout(8):
        first.hang()
        address = f"postgresql://test@{first.at},{second.at},127.0.0.1:{free_port()}/{database}"
        await (await lease_table(address, SystemClock())(True)).close()
        store = await filled(await PostgresStore.open(address, SystemClock()), thread())
        assert await sequences(store) == [1, 2]
        await store.close()


@requirement("Z-153")
async def test_a_store_whose_host_hangs_has_failed_once_the_leases_are_renewed_at_another(
    postgres, database, monkeypatch
):
    monkeypatch.setattr(module, "RENEW_S", 0.02)
    monkeypatch.setattr(module, "TTL_S", 0.2)
    clock, first, second = SystemClock(), Host(postgres), Host(postgres)
    address = f"postgresql://test@{first.at},{second.at}/{database}"
    joining = Leases.joined(lease_table(address, clock), server="one", address="http://one", kin=ONE, clock=clock)
    async with asyncio.timeout(20), first, joining as leases:
        assert leases.holding is not None
        store = await filled(await PostgresStore.open(address, clock, holding=leases.holding))
        watching = asyncio.ensure_future(store.watch(leases))
        async with second:
            leases.hang_up()
            await leases.renew()
            await store.append(SHOP, [thread("t1")])
            assert not watching.done(), "it answers"
            first.hang()
            waiting = [store.append(SHOP, [thread("t2")]), sequences(store)]
            asked = [asyncio.ensure_future(each) for each in waiting]
            leases.hang_up()
            await leases.renew()
            await watching
            told = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(each) for each in told] == [StoreBusy, StoreBusy]
            await store.close()
            assert leases.holding is not None
            again = await PostgresStore.open(address, clock, holding=leases.holding)
            assert [row.project_id for row in await again.projects()] == [SHOP]
            assert await sequences(again) == [1, 2]
            await again.close()
            await leases.give_back()


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
