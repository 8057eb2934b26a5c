"""What the rules cost: around a change of ten operations, and as a sweep over the whole graph.

Around a change: the findings before and after it, on a model of 10,000 nodes, as every plan computes them; the change
itself is already staged. With the index of similar nodes, as for what an AI wrote, as well. The sweep runs in slices
with a pause after each; the goal is for the sum of its work, and none of its slices may hold the loop for long.

Run: python -m benchmarks rules
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks import _systems
from benchmarks._table import Table
from benchmarks._turns import Samples, timed
from graphwright.graph.check import survey, sweep
from graphwright.graph.document import Graph
from graphwright.graph.similarity import SimilarityIndex, index_graph
from graphwright.operations.findings import introduced_and_resolved
from graphwright.operations.plan import plan
from graphwright.operations.staged import StagedGraph
from graphwright.ports import Ids, SystemClock, uncollected
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)

LOCAL_S = 0.005
SWEEP_S = 0.020
SLICE_S = 0.002
GROWTH = 1.5
"""A node of a large model costs at most so many times what one of a small model does."""


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    graph = _systems.model(500 if quick else 10_000)
    yield around_changes(graph, times=3 if quick else 100)
    yield whole_sweep(graph, times=2 if quick else 30)
    yield whole_survey((100, 300) if quick else (2_000, 10_000, 50_000))
    if not quick:
        yield whole_sweep(_systems.model(50_000), times=5, most=None)


def around_changes(graph: Graph, *, times: int) -> Table:
    nodes, edges = len(graph.nodes), len(graph.edges)
    table = Table(f"findings around a change of ten operations, {nodes:,} nodes and {edges:,} edges", what="change set")
    index = index_graph(graph)
    for name, make in CHANGES.items():
        samples: Samples = []
        similar: Samples = []
        for number in range(times):
            change_set = ChangeSet(base_revision=graph.revision, operations=list(make(graph, number)))
            assert len(change_set.operations) == 10
            local, pairs = findings_of(graph, change_set, index)
            samples.append(local)
            similar.append(pairs)
        table.add(name, samples, most=LOCAL_S)
        table.add(f"{name}, near-duplicates too", similar)
    return table


def findings_of(graph: Graph, change_set: ChangeSet, index: SimilarityIndex) -> tuple[float, float]:
    made = plan(graph, change_set, ids=Ids(SystemClock()))
    assert not made.problems, made.problems
    after = StagedGraph(graph)
    after.apply(made.changes, graph.revision + 1)
    return (
        timed(lambda: introduced_and_resolved(graph, after, made.changes)),
        timed(lambda: introduced_and_resolved(graph, after, made.changes, index)),
    )


def a_function(graph: Graph, number: int) -> Sequence[Operation]:
    return _systems.feature(number, *(nth(graph, kind, number) for kind in ("FCHAIN", "MOD", "FUNC")))


def renames(graph: Graph, number: int) -> Sequence[Operation]:
    return [
        NodeUpdate(
            id=OperationId(f"op-{at}"),
            ref=nth(graph, "FUNC", 10 * number + at),
            set=NodeSet(name=f"WeighParcel{10 * number + at}"),
        )
        for at in range(10)
    ]


def flows_at_one_function(graph: Graph, number: int) -> Sequence[Operation]:
    function = nth(graph, "FUNC", number)
    given = {edge.source for edge in graph.incoming(function, "io")} | {
        edge.target for edge in graph.outgoing(function, "io")
    }
    free = [flow.node_id for flow in graph.of_type("FLOW") if flow.node_id not in given][10 * number : 10 * number + 10]
    return [
        EdgeCreate(id=OperationId(f"op-{at}"), edge_type="io", source=Ref(flow), target=function)
        for at, flow in enumerate(free)
    ]


def cuts(graph: Graph, number: int) -> Sequence[Operation]:
    edges = [edge.edge_id for edge in graph.edges.values() if edge.edge_type == "io"][10 * number : 10 * number + 10]
    return [EdgeDelete(id=OperationId(f"op-{at}"), ref=Ref(edge)) for at, edge in enumerate(edges)]


def deletes(graph: Graph, number: int) -> Sequence[Operation]:
    return [NodeDelete(id=OperationId(f"op-{at}"), ref=nth(graph, "FUNC", 10 * number + at)) for at in range(10)]


CHANGES: dict[str, Callable[[Graph, int], Sequence[Operation]]] = {
    "a function with flow, requirement and test": a_function,
    "ten functions renamed": renames,
    "ten flows into one function": flows_at_one_function,
    "ten io edges cut": cuts,
    "ten functions deleted with their edges": deletes,
}


def nth(graph: Graph, node_type: str, number: int) -> Ref:
    nodes = list(graph.of_type(node_type))
    return Ref(nodes[number % len(nodes)].node_id)


def whole_sweep(graph: Graph, *, times: int, most: float | None = SWEEP_S) -> Table:
    sums: Samples = []
    longest: Samples = []
    counts: list[int] = []
    for _ in range(times):
        slices = list(slices_of(graph))
        sums.append(sum(slices))
        longest.append(max(slices))
        counts.append(len(slices))
    table = Table(f"sweep of the graph rules, {len(graph.nodes):,} nodes and {len(graph.edges):,} edges", what="sweep")
    table.add("all slices together", sums, f"{counts[0]} slices", most=most)
    table.add("the longest slice", longest, "above this the loop would be held", most=SLICE_S)
    return table


def whole_survey(sizes: Sequence[int]) -> Table:
    """The local rules and the near-duplicates of everything, as after an import and at every first look."""
    table = Table("survey: local rules and near-duplicates, processor time", what="node")
    for size in sizes:
        graph = _systems.model(size)
        index = index_graph(graph)
        begin = time.process_time()
        findings = sum(map(len, survey(graph, index)))
        seconds = time.process_time() - begin
        row = (
            f"{len(graph.nodes):,} nodes",
            [seconds / len(graph.nodes)],
            f"{seconds:.1f} s in all, {findings:,} found",
        )
        if size == sizes[0]:
            table.limit(*row)
        else:
            table.add(*row, times=GROWTH)
    return table


def slices_of(graph: Graph) -> Iterator[float]:
    """Processor seconds between the pauses of one sweep: what others do in between is not its work."""
    with uncollected():  # as in a server
        begin = time.thread_time()
        for _ in sweep(graph):
            yield time.thread_time() - begin
            begin = time.thread_time()
