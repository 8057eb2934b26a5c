"""One operation as JSON, in any form it may come in, as operations of ours (seed 000 sections 3, 6 and 11; A-02..A-10).

Read, never asked for: the seeds' `type`/`data` form, flat or with nested `relationships`, with temp ids, semantic ids,
uuids or mixed, `Name` or `name` (K-08), long or short relation words, with or without `id` and `dependsOn`; and our own
form, recognised by `op`. What cannot be read is a problem that names the field; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from graphwright.protocol.base import UNSET, JsonValue, UnsetType
from graphwright.protocol.ids import OperationId, Ref
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
    Problem,
    ProblemCode,
)

JsonObject: TypeAlias = Mapping[str, JsonValue]

_NAME: Final = ("Name", "name")
_DESCR: Final = ("Descr", "descr", "description", "Description")
_RELATION: Final = ("relType", "relationType", "edgeType", "relationshipType", "relation")
_ID_KINDS: Final = ("TempId", "SemanticId", "Uuid", "Id", "NodeId")
_SOURCE: Final = ("source", *(f"source{kind}" for kind in _ID_KINDS))
_TARGET: Final = ("target", *(f"target{kind}" for kind in _ID_KINDS))
_ITSELF: Final = ("ref", "nodeId", "uuid", "semanticId", "tempId")
_EDGE_ITSELF: Final = ("ref", "edgeId", "uuid")
_PROJECT: Final = ("projectId", "project", "workspace", "graphKey")
_NOT_ATTRIBUTES: Final = frozenset({*_NAME, *_DESCR, "semanticId", "uuid", "tempId", "type", "nodeType", "attributes"})
_RELATIONSHIP_TYPES: Final = {
    "create-relationship": "create",
    "create-edge": "create",
    "update-relationship": "update",
    "update-edge": "update",
    "delete-relationship": "delete",
    "delete-edge": "delete",
}


class UnreadableField(Exception):
    """A field is missing or has the wrong form."""

    def __init__(self, field: str, message: str, *, code: ProblemCode = "malformed") -> None:
        super().__init__(message)
        self.field = field
        self.message = message
        self.code: ProblemCode = code


def read_operation(raw: JsonObject, *, position: int, projects: frozenset[str]) -> list[Operation] | Problem:
    """One JSON object as operations: one, or several where relationships are nested in it.

    `projects` are the names that the project answers to; an operation that names another one is refused.
    """
    operation_id = _text(raw, ("id", "operationId")) or f"op-{position + 1}"
    path = f"$.operations[{position}]"
    try:
        _same_project(raw, projects)
        return _own_form(raw, operation_id) if "op" in raw else _seed_form(raw, operation_id)
    except UnreadableField as unreadable:
        return Problem(
            code=unreadable.code,
            operation_id=OperationId(operation_id),
            path=f"{path}.{unreadable.field}",
            message=unreadable.message,
            hint="Send the operation again in the documented form.",
            candidates=[],
        )


def _own_form(raw: JsonObject, operation_id: str) -> list[Operation]:
    try:
        operation: Operation = msgspec.convert({"id": operation_id, **raw}, Operation)
    except msgspec.ValidationError as error:
        message, _, field = str(error).partition(" - at `$.")
        raise UnreadableField(field.rstrip("`") or "op", message) from None
    return [operation]


def _seed_form(raw: JsonObject, operation_id: str) -> list[Operation]:
    kind = _text(raw, ("type", "action")) or ""
    if kind in _RELATIONSHIP_TYPES or (kind in {"create", "update", "delete"} and _is_relationship(raw)):
        return [_relationship(raw, _RELATIONSHIP_TYPES.get(kind, kind), operation_id)]
    if kind == "create":
        return _create(raw, operation_id)
    if kind == "update":
        return [_update(raw, operation_id), *_nested(raw, operation_id)]
    if kind == "delete":
        return [NodeDelete(id=OperationId(operation_id), depends_on=_depends_on(raw), ref=_itself(raw))]
    message = f"{kind!r} is no kind of operation; use create, update, delete or create-relationship"
    raise UnreadableField("type", message)


def _is_relationship(raw: JsonObject) -> bool:
    return "nodeType" not in raw and any(key in raw for key in _RELATION) and "relationships" not in raw


def _create(raw: JsonObject, operation_id: str) -> list[Operation]:
    data = _object(raw, "data")
    node_type = _text(raw, ("nodeType",)) or _text(data, ("type", "nodeType"))
    name = _text(data, _NAME) or _text(raw, _NAME)
    if node_type is None:
        raise UnreadableField("nodeType", "a create operation needs a nodeType")
    if name is None:
        raise UnreadableField("data.Name", "a new node needs a name")
    temp_id = _text(raw, ("tempId",)) or _text(data, ("tempId",))
    semantic_id = _text(data, ("semanticId",)) or _text(raw, ("semanticId",))
    node = NodeCreate(
        id=OperationId(operation_id),
        depends_on=_depends_on(raw),
        node_type=node_type,
        name=name,
        descr=_text(data, _DESCR) or _text(raw, _DESCR) or "",
        temp_id=UNSET if temp_id is None else temp_id,
        semantic_id=UNSET if semantic_id is None else semantic_id,
        attributes=_attributes(data) or UNSET,
    )
    return [node, *_nested(raw, operation_id)]


def _nested(raw: JsonObject, operation_id: str) -> list[Operation]:
    """`relationships[{type, sourceTempId, targetTempId}]` inside an operation (A-04)."""
    nested = raw.get("relationships", [])
    if not isinstance(nested, list) or not all(isinstance(item, dict) for item in nested):
        raise UnreadableField("relationships", "relationships must be a list of objects")
    edges: list[Operation] = []
    for number, item in enumerate(nested, start=1):
        if isinstance(item, dict):
            edges.append(_relationship({"relType": item.get("type"), **item}, "create", f"{operation_id}.{number}"))
    return edges


def _relationship(raw: JsonObject, kind: str, operation_id: str) -> Operation:
    data = _object(raw, "data")
    relation = _text(raw, _RELATION) or _text(data, (*_RELATION, "type"))
    source = _text(raw, _SOURCE) or _text(data, _SOURCE)
    target = _text(raw, _TARGET) or _text(data, _TARGET)
    itself = _text(raw, _EDGE_ITSELF)
    missing = next((field for field, value in _ends(relation, source, target) if value is None), None)
    if missing is not None and (kind == "create" or itself is None):
        raise UnreadableField(missing, f"a relationship needs its {missing}")
    attributes = {key: value for key, value in data.items() if key not in {*_RELATION, *_SOURCE, *_TARGET, "type"}}
    depends_on = _depends_on(raw)
    if kind == "create":
        return EdgeCreate(
            id=OperationId(operation_id),
            depends_on=depends_on,
            edge_type=relation or "",
            source=Ref(source or ""),
            target=Ref(target or ""),
            attributes=attributes or UNSET,
        )
    addressed: EdgeUpdate | EdgeDelete
    if kind == "delete":
        addressed = EdgeDelete(id=OperationId(operation_id), depends_on=depends_on)
    else:
        addressed = EdgeUpdate(id=OperationId(operation_id), depends_on=depends_on, set=EdgeSet(attributes=attributes))
    if itself is not None:
        return replace(addressed, ref=Ref(itself))
    return replace(addressed, edge_type=relation, source=source, target=target)


def _ends(
    relation: str | None, source: str | None, target: str | None
) -> tuple[tuple[str, str | None], tuple[str, str | None], tuple[str, str | None]]:
    return ("relType", relation), ("source", source), ("target", target)


def _update(raw: JsonObject, operation_id: str) -> NodeUpdate:
    data = _object(raw, "data")
    name, descr = _text(data, _NAME), _text(data, _DESCR)
    return NodeUpdate(
        id=OperationId(operation_id),
        depends_on=_depends_on(raw),
        ref=_itself(raw),
        set=NodeSet(
            name=UNSET if name is None else name,
            descr=UNSET if descr is None else descr,
            attributes=_attributes(data) or UNSET,
        ),
    )


def _itself(raw: JsonObject) -> Ref:
    found = _text(raw, _ITSELF) or _text(_object(raw, "data"), _ITSELF)
    if found is None:
        raise UnreadableField("semanticId", "which node is meant is missing: give semanticId, nodeId or tempId")
    return Ref(found)


def _attributes(data: JsonObject) -> dict[str, JsonValue]:
    attributes = {key: value for key, value in data.items() if key not in _NOT_ATTRIBUTES}
    return {**attributes, **_object(data, "attributes")}


def _depends_on(raw: JsonObject) -> list[OperationId] | UnsetType:
    needs = raw.get("dependsOn")
    if needs is None or needs == []:
        return UNSET
    if not isinstance(needs, list) or not all(isinstance(need, str) for need in needs):
        raise UnreadableField("dependsOn", "dependsOn must be a list of operation ids")
    return [OperationId(str(need)) for need in needs]


def _object(raw: JsonObject, key: str) -> dict[str, JsonValue]:
    value = raw.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise UnreadableField(key, f"{key} must be an object")
    return value


def _text(raw: JsonObject, keys: tuple[str, ...]) -> str | None:
    """The first of these fields that is there. A number or list where text belongs is an error, never converted."""
    for key in keys:
        value = raw.get(key)
        if value is None:
            continue
        if not isinstance(value, str):
            raise UnreadableField(key, f"{key} must be text, not {type(value).__name__}")
        return value
    return None


def _same_project(raw: JsonObject, projects: frozenset[str]) -> None:
    named = _text(raw, _PROJECT)
    if named is not None and named not in projects:
        message = f"the operation is meant for project {named!r}, not for this one"
        raise UnreadableField("projectId", message, code="accessDenied")
