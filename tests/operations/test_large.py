"""A large change set is planned beside the loop: everybody else goes on, and the graph comes to stand at once (ADR-18)."""

from __future__ import annotations

import asyncio
import threading
import tracemalloc
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.operations import commit
from graphwright.operations.commit import GROUP_OPERATIONS, Submission
from graphwright.operations.history import lines
from graphwright.operations.plan import API_OPERATIONS, IMPORT_OPERATIONS
from graphwright.protocol.operations import ChangeSet, EdgeCreate, NodeCreate, Operation
from graphwright.store.chain import hash_of_pieces
from graphwright.store.entries import COMMIT, entry_of
from graphwright.store.memory import MemoryStore
from tests.places import ANA, Table, open_project, open_table

PATIENCE_S = 20.0


def make(name: str) -> NodeCreate:
    return NodeCreate(id=f"make-{name}", node_type="FUNC", name=name, descr="Does.", temp_id=name)


def held(hold: threading.Event | None) -> Callable[[Graph], None]:
    """Planning waits for this."""

    def guard(graph: Graph) -> None:
        assert hold is None or hold.wait(PATIENCE_S), "the loop did not go on"

    return guard


def many(table: Table, *, count: int = GROUP_OPERATIONS, hold: threading.Event | None = None) -> Submission:
    """An import of more than is planned on the loop."""
    nodes: list[Operation] = [make(f"N{number}") for number in range(count)]
    edge = EdgeCreate(id="edge", edge_type="relation", source="N0", target="N1")
    return Submission(
        change_set=ChangeSet(base_revision=table.project.graph.revision, operations=[*nodes, edge]),
        author=ANA,
        origin="import",
        importing=True,
        limit=IMPORT_OPERATIONS,
        guard=held(hold),
    )


@pytest.mark.requirement("R-40", "I-02")
async def test_others_commit_while_a_large_import_is_planned():
    table, other = await open_table(), await open_table()
    hold = threading.Event()

    importing = asyncio.ensure_future(table.committer.submit(many(table, hold=hold)))
    await other.apply([make("Elsewhere")])
    behind = asyncio.ensure_future(table.apply([make("Behind")], base=0))
    hold.set()
    done, after = await importing, await behind

    assert other.model() == ["Elsewhere.FN.001"]
    assert done.commit is not None
    assert after.commit is not None
    assert (done.commit.revision, after.commit.revision) == (1, 2)
    assert len(table.project.graph.nodes) == GROUP_OPERATIONS + 1


@pytest.mark.requirement("R-40", "I-11")
async def test_others_commit_while_a_large_import_is_taken_back():
    table, other = await open_table(), await open_table()
    done = await table.committer.submit(many(table, count=API_OPERATIONS))
    assert done.commit is not None
    hold = threading.Event()
    change_set = ChangeSet(base_revision=1, operations=[])
    back = Submission(change_set=change_set, author=ANA, origin="revert", reverts=[done.commit], guard=held(hold))

    reverting = asyncio.ensure_future(table.committer.submit(back))
    await other.apply([make("Elsewhere")])
    hold.set()
    await reverting

    assert (table.model(), other.model()) == ([], ["Elsewhere.FN.001"])


@pytest.mark.requirement("I-11", "I-02")
async def test_what_is_said_in_the_moment_a_large_import_is_taken_back_stays(monkeypatch):
    monkeypatch.setattr(commit, "API_OPERATIONS", 20)
    monkeypatch.setattr(commit, "GROUP_OPERATIONS", 10)
    store = MemoryStore()
    table = Table(await open_project(store))
    done = await table.committer.submit(many(table, count=20))
    assert done.commit is not None
    change_set = ChangeSet(base_revision=1, operations=[])
    back = Submission(change_set=change_set, author=ANA, origin="revert", reverts=[done.commit])

    await asyncio.gather(table.apply([make("Beside")]), table.committer.submit(back), table.apply([make("Behind")]))

    assert [node.name for node in table.project.graph.nodes.values()] == ["Beside", "Behind"]
    assert (await open_project(store, seed=2)).graph.snapshot() == table.project.graph.snapshot()


