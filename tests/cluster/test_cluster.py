"""Three servers on a simulated network and database are killed, cut off and replaced while people write."""

from __future__ import annotations

import asyncio

import pytest

requirement = pytest.mark.requirement


@pytest.mark.simulation
@pytest.mark.timeout(600)
@requirement("Z-50", "Z-51", "Z-52", "Z-53", "I-01", "I-02", "I-03", "I-04", "I-05")
def test_thirty_simulated_histories_lose_tear_and_double_nothing():
    pytest.importorskip("simloop", reason="the simulated event loop needs Python 3.12")
    from tests.cluster.seeds import history

    told = [history(seed) for seed in range(30)]
    assert {kind for each in told for kind in each.happened} == {
        "kill", "late and killed", "cut off", "split", "replaced", "clock"
    }  # fmt: skip
    assert sum(each.refused for each in told) > 0, "somebody who had been replaced has tried to write"


@pytest.mark.simulation
@pytest.mark.timeout(300)
@requirement("I-15")
def test_a_seed_gives_the_same_history_of_a_cluster_again():
    pytest.importorskip("simloop", reason="the simulated event loop needs Python 3.12")
    from tests.cluster.seeds import history

    assert history(7) == history(7)


@pytest.mark.simulation
@pytest.mark.timeout(300)
@requirement("Z-162")
@pytest.mark.parametrize("place", [0, 1], ids=["at the owner", "through another"])
@pytest.mark.parametrize("seed", range(6))
def test_what_only_reads_is_answered_by_the_next_when_a_server_loses_its_project_in_the_middle(seed, place):
    pytest.importorskip("simloop", reason="the simulated event loop needs Python 3.12")
    from tests.cluster.reaching import scope_of
    from tests.cluster.seeds import played
    from tests.cluster.world import CLIENT, PROJECTS, World

    answers: list[int] = []

    async def happens(world: World) -> None:
        await world.begin()
        await world.until(lambda: all(member.front is not None for member in world.members))
        headers = {"host": "127.0.0.1", "authorization": f"Bearer {world.tokens[PROJECTS[0]]}"}
        scope = scope_of("http", f"/api/projects/{PROJECTS[0]}/state", headers) | {"method": "GET"}
        owner, *others = world.members
        answers.append((await world.asked(CLIENT, owner.address, scope, b""))[0])  # who is asked first takes it
        asked = world.members[place]
        asking = asyncio.create_task(world.asked(CLIENT, asked.address, scope, b""))
        await asyncio.sleep(world.random.uniform(0.002, 0.02))
        world.network.split("database", *(member.place for member in others if member is not asked))
        await asyncio.sleep(world.random.uniform(0.5, 9.0))
        world.network.heal()
        answers.append((await asking)[0])

    played(seed, happens)
    assert answers == [200, 200]
