"""What persons and projects may still use up today: kept across restarts, one figure for all servers (R-62, Z-145).

Each call makes its room in what was used up by then, by anybody anywhere, before it is sent: read and written as one,
in a block in which one process is at a time. What is written counts the call with the most it can cost, until that is
known; of a process that dies in between it stays, because nobody knows what the provider charges. A run's own budget
lives as long as the run is driven.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, suppress
from typing import Final

from graphwright.errors import OwnerLost, StoreError
from graphwright.llm.budget import Budgets, BudgetScope, CallCeiling, Reservation, Spent
from graphwright.protocol.wire import decode, encode
from graphwright.runs.execution import SOON_S, to_the_end
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
        self._settling: set[asyncio.Task[None]] = set()
        self._asked = asyncio.Event()
        """Somebody asks what was used up; a new one after each time."""

    @asynccontextmanager
    async def reserved(self, scopes: Sequence[BudgetScope], most: CallCeiling) -> AsyncGenerator[Reservation]:
        """Room for the call that is made in the block. `BudgetExceeded`; `StoreError` when nobody can tell.

        Nobody waits until it is written what the call came to, only whoever asks next: `settled`.
        """
        shared = [scope for scope in scopes if scope.kind != "run"]
        self._hurry()  # what the calls before came to is told to the store first, and in the same transaction
        reserving = asyncio.create_task(self._reserve([each for each in scopes if each.kind == "run"], shared, most))
        try:
            with await to_the_end(reserving) as reservation:
                yield reservation
        finally:
            if reserving.exception() is None:
                reserving.result().release()  # where the caller was stopped before the call
                settling = asyncio.create_task(self._settle(shared, reserving.result(), self._asked))
                self._settling.add(settling)
                settling.add_done_callback(self._settling.discard)

    async def spent(self, scope: BudgetScope) -> Spent:
        """What a person or a project has used up today."""
        await self.settled()
        return self.budgets.of_today(scope, _spent_in(await self._store.get_record(BUDGET, _id(scope))))

    async def settled(self) -> None:
        """Wait until it is written what the calls came to that have ended."""
        self._hurry()
        await asyncio.gather(*self._settling)

    async def _reserve(
        self, own: Sequence[BudgetScope], shared: Sequence[BudgetScope], most: CallCeiling
    ) -> Reservation:
        with ExitStack() as released:
            reservation = released.enter_context(self.budgets.reserve(own, most))
            await self._change(shared, lambda scope, spent: self.budgets.reserved(scope, spent, most))
            released.pop_all()
        return reservation

    def _hurry(self) -> None:
        self._asked.set()
        self._asked = asyncio.Event()

    async def _settle(self, scopes: Sequence[BudgetScope], reservation: Reservation, asked: asyncio.Event) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON_S):
                await asked.wait()
        with suppress(StoreError, OwnerLost):  # what was reserved stays counted; the end of the step meets the same
            await self._change(scopes, lambda scope, spent: self.budgets.settled(scope, spent, reservation))

    async def _change(self, scopes: Sequence[BudgetScope], change: Callable[[BudgetScope, Spent], Spent]) -> None:
        """Change the figures as they are everywhere, all or none; nothing is changed where `change` raises."""
        if not scopes:
            return

        def changed(bodies: list[bytes | None]) -> list[bytes]:
            return [encode(change(scope, _spent_in(body))) for scope, body in zip(scopes, bodies, strict=True)]

        async with self._alone("budgets"):
            await self._store.change_records(BUDGET, [_id(scope) for scope in scopes], changed)


def _spent_in(body: bytes | None) -> Spent:
    return Spent() if body is None else decode(body, Spent)


def _id(scope: BudgetScope) -> str:
    return f"{scope.kind}/{scope.id}"
