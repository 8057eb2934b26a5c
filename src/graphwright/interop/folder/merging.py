"""Three-way merge of a folder and the workbench: what only one side changed holds, by field; the rest is a conflict.

What comes out are the operations that bring the workbench to the merged model; the files are then written from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

from graphwright.graph.identity import parse_semantic_id
from graphwright.interop.folder.sides import (
    ATTRIBUTE,
    DESCR,
    NAME,
    EdgeKey,
    Fields,
    NodeKey,
    Side,
    said,
    value,
)
from graphwright.interop.folder.writing import path_of
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
)

Keep: TypeAlias = Literal["files", "workbench"]
KEEP: Final = ("files", "workbench")
"""Whose value holds where both changed the same."""
Key: TypeAlias = NodeKey | EdgeKey
AnyKey = TypeVar("AnyKey", NodeKey, EdgeKey, str)


class MergeResult(Struct, frozen=True):
    """What a merge comes to."""

    operations: list[Operation]
    places: dict[OperationId, str]
    """The file and line that each operation comes from."""
    conflicts: list[Problem]


def merge(base: Side | None, files: Side, here: Side, keep: Keep | None = None) -> MergeResult:
    """The operations for what the files changed since both agreed; without a base nothing was ever deleted."""
    merging = _Merging(base or Side({}, {}, {}, {}), files, here, keep)
    merging.merge()
    return MergeResult(merging.operations, merging.places, merging.conflicts)


class _Merging:
    def __init__(self, base: Side, files: Side, here: Side, keep: Keep | None) -> None:
        self._base, self._files, self._here, self._keep = base, files, here, keep
        self._by_ref = {key.ref: key for side in (base, here, files) for key in side.nodes}
        self._linked = {
            end: key
            for key, now in here.edges.items()
            if base.edges.get(key) != now
            for end in (key.source, key.target)
        }
        """An edge of each node that the workbench made or changed."""
        self._deleted: set[str] = set()
        self.operations: list[Operation] = []
        self.places: dict[OperationId, str] = {}
        self.conflicts: list[Problem] = []

    def merge(self) -> None:
        """Nodes before edges; what goes, goes last."""
        deletions: list[NodeKey] = []
        for key in _all(self._base.nodes, self._files.nodes, self._here.nodes):
            now = self._here.nodes.get(key)
            wanted = self._wanted(key, self._base.nodes.get(key), self._files.nodes.get(key), now)
            if wanted is None and now is not None and key.ref in self._linked:
                wanted = self._linked_since(key, now)
            if wanted is None and now is not None:
                deletions.append(key)
                self._deleted.add(key.ref)
            elif wanted is not None and wanted != now:
                self._put_node(key, wanted, now)
        for known_by in _all(self._base.edges, self._files.edges, self._here.edges):
            self._edge(known_by)
        for key in deletions:
            self.operations.append(NodeDelete(id=self._operation_id(key), ref=Ref(key.ref)))

    def _linked_since(self, key: NodeKey, now: Fields) -> Fields | None:
        """A node that is gone from the files, and whose edges the workbench changed meanwhile."""
        if self._keep is None:
            self._conflict(key, "edgeOfGone", id=said(key), edge=said(self._linked[key.ref]))
        return None if self._keep == "files" else now

    def _edge(self, key: EdgeKey) -> None:
        before, told, now = (side.edges.get(key) for side in (self._base, self._files, self._here))
        if now is not None and {key.source, key.target} & self._deleted:
            return  # it goes with its node
        wanted = self._wanted(key, before, told, now)
        if wanted == now:
            return
        if wanted is None:
            self.operations.append(EdgeDelete(id=self._operation_id(key), ref=Ref(self._here.edge_ids[key])))
        elif now is None:
            self.operations.append(
                EdgeCreate(
                    id=self._operation_id(key),
                    edge_type=key.edge_type,
                    source=Ref(key.source),
                    target=Ref(key.target),
                    attributes=_attributes(wanted),
                )
            )
        else:
            self.operations.append(
                EdgeUpdate(
                    id=self._operation_id(key),
                    ref=Ref(self._here.edge_ids[key]),
                    set=EdgeSet(attributes=_attributes(_new(wanted, now))),
                    unset=_unset(wanted, now),
                )
            )

    def _put_node(self, key: NodeKey, wanted: Fields, now: Fields | None) -> None:
        if now is None:
            self.operations.append(_node_create(self._operation_id(key), key, wanted))
            return
        new = _new(wanted, now)
        self.operations.append(
            NodeUpdate(
                id=self._operation_id(key),
                ref=Ref(key.ref),
                set=NodeSet(name=_field(new, NAME), descr=_field(new, DESCR), attributes=_attributes(new)),
                unset=_unset(wanted, now),
            )
        )

    def _wanted(self, key: Key, before: Fields | None, told: Fields | None, now: Fields | None) -> Fields | None:
        """What an element shall be; the workbench's side where both changed the same and nobody said whose holds."""
        if told in (now, before):
            return now
        if now == before:
            return told
        if told is None or now is None:
            changed = _listed(_new(told or now or {}, before or {}))
            if self._keep is None and told is None:
                self._conflict(key, "filesGone", id=said(key), changes=changed)
            elif self._keep is None:
                self._conflict(key, "workbenchGone", id=said(key), changes=changed)
            return told if self._keep == "files" else now
        return self._by_field(key, before or {}, told, now)

    def _by_field(self, key: Key, before: Fields, told: Fields, now: Fields) -> Fields:
        merged: dict[str, str] = {}
        for field in _all(before, told, now):
            was, there, here = before.get(field), told.get(field), now.get(field)
            wanted = here if there in (here, was) else there
            if there != here and was not in (there, here):
                wanted = there if self._keep == "files" else here
                if self._keep is None:
                    values = {"before": _shown(was), "files": _shown(there), "workbench": _shown(here)}
                    self._conflict(key, "bothChanged", id=said(key), field=field.removeprefix(ATTRIBUTE), **values)
            if wanted is not None:
                merged[field] = wanted
        return merged

    def _conflict(self, key: Key, case: str, **values: str) -> None:
        self.conflicts.append(
            Problem(code="conflict", case=case, path=self._place(key), values={**values}, candidates=[])
        )

    def _operation_id(self, key: Key) -> OperationId:
        operation_id = OperationId(f"s{len(self.places) + 1}")
        self.places[operation_id] = self._place(key)
        return operation_id

    def _place(self, key: Key) -> str:
        """Where it stands, or the file in which it stood."""
        if (place := self._files.places.get(key)) is not None:
            return place
        node = key if isinstance(key, NodeKey) else self._by_ref[key.source]
        return self._files.places.get(node) or path_of(node.node_type, node.ref)


