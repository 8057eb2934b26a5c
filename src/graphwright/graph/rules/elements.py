"""Rules about a node or an edge by itself: is it whole, well formed, named, and there only once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from graphwright.graph.foreign import FOREIGN_ID, FOREIGN_SOURCE
from graphwright.graph.identity import parse_semantic_id
from graphwright.graph.layers import LAYER, layer_of
from graphwright.graph.profile import expected, fits
from graphwright.graph.rules.base import ANY, SOUND, Breach, EdgeRule, NodeRule, Options, asks, label, lacks
from graphwright.graph.rules.pascal_case import is_pascal_case, is_phrase, pascal_case
from graphwright.graph.statement import TEXT, statement_of
from graphwright.protocol.texts import Values

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.graph.ontology import NodeType
    from graphwright.protocol.graph import Edge, Node
    from graphwright.protocol.ids import NodeId


def naming(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A name is a phrase of at most 60 letters, or a capital and letters and digits of any language, at most 25."""
    if is_pascal_case(node.name) or is_phrase(node.name):
        return SOUND
    node_type = graph.ontology.node_types.get(node.node_type)
    better = pascal_case(node.name) or pascal_case(node_type.title.en if node_type else node.node_type)
    return (Breach((node.node_id,), {"node": label(node), "better": repr(better)}),)


