"""`needs`: the `needs.json` of sphinx-needs. Every element is a need; the rest stands as JSON in one field."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final, TypeAlias

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.carried import CarriedModel, joined, split
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import NodeId
from graphwright.protocol.texts import Term
from graphwright.protocol.wire import decode_with

_ID: Final = re.compile(r"[^A-Za-z0-9_]")
_OWN: Final = frozenset(
    {
        "id",
        "type",
        "type_name",
        "title",
        "content",
        "description",
        "node_id",
        "node_type",
        "semantic_id",
        "json",
        "edges",
    }
)
_FALLBACK: Final = "REQ"
_KINDS: Final = {"spec": "REQ", "impl": "MOD", "comp": "MOD", "swreq": "REQ", "sysreq": "REQ", "story": "UC"}
"""Types that projects of sphinx-needs often have and that are no words of ours."""
_MACHINE_WORDS: Final = """
arch docname lineno external_url section_name sections parts is_need is_part parent_need
parent_needs parent_needs_back target_id target_node doctype type_color type_prefix type_style
full_title is_external is_import is_modified modifications has_dead_links has_forbidden_dead_links
"""
_MACHINE: Final = frozenset(_MACHINE_WORDS.split())
"""Fields by which sphinx-needs draws and finds; no fact of the need."""
Need: TypeAlias = dict[str, JsonValue]


class _Version(msgspec.Struct):
    needs: dict[str, Need]


class _File(msgspec.Struct):
    versions: dict[str, _Version]
    current_version: str = ""


_EDGES: Final = msgspec.json.Decoder(list[tuple[str, str, dict[str, JsonValue]]])
"""What leaves a need that we wrote: kind, target and attributes."""


def _recognise(file: ForeignFile) -> bool:
    return "versions" in file.fields and "current_version" in file.fields


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    found = file.decoded(_File)
    version = found.versions.get(found.current_version) or next(iter(found.versions.values()), None)
    if version is None:
        raise InvalidCommand("versions: the file holds no version; build the needs again")
    needs = version.needs
    if needs and all("node_id" in need and _text(need, "node_type") in ontology.node_types for need in needs.values()):
        return _own(needs)
    return _foreign(needs, ontology)


def _own(needs: dict[str, Need]) -> ImportedModel:
    """Needs that we wrote."""
    model = CarriedModel("needs")
    for key, need in needs.items():
        plain: dict[str, JsonValue] = {
            name: value for name, value in need.items() if name not in _OWN and isinstance(value, str)
        }
        model.node(
            _text(need, "node_id"),
            _text(need, "node_type"),
            _text(need, "title"),
            descr=_text(need, "content"),
            semantic_id=_text(need, "semantic_id"),
            attributes=joined(plain, _text(need, "json"), f"needs.{key}"),
            place=f"needs.{key}",
        )
    for key, need in needs.items():
        for kind, target, attributes in _edges(need, f"needs.{key}"):
            model.edge(kind, _text(need, "node_id"), target, attributes, f"needs.{key}")
    return model.finish()


def _edges(need: Need, place: str) -> list[tuple[str, str, dict[str, JsonValue]]]:
    """`InvalidCommand` with the place where they cannot be read."""
    try:
        return decode_with(_EDGES, _text(need, "edges") or "[]")
    except InvalidCommand as error:
        raise InvalidCommand(f"{place}: the field edges cannot be read: {error.message}") from None


def _foreign(needs: dict[str, Need], ontology: Ontology) -> ImportedModel:
    """Needs of other projects: links between them, of whatever kind, are edges of that kind."""
    builder = ImportBuilder("needs", ontology)
    for key, need in needs.items():
        kind = _text(need, "type")
        known = ontology.node_type(kind) or ontology.node_type(_KINDS.get(kind, ""))
        if known is None:
            builder.note("importUntyped")
        free: dict[str, JsonValue] = {
            name: value
            for name, value in need.items()
            if name not in _OWN and name not in _MACHINE and isinstance(value, str) and value
        }
        builder.node(
            key,
            _FALLBACK if known is None else known.name,
            _text(need, "title") or key,
            descr=_text(need, "content") or _text(need, "description"),
            attributes=free,
            kind=kind,
            place=f"needs.{key}",
        )
    for key, need in needs.items():
        for name, value in need.items():
            if name in _OWN or name in _MACHINE or name.endswith("_back") or not isinstance(value, list):
                continue
            for target in value:
                if isinstance(target, str) and target in needs:
                    builder.edge("relation" if name == "links" else name, key, target, place=f"needs.{key}.{name}")
                elif name == "links":
                    builder.note("importElsewhere")
    return builder.finish()


def _write(request: ExportRequest) -> WrittenModel:
    graph = request.graph
    reserved = _OWN | _MACHINE | {"links", *graph.ontology.relations}
    ids: dict[NodeId, str] = {node.node_id: _ID.sub("_", node.semantic_id) for node in graph.nodes.values()}
    if len({*ids.values()}) < len(ids):  # two ids that are no longer told apart
        ids = {node_id: f"{name}_{number}" for number, (node_id, name) in enumerate(ids.items(), 1)}
    needs: dict[str, Need] = {}
    for node in graph.nodes.values():
        plain, others = split(node.attributes, reserved)
        links: defaultdict[str, list[JsonValue]] = defaultdict(list)
        edges: list[JsonValue] = []
        for edge in graph.outgoing(node.node_id):
            links["links" if edge.edge_type == "relation" else edge.edge_type].append(ids[edge.target])
            edges.append([edge.edge_type, edge.target, edge.attributes])
        needs[ids[node.node_id]] = {
            **plain,
            "id": ids[node.node_id],
            "type": node.node_type.lower(),
            "title": node.name,
            "content": node.descr,
            "node_id": node.node_id,
            "node_type": node.node_type,
            "semantic_id": node.semantic_id,
            "json": others,
            "edges": msgspec.json.encode(edges).decode(),
            **links,
        }
    version = {"needs": needs, "needs_amount": len(needs)}
    document = {"current_version": "1", "project": request.name, "versions": {"1": version}}
    notes = [Term(key="notes.withoutEdgeIds")] if graph.edges else []
    return WrittenModel(msgspec.json.format(msgspec.json.encode(document), indent=1), notes)


def _text(need: Need, field: str) -> str:
    value = need.get(field)
    return value if isinstance(value, str) else ""


NEEDS: Final = Format(
    name="needs",
    title="sphinx-needs",
    endings=("json",),
    media="application/json",
    recognise=_recognise,
    read=_read,
    write=_write,
)
