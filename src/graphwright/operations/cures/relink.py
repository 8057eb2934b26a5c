"""Relink: an edge leads from or to another element, or is of another relation, and keeps its attributes. Pure."""

from __future__ import annotations

from graphwright.graph.document import Graph
from graphwright.operations.cures.cure import CONFIRMED, Cure, CureBuilder
from graphwright.protocol.cures import EdgeFate
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import EdgeCreate, EdgeDelete
from graphwright.protocol.texts import Values


def relink(
    graph: Graph, edge: Edge, *, source: Node | None = None, target: Node | None = None, edge_type: str | None = None
) -> Cure:
    """What it takes that an edge has other ends or another relation; nothing where it has them already.

    Whether the new edge may be is for the planner, which knows: illegal pairs, loops, doubles and circles of parts.
    """
    builder = CureBuilder(graph)
    ends = source or graph.nodes[edge.source], target or graph.nodes[edge.target]
    relation = graph.ontology.relation(edge_type or edge.edge_type)
    if relation is None:
        names = list(graph.ontology.relations)
        told: Values = {"relation": repr(edge_type), "profile": repr(graph.ontology.name), "relations": [*names]}
        builder.report("malformed", "relation", "$.newType", told, *names)
        return builder.done()
    if (relation.name, ends[0].node_id, ends[1].node_id) == (edge.edge_type, edge.source, edge.target):
        return builder.done()
    # Linking anew is seeing to it (ADR-30).
    attributes = {name: value for name, value in edge.attributes.items() if name != CONFIRMED}
    made = EdgeCreate(
        id=builder.next_id(),
        edge_type=relation.name,
        source=Ref(ends[0].semantic_id),
        target=Ref(ends[1].semantic_id),
        attributes=attributes,
    )
    builder.add(made)
    builder.add(EdgeDelete(id=builder.next_id(), ref=Ref(edge.edge_id), depends_on=[made.id]))
    builder.edges.append(
        EdgeFate(
            edge_id=edge.edge_id,
            edge_type=edge.edge_type,
            source=graph.nodes[edge.source].semantic_id,
            target=graph.nodes[edge.target].semantic_id,
            fate="moved",
            now_type=relation.name,
            now_source=ends[0].semantic_id,
            now_target=ends[1].semantic_id,
        )
    )
    return builder.done()
