"""How many elements a project holds is known without its graph: as many as the graph has, whatever came in between."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.ports import ManualClock
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeDelete, NodeSet, NodeUpdate, Operation
from graphwright.store import entries, sizes
from graphwright.store.memory import MemoryStore
from graphwright.store.sizes import ModelSize, keep_size, size_of
from tests.places import START, Table, open_project


async def listed(table: Table) -> ModelSize | None:
    project = table.project
    return await size_of(project.store, project.project_id, await project.store.head(project.project_id))


def held(table: Table) -> ModelSize:
    graph = table.project.graph
    return ModelSize(revision=graph.revision, nodes=len(graph.nodes), edges=len(graph.edges))


async def changed(table: Table, number: int) -> None:
    """A node comes, with an edge from another, changes, or goes with its edges."""
    nodes = sorted(table.project.graph.nodes)
    some: Any = nodes[number % len(nodes)] if nodes else None
    operations: list[Operation] = [
        NodeCreate(id="m", node_type="FUNC", name=f"DoThing{number}", descr="Does.", temp_id="m")
    ]
    if some and number % 4 == 1:
        operations.append(EdgeCreate(id="e", edge_type="compose", source=some, target="m"))
    elif some and number % 4 == 2:
        operations = [NodeUpdate(id="u", ref=some, set=NodeSet(descr=f"Does {number}."))]
    elif some and number % 4 == 3:
        operations = [NodeDelete(id="d", ref=some)]
    await table.apply(operations)


@pytest.mark.requirement("P-183")
@given(
    moves=st.lists(
        st.tuples(st.sampled_from(["change", "change", "list", "snapshot", "forget"]), st.integers(0, 30)), max_size=16
    ),
    in_one=st.sampled_from([0, 1, 2_000]),
)
@settings(max_examples=60, deadline=None)
def test_what_is_listed_is_what_the_graph_holds(moves: Sequence[tuple[str, int]], in_one: int):
    async def play() -> None:
        table = Table(await open_project(MemoryStore(ManualClock(START))))
        for what, number in moves:
            match what:
                case "change":
                    await changed(table, number)
                case "list":
                    assert await listed(table) == held(table)
                case "snapshot":
                    await table.project.keep_snapshot()
                case _:
                    await keep_size(table.project.store, table.project.project_id, None)
        assert await listed(table) == held(table)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(entries, "MAX_IN_ONE", max(1, in_one))
        asyncio.run(play())


@pytest.mark.requirement("P-183")
async def test_behind_more_commits_than_a_list_waits_for_nothing_is_told_until_a_snapshot_is_kept(monkeypatch):
    monkeypatch.setattr(sizes, "MAX_COUNTED", 2)
    table = Table(await open_project(MemoryStore(ManualClock(START))))
    seen = []
    for number in range(4):
        await changed(table, 4 * number)
        if number != 1:
            seen.append(await listed(table))
    await keep_size(table.project.store, table.project.project_id, None)
    seen.append(await listed(table))
    await table.project.keep_snapshot()
    seen.append(await listed(table))
    assert [each and each.nodes for each in seen] == [1, 3, 4, None, 4]


@pytest.mark.requirement("P-183")
async def test_what_was_counted_is_not_counted_again():
    class Unread(MemoryStore):
        async def read(self, *args, **kwargs):
            raise AssertionError("the journal was read")
            yield

    kept = MemoryStore(ManualClock(START))
    table = Table(await open_project(kept))
    await changed(table, 0)
    await listed(table)
    unread = Unread(ManualClock(START))
    unread.__dict__.update(kept.__dict__)
    project = table.project.project_id
    assert await size_of(unread, project, await kept.head(project)) == ModelSize(revision=1, nodes=1, edges=0)
