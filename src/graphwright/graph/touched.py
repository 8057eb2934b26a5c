"""What a list of changes touches, in the words that rules name as their triggers (ADR-07)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from graphwright.protocol.graph import Change, EdgeChange
from graphwright.protocol.ids import EdgeId, NodeId

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Edge, Node

Joint: TypeAlias = tuple[NodeId, NodeId]
"""Where an edge starts and where it ends."""


class FiredTriggers(NamedTuple):
    """What happened to a node that stayed, as far as rules may name it."""

    fields: frozenset[str] = frozenset()
    """That changed."""
    relations: frozenset[tuple[str, str]] = frozenset()
    """Of edges at it that came, went or changed, each with the node type at its other end."""


@dataclass(slots=True)
class TouchedElements:
    """Nodes and edges that came, went or changed, found by what of them did. Dicts, because they keep the order."""

    nodes: dict[NodeId, None] = field(default_factory=dict[NodeId, None])
    """Nodes that came or went."""
    by_field: dict[str, dict[NodeId, None]] = field(default_factory=dict[str, dict[NodeId, None]])
    """Nodes that changed, by `name`, `descr` or the attribute's name."""
    by_relation: dict[str, dict[Joint, None]] = field(default_factory=dict[str, "dict[Joint, None]"])
    """What the edges join that came, went or changed."""
    edges: dict[EdgeId, Edge] = field(default_factory=dict["EdgeId", "Edge"])
    """These edges, as they are, or as they were where they went."""
    new_edges: set[EdgeId] = field(default_factory=set[EdgeId])
    """Those of them that came."""
    names: dict[NodeId, list[tuple[str, str]]] = field(default_factory=dict[NodeId, list[tuple[str, str]]])
    """Type and name of each node above, before and after."""

    @classmethod
    def of(cls, changes: Iterable[Change]) -> TouchedElements:
        """What the changes of a commit or a plan touch."""
        touched = cls()
        for change in changes:
            if isinstance(change, EdgeChange):
                touched.add_edge(change.before, change.after)
            else:
                touched.add_node(change.before, change.after)
        return touched

    def add_node(self, before: Node | None, after: Node | None) -> None:
        """One node before and after."""
        for node in (before, after):
            if node is not None:
                self.names.setdefault(node.node_id, []).append((node.node_type, node.name))
        if before is None or after is None or before.node_type != after.node_type:
            for node in (before, after):
                if node is not None:
                    self.nodes[node.node_id] = None
            return
        changed = [
            attribute
            for attribute in before.attributes.keys() | after.attributes.keys()
            if before.attributes.get(attribute) != after.attributes.get(attribute)
        ]
        if before.name != after.name:
            changed.append("name")
        if before.descr != after.descr:
            changed.append("descr")
        for name in changed:
            self.by_field.setdefault(name, {})[after.node_id] = None

    def add_edge(self, before: Edge | None, after: Edge | None) -> None:
        """One edge before and after."""
        if before is None and after is not None and after.edge_id not in self.edges:
            self.new_edges.add(after.edge_id)
        for edge in (before, after):
            if edge is not None:
                self.edges[edge.edge_id] = edge
                self.by_relation.setdefault(edge.edge_type, {})[edge.source, edge.target] = None

    def fired(self, after: Graph) -> dict[NodeId, FiredTriggers]:
        """What happened to each node that stayed; `after` is the graph with the changes."""
        fields: dict[NodeId, list[str]] = {}
        for name, node_ids in self.by_field.items():
            for node_id in node_ids:
                if node_id not in self.nodes:
                    fields.setdefault(node_id, []).append(name)
        relations: dict[NodeId, list[tuple[str, str]]] = {}
        for relation, joints in self.by_relation.items():
            for source, target in joints:
                for node_id, other in ((source, target), (target, source)):
                    if node_id not in self.nodes:
                        relations.setdefault(node_id, []).append((relation, self._type_of(other, after)))
        return {
            node_id: FiredTriggers(frozenset(fields.get(node_id, ())), frozenset(relations.get(node_id, ())))
            for node_id in fields | relations
        }

    def _type_of(self, node_id: NodeId, after: Graph) -> str:
        """Also of a node that is gone."""
        node = after.nodes.get(node_id)
        return self.names[node_id][0][0] if node is None else node.node_type
