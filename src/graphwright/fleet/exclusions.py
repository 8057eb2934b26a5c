"""Blocks of code in which one server is at a time, by locks of the database that end with their session."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from graphwright.store.postgres.connecting import Connection, connect, reworded
from graphwright.store.postgres.lease_table import session_name


class Exclusions:
    """The blocks of one life of a server."""

    def __init__(self, database: str, server: str) -> None:
        self._database, self._server = database, server
        self._here: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._sessions: dict[str, Connection] = {}

    @asynccontextmanager
    async def block(self, name: str) -> AsyncGenerator[None]:
        """No other server is in a block of this name. `StoreBusy` when it takes too long."""
        async with self._here[name]:
            session = await self._session(name)
            async with _ending(session), reworded("waiting for the other servers"):
                await session.execute(f"SELECT pg_advisory_lock(hashtext('graphwright {name}'))")  # own words
            try:
                yield
            finally:
                async with _ending(session), reworded("letting the other servers go on"):
                    await session.execute(f"SELECT pg_advisory_unlock(hashtext('graphwright {name}'))")

    async def _session(self, name: str) -> Connection:
        session = self._sessions.get(name)
        if session is None or session.is_closed():
            session = self._sessions[name] = await connect(self._database, name=session_name(self._server))
        return session

    def close(self) -> None:
        """End their sessions."""
        for session in self._sessions.values():
            session.terminate()


@asynccontextmanager
async def _ending(session: Connection) -> AsyncGenerator[None]:
    """End a session that is cut off in the block: it may hold the lock or not, and would keep all others out."""
    try:
        yield
    except BaseException:
        session.terminate()
        raise
