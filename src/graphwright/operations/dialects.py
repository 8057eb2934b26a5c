"""One operation as JSON, in any form it may come in, as operations of ours (A-02..A-10).

Read, never asked for: the `type`/`data` form, flat or with nested `relationships`, with temp ids, semantic ids,
uuids or mixed, `Name` or `name` (K-08), long or short relation words, with or without `id` and `dependsOn`; calls of
tools that nobody offered (`create_node` with its arguments); nodes and edges to be made; and our own form, recognised
by `op`. What cannot be read is a problem that names the field; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from graphwright.formats.json_text import load_loose_json
from graphwright.formats.unreadable import UnreadableText
from graphwright.graph.composition import COMPOSE
from graphwright.graph.identity import parse_semantic_id
from graphwright.protocol.base import JsonValue
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
from graphwright.protocol.texts import Value

JsonObject: TypeAlias = Mapping[str, JsonValue]

_NAME: Final = ("Name", "name", "newName", "label", "title")
_DESCR: Final = ("Descr", "descr", "description", "Description", "newDescription")
_RELATION: Final = ("relType", "relationType", "edgeType", "relationshipType", "relation", "relationship")
_ID_KINDS: Final = ("TempId", "SemanticId", "Uuid", "Id", "NodeId", "Node")
_SOURCE: Final = ("source", "from", "sources", *(f"source{kind}" for kind in _ID_KINDS))
_TARGET: Final = ("target", "to", "targets", *(f"target{kind}" for kind in _ID_KINDS))
_ITSELF: Final = ("ref", "node", "nodeId", "uuid", "semanticId", "tempId")
_EDGE_ITSELF: Final = ("ref", "edgeId", "uuid")
_PROJECT: Final = ("projectId", "project", "workspace", "graphKey")
_OWN: Final = frozenset({"node.create", "node.update", "node.delete", "edge.create", "edge.update", "edge.delete"})
_FIELDS: Final = ("data", "set", "properties", "fields")
"""Where the values of an operation stand, when not beside its name."""
_KIND_KEYS: Final = ("op", "action", "operation", "change", "tool", "type")
_KIND: Final = re.compile(
    r"(?:propose_?)?(create|add|insert|new|make|connect|link|update|change|modify|edit|rename|set|delete|remove|drop)"
    r"_?(node|element|edge|relationship|relation|connection)?s?"
)
_VERBS: Final = {
    **dict.fromkeys(("create", "add", "insert", "new", "make", "connect", "link"), "create"),
    **dict.fromkeys(("update", "change", "modify", "edit", "rename", "set"), "update"),
    **dict.fromkeys(("delete", "remove", "drop"), "delete"),
}
_OF_EDGES: Final = frozenset({"edge", "relationship", "relation", "connection"})
_TOOL: Final = ("name", "tool", "toolName", "tool_name", "function")
_ARGUMENTS: Final = ("arguments", "parameters", "args", "params", "input")
_NOT_ATTRIBUTES: Final = frozenset(
    {
        *_NAME, *_DESCR, *_ITSELF, *_KIND_KEYS, *_FIELDS, *_PROJECT, "id", "operationId", "nodeType", "attributes",
        "dependsOn", "relationships", "reason", "parent", "unset", "removeAttributes",
    }
)  # fmt: skip
_NODE_LISTS: Final = ("nodes", "newNodes", "createNodes")
_EDGE_LISTS: Final = ("edges", "relationships", "relations", "newEdges", "createEdges")


class UnreadableField(UnreadableText):
    """A field is missing or has the wrong form."""

    def __init__(self, field: str, case: str, *, code: ProblemCode = "malformed", **values: Value) -> None:
        super().__init__(case, field=field, **values)
        self.field = field
        self.code: ProblemCode = code


class _Kind(NamedTuple):
    """What an operation does, and the field that says so."""

    verb: str
    of_edge: bool
    key: str


def is_operation(raw: JsonObject) -> bool:
    """Whether an object can only be meant as an operation."""
    raw = unwrapped(raw)
    return _kind(raw) is not None and not raw.keys() <= {"type"}


def elements_of(raw: JsonObject) -> Iterator[dict[str, JsonValue]]:
    """A graph in JSON, `nodes` and `edges`, as operations that make them; nothing where it is something else."""
    raw = _camel(raw)
    for keys, kind in ((_NODE_LISTS, "create"), (_EDGE_LISTS, "create-relationship")):
        for key in keys:
            listed = raw.get(key)
            for item in listed if isinstance(listed, list) else ():
                if isinstance(item, dict):
                    yield _to_make(item, kind)


def _to_make(item: dict[str, JsonValue], kind: str) -> dict[str, JsonValue]:
    """A node or an edge of a graph; its `type` is its own, and its `id` is what it is called."""
    item = _camel(item)
    own_type, own_id = item.pop("type", None), item.pop("id", None)
    if kind == "create":
        called = {} if own_id is None or "semanticId" in item else {_ref_key(own_id): own_id}
        return {"nodeType": own_type, **called, **item, "action": "create"}
    return {"relType": own_type, **item, "action": kind}


def _ref_key(own_id: JsonValue) -> str:
    return "semanticId" if isinstance(own_id, str) and parse_semantic_id(own_id) is not None else "tempId"


def read_operation(
    raw: JsonObject, *, position: int, projects: frozenset[str], first: int = 0
) -> list[Operation] | Problem:
    """One JSON object as operations: one, or several where relationships are nested in it.

    `projects` are the names that the project answers to; an operation that names another one is refused. `first`: so
    many operations were read before those whose positions are counted.
    """
    raw = unwrapped(raw)
    operation_id = _text(raw, ("id", "operationId")) if isinstance(raw.get("id"), str) else None
    if operation_id is None or parse_semantic_id(operation_id) is not None:
        operation_id = f"op-{first + position + 1}"
    path = f"$.operations[{position}]"
    try:
        _same_project(raw, projects)
        return _own_form(raw, operation_id) if raw.get("op") in _OWN else _seed_form(raw, operation_id)
    except UnreadableField as unreadable:
        return Problem(
            code=unreadable.code,
            case=unreadable.case,
            operation_id=OperationId(operation_id),
            path=f"{path}.{unreadable.field}",
            values=unreadable.values,
            candidates=[],
        )


def unwrapped(raw: JsonObject) -> dict[str, JsonValue]:
    """A call of a tool as the operation it asks for: `{"name": "create_node", "arguments": {...}}` and its kin."""
    inner = raw.get("function")
    if isinstance(inner, dict):
        return unwrapped({**inner, **({"id": raw["id"]} if "id" in raw else {})})
    tool = next((key for key in _TOOL if isinstance(raw.get(key), str)), "")
    arguments = next((raw[key] for key in _ARGUMENTS if key in raw), None)
    if isinstance(arguments, str):
        try:
            arguments = load_loose_json(arguments)
        except UnreadableText:
            arguments = None
    if tool and isinstance(arguments, dict):
        return {**_camel(arguments), **({"action": raw[tool]} if _is_call(raw, tool) else {})}
    if len(raw) == 1:
        ((key, value),) = raw.items()
        if isinstance(value, dict) and _KIND.fullmatch(_plain(key)):
            return {**_camel(value), "action": key}
    return _camel(raw)


def _is_call(raw: JsonObject, key: str) -> bool:
    value = raw.get(key)
    return isinstance(value, str) and _KIND.fullmatch(_plain(value)) is not None


def _camel(raw: JsonObject) -> dict[str, JsonValue]:
    """The same with `node_type` as `nodeType`."""
    if not any("_" in key for key in raw):
        return dict(raw)
    return {re.sub(r"(?<=[a-z])_([a-z])", lambda found: found[1].upper(), key): value for key, value in raw.items()}


@lru_cache(maxsize=256)
def _plain(word: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[-. ]", "_", word).casefold()


def _kind(raw: JsonObject) -> _Kind | None:
    for key in _KIND_KEYS:
        value = raw.get(key)
        if not isinstance(value, str):
            continue
        if value in _OWN:
            return _Kind(value.partition(".")[2], value.startswith("edge"), key)
        found = _KIND.fullmatch(_plain(value))
        if found is not None:
            return _Kind(_VERBS[found[1]], found[2] in _OF_EDGES or found[1] in {"connect", "link"}, key)
    return None


def _own_form(raw: JsonObject, operation_id: str) -> list[Operation]:
    try:
        operation: Operation = msgspec.convert({"id": operation_id, **raw}, Operation)
    except msgspec.ValidationError as error:
        message, _, field = str(error).partition(" - at `$.")
        raise UnreadableField(field.rstrip("`") or "op", "operation", reason=message) from None
    return [operation]


def _seed_form(raw: dict[str, JsonValue], operation_id: str) -> list[Operation]:
    kind = _kind(raw)
    if kind is None:
        said = _text(raw, ("op", "type", "action")) or ""
        raise UnreadableField("type", "kind", kind=repr(said))
    if kind.key != "type" and "nodeType" not in raw and isinstance(raw.get("type"), str):
        raw = {**raw, ("relType" if kind.of_edge or _has_ends(raw) else "nodeType"): raw["type"]}
    if kind.of_edge or _is_relationship(raw):
        return _relationships(raw, kind.verb, operation_id)
    if kind.verb == "create":
        return [*_create(raw, operation_id), *_inside_parent(raw, operation_id)]
    if kind.verb == "update":
        return [_update(raw, operation_id), *_nested(raw, operation_id)]
    return [NodeDelete(id=OperationId(operation_id), depends_on=_depends_on(raw), ref=_itself(raw))]


def _has_ends(raw: JsonObject) -> bool:
    return any(key in raw for key in _SOURCE) and any(key in raw for key in _TARGET)


def _is_relationship(raw: JsonObject) -> bool:
    return "nodeType" not in raw and "relationships" not in raw and any(key in raw for key in _RELATION)


def _given(raw: JsonObject) -> dict[str, JsonValue]:
    """The values of an operation, wherever they stand."""
    found = next((key for key in _FIELDS if raw.get(key) is not None), None)
    return {} if found is None else _camel(_object(raw, found))


def _create(raw: JsonObject, operation_id: str) -> list[Operation]:
    data = _given(raw)
    node_type = _text(raw, ("nodeType",)) or _text(data, ("type", "nodeType"))
    name = _text(data, _NAME) or _text(raw, _NAME)
    if node_type is None:
        raise UnreadableField("nodeType", "fieldMissing")
    if name is None:
        raise UnreadableField("data.Name", "fieldMissing")
    temp_id = _text(raw, ("tempId",)) or _text(data, ("tempId",))
    semantic_id = _text(data, ("semanticId",)) or _text(raw, ("semanticId",))
    if semantic_id is None and temp_id is None and isinstance(raw.get("id"), str):
        semantic_id = str(raw["id"]) if parse_semantic_id(str(raw["id"])) is not None else None
    node = NodeCreate(
        id=OperationId(operation_id),
        depends_on=_depends_on(raw),
        node_type=node_type,
        name=name,
        descr=_text(data, _DESCR) or _text(raw, _DESCR) or "",
        temp_id=temp_id,
        semantic_id=semantic_id,
        attributes=_attributes(raw, data),
    )
    return [node, *_nested(raw, operation_id)]


def _nested(raw: JsonObject, operation_id: str) -> list[Operation]:
    """`relationships[{type, sourceTempId, targetTempId}]` inside an operation (A-04)."""
    nested = raw.get("relationships", [])
    if not isinstance(nested, list) or not all(isinstance(item, dict) for item in nested):
        raise UnreadableField("relationships", "fieldObjects")
    edges: list[Operation] = []
    for number, item in enumerate(nested, start=1):
        if isinstance(item, dict):
            edges.append(_relationship({"relType": item.get("type"), **item}, "create", f"{operation_id}.{number}"))
    return edges


def _inside_parent(raw: JsonObject, operation_id: str) -> list[Operation]:
    """The edge to the node that a new node is to be a part of."""
    parent = _text(raw, ("parent",))
    data = _given(raw)
    name = next(
        (_text(each, (key,)) for key in ("tempId", "semanticId", "name") for each in (raw, data) if key in each), None
    )
    if parent is None or name is None:
        return []
    edge_id = OperationId(f"{operation_id}.parent")
    return [EdgeCreate(id=edge_id, edge_type=COMPOSE, source=Ref(parent), target=Ref(name))]


def _relationships(raw: JsonObject, kind: str, operation_id: str) -> list[Operation]:
    """One relationship, or several where an end is a list."""
    lists = {
        key: value for key in (*_SOURCE, *_TARGET) if isinstance(value := raw.get(key), list)
    }  # fmt: skip
    if not lists:
        return [_relationship(raw, kind, operation_id)]
    found: list[Operation] = []
    for ends in product(*lists.values()):
        edge_id = f"{operation_id}.{len(found) + 1}" if found else operation_id
        found.append(_relationship({**raw, **dict(zip(lists, ends, strict=True))}, kind, edge_id))
    if not found:
        raise UnreadableField(next(iter(lists)), "fieldMissing")
    return found


def _relationship(raw: JsonObject, kind: str, operation_id: str) -> Operation:
    data = _given(raw)
    relation = _text(raw, _RELATION) or _text(data, (*_RELATION, "type"))
    source = _text(raw, _SOURCE) or _text(data, _SOURCE)
    target = _text(raw, _TARGET) or _text(data, _TARGET)
    itself = _text(raw, _EDGE_ITSELF)
    missing = next((field for field, value in _ends(relation, source, target) if value is None), None)
    if missing is not None and (kind == "create" or itself is None):
        raise UnreadableField(missing, "fieldMissing")
    free = {key: value for key, value in data.items() if key not in {*_RELATION, *_SOURCE, *_TARGET, "type"}}
    attributes: dict[str, JsonValue] = {**free, **_object(raw, "attributes")}
    depends_on = _depends_on(raw)
    if kind == "create":
        return EdgeCreate(
            id=OperationId(operation_id),
            depends_on=depends_on,
            edge_type=relation or "",
            source=Ref(source or ""),
            target=Ref(target or ""),
            attributes=attributes,
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
    data = _given(raw)
    name, descr = _text(data, _NAME) or _text(raw, _NAME), _text(data, _DESCR) or _text(raw, _DESCR)
    unset = raw.get("unset") or raw.get("removeAttributes")
    return NodeUpdate(
        id=OperationId(operation_id),
        depends_on=_depends_on(raw),
        ref=_itself(raw),
        set=NodeSet(
            name=name,
            descr=descr,
            attributes=_attributes(raw, data),
        ),
        unset=[str(key) for key in unset] if isinstance(unset, list) else [],
    )


def _itself(raw: JsonObject) -> Ref:
    found = _text(raw, _ITSELF) or _text(_given(raw), _ITSELF) or _text(raw, ("id",))
    if found is None:
        raise UnreadableField("semanticId", "whichNode")
    return Ref(found)


def _attributes(raw: JsonObject, data: JsonObject) -> dict[str, JsonValue]:
    """Everything that is no field: from the values, and from beside them where the values stand in the operation."""
    beside: JsonObject = {} if data else raw
    free = {key: value for key, value in {**beside, **data}.items() if key not in _NOT_ATTRIBUTES}
    return {**free, **_object(raw, "attributes"), **_object(data, "attributes")}


def _depends_on(raw: JsonObject) -> list[OperationId]:
    needs = raw.get("dependsOn")
    if needs is None:
        return []
    if not isinstance(needs, list) or not all(isinstance(need, str) for need in needs):
        raise UnreadableField("dependsOn", "fieldIds")
    return [OperationId(str(need)) for need in needs]


def _object(raw: JsonObject, key: str) -> dict[str, JsonValue]:
    value = raw.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise UnreadableField(key, "fieldObject")
    return value


def _text(raw: JsonObject, keys: tuple[str, ...]) -> str | None:
    """The first of these fields that is there. A number or list where text belongs is an error, never converted."""
    for key in keys:
        value = raw.get(key)
        if value is None:
            continue
        if not isinstance(value, str):
            raise UnreadableField(key, "fieldText", type=type(value).__name__)
        return value
    return None


def _same_project(raw: JsonObject, projects: frozenset[str]) -> None:
    named = _text(raw, _PROJECT)
    if named is not None and named not in projects:
        raise UnreadableField("projectId", "project", code="accessDenied", project=repr(named))
