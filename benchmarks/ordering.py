"""Operations in order, their names resolved, their JSON read: what happens before anything is checked.

Limit of ordering: one pass that reads every id and every dependency once. Peers, in the same run: rustworkx and
graphlib. Limit of reading: orjson without any type.

Run: python -m benchmarks ordering
"""

from __future__ import annotations

import graphlib
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import orjson
import rustworkx

from benchmarks import _systems
from benchmarks._table import Table
from benchmarks._turns import in_turn
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.operations.creators import Creators
from graphwright.operations.execution_order import Dependencies, order
from graphwright.operations.parse import AnswerReader, read_answer
from graphwright.operations.plan import IMPORT_OPERATIONS, _arrange, plan
from graphwright.operations.refs import resolve
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import ChangeSet, EdgeCreate, NodeCreate, Operation
from graphwright.protocol.wire import decode_with, encode

PIECE = 5
"""Characters that a provider streams at once, or few more."""

IDS_AT_ONCE = 500
"""As a plan takes them."""

Shape = tuple[list[str], list[list[str]]]


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    many, chain = (1_000, 300) if quick else (100_000, 3_000)
    seconds = 0.02 if quick else 4.0
    yield ordering("in the order in which models write them", written(many), seconds, times=1.5)
    yield ordering("shuffled", shuffled(written(many)), seconds, times=3.0)
    yield chains(chain, seconds)
    yield resolving(many, seconds)
    yield reading(many // 10, seconds)


def written(count: int, seed: int = 7) -> Shape:
    """Half creations, two fifths edges between recent nodes, a tenth updates, each behind the one before it."""
    rng = random.Random(seed)
    ids: list[str] = []
    needs: list[list[str]] = []
    nodes: list[str] = []
    last_update: dict[str, str] = {}
    for number in range(count):
        operation_id, kind = f"op-{number:06d}", rng.random()
        ids.append(operation_id)
        if kind < 0.5 or len(nodes) < 2:
            nodes.append(operation_id)
            needs.append([])
        elif kind < 0.9:
            needs.append(rng.sample(nodes[-200:], 2))
        else:
            node = rng.choice(nodes[-200:])
            needs.append([last_update.get(node, node)])
            last_update[node] = operation_id
    return ids, needs


def shuffled(shape: Shape, seed: int = 11) -> Shape:
    pairs = list(zip(*shape, strict=True))
    random.Random(seed).shuffle(pairs)
    return [operation_id for operation_id, _ in pairs], [needs for _, needs in pairs]


def a_chain(count: int) -> Shape:
    return [f"op-{number}" for number in range(count)], [
        [f"op-{number - 1}"] if number else [] for number in range(count)
    ]


def one_pass(ids: Sequence[str], needs: Dependencies) -> int:
    index, count = {}, 0
    for position, (operation_id, waits) in enumerate(zip(ids, needs, strict=True)):
        index[operation_id] = position
        for _ in waits:
            count += 1
    return count


def with_graphlib(ids: Sequence[str], needs: Dependencies) -> list[list[str]]:
    sorter = graphlib.TopologicalSorter(dict(zip(ids, needs, strict=True)))
    sorter.prepare()
    batches = []
    while sorter.is_active():
        ready = sorter.get_ready()
        batches.append(list(ready))
        sorter.done(*ready)
    return batches


def with_rustworkx(ids: Sequence[str], needs: Dependencies) -> list[list[str]]:
    graph = rustworkx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(ids)
    index = {operation_id: position for position, operation_id in enumerate(ids)}
    graph.add_edges_from_no_data([(index[need], position) for position, waits in enumerate(needs) for need in waits])
    return [[ids[position] for position in batch] for batch in rustworkx.topological_generations(graph)]


def ordering(title: str, shape: Shape, seconds: float, *, times: float) -> Table:
    ids, needs = shape
    batches = [len(batch) for batch in order(ids, needs).batches]
    assert batches == [len(batch) for batch in with_graphlib(ids, needs)]
    rows = (one_pass, order, with_rustworkx, with_graphlib)
    least, ours, rust, library = in_turn(*(lambda row=row: row(ids, needs) for row in rows), seconds=seconds)
    table = Table(f"{len(ids):,} operations into {len(batches)} batches, {title}", what="change set")
    table.limit("one pass over ids and dependencies", least)
    table.add("order", ours, times=times)
    table.add("rustworkx.topological_generations", rust)
    table.add("graphlib.TopologicalSorter", library)
    return table


def chains(count: int, seconds: float) -> Table:
    """Linear or not: what one operation costs in a chain of ten times the length."""
    short, long = a_chain(count // 10), a_chain(count)
    of_short, of_long = in_turn(lambda: order(*short), lambda: order(*long), seconds=seconds / 4)
    table = Table("a chain, each operation waiting for the one before it", what="operation")
    table.limit(f"order, chain of {count // 10:,}", [taken / (count // 10) for taken in of_short])
    table.add(f"order, chain of {count:,}", [taken / count for taken in of_long], times=2.0)
    return table


def resolving(count: int, seconds: float) -> Table:
    """From operations that use temp ids to batches and node ids; then the whole plan of the same, which checks them."""
    operations = _systems.operations(int(count / 2.7))[:count]
    empty = Graph(default_ontology())
    ids = Ids(SystemClock())

    def least() -> int:
        return one_pass(*plain)

    def arranged() -> list[list[int]]:
        batches, problems = _arrange(operations, Creators(operations))
        assert not problems
        return batches

    def order_and_resolve() -> list[tuple[object, object]]:
        return resolved(operations, arranged(), empty, ids)

    def planned() -> None:
        change_set = ChangeSet(base_revision=0, operations=operations)
        assert not plan(empty, change_set, ids=ids, importing=True, limit=IMPORT_OPERATIONS).problems

    plain = dependencies(operations)
    samples = in_turn(least, arranged, order_and_resolve, seconds=seconds)
    (whole,) = in_turn(planned, seconds=seconds)
    table = Table(f"{len(operations):,} operations that make a model", what="change set")
    table.limit("one pass over ids and dependencies", samples[0])
    table.add("batches, dependencies found from the refs", samples[1])
    table.add("batches, a new id for each node, refs resolved", samples[2], times=5.0)
    table.add("the whole plan: checks, semantic ids, staged graph, changes", whole, "rules left out, as for an import")
    return table


def dependencies(operations: Sequence[Operation]) -> Shape:
    creators = {operation.temp_id: operation.id for operation in operations if isinstance(operation, NodeCreate)}
    needs = [
        [creators[operation.source], creators[operation.target]] if isinstance(operation, EdgeCreate) else []
        for operation in operations
    ]
    return [operation.id for operation in operations], needs


def resolved(
    operations: Sequence[Operation], batches: Sequence[Sequence[int]], graph: Graph, ids: Ids
) -> list[tuple[object, object]]:
    aliases: dict[str, NodeId] = {}
    ends: list[tuple[object, object]] = []
    fresh: list[str] = []
    for batch in batches:
        for position in batch:
            operation = operations[position]
            if isinstance(operation, NodeCreate):
                fresh = fresh or ids.several(IDS_AT_ONCE)
                aliases[str(operation.temp_id)] = NodeId(fresh.pop())
            elif isinstance(operation, EdgeCreate):
                ends.append((_end(graph, aliases, operation.source), _end(graph, aliases, operation.target)))
    return ends


def _end(graph: Graph, aliases: Mapping[str, NodeId], ref: str) -> object:
    return resolve(graph, aliases, ref)


def reading(count: int, seconds: float) -> Table:
    operations = _systems.operations(int(count / 2.7))[:count]
    data = encode(operations)
    answer = encode({"response": "Done.", "operations": operations}).decode()
    operation_decoder = msgspec.json.Decoder[Operation](Operation)
    raw_decoder = msgspec.json.Decoder(list[msgspec.Raw])
    typed_decoder = msgspec.json.Decoder(list[Operation])
    ontology = default_ontology()

    def one_by_one() -> list[Operation]:
        return [decode_with(operation_decoder, bytes(raw)) for raw in raw_decoder.decode(data)]

    def typed() -> list[Operation]:
        return decode_with(typed_decoder, data)

    def as_an_answer() -> None:
        assert len(read_answer(answer, ontology).operations) == len(operations)

    def in_pieces() -> None:
        reader = AnswerReader(ontology)
        for at in range(0, len(answer), PIECE):
            reader.feed(answer[at : at + PIECE])
        assert len(reader.close().operations) == len(operations)

    assert one_by_one() == typed() == operations
    samples = in_turn(lambda: orjson.loads(data), typed, one_by_one, seconds=seconds)
    tolerant, streamed = in_turn(as_an_answer, in_pieces, seconds=seconds / 4)
    table = Table(f"{len(operations):,} operations from JSON, {len(data):,} bytes", what="change set")
    table.limit("orjson.loads, no types", samples[0])
    table.add("typed and validated", samples[1], times=1.1)
    table.add("typed and validated one by one, so that every fault is told", samples[2])
    table.add("as a model's answer, every dialect tolerated", tolerant)
    table.add(f"the same in pieces of {PIECE} characters, as it streams", streamed)
    return table
