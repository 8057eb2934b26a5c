"""What a plan put onto its overlay settles on the graph below: the same as if each change were replayed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from graphwright.graph.document import Graph
from graphwright.operations.plan import Plan, plan
from graphwright.operations.staged import StagedGraph
from graphwright.ports import Ids, ManualClock
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from tests.graph.build import graph_of
from tests.places import START, seeded_ids

# More of one type than of what is copied as a whole, so that both ways of writing to a bucket are met.
MODEL = (*(f"F{number}:FUNC" for number in range(40)), "S:SYS", *(f"S -cp-> F{number}" for number in range(40)))


def operations(chance: random.Random, graph: Graph, count: int) -> list[Operation]:
    """A change set of anything that can be done; some of it may not be possible."""
    nodes, edges = list(graph.nodes), list(graph.edges)
    made: list[Operation] = []
    for number in range(count):
        name, kind = f"op-{number}", chance.random()
        if kind < 0.3:
            known = {"externalId": f"X-{chance.randrange(50)}"} if chance.random() < 0.3 else {}
            node_type = chance.choice(("FUNC", "FLOW", "REQ"))
            title = f"Weigh{chance.randrange(30)}"
            made.append(
                NodeCreate(id=name, node_type=node_type, name=title, descr="Weighs.", attributes=known, temp_id=name)
            )
            nodes.append(name)
        elif kind < 0.6:
            source, target = chance.sample(nodes, 2)
            made.append(EdgeCreate(id=name, edge_type=chance.choice(("io", "relation")), source=source, target=target))
        elif kind < 0.8:
            made.append(NodeUpdate(id=name, ref=chance.choice(nodes), set=NodeSet(name=f"Weigh{chance.randrange(30)}")))
        elif kind < 0.9 and edges:
            made.append(EdgeDelete(id=name, ref=chance.choice(edges)))
        else:
            made.append(NodeDelete(id=name, ref=chance.choice(nodes)))
    return made


def planned(chance: random.Random, graph: Graph, ids: Ids) -> Plan:
    """The plan of a change set that can be done."""
    while True:
        asked = ChangeSet(base_revision=graph.revision, operations=operations(chance, graph, chance.randrange(1, 9)))
        made = plan(graph, asked, ids=ids)
        if made.changes and not made.problems:
            return made


def held(graph: Graph) -> dict[str, Any]:
    """All that a graph holds, and its elements in their order; what it only remembers is asked anew."""
    for node_id in graph.nodes:
        assert sorted(graph.around(node_id)) == sorted(
            [(edge.target, edge.edge_id) for edge in graph.outgoing(node_id)]
            + [(edge.source, edge.edge_id) for edge in graph.incoming(node_id)]
        )
    everything = {name: plain(value) for name, value in vars(graph).items() if name != "_around"}
    return everything | {"order": (list(graph.nodes), list(graph.edges))}


def plain(value: Any) -> Any:
    return {key: bucket(each) for key, each in value.items()} if isinstance(value, Mapping) else value


def bucket(value: Any) -> Any:
    """What belongs to a key, whether it is kept bare, as a tuple or as a mapping (`graph.buckets`)."""
    if isinstance(value, tuple):
        return {each.edge_id: each for each in value}
    return dict(value) if isinstance(value, Mapping) else {value: None} if isinstance(value, str) else value


@pytest.mark.requirement("Z-177")
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("behind_others", [False, True])
def test_a_graph_becomes_what_its_plan_made_of_it_as_if_each_change_were_replayed(seed: int, behind_others: bool):
    chance, ids = random.Random(seed), seeded_ids(ManualClock(START))
    settled, replayed = graph_of(*MODEL), graph_of(*MODEL)
    several = 0
    for revision in range(2, 20):
        on = StagedGraph(settled) if behind_others else settled
        made = planned(chance, on, ids)
        several += made.after is not None
        replayed.apply(made.changes, revision)
        on.apply(made.changes, revision, made.after)
        assert held(on) == held(replayed)
        if behind_others:
            on.settle(settled)
            settled.revision = revision

        assert held(settled) == held(replayed)
    assert several > 5, "most plans settle"


@pytest.mark.requirement("Z-177")
def test_a_node_that_comes_and_goes_within_a_change_set_leaves_no_counter_behind():
    graph = graph_of("S:SYS")
    made = plan(
        graph,
        ChangeSet(
            base_revision=1,
            operations=[
                NodeCreate(id="a", node_type="FUNC", name="Weigh", descr="Weighs.", temp_id="a"),
                NodeCreate(id="b", node_type="REQ", name="All is weighed", descr="All is weighed."),
                NodeDelete(id="c", ref="Weigh.FN.001"),
            ],
        ),
        ids=seeded_ids(ManualClock(START)),
    )
    assert (made.problems, len(made.changes)) == ([], 1)
    graph.apply(made.changes, 2, made.after)
    assert graph.counters == {"SYS": 1, "REQ": 1}
