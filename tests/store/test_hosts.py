"""A database of several hosts: whichever of them is the primary is found, whatever the others do or do not say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from graphwright.errors import InvalidCommand, StoreBusy, StoreError
from graphwright.ports import SystemClock
from graphwright.store.postgres.hosts import each_host
from graphwright.store.postgres.lease_table import lease_table
from graphwright.store.postgres.store import PostgresStore
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


@asynccontextmanager
async def passing_on(postgres: Postgres) -> AsyncGenerator[int]:
    """A port at which a PostgreSQL is reached."""

    async def copy(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reading.read(65_536):
                writing.write(piece)
                await writing.drain()
        writing.close()

    async def serve(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        further, back = await asyncio.open_unix_connection(str(Path(postgres.folder) / ".s.PGSQL.5432"))
        await asyncio.gather(copy(reading, back), copy(further, writing))

    listening = await asyncio.start_server(serve, "127.0.0.1", port := free_port())
    try:
        yield port
    finally:
        listening.close()


@asynccontextmanager
async def silent() -> AsyncGenerator[int]:
    """A port that takes connections and never says anything, as one of a machine that hangs."""
    taken: list[asyncio.StreamWriter] = []
    listening = await asyncio.start_server(lambda _, writing: taken.append(writing), "127.0.0.1", port := free_port())
    try:
        yield port
    finally:
        listening.close()
        for writing in taken:
            writing.close()


@requirement("Z-152")
async def test_a_host_that_says_nothing_holds_up_nobody(postgres: Postgres):
    async with silent() as first, passing_on(postgres) as second, asyncio.timeout(8):
        address = f"postgresql://test@127.0.0.1:{first},127.0.0.1:{second},127.0.0.1:{free_port()}/postgres"
        table = await lease_table(address, SystemClock())(True)
        await table.close()
        store = await PostgresStore.open(address, SystemClock())
        await store._writer.connection.execute("TRUNCATE project, journal, document, key")
        store._staging.projects.clear()
        await filled(store, thread())
        assert await sequences(store) == [1, 2]
        assert (await store.head(SHOP)).sequence == 2
        await store.close()


@requirement("Z-152", "Q-03")
async def test_when_no_host_is_the_primary_it_is_said_and_what_is_wrong_comes_first(postgres: Postgres):
    clock = SystemClock()
    async with passing_on(postgres) as port:
        gone = f"127.0.0.1:{free_port()}"
        with pytest.raises(StoreBusy, match="cannot be reached"):
            await PostgresStore.open(f"postgresql://test@{gone},{gone}/postgres", clock)
        with pytest.raises(StoreError, match="there is no such database"):
            await PostgresStore.open(f"postgresql://test@{gone},127.0.0.1:{port}/nowhere", clock)
        with pytest.raises(InvalidCommand, match="no address of the form") as refused:
            await PostgresStore.open(f"postgresql://test:secret@{gone},[::1/postgres", clock)
        assert "secret" not in str(refused.value)
