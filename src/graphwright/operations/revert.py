"""Taking commits back: the inverse of their net effect, as a new commit, or a conflict by name (ADR-06, I-11).

A commit stores what was before and after, so the inverse is a swap; elements come back with their identity. Disjoint
later changes stay; what others built on stays too, and then the revert is refused and says on what.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from graphwright.graph.composition import COMPOSE, find_ring
from graphwright.graph.document import Graph
from graphwright.operations.conflicts import conflict, element_id, fields_of
from graphwright.operations.findings import introduced_and_resolved
from graphwright.operations.plan import API_OPERATIONS, NO_FINDINGS, Plan
from graphwright.operations.staged import StagedGraph
from graphwright.protocol.base import JsonValue
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Change, Edge, EdgeChange, Node, NodeChange
from graphwright.protocol.ids import EdgeId, NodeId, OperationId
from graphwright.protocol.operations import Problem

Shape = TypeVar("Shape", Node, Edge)

_REVERT: Final = OperationId("revert")


def plan_revert(graph: Graph, commits: Sequence[CommitApplied], *, rules_upto: int = API_OPERATIONS) -> Plan:
    """The plan that takes the net effect of these commits back, on the graph as it is now. Pure."""
    inverse = _Inverse(graph, commits)
    changes = inverse.changes()
    # Taking back an import: as with the import itself, the rules are left to the sweep that follows every commit.
    is_large = len(changes) > rules_upto
    staged = StagedGraph(graph)
    findings = NO_FINDINGS
    if not inverse.problems:
        staged.apply(changes, graph.revision + 1)
        inverse.problems += _ring(staged, changes)
        findings = NO_FINDINGS if is_large else introduced_and_resolved(graph, staged, changes)
    return Plan(
        operations=[],
        batches=[],
        changes=changes,
        aliases={},
        problems=inverse.problems,
        findings=findings,
        notes=[],
        after=staged,
    )


class _Inverse:
    def __init__(self, graph: Graph, commits: Sequence[CommitApplied]) -> None:
        self._graph = graph
        self._revision = graph.revision + 1
        self._nodes: dict[str, tuple[Node | None, Node | None]] = {}
        self._edges: dict[str, tuple[Edge | None, Edge | None]] = {}
        self.problems: list[Problem] = []
        for commit in commits:
            for change in commit.changes:
                if isinstance(change, NodeChange):
                    first = self._nodes.get(element_id(change), (change.before, None))[0]
                    self._nodes[element_id(change)] = (first, change.after)
                else:
                    first_edge = self._edges.get(element_id(change), (change.before, None))[0]
                    self._edges[element_id(change)] = (first_edge, change.after)

    def changes(self) -> list[Change]:
        nodes: list[Change] = []
        edges: list[Change] = []
        edges_gone: list[Change] = []
        nodes_gone: list[Change] = []
        for node_id, (before, after) in self._nodes.items():
            now = self._graph.nodes.get(NodeId(node_id))
            node = self._back(node_id, before, after, now)
            if node is not now:
                change = NodeChange(before=now, after=node, operation_id=_REVERT)
                (nodes_gone if node is None else nodes).append(change)
        for edge_id, (was, made) in self._edges.items():
            edge_now = self._graph.edges.get(EdgeId(edge_id))
            edge = self._back(edge_id, was, made, edge_now)
            if edge is not edge_now:
                edge_change = EdgeChange(before=edge_now, after=edge, operation_id=_REVERT)
                (edges_gone if edge is None else edges).append(edge_change)
        self._check_ends(nodes, nodes_gone)
        return nodes + edges + edges_gone + nodes_gone

    def _back(self, element: str, before: Shape | None, after: Shape | None, now: Shape | None) -> Shape | None:
        """The element as it should be again; `now` itself where nothing is to be done or a conflict was noted."""
        if after is None:
            return self._restored(element, before, now)
        if now is None and before is not None:
            self._conflict(element, "goneSince", what=_title(after))
        if now is None:
            return None
        return self._removed(element, after, now) if before is None else self._fields_back(element, before, after, now)

    def _restored(self, element: str, before: Shape | None, now: Shape | None) -> Shape | None:
        if before is None or now is not None:
            return now
        semantic_id = getattr(before, "semantic_id", None)
        if semantic_id is not None and self._graph.find(semantic_id):
            self._conflict(element, "idTaken", id=str(semantic_id))
        return replace(before, revision=self._revision)

    def _removed(self, element: str, after: Shape, now: Shape) -> Shape | None:
        if fields_of(now) != fields_of(after):
            self._conflict(element, "changedSince", what=_title(now), difference=_difference(after, now))
            return now
        return None

    def _fields_back(self, element: str, before: Shape, after: Shape, now: Shape) -> Shape:
        was, made, current = fields_of(before), fields_of(after), fields_of(now)
        changed = [field for field in {**was, **made} if was.get(field) != made.get(field)]
        taken = [field for field in changed if current.get(field) != made.get(field)]
        for field in taken:
            values = {"field": field, "now": repr(current.get(field)), "made": repr(made.get(field))}
            self._conflict(element, "fieldSince", what=_title(now), **values)
        if taken or not changed:
            return now
        return _with_fields(now, {field: was.get(field) for field in changed}, self._revision)

    def _check_ends(self, nodes: Sequence[Change], nodes_gone: Sequence[Change]) -> None:
        """Edges that come back need their ends; nodes that go must not carry edges that somebody added since."""
        back = {element_id(change) for change in nodes}
        gone = {element_id(change) for change in nodes_gone}
        for edge_id, (before, after) in self._edges.items():
            if before is None or after is not None:
                continue
            for end in (before.source, before.target):
                if (end not in self._graph.nodes and end not in back) or end in gone:
                    self._conflict(edge_id, "endGone", relation=before.edge_type)
            if self._graph.twins(before.edge_type, before.source, before.target, before.attributes):
                self._conflict(edge_id, "drawnAgain", relation=before.edge_type)
        for node in [self._graph.nodes[NodeId(node_id)] for node_id in gone]:
            for edge in (*self._graph.outgoing(node.node_id), *self._graph.incoming(node.node_id)):
                if self._edges.get(edge.edge_id, (edge, None))[0] is not None:
                    other = self._graph.nodes[edge.target if edge.source == node.node_id else edge.source]
                    self._conflict(node.node_id, "connected", what=_title(node), other=_title(other))

    def _conflict(self, element: str, case: str, **values: str) -> None:
        self.problems.append(conflict(_REVERT, element, case, **values))


def _with_fields(now: Shape, fields: dict[str, JsonValue], revision: int) -> Shape:
    attributes = dict(now.attributes)
    plain: dict[str, JsonValue] = {}
    for field, value in fields.items():
        key = field.removeprefix("attributes.")
        if key == field:
            plain[field] = value
        elif value is None:
            attributes.pop(key, None)
        else:
            attributes[key] = value
    return replace(now, attributes=attributes, revision=revision, **plain)


def _difference(after: Node | Edge, now: Node | Edge) -> str:
    made, current = fields_of(after), fields_of(now)
    changed = [field for field in {**made, **current} if made.get(field) != current.get(field)]
    return ", ".join(f"{field} {made.get(field)!r} → {current.get(field)!r}" for field in changed[:3])


def _title(element: Node | Edge) -> str:
    return element.semantic_id if isinstance(element, Node) else f"-{element.edge_type}->"


def _ring(staged: Graph, changes: Sequence[Change]) -> list[Problem]:
    sources = [
        change.after.source
        for change in changes
        if isinstance(change, EdgeChange) and change.after is not None and change.after.edge_type == COMPOSE
    ]
    ring = find_ring(staged, sources)
    if not ring:
        return []
    names = " -> ".join(staged.nodes[node_id].name for node_id in ring)
    return [conflict(_REVERT, "$", "ring", ring=names)]
