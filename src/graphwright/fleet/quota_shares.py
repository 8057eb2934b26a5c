"""What people use of their quotas at each server, told to the others: a person may work in projects of several.

Each server keeps one record of its own, and reads those of the others, about once a second. So a person may go beyond
a quota by what they do at other servers within that time; to know it at once, every change would wait for a lock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from graphwright.ports import Clock
from graphwright.protocol.wire import decode, encode
from graphwright.quotas import NO_USE, PersonUse
from graphwright.store.base import Store
from graphwright.workbench import Workbench

EVERY_S: Final = 1.0
_RECORD: Final = "quotaUse"


class QuotaShares:
    """The part of one life of a server."""

    def __init__(self, store: Store, server: str, peers: Callable[[], Collection[str]], clock: Clock) -> None:
        self._store, self._server, self._peers, self._clock = store, server, peers, clock
        self._told: dict[str, PersonUse] = {}
        self._due = 0.0

    async def exchange(self, workbench: Workbench) -> None:
        """Tell what is used here and hear what is used elsewhere, if it is time to. `StoreError`."""
        now = self._clock.monotonic()
        if not workbench.quotas.has_limits_everywhere or now < self._due:
            return
        self._due = now + EVERY_S
        own = workbench.use_of_people()
        if own != self._told:
            await self._store.set_record(_RECORD, self._server, encode(own) if own else None)
            self._told = own
        elsewhere: dict[str, PersonUse] = {}
        for server, body in await self._store.records(_RECORD):
            if server == self._server:
                continue
            if server not in self._peers():
                await self._store.set_record(_RECORD, server, None)  # its projects are counted where they are now
                continue
            for person, use in decode(body, dict[str, PersonUse]).items():
                known = elsewhere.get(person, NO_USE)
                elsewhere[person] = PersonUse(commits=known.commits + use.commits, runs=known.runs + use.runs)
        workbench.quotas.elsewhere = elsewhere
