"""Stages what a change set says of nodes: create, update, delete. A part of `plan`."""

from __future__ import annotations

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.identity import parse_semantic_id, semantic_id
from graphwright.graph.ontology import NodeType
from graphwright.operations.conflicts import conflict, fields_set, whole
from graphwright.operations.refs import UnresolvedRef, names_of, resolve
from graphwright.operations.staging import Staging, merged
from graphwright.operations.values import normal, stored
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId, Ref, SemanticId
from graphwright.protocol.operations import NodeCreate, NodeDelete, NodeUpdate
from graphwright.protocol.texts import Values


def create_node(staging: Staging, path: str, operation: NodeCreate) -> None:
    """A new node, under the names that the change set gives it."""
    node_id = NodeId(staging.new_id())
    for name in names_of(operation):
        if name in staging.aliases:
            staging.report("duplicateRef", "newNode", operation.id, path, {"name": repr(name)})
            return
        staging.aliases[name] = node_id
    node_type = staging.staged.ontology.node_type(operation.node_type)
    if node_type is None:
        types = list(staging.staged.ontology.node_types)
        told: Values = {
            "type": repr(operation.node_type),
            "profile": repr(staging.staged.ontology.name),
            "types": [*types],
        }
        staging.report("malformed", "nodeType", operation.id, f"{path}.nodeType", told, candidates=types)
        return
    if _exists_already(staging, path, operation):
        # The name is that of the node that is there, so what else is said of it holds.
        del staging.aliases[str(operation.semantic_id)]
        return
    name, descr = normal(operation.name), normal(operation.descr)
    attributes = stored(operation.attributes, node_type)
    if staging.faulty(path, operation.id, name=name, descr=descr, attributes=attributes):
        return
    staging.staged.put_node(
        Node(
            node_id=node_id,
            semantic_id=_new_semantic_id(staging, node_type, name, operation.semantic_id),
            node_type=node_type.name,
            name=name,
            descr=descr,
            attributes=attributes,
            created_revision=staging.revision,
            revision=staging.revision,
        )
    )
    staging.operation_of_node[node_id] = operation.id


def _exists_already(staging: Staging, path: str, operation: NodeCreate) -> bool:
    wanted = operation.semantic_id
    if wanted is None or staging.keep_semantic_ids:
        # An import may bring an id that is taken: it is then only a name inside the import (ADR-05).
        return False
    if not _taken(staging.base, wanted):
        return False
    told: Values = {"id": repr(wanted)}
    staging.report("duplicateRef", "node", operation.id, f"{path}.semanticId", told, candidates=[wanted])
    return True


def _new_semantic_id(staging: Staging, node_type: NodeType, name: str, wanted: str | None) -> SemanticId:
    """The server assigns it (ADR-05); a well-formed free one of the right type is kept only where ids are imported."""
    if wanted is not None and _keeps(staging, node_type, wanted):
        return SemanticId(wanted)
    counter = staging.staged.counters.get(node_type.name, 0) + 1
    return semantic_id(name, type_word=_type_word(node_type), abbreviation=node_type.abbreviation, counter=counter)


def _keeps(staging: Staging, node_type: NodeType, wanted: str) -> bool:
    parsed = parse_semantic_id(wanted)
    well_formed = parsed is not None and parsed.abbreviation == node_type.abbreviation
    return staging.keep_semantic_ids and well_formed and not _taken(staging.staged, wanted)


def _taken(graph: Graph, wanted: str) -> bool:
    return any(graph.nodes[node_id].semantic_id == wanted for node_id in graph.find(wanted))


def update_node(staging: Staging, position: int, path: str, operation: NodeUpdate) -> None:
    """Other values for a node, unless somebody else set them since."""
    node = staging.node(path, "ref", operation.id, operation.ref)
    if node is None:
        return
    wanted = fields_set(operation.set, operation.unset)
    conflicts = staging.conflicts(wanted, node, operation.id, path, node.node_id)
    if conflicts:
        staging.problems += conflicts
        return
    name = node.name if operation.set.name is None else normal(operation.set.name)
    descr = node.descr if operation.set.descr is None else normal(operation.set.descr)
    changed = stored(operation.set.attributes, staging.staged.ontology.node_types.get(node.node_type))
    attributes = merged(node.attributes, changed, operation.unset)
    if staging.faulty(f"{path}.set", operation.id, name=name, descr=descr, attributes=attributes):
        return
    staging.resolved[position] = replace(operation, ref=Ref(staging.known(node.node_id, operation.ref)))
    if (name, descr, attributes) == (node.name, node.descr, node.attributes):
        staging.note("sameNode", operation.id, id=node.semantic_id)
        return
    updated = replace(node, name=name, descr=descr, attributes=attributes, revision=staging.revision)
    staging.staged.put_node(updated)
    staging.operation_of_node.setdefault(node.node_id, operation.id)


def delete_node(staging: Staging, position: int, path: str, operation: NodeDelete) -> None:
    """A node away, and its edges with it."""
    node_id = _deletable(staging, path, operation)
    if node_id is None:
        return
    staging.resolved[position] = replace(operation, ref=Ref(node_id))
    for edge in [*staging.staged.outgoing(node_id), *staging.staged.incoming(node_id)]:
        staging.staged.drop_edge(edge.edge_id)
        staging.operation_of_edge.setdefault(edge.edge_id, operation.id)
    staging.staged.drop_node(node_id)
    staging.operation_of_node.setdefault(node_id, operation.id)


def _deletable(staging: Staging, path: str, operation: NodeDelete) -> NodeId | None:
    found = resolve(staging.staged, {}, operation.ref)
    if isinstance(found, UnresolvedRef):
        if operation.ref in staging.gone:
            staging.note("goneNode", operation.id, ref=operation.ref)
        else:
            staging.unknown(operation.id, f"{path}.ref", found)
        return None
    if found in staging.later and staging.base.nodes.get(found) is not None:
        name = staging.base.nodes[found].semantic_id
        staging.problems.append(conflict(operation.id, f"{path}.ref", "changed", whole(staging.later[found]), id=name))
        return None
    # Its edges go with it, so nobody else may have touched them either.
    edges = (*staging.base.outgoing(found), *staging.base.incoming(found)) if staging.later else ()
    touched = next((edge for edge in edges if edge.edge_id in staging.later), None)
    if touched is not None:
        source, target = staging.base.nodes[touched.source], staging.base.nodes[touched.target]
        edge = f"{source.name} -{touched.edge_type}-> {target.name}"
        made = whole(staging.later[touched.edge_id])
        staging.problems.append(conflict(operation.id, f"{path}.ref", "edgeOfNode", made, edge=edge))
        return None
    return found


def _type_word(node_type: NodeType) -> str:
    """`FUNC` as the slug of a name without Latin letters: `Func`."""
    return node_type.name.capitalize()
