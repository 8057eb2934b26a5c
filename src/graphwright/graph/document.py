"""The graph of one project at one revision, with the indexes that make every local question cheap.

A `Graph` is plain data plus its indexes; `put` and `drop` keep them true. It checks nothing: what may be put is decided
by `operations.plan` against the ontology, and only `operations.commit` changes a live graph (ADR-01). The live graph is
changed only on the event loop's thread, in one synchronous section (ADR-02, ADR-18). `StagedGraph` in `operations` is
the same class over an overlay, so rules and plans never know which one they read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from graphwright.graph.buckets import (
    Bearers,
    Ends,
    add_bearer,
    bearers_of,
    drop_at,
    drop_bearer,
    edges_at,
    put_at,
)
from graphwright.graph.foreign import FORMER_IDS, known_id
from graphwright.graph.identity import short_form
from graphwright.protocol.graph import Change, Edge, Node, NodeChange, Snapshot
from graphwright.protocol.ids import EdgeId, NodeId, Ref
from graphwright.text.folding import name_key

if TYPE_CHECKING:
    from graphwright.graph.ontology import Ontology
    from graphwright.protocol.base import JsonValue

_MAX_AROUND: Final = 20_000
"""Nodes whose surroundings are remembered: 10 MB where each has five edges."""


class Graph:
    """Nodes, edges, adjacency, and indexes by semantic id, short id, type and name."""

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.revision = 0
        self.nodes: MutableMapping[NodeId, Node] = {}
        self.edges: MutableMapping[EdgeId, Edge] = {}
        self.counters: MutableMapping[str, int] = {}
        """Highest semantic-id counter ever given out, per node type (A-75)."""
        self._outgoing: Ends = {}
        self._incoming: Ends = {}
        self._by_semantic_id: MutableMapping[str, NodeId] = {}
        self._by_short_id: Bearers = {}
        self._by_type: Bearers = {}
        self._by_name: Bearers = {}
        self._by_known_id: Bearers = {}
        self._by_former_id: Bearers = {}
        self._around: dict[NodeId, list[tuple[NodeId, EdgeId]]] = {}

    # reading -----------------------------------------------------------------------------------------------------

    def outgoing(self, node_id: NodeId, edge_type: str | None = None) -> Iterator[Edge]:
        """Edges that start at a node (of one relation)."""
        edges = edges_at(self._outgoing, node_id)
        return iter(edges) if edge_type is None else (edge for edge in edges if edge.edge_type == edge_type)

    def incoming(self, node_id: NodeId, edge_type: str | None = None) -> Iterator[Edge]:
        """Edges that end at a node (of one relation)."""
        edges = edges_at(self._incoming, node_id)
        return iter(edges) if edge_type is None else (edge for edge in edges if edge.edge_type == edge_type)

    def targets(self, node_id: NodeId, edge_type: str, node_type: str | None = None) -> Iterator[Node]:
        """Nodes that a relation leads to (of one type)."""
        for edge in edges_at(self._outgoing, node_id):
            if edge.edge_type == edge_type:
                node = self.nodes[edge.target]
                if node_type is None or node.node_type == node_type:
                    yield node

    def sources(self, node_id: NodeId, edge_type: str, node_type: str | None = None) -> Iterator[Node]:
        """Nodes that a relation comes from (of one type)."""
        for edge in edges_at(self._incoming, node_id):
            if edge.edge_type == edge_type:
                node = self.nodes[edge.source]
                if node_type is None or node.node_type == node_type:
                    yield node

    # One loop each: `any` over the above costs twice that, and most of what a rule asks is whether there is one.

    def leads_to(self, node_id: NodeId, edge_type: str, node_type: str) -> bool:
        """Whether a relation leads to a node of a type."""
        for edge in edges_at(self._outgoing, node_id):
            if edge.edge_type == edge_type and self.nodes[edge.target].node_type == node_type:
                return True
        return False

    def comes_from(self, node_id: NodeId, edge_type: str, node_type: str) -> bool:
        """Whether a relation comes from a node of a type."""
        for edge in edges_at(self._incoming, node_id):
            if edge.edge_type == edge_type and self.nodes[edge.source].node_type == node_type:
                return True
        return False

    def count_targets(self, node_id: NodeId, edge_type: str, node_type: str) -> int:
        """How many edges of a relation lead to nodes of a type."""
        found = 0
        for edge in edges_at(self._outgoing, node_id):
            if edge.edge_type == edge_type and self.nodes[edge.target].node_type == node_type:
                found += 1
        return found

    def degree(self, node_id: NodeId) -> int:
        """How many edges a node has."""
        return len(edges_at(self._outgoing, node_id)) + len(edges_at(self._incoming, node_id))

    def neighbours(self, node_id: NodeId) -> Iterator[NodeId]:
        """The other ends of a node's edges; a node may come more than once."""
        for edge in edges_at(self._outgoing, node_id):
            yield edge.target
        for edge in edges_at(self._incoming, node_id):
            yield edge.source

    def around(self, node_id: NodeId) -> Sequence[tuple[NodeId, EdgeId]]:
        """A node's edges with their other ends, those that leave first; remembered until one of them changes."""
        around = self._around.get(node_id)
        if around is None:
            leaving, arriving = edges_at(self._outgoing, node_id), edges_at(self._incoming, node_id)
            around = [(edge.target, edge.edge_id) for edge in leaving]
            around += [(edge.source, edge.edge_id) for edge in arriving]
            if len(self._around) >= _MAX_AROUND:
                self._around.clear()
            self._around[node_id] = around
        return around

    def of_type(self, node_type: str) -> Iterator[Node]:
        """All nodes of a type, in the order they were made."""
        return (self.nodes[node_id] for node_id in bearers_of(self._by_type, node_type))

    def count(self, node_type: str) -> int:
        """How many nodes of a type there are."""
        return len(bearers_of(self._by_type, node_type))

    def named(self, node_type: str, name: str, most: int | None = None) -> list[NodeId]:
        """Nodes of a type with this name, however it is cased and spaced; the first so many."""
        found = bearers_of(self._by_name, _named(node_type, name))
        return list(found if most is None or len(found) <= most else islice(found, most))

    def edges_between(self, edge_type: str, source: NodeId, target: NodeId) -> list[Edge]:
        """The edges of this relation between two nodes: one, but where a profile tells several apart."""
        leaving, arriving = edges_at(self._outgoing, source), edges_at(self._incoming, target)
        if not leaving or not arriving:
            return []
        # Those of the end that has fewer: a node may have thousands.
        if len(leaving) <= len(arriving):
            return [edge for edge in leaving if edge.target == target and edge.edge_type == edge_type]
        return [edge for edge in arriving if edge.source == source and edge.edge_type == edge_type]

    def edge_between(self, edge_type: str, source: NodeId, target: NodeId) -> Edge | None:
        """The first edge of this relation between two nodes."""
        return next(iter(self.edges_between(edge_type, source, target)), None)

    def twins(self, edge_type: str, source: NodeId, target: NodeId, attributes: Mapping[str, JsonValue]) -> list[Edge]:
        """The edges that are the same as one like this: relation, ends, and what its profile tells edges apart by."""
        found = self.edges_between(edge_type, source, target)
        relation = self.ontology.relations.get(edge_type) if found else None
        if relation is None or not relation.identity:
            return found
        wanted = [attributes.get(name) for name in relation.identity]
        return [edge for edge in found if [edge.attributes.get(name) for name in relation.identity] == wanted]

    def parent(self, node_id: NodeId) -> Node | None:
        """The one compose source that is not an FCHAIN; the first where an import brought several."""
        for edge in edges_at(self._incoming, node_id):
            if edge.edge_type == "compose" and (node := self.nodes[edge.source]).node_type != "FCHAIN":
                return node
        return None

    def children(self, node_id: NodeId) -> Iterator[Node]:
        """What a node is composed of."""
        return self.targets(node_id, "compose")

    def find(self, ref: Ref | str) -> list[NodeId]:
        """The nodes that an id stands for: none, one, or several where a short id or one of another tool is ambiguous.

        A node id, semantic id or short id; what is none of these may be the id that people know elements by elsewhere.
        """
        if ref in self.nodes:
            return [NodeId(ref)]
        by_semantic_id = self._by_semantic_id.get(ref)
        if by_semantic_id is not None:
            return [by_semantic_id]
        written = ref.upper()
        return list(bearers_of(self._by_short_id, written) or bearers_of(self._by_known_id, written))

    def successor(self, former: str) -> Node | None:
        """The node that took the place of one with this node id or semantic id, which is no more."""
        found = next(iter(bearers_of(self._by_former_id, former)), None)
        return None if found is None or self.find(former) else self.nodes[found]

    def semantic_ids(self) -> Iterator[str]:
        """All semantic ids."""
        return iter(self._by_semantic_id)

    def short_id(self, node: Node) -> str:
        """`FN12` where the counter names one node only, else the semantic id: never ambiguous."""
        short = short_form(node.semantic_id)
        if short is not None and len(bearers_of(self._by_short_id, short)) == 1:
            return short
        return node.semantic_id

    def snapshot(self) -> Snapshot:
        """Everything, to be stored."""
        return Snapshot(
            revision=self.revision,
            nodes=list(self.nodes.values()),
            edges=list(self.edges.values()),
            counters=dict(self.counters),
        )

    # changing ----------------------------------------------------------------------------------------------------

    def load(self, snapshot: Snapshot) -> None:
        """Fill an empty graph."""
        for node in snapshot.nodes:
            self.put_node(node)
        for edge in snapshot.edges:
            self.put_edge(edge)
        for node_type, counter in snapshot.counters.items():
            self.counters[node_type] = max(counter, self.counters.get(node_type, 0))
        self.revision = snapshot.revision

    def apply(self, changes: Iterable[Change], revision: int, after: Graph | None = None) -> None:
        """Replay the changes of a commit: upsert what is after, remove what is not (ADR-01).

        `after`: the graph with these changes, where there is one already. It is used up.
        """
        if after is None:
            self._replay(changes)
        else:
            after.settle(self)
        self.revision = revision

    def _replay(self, changes: Iterable[Change]) -> None:
        for change in changes:
            if isinstance(change, NodeChange):
                if change.after is not None:
                    self.put_node(change.after)
                elif change.before is not None:
                    self.drop_node(change.before.node_id)
            elif change.after is not None:
                self.put_edge(change.after)
            elif change.before is not None:
                self.drop_edge(change.before.edge_id)

    def settle(self, on: Graph) -> None:
        """Make another graph all that this one is, at once and whatever its size; this one is used up."""
        vars(on).update(vars(self))

    def forget_around(self, node_ids: Iterable[NodeId]) -> None:
        """Let nothing be remembered of the edges of these nodes."""
        for node_id in node_ids if self._around else ():
            self._around.pop(node_id, None)

    def put_node(self, node: Node) -> None:
        """Insert a node or replace the one with its id."""
        before = self.nodes.get(node.node_id)
        if before is not None:
            self._forget(before, node)
        self.nodes[node.node_id] = node
        is_other = before is None or before.node_type != node.node_type
        if is_other:
            add_bearer(self._by_type, node.node_type, node.node_id)
        if is_other or before is None or before.name != node.name:
            add_bearer(self._by_name, _named(node.node_type, node.name), node.node_id)
        if node.attributes:
            if (known := known_id(node.attributes)) is not None:
                add_bearer(self._by_known_id, known.upper(), node.node_id)
            for former in former_ids(node):
                add_bearer(self._by_former_id, former, node.node_id)
        if is_other or before is None or before.semantic_id != node.semantic_id:
            self._know_id(node)

    def _know_id(self, node: Node) -> None:
        self._by_semantic_id[node.semantic_id] = node.node_id
        short = short_form(node.semantic_id)
        if short is not None:
            add_bearer(self._by_short_id, short, node.node_id)
            counter = int(short[2:])
            if counter > self.counters.get(node.node_type, 0):
                self.counters[node.node_type] = counter

    def drop_node(self, node_id: NodeId) -> None:
        """Remove a node that has no edges any more."""
        node = self.nodes.pop(node_id)
        self._forget(node)
        del self._by_semantic_id[node.semantic_id]
        self._outgoing.pop(node_id, None)
        self._incoming.pop(node_id, None)
        self._around.pop(node_id, None)

    def put_edge(self, edge: Edge) -> None:
        """Insert an edge or replace the one with its id; its ends exist."""
        before = self.edges.get(edge.edge_id)
        if before is not None and (before.source != edge.source or before.target != edge.target):
            self.drop_edge(edge.edge_id)
        self.edges[edge.edge_id] = edge
        put_at(self._outgoing, edge.source, edge)
        put_at(self._incoming, edge.target, edge)
        self.forget_around((edge.source, edge.target))

    def drop_edge(self, edge_id: EdgeId) -> None:
        """Remove an edge."""
        edge = self.edges.pop(edge_id)
        drop_at(self._outgoing, edge.source, edge_id)
        drop_at(self._incoming, edge.target, edge_id)
        self.forget_around((edge.source, edge.target))

    def _forget(self, node: Node, now: Node | None = None) -> None:
        """Let a node no more be found by what it was and, where it is changed, is not `now`."""
        is_other = now is None or now.node_type != node.node_type
        if is_other:
            drop_bearer(self._by_type, node.node_type, node.node_id)
        if now is None or is_other or now.name != node.name:
            drop_bearer(self._by_name, _named(node.node_type, node.name), node.node_id)
        if node.attributes:
            if (known := known_id(node.attributes)) is not None:
                drop_bearer(self._by_known_id, known.upper(), node.node_id)
            for former in former_ids(node):
                drop_bearer(self._by_former_id, former, node.node_id)
        if now is not None and now.semantic_id == node.semantic_id:
            return
        short = short_form(node.semantic_id)
        if short is not None:
            drop_bearer(self._by_short_id, short, node.node_id)


def former_ids(node: Node) -> list[str]:
    """The ids of the nodes whose place this one took; each once."""
    former = node.attributes.get(FORMER_IDS)
    return list(dict.fromkeys(each for each in former if isinstance(each, str))) if isinstance(former, list) else []


def _named(node_type: str, name: str) -> str:
    """By what a node of a type is found that has a name; no name has a new line in it."""
    return f"{node_type}\n{name_key(name)}"
