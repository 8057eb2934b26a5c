"""Retype: an element becomes one of another type, under a new id, with its name, fields and edges. Pure.

An id says the type of its element, so it ends with the type, and leads to the new element from then on.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.identity import semantic_id
from graphwright.graph.ontology import NodeType
from graphwright.operations.cures.cure import Cure, CureBuilder, taken_ids
from graphwright.operations.cures.rehanging import Rehanging
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import NodeCreate
from graphwright.protocol.texts import Values

NEW: Final = "retyped"
"""The temp id of the element of the new type: its ids are given at the commit."""
_NOTHING: Final[Mapping[str, JsonValue]] = MappingProxyType({})


def retype(
    graph: Graph, node: Node, wanted: str, *, drop_edges: bool = False, attributes: Mapping[str, JsonValue] = _NOTHING
) -> Cure:
    """What it takes that a node is of the wanted type, which may be said as anywhere; nothing where it is already.

    Refused, with a hint: a type that the ontology does not have, and edges that the new type may not have, unless they
    are to be dropped. `attributes` are those that the new type asks for, where the node has none of the name.
    """
    builder = CureBuilder(graph)
    node_type = graph.ontology.node_type(wanted)
    if node_type is None:
        types = list(graph.ontology.node_types)
        told: Values = {"type": repr(wanted), "profile": repr(graph.ontology.name), "types": [*types]}
        builder.report("malformed", "nodeType", "$.nodeType", told, *types)
        return builder.done()
    if node_type.name == node.node_type:
        return builder.done()
    now = _next_id(graph, node, node_type)
    new = replace(node, node_id=NodeId(NEW), node_type=node_type.name)
    builder.staged.put_node(replace(new, semantic_id=now))
    builder.add(
        NodeCreate(
            id=builder.next_id(),
            node_type=node_type.name,
            name=node.name,
            descr=node.descr,
            temp_id=NEW,
            attributes={**attributes, **node.attributes, **taken_ids([node])},
        )
    )
    Rehanging(builder, [node], new, ref=NEW, now=now).move()
    if not drop_edges:
        _refuse_illegal(builder, node, node_type)
    builder.mention([node], None)
    builder.end(node, now)
    return builder.done()


def _next_id(graph: Graph, node: Node, node_type: NodeType) -> str:
    """The id that it would get now."""
    counter = graph.counters.get(node_type.name, 0) + 1
    word = node_type.name.capitalize()
    return semantic_id(node.name, type_word=word, abbreviation=node_type.abbreviation, counter=counter)


def _refuse_illegal(builder: CureBuilder, node: Node, node_type: NodeType) -> None:
    """Edges that are not legal any more are told one by one: nothing is lost unless somebody says so."""
    nodes, ontology = builder.graph.nodes, builder.graph.ontology
    for fate in builder.edges:
        if fate.why is None or fate.why.key != "terms.dropIllegal":
            continue
        edge = builder.graph.edges[fate.edge_id]
        types = [node_type.name if end == node.node_id else nodes[end].node_type for end in (edge.source, edge.target)]
        told: Values = {
            "edge": f"{fate.source} -{fate.edge_type}-> {fate.target}",
            "type": node_type.name,
            "advice": ontology.advice(fate.edge_type, types[0], types[1]),
        }
        builder.report("illegalPair", "retype", "$.nodeType", told)
