"""One node in the place of another: its edges are carried over, those that may not be are left behind."""

from __future__ import annotations

from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.structure import schema_attributes
from graphwright.operations.cures.retype import retype
from graphwright.protocol.graph import Node


def as_type(make: Maker, old: Node, node_type: str) -> Node:
    """A node of another type with the same name, fields and legal edges; the old one goes."""
    attributes = schema_attributes([]) if node_type == "SCHEMA" else {}
    make.draft.take(retype(make.draft.graph, old, node_type, drop_edges=True, attributes=attributes))
    return make.draft.newest()


def take_place(make: Maker, old: Node, new: Node) -> None:
    """The one goes, the other keeps its edges."""
    copy_edges(make, old, new)
    make.draft.delete(old)


def copy_edges(make: Maker, old: Node, new: Node) -> None:
    """The edges of one node for another one, where they may be."""
    graph = make.draft.graph
    for edge in [*graph.outgoing(old.node_id), *graph.incoming(old.node_id)]:
        source = new if edge.source == old.node_id else graph.nodes[edge.source]
        target = new if edge.target == old.node_id else graph.nodes[edge.target]
        if source.node_id != target.node_id:
            make.link(edge.edge_type, source, target)
