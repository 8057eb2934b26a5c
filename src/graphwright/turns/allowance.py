"""What persons and projects may still use up today: kept across restarts, one figure for all servers (R-62, Z-145).

Each call reads what was used up by then, by anybody anywhere, makes its room in it and writes it back before it is
sent, in a block in which one process is at a time. What is written counts the call with the most it can cost, until
that is known; of a process that dies in between it stays, because nobody knows what the provider charges. A run's own
budget lives as long as the run is driven.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, suppress
from typing import Final

from graphwright.errors import OwnerLost, StoreError
from graphwright.llm.budget import Budgets, BudgetScope, CallCeiling, Reservation, Spent
from graphwright.protocol.wire import decode, encode
from graphwright.runs.execution import to_the_end
from graphwright.store.base import Store

BUDGET: Final = "budget"


class Allowance:
    """The budgets of all projects of one process, beside those of the others."""

    def __init__(
        self, budgets: Budgets, store: Store, alone: Callable[[str], AbstractAsyncContextManager[None]]
    ) -> None:
        self.budgets = budgets
        self._store = store
        self._alone = alone
        self._here = asyncio.Lock()
        self._settling: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def reserved(self, scopes: Sequence[BudgetScope], most: CallCeiling) -> AsyncGenerator[Reservation]:
        """Room for the call that is made in the block. `BudgetExceeded`; `StoreError` when nobody can tell."""
        shared = [scope for scope in scopes if scope.kind != "run"]
        reserving = asyncio.create_task(self._reserve([each for each in scopes if each.kind == "run"], shared, most))
        try:
            with await to_the_end(reserving) as reservation:
                yield reservation
        finally:
            if reserving.exception() is None:
                reserving.result().release()  # where the caller was stopped before the call
                settling = asyncio.create_task(self._settle(shared, reserving.result()))
                self._settling.add(settling)
                settling.add_done_callback(self._settling.discard)
                await asyncio.shield(settling)  # whoever stops the call does not stop this

    async def spent(self, scope: BudgetScope) -> Spent:
        """What a person or a project has used up today."""
        kept = await self._kept(scope)
        return kept if kept.day == self.budgets.today else Spent(day=self.budgets.today)

    async def _reserve(
        self, own: Sequence[BudgetScope], shared: Sequence[BudgetScope], most: CallCeiling
    ) -> Reservation:
        with ExitStack() as released:
            async with self._changing(shared):
                reservation = released.enter_context(self.budgets.reserve(own, most, shared=shared))
            released.pop_all()
        return reservation

    async def _settle(self, scopes: Sequence[BudgetScope], reservation: Reservation) -> None:
        with suppress(StoreError, OwnerLost):  # what was reserved stays counted; the end of the step meets the same
            async with self._changing(scopes):
                self.budgets.close(scopes, reservation)

    @asynccontextmanager
    async def _changing(self, scopes: Sequence[BudgetScope]) -> AsyncGenerator[None]:
        """The figures as they are everywhere, to be changed in the block; nothing is kept where it raises."""
        if not scopes:
            yield
            return
        async with self._here, self._alone("budgets"):
            before = [(scope, await self._kept(scope)) for scope in scopes]
            for scope, kept in before:
                self.budgets.load(scope, kept)
            yield
            try:
                for scope in scopes:
                    await self._keep(scope, self.budgets.spent(scope))
            except (StoreError, OwnerLost):
                for scope, kept in before:
                    with suppress(StoreError, OwnerLost):  # of one that was written, and cannot be now, it stays
                        await self._keep(scope, kept)
                raise

    async def _keep(self, scope: BudgetScope, spent: Spent) -> None:
        await self._store.set_record(BUDGET, _id(scope), encode(spent))

    async def _kept(self, scope: BudgetScope) -> Spent:
        kept = await self._store.get_record(BUDGET, _id(scope))
        return Spent() if kept is None else decode(kept, Spent)


def _id(scope: BudgetScope) -> str:
    return f"{scope.kind}/{scope.id}"
