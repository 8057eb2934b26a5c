"""The index of names that stands in for a graph too large to be shown keeps to its budget, headings and all."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.context.large import names_of
from graphwright.context.tokens import tokenizer
from tests.interop.applying import graph_of

TYPES = "SYS SY, ACTOR AC, UC UC, FCHAIN FC, FUNC FN, FLOW FL, REQ RQ, TEST TS, MOD MD, SCHEMA SC"
NODES = [
    f"Part {number}|{name}|Part{number}.{letters}.{number:03}|"
    for name, letters in (each.split() for each in TYPES.split(", "))
    for number in range(1, 21)
]


@pytest.mark.requirement("X-161")
@pytest.mark.parametrize("budget", [150, 400, 5_000])
def test_names_and_headings_together_take_no_more_than_the_budget(budget: int):
    async def at_once() -> None:
        pass

    graph = graph_of("\n".join(["## Nodes", *NODES]))
    text = asyncio.run(names_of(graph, tokenizer(), budget=budget, pause=at_once))

    lines = text.splitlines()
    assert sum(line.startswith("# ") for line in lines) == len(TYPES.split(", ")), "each type is told, with its count"
    assert (len(lines) > len(NODES)) is (budget == 5_000)
    assert sum(tokenizer().count(f"{line}\n") for line in lines) <= budget
