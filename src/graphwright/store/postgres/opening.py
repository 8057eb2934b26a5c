"""How a session that writes into a PostgreSQL is opened: it owns the database, or joins those that write there.

What is written by it is made elsewhere (`store.postgres.writer`).
"""

from __future__ import annotations

from contextlib import AsyncExitStack

from graphwright.errors import StoreBusy
from graphwright.ports import Clock
from graphwright.store.postgres import tables
from graphwright.store.postgres.connecting import (
    Connection,
    commit_durably,
    connect,
    join_writers,
    own_writing,
    reworded,
)
from graphwright.store.postgres.layout import level_of, prepare
from graphwright.store.postgres.lease import Holding
from graphwright.store.postgres.lease_table import session_name
from graphwright.store.staging import KnownProject
from graphwright.store.upcast import UPCASTERS, check_level


async def open_session(
    address: str, clock: Clock, wait_s: float, holding: Holding | None = None
) -> tuple[Connection, list[KnownProject]]:
    """The session that writes, and the projects as they stand. Raises what `PostgresStore.open` does."""
    async with AsyncExitStack() as opened, reworded("opening"):
        writing = await connect(address, name=None if holding is None else session_name(holding.server))
        opened.push_async_callback(writing.close)
        if await writing.fetchval("SELECT pg_is_in_recovery()"):
            raise StoreBusy("this server only reads; name the primary, or wait until it is one")
        if holding is None:
            await own_writing(writing, clock, wait_s)
        else:
            await join_writers(writing, clock, wait_s)
        await commit_durably(writing)
        await prepare(writing)
        if holding is None:
            check_level(await level_of(writing), UPCASTERS.level)
            await writing.execute("UPDATE layout SET entries = $1 WHERE entries < $1", UPCASTERS.level)
        # Of several servers each is given its projects one by one.
        projects = [] if holding is not None else await tables.projects(writing)
        opened.pop_all()
    return writing, projects
