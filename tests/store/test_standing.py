"""What a PostgreSQL says of how safe it keeps things, and what follows when it may have gone back."""

from __future__ import annotations

import pytest

from graphwright.bus import LocalBus
from graphwright.ports import ManualClock
from graphwright.projects import Projects
from graphwright.store.base import Standing
from graphwright.store.memory import MemoryStore
from graphwright.store.postgres.store import PostgresStore
from tests.places import START, seeded_ids
from tests.postgres import Postgres, running_postgres
from tests.waiting import until_in_a_process

requirement = pytest.mark.requirement


@pytest.fixture(scope="module")
def own():
    with running_postgres() as server:
        yield server


async def epoch_of(server: Postgres, seed: int) -> tuple[str, int | None]:
    """Of a project as a program that starts now finds it, and the line of history that it is on."""
    clock = ManualClock(START)
    store = await PostgresStore.open(server.address(), clock)
    projects = Projects(store, LocalBus(), clock, seeded_ids(clock, seed))
    project = await projects.open_or_create("shop", policy="auto", language="en")
    told = project.header.epoch, store.standing.history
    assert await store.rebuild(project.project_id) == []
    await store.close()
    return told


@requirement("Z-86")
async def test_a_project_begins_an_epoch_after_a_failover_once_and_after_nothing_else(own: Postgres):
    first, again = [await epoch_of(own, seed) for seed in (1, 2)]
    own.kill()
    own.start()
    restarted = await epoch_of(own, 3)
    own.fail_over()
    promoted, later = [await epoch_of(own, seed) for seed in (4, 5)]
    assert (first, again, restarted) == (first, first, first)
    assert promoted == later
    assert (promoted[0] != first[0], promoted[1] != first[1]) == (True, True)


@requirement("Z-86")
async def test_a_store_says_whether_a_standby_has_what_it_acknowledges(own: Postgres):
    clock = ManualClock(START)
    told: list[str | None] = []
    await (await PostgresStore.open(own.address(), clock)).close()  # makes the tables; later nothing is written
    for names in ("", "berlin", ""):
        own.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        own.sql("SELECT pg_reload_conf()")
        until_in_a_process(lambda wanted=names: own.sql("SHOW synchronous_standby_names") == wanted)
        store = await PostgresStore.open(own.address(), clock)
        told.append(store.standing.waits_for)
        await store.close()
    assert told == ["", "berlin", ""]
    assert MemoryStore(clock).standing == Standing()
