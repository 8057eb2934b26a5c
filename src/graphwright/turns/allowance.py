"""What persons and projects have used up of their budgets today, kept across restarts (R-62).

The command line is a new process for every sentence; without this a daily limit would begin anew each time. A run's own
budget lives as long as the run is driven.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.llm.budget import Budgets, Scope, Spent
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Store

_RECORD: Final = "budget"


class Allowance:
    """Loads each budget when it is first needed and keeps it after each call."""

    def __init__(self, budgets: Budgets, store: Store) -> None:
        self.budgets = budgets
        self._store = store
        self._loaded: set[Scope] = set()

    async def open(self, scopes: Sequence[Scope]) -> None:
        """Go on with what was kept."""
        for scope in scopes:
            if scope.kind == "run" or scope in self._loaded:
                continue
            kept = await self._store.get_record(_RECORD, _id(scope))
            if scope in self._loaded:
                continue
            self._loaded.add(scope)
            if kept is not None:
                self.budgets.load(scope, decode(kept, Spent))

    async def keep(self, scopes: Sequence[Scope]) -> None:
        """Keep what is used up now."""
        for scope in scopes:
            if scope.kind != "run":
                await self._store.set_record(_RECORD, _id(scope), encode(self.budgets.spent(scope)))


def _id(scope: Scope) -> str:
    return f"{scope.kind}/{scope.id}"
