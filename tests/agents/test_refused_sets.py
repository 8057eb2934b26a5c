"""Refused change sets are kept for whoever sent them, as many and as large as there is room for."""

from __future__ import annotations

import pytest

from graphwright.agents import refused_sets
from graphwright.agents.refused_sets import EACH, SIZE, RefusedSet, RefusedSets
from graphwright.errors import LimitExceeded, NotFound
from graphwright.ports import ManualClock
from graphwright.store.memory import MemoryStore
from tests.agents.desk import agent, edge, shop
from tests.places import START
from tests.server.place import Place


class Shelf:
    """Refused sets, and what of them is in the store."""

    def __init__(self) -> None:
        self.clock = ManualClock(START)
        self.store = MemoryStore(self.clock)
        self.sets = RefusedSets(self.store, self.clock)

    async def keep(self, person: str, size: int = 0) -> str:
        self.clock.advance(1)
        return await self.sets.keep("shop", person, _set(size))

    async def owners(self) -> list[str]:
        return sorted(owner for owner, _ in await self.store.records("refused.owned"))

    async def stored(self) -> list[str]:
        return sorted(each for each, _ in await self.store.records("refused.set"))


def _set(size: int = 0) -> RefusedSet:
    return RefusedSet([{"change": "x" * size}], "because")


@pytest.mark.requirement("G-135", "R-40")
async def test_of_one_person_the_newest_are_kept_and_their_names_go_on():
    shelf = Shelf()
    names = [await shelf.keep("ana") for _ in range(EACH + 2)]
    assert names == [f"refused-{number}" for number in range(1, EACH + 3)]
    assert await shelf.stored() == sorted(f"shop/ana/{name}" for name in names[2:])
    assert await shelf.sets.get("shop", "ana", names[-1]) == _set()
    with pytest.raises(NotFound):
        await shelf.sets.get("shop", "ana", names[0])


@pytest.mark.requirement("G-135", "R-40")
async def test_what_is_looked_through_with_each_set_holds_nothing_of_what_is_in_them():
    shelf = Shelf()
    for person in ("ana", "ben"):
        await shelf.keep(person, 100_000)
    assert all(len(body) < 200 for _, body in await shelf.store.records("refused.owned"))


@pytest.mark.requirement("G-135", "R-40")
async def test_who_has_sent_nothing_for_longest_is_forgotten_where_there_are_too_many(monkeypatch):
    monkeypatch.setattr(refused_sets, "OWNERS", 2)
    shelf = Shelf()
    for person in ("ana", "ben", "ana", "cora"):
        await shelf.keep(person)
    assert await shelf.owners() == ["shop/ana", "shop/cora"]
    assert await shelf.stored() == ["shop/ana/refused-1", "shop/ana/refused-2", "shop/cora/refused-1"]


@pytest.mark.requirement("G-135", "R-40")
async def test_who_has_sent_nothing_for_longest_is_forgotten_where_sets_are_too_large_together(monkeypatch):
    monkeypatch.setattr(refused_sets, "ROOM", 25_000)
    shelf = Shelf()
    for person in ("ana", "ben", "cora"):
        await shelf.keep(person, 10_000)
    assert await shelf.stored() == ["shop/ben/refused-1", "shop/cora/refused-1"]


@pytest.mark.requirement("G-135", "R-40")
async def test_a_set_that_is_too_large_is_not_kept():
    shelf = Shelf()
    with pytest.raises(LimitExceeded, match=f"at most {SIZE:,} are remembered"):
        await shelf.keep("ana", SIZE)
    assert (await shelf.owners(), await shelf.stored()) == ([], [])


@pytest.mark.requirement("G-135", "R-40")
async def test_an_agent_is_told_that_its_set_is_too_large_beside_what_is_wrong_with_it(place: Place, monkeypatch):
    monkeypatch.setattr(refused_sets, "SIZE", 10)
    await shop(place)
    refused = await (await agent(place)).data("propose_changes", changes=[edge("Order", "Order")])
    assert [each["code"] for each in refused["problems"]] == ["selfLoop"]
    assert "kept_as" not in refused
    assert "at most 10 are remembered" in refused["how_to_go_on"]
