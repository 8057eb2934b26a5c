"""Batches come out right for every shape, in linear work."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.operations.execution_order import order


def names(count: int) -> list[str]:
    return [f"op-{number}" for number in range(count)]


@pytest.mark.requirement("A-16", "A-17")
@given(st.lists(st.lists(st.integers(0, 30), max_size=4), max_size=30), st.randoms(use_true_random=False))
def test_everything_a_batch_needs_lies_in_an_earlier_one_whatever_the_order(
    shape: list[list[int]], chance: random.Random
):
    ids = names(len(shape))
    needs = {f"op-{at}": sorted({f"op-{need}" for need in wanted if need < at}) for at, wanted in enumerate(shape)}
    chance.shuffle(ids)

    found = order(ids, [needs[each] for each in ids])

    layer = {ids[at]: number for number, batch in enumerate(found.batches) for at in batch}
    assert found.cycles == []
    assert sorted(layer) == sorted(ids)
    for each, wanted in needs.items():
        assert layer[each] == max((layer[need] + 1 for need in wanted), default=0)


@pytest.mark.requirement("A-16", "A-81")
def test_a_chain_makes_one_batch_per_link():
    ids = names(3_000)

    forwards = order(ids, [[] if at == 0 else [ids[at - 1]] for at in range(3_000)])
    backwards = order(ids[::-1], [[ids[at - 1]] if at else [] for at in range(2_999, -1, -1)])

    assert forwards.batches == [[at] for at in range(3_000)]
    assert backwards.batches == [[at] for at in range(2_999, -1, -1)]


@pytest.mark.requirement("A-18", "WA-06")
def test_cycles_are_found_with_their_members_and_the_rest_is_ordered():
    found = order(["free", "a", "b", "behind", "self"], [[], ["b"], ["a"], ["a"], ["self"]])

    assert found == ([[0]], [[1, 2], [4]])
