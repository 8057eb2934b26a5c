"""Puts the operations of a change set onto a staged graph, one by one, and remembers each element before and after.

A part of `plan`: it resolves, checks structure (types, pairs, loops, duplicates, limits, conflicts) and stages. An
operation with a problem stages nothing; a node with a problem still gets its alias, so that one mistake is reported
once and not again at every edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar, assert_never

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.identity import parse_semantic_id, semantic_id
from graphwright.graph.ontology import NodeType
from graphwright.operations.conflicts import Since, conflict, fields_set, update_conflicts
from graphwright.operations.makers import Makers
from graphwright.operations.refs import Unresolved, names_of, resolve, resolve_edge, unknown_ref
from graphwright.operations.staged import StagedGraph
from graphwright.operations.values import attributes_fault, descr_fault, name_fault, normal
from graphwright.ports import Ids
from graphwright.protocol.base import JsonValue, UnsetType
from graphwright.protocol.graph import Change, Edge, EdgeChange, Node, NodeChange
from graphwright.protocol.ids import EdgeId, NodeId, OperationId, Ref, SemanticId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    Finding,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
    Problem,
    ProblemCode,
)

AnyEdge = TypeVar("AnyEdge", EdgeUpdate, EdgeDelete)

COMPOSE: Final = "compose"
SUGGESTIONS: Final = 20
"""Near names are looked for this often in a change set: each look costs 10 ms in a large model."""


class Staging:
    """One change set on its way through the checks."""

    def __init__(
        self, base: Graph, staged: StagedGraph, ids: Ids, at_base: Since, makers: Makers, *, keep_semantic_ids: bool
    ) -> None:
        self._base = base
        self._staged = staged
        self._ids = ids
        self._at_base = at_base
        self._makers = makers
        self._gone = _names_of_the_gone(base, at_base)
        self._keep_semantic_ids = keep_semantic_ids
        self._revision = base.revision + 1
        self._suggestions_left = SUGGESTIONS
        self._operation_of: dict[str, OperationId] = {}
        self._edge_aliases: dict[str, EdgeId] = {}
        self._edges_made: dict[OperationId, EdgeCreate] = {}
        self.aliases: dict[str, NodeId] = {}
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.resolved: dict[int, Operation] = {}

    def stage(self, position: int, operation: Operation) -> None:
        """Check one operation and put it onto the staged graph."""
        path = f"$.operations[{position}]"
        match operation:
            case NodeCreate():
                self._create_node(path, operation)
            case NodeUpdate():
                self._update_node(position, path, operation)
            case NodeDelete():
                self._delete_node(position, path, operation)
            case EdgeCreate():
                self._create_edge(position, path, operation)
            case EdgeUpdate():
                self._update_edge(position, path, operation)
            case EdgeDelete():
                self._delete_edge(position, path, operation)
            case _:
                assert_never(operation)

    def finish(self) -> None:
        """What can only be seen when everything stands: a composition that contains itself (records.md)."""
        made = [edge for edge_id in self._operation_of if (edge := self._staged.edges.get(EdgeId(edge_id))) is not None]
        ring = find_ring(self._staged, [edge.source for edge in made if edge.edge_type == COMPOSE])
        if ring:
            inside = set(ring)
            behind = next(edge for edge in made if edge.source in inside and edge.target in inside)
            names = " -> ".join(self._staged.nodes[node_id].name for node_id in (*ring, ring[0]))
            hint = "A part cannot contain its whole: leave out one of these compose edges."
            operation_id = self._operation_of[behind.edge_id]
            self._report("dependencyCycle", operation_id, "$.operations", f"compose cycle: {names}", hint)

    def changes(self) -> list[Change]:
        """Every element that is different now, before and after; an order in which they can be applied and undone."""
        nodes: list[Change] = []
        edges: list[Change] = []
        edges_gone: list[Change] = []
        nodes_gone: list[Change] = []
        for element, operation_id in self._operation_of.items():
            node_before = self._base.nodes.get(NodeId(element))
            node_after = self._staged.nodes.get(NodeId(element))
            if node_before != node_after:
                node_change = NodeChange(before=node_before, after=node_after, operation_id=operation_id)
                (nodes_gone if node_after is None else nodes).append(node_change)
            edge_before = self._base.edges.get(EdgeId(element))
            edge_after = self._staged.edges.get(EdgeId(element))
            if edge_before != edge_after:
                edge_change = EdgeChange(before=edge_before, after=edge_after, operation_id=operation_id)
                (edges_gone if edge_after is None else edges).append(edge_change)
        return nodes + edges + edges_gone + nodes_gone

    def operation_behind(self, finding: Finding) -> OperationId | None:
        """The operation that touched a subject of a finding."""
        subjects = [*finding.node_ids, *finding.edge_ids]
        return next((self._operation_of[subject] for subject in subjects if subject in self._operation_of), None)

    # nodes -------------------------------------------------------------------------------------------------------

    def _create_node(self, path: str, operation: NodeCreate) -> None:
        node_id = NodeId(self._ids.new())
        for name in names_of(operation):
            if name in self.aliases:
                hint = "Give every new node its own temp id."
                self._report("duplicateRef", operation.id, path, f"{name!r} is already the name of a new node", hint)
                return
            self.aliases[name] = node_id
        node_type = self._staged.ontology.node_type(operation.node_type)
        if node_type is None:
            types = list(self._staged.ontology.node_types)
            message = f"{operation.node_type!r} is no node type of profile {self._staged.ontology.name!r}"
            hint = f"Use one of {', '.join(types)}."
            self._report("malformed", operation.id, f"{path}.nodeType", message, hint, candidates=types)
            return
        if self._exists_already(path, operation):
            return
        name, descr = normal(operation.name), normal(operation.descr)
        attributes = {} if isinstance(operation.attributes, UnsetType) else operation.attributes
        if self._faulty(path, operation.id, name=name, descr=descr, attributes=attributes):
            return
        self._staged.put_node(
            Node(
                node_id=node_id,
                semantic_id=self._new_semantic_id(node_type, name, operation.semantic_id),
                node_type=node_type.name,
                name=name,
                descr=descr,
                attributes=attributes,
                created_revision=self._revision,
                revision=self._revision,
            )
        )
        self._operation_of[node_id] = operation.id

    def _exists_already(self, path: str, operation: NodeCreate) -> bool:
        wanted = operation.semantic_id
        if isinstance(wanted, UnsetType) or self._keep_semantic_ids:
            # An import may bring an id that is taken: it is then only a name inside the import (D5).
            return False
        if not self._taken(self._base, wanted):
            return False
        hint = f"Refer to {wanted!r} instead of creating it, or use an update."
        message = f"{wanted!r} exists already"
        self._report("duplicateRef", operation.id, f"{path}.semanticId", message, hint, candidates=[wanted])
        return True

    def _new_semantic_id(self, node_type: NodeType, name: str, wanted: str | UnsetType) -> SemanticId:
        """The server assigns it (D5); a well-formed free one of the right type is kept only where ids are imported."""
        if not isinstance(wanted, UnsetType) and self._keeps(node_type, wanted):
            return SemanticId(wanted)
        counter = self._staged.counters.get(node_type.name, 0) + 1
        return semantic_id(name, type_word=_type_word(node_type), abbreviation=node_type.abbreviation, counter=counter)

    def _keeps(self, node_type: NodeType, wanted: str) -> bool:
        parsed = parse_semantic_id(wanted)
        well_formed = parsed is not None and parsed.abbreviation == node_type.abbreviation
        return self._keep_semantic_ids and well_formed and not self._taken(self._staged, wanted)

    @staticmethod
    def _taken(graph: Graph, wanted: str) -> bool:
        return any(graph.nodes[node_id].semantic_id == wanted for node_id in graph.find(wanted))

    def _update_node(self, position: int, path: str, operation: NodeUpdate) -> None:
        node = self._node(f"{path}.ref", operation.id, operation.ref)
        if node is None:
            return
        wanted = fields_set(operation.set, operation.unset)
        conflicts = self._conflicts(wanted, node, operation.id, path, node.node_id)
        if conflicts:
            self.problems += conflicts
            return
        name = node.name if isinstance(operation.set.name, UnsetType) else normal(operation.set.name)
        descr = node.descr if isinstance(operation.set.descr, UnsetType) else normal(operation.set.descr)
        attributes = _merged(node.attributes, operation.set.attributes, operation.unset)
        if self._faulty(f"{path}.set", operation.id, name=name, descr=descr, attributes=attributes):
            return
        self.resolved[position] = replace(operation, ref=Ref(self._known(node.node_id, operation.ref)))
        if (name, descr, attributes) == (node.name, node.descr, node.attributes):
            self.notes.append(f"{operation.id}: {node.semantic_id} already has these values")
            return
        updated = replace(node, name=name, descr=descr, attributes=attributes, revision=self._revision)
        self._staged.put_node(updated)
        self._operation_of.setdefault(node.node_id, operation.id)

    def _delete_node(self, position: int, path: str, operation: NodeDelete) -> None:
        node_id = self._deletable(path, operation)
        if node_id is None:
            return
        self.resolved[position] = replace(operation, ref=Ref(node_id))
        for edge in [*self._staged.outgoing(node_id), *self._staged.incoming(node_id)]:
            self._staged.drop_edge(edge.edge_id)
            self._operation_of.setdefault(edge.edge_id, operation.id)
        self._staged.drop_node(node_id)
        self._operation_of.setdefault(node_id, operation.id)

    def _deletable(self, path: str, operation: NodeDelete) -> NodeId | None:
        found = resolve(self._staged, {}, operation.ref)
        if isinstance(found, Unresolved):
            if operation.ref in self._gone:
                self.notes.append(f"{operation.id}: {operation.ref} was deleted before")
            else:
                self._unknown(operation.id, f"{path}.ref", found)
            return None
        if found in self._at_base and self._base.nodes.get(found) is not None:
            message = f"{self._base.nodes[found].semantic_id} was changed by somebody else since you saw it"
            self.problems.append(conflict(operation.id, f"{path}.ref", message))
            return None
        # Its edges go with it, so nobody else may have touched them either.
        edges = (*self._base.outgoing(found), *self._base.incoming(found)) if self._at_base else ()
        touched = next((edge for edge in edges if edge.edge_id in self._at_base), None)
        if touched is not None:
            source, target = self._base.nodes[touched.source], self._base.nodes[touched.target]
            message = f"the edge {source.name} -{touched.edge_type}-> {target.name} was made or changed since"
            self.problems.append(conflict(operation.id, f"{path}.ref", message))
            return None
        return found

    # edges -------------------------------------------------------------------------------------------------------

    def _create_edge(self, position: int, path: str, operation: EdgeCreate) -> None:
        ontology = self._staged.ontology
        relation = ontology.relation(operation.edge_type)
        if relation is None:
            names = list(ontology.relations)
            message = f"{operation.edge_type!r} is no relation of profile {ontology.name!r}"
            hint = f"Use one of {', '.join(names)}."
            self._report("malformed", operation.id, f"{path}.edgeType", message, hint, candidates=names)
            return
        source_ref, target_ref = operation.source, operation.target
        source = self._node(f"{path}.source", operation.id, source_ref)
        target = self._node(f"{path}.target", operation.id, target_ref)
        if source is None or target is None:
            return
        attributes = {} if isinstance(operation.attributes, UnsetType) else operation.attributes
        if self._faulty(path, operation.id, attributes=attributes):
            return
        if source.node_id == target.node_id:
            hint = "An edge connects two different nodes."
            self._report("selfLoop", operation.id, path, f"{source.name!r} would be connected with itself", hint)
            return
        if ontology.should_turn(relation.name, source.node_type, target.node_type):
            self.notes.append(
                f"{operation.id}: {relation.name} runs from {target.node_type} to {source.node_type}, so it was turned"
            )
            source, target, source_ref, target_ref = target, source, target_ref, source_ref
        if not ontology.allows(relation.name, source.node_type, target.node_type):
            message = f"{source.node_type} -{relation.short}-> {target.node_type} is not allowed"
            message += f" ({source.name} to {target.name})"
            hint = ontology.repair_hint(relation.name, source.node_type, target.node_type)
            self._report("illegalPair", operation.id, path, message, hint)
            return
        twins = self._staged.twins(relation.name, source.node_id, target.node_id, attributes)
        if next(twins, None) is not None:
            message = f"{source.name} -{relation.short}-> {target.name} exists already"
            self._report("duplicateRef", operation.id, path, message, "Leave it out, or update the existing edge.")
            return
        edge_id = EdgeId(self._ids.new())
        if not isinstance(operation.temp_id, UnsetType):
            if operation.temp_id in self._edge_aliases:
                message = f"{operation.temp_id!r} is already the name of a new edge"
                self._report("duplicateRef", operation.id, path, message, "Give every new edge its own temp id.")
                return
            self._edge_aliases[operation.temp_id] = edge_id
        self._staged.put_edge(
            Edge(
                edge_id=edge_id,
                edge_type=relation.name,
                source=source.node_id,
                target=target.node_id,
                attributes=attributes,
                revision=self._revision,
            )
        )
        self._operation_of[edge_id] = operation.id
        self.resolved[position] = self._edges_made[operation.id] = replace(
            operation,
            edge_type=relation.name,
            source=Ref(self._known(source.node_id, source_ref)),
            target=Ref(self._known(target.node_id, target_ref)),
        )

    def _update_edge(self, position: int, path: str, operation: EdgeUpdate) -> None:
        edge = self._edge(path, operation)
        if edge is None:
            return
        wanted = fields_set(operation.set, operation.unset)
        conflicts = self._conflicts(wanted, edge, operation.id, path, edge.edge_id)
        attributes = _merged(edge.attributes, operation.set.attributes, operation.unset)
        if conflicts or self._faulty(f"{path}.set", operation.id, attributes=attributes):
            self.problems += conflicts
            return
        self.resolved[position] = self._addressed(operation, edge)
        if attributes == edge.attributes:
            self.notes.append(f"{operation.id}: the edge already has these values")
            return
        twins = self._staged.twins(edge.edge_type, edge.source, edge.target, attributes)
        if any(twin.edge_id != edge.edge_id for twin in twins):
            message = f"another {edge.edge_type} edge between the same ends has these values"
            self._report("duplicateRef", operation.id, path, message, "Delete one of the two, or choose other values.")
            return
        self._staged.put_edge(replace(edge, attributes=attributes, revision=self._revision))
        self._operation_of.setdefault(edge.edge_id, operation.id)

    def _delete_edge(self, position: int, path: str, operation: EdgeDelete) -> None:
        edge = self._edge(path, operation)
        if edge is None:
            return
        if edge.edge_id in self._at_base and edge.edge_id in self._base.edges:
            message = f"the {edge.edge_type} edge was made or changed by somebody else since you saw it"
            self.problems.append(conflict(operation.id, path, message))
            return
        self.resolved[position] = self._addressed(operation, edge)
        self._staged.drop_edge(edge.edge_id)
        self._operation_of.setdefault(edge.edge_id, operation.id)

    def _addressed(self, operation: AnyEdge, edge: Edge) -> AnyEdge:
        """As it is kept: an existing edge by its id, a new one as it is made, for its id is given at the commit."""
        made = self._edges_made.get(self._operation_of.get(edge.edge_id, OperationId("")))
        if made is None:
            return replace(operation, ref=Ref(edge.edge_id))
        return replace(operation, edge_type=made.edge_type, source=made.source, target=made.target)

    # shared ------------------------------------------------------------------------------------------------------

    def _node(self, path: str, operation_id: OperationId, ref: str) -> Node | None:
        found = resolve(self._staged, self.aliases, ref)
        if isinstance(found, Unresolved):
            if ref in self._gone:
                self.problems.append(conflict(operation_id, path, f"{ref!r} was deleted by somebody else"))
            else:
                self._unknown(operation_id, path, found)
            return None
        # A new node whose creation was refused has an alias and nothing behind it; its own problem is enough.
        return self._staged.nodes.get(found)

    def _edge(self, path: str, operation: EdgeUpdate | EdgeDelete) -> Edge | None:
        found = resolve_edge(self._staged, self.aliases, self._edge_aliases, operation)
        if isinstance(found, Edge):
            return found
        maker = self._makers.of_edge(operation)
        if maker is not None and maker not in self._edges_made:
            # The making of the edge was refused; that problem is enough.
            return None
        if not self._was_deleted(operation):
            self._unknown(operation.id, path, found)
        elif isinstance(operation, EdgeDelete):
            self.notes.append(f"{operation.id}: the edge was deleted before")
        else:
            self.problems.append(conflict(operation.id, path, "the edge was deleted by somebody else"))
        return None

    def _was_deleted(self, operation: EdgeUpdate | EdgeDelete) -> bool:
        """Was this edge there at the base revision?"""
        if not isinstance(operation.ref, UnsetType):
            return operation.ref in self._gone
        ends = [resolve(self._staged, self.aliases, str(ref)) for ref in (operation.source, operation.target)]
        relation = self._staged.ontology.relation(str(operation.edge_type))
        return any(
            isinstance(before, Edge)
            and before.edge_id in self._gone
            and [before.source, before.target] == ends
            and relation is not None
            and before.edge_type == relation.name
            for before in self._at_base.values()
        )

    def _unknown(self, operation_id: OperationId, path: str, found: Unresolved) -> None:
        looks = self._suggestions_left > 0
        self._suggestions_left -= 1
        self.problems.append(unknown_ref(operation_id, path, found, self._staged if looks else None))

    def _conflicts(
        self, wanted: dict[str, JsonValue], now: Node | Edge, operation_id: OperationId, path: str, element: str
    ) -> list[Problem]:
        if element not in self._at_base:
            return []
        return update_conflicts(wanted, self._at_base[element], now, operation_id, path)

    def _faulty(
        self,
        path: str,
        operation_id: OperationId,
        *,
        name: str | None = None,
        descr: str = "",
        attributes: dict[str, JsonValue],
    ) -> bool:
        faults = {
            "name": None if name is None else name_fault(name),
            "descr": descr_fault(descr),
            "attributes": attributes_fault(attributes),
        }
        for field, fault in faults.items():
            if fault is not None:
                code: ProblemCode = "limitExceeded" if "at most" in fault else "malformed"
                self._report(code, operation_id, f"{path}.{field}", fault, f"Change {field} and send it again.")
        return any(fault is not None for fault in faults.values())

    def _known(self, node_id: NodeId, ref: str) -> str:
        """A ref as it is kept: the id of an existing node, the alias of a new one."""
        return node_id if node_id in self._base.nodes else ref

    def _report(
        self,
        code: ProblemCode,
        operation_id: OperationId,
        path: str,
        message: str,
        hint: str,
        *,
        candidates: Sequence[str] = (),
    ) -> None:
        self.problems.append(
            Problem(
                code=code,
                operation_id=operation_id,
                path=path,
                message=message,
                hint=hint,
                candidates=list(candidates),
            )
        )


def find_ring(graph: Graph, starts: Iterable[NodeId]) -> list[NodeId]:
    """A composition that leads back to itself, reachable from one of the nodes; empty if there is none. Linear."""
    done: set[NodeId] = set()
    for start in starts:
        path: list[NodeId] = [start]
        ahead: dict[NodeId, Iterator[Edge]] = {start: graph.outgoing(start, COMPOSE)}
        while path:
            edge = next((edge for edge in ahead[path[-1]] if edge.target not in done), None)
            if edge is None:
                done.add(path[-1])
                del ahead[path.pop()]
            elif edge.target in ahead:
                return path[path.index(edge.target) :]
            else:
                path.append(edge.target)
                ahead[edge.target] = graph.outgoing(edge.target, COMPOSE)
    return []


def _names_of_the_gone(base: Graph, at_base: Since) -> set[str]:
    """All names of what was there at the base revision and is not any more."""
    gone: set[str] = set()
    for element, before in at_base.items():
        if isinstance(before, Node) and before.node_id not in base.nodes:
            gone |= {element, before.semantic_id}
        elif isinstance(before, Edge) and before.edge_id not in base.edges:
            gone.add(element)
    return gone


def _merged(
    attributes: dict[str, JsonValue], changed: dict[str, JsonValue] | UnsetType, unset: list[str] | UnsetType
) -> dict[str, JsonValue]:
    merged = dict(attributes)
    if not isinstance(changed, UnsetType):
        merged.update(changed)
    if not isinstance(unset, UnsetType):
        for key in unset:
            merged.pop(key, None)
    return merged


def _type_word(node_type: NodeType) -> str:
    """`FUNC` as the slug of a name without Latin letters: `Func` (records.md)."""
    return node_type.name.capitalize()
