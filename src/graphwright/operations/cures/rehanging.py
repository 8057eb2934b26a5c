"""Another node takes the place of some: what becomes of each of their edges, and why. Pure.

An edge moves to the other node, joins one that is there already, or is dropped: where it would lead from the node to
itself, where a node has one place only and has it already, where a flow would run both ways between two elements, and
where the ontology does not allow it.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.operations.cures.cure import CONFIRMED, CureBuilder, seen_to
from graphwright.protocol.base import JsonValue
from graphwright.protocol.cures import EdgeFate, Fate
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId, Ref
from graphwright.protocol.operations import EdgeCreate, EdgeSet, EdgeUpdate
from graphwright.protocol.texts import Term


class Rehanging:
    """Moves the edges of some nodes to another one, in a cure."""

    def __init__(self, builder: CureBuilder, gone: Collection[Node], new: Node, *, ref: str, now: str) -> None:
        """`new` is the node in the staged graph, `ref` what operations call it, `now` what people are told."""
        self._builder = builder
        self._gone = dict.fromkeys(node.node_id for node in gone)
        self._new = new
        self._ref = ref
        self._now = now
        self._made: dict[EdgeId, int] = {}
        """New edges by the places of their operations."""

    def move(self) -> None:
        """Every edge, each once."""
        graph = self._builder.graph
        seen: set[EdgeId] = set()
        for node_id in self._gone:
            for edge in [*graph.outgoing(node_id), *graph.incoming(node_id)]:
                if edge.edge_id not in seen:
                    seen.add(edge.edge_id)
                    self._move(edge)

    def _move(self, edge: Edge) -> None:
        source, target = self._stand_in(edge.source), self._stand_in(edge.target)
        staged = self._builder.staged
        why = why_not(staged, edge.edge_type, source, target, arrives=target is self._new)
        if why is not None:
            self._tell(edge, "dropped", why=why)
            return
        twin = next(iter(staged.twins(edge.edge_type, source.node_id, target.node_id, edge.attributes)), None)
        if twin is None:
            self._create(edge, source, target)
        else:
            self._join(edge, twin)
        self._tell(edge, "moved" if twin is None else "joined", now=(source, target))

    def _stand_in(self, node_id: NodeId) -> Node:
        return self._new if node_id in self._gone else self._builder.staged.nodes[node_id]

    def _create(self, edge: Edge, source: Node, target: Node) -> None:
        attributes = {**edge.attributes, **self._suspicion(edge)}
        edge_id = EdgeId(f"cure:{edge.edge_id}")
        self._builder.staged.put_edge(
            replace(edge, edge_id=edge_id, source=source.node_id, target=target.node_id, attributes=attributes)
        )
        self._made[edge_id] = len(self._builder.operations)
        self._builder.add(
            EdgeCreate(
                id=self._builder.next_id(),
                edge_type=edge.edge_type,
                source=self._name(source),
                target=self._name(target),
                attributes=attributes,
            )
        )

    def _suspicion(self, edge: Edge) -> dict[str, JsonValue]:
        """A link that is suspect stays so: made anew or changed it would count as seen to."""
        seen = seen_to(edge)
        ends = (self._builder.graph.nodes[edge.source], self._builder.graph.nodes[edge.target])
        return {CONFIRMED: seen} if any(end.revision > seen for end in ends) else {}

    def _join(self, edge: Edge, twin: Edge) -> None:
        """What the edge says more than its twin is the twin's from now on, but not when it was last seen to."""
        own = {CONFIRMED, *twin.attributes}
        more = {name: value for name, value in edge.attributes.items() if name not in own}
        if not more:
            return
        place = self._made.get(twin.edge_id)
        if place is None:
            more |= self._suspicion(twin)
        joined = replace(twin, attributes={**twin.attributes, **more})
        self._builder.staged.put_edge(joined)
        if place is None:
            fields = EdgeSet(attributes=more)
            self._builder.add(EdgeUpdate(id=self._builder.next_id(), ref=Ref(twin.edge_id), set=fields))
            return
        made = self._builder.operations[place]
        if isinstance(made, EdgeCreate):
            self._builder.operations[place] = replace(made, attributes=joined.attributes)

    def _name(self, node: Node) -> Ref:
        return Ref(self._ref if node is self._new else node.semantic_id)

    def _tell(self, edge: Edge, fate: Fate, *, now: tuple[Node, Node] | None = None, why: Term | None = None) -> None:
        nodes = self._builder.graph.nodes
        ends = (None, None) if now is None else tuple(self._told(each) for each in now)
        self._builder.edges.append(
            EdgeFate(
                edge_id=edge.edge_id,
                edge_type=edge.edge_type,
                source=nodes[edge.source].semantic_id,
                target=nodes[edge.target].semantic_id,
                fate=fate,
                now_type=None if now is None else edge.edge_type,
                now_source=ends[0],
                now_target=ends[1],
                why=why,
            )
        )

    def _told(self, node: Node) -> str:
        return self._now if node is self._new else node.semantic_id


def why_not(graph: Graph, edge_type: str, source: Node, target: Node, *, arrives: bool) -> Term | None:
    """Why an edge must not join two nodes of which one took another's place; `arrives`: that one is the target."""
    if source.node_id == target.node_id:
        return Term(key="terms.dropInner")
    if not graph.ontology.allows(edge_type, source.node_type, target.node_type):
        pair = f"{source.node_type} -{edge_type}-> {target.node_type}"
        return Term(key="terms.dropIllegal", values={"pair": pair})
    held = _holder(graph, edge_type, source, target) if arrives else None
    if held is not None:
        return Term(key="terms.dropSecond", values={"holder": held.name})
    if edge_type == "io" and graph.edge_between("io", target.node_id, source.node_id) is not None:
        return Term(key="terms.dropTwoWay")
    return None


def _holder(graph: Graph, edge_type: str, source: Node, target: Node) -> Node | None:
    """What holds the target already, where only one may: its whole, or the module that carries it."""
    if edge_type == "compose" and source.node_type != "FCHAIN":
        held = graph.parent(target.node_id)
    elif edge_type == "allocate":
        held = next(graph.sources(target.node_id, "allocate"), None)
    else:
        return None
    return None if held is None or held.node_id == source.node_id else held
