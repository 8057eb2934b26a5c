"""Several servers on one PostgreSQL: which of them may write, and what becomes of one that thinks it still may."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import asyncpg
import pytest

from graphwright.errors import OwnerLost, StoreBusy
from graphwright.ports import SystemClock
from graphwright.store.postgres.lease import TTL_S, DatabaseLease, Holding, session_name
from graphwright.store.postgres.store import PostgresStore
from tests.pooler import Pooler
from tests.postgres import Postgres
from tests.store.samples import SHOP, filled, header, journal, thread

requirement = pytest.mark.requirement


class AheadClock(SystemClock):
    """The machine's clock, which can be set forward; whoever waits for it does not."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.meanwhile: Callable[[], Awaitable[None]] | None = None
        """What happens while somebody waits."""

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead

    async def sleep(self, seconds: float) -> None:
        self.ahead += seconds
        if self.meanwhile is not None:
            await self.meanwhile()


class Members:
    """Servers that join one database."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.clock = AheadClock()
        self.opened = AsyncExitStack()

    async def join(self, name: str, *, address: str | None = None, version: str = "1") -> DatabaseLease:
        joining = DatabaseLease.joined(
            self.database, server=name, address=address or f"http://{name}", version=version, clock=self.clock
        )
        return await self.opened.enter_async_context(joining)

    async def store(self, lease: DatabaseLease) -> PostgresStore:
        assert lease.holding is not None
        store = await PostgresStore.open(self.database, self.clock, holding=lease.holding)
        self.opened.push_async_callback(store.close)
        return store


@pytest.fixture
async def members(postgres: Postgres, request: pytest.FixtureRequest):
    name = f"lease_{abs(hash(request.node.name))}"
    postgres.sql(f"CREATE DATABASE {name}")
    joined = Members(postgres.address(name))
    async with joined.opened:
        yield joined
    postgres.sql(f"DROP DATABASE {name} WITH (FORCE)")


async def run_out(members: Members, name: str) -> None:
    """The time of a server is over, on the clock of the database."""
    connection = await asyncpg.connect(members.database)
    await connection.execute("UPDATE graphwright.server SET until = now() - interval '1 s' WHERE id = $1", name)
    await connection.close()


@requirement("Z-50")
async def test_one_server_has_the_lease_and_the_next_takes_it_when_it_has_run_out(members):
    one, two = await members.join("one"), await members.join("two")
    await one.renew()
    await two.renew()
    assert (one.holding, two.holding) == (Holding(one, 1), None)
    assert (two.holder.server, two.holder.address, two.holder.fence) == ("one", "http://one", 1)
    assert 0 < two.holder.left_s <= TTL_S
    await run_out(members, "one")
    await two.renew()
    assert two.holding == Holding(two, 2)
    await one.renew()
    assert (one.holding, one.holder.server) == (None, "two")


@requirement("Z-50")
async def test_who_renews_late_keeps_the_lease_when_nobody_came(members):
    one = await members.join("one")
    await one.renew()
    members.clock.ahead = TTL_S
    await run_out(members, "one")
    assert one.holding is None
    await one.renew()
    assert one.holding == Holding(one, 1)


@requirement("Z-53")
async def test_a_lease_that_is_given_back_is_taken_at_once(members):
    one, two = await members.join("one"), await members.join("two")
    await one.renew()
    await one.give_back()
    await two.renew()
    assert (one.holding, two.holding) == (None, Holding(two, 2))


@requirement("Z-80")
async def test_a_lease_is_given_back_after_a_renewal_and_never_kept_by_it(members):
    one = await members.join("one")
    for _ in range(5):
        await one.renew()
        await asyncio.gather(one.renew(take=False), one.give_back(), one.renew(take=False))
        assert (one.holding, one.holder.server) == (None, "")


@requirement("Z-51")
async def test_a_server_that_hung_writes_nothing_into_what_another_works_on(members):
    one, two = await members.join("one"), await members.join("two")
    await one.renew()
    store = await filled(await members.store(one))
    await store._writer.connection.execute("SET application_name = 'somebody'")  # or its session would be ended
    await run_out(members, "one")
    await two.renew()
    assert one.holds(), "it does not know yet"
    before = [row.sequence for row in await journal(store)]
    writes = [
        lambda: store.append(SHOP, [thread("t9")]),
        lambda: store.set_record("session", "mine", b"x"),
        lambda: store.put_blob(b"some bytes"),
        lambda: store.own("run", by="me"),
    ]
    for write in writes:
        with pytest.raises(OwnerLost, match="another server works on this database now"):
            await write()
        store._writer._failure = None  # each of them is asked for itself
    second = await members.store(two)
    assert [row.sequence for row in await journal(second)] == before
    assert await second.get_record("session", "mine") is None
    await second.append(SHOP, [thread("t9")])


@requirement("Z-51")
async def test_what_was_being_written_when_the_lease_is_taken_counts_and_what_begins_later_does_not(members):
    one, two = await members.join("one"), await members.join("two")
    await one.renew()
    store = await filled(await members.store(one))
    await store._writer.connection.execute("SET application_name = 'somebody'")
    await run_out(members, "one")
    writing = [asyncio.ensure_future(store.append(SHOP, [thread(f"t{number}")])) for number in range(20)]
    await two.renew()
    answers = await asyncio.gather(*writing, return_exceptions=True)
    second = await members.store(two)
    rows = [row.sequence for row in await journal(second)]
    assert rows == list(range(1, len(rows) + 1))
    assert {answer for answer in answers if isinstance(answer, int)} <= set(rows)
    assert all(isinstance(answer, int | OwnerLost | StoreBusy) for answer in answers)
    await second.append(SHOP, [thread("t99")])


@requirement("Z-51")
async def test_a_server_whose_time_is_over_refuses_without_asking(members):
    one = await members.join("one")
    await one.renew()
    store = await filled(await members.store(one))
    members.clock.ahead = TTL_S
    with pytest.raises(OwnerLost):
        await store.append(SHOP, [thread("t9")])
    members.clock.ahead = 0.0
    assert store.failure is None, "it may go on when it is renewed and nobody came"
    await store.append(SHOP, [thread("t9")])


@requirement("Z-52")
async def test_a_server_that_hangs_in_the_middle_of_writing_is_not_waited_for(members):
    one, two = await members.join("one"), await members.join("two")
    await one.renew()
    hung = await asyncpg.connect(members.database, server_settings={"application_name": session_name("one")})
    await hung.execute("BEGIN")
    await hung.execute("SELECT 1 FROM graphwright.lease FOR SHARE")
    await run_out(members, "one")
    await asyncio.wait_for(two.renew(), 5)
    assert two.holding == Holding(two, 2)
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)):
        await hung.execute("COMMIT")
    hung.terminate()


@requirement("Z-56")
async def test_servers_of_another_version_are_not_joined(members):
    await members.join("one")
    with pytest.raises(
        StoreBusy, match=r"servers of version 1 work on this database .one at http://one., this one is 2"
    ):
        await members.join("two", version="2")
    await run_out(members, "one")
    await members.join("three", version="2")


@requirement("Z-56")
async def test_two_servers_cannot_say_the_same_address_and_a_killed_one_meets_itself_no_longer_than_its_time(members):
    await members.join("one", address="http://here")
    with pytest.raises(StoreBusy, match="already says it is reached at http://here"):
        await members.join("two", address="http://here")
    assert TTL_S <= members.clock.ahead < 2 * TTL_S
    members.clock.meanwhile = lambda: run_out(members, "one")
    await members.join("again", address="http://here")


@requirement("Z-56")
async def test_a_process_that_works_alone_and_servers_that_take_turns_exclude_each_other(members):
    alone = await PostgresStore.open(members.database, members.clock)
    with pytest.raises(StoreBusy, match=r"another process .* works on this database"):
        await members.join("one")
    await alone.close()
    one = await members.join("one")
    with pytest.raises(StoreBusy, match="works on this database"):
        await PostgresStore.open(members.database, members.clock)
    await one.renew()
    store = await members.store(one)
    await store.create_project(SHOP, "shop", [header("shop")])


@requirement("Z-56")
async def test_a_pooler_that_mixes_sessions_is_named_to_servers_too(postgres, members, tmp_path):
    (folder := tmp_path / "pooler").mkdir()
    async with Pooler(postgres.folder, folder) as address:
        members.database, kept = address, members.database
        with pytest.raises(Exception, match="a pooler in transaction mode"):
            await members.join("one")
        members.database = kept