@pytest.mark.requirement("I-01", "I-02")
async def test_a_large_import_stands_beside_what_was_there_and_reads_back_the_same():
    store = MemoryStore()
    table = Table(await open_project(store))
    await table.apply([make("Before")])

    await table.committer.submit(many(table))
    await table.apply([make("After")])

    graph = table.project.graph
    assert [graph.nodes[graph.find(f"{name}.FN.{number:03}")[0]].name for name, number in
            (("Before", 1), ("N0", 2), ("After", GROUP_OPERATIONS + 2))] == ["Before", "N0", "After"]  # fmt: skip
    assert graph.edge_between("relation", graph.named("FUNC", "N0")[0], graph.named("FUNC", "N1")[0]) is not None
    assert (await open_project(store, seed=2)).graph.snapshot() == graph.snapshot()


@pytest.mark.requirement("I-11", "X-130")
async def test_a_large_import_is_one_line_of_the_past_and_is_taken_back_after_a_new_start():
    store = MemoryStore()
    table = Table(await open_project(store))
    done = await table.committer.submit(many(table, count=10_000))
    [line] = await lines(table.project)
    [row] = [row async for row in store.read(table.project.project_id, only=COMMIT)]

    again = Table(await open_project(store, seed=2))
    kept = await again.project.commit_at(1)
    known = [await each.project.commits_since(0) for each in (table, again)]
    change_set = ChangeSet(base_revision=1, operations=[])
    await again.committer.submit(Submission(change_set=change_set, author=ANA, origin="revert", reverts=[kept]))

    assert (len(line.changes), len(row.more)) == (10_001, 1 + 6), "parts of 2,000 changes, and the end"
    assert known == [[kept], [kept]]
    assert replace(kept, sequence=None) == done.commit
    assert again.model() == []


@pytest.mark.requirement("Z-183")
async def test_of_a_large_commit_no_second_form_is_held_while_it_is_written():
    table = await open_table()
    done = await table.committer.submit(many(table, count=20_000))
    assert done.commit is not None

    tracemalloc.start()
    try:
        entry = entry_of(done.commit, table.project.clock)
        held_bytes, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        hash_of_pieces(entry.body, entry.more)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert entry.size > 4_000_000
    assert (held_bytes < entry.size / 20, most < entry.size / 2) == (True, True)
    assert (len(entry.more), entry.more, entry.more[-1]) == (12, tuple(entry.more), [*entry.more][-1])
    assert entry.more[2:4] == tuple(entry.more)[2:4]


@pytest.mark.requirement("R-43")
async def test_a_large_commit_with_a_text_that_cannot_be_written_is_refused_before_it_is_handed_on():
    table = await open_table()
    done = await table.committer.submit(many(table, count=5_000))
    assert done.commit is not None
    *others, last = done.commit.changes
    broken = replace(done.commit, changes=[*others, replace(last, operation_id="\ud800")])

    with pytest.raises(InvalidCommand):
        entry_of(broken, table.project.clock)


@pytest.mark.requirement("R-40")
async def test_nothing_is_committed_while_somebody_reads_the_graph_beside_the_loop():
    table = await open_table()
    hold = threading.Event()

    def read() -> int:
        assert hold.wait(PATIENCE_S), "the loop did not go on"
        return table.project.graph.revision

    reading = asyncio.ensure_future(table.committer.apart(read))
    await asyncio.sleep(0)
    applying = asyncio.ensure_future(table.apply([make("A")]))
    await (await open_table()).apply([make("Elsewhere")])
    assert table.project.graph.revision == 0
    hold.set()

    assert (await reading, (await applying).commit is not None) == (0, True)
