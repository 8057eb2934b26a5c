"""Our own graph inside a file of another format: what the format holds itself, and the rest as JSON beside it.

A file that carries it is read back exactly; its elements keep their ids, so a second import of it changes only what was
changed in the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.interop.report import ImportedModel, Report
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate

FIELDS: Final = frozenset({"id", "type", "name", "descr", "semanticId", "json", "label", "source", "target"})
"""Names that the file itself uses, so no attribute goes by them."""


def split(attributes: Mapping[str, JsonValue], reserved: frozenset[str] = FIELDS) -> tuple[dict[str, str], str]:
    """The attributes that are plain texts, and the others as JSON; empty where there are none."""
    plain = {
        key: value
        for key, value in attributes.items()
        if isinstance(value, str) and key not in reserved and key.isprintable() and value.isprintable()
    }
    others = {key: value for key, value in attributes.items() if key not in plain}
    return plain, json.dumps(others) if others else ""


def joined(plain: Mapping[str, JsonValue], others: str, place: str) -> dict[str, JsonValue]:
    """Attributes of both kinds again. `InvalidCommand` with the place where the JSON is none."""
    if not others:
        return {**plain}
    try:
        return {**plain, **msgspec.json.decode(others, type=dict[str, JsonValue])}
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InvalidCommand(f"{place}: the field json cannot be read: {error}") from None


class CarriedModel:
    """Collects the elements of such a file."""

    def __init__(self, format_name: str) -> None:
        self._format = format_name
        self._nodes: list[NodeCreate] = []
        self._edges: list[EdgeCreate] = []
        self._ids: set[str] = set()

    def node(
        self,
        node_id: str,
        node_type: str,
        name: str,
        *,
        descr: str,
        semantic_id: str,
        attributes: dict[str, JsonValue],
        place: str,
    ) -> None:
        """A node. `InvalidCommand` where its id stands twice."""
        if node_id in self._ids:
            raise InvalidCommand(f"{place}: the id {node_id!r} stands twice")
        self._ids.add(node_id)
        self._nodes.append(
            NodeCreate(
                id=OperationId(f"n{len(self._nodes) + 1}"),
                temp_id=node_id,
                semantic_id=semantic_id or None,
                node_type=node_type,
                name=name,
                descr=descr,
                attributes=attributes,
            )
        )

    def edge(self, kind: str, source: str, target: str, attributes: dict[str, JsonValue], place: str) -> None:
        """An edge between nodes that are there. `InvalidCommand` where one is not."""
        for end in (source, target):
            if end not in self._ids:
                raise InvalidCommand(f"{place}: no node has the id {end!r}")
        self._edges.append(
            EdgeCreate(
                id=OperationId(f"e{len(self._edges) + 1}"),
                edge_type=kind,
                source=Ref(source),
                target=Ref(target),
                attributes=attributes,
            )
        )

    def finish(self) -> ImportedModel:
        """Everything, and the report."""
        report = Report(format=self._format, nodes=len(self._nodes), edges=len(self._edges), notes=[])
        return ImportedModel(operations=[*self._nodes, *self._edges], report=report)
