"""The three sides of a merge in one form: what the files say, what the workbench, what both when they agreed.

A node is known by its semantic id, an edge by its relation, its ends and what its profile tells edges apart by. Values
are JSON text, so that `1` and `true` are two values and each can be shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from graphwright.graph.ontology import Ontology
from graphwright.interop.folder.reading import FolderModel
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId
from graphwright.protocol.operations import NodeCreate

NAME: Final = "name"
DESCR: Final = "descr"
ATTRIBUTE: Final = "attributes."
"""Before the name of an attribute, which may be called like a field."""

Fields: TypeAlias = Mapping[str, str]
"""What an element says, field by field, as JSON text."""


class NodeKey(NamedTuple):
    """What a node is known by."""

    node_type: str
    ref: str
    """Its semantic id; of a new one in a file perhaps another name, or `?` and a number."""


class EdgeKey(NamedTuple):
    """What an edge is known by."""

    edge_type: str
    source: str
    target: str
    told_apart: tuple[str, ...]


class Side(Struct, frozen=True):
    """A model as one side of the merge has it."""

    nodes: dict[NodeKey, Fields]
    edges: dict[EdgeKey, Fields]
    places: dict[NodeKey | EdgeKey, str]
    """Where each stands, in files."""
    edge_ids: dict[EdgeKey, EdgeId]
    """In the workbench."""


def side_of_graph(nodes: Iterable[Node], edges: Iterable[Edge], ontology: Ontology) -> Side:
    """A graph, or one that was kept."""
    side = Side({}, {}, {}, {})
    names: dict[NodeId, str] = {}
    for node in nodes:
        key = NodeKey(node.node_type, node.semantic_id)
        names[node.node_id] = node.semantic_id
        side.nodes[key] = _node_fields(node)
    for edge in edges:
        known_by = _edge_key(edge.edge_type, names[edge.source], names[edge.target], edge.attributes, ontology)
        side.edges[known_by] = _attributes(edge.attributes)
        side.edge_ids[known_by] = edge.edge_id
    return side


def side_of_files(model: FolderModel, ontology: Ontology) -> Side:
    """What the files say; an edge that was written the wrong way round is turned."""
    side = Side({}, {}, {}, {})
    types: dict[str, str] = {}
    for number, node in enumerate(model.nodes):
        key = NodeKey(node.node_type, node.semantic_id or node.temp_id or f"?{number}")
        types[key.ref] = node.node_type
        side.nodes[key] = _node_fields(node)
        side.places[key] = model.places[node.id]
    for edge in model.edges:
        source, target = str(edge.source), str(edge.target)
        if ontology.should_turn(edge.edge_type, types.get(source, ""), types.get(target, "")):
            source, target = target, source
        known_by = _edge_key(edge.edge_type, source, target, edge.attributes, ontology)
        side.edges[known_by] = _attributes(edge.attributes)
        side.places[known_by] = model.places[edge.id]
    return side


def value(text: str) -> JsonValue:
    """What a field holds."""
    found: JsonValue = msgspec.json.decode(text)
    return found


def _node_fields(node: Node | NodeCreate) -> Fields:
    return {NAME: _text(node.name), DESCR: _text(node.descr), **_attributes(node.attributes)}


def _attributes(attributes: Mapping[str, JsonValue]) -> Fields:
    return {f"{ATTRIBUTE}{key}": _text(attributes[key]) for key in sorted(attributes)}


def _edge_key(
    edge_type: str, source: str, target: str, attributes: Mapping[str, JsonValue], ontology: Ontology
) -> EdgeKey:
    relation = ontology.relations.get(edge_type)
    names = relation.identity if relation else ()
    return EdgeKey(edge_type, source, target, tuple(_text(attributes.get(name)) for name in names))


def _text(held: JsonValue) -> str:
    return msgspec.json.encode(held, order="sorted").decode()


def said(key: NodeKey | EdgeKey) -> str:
    """What people call an element."""
    return key.ref if isinstance(key, NodeKey) else f"{key.source} -{key.edge_type}-> {key.target}"
