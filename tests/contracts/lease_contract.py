"""What every table of leases promises (`store.postgres.lease.LeaseTable`), the real one and the one that stands in for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from graphwright.store.postgres.lease import Kin, Lease, LeaseTable

requirement = pytest.mark.requirement

TTL_S = 3.0
ONE = Kin("1")
SetClock = Callable[[float], Awaitable[None]]


async def rows(table: LeaseTable) -> dict[str, tuple[str, int]]:
    """Servers, with the whole seconds that they are still seen."""
    return {each.server: (each.address, round(each.left_s)) for each in await table.servers()}


class LeaseTableContract:
    """Needs the fixtures `table`, and `run_out`, which lets a server's time be over, or (negative) be far away."""

    @requirement("Z-50")
    async def test_a_lease_has_a_number_that_grows_with_each_owner(self, table: LeaseTable):
        for server in ("one", "two"):
            await table.enter(server, f"http://{server}", ONE, TTL_S)
        assert [await table.take("a", "one"), await table.take("a", "two"), await table.take("a", "one")] == [
            1,
            None,
            None,
        ]
        await table.free("one", ["a"])
        assert [await table.take("a", "two"), await table.take("b", "nobody")] == [2, None]
        assert await table.leases() == {"a": Lease(2, "two", "")}

    @requirement("Z-50")
    async def test_a_server_is_fenced_when_its_time_is_over_and_not_before(self, table: LeaseTable, run_out: SetClock):
        for server in ("one", "two"):
            await table.enter(server, f"http://{server}", ONE, TTL_S)
        assert await table.take("a", "one") == 1
        await table.fence("one")
        assert await rows(table) == {"one": ("http://one", 3), "two": ("http://two", 3)}
        await run_out(TTL_S + 1)
        assert await table.seen("two", TTL_S) is not None
        await table.fence("one")
        assert [await table.seen("one", TTL_S), await table.leases()] == [None, {"a": Lease(1, "", "")}]
        assert [each.server for each in await table.servers()] == ["two"]

    @requirement("Z-50")
    async def test_a_server_is_seen_no_longer_than_its_time_when_the_clock_is_set_back(
        self, table: LeaseTable, run_out: SetClock
    ):
        for server in ("one", "two"):
            await table.enter(server, f"http://{server}", ONE, TTL_S)
        await run_out(-3_600)
        await table.seen("two", TTL_S)
        assert await rows(table) == {"one": ("http://one", 3), "two": ("http://two", 3)}

    @requirement("Z-53")
    async def test_a_lease_is_wanted_of_another_and_never_of_oneself_or_of_nobody(self, table: LeaseTable):
        for server in ("one", "two"):
            await table.enter(server, f"http://{server}", ONE, TTL_S)
        await table.take("a", "one")
        await table.take("b", "two")
        await table.take("c", "two")
        await table.free("two", ["c"])
        for project in "abcd":
            await table.want(project, "two")
        assert await table.leases() == {"a": Lease(1, "one", "two"), "b": Lease(1, "two", ""), "c": Lease(1, "", "")}
        await table.forget("b", "one")
        await table.forget("a", "one")
        await table.free("two", None)
        assert await table.leases() == {"b": Lease(1, "", ""), "c": Lease(1, "", "")}

    @requirement("Z-57")
    async def test_newer_entries_are_written_when_the_last_server_that_does_not_read_them_is_gone(
        self, table: LeaseTable
    ):
        await table.enter("old", "http://old", Kin("1"), TTL_S)
        await table.enter("new", "http://new", Kin("2", reads=2), TTL_S)
        await table.raise_level(2)
        assert await table.level() == 0
        await table.leave("old")
        await table.raise_level(2)
        await table.raise_level(1)
        assert (await table.level(), [each.reads for each in await table.servers()]) == (2, [2])

    @requirement("Z-55", "Z-56")
    async def test_servers_see_who_is_there_and_share_one_secret(self, table: LeaseTable, run_out: SetClock):
        async with table.joining():
            assert list(await table.others()) == []
            await table.prepare()
            await table.enter("one", "http://one", ONE, TTL_S)
            assert await table.secret(b"first") == b"first"
        assert (list(await table.others()), await table.secret(b"second")) == ([("one", "http://one", ONE)], b"first")
        await run_out(TTL_S + 1)
        assert list(await table.others()) == []
        await table.leave("one")
        assert await rows(table) == {}
        await table.close()
        assert table.is_closed
