"""The store in a PostgreSQL: the same commits as in a folder, and many projects over one session or one each.

Run: python -m benchmarks postgres

All rows take turns in short slices. The PostgreSQL is on this machine and syncs to the disk on which the folder lies;
its processes want the same processors.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from benchmarks._table import Table
from benchmarks.store import ROUNDS, commit, timed
from graphwright.ports import SystemClock
from graphwright.protocol.ids import ProjectId
from graphwright.store.base import DEFAULT_LIMITS, Store
from graphwright.store.postgres import tables as layout
from graphwright.store.postgres.connecting import connect
from graphwright.store.postgres.store import PostgresStore
from graphwright.store.sqlite import SqliteStore
from tests.postgres import Postgres, binaries, running_postgres

PROJECTS = [ProjectId(f"bench-{number}") for number in range(32)]
SESSIONS_GOAL = 1 / 3


async def measure(folder: Path, server: Postgres, rounds: int) -> list[Table]:
    """Both stores turn by turn, and the projects of the second with a session each."""
    clock = SystemClock()
    ours = await SqliteStore.open(folder, clock)
    theirs = await PostgresStore.open(server.address(), clock)
    small = commit(10)
    for store in (ours, theirs):
        for project in PROJECTS:
            await store.create_project(project, project, [])
    rows: dict[str, list[float]] = {}

    async def callers(store: Store) -> None:
        await asyncio.gather(*(store.append(PROJECTS[0], [small]) for _ in range(64)))

    async def every_project(stores: Mapping[ProjectId, Store]) -> None:
        await asyncio.gather(*(store.append(project, [small]) for project, store in stores.items()))

    for turn in range(rounds + 1):  # the first one only warms up
        for name, store in (("sqlite", ours), ("postgres", theirs)):
            samples = {
                "one": await timed(lambda: store.append(PROJECTS[0], [small]), 50),  # noqa: B023  # awaited here
                "64": await timed(lambda: callers(store), 10, per=64),  # noqa: B023  # same
            }
            for row, taken in samples.items() if turn else ():
                rows.setdefault(f"{name} {row}", []).extend(taken)
    await theirs.close()
    for turn in range(rounds + 1):
        for name in ("together", "each"):
            stores = await sessions(server, PROJECTS, 1 if name == "together" else len(PROJECTS))
            await every_project(stores)
            taken = await timed(lambda: every_project(stores), 10, per=len(stores))  # noqa: B023  # awaited here
            for store in {*stores.values()}:
                await store.close()
            if turn:
                rows.setdefault(name, []).extend(taken)
    await ours.close()
    one = Table("Durable append on PostgreSQL", what="commit")
    one.limit("SQLite, one caller", rows["sqlite one"])
    one.add("PostgreSQL, one caller", rows["postgres one"], times=2.5)
    group = Table("Durable append on PostgreSQL, of 64 callers", what="commit")
    group.limit("SQLite", rows["sqlite 64"])
    group.add("PostgreSQL", rows["postgres 64"], times=3)
    many = Table("32 busy projects on one server", what="commit")
    many.limit("a session each", rows["each"])
    many.add("one session, one statement", rows["together"], times=SESSIONS_GOAL)
    return [one, group, many]


async def sessions(server: Postgres, projects: Sequence[ProjectId], count: int) -> dict[ProjectId, PostgresStore]:
    """Stores with as many sessions that write, each for its part of the projects."""
    stores: dict[ProjectId, PostgresStore] = {}
    for place in range(count):
        writing = await connect(server.address())
        mine = projects[place::count]
        known = [each for each in await layout.projects(writing) if each.row.project_id in mine]
        store = PostgresStore(server.address(), writing, NoReaders(), known, clock=SystemClock(), limits=DEFAULT_LIMITS)
        stores.update(dict.fromkeys(mine, store))
    return stores


class NoReaders:
    """Nobody reads here."""

    def acquire(self) -> NoReturn:
        raise AssertionError

    async def close(self) -> None:
        """There is nothing to end."""

    def terminate(self) -> None:
        """The same."""


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    """What `python -m benchmarks` measures of it."""
    if binaries() is not None:
        with running_postgres(durable=True) as server:
            yield from asyncio.run(measure(folder, server, 1 if quick else ROUNDS))
