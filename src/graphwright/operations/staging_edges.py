"""Stages what a change set says of edges: create, update, delete. A part of `plan`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from graphwright.graph.ontology import Relation
from graphwright.operations.conflicts import LaterChange, at_base, conflict, fields_set, whole
from graphwright.operations.refs import resolve, resolve_edge
from graphwright.operations.staging import Staging, merged
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, EdgeUpdate
from graphwright.protocol.texts import Values

AnyEdge = TypeVar("AnyEdge", EdgeUpdate, EdgeDelete)


def create_edge(staging: Staging, position: int, path: str, operation: EdgeCreate) -> None:
    """A new edge, turned round where its relation says so."""
    ontology = staging.staged.ontology
    relation = ontology.relation(operation.edge_type)
    if relation is None:
        names = list(ontology.relations)
        told: Values = {"relation": repr(operation.edge_type), "profile": repr(ontology.name), "relations": [*names]}
        staging.report("malformed", "relation", operation.id, f"{path}.edgeType", told, candidates=names)
        return
    source_ref, target_ref = operation.source, operation.target
    source = staging.node(path, "source", operation.id, source_ref)
    target = staging.node(path, "target", operation.id, target_ref)
    if source is None or target is None:
        return
    attributes = operation.attributes
    if attributes and staging.faulty(path, operation.id, attributes=attributes):
        return
    if ontology.should_turn(relation.name, source.node_type, target.node_type):
        ends = {"source": target.node_type, "target": source.node_type}
        staging.note("turned", operation.id, relation=relation.name, **ends)
        source, target, source_ref, target_ref = target, source, target_ref, source_ref
    if not _may_join(staging, path, operation, relation, (source, target)):
        return
    edge_id = EdgeId(staging.new_id())
    if operation.temp_id is not None:
        if operation.temp_id in staging.edge_aliases:
            staging.report("duplicateRef", "newEdge", operation.id, path, {"name": repr(operation.temp_id)})
            return
        staging.edge_aliases[operation.temp_id] = edge_id
    staging.staged.put_edge(
        Edge(
            edge_id=edge_id,
            edge_type=relation.name,
            source=source.node_id,
            target=target.node_id,
            attributes=attributes,
            revision=staging.revision,
        )
    )
    staging.operation_of_edge[edge_id] = operation.id
    kept = relation.name, staging.known(source.node_id, source_ref), staging.known(target.node_id, target_ref)
    if kept != (operation.edge_type, operation.source, operation.target):
        edge_type, start, end = kept
        operation = replace(operation, edge_type=edge_type, source=Ref(start), target=Ref(end))
    staging.resolved[position] = staging.edges_made[operation.id] = operation


def update_edge(staging: Staging, position: int, path: str, operation: EdgeUpdate) -> None:
    """Other attributes for an edge, which this change set may have made."""
    edge = _addressed_edge(staging, path, operation)
    if edge is None:
        return
    wanted = fields_set(operation.set, operation.unset)
    conflicts = staging.conflicts(wanted, edge, operation.id, path, edge.edge_id)
    attributes = merged(edge.attributes, operation.set.attributes, operation.unset)
    if conflicts or staging.faulty(f"{path}.set", operation.id, attributes=attributes):
        staging.problems += conflicts
        return
    staging.resolved[position] = _addressed(staging, operation, edge)
    if attributes == edge.attributes:
        staging.note("sameEdge", operation.id)
        return
    twins = staging.staged.twins(edge.edge_type, edge.source, edge.target, attributes)
    if any(twin.edge_id != edge.edge_id for twin in twins):
        staging.report("duplicateRef", "edgeValues", operation.id, path, {"relation": edge.edge_type})
        return
    staging.staged.put_edge(replace(edge, attributes=attributes, revision=staging.revision))
    staging.operation_of_edge.setdefault(edge.edge_id, operation.id)


def delete_edge(staging: Staging, position: int, path: str, operation: EdgeDelete) -> None:
    """An edge away."""
    edge = _addressed_edge(staging, path, operation)
    if edge is None:
        return
    if edge.edge_id in staging.later and edge.edge_id in staging.base.edges:
        made = whole(staging.later[edge.edge_id])
        staging.problems.append(conflict(operation.id, path, "edgeChanged", made, relation=edge.edge_type))
        return
    staging.resolved[position] = _addressed(staging, operation, edge)
    staging.staged.drop_edge(edge.edge_id)
    staging.operation_of_edge.setdefault(edge.edge_id, operation.id)


def _may_join(staging: Staging, path: str, operation: EdgeCreate, relation: Relation, ends: tuple[Node, Node]) -> bool:
    """May there be such an edge, and is there none yet?"""
    ontology = staging.staged.ontology
    source, target = ends
    if source.node_id == target.node_id:
        staging.report("selfLoop", "self", operation.id, path, {"name": repr(source.name)})
        return False
    if not ontology.allows(relation.name, source.node_type, target.node_type):
        told: Values = {
            "pair": f"{source.node_type} -{relation.short}-> {target.node_type}",
            "source": source.name,
            "target": target.name,
            "advice": ontology.advice(relation.name, source.node_type, target.node_type),
        }
        staging.report("illegalPair", "pair", operation.id, path, told)
        return False
    if staging.staged.twins(relation.name, source.node_id, target.node_id, operation.attributes):
        edge = f"{source.name} -{relation.short}-> {target.name}"
        staging.report("duplicateRef", "edge", operation.id, path, {"edge": edge})
        return False
    return True


def _addressed(staging: Staging, operation: AnyEdge, edge: Edge) -> AnyEdge:
    """As it is kept: an existing edge by its id, a new one as it is made, for its id is given at the commit.

    Its ends stand beside the id, so that it can be shown without being looked up, also when it is gone.
    """
    made = staging.edges_made.get(staging.operation_of_edge.get(edge.edge_id, OperationId("")))
    if made is None:
        ends = Ref(edge.source), Ref(edge.target)
        return replace(operation, ref=Ref(edge.edge_id), edge_type=edge.edge_type, source=ends[0], target=ends[1])
    return replace(operation, edge_type=made.edge_type, source=made.source, target=made.target)


def _addressed_edge(staging: Staging, path: str, operation: EdgeUpdate | EdgeDelete) -> Edge | None:
    found = resolve_edge(staging.staged, staging.aliases, staging.edge_aliases, operation)
    if isinstance(found, Edge):
        return found
    maker = staging.creators.of_edge(operation)
    if maker is not None and maker not in staging.edges_made:
        # The making of the edge was refused; that problem is enough.
        return None
    deleted = _deleted(staging, operation)
    if deleted is None:
        staging.unknown(operation.id, path, found)
    elif isinstance(operation, EdgeDelete):
        staging.note("goneEdge", operation.id)
    else:
        staging.problems.append(conflict(operation.id, path, "edgeDeleted", whole(deleted)))
    return None


def _deleted(staging: Staging, operation: EdgeUpdate | EdgeDelete) -> Sequence[LaterChange] | None:
    """What became of this edge, which was there at the base revision and is not any more."""
    if operation.ref is not None:
        return staging.later.get(operation.ref) if operation.ref in staging.gone else None
    ends = [resolve(staging.staged, staging.aliases, str(ref)) for ref in (operation.source, operation.target)]
    relation = staging.staged.ontology.relation(str(operation.edge_type))
    for later in staging.later.values():
        before = at_base(later)
        if (
            isinstance(before, Edge)
            and before.edge_id in staging.gone
            and [before.source, before.target] == ends
            and relation is not None
            and before.edge_type == relation.name
        ):
            return later
    return None
