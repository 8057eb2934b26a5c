"""Whether the session that writes is answered: nobody tells when a database hangs, or its machine has lost its power.

A commit may take as long as it does; so a session is only ended once another one shows that the database is elsewhere
now. What happens to the writes that waited is the affair of `writer`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from graphwright.errors import GraphwrightError
from graphwright.ports import Clock
from graphwright.store.postgres.connecting import connect, reworded, writing_session
from graphwright.store.postgres.lease import RENEW_S, TTL_S
from graphwright.store.postgres.writer import PostgresWriter

_SILENT: Final = "the database does not answer; changes wait until it does"

_log = logging.getLogger(__name__)


async def watch_in_a_fleet(writer: PostgresWriter, sessions: Callable[[], int], clock: Clock) -> None:
    """Have failed, once no answer comes though the leases are renewed in another session (`sessions` counts them)."""
    seen = sessions()
    while writer.failure is None:
        await clock.sleep(RENEW_S)
        if seen != sessions():
            seen = sessions()
            if not await _is_answered(writer):
                writer.give_up(TimeoutError())
                writer.connection.terminate()


async def watch_alone(writer: PostgresWriter, address: str, clock: Clock) -> None:
    """Lose a session that is not answered once the database is found elsewhere; say so while it is found nowhere."""
    while writer.failure is None:
        await clock.sleep(RENEW_S)
        session = writer.connection
        if await _is_answered(writer):
            writer.trouble = None
        elif not session.is_closed():
            writes = await _who_writes(address)
            if writes is None and writer.trouble is None:
                _log.warning(_SILENT)
            writer.trouble = _SILENT if writes is None else None
            if writes not in (None, session.get_server_pid()):
                session.terminate()


async def _who_writes(address: str) -> int | None:
    """The number of the session that may write, 0 when there is none; `None` when the database cannot be asked."""
    try:
        async with reworded("looking for the database"):
            asking = await connect(address)
            try:
                return await writing_session(asking)
            finally:
                asking.terminate()
    except GraphwrightError:
        return None


async def _is_answered(writer: PostgresWriter) -> bool:
    try:
        async with asyncio.timeout(TTL_S):
            await writer.asked()
    except TimeoutError:
        return False
    except GraphwrightError:
        pass  # an answer, too
    return True
