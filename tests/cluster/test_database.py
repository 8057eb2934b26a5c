"""What stands in for the database of several servers keeps what the real one promises."""

from __future__ import annotations

from random import Random

import pytest

from graphwright.errors import OwnerLost, StoreBusy
from graphwright.ports import ManualClock, SystemClock
from graphwright.store.postgres.lease import NOT_OURS, Kin, Leases
from tests.cluster.database import MemberStore, SimulatedDatabase
from tests.cluster.network import Network
from tests.contracts.lease_contract import LeaseTableContract, SetClock
from tests.contracts.store_contract import StoreContract
from tests.store.samples import BANK, SHOP, START, filled, header, journal, thread

requirement = pytest.mark.requirement


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


@pytest.fixture
def database() -> SimulatedDatabase:
    return SimulatedDatabase(Network(Random(1)), SystemClock())


async def member(database: SimulatedDatabase, name: str) -> Leases:
    async def table(_is_first: bool):
        return database.table(name)

    leases = Leases(table, name, f"http://{name}", Kin("1"), SystemClock())
    await leases._enter()
    await leases.renew()
    return leases


class TestSimulatedLeases(LeaseTableContract):
    @pytest.fixture
    def table(self, database: SimulatedDatabase):
        return database.table("one")

    @pytest.fixture
    def run_out(self, database: SimulatedDatabase) -> SetClock:
        async def set_clock(seconds: float) -> None:
            database.ahead_s += seconds

        return set_clock


async def working(database: SimulatedDatabase, leases: Leases) -> MemberStore:
    """The store of a server with the lease of a project that is there."""
    assert leases.holding is not None
    store = MemberStore(database, leases.address, leases.holding)
    assert await leases.take(SHOP)
    await store.adopt(SHOP)
    return store


@requirement("Z-51")
async def test_what_a_fenced_server_writes_is_refused_and_it_writes_nothing_any_more(database):
    one, two = await member(database, "one"), await member(database, "two")
    store = await filled(MemberStore(database, "one", one.holding))
    before = await journal(store)
    database.ahead_s += 10
    await two.renew()
    assert one.lives(), "it does not know yet"
    for write in (store.append(SHOP, [thread("t9")]), store.set_record("session", "mine", b"x")):
        with pytest.raises((OwnerLost, StoreBusy), match=NOT_OURS):
            await write
    second = await working(database, two)
    assert (await journal(second), database.refused) == (before, 1)


@requirement("Z-51")
async def test_a_project_that_is_anothers_by_now_fails_no_other_write(database):
    one, two = await member(database, "one"), await member(database, "two")
    store = await filled(MemberStore(database, "one", one.holding))
    await store.create_project(BANK, "other", [header("other")])
    await database.table("one").free("one", [SHOP])
    assert await two.take(SHOP)
    with pytest.raises(StoreBusy, match=NOT_OURS):
        await store.append(SHOP, [thread("t8")])
    await store.append(BANK, [thread("t9")])
    assert (store.failure, set(one.owned)) == (None, {BANK})


class TestMemberStore(StoreContract):
    @pytest.fixture
    async def store(self, clock: ManualClock) -> MemberStore:
        database = SimulatedDatabase(Network(Random(1)), clock)
        leases = await member(database, "one")
        return MemberStore(database, "one", leases.holding)
