"""Requirements and tests as a Doorstop folder: documents that came in are given back, others get one for each type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from graphwright.graph.document import Graph
from graphwright.graph.foreign import (
    FOREIGN_KIND,
    FOREIGN_NAMED,
    FOREIGN_PLACE,
    FOREIGN_REVIEWED,
    FOREIGN_TYPE,
    MADE_NAME,
    read_by_people,
)
from graphwright.graph.statement import TEXT, has_own_text, statement_of
from graphwright.interop.archives import write_archive
from graphwright.interop.doorstop.items import (
    MARKDOWN,
    SETTINGS,
    DoorstopDocument,
    Item,
    write_item,
    write_settings,
)
from graphwright.interop.doorstop.naming import uid_of, uid_parts
from graphwright.interop.doorstop.read import GRANTED, OWN
from graphwright.interop.foreign_view import foreign_id
from graphwright.interop.format import ExportRequest, WrittenModel
from graphwright.interop.made_names import is_made
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.texts import Term

TYPES: Final = ("REQ", "TEST")
"""What has items of its own."""
LINKS: Final = frozenset({("satisfy", "REQ", "REQ"), ("verify", "REQ", "TEST")})
_LEVEL: Final = re.compile(r"\d+(?:\.\d+)*")
_DOCUMENTS: Final = msgspec.json.Decoder(DoorstopDocument)


def write_folder(request: ExportRequest) -> WrittenModel:
    """The folder as an archive, and what it does not hold."""
    writing = _FolderBuilder(request.graph)
    files = dict(writing.files())
    return WrittenModel(write_archive(files), writing.losses())


class _FolderBuilder:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._nodes = [node for kind in TYPES for node in graph.of_type(kind)]
        self._left: Counter[str] = Counter()
        known = [*_known_documents(self._nodes)]
        self._documents = {each.prefix: each for each in known}
        self._default: dict[str, str] = {}
        self._of = {node.node_id: self._document(node) for node in self._nodes}
        self._uids = self._all_uids()
        self._last_level = self._highest_levels()

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every file by its path, settings first."""
        if not self._documents:
            self._new(TYPES[0])  # an empty model is a document without items
        for document in self._documents.values():
            yield f"{document.path}/{SETTINGS}".lstrip("/"), write_settings(document)
            for name, text in document.included.items():
                yield f"{document.path}/{name}".lstrip("/"), text.encode()
        for node in self._nodes:
            document = self._of[node.node_id]
            path = f"{document.path}/{self._place(node, document)}".lstrip("/")
            yield path, write_item(self._fields(node), item_format=document.item_format)

    def losses(self) -> list[Term]:
        """What the folder has no place for, counted."""
        graph, left = self._graph, self._left
        left["exportNodes"] += len(graph.nodes) - len(self._nodes)
        for edge in graph.edges.values():
            is_link = (edge.edge_type, *(graph.nodes[end].node_type for end in (edge.source, edge.target))) in LINKS
            left["exportEdges"] += not is_link
            left["edgeAttributesLeft"] += is_link and bool(read_by_people(edge.attributes))
        return [Term(key=f"notes.{key}", values={"count": count}) for key, count in sorted(left.items()) if count]

    # documents ------------------------------------------------------------------------------------------------------

    def _document(self, node: Node) -> DoorstopDocument:
        """The one that an element came from, else that of its type."""
        kind = node.attributes.get(FOREIGN_KIND)
        if isinstance(kind, str) and kind in self._documents:
            self._default.setdefault(node.node_type, kind)
            return self._documents[kind]
        prefix = self._default.get(node.node_type) or self._met(node.node_type) or self._new(node.node_type)
        self._default[node.node_type] = prefix
        return self._documents[prefix]

    def _met(self, node_type: str) -> str:
        """The first document that elements of a type came from."""
        kinds = (str(each.attributes.get(FOREIGN_KIND)) for each in self._nodes if each.node_type == node_type)
        return next((kind for kind in kinds if kind in self._documents), "")

    def _new(self, node_type: str) -> str:
        """A document for a type; all documents hang together, since Doorstop knows only one root."""
        parent = next(iter(self._documents), "")
        taken = {each.path for each in self._documents.values()}
        path = next(name for name in (node_type.lower(), f"graphwright-{node_type.lower()}") if name not in taken)
        self._documents[node_type] = DoorstopDocument(path=path, prefix=node_type, parent=parent)
        return node_type

    # items ----------------------------------------------------------------------------------------------------------

    def _all_uids(self) -> dict[NodeId, str]:
        uids: dict[NodeId, str] = {}
        taken: set[tuple[str, str] | None] = set()
        for node in self._nodes:
            prefix = self._of[node.node_id].prefix
            uid = uid_of(foreign_id(node), node.semantic_id, prefix)
            if uid_parts(uid) in taken:
                uid = uid_of("", node.semantic_id, prefix)
            uids[node.node_id] = uid
            taken.add(uid_parts(uid))
        return uids

    def _highest_levels(self) -> Counter[str]:
        highest: Counter[str] = Counter()
        for node in self._nodes:
            prefix = self._of[node.node_id].prefix
            highest[prefix] = max(highest[prefix], int((_level(node) or "0").partition(".")[0]))
        return highest

    def _place(self, node: Node, document: DoorstopDocument) -> str:
        """Where in its document an item stands, if it came from there."""
        uid = self._uids[node.node_id]
        name = f"{uid}.md" if document.item_format == MARKDOWN else f"{uid}.yml"
        place = node.attributes.get(FOREIGN_PLACE)
        is_kept = isinstance(place, str) and place.rpartition("/")[2].rpartition(".")[0] == uid
        return str(place) if is_kept else name

    def _fields(self, node: Node) -> Item:
        attributes = self._kept(node)
        prefix = self._of[node.node_id].prefix
        level = _level(node)
        if not level:
            self._last_level[prefix] += 1
            level = str(self._last_level[prefix])
        uid = self._uids[node.node_id]
        named = str(node.attributes.get(FOREIGN_NAMED, ""))
        is_unnamed = named.startswith(MADE_NAME) and is_made(node.name, node.descr, uid)
        said = statement_of(node)
        granted = {key: value for key, value in GRANTED.items() if value is not None}
        return {
            **granted,
            **attributes,
            "header": "" if is_unnamed else f"{node.name}\n",
            "level": _level_value(level),
            "links": self._links(node),
            "reviewed": node.attributes.get(FOREIGN_REVIEWED),
            "text": f"{said}\n" if said else "",
        }

    def _kept(self, node: Node) -> dict[str, JsonValue]:
        """Attributes that an item has a place for; the others are counted."""
        kept: dict[str, JsonValue] = {}
        self._left["exportAttributes"] += bool(node.descr) and has_own_text(node)
        for key, value in read_by_people(node.attributes).items():
            if key == TEXT and value == statement_of(node):
                continue
            if key in OWN or (key == "level" and not _level(node)) or not _is_valid(key, value):
                self._left["exportAttributes"] += 1
            else:
                kept[key] = value
        return kept

    def _links(self, node: Node) -> list[JsonValue]:
        """The parents of an item, each with the stamp that it came with."""
        found: list[tuple[str, JsonValue]] = []
        for edge in self._graph.incoming(node.node_id):
            source = self._graph.nodes[edge.source]
            if (edge.edge_type, source.node_type, node.node_type) in LINKS:
                found.append((self._uids[edge.source], edge.attributes.get(FOREIGN_REVIEWED)))
        return [{uid: stamp} for uid, stamp in sorted(found, key=lambda each: each[0])]


