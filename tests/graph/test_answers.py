"""Every question to a graph, after random changes: answered as by somebody who looks at all nodes and edges each time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from graphwright.graph import document
from graphwright.graph.difference import differences
from graphwright.graph.document import Graph, former_ids
from graphwright.graph.foreign import FOREIGN_ID, FORMER_IDS
from graphwright.graph.load import default_ontology
from graphwright.graph.query import neighbourhood
from graphwright.operations.staged import StagedGraph
from graphwright.protocol.graph import Edge, EdgeChange, Node, NodeChange
from graphwright.protocol.ids import EdgeId, NodeId, SemanticId
from tests.graph.build import graph_of

NODES = [NodeId(f"n{number}") for number in range(7)]
EDGES = [EdgeId(f"e{number}") for number in range(12)]
TYPES = {"FUNC": "FN", "FCHAIN": "FC", "FLOW": "FL"}
RELATIONS = ["compose", "io"]
NAMES = ["Cart", " cart ", "Order"]


class Model:
    """Nodes and edges in two plain dicts, and each question answered by going through them."""

    def __init__(self) -> None:
        self.nodes: dict[NodeId, Node] = {}
        self.edges: dict[EdgeId, Edge] = {}
        self.counters: dict[str, int] = {}

    def answers(self) -> dict[str, Any]:
        told: dict[str, Any] = {"counters": self.counters, "nodes": self.nodes, "edges": self.edges}
        nodes, edges = list(self.nodes.values()), list(self.edges.values())
        for node_type in TYPES:
            told[f"of {node_type}"] = {node.node_id for node in nodes if node.node_type == node_type}
            for name in ("CART", "order"):
                told[f"{node_type} {name}"] = {
                    node.node_id
                    for node in nodes
                    if node.node_type == node_type and node.name.strip().casefold() == name.casefold()
                }
        for node_id in NODES:
            out = [edge for edge in edges if edge.source == node_id]
            into = [edge for edge in edges if edge.target == node_id]
            told[f"{node_id} degree"] = len(out) + len(into)
            told[f"{node_id} around"] = sorted(
                [(e.target, e.edge_id) for e in out] + [(e.source, e.edge_id) for e in into]
            )
            for relation in (None, *RELATIONS):
                told[f"{node_id} {relation} out"] = {e.edge_id for e in out if relation in (None, e.edge_type)}
                told[f"{node_id} {relation} in"] = {e.edge_id for e in into if relation in (None, e.edge_type)}
            for relation in RELATIONS:
                for other in NODES:
                    told[f"{node_id} {relation} {other}"] = {
                        e.edge_id for e in out if (e.edge_type, e.target) == (relation, other)
                    }
                for of in (None, *TYPES):
                    told[f"{node_id} {relation} to {of}"] = sorted(
                        e.target
                        for e in out
                        if e.edge_type == relation and of in (None, self.nodes[e.target].node_type)
                    )
                    told[f"{node_id} {relation} from {of}"] = sorted(
                        e.source
                        for e in into
                        if e.edge_type == relation and of in (None, self.nodes[e.source].node_type)
                    )
            told[f"{node_id} parents"] = {
                e.source for e in into if e.edge_type == "compose" and self.nodes[e.source].node_type != "FCHAIN"
            }
        for ref in refs():
            whole = [node.node_id for node in nodes if ref in (node.node_id, node.semantic_id)]
            short = [n.node_id for n in nodes if ref.upper() == f"{n.semantic_id[-6:-4]}{int(n.semantic_id[-3:])}"]
            known = [n.node_id for n in nodes if str(n.attributes.get(FOREIGN_ID, "")).upper() == ref.upper()]
            told[f"find {ref}"] = set(whole or short or known)
            took = {node.node_id for node in nodes if ref in former_ids(node)}
            told[f"successors of {ref}"] = set() if told[f"find {ref}"] else took
        return told


def refs() -> list[str]:
    return [*NODES, "Cart.FN.001", "Cart.FN.002", "fn1", "FN2", "FL3", "zep-1", "ZEP-2", "gone1", "gone2", "nothing"]


def answers(graph: Graph) -> dict[str, Any]:
    """The same of a graph, by its indexes."""
    told: dict[str, Any] = {"counters": dict(graph.counters), "nodes": dict(graph.nodes), "edges": dict(graph.edges)}
    for node_type in TYPES:
        found = [node.node_id for node in graph.of_type(node_type)]
        assert graph.count(node_type) == len(found)
        told[f"of {node_type}"] = set(found)
        for name in ("CART", "order"):
            named = graph.named(node_type, name)
            assert [graph.named(node_type, name, most) for most in (0, 1, 9)] == [[], named[:1], named]
            told[f"{node_type} {name}"] = set(named)
    for node_id in NODES:
        told[f"{node_id} degree"] = graph.degree(node_id)
        around = sorted(graph.around(node_id))
        assert sorted(other for other, _ in around) == sorted(graph.neighbours(node_id))
        told[f"{node_id} around"] = around
        for relation in (None, *RELATIONS):
            told[f"{node_id} {relation} out"] = {edge.edge_id for edge in graph.outgoing(node_id, relation)}
            told[f"{node_id} {relation} in"] = {edge.edge_id for edge in graph.incoming(node_id, relation)}
        for relation in RELATIONS:
            for other in NODES:
                between = graph.edges_between(relation, node_id, other)
                assert graph.edge_between(relation, node_id, other) == (between[0] if between else None)
                told[f"{node_id} {relation} {other}"] = {edge.edge_id for edge in between}
            for of in (None, *TYPES):
                to = sorted(node.node_id for node in graph.targets(node_id, relation, of))
                origins = sorted(node.node_id for node in graph.sources(node_id, relation, of))
                if of is not None:
                    assert graph.leads_to(node_id, relation, of) is bool(to)
                    assert graph.comes_from(node_id, relation, of) is bool(origins)
                told[f"{node_id} {relation} to {of}"], told[f"{node_id} {relation} from {of}"] = to, origins
        parents = {node.node_id for node in graph.sources(node_id, "compose") if node.node_type != "FCHAIN"}
        parent = graph.parent(node_id)
        assert (parent is None) == (not parents)
        assert parent is None or parent.node_id in parents
        told[f"{node_id} parents"] = parents
    for ref in refs():
        found = graph.find(ref)
        successor = graph.successor(ref)
        told[f"find {ref}"] = set(found)
        told[f"successors of {ref}"] = set() if successor is None else {successor.node_id}
    for node in graph.nodes.values():
        assert graph.find(graph.short_id(node)) == [node.node_id]
    return told


def changed(dice: Random, model: Model) -> Callable[[Graph], None]:
    """One random change, made in the model; what it returns makes it in a graph."""
    free = [each for each in model.nodes if all(each not in (e.source, e.target) for e in model.edges.values())]
    what = dice.choice(["node", "node", "again", "edge", "edge", "edge", "drop edge", "drop node"])
    if what in {"node", "again"} or not model.nodes:
        node_id = dice.choice(list(model.nodes) if what == "again" and model.nodes else NODES)
        before = model.nodes.get(node_id)
        node_type = dice.choice(list(TYPES))
        taken = {node.semantic_id for node in model.nodes.values()}
        name, abbreviation = dice.choice(NAMES), TYPES[node_type]
        free_ids = [f"{name.strip().capitalize()}.{abbreviation}.{counter:03}" for counter in range(1, 12)]
        # A node keeps its semantic id for as long as it lives, whatever it is called and becomes.
        semantic_id = (
            before.semantic_id if before else dice.choice([each for each in free_ids if each not in taken][:3])
        )
        attributes: dict[str, Any] = {}
        if dice.random() < 0.4:
            attributes[FOREIGN_ID] = dice.choice(["ZEP-1", "zep-2"])
        if dice.random() < 0.4:
            attributes[FORMER_IDS] = dice.choice([["gone1"], ["gone2", "gone1", "gone1"]])
        node = Node(
            node_id=node_id, semantic_id=SemanticId(semantic_id), node_type=node_type, name=name, descr="",
            attributes=attributes, created_revision=1, revision=1,
        )  # fmt: skip
        model.nodes[node_id] = node
        model.counters[node_type] = max(model.counters.get(node_type, 0), int(semantic_id[-3:]))
        return lambda graph: graph.put_node(node)
    if what == "drop node" and free:
        gone = dice.choice(free)
        del model.nodes[gone]
        return lambda graph: graph.drop_node(gone)
    if what == "drop edge" and model.edges:
        cut = dice.choice(list(model.edges))
        del model.edges[cut]
        return lambda graph: graph.drop_edge(cut)
    ends = [dice.choice(list(model.nodes)) for _ in range(2)]
    edge = Edge(
        edge_id=dice.choice(EDGES), edge_type=dice.choice(RELATIONS), source=ends[0], target=ends[1], attributes={},
        revision=1,
    )  # fmt: skip
    model.edges[edge.edge_id] = edge
    return lambda graph: graph.put_edge(edge)


def check_answers(told: dict[str, Any], expected: dict[str, Any]) -> None:
    """Equal, but for successors and parents: of several one is told."""
    for question, answer in expected.items():
        if question.startswith("successors"):
            assert told[question] <= answer, question
            assert bool(told[question]) == bool(answer), question
        else:
            assert told[question] == answer, question


@pytest.mark.requirement("A-26", "R-145")
@pytest.mark.parametrize("seed", range(16))
def test_a_graph_and_one_that_is_only_planned_answer_as_if_all_were_looked_at(seed: int, monkeypatch):
    monkeypatch.setattr(document, "_MAX_AROUND", 3)
    dice, model = Random(seed), Model()
    graph, both, loaded = (Graph(default_ontology()) for _ in range(3))
    for _ in range(30):
        change = changed(dice, model)
        change(graph)
        change(both)
        if dice.random() < 0.2:
            check_answers(answers(graph), model.answers())
    before = answers(graph)
    loaded.load(graph.snapshot())
    check_answers(answers(loaded), model.answers())
    staged = StagedGraph(graph)
    for _ in range(30):
        change = changed(dice, model)
        change(staged)
        change(both)
        if dice.random() < 0.2:
            check_answers(answers(staged), model.answers())
    check_answers(answers(staged), model.answers())
    assert answers(graph) == before, "what is planned changes nothing"
    assert answers(staged) == answers(both)
    for of in TYPES:
        assert [node.node_id for node in staged.of_type(of)] == [node.node_id for node in both.of_type(of)]
    assert (list(staged.nodes), list(staged.edges)) == (list(both.nodes), list(both.edges))
    assert (len(staged.nodes), len(staged.edges)) == (len(both.nodes), len(both.edges))


@pytest.mark.requirement("R-145")
@pytest.mark.parametrize("seed", range(4))
def test_a_neighbourhood_holds_what_can_be_reached_in_so_many_steps(seed: int):
    dice, model = Random(seed), Model()
    graph = Graph(default_ontology())
    for _ in range(60):
        changed(dice, model)(graph)
    for _ in range(20):
        depth, relations = dice.randint(0, 3), dice.choice([None, frozenset({"io"})])
        direction = dice.choice(["in", "out", "both"])
        starts = dice.sample(NODES, 2)
        distances = {start: 0 for start in starts if start in model.nodes}
        edges: set[EdgeId] = set()
        for distance in range(1, depth + 1):
            for near in [each for each, steps in distances.items() if steps == distance - 1]:
                for edge in model.edges.values():
                    for here, there, way in ((edge.source, edge.target, "out"), (edge.target, edge.source, "in")):
                        if (
                            here == near
                            and direction in (way, "both")
                            and (not relations or edge.edge_type in relations)
                        ):
                            edges.add(edge.edge_id)
                            distances.setdefault(there, distance)
        around = neighbourhood(graph, starts, depth=depth, relations=relations, direction=direction)
        assert (around.distances, set(around.edges), around.is_cut) == (distances, edges, False)
        assert list(around.distances.values()) == sorted(around.distances.values())
        most = max(1, len(distances) - 1)
        cut = neighbourhood(graph, starts, depth=depth, relations=relations, direction=direction, most=most)
        assert cut.is_cut == (len(distances) > max(most, sum(start in model.nodes for start in starts)))
        assert len(cut.distances) <= max(most, 2)
        assert cut.distances.items() <= distances.items()


@pytest.mark.requirement("R-145")
def test_what_is_different_is_told_of_every_element_with_what_it_was_and_is():
    before = graph_of("A:FUNC", "B:FUNC", "C:FUNC", "D:FUNC", "A -compose-> B", "A -compose-> C", "B -compose-> D")
    after = graph_of(
        "A:FUNC", "B:FUNC | Other.", "C:FUNC", "E:FUNC", "A -compose-> B", "A -compose-> E", "C -compose-> B [k=v]"
    )
    after.put_node(replace(after.nodes[NodeId("A:FUNC")], revision=9, created_revision=8))
    edge = after.edges[EdgeId("A:FUNC -compose-> B:FUNC")]
    after.put_edge(replace(edge, revision=7))
    after.put_edge(replace(before.edges[EdgeId("A:FUNC -compose-> C:FUNC")], attributes={"k": "v"}))

    told = list(differences(before, after))
    assert [type(change) for _, change in told] == [NodeChange] * 5 + [EdgeChange] * 5
    named = {
        getattr(element, "name", None) or getattr(element, "edge_id", None): (
            fate,
            change.before is None,
            change.after is None,
        )
        for fate, change in told
        for element in [change.before or change.after]
    }
    assert named == {
        "A": ("unchanged", False, False),
        "B": ("modified", False, False),
        "C": ("unchanged", False, False),
        "D": ("deleted", False, True),
        "E": ("added", True, False),
        "A:FUNC -compose-> B:FUNC": ("unchanged", False, False),
        "A:FUNC -compose-> C:FUNC": ("modified", False, False),
        "B:FUNC -compose-> D:FUNC": ("deleted", False, True),
        "A:FUNC -compose-> E:FUNC": ("added", True, False),
        "C:FUNC -compose-> B:FUNC": ("added", True, False),
    }
