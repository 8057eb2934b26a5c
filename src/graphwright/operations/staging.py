"""What is written down while the operations of a change set are put onto a staged graph, one by one.

A part of `plan`: `staging_nodes` and `staging_edges` resolve, check the structure (types, pairs, loops, duplicates,
limits, conflicts) and stage. An operation with a problem stages nothing; a node with a problem still gets its alias, so
that one mistake is reported once and not again at every edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from graphwright.graph.composition import COMPOSE, find_ring
from graphwright.graph.document import Graph
from graphwright.operations.conflicts import Since, at_base, conflict, names_at_base, update_conflicts, whole
from graphwright.operations.creators import Creators
from graphwright.operations.refs import UnresolvedRef, resolve, unknown_ref
from graphwright.operations.values import attributes_fault, descr_fault, name_fault
from graphwright.ports import Ids
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Change, Edge, EdgeChange, Node, NodeChange
from graphwright.protocol.ids import EdgeId, NodeId, OperationId
from graphwright.protocol.operations import EdgeCreate, ElementConflict, Finding, Operation, Problem, ProblemCode
from graphwright.protocol.texts import Term, Values

_IDS_AT_ONCE: Final = 500
"""Taken ahead for what is still to be made."""
SUGGESTIONS: Final = 20
"""Near names are looked for this often in a change set: each look costs 10 ms in a large model."""


class Staging:
    """One change set on its way through the checks."""

    def __init__(
        self, base: Graph, staged: Graph, ids: Ids, later: Since, creators: Creators, *, keep_semantic_ids: bool
    ) -> None:
        self.base = base
        self.staged = staged
        self.ids = ids
        self.later = later
        self.creators = creators
        self.keep_semantic_ids = keep_semantic_ids
        self.revision = base.revision + 1
        self.aliases: dict[str, NodeId] = {}
        self.edge_aliases: dict[str, EdgeId] = {}
        self.edges_made: dict[OperationId, EdgeCreate] = {}
        """New edges as they are made, by the operations that make them."""
        self.operation_of_node: dict[NodeId, OperationId] = {}
        """The operation that touched a node first."""
        self.operation_of_edge: dict[EdgeId, OperationId] = {}
        """The operation that touched an edge first: an edge is that also where a node has the same id."""
        self.resolved: dict[int, Operation] = {}
        self.problems: list[Problem] = []
        self.notes: list[Term] = []
        self._suggestions_left = SUGGESTIONS
        self._new_ids: list[str] = []
        self._to_make = creators.makes

    @cached_property
    def gone(self) -> set[str]:
        """All names of what was there at the base revision and is not any more."""
        gone: set[str] = set()
        for element, made in self.later.items():
            before = at_base(made)
            if before is not None and element not in (self.base.nodes if isinstance(before, Node) else self.base.edges):
                gone |= names_at_base(made)
        return gone

    def new_id(self) -> str:
        """An id for an element that an operation makes; each operation makes one at most."""
        if not self._new_ids:
            self._new_ids = self.ids.several(min(self._to_make, _IDS_AT_ONCE))[::-1]
            self._to_make -= len(self._new_ids)
        return self._new_ids.pop()

    def node(self, path: str, field: str, operation_id: OperationId, ref: str) -> Node | None:
        """The node that the ref in a field stands for; `None` where that is a problem, which is noted."""
        found = resolve(self.staged, self.aliases, ref)
        if isinstance(found, UnresolvedRef):
            path = f"{path}.{field}"
            if ref in self.gone:
                self.problems.append(conflict(operation_id, path, "deleted", self._whole(ref), ref=repr(ref)))
            else:
                self.unknown(operation_id, path, found)
            return None
        # A new node whose creation was refused has an alias and nothing behind it; its own problem is enough.
        return self.staged.nodes.get(found)

    def unknown(self, operation_id: OperationId, path: str, found: UnresolvedRef) -> None:
        """Note a ref that stands for nothing."""
        looks = self._suggestions_left > 0
        self._suggestions_left -= 1
        self.problems.append(unknown_ref(operation_id, path, found, self.staged if looks else None))

    def conflicts(
        self, wanted: dict[str, JsonValue], now: Node | Edge, operation_id: OperationId, path: str, element: str
    ) -> list[Problem]:
        """The fields that an update and somebody else both set."""
        later = self.later.get(element)
        return [] if later is None else update_conflicts(wanted, later, now, operation_id, path)

    def _whole(self, name: str) -> ElementConflict | None:
        """Who changed what is gone and had this name."""
        named = (made for made in self.later.values() if name in names_at_base(made))
        return next(map(whole, named), None)

    def faulty(
        self,
        path: str,
        operation_id: OperationId,
        *,
        name: str | None = None,
        descr: str = "",
        attributes: dict[str, JsonValue],
    ) -> bool:
        """May one of these not be stored? Each fault is noted."""
        of_name = None if name is None else name_fault(name)
        of_descr = descr_fault(descr) if descr else None
        of_attributes = attributes_fault(attributes) if attributes else None
        if of_name is None and of_descr is None and of_attributes is None:
            return False
        for field, fault in (("name", of_name), ("descr", of_descr), ("attributes", of_attributes)):
            if fault is not None:
                self.report(fault.code, fault.case, operation_id, f"{path}.{field}", {**fault.values, "field": field})
        return True

    def known(self, node_id: NodeId, ref: str) -> str:
        """A ref as it is kept: the id of an existing node, the alias of a new one."""
        return node_id if node_id in self.base.nodes else ref

    def report(
        self,
        code: ProblemCode,
        case: str,
        operation_id: OperationId,
        path: str,
        values: Values,
        *,
        candidates: Sequence[str] = (),
    ) -> None:
        """Note a problem."""
        self.problems.append(
            Problem(
                code=code,
                case=case,
                operation_id=operation_id,
                path=path,
                values=values,
                candidates=list(candidates),
            )
        )

    def note(self, case: str, operation_id: OperationId, **values: str) -> None:
        """Note a liberty that was taken, or that there is nothing to do."""
        self.notes.append(Term(key=f"notes.{case}", values={"operation": operation_id, **values}))

    def finish(self) -> None:
        """What can only be seen when everything stands: a composition that contains itself."""
        touched = (self.staged.edges.get(edge_id) for edge_id in self.operation_of_edge)
        made = [edge for edge in touched if edge is not None and edge.edge_type == COMPOSE]
        # A part without parts of its own closes no ring.
        ring = find_ring(self.staged, [edge.source for edge in made if any(self.staged.children(edge.target))])
        inside = set(ring)
        behind = next((edge for edge in made if edge.source in inside and edge.target in inside), None)
        if behind is not None:
            names = " -> ".join(self.staged.nodes[node_id].name for node_id in (*ring, ring[0]))
            operation_id = self.operation_of_edge[behind.edge_id]
            self.report("dependencyCycle", "compose", operation_id, "$.operations", {"ring": names})

    def changes(self) -> list[Change]:
        """Every element that is different now, before and after; an order in which they can be applied and undone."""
        nodes: list[Change] = []
        edges: list[Change] = []
        edges_gone: list[Change] = []
        nodes_gone: list[Change] = []
        for node_id, operation_id in self.operation_of_node.items():
            node_before, node_after = self.base.nodes.get(node_id), self.staged.nodes.get(node_id)
            if node_before != node_after:
                node_change = NodeChange(before=node_before, after=node_after, operation_id=operation_id)
                (nodes_gone if node_after is None else nodes).append(node_change)
        for edge_id, operation_id in self.operation_of_edge.items():
            edge_before, edge_after = self.base.edges.get(edge_id), self.staged.edges.get(edge_id)
            if edge_before != edge_after:
                edge_change = EdgeChange(before=edge_before, after=edge_after, operation_id=operation_id)
                (edges_gone if edge_after is None else edges).append(edge_change)
        return nodes + edges + edges_gone + nodes_gone

    @property
    def touches(self) -> int:
        """How many elements came, went or changed, those that went again among them."""
        return len(self.operation_of_node) + len(self.operation_of_edge)

    def operation_behind(self, finding: Finding) -> OperationId | None:
        """The operation that touched a subject of a finding."""
        of_nodes = (self.operation_of_node.get(node_id) for node_id in finding.node_ids)
        of_edges = (self.operation_of_edge.get(edge_id) for edge_id in finding.edge_ids)
        return next((each for each in chain(of_nodes, of_edges) if each is not None), None)


def merged(attributes: dict[str, JsonValue], changed: dict[str, JsonValue], unset: list[str]) -> dict[str, JsonValue]:
    """Attributes with what an update sets and unsets."""
    return {key: value for key, value in {**attributes, **changed}.items() if key not in unset}