def _known_documents(nodes: list[Node]) -> Iterator[DoorstopDocument]:
    """Documents that elements came from; other tools keep other things in the same place."""
    for node in nodes:
        told = node.attributes.get(FOREIGN_TYPE)
        if isinstance(told, str):
            try:
                yield _DOCUMENTS.decode(told)
            except msgspec.MsgspecError:
                continue


def _level(node: Node) -> str:
    """The place in the outline, where an element has a sound one."""
    level = str(node.attributes.get("level", ""))
    return level if _LEVEL.fullmatch(level) and int(level.partition(".")[0]) else ""


def _level_value(level: str) -> JsonValue:
    """A level as Doorstop writes it: a number where the number says the same."""
    if level.isdigit():
        return int(level)
    return float(level) if level.count(".") == 1 and str(float(level)) == level else level


def _is_valid(key: str, value: JsonValue) -> bool:
    """Would Doorstop take this value?"""
    if key == "references":
        return isinstance(value, list) and bool(value) and all(map(_is_reference, value))
    if key == "ref":
        return isinstance(value, str)
    return not (key in GRANTED and not isinstance(value, bool))


def _is_reference(value: JsonValue) -> bool:
    return isinstance(value, Mapping) and value.get("type") == "file" and isinstance(value.get("path"), str)
