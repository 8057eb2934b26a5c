"""Reads of the ontology: which node types there are, and everything about one of them (D-74, D-75)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from graphwright.graph.document import Graph
from graphwright.graph.kinds import TYPED, Kind, kind_of, kinds
from graphwright.graph.ontology import NodeType
from graphwright.graph.profile import Attribute
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import NodeId
from graphwright.tools.answer import TEXT_CHARACTERS, ToolAnswer, answered, cut, listed
from graphwright.tools.look import Offset, find_node
from graphwright.tools.schema import ToolArguments
from graphwright.tools.tool_context import ToolContext


class ListAvailableNodeTypes(ToolArguments, frozen=True, kw_only=True):
    """All node types of this project, the team's own among them, with what each means and how many nodes it has."""

    offset: Offset = 0


async def list_available_node_types(context: ToolContext, arguments: ListAvailableNodeTypes) -> ToolAnswer:
    """D-75."""
    graph = context.graph
    all_kinds = list(kinds(graph))
    rows: Iterator[tuple[NodeId | None, JsonValue]] = (
        (kind.node_id, _row(graph, kind)) for kind in all_kinds[arguments.offset :]
    )
    head: dict[str, JsonValue] = {"profile": graph.ontology.name}
    start = min(arguments.offset, len(all_kinds))
    return listed(head, "types", rows, total=len(all_kinds), start=start, rest="go on with offset={offset}")


def _row(graph: Graph, kind: Kind) -> dict[str, JsonValue]:
    row: dict[str, JsonValue] = {"type": kind.key, "name": kind.name, "meaning": kind.descr[:300]}
    if kind.category:
        row["category"] = kind.category
    row["nodes"] = (
        graph.count(kind.key) if kind.node_id is None else sum(1 for _ in graph.incoming(kind.node_id, TYPED))
    )
    return row


class ReadNodeConfig(ToolArguments, frozen=True, kw_only=True):
    """Everything about one node type: meaning, attributes, handles, process, and which edges may join it to what."""

    type: Annotated[
        str, Meta(min_length=1, max_length=300, description="a node type, a type the team made, or a node of the type")
    ]


async def read_node_config(context: ToolContext, arguments: ReadNodeConfig) -> ToolAnswer:
    """D-74."""
    graph = context.graph
    node_type = graph.ontology.node_type(arguments.type)
    if node_type is not None:
        return _profile_type(graph, node_type)
    node = find_node(graph, arguments.type)
    made = next((kind for kind in kinds(graph) if kind.node_id == node.node_id), None)
    # A node stands for its type: that is what whoever asks this way wants to know.
    kind = kind_of(graph, node) if made is None else made
    if kind.node_id is None:
        return _profile_type(graph, graph.ontology.node_types[kind.key])
    how = f"a node is of this type when a {TYPED} edge leads from it to {kind.key}"
    return answered({**_config(kind), "use": how}, node_ids=[kind.node_id])


def _profile_type(graph: Graph, node_type: NodeType) -> ToolAnswer:
    kind = next(kind for kind in kinds(graph) if kind.key == node_type.name)
    return answered({**_config(kind), **_of_ontology(graph, node_type)})


def _config(kind: Kind) -> dict[str, JsonValue]:
    config: dict[str, JsonValue] = {
        "type": kind.key,
        "name": kind.name,
        "meaning": kind.descr[:TEXT_CHARACTERS],
        "icon": kind.icon,
        "category": kind.category,
        "handles": [{"id": handle.id, "side": handle.side, "label": handle.label} for handle in kind.handles],
        "process": cut(kind.process, f"read_node_detail with node={kind.key}, field=process, offset={{offset}}"),
    }
    return {key: value for key, value in config.items() if value}


def _of_ontology(graph: Graph, node_type: NodeType) -> dict[str, JsonValue]:
    """What only a type of the profile has: attributes, and the pairs it is part of."""
    ontology = graph.ontology
    out: dict[str, JsonValue] = {}
    into: dict[str, JsonValue] = {}
    for relation in ontology.relations:
        targets = ontology.targets_of(relation, node_type.name)
        sources = [source for source in ontology.node_types if ontology.allows(relation, source, node_type.name)]
        out |= {relation: [*targets]} if targets else {}
        into |= {relation: [*sources]} if sources else {}
    return {
        "abbreviation": node_type.abbreviation,
        "attributes": [_attribute(attribute) for attribute in node_type.attributes],
        "edges_out_to": out,
        "edges_in_from": into,
        "nodes": graph.count(node_type.name),
    }


def _attribute(attribute: Attribute) -> dict[str, JsonValue]:
    shown: dict[str, JsonValue] = {
        "name": attribute.name,
        "type": attribute.type,
        "one_of": [*attribute.options],
        "default": attribute.default,
        "required": attribute.required,
        "meaning": attribute.meaning,
    }
    return {key: value for key, value in shown.items() if value}
