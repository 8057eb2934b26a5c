"""Which servers there are, kept up to date: renews the leases, and says when one is not seen any more."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from graphwright.errors import StoreError
from graphwright.ports import Clock
from graphwright.server.logs import log
from graphwright.store.postgres.lease import RENEW_S, Holding, Leases, Peer

_AT_ONCE_S: Final = 0.05
PATIENCE_S: Final = 15.0
"""How long a request waits for a server that works on its project: for a time to run out, and the next to begin."""


class Reign:
    """The time in which one server is seen; `over` is set when it ends, and with it all its leases."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.over = asyncio.Event()


class Succession:
    """The reigns of the other servers, and their changes."""

    def __init__(self, leases: Leases, clock: Clock) -> None:
        self.leases = leases
        self.clock = clock
        self.is_leaving = False
        """This server takes no lease any more."""
        self._reigns: dict[str, Reign] = {}
        self._changed = asyncio.Event()

    async def follow(self) -> None:
        """Renew and look, until cancelled."""
        has_failed = False
        while True:
            try:
                await self.look()
                has_failed = False
            except (StoreError, TimeoutError):
                if not has_failed:
                    log.warning("the leases cannot be renewed; the database does not answer")
                has_failed = True
                self.leases.hang_up()
            await self.clock.sleep(self._pause())

    async def look(self) -> None:
        """Renew and look now. `StoreError`, `TimeoutError`."""
        async with asyncio.timeout(RENEW_S * 2):
            await self.leases.renew()
        self._note()

    def told(self) -> None:
        """Something has changed that somebody may wait for."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def change(self, within_s: float) -> None:
        """Wait until something has changed, or for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(within_s, 0.0)):
                await self._changed.wait()

    async def living(self) -> Holding:
        """Wait until this server is seen."""
        while (holding := self.leases.holding) is None:
            await self.change(RENEW_S)
        return holding

    def owner_of(self, project: str) -> Reign | None:
        """Of the other server that works on a project, as far as is known."""
        peer = self.leases.owner_of(project)
        return None if peer is None or peer.server == self.leases.server else self._reign(peer)

    def anybody(self) -> Reign | None:
        """Of another server that may take a project; the one that works on what belongs to none, if it is another."""
        others = [each for each in self.leases.peers.values() if each.left_s > 0 and each.server != self.leases.server]
        return self.owner_of("") or (self._reign(others[0]) if others else None)

    def _reign(self, peer: Peer) -> Reign:
        return self._reigns.setdefault(peer.server, Reign(peer))

    def _note(self) -> None:
        for server, reign in list(self._reigns.items()):
            peer = self.leases.peers.get(server)
            if peer is None or peer.left_s <= 0:
                reign.over.set()
                del self._reigns[server]
        self.told()

    def _pause(self) -> float:
        """Until the next look: sooner where somebody's time runs out before."""
        others = [each.left_s for each in self.leases.peers.values() if each.server != self.leases.server]
        return min(RENEW_S, max(min(others, default=RENEW_S), 0.0) + _AT_ONCE_S)
