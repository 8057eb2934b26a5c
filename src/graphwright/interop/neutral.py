"""`neutral-graph/1`: nodes with type and free name, edges by node id, as converters of other tools write it (K-19).

Fields of a node or edge beyond the common ones become attributes; the id it had stays as attribute `sourceId`, because
node ids are always new (ADR-05).
"""

from __future__ import annotations

from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.interop.pairs import ORIGINAL_KIND, EdgeFitter
from graphwright.interop.report import ImportedModel, Report
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation
from graphwright.protocol.wire import decode

FORMAT: Final = "neutral-graph/1"
SOURCE_ID: Final = "sourceId"

_NODE_FIELDS: Final = frozenset({"id", "type", "name", "descr"})
_EDGE_FIELDS: Final = frozenset({"type", "source", "target"})


class _Document(msgspec.Struct):
    nodes: list[dict[str, JsonValue]]
    edges: list[dict[str, JsonValue]]
    format: str = FORMAT


def read_neutral(data: bytes, ontology: Ontology) -> ImportedModel:
    """The operations that make such a document. `InvalidCommand` names the node or edge that cannot be read."""
    document = decode(data, _Document)
    if document.format != FORMAT:
        message = f"the file says it is {document.format!r}; only {FORMAT!r} can be read"
        raise InvalidCommand(message)
    operations: list[Operation] = []
    types: dict[str, str] = {}
    for position, node in enumerate(document.nodes):
        operations.append(_node(node, f"nodes[{position}]", ontology, types))
    fitting = EdgeFitter(ontology)
    for position, edge in enumerate(document.edges):
        operations.append(_edge(edge, position, types, fitting))
    report = Report(format=FORMAT, nodes=len(document.nodes), edges=len(document.edges), notes=fitting.notes())
    return ImportedModel(operations=operations, report=report)


def write_neutral(graph: Graph) -> bytes:
    """The graph in this form; a kept edge gets its original kind back."""
    nodes = [
        {"id": node.node_id, "type": node.node_type, "name": node.name, "descr": node.descr, **_free(node.attributes)}
        for node in graph.nodes.values()
    ]
    edges = [
        {
            "type": edge.attributes.get(ORIGINAL_KIND, edge.edge_type),
            "source": edge.source,
            "target": edge.target,
            **_free(edge.attributes),
        }
        for edge in graph.edges.values()
    ]
    return msgspec.json.encode({"format": FORMAT, "nodes": nodes, "edges": edges})


def _node(node: dict[str, JsonValue], path: str, ontology: Ontology, types: dict[str, str]) -> NodeCreate:
    node_id, word = _text(node, "id", path), _text(node, "type", path)
    node_type = ontology.node_type(word)
    if node_type is None:
        message = f"{path}.type: {word!r} is no node type; use one of {', '.join(ontology.node_types)}"
        raise InvalidCommand(message)
    if node_id in types:
        message = f"{path}.id: {node_id!r} stands twice"
        raise InvalidCommand(message)
    types[node_id] = node_type.name
    attributes = {key: value for key, value in node.items() if key not in _NODE_FIELDS}
    return NodeCreate(
        id=OperationId(f"n{len(types)}"),
        temp_id=node_id,
        node_type=node_type.name,
        name=_text(node, "name", path) or node_type.name.capitalize(),
        descr=_text(node, "descr", path, default=""),
        attributes={**attributes, SOURCE_ID: node_id},
    )


def _edge(edge: dict[str, JsonValue], position: int, types: dict[str, str], fitting: EdgeFitter) -> EdgeCreate:
    path = f"edges[{position}]"
    kind, source, target = (_text(edge, field, path) for field in ("type", "source", "target"))
    for field, end in (("source", source), ("target", target)):
        if end not in types:
            message = f"{path}.{field}: no node has the id {end!r}"
            raise InvalidCommand(message)
    fitted = fitting.fit(
        kind,
        source,
        target,
        source_type=types[source],
        target_type=types[target],
        attributes={key: value for key, value in edge.items() if key not in _EDGE_FIELDS},
    )
    return EdgeCreate(
        id=OperationId(f"e{position + 1}"),
        edge_type=fitted.edge_type,
        source=Ref(fitted.source),
        target=Ref(fitted.target),
        attributes=fitted.attributes,
    )


def _text(record: dict[str, JsonValue], field: str, path: str, *, default: str | None = None) -> str:
    value = record.get(field, default)
    if not isinstance(value, str):
        message = f"{path}.{field} must be text"
        raise InvalidCommand(message)
    return value


def _free(attributes: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {key: value for key, value in attributes.items() if key not in {SOURCE_ID, ORIGINAL_KIND}}
