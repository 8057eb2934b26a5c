"""The system model: nodes, edges, and what changed about them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, JsonValue, Record
from graphwright.protocol.ids import EdgeId, NodeId, OperationId, PersonId, SemanticId

Element: TypeAlias = Literal["node", "edge"]
Origin: TypeAlias = Literal["person", "run", "import", "revert"]


class Node(Record, frozen=True, kw_only=True, gc=False):
    """An element of the graph at one revision."""

    node_id: NodeId
    semantic_id: SemanticId
    node_type: str
    name: str
    descr: str
    attributes: dict[str, JsonValue]
    created_revision: Count
    revision: Count


class Edge(Record, frozen=True, kw_only=True, gc=False):
    """A typed connection between two nodes at one revision."""

    edge_id: EdgeId
    edge_type: str
    source: NodeId
    target: NodeId
    attributes: dict[str, JsonValue]
    revision: Count


class NodeChange(Record, frozen=True, kw_only=True, gc=False, tag_field="element", tag="node"):
    """One node before and after a commit; `None` = it did not exist."""

    before: Node | None
    after: Node | None
    operation_id: OperationId | None = None


class EdgeChange(Record, frozen=True, kw_only=True, gc=False, tag_field="element", tag="edge"):
    """One edge before and after a commit; `None` = it did not exist."""

    before: Edge | None
    after: Edge | None
    operation_id: OperationId | None = None


Change: TypeAlias = NodeChange | EdgeChange


class Author(Record, frozen=True, kw_only=True):
    """Who did it."""

    person_id: PersonId
    name: str


class Snapshot(Record, frozen=True, kw_only=True):
    """A whole graph at one revision."""

    revision: Count
    nodes: list[Node]
    edges: list[Edge]
    counters: dict[str, int]
    """Highest semantic-id counter ever given out, per node type: never reused, even after a delete (A-75)."""