def _all(*sides: Iterable[AnyKey]) -> dict[AnyKey, None]:
    """Every key once, in the order of the sides."""
    return dict.fromkeys(chain.from_iterable(sides))


def _node_create(operation_id: OperationId, key: NodeKey, fields: Fields) -> NodeCreate:
    is_semantic = parse_semantic_id(key.ref) is not None
    return NodeCreate(
        id=operation_id,
        node_type=key.node_type,
        name=_field(fields, NAME) or "",
        descr=_field(fields, DESCR) or "",
        semantic_id=key.ref if is_semantic else None,
        temp_id=None if is_semantic else key.ref,
        attributes=_attributes(fields),
    )


def _new(wanted: Fields, now: Fields) -> Fields:
    return {field: text for field, text in wanted.items() if now.get(field) != text}


def _unset(wanted: Fields, now: Fields) -> list[str]:
    return [field.removeprefix(ATTRIBUTE) for field in now if field.startswith(ATTRIBUTE) and field not in wanted]


def _attributes(fields: Fields) -> dict[str, JsonValue]:
    return {field.removeprefix(ATTRIBUTE): value(text) for field, text in fields.items() if field.startswith(ATTRIBUTE)}


def _field(fields: Fields, name: str) -> str | None:
    held = value(fields[name]) if name in fields else None
    return held if isinstance(held, str) else None


def _shown(text: str | None) -> str:
    return "-" if text is None else text


def _listed(fields: Mapping[str, str]) -> str:
    return ", ".join(f"{field.removeprefix(ATTRIBUTE)}: {_shown(text)}" for field, text in fields.items()) or "-"
