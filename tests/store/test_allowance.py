"""What people and projects may still use up of a language model, on one store that several servers share."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext

import pytest
from msgspec.structs import replace

from graphwright.errors import BudgetExceeded, StoreBusy, StoreFull
from graphwright.fleet.exclusions import Exclusions
from graphwright.llm.budget import Budgets, BudgetScope, CallCeiling, Spent
from graphwright.ports import Clock, ManualClock
from graphwright.protocol.runs import Usage
from graphwright.runs.execution import SOON_S
from graphwright.settings import BudgetLimits
from graphwright.store.base import RecordsChange
from graphwright.store.memory import MemoryStore
from graphwright.turns.allowance import Allowance
from tests.postgres import Postgres
from tests.store.test_lease import Members

requirement = pytest.mark.requirement

RUN, ANA, SHOP = BudgetScope("run", "r1"), BudgetScope("person", "ana"), BudgetScope("project", "shop")
TODAY = "2026-11-21"
MOST = CallCeiling(tokens=100, cost_micros=90)


def usage(tokens: int) -> Usage:
    return Usage(
        input_tokens=tokens, cached_tokens=0, output_tokens=0, cost_micros=tokens, currency="USD", estimated=False
    )


def budgets(clock: Clock, tokens: int) -> Budgets:
    return Budgets({"person": BudgetLimits(tokens=tokens)}, clock)


def alone(store: MemoryStore, clock: Clock, tokens: int = 1_000) -> Allowance:
    """Of the only process on a store."""
    return Allowance(budgets(clock, tokens), store, lambda _: nullcontext())


async def called(allowance: Allowance, tokens: int) -> None:
    """One model call of Ana."""
    async with allowance.reserved([RUN, ANA, SHOP], MOST) as reservation:
        await asyncio.sleep(0)
        reservation.settle(usage(tokens), duration_s=0.5)


@pytest.fixture
async def members(postgres: Postgres) -> AsyncIterator[Members]:
    postgres.sql("CREATE DATABASE budgets")
    joined = Members("budgets", postgres.address("budgets"))
    async with joined.opened:
        yield joined
    postgres.sql("DROP DATABASE budgets WITH (FORCE)")


@requirement("Z-145")
async def test_calls_at_two_servers_at_once_cannot_overspend_the_budget_of_a_person_together(members: Members):
    async with AsyncExitStack() as stack:
        servers: list[Allowance] = []
        for name in ("one", "two"):
            leases = await members.join(name)
            exclusions = Exclusions(members.database, leases.server)
            stack.callback(exclusions.close)
            servers.append(Allowance(budgets(members.clock, 1_000), await members.store(leases), exclusions.block))
        calls = (called(servers[number % 2], 100) for number in range(24))
        told = await asyncio.gather(*calls, return_exceptions=True)
        await asyncio.gather(*(each.settled() for each in servers))
        refused = [each for each in told if isinstance(each, BudgetExceeded)]
        assert (told.count(None), len(refused)) == (10, 14)
        assert {(each.fields["used"], each.fields["needed"]) for each in refused} == {(1_000, 100)}
        used = Spent(
            calls=10, tokens=1_000, cost_micros=1_000, milliseconds=5_000, day=members.clock.now().date().isoformat()
        )
        assert [await each.spent(scope) for each in servers for scope in (ANA, SHOP)] == [used] * 4


@requirement("Z-145", "X-198")
async def test_a_server_that_is_cut_off_while_it_enters_or_leaves_a_block_keeps_no_other_out_of_it(members: Members):
    one, two = Exclusions(members.database, "one"), Exclusions(members.database, "two")
    chance = random.Random(1)

    async def inside(exclusions: Exclusions) -> None:
        async with exclusions.block("budgets"):
            await asyncio.sleep(0)

    try:
        await asyncio.gather(inside(one), inside(two))
        for _ in range(150):
            cut_off = asyncio.create_task(inside(one))
            await asyncio.sleep(chance.random() * 0.002)
            cut_off.cancel()
            await asyncio.gather(cut_off, return_exceptions=True)
            async with asyncio.timeout(5):
                await inside(two)
    finally:
        one.close()
        two.close()


@requirement("Z-145", "R-62")
async def test_what_a_server_reserved_before_it_died_stays_used(clock: ManualClock):
    store = MemoryStore()
    dying = alone(store, clock).reserved([ANA], MOST)
    await dying.__aenter__()
    assert await alone(store, clock).spent(ANA) == Spent(calls=1, tokens=100, cost_micros=90, day="2026-11-21")
    with pytest.raises(BudgetExceeded):
        await called(alone(store, clock, tokens=199), 10)
    await called(alone(store, clock, tokens=200), 10)
    await dying.__aexit__(None, None, None)


@requirement("Z-145", "R-62")
async def test_the_next_call_finds_what_those_before_it_came_to_and_not_the_most_they_could(clock: ManualClock):
    allowance = alone(MemoryStore(), clock, tokens=120)
    for _ in range(3):
        await called(allowance, 10)
    with pytest.raises(BudgetExceeded):
        await called(allowance, 10)


@requirement("Z-145", "R-62")
async def test_what_a_call_came_to_is_written_though_nobody_asks(clock: ManualClock):
    store = MemoryStore()
    await called(alone(store, clock), 10)
    other = alone(store, clock)
    async with asyncio.timeout(60):
        while (await other.spent(ANA)).tokens != 10:
            await asyncio.sleep(SOON_S)


@requirement("Z-145", "R-62")
async def test_a_call_that_is_stopped_counts_with_all_that_was_reserved_and_one_never_made_with_nothing(
    clock: ManualClock,
):
    store = MemoryStore()
    allowance, begun = alone(store, clock), asyncio.Event()

    async def stopped() -> None:
        async with allowance.reserved([ANA], MOST) as reservation:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                reservation.settle_at_most(duration_s=2)

    task = asyncio.create_task(stopped())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with allowance.reserved([ANA], MOST):
        pass
    assert await allowance.spent(ANA) == Spent(
        calls=1, tokens=100, cost_micros=90, milliseconds=2_000, day="2026-11-21"
    )


@requirement("R-62")
async def test_a_call_over_midnight_counts_on_the_day_on_which_it_ends(clock: ManualClock):
    allowance = alone(MemoryStore(), clock)
    async with allowance.reserved([ANA], MOST) as reservation:
        clock.advance(24 * 3600)
        reservation.settle(usage(7), duration_s=0)
    assert await allowance.spent(ANA) == Spent(calls=1, tokens=7, cost_micros=7, day="2026-11-22")


@requirement("Z-145")
async def test_where_nobody_can_tell_what_is_used_no_call_is_made(clock: ManualClock):
    @asynccontextmanager
    async def never(_name: str) -> AsyncGenerator[None]:
        message = "the database cannot be reached"
        raise StoreBusy(message)
        yield

    allowance = Allowance(budgets(clock, 1_000), MemoryStore(), never)
    with pytest.raises(StoreBusy):
        await called(allowance, 10)
    assert await allowance.spent(ANA) == Spent(day="2026-11-21")


class StoreThatMayBeFull(MemoryStore):
    """A store that writes no figures while it is full."""

    is_full = False

    async def change_records(self, kind: str, record_ids: Sequence[str], change: RecordsChange) -> None:
        if self.is_full:
            message = "the disk is full"
            raise StoreFull(message)
        await super().change_records(kind, record_ids, change)


@requirement("X-202")
async def test_a_call_whose_place_could_not_be_written_takes_no_place(clock: ManualClock):
    store = StoreThatMayBeFull(clock)
    allowance = alone(store, clock, tokens=100)
    store.is_full = True
    for _ in range(3):
        with pytest.raises(StoreFull):
            await called(allowance, 10)
    store.is_full = False
    await called(allowance, 10)
    assert await allowance.spent(ANA) == replace(Spent(calls=1, tokens=10, cost_micros=10, milliseconds=500), day=TODAY)
    assert allowance.budgets.spent(RUN) == Spent(calls=1, tokens=10, cost_micros=10, milliseconds=500)


@requirement("X-202")
async def test_a_call_that_is_stopped_while_its_place_is_written_takes_no_place(clock: ManualClock):
    begun, may = asyncio.Event(), asyncio.Event()

    class SlowStore(MemoryStore):
        async def change_records(self, kind: str, record_ids: Sequence[str], change: RecordsChange) -> None:
            begun.set()
            await may.wait()
            await super().change_records(kind, record_ids, change)

    allowance = alone(SlowStore(clock), clock, tokens=100)
    calling = asyncio.create_task(called(allowance, 10))
    await begun.wait()
    calling.cancel()
    await asyncio.sleep(0)
    may.set()
    with pytest.raises(asyncio.CancelledError):
        await calling
    await called(allowance, 10)
    assert ((await allowance.spent(ANA)).calls, allowance.budgets.spent(RUN).calls) == (1, 1)
