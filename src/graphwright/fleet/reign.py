"""Who works on the projects now, kept up to date: renews the lease, and says when somebody else has it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from graphwright.errors import StoreError
from graphwright.ports import Clock
from graphwright.server.logs import log
from graphwright.store.postgres.lease import RENEW_S, DatabaseLease, Holding, LeaseHolder

_AT_ONCE_S: Final = 0.05
PATIENCE_S: Final = 15.0
"""How long a request waits for a server that works on the projects: for a lease to run out, and the next to begin."""


class Reign:
    """The time in which one server has the lease; `over` is set when it ends."""

    def __init__(self, holder: LeaseHolder) -> None:
        self.holder = holder
        self.over = asyncio.Event()


class Succession:
    """The present reign, and its changes."""

    def __init__(self, lease: DatabaseLease, clock: Clock) -> None:
        self.lease = lease
        self.clock = clock
        self.reign: Reign | None = None
        self.is_leaving = False
        """This server takes the lease no more."""
        self._changed = asyncio.Event()

    async def follow(self) -> None:
        """Renew and look, until cancelled."""
        has_failed = False
        while True:
            try:
                async with asyncio.timeout(RENEW_S * 2):
                    await self.lease.renew(take=not self.is_leaving)
                has_failed = False
                self._note()
            except (StoreError, TimeoutError):
                if not has_failed:
                    log.warning("the lease cannot be renewed; the database does not answer")
                has_failed = True
                self.lease.hang_up()
            await self.clock.sleep(self._pause())

    def told(self) -> None:
        """Something has changed that somebody may wait for."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def change(self, within_s: float) -> None:
        """Wait until something has changed, or for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(within_s, 0.0)):
                await self._changed.wait()

    async def held(self) -> Holding:
        """Wait until this server has the lease."""
        while (holding := self.lease.holding) is None:
            await self.change(RENEW_S)
        return holding

    def _note(self) -> None:
        holder, now = self.lease.holder, self.reign
        if holder is None:
            return
        is_live = bool(holder.server) and (holder.left_s > 0 or self.lease.holds(holder.fence))
        if now is not None and (not is_live or holder.fence != now.holder.fence or holder.server != now.holder.server):
            now.over.set()
            self.reign = now = None
            self.told()
        if now is None and is_live:
            self.reign = Reign(holder)
            self.told()

    def _pause(self) -> float:
        holder = self.lease.holder
        if holder is None or holder.server == self.lease.server:
            return RENEW_S
        return min(RENEW_S, max(holder.left_s, 0.0) + _AT_ONCE_S) if holder.server else _AT_ONCE_S * 4
