"""Writes the diff form of Format E: operations as the lines that `diff` reads, and commits as such operations.

Used for the CHANGED capture, for the offline assistant's answers, and wherever a change set is shown as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, assert_never

from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.formats.attributes import write_attributes
from graphwright.formats.diff import PROPOSED
from graphwright.formats.elements import write_edge, write_node
from graphwright.formats.escape import escape, escape_ref
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Change, EdgeChange, NodeChange
from graphwright.protocol.ids import EdgeId, NodeId, OperationId, Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)

RefOf: TypeAlias = Callable[[NodeId], str]
"""How a node is called in the text: usually its semantic id."""
EdgeOperation: TypeAlias = EdgeCreate | EdgeUpdate | EdgeDelete


def write_diff(
    operations: Iterable[Operation],
    ontology: Ontology,
    *,
    base: str | None = None,
    graph: Graph | None = None,
    proposed: bool = False,
) -> str:
    """Operations as one `<operations>` block: nodes, then edges, each kind in the order given.

    Operation ids, `dependsOn` and temp ids of edges have no place in this form. Edges that are addressed by their id
    need the `graph` that has them; without it they are an `InvalidCommand`. `proposed`: people are to look at them.
    """
    lines = [PROPOSED if proposed else "<operations>"]
    if base is not None:
        lines.append(f"<base_snapshot>{base}</base_snapshot>")
    operations = list(operations)
    nodes = [
        write_node_operation(each) for each in operations if isinstance(each, NodeCreate | NodeUpdate | NodeDelete)
    ]
    edges = [each for each in operations if isinstance(each, EdgeOperation)]
    if nodes:
        lines += ["## Nodes", *nodes]
    if edges:
        lines += ["## Edges", *write_edge_operations(edges, ontology, graph=graph)]
    return "\n".join([*lines, "</operations>"])


def write_node_operation(operation: NodeCreate | NodeUpdate | NodeDelete) -> str:
    """One signed node line."""
    match operation:
        case NodeCreate():
            ref = operation.semantic_id or operation.temp_id or ""
            return f"+ {write_node(operation.name, operation.node_type, ref, operation.descr, operation.attributes)}"
        case NodeUpdate():
            return _node_update(operation)
        case NodeDelete():
            return f"- {escape_ref(operation.ref)}"
        case _:
            assert_never(operation)


def write_edge_operations(
    operations: Iterable[EdgeOperation], ontology: Ontology, *, graph: Graph | None = None
) -> list[str]:
    """Signed edge lines; neighbours that differ only in their target share one."""
    lines: list[str] = []
    group: _EdgeLine | None = None
    for operation in operations:
        line = _edge_line(operation, ontology, graph)
        if group is not None and group.takes(line):
            group.targets += line.targets
            continue
        if group is not None:
            lines.append(group.text())
        group = line
    return lines if group is None else [*lines, group.text()]


def operations_of(changes: Iterable[Change], ref_of: RefOf) -> list[Operation]:
    """What happened, as the operations that would do it: additions, changes, and removals as well (WB-06)."""
    operations: list[Operation] = []
    for number, change in enumerate(changes, start=1):
        operation_id = OperationId(f"op-{number}")
        if isinstance(change, NodeChange):
            operation = _node_operation(operation_id, change)
        else:
            operation = _edge_operation(operation_id, change, ref_of)
        if operation is not None:
            operations.append(operation)
    return operations


class _EdgeLine(Struct):
    """A signed edge line in the making."""

    sign: str
    source: str
    short: str
    targets: list[str]
    attributes: str

    def takes(self, other: _EdgeLine) -> bool:
        """Whether the other's target may stand on this line."""
        same = (self.sign, self.source, self.short) == (other.sign, other.source, other.short)
        return same and self.sign != "~" and not self.attributes and not other.attributes

    def text(self) -> str:
        line = f"{self.sign} {write_edge(self.source, self.short, self.targets, {})}"
        return f"{line} {self.attributes}" if self.attributes else line


