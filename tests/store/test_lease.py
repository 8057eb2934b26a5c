"""Several servers on one PostgreSQL: which writes into which project, and what becomes of one that thinks it still may."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import asyncpg
import pytest
from msgspec import json, structs

from graphwright.errors import Conflict, NewerData, OwnerLost, StoreBusy
from graphwright.ports import SystemClock
from graphwright.store.postgres.lease import NOT_OURS, TTL_S, Kin, Lease, Leases
from graphwright.store.postgres.lease_table import lease_table, session_name
from graphwright.store.postgres.store import PostgresStore
from graphwright.store.upcast import UPCASTERS
from tests.contracts.lease_contract import ONE, LeaseTableContract, SetClock
from tests.pooler import Pooler
from tests.postgres import Postgres
from tests.store.samples import BANK, SHOP, filled, header, journal, key, layout, snapshot, thread
from tests.waiting import pace

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

    def __init__(self, name: str, database: str) -> None:
        self.name, self.database = name, database
        self.clock = AheadClock()
        self.opened = AsyncExitStack()

    async def join(self, name: str, *, address: str | None = None, kin: Kin = ONE) -> Leases:
        joining = Leases.joined(
            lease_table(self.database, self.clock),
            server=name,
            address=address or f"http://{name}",
            kin=kin,
            clock=self.clock,
        )
        return await self.opened.enter_async_context(joining)

    async def store(self, leases: Leases) -> PostgresStore:
        assert leases.holding is not None
        store = await PostgresStore.open(self.database, self.clock, holding=leases.holding)
        self.opened.push_async_callback(store.close)
        return store

    async def working(self, leases: Leases) -> PostgresStore:
        """The store of a server, with the lease of a project that is there already."""
        store = await self.store(leases)
        assert await leases.take(SHOP)
        await store.adopt(SHOP)
        return store

    async def do(self, sql: str) -> None:
        """As the administrator of the database."""
        connection = await asyncpg.connect(self.database)
        await connection.execute(sql)
        await connection.close()


@pytest.fixture
async def members(postgres: Postgres, request: pytest.FixtureRequest):
    name = f"lease_{abs(hash(request.node.name))}"
    postgres.sql(f"CREATE DATABASE {name}")
    joined = Members(name, postgres.address(name))
    async with joined.opened:
        yield joined
    postgres.sql(f"DROP DATABASE {name} WITH (FORCE)")


class TestPostgresLeases(LeaseTableContract):
    @pytest.fixture
    async def table(self, members: Members):
        table = await lease_table(members.database, members.clock)(True)
        await table.prepare()
        yield table
        await table.close()

    @pytest.fixture
    def run_out(self, members: Members) -> SetClock:
        async def set_clock(seconds: float) -> None:
            """To the rows it is the same whether the clock goes on or they stay behind."""
            await members.do(f"UPDATE graphwright.server SET until = until - interval '{seconds} s'")

        return set_clock


async def run_out(members: Members, name: str) -> None:
    """The time of a server is over, on the clock of the database."""
    await members.do(f"UPDATE graphwright.server SET until = now() - interval '1 s' WHERE id = '{name}'")


@requirement("Z-50")
async def test_each_server_has_the_leases_that_it_took_and_a_lost_server_loses_all_of_them(members):
    one, two = await members.join("one"), await members.join("two")
    assert [await one.take("a"), await one.take("b"), await two.take("b"), await two.take("c")] == [
        True,
        True,
        False,
        True,
    ]
    await two.renew()
    assert (one.owned, two.owned) == ({"a": 1, "b": 1}, {"c": 1})
    assert [getattr(two.owner_of(name), "address", None) for name in "abcd"] == [
        "http://one",
        "http://one",
        "http://two",
        None,
    ]
    await run_out(members, "one")
    await two.renew()
    assert [two.owner_of(name) for name in "ab"] == [None, None]
    assert await two.take("a")
    assert two.owned == {"a": 2, "c": 1}
    await one.renew()
    assert (one.server, one.owned) == ("one.2", {}), "it goes on, in another life"
    assert [await one.take("a"), await one.take("b")] == [False, True]


@requirement("Z-50")
async def test_who_renews_late_keeps_its_leases_when_nobody_came(members):
    one = await members.join("one")
    await one.take("a")
    members.clock.ahead = TTL_S
    await run_out(members, "one")
    assert (one.holding, one.owns("a")) == (None, False)
    await one.renew()
    assert (one.server, one.owned, one.owns("a")) == ("one", {"a": 1}, True)


@requirement("Z-53")
async def test_a_lease_that_is_given_back_is_taken_at_once(members):
    one, two = await members.join("one"), await members.join("two")
    await one.take("a")
    await one.take("b")
    await one.give_back(["a"])
    assert [await two.take("a"), await two.take("b")] == [True, False]
    await one.give_back()
    assert (await two.take("b"), one.owned) == (True, {})


@requirement("Z-53")
async def test_a_lease_is_asked_for_and_its_owner_hears_of_it(members):
    one, two = await members.join("one"), await members.join("two")
    await one.take("a")
    await two.want("a")
    await two.want("b")
    await one.renew()
    assert {name: lease.wanted for name, lease in one.all.items()} == {"a": "two"}
    await one.give_back(["a"])
    await two.take("a")
    await two.renew()
    assert two.all["a"] == Lease(2, "two", "")


@requirement("Z-80")
async def test_a_lease_is_given_back_after_a_renewal_and_never_kept_by_it(members):
    one = await members.join("one")
    for _ in range(5):
        await one.take("a")
        await asyncio.gather(one.renew(), one.give_back(["a"]), one.renew())
        assert (one.owned, one.owner_of("a")) == ({}, None)


@requirement("Z-50")
async def test_a_lease_whose_answer_was_lost_is_given_back(members):
    one, two = await members.join("one"), await members.join("two")
    await one.take("a")
    one.owned.clear()
    await one.renew()
    assert await two.take("a")


@requirement("Z-51")
async def test_a_server_that_hung_writes_nothing_any_more(members):
    one, two = await members.join("one"), await members.join("two")
    store = await filled(await members.store(one))
    await store._writer.connection.execute("SET application_name = 'somebody'")  # or its session would be ended
    await run_out(members, "one")
    await two.renew()
    assert one.lives(), "it does not know yet"
    before = [row.sequence for row in await journal(store)]
    writes = [
        lambda: store.append(SHOP, [thread("t9")]),
        lambda: store.set_record("session", "mine", b"x"),
        lambda: store.put_blob(b"some bytes"),
        lambda: store.own("run", by="me"),
    ]
    for write in writes:
        with pytest.raises(OwnerLost, match="another server works on this now"):
            await write()
        store._writer._failure = None  # each of them is asked for itself
    second = await members.working(two)
    assert [row.sequence for row in await journal(second)] == before
    assert await second.get_record("session", "mine") is None
    await second.append(SHOP, [thread("t9")])


@requirement("Z-51")
async def test_what_was_being_written_when_a_server_is_fenced_counts_and_what_begins_later_does_not(members):
    one, two = await members.join("one"), await members.join("two")
    store = await filled(await members.store(one))
    await store._writer.connection.execute("SET application_name = 'somebody'")
    await run_out(members, "one")
    writing = [asyncio.ensure_future(store.append(SHOP, [thread(f"t{number}")])) for number in range(20)]
    await two.renew()
    answers = await asyncio.gather(*writing, return_exceptions=True)
    second = await members.working(two)
    rows = [row.sequence for row in await journal(second)]
    assert rows == list(range(1, len(rows) + 1))
    assert {answer for answer in answers if isinstance(answer, int)} <= set(rows)
    assert all(isinstance(answer, int | OwnerLost | StoreBusy) for answer in answers)
    await second.append(SHOP, [thread("t99")])


@requirement("Z-51")
async def test_a_project_that_is_anothers_by_now_fails_none_of_its_neighbours(members):
    one = await members.join("one")
    store = await filled(await members.store(one))
    await store.create_project(BANK, "other", [header("other")])
    await members.do(f"UPDATE graphwright.project_lease SET fence = fence + 1, server = 'two' WHERE project = '{SHOP}'")
    answers = await asyncio.gather(
        store.append(SHOP, [thread("t8")]), store.append(BANK, [thread("t9")]), store.set_record("kind", "id", b"x"),
        return_exceptions=True,
    )  # fmt: skip
    assert [type(answer) for answer in answers] == [StoreBusy, int, type(None)]
    assert str(answers[0]) == NOT_OURS
    assert (store.failure, one.owned) == (None, {BANK: 1})


@requirement("Z-51")
async def test_a_name_that_was_taken_at_another_server_is_refused_and_fails_no_neighbour(members):
    one, two = await members.join("one"), await members.join("two")
    first = await filled(await members.store(one))
    second = await members.store(two)
    await second.create_project(BANK, "other", [header("other")])
    answers = await asyncio.gather(
        first.append(SHOP, [header("other")]), first.append(SHOP, [thread("t9")]), return_exceptions=True
    )
    assert (type(answers[0]), type(answers[1])) == (Conflict, int)
    assert sorted(row.name for row in await first.projects()) == ["other", "shop"]


@requirement("Z-51")
async def test_servers_read_all_projects_and_write_into_their_own(members):
    one, two = await members.join("one"), await members.join("two")
    first = await filled(await members.store(one))
    second = await members.store(two)
    assert [row.project_id for row in await second.projects()] == [SHOP]
    assert await journal(second) == await journal(first)
    with pytest.raises(StoreBusy, match=NOT_OURS):
        await second.append(SHOP, [thread("t9")])
    await first.let_go(SHOP)
    await one.give_back([SHOP])
    with pytest.raises(StoreBusy, match=NOT_OURS):
        await first.append(SHOP, [thread("t9")])
    assert await two.take(SHOP)
    await second.adopt(SHOP)
    await second.append(SHOP, [thread("t9")])
    assert (await first.head(SHOP)).sequence == (await second.head(SHOP)).sequence


@requirement("Z-51")
async def test_a_server_whose_time_is_over_refuses_without_asking(members):
    one = await members.join("one")
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
    await one.take("a")
    hung = await asyncpg.connect(members.database, server_settings={"application_name": session_name("one")})
    await hung.execute("BEGIN")
    await hung.execute("SELECT 1 FROM graphwright.server FOR KEY SHARE")
    await hung.execute("SELECT 1 FROM graphwright.project_lease FOR SHARE")
    await run_out(members, "one")
    await asyncio.wait_for(two.renew(), 5)
    assert await two.take("a")
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)):
        await hung.execute("COMMIT")
    hung.terminate()


@asynccontextmanager
async def notifying(postgres: Postgres, members: Members) -> AsyncGenerator[Callable[[], Awaitable[None]]]:
    """In the block somebody has the lock that every commit with a `NOTIFY` waits for, in all databases of a PostgreSQL.

    Nobody gets it but by such a commit, and it is held until that has ended: this one writes something, and waits for a
    standby that is not there. Sessions of the servers wait for none. Given is what makes sure that it is held.
    """
    await members.do(f"ALTER DATABASE {members.name} SET synchronous_commit = local")
    loud, other = await asyncpg.connect(postgres.address()), await asyncpg.connect(members.database)
    await other.execute("SET lock_timeout = '100ms'")
    is_over = False

    async def notify() -> None:
        while not is_over:  # the first ones may come before the setting counts
            await loud.execute("SELECT pg_logical_emit_message(true, '', ''); NOTIFY everybody")

    async def is_held() -> None:
        with pytest.raises(asyncpg.LockNotAvailableError):
            await other.execute("NOTIFY somebody")

    postgres.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    postgres.sql("SELECT pg_reload_conf()")
    notified = asyncio.ensure_future(notify())
    try:
        async with asyncio.timeout(20):
            while not await other.fetchval("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"):
                await pace(0.01)
        yield is_held
    finally:
        is_over = True
        postgres.sql("ALTER SYSTEM RESET synchronous_standby_names")
        postgres.sql("SELECT pg_reload_conf()")
        await asyncio.wait_for(notified, 20)
        await loud.close()
        await other.close()


@requirement("Z-150")
async def test_no_commit_of_a_server_notifies_anybody_so_none_waits_for_the_one_lock_of_all_that_do(postgres, members):
    async with notifying(postgres, members) as is_held, asyncio.timeout(8):
        await is_held()
        one, two = await members.join("one"), await members.join("two")
        first, second = await members.store(one), await members.store(two)
        await filled(first, thread())
        await first.append(SHOP, [thread("t2")], key=key())
        await first.save_snapshot(SHOP, snapshot(), 1)
        await first.put_blob(b"some bytes")
        await first.set_record("session", "mine", b"x")
        await first.let_go(SHOP)
        await two.renew()
        await two.want(SHOP)
        await one.give_back([SHOP])
        assert await two.take(SHOP)
        await second.adopt(SHOP)
        await second.append(SHOP, [thread("t3")])
        await run_out(members, "one")
        await two.renew()
        await is_held()


@requirement("Z-56")
@pytest.mark.parametrize("kin", [Kin("2", speaks=2), Kin("2", reads=1, writes=1)])
async def test_servers_that_would_not_understand_this_one_are_not_joined(members, kin):
    await members.join("one")
    with pytest.raises(
        StoreBusy, match=r"servers of version 1 work on this database .one at http://one., and this one, 2, cannot"
    ):
        await members.join("two", kin=kin)
    await run_out(members, "one")
    await members.join("three", kin=kin)


@requirement("Z-57")
async def test_entries_are_written_as_the_oldest_server_reads_them_and_newer_ones_once_it_is_gone(members, monkeypatch):
    old = await members.join("old")
    new = await members.join("new", kin=Kin("2", reads=1))
    store = await filled(await members.store(new))
    monkeypatch.setattr(UPCASTERS, "_chains", {})
    monkeypatch.setattr(UPCASTERS, "_steps", [])
    UPCASTERS.add("layout.changed", 1, lambda it: it, lambda it: it | {"view": "old"})

    async def written(view: str) -> tuple[int, str]:
        await store.append(SHOP, [structs.replace(layout(view), version=2)])
        connection = await asyncpg.connect(members.database)
        sql = (
            "SELECT version, body FROM graphwright.journal WHERE type = 'layout.changed' ORDER BY sequence DESC LIMIT 1"
        )
        row = await connection.fetchrow(sql)
        await connection.close()
        return row[0], json.decode(row[1])["view"]

    await new.renew()
    assert await written("first") == (1, "old")
    await old.give_back()
    await members.do("DELETE FROM graphwright.server WHERE id = 'old'")
    await new.renew()
    assert (await written("second"), new.level) == ((2, "second"), 1)
    with pytest.raises(NewerData, match="the journals hold entries of a newer Graphwright"):
        await members.join("late")


@requirement("Z-57")
async def test_an_older_server_that_was_fenced_does_not_come_back_among_newer_entries(members):
    old, new = await members.join("old"), await members.join("new", kin=Kin("2", reads=1))
    await old.take("a")
    await run_out(members, "old")
    await new.renew()
    assert new.level == 1
    for _ in range(2):
        with pytest.raises(NewerData, match="the journals hold entries of a newer Graphwright"):
            await old.renew()
    assert (old.owned, list(new.peers)) == ({}, ["new"])


@requirement("Z-57")
async def test_a_program_of_an_older_layout_goes_on_where_newer_ones_have_only_added_to_it(members):
    await members.join("one")
    await members.do("UPDATE graphwright.layout SET version = 99")
    await members.join("two")
    await members.do("UPDATE graphwright.layout SET oldest = 99")
    with pytest.raises(NewerData, match="the layout 99 of a newer Graphwright"):
        await members.join("three")


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
