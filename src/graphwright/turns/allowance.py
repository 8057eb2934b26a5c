"""What persons and projects have used up of their budgets today, kept across restarts (R-62).

The command line is a new process for every sentence; without this a daily limit would begin anew each time. A run's own
budget lives as long as the run is driven.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from graphwright.errors import StoreError
from graphwright.llm.budget import Budgets, BudgetScope, Spent
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Store

BUDGET: Final = "budget"


class Allowance:
    """Loads each budget when it is first needed and keeps it after each call."""

    def __init__(self, budgets: Budgets, store: Store) -> None:
        self.budgets = budgets
        self._store = store
        self._loaded: set[BudgetScope] = set()
        self._writing: set[asyncio.Task[None]] = set()

    async def open(self, scopes: Sequence[BudgetScope]) -> None:
        """Go on with what was kept."""
        for scope in scopes:
            if scope.kind == "run" or scope in self._loaded:
                continue
            kept = await self._store.get_record(BUDGET, _id(scope))
            if scope in self._loaded:
                continue
            self._loaded.add(scope)
            if kept is not None:
                self.budgets.load(scope, decode(kept, Spent))

    def keep(self, scopes: Sequence[BudgetScope]) -> None:
        """Keep what is used up now. Nobody waits: it is durable with the end of the caller's step at the latest."""
        for scope in scopes:
            if scope.kind != "run":
                writing = asyncio.create_task(self._written(scope, encode(self.budgets.spent(scope))))
                self._writing.add(writing)
                writing.add_done_callback(self._writing.discard)

    async def _written(self, scope: BudgetScope, spent: bytes) -> None:
        with suppress(StoreError):  # a failing disk is told to the step, whose result goes the same way
            await self._store.set_record(BUDGET, _id(scope), spent)


def _id(scope: BudgetScope) -> str:
    return f"{scope.kind}/{scope.id}"