def required_properties(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every node has a name and a description."""
    name, descr = node.name.strip(), statement_of(node).strip()
    if name and descr:
        return SOUND
    missing = lacks(("noName", name), ("noDescr", descr))
    return (Breach((node.node_id,), {"node": label(node), "missing": missing}),)


def attribute_values(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Required attributes are there, and every attribute the ontology knows has a value of its type."""
    node_type = graph.ontology.node_types.get(node.node_type)
    found: list[Breach] = []
    for attribute in node_type.attributes if node_type else ():
        if attribute.type == "json":
            continue  # schema_struct_property judges these
        value = node.attributes.get(attribute.name)
        if value is None and not attribute.required:
            continue
        if value is None or not fits(attribute, value):
            told: Values = {"node": label(node), "attribute": attribute.name, "expected": expected(attribute)}
            if value is not None:
                told["value"] = f"{value!r:.60}"
            case = "missing" if value is None else "wrong"
            found.append(Breach((node.node_id,), told, case, identity=(node.node_id, attribute.name)))
    return found


def _has_values(node_type: NodeType) -> bool:
    return any(attribute.type != "json" for attribute in node_type.attributes)


def schema_struct_property(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """An attribute that holds JSON, such as the struct of a SCHEMA, is there when required, and parses."""
    node_type = graph.ontology.node_types.get(node.node_type)
    found: list[Breach] = []
    for attribute in node_type.attributes if node_type else ():
        if attribute.type != "json":
            continue
        value = node.attributes.get(attribute.name)
        if value is None and not attribute.required:
            continue
        if not _parses(value):
            told: Values = {"node": label(node), "attribute": attribute.name, "example": '{"orderId": "string"}'}
            case = "missing" if value is None else "unreadable"
            found.append(Breach((node.node_id,), told, case, identity=(node.node_id, attribute.name)))
    return found


def _has_json(node_type: NodeType) -> bool:
    return any(attribute.type == "json" for attribute in node_type.attributes)


def _parses(value: object) -> bool:
    """Strictly: NaN is no JSON, and neither is something nested so deep that nobody can read it."""
    if not isinstance(value, str):
        return False
    try:
        json.loads(value, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def req_semantic_id(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every REQ has a well-formed semantic id with the abbreviation of its type."""
    parsed = parse_semantic_id(node.semantic_id)
    node_type = graph.ontology.node_types[node.node_type]
    if parsed is not None and parsed.abbreviation == node_type.abbreviation:
        return SOUND
    told: Values = {"node": label(node), "id": repr(node.semantic_id), "abbreviation": node_type.abbreviation}
    return (Breach((node.node_id,), told),)


def isolation(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every node is an end of at least one edge.

    Headings and text between requirements stand alone.
    """
    return SOUND if graph.degree(node.node_id) or not asks(node) else (Breach((node.node_id,), {"node": label(node)}),)


def no_duplicate_nodes(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """No two nodes of a layer have the same type, name and parent.

    Requirements that came from one file with ids of their own are two: there the id tells them apart, not the name.
    """
    namesakes = graph.named(node.node_type, node.name)
    if len(namesakes) == 1:
        return SOUND
    parent, layer = graph.parent(node.node_id), layer_of(node)
    # A function of this name may exist in every branch of a large model: stop at the first twin.
    others = (other for other in namesakes if other != node.node_id and layer_of(graph.nodes[other]) == layer)
    alike = (other for other in others if not _has_other_id(node, graph.nodes[other]))
    twin = next((other for other in alike if _is_child(graph, other, parent)), None)
    if twin is None:
        return SOUND
    told: Values = {"node": label(node), "twin": graph.nodes[twin].semantic_id}
    if parent is None:
        return (Breach((node.node_id,), told, "top"),)
    return (Breach((node.node_id,), {**told, "parent": label(parent)}, "inside"),)


def _has_other_id(one: Node, other: Node) -> bool:
    """Does the file that two requirements came from know them by different ids?"""
    if one.node_type != "REQ" or one.attributes.get(FOREIGN_SOURCE) != other.attributes.get(FOREIGN_SOURCE):
        return False
    own, its = one.attributes.get(FOREIGN_ID), other.attributes.get(FOREIGN_ID)
    return own is not None and its is not None and own != its


def _is_child(graph: Graph, node_id: NodeId, parent: Node | None) -> bool:
    other = graph.parent(node_id)
    return other is parent if other is None or parent is None else other.node_id == parent.node_id


def no_duplicate_edges(graph: Graph, edge: Edge, options: Options) -> Sequence[Breach]:
    """No two edges say the same: type, source, target, and the attributes that tell edges apart."""
    others = parallel_edges(graph, edge)
    if not others or all(other.edge_id > edge.edge_id for other in others):
        return SOUND
    return (Breach((edge.source, edge.target), {"edge": _edge_label(graph, edge)}, edges=(edge.edge_id,)),)


def no_self_loops(graph: Graph, edge: Edge, options: Options) -> Sequence[Breach]:
    """No edge leads from a node to itself."""
    if edge.source != edge.target:
        return SOUND
    return (Breach((edge.source,), {"edge": _edge_label(graph, edge)}, edges=(edge.edge_id,)),)


def valid_edge_types(graph: Graph, edge: Edge, options: Options) -> Sequence[Breach]:
    """Every edge is of a known relation that may join its two ends."""
    ends = graph.nodes[edge.source].node_type, graph.nodes[edge.target].node_type
    if graph.ontology.allows(edge.edge_type, *ends):
        return SOUND
    told: Values = {"edge": _edge_label(graph, edge), "advice": graph.ontology.advice(edge.edge_type, *ends)}
    return (Breach((edge.source, edge.target), told, edges=(edge.edge_id,)),)


def parallel_edges(graph: Graph, edge: Edge) -> list[Edge]:
    """The other edges that say the same."""
    twins = graph.twins(edge.edge_type, edge.source, edge.target, edge.attributes)
    return [other for other in twins if other.edge_id != edge.edge_id]


def _edge_label(graph: Graph, edge: Edge) -> str:
    return f"{label(graph.nodes[edge.source])} -{edge.edge_type}-> {label(graph.nodes[edge.target])}"


RULES: Final = (
    NodeRule("naming", naming, fields=frozenset({"name"})),
    NodeRule("required_properties", required_properties, fields=frozenset({"name", "descr", TEXT})),
    NodeRule("attribute_values", attribute_values, fields=frozenset({ANY}), concerns=_has_values),
    NodeRule("schema_struct_property", schema_struct_property, fields=frozenset({ANY}), concerns=_has_json),
    NodeRule("req_semantic_id", req_semantic_id, of=("REQ",)),
    NodeRule("isolation", isolation, fields=frozenset({"normative"}), edges=frozenset({ANY})),
    NodeRule(
        "no_duplicate_nodes",
        no_duplicate_nodes,
        fields=frozenset({"name", LAYER, FOREIGN_ID, FOREIGN_SOURCE}),
        edges=frozenset({"compose"}),
        namesakes=True,
    ),
    EdgeRule("no_duplicate_edges", no_duplicate_edges, among_several=True, planned=True),
    EdgeRule("no_self_loops", no_self_loops, planned=True),
    EdgeRule("valid_edge_types", valid_edge_types, planned=True),
)
