"""Small graphs written as lines: `graph_of("Customer:ACTOR", "Order:FLOW", "Customer -io-> Order")`.

A node line is `Name:TYPE`, with ` <semantic id>`, ` | descr` and ` [key=value; key=value]` after it. An edge line is
`Source -rel-> Target` (several targets with commas; ` [key=value, ...]` gives
it attributes; ` #2` after it makes a second one); ends are names, or `Name:TYPE`
where a name is used twice. Ids are the readable ones:
the node id of `Customer:ACTOR` is `Customer:ACTOR`. Without ` | ` the description is a sentence, because nearly every
test is about something else than its absence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources

import msgspec

from graphwright.graph.document import Graph
from graphwright.graph.identity import semantic_id
from graphwright.graph.load import default_ontology, load_profile
from graphwright.graph.ontology import Ontology
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId, SemanticId

_EDGE = re.compile(r"(.+?) -(\w+)-> (.+?)(?: \[(.*)\])?( #\d+)?")
_NODE = re.compile(
    r"(?P<name>[^|\[]*?):(?P<type>[A-Z]+)(?: <(?P<id>.*?)>)?(?: \| ?(?P<descr>[^\[]*?))?(?: \[(?P<attributes>.*)\])?"
)


def graph_of(*lines: str, ontology: Ontology | None = None, revision: int = 1) -> Graph:
    """A graph at a revision, from its lines; nodes may stand after the edges that use them."""
    graph = Graph(ontology or default_ontology())
    edges = [line for line in lines if _EDGE.fullmatch(line)]
    for line in lines:
        if line not in edges:
            graph.put_node(node_of(line, graph))
    for line in edges:
        for edge in edges_of(line, graph):
            graph.put_edge(edge)
    graph.revision = revision
    return graph


def node_of(line: str, graph: Graph) -> Node:
    """The node of a line, with the next semantic id of the graph; it is not put."""
    match = _NODE.fullmatch(line)
    assert match, f"not a node line: {line!r}"
    name, word = match["name"], match["type"]
    node_type = graph.ontology.node_type(word)
    counter = graph.counters.get(word, 0) + 1
    descr, parts = match["descr"], (match["attributes"] or "").split("; ")
    abbreviation = node_type.abbreviation if node_type else "XX"
    proper = semantic_id(name, type_word=word.capitalize(), abbreviation=abbreviation, counter=counter)
    return Node(
        node_id=NodeId(f"{name}:{word}"),
        semantic_id=SemanticId(match["id"] or proper),
        node_type=word,
        name=name,
        descr=f"What {name} is about." if descr is None else descr,
        attributes=_attributes(parts),
        created_revision=1,
        revision=1,
    )


def edges_of(line: str, graph: Graph) -> Iterable[Edge]:
    """The edges of a line; they are not put."""
    match = _EDGE.fullmatch(line)
    assert match, f"not an edge line: {line!r}"
    relation = graph.ontology.relation(match[2])
    edge_type = relation.name if relation else match[2]
    source = find(graph, match[1])
    for word in match[3].split(", "):
        target = find(graph, word)
        yield Edge(
            edge_id=EdgeId(f"{source} -{edge_type}-> {target}{match[5] or ''}"),
            edge_type=edge_type,
            source=source,
            target=target,
            attributes=_attributes((match[4] or "").split(", ")),
            revision=1,
        )


def _attributes(parts: Iterable[str]) -> dict[str, str]:
    return {key: value for key, _, value in (part.partition("=") for part in parts if part)}


def find(graph: Graph, word: str) -> NodeId:
    """The id of the node with this name, or this `Name:TYPE`."""
    if word in graph.nodes:
        return NodeId(word)
    found = [node.node_id for node in graph.nodes.values() if node.name == word]
    assert len(found) == 1, f"{word!r} names {found}"
    return found[0]


def profile_with(**changes: object) -> Ontology:
    """Profile `systems` with other values at its top level: `profile_with(rules=[...])`."""
    return load_profile(msgspec.json.encode(SYSTEMS | changes), source="test.json")


SYSTEMS: dict = msgspec.json.decode((resources.files("graphwright.graph") / "profiles" / "systems.json").read_bytes())
"""The shipped profile as plain data."""