def _edge_line(operation: EdgeOperation, ontology: Ontology, graph: Graph | None) -> _EdgeLine:
    edge_type, source, target = _ends(operation, graph)
    relation = ontology.relation(edge_type)
    short = edge_type if relation is None else relation.short
    match operation:
        case EdgeCreate():
            attributes = write_attributes(operation.attributes) if operation.attributes else ""
            return _EdgeLine("+", source, short, [target], attributes)
        case EdgeUpdate():
            attributes = write_attributes(operation.set.attributes, operation.unset)
            return _EdgeLine("~", source, short, [target], attributes)
        case EdgeDelete():
            return _EdgeLine("-", source, short, [target], "")
        case _:
            assert_never(operation)


def _ends(operation: EdgeOperation, graph: Graph | None) -> tuple[str, str, str]:
    """Relation, source and target of an edge, looked up when the operation names it by its id."""
    if operation.edge_type and operation.source and operation.target:
        return operation.edge_type, operation.source, operation.target
    edge = None
    if graph is not None and not isinstance(operation, EdgeCreate) and operation.ref:
        edge = graph.edges.get(EdgeId(operation.ref))
    if graph is None or edge is None:
        raise InvalidCommand(f"operation {operation.id!r}: an edge is written by its ends, and they are not known")
    return edge.edge_type, graph.nodes[edge.source].semantic_id, graph.nodes[edge.target].semantic_id


def _node_update(operation: NodeUpdate) -> str:
    given = operation.set
    line = f"~ {escape_ref(operation.ref)}"
    if given.descr:
        line += f"|{escape(given.descr)}"
    name = given.name if isinstance(given.name, str) else None
    clear = given.descr == ""
    if given.attributes or operation.unset or name is not None or clear:
        brackets = write_attributes(given.attributes, operation.unset, name=name, clear_descr=clear)
        line += f" {brackets}"
    return line


def _node_operation(operation_id: OperationId, change: NodeChange) -> Operation | None:
    before, after = change.before, change.after
    if after is None:
        return None if before is None else NodeDelete(id=operation_id, ref=Ref(before.semantic_id))
    if before is None:
        return NodeCreate(
            id=operation_id,
            node_type=after.node_type,
            name=after.name,
            descr=after.descr,
            semantic_id=after.semantic_id,
            attributes=after.attributes,
        )
    attributes, unset = _attribute_changes(before.attributes, after.attributes)
    return NodeUpdate(
        id=operation_id,
        ref=Ref(after.semantic_id),
        set=NodeSet(
            name=None if before.name == after.name else after.name,
            descr=None if before.descr == after.descr else after.descr,
            attributes=attributes,
        ),
        unset=unset,
    )


def _edge_operation(operation_id: OperationId, change: EdgeChange, ref_of: RefOf) -> Operation | None:
    before, after = change.before, change.after
    edge = after or before
    if edge is None:
        return None
    source, target = Ref(ref_of(edge.source)), Ref(ref_of(edge.target))
    if after is None:
        return EdgeDelete(id=operation_id, edge_type=edge.edge_type, source=source, target=target)
    if before is None:
        return EdgeCreate(
            id=operation_id,
            edge_type=edge.edge_type,
            source=source,
            target=target,
            attributes=edge.attributes,
        )
    attributes, unset = _attribute_changes(before.attributes, after.attributes)
    return EdgeUpdate(
        id=operation_id,
        edge_type=edge.edge_type,
        source=source,
        target=target,
        set=EdgeSet(attributes=attributes),
        unset=unset,
    )


def _attribute_changes(
    before: Mapping[str, JsonValue], after: Mapping[str, JsonValue]
) -> tuple[dict[str, JsonValue], list[str]]:
    """What an update sets and what it unsets."""
    changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return changed, [key for key in before if key not in after]
