"""Whether a change set made on an older revision still means what its author saw (ADR-06).

Per element and attribute: a touched element that was deleted is a conflict; an attribute that somebody set since is one
unless both set the same value; everything else is disjoint and is rebased silently. A conflict shows both values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Change, Edge, Node, NodeChange
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import EdgeSet, NodeSet, Problem

Since: TypeAlias = Mapping[str, Node | Edge | None]
"""What elements were at the base revision, for those that commits changed since; `None` = did not exist."""

NOTHING_SINCE: Since = {}


def since(changes: Iterable[Change]) -> dict[str, Node | Edge | None]:
    """The values at the base, from all changes since in order."""
    at_base: dict[str, Node | Edge | None] = {}
    for change in changes:
        at_base.setdefault(element_id(change), change.before)
    return at_base


def element_id(change: Change) -> str:
    """The id of the node or edge a change is about."""
    if isinstance(change, NodeChange):
        node = change.after or change.before
        return "" if node is None else node.node_id
    edge = change.after or change.before
    return "" if edge is None else edge.edge_id


def fields_of(element: Node | Edge) -> dict[str, JsonValue]:
    """What an update may set on an element, flat: name, descr and each attribute."""
    fields: dict[str, JsonValue] = {f"attributes.{key}": value for key, value in element.attributes.items()}
    if isinstance(element, Node):
        fields["name"] = element.name
        fields["descr"] = element.descr
    return fields


def fields_set(changes: NodeSet | EdgeSet, unset: list[str]) -> dict[str, JsonValue]:
    """What an update sets, flat; an unset attribute is set to nothing."""
    fields: dict[str, JsonValue] = {}
    if isinstance(changes, NodeSet):
        if changes.name is not None:
            fields["name"] = changes.name
        if changes.descr is not None:
            fields["descr"] = changes.descr
    fields |= {f"attributes.{key}": value for key, value in changes.attributes.items()}
    fields |= {f"attributes.{key}": None for key in unset}
    return fields


def update_conflicts(
    wanted: Mapping[str, JsonValue], at_base: Node | Edge | None, now: Node | Edge, operation_id: OperationId, path: str
) -> list[Problem]:
    """The fields that this update and somebody else both set, to different values."""
    before = {} if at_base is None else fields_of(at_base)
    current = fields_of(now)
    return [
        conflict(
            operation_id,
            f"{path}.set.{field}",
            "field",
            field=field,
            before=repr(before.get(field)),
            now=repr(current.get(field)),
            value=repr(value),
        )
        for field, value in wanted.items()
        if current.get(field) != before.get(field) and current.get(field) != value
    ]


def conflict(operation_id: OperationId, path: str, case: str, **values: str) -> Problem:
    """A conflict of one kind."""
    return Problem(code="conflict", case=case, operation_id=operation_id, path=path, values={**values}, candidates=[])
