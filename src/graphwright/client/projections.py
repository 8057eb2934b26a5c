"""The three canvases as updates: an event becomes updates of chat, text and graph canvas. Pure.

Two kinds were added later (`node-delete`, `edge-update`), and a table for FCHAIN (A-52, A-61). A canvas is what its
updates add up to; the browser has the same functions (tests/golden).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

from msgspec import field

from graphwright.graph.document import former_ids
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.graph import Change, Edge, Node, NodeChange
from graphwright.protocol.ids import EdgeId, MessageId, NodeId
from graphwright.protocol.operations import Finding
from graphwright.protocol.threads import Message, text_of
from graphwright.text.messages import message_of

TABLES: Final = ("SYS", "ACTOR", "UC", "FCHAIN", "FUNC", "FLOW", "REQ", "TEST", "MOD", "SCHEMA")
"""The tables of the text canvas, one for each node type of profile `systems` (A-52)."""


class ChatMetadata(Record, frozen=True, kw_only=True):
    """What came of a message."""

    operations_executed: int
    nodes_created: int
    relationships_created: int


class ChatUpdate(Record, frozen=True, kw_only=True, tag_field="type", tag="message"):
    """A message of the chat canvas (A-50). It comes again when its proposal is accepted later."""

    uuid: MessageId
    sender: Literal["user", "assistant"]
    content: str
    timestamp: str
    metadata: ChatMetadata | None = None


class Violation(Record, frozen=True, kw_only=True):
    """A rule that a row breaks."""

    rule: str
    severity: str
    message: str


class ValidationStatus(Record, frozen=True, kw_only=True):
    """Whether a row keeps the rules, as far as its commit found out."""

    is_valid: bool
    violations: list[Violation]


class TextUpdate(Record, frozen=True, kw_only=True):
    """A row of a table of the text canvas (A-51). `data` begins with `uuid`, `Name` and `Descr`."""

    type: Literal["row-add", "row-update", "row-delete"]
    table: str
    data: dict[str, JsonValue]
    validation_status: ValidationStatus | None = None


class NodePosition(Record, frozen=True, kw_only=True):
    """Where a node was put by hand."""

    x: float
    y: float


class GraphNode(Record, frozen=True, kw_only=True):
    """A node of the graph canvas."""

    uuid: NodeId
    type: str
    name: str = field(name="Name")
    position: NodePosition | None = None


class GraphEdge(Record, frozen=True, kw_only=True):
    """An edge of the graph canvas."""

    uuid: EdgeId
    type: str
    source_uuid: NodeId
    target_uuid: NodeId


class GraphUpdate(Record, frozen=True, kw_only=True):
    """A change of the graph canvas (A-60, A-61): of one node or of one edge."""

    type: Literal["node-add", "node-update", "node-delete", "edge-add", "edge-update", "edge-delete"]
    node: GraphNode | None = None
    edge: GraphEdge | None = None


Positions: TypeAlias = Mapping[NodeId, tuple[float, float]]


def chat_update(message: Message, metadata: ChatMetadata | None) -> ChatUpdate:
    """A completed message, with what came of it."""
    return ChatUpdate(
        uuid=message.message_id,
        sender="user" if message.author.kind == "person" else "assistant",
        content=text_of(message.parts),
        timestamp=_made_at(message.message_id),
        metadata=metadata,
    )


def what_came_of_it(changes: Sequence[Change]) -> ChatMetadata:
    """The figures of a commit. Edges that went with a deleted node belong to the operation that deleted it."""
    created = [change for change in changes if change.before is None]
    nodes = sum(isinstance(change, NodeChange) for change in created)
    operations = {change.operation_id for change in changes if change.operation_id is not None}
    return ChatMetadata(
        operations_executed=len(operations), nodes_created=nodes, relationships_created=len(created) - nodes
    )


def in_all(parts: Iterable[ChatMetadata]) -> ChatMetadata:
    """What came of a message whose proposal was accepted in several parts."""
    figures = list(parts)
    return ChatMetadata(
        operations_executed=sum(figure.operations_executed for figure in figures),
        nodes_created=sum(figure.nodes_created for figure in figures),
        relationships_created=sum(figure.relationships_created for figure in figures),
    )


def text_updates(changes: Iterable[Change], introduced: Iterable[Finding] = ()) -> Iterator[TextUpdate]:
    """One row update for each node that a commit changed; relations give no row (A-62)."""
    broken: dict[NodeId, list[Finding]] = {}
    for finding in introduced:
        for node_id in finding.node_ids:
            broken.setdefault(node_id, []).append(finding)
    for change in changes:
        if not isinstance(change, NodeChange):
            continue
        if change.after is not None:
            kind: Literal["row-add", "row-update"] = "row-add" if change.before is None else "row-update"
            status = _status(broken.get(change.after.node_id, []))
            yield TextUpdate(type=kind, table=change.after.node_type, data=row(change.after), validation_status=status)
        elif change.before is not None:
            yield TextUpdate(type="row-delete", table=change.before.node_type, data=row(change.before))


def graph_updates(changes: Iterable[Change], positions: Positions) -> Iterator[GraphUpdate]:
    """One update for each node and edge that a commit changed."""
    for change in changes:
        if isinstance(change, NodeChange):
            yield from _node_update(change.before, change.after, positions)
        else:
            yield from _edge_update(change.before, change.after)


def row(node: Node) -> dict[str, JsonValue]:
    """A node as a row. An attribute cannot take the place of the node's own fields."""
    own: dict[str, JsonValue] = {"uuid": node.node_id, "Name": node.name, "Descr": node.descr}
    return {**own, **{key: value for key, value in node.attributes.items() if key not in own}}


def drawn_node(node: Node, positions: Positions) -> GraphNode:
    """A node as the graph canvas shows it; one that took the place of others stands in theirs until it is moved."""
    ids = (node.node_id, *map(NodeId, former_ids(node)))
    place = next((positions[each] for each in ids if each in positions), None)
    position = None if place is None else NodePosition(x=place[0], y=place[1])
    return GraphNode(uuid=node.node_id, type=node.node_type, name=node.name, position=position)


def drawn_edge(edge: Edge) -> GraphEdge:
    """An edge as the graph canvas shows it."""
    return GraphEdge(uuid=edge.edge_id, type=edge.edge_type, source_uuid=edge.source, target_uuid=edge.target)


def _node_update(before: Node | None, after: Node | None, positions: Positions) -> Iterator[GraphUpdate]:
    if after is None:
        if before is not None:
            yield GraphUpdate(type="node-delete", node=drawn_node(before, positions))
    else:
        yield GraphUpdate(type="node-add" if before is None else "node-update", node=drawn_node(after, positions))


def _edge_update(before: Edge | None, after: Edge | None) -> Iterator[GraphUpdate]:
    if after is None:
        if before is not None:
            yield GraphUpdate(type="edge-delete", edge=drawn_edge(before))
    else:
        yield GraphUpdate(type="edge-add" if before is None else "edge-update", edge=drawn_edge(after))


def _status(findings: Sequence[Finding]) -> ValidationStatus:
    return ValidationStatus(
        is_valid=not any(finding.severity == "error" for finding in findings),
        violations=[
            Violation(rule=finding.rule_id, severity=finding.severity, message=message_of(finding, "en"))
            for finding in findings
        ],
    )


def _made_at(message_id: MessageId) -> str:
    """When a message began: a UUIDv7 starts with its milliseconds."""
    milliseconds = int(message_id.replace("-", "")[:12], 16)
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
