"""The graph as JSON-LD: a relation is a property from node to node, and an edge with its own attributes beside it.

What rules ask for and data cannot say by itself stands there, too: the one parent of a node, and its name as it is
compared.
"""

from __future__ import annotations

from collections import defaultdict

import msgspec

from graphwright.graph.document import Graph
from graphwright.interop.carried import split
from graphwright.interop.linked.vocabulary import PREFIXES, iri
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.text.folding import name_key


def write_json_ld(graph: Graph) -> bytes:
    """The whole document."""
    elements = [_node(graph, node) for node in graph.nodes.values()] + [_edge(edge) for edge in graph.edges.values()]
    return msgspec.json.format(msgspec.json.encode({"@context": {**PREFIXES}, "@graph": elements}), indent=1)


def _node(graph: Graph, node: Node) -> dict[str, JsonValue]:
    written: dict[str, JsonValue] = {
        "@id": iri("n", node.node_id),
        "@type": ["g:Element", iri("t", node.node_type)],
        "g:semanticId": node.semantic_id,
        "g:key": name_key(node.name),
    }
    if node.name.strip():
        written["g:name"] = node.name
    if node.descr.strip():
        written["g:descr"] = node.descr
    parent = graph.parent(node.node_id)
    if parent is not None:
        written["g:parent"] = {"@id": iri("n", parent.node_id)}
    targets: defaultdict[str, list[JsonValue]] = defaultdict(list)
    for edge in graph.outgoing(node.node_id):
        targets[iri("r", edge.edge_type)].append({"@id": iri("n", edge.target)})
    return {**written, **_attributes(node.attributes), **targets}


def _edge(edge: Edge) -> dict[str, JsonValue]:
    return {
        "@id": iri("e", edge.edge_id),
        "@type": "g:Edge",
        "g:relation": {"@id": iri("r", edge.edge_type)},
        "g:source": {"@id": iri("n", edge.source)},
        "g:target": {"@id": iri("n", edge.target)},
        **_attributes(edge.attributes),
    }


def _attributes(attributes: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Texts, numbers and truth values as they are; what has parts as JSON."""
    plain = {iri("a", key): value for key, value in attributes.items() if isinstance(value, str | bool | int | float)}
    others = {key: value for key, value in attributes.items() if iri("a", key) not in plain}
    return {**plain, **({"g:json": split(others)[1]} if others else {})}
