"""Nodes and edges as tools show them, and how a model's word for a node is understood.

A model names a node by its semantic id, short id, node id, the id of the tool that it came from, or by a name that only
one node has. What belongs to another project is as unknown as what does not exist (ADR-15).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from graphwright.errors import NotFound
from graphwright.graph.document import Graph
from graphwright.graph.foreign import known_id, read_by_people
from graphwright.graph.kinds import kind_of
from graphwright.graph.query import suggest
from graphwright.graph.statement import statement_of
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.tools.answer import cut, json_text

SUMMARY: Final = 200
"""Characters of a description in a list (D-71)."""
_ROW: Final = 2_000
"""Characters of all attributes of an edge in a list."""

NodeWord: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300, description="id, or a name only it has")]
PartWord: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=300, description="only of this node, such as a sheet, or this section")
]
Offset: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
"""Where to go on in a long answer, which says so."""


def find_node(graph: Graph, word: str) -> Node:
    """The node that is meant. `NotFound` names near ones, or the several that it could be."""
    found = graph.find(word.strip())
    if not found:
        found = [node_id for node_type in graph.ontology.node_types for node_id in graph.named(node_type, word)]
    if len(found) == 1:
        return graph.nodes[found[0]]
    if found:
        meant = ", ".join(graph.nodes[node_id].semantic_id for node_id in found[:10])
        raise NotFound(f"{word[:100]!r} stands for {len(found)} nodes: {meant}; use one of these ids")
    near = suggest(graph, word)
    hint = f"did you mean {', '.join(near)}?" if near else "look for it with search_nodes"
    raise NotFound(f"there is no node {word[:100]!r} in this project; {hint}")


def brief(graph: Graph, node: Node) -> dict[str, JsonValue]:
    """A node in a list, with the team's own type of it where it has one."""
    shown: dict[str, JsonValue] = {"id": id_of(graph, node), "type": node.node_type, "name": node.name}
    kind = kind_of(graph, node)
    if kind.node_id is not None:
        shown["kind"] = kind.key
    shown |= known_as(node)
    if said := statement_of(node):
        shown["summary"] = said if len(said) <= SUMMARY else f"{said[:SUMMARY]}..."
    return shown


def known_as(node: Node) -> dict[str, JsonValue]:
    """What people call a node in the tool that it came from."""
    known = known_id(node.attributes)
    return {} if known is None else {"known_as": known}


def edge_row(graph: Graph, edge: Edge, *, with_id: bool = False) -> dict[str, JsonValue]:
    """An edge, by the ids of its ends."""
    shown: dict[str, JsonValue] = {"edge_id": edge.edge_id} if with_id else {}
    shown |= {"source": name_of(graph, edge.source), "edge_type": edge.edge_type, "target": name_of(graph, edge.target)}
    if attributes := read_by_people(edge.attributes):
        shown["attributes"] = shortened(attributes, "", each=SUMMARY, most=_ROW)
    return shown


def shortened(attributes: Mapping[str, JsonValue], how: str, *, each: int, most: int) -> dict[str, JsonValue]:
    """Attributes of which no value is longer than `each` characters and all together not longer than `most`."""
    shown: dict[str, JsonValue] = {}
    for name, value in attributes.items():
        text = value if isinstance(value, str) else json_text(value)
        if most < min(len(text), each):
            shown["..."] = f"{len(attributes) - len(shown)} more attributes"
            return shown
        most -= min(len(text), each) + len(name)
        shown[name] = value if len(text) <= each else cut(text, how.replace("{name}", name), most=each)
    return shown


def id_of(graph: Graph, node: Node) -> str:
    """What prompts call a node, too: its short id, or the whole one where that is not enough."""
    return graph.short_id(node)


def label_of(graph: Graph, node: Node) -> str:
    """A node by id and name."""
    return f"{id_of(graph, node)} {node.name}"


def edge_text(graph: Graph, edge: Edge) -> str:
    """An edge in one word, as prompts and answers write it."""
    return f"{name_of(graph, edge.source)} -{edge.edge_type}-> {name_of(graph, edge.target)}"


def name_of(graph: Graph, node_id: NodeId) -> str:
    """What a node is called in tool calls; its node id when it went away a moment ago."""
    node = graph.nodes.get(node_id)
    return node_id if node is None else id_of(graph, node)
