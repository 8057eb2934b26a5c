"""A Doorstop folder as nodes and edges: items of documents for tests become tests, all others requirements.

Stamps of reviews, settings and places stay with the elements as attributes for machines, so that an export gives them
back. What Doorstop takes for granted (active, normative, not derived) is no attribute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.graph.foreign import FOREIGN_NAMED, FOREIGN_PLACE, FOREIGN_REVIEWED, FOREIGN_TYPE, MADE_NAME
from graphwright.graph.ontology import Ontology
from graphwright.interop.archives import read_archive
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.doorstop.items import SETTINGS, DoorstopDocument, Item, read_document, read_item
from graphwright.interop.doorstop.naming import id_of, uid_parts
from graphwright.interop.files import ForeignFile
from graphwright.interop.report import ImportedModel
from graphwright.protocol.base import JsonValue

GRANTED: Final[Mapping[str, JsonValue]] = {
    "active": True,
    "normative": True,
    "derived": False,
    "ref": "",
    "references": None,
}
"""Fields that every item has, and what they hold where nobody said anything."""
OWN: Final = frozenset({"header", "text", "links", "reviewed"})
"""Fields that are no attributes."""
_ENDINGS: Final = frozenset({".yml", ".yaml", ".md"})
_TESTS: Final = frozenset({"test", "tests", "tst", "ts", "tc"})
"""Prefixes of documents that hold tests."""
_REQUIREMENTS: Final = ("REQ", "NORM")
_LINK: Final = "satisfy"


class _FoundItem(msgspec.Struct):
    name: str
    document: DoorstopDocument
    fields: Item
    node_type: str
    element_id: str


def read_folder(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    """The operations that make the items of a packed folder. `InvalidCommand` names the file and line."""
    files = read_archive(file.data)
    documents = {
        str(path.parent): read_document("" if path.parent == PurePosixPath() else str(path.parent), files)
        for path in map(PurePosixPath, files)
        if path.name == SETTINGS
    }
    builder = ImportBuilder("doorstop", ontology)
    found = [*_items(files, documents, ontology)]
    known: dict[tuple[str, str], _FoundItem] = {}
    told: set[str] = set()
    for each in found:
        uid = PurePosixPath(each.name).stem
        parts = uid_parts(uid)
        if parts is None or parts in known:
            other = f"; it is {known[parts].name} too" if parts in known else ""
            raise InvalidCommand(f"{each.name}: {uid!r} is no UID that tells this item from all others{other}")
        known[parts] = each
        _node(builder, each, is_first=each.document.path not in told)
        told.add(each.document.path)
    for each in found:
        for uid, stamp in _links(each):
            _edge(builder, each, known.get(uid_parts(uid) or ("", "")), stamp)
    kept = sum(1 + len(each.included) for each in documents.values() if each.path in told)
    if left := len(files) - len(found) - kept:
        builder.note("attachmentsLeft", left)
    return builder.finish()


def _items(
    files: Mapping[str, bytes], documents: Mapping[str, DoorstopDocument], ontology: Ontology
) -> Iterator[_FoundItem]:
    """Files that are called like items, in the innermost document they stand in."""
    kinds = [each for each in _REQUIREMENTS if each in ontology.node_types]
    if not kinds:
        names = " and no ".join(_REQUIREMENTS)
        raise InvalidCommand(f"profile {ontology.name!r} has no {names} that an item of Doorstop could become")
    for name, data in sorted(files.items()):
        path = PurePosixPath(name)
        document = next((documents[str(each)] for each in path.parents if str(each) in documents), None)
        if document is None or path.suffix not in _ENDINGS or uid_parts(path.stem) is None:
            continue
        if path.suffix == ".md" and not data.lstrip(b"\xef\xbb\xbf").startswith(b"---"):
            continue  # a page about the requirements
        is_test = document.prefix.lower() in _TESTS and "TEST" in ontology.node_types
        yield _FoundItem(
            name, document, read_item(name, data), "TEST" if is_test else kinds[0], id_of(path.stem)
        )  # fmt: skip


def _node(builder: ImportBuilder, each: _FoundItem, *, is_first: bool) -> None:
    fields, path = each.fields, PurePosixPath(each.name)
    descr = str(fields.get("text") or "").strip()
    header = " ".join(str(fields.get("header") or "").split())
    attributes = {
        key: value
        for key, value in fields.items()
        if key not in OWN and not (key in GRANTED and value in (GRANTED[key], None)) and value is not None
    }
    if "level" in attributes:
        attributes["level"] = str(attributes["level"])
    marks: dict[str, JsonValue] = {FOREIGN_NAMED: "header|text" if header else f"{MADE_NAME}|text"}
    if fields.get("reviewed"):
        marks[FOREIGN_REVIEWED] = fields["reviewed"]
    inside = path.relative_to(each.document.path)
    if inside.parent != PurePosixPath() or path.suffix == ".yaml":
        marks[FOREIGN_PLACE] = str(inside)
    if is_first:
        marks[FOREIGN_TYPE] = msgspec.json.encode(each.document).decode()
    builder.node(
        each.element_id,
        each.node_type,
        header or builder.made_name(descr, path.stem),
        descr=descr,
        attributes=attributes,
        kind=each.document.prefix,
        marks=marks,
        place=each.name,
    )


def _links(each: _FoundItem) -> Iterator[tuple[str, str]]:
    """The UIDs that an item leads to, each with the stamp of what was reviewed."""
    links = each.fields.get("links") or []
    if not isinstance(links, list):
        raise InvalidCommand(f"{each.name}: links must be a list of UIDs")
    for link in links:
        if isinstance(link, dict):
            yield from ((uid, str(stamp or "")) for uid, stamp in link.items())
        else:
            uid, _, stamp = str(link).partition(":")
            yield uid, stamp.strip()


def _edge(builder: ImportBuilder, each: _FoundItem, parent: _FoundItem | None, stamp: str) -> None:
    """A parent is refined by its child, and verified by its test."""
    if parent is None:
        builder.note("importElsewhere")
        return
    kind = "verify" if each.node_type == "TEST" and parent.node_type != "TEST" else _LINK
    marks: dict[str, JsonValue] = {FOREIGN_REVIEWED: stamp} if stamp else {}
    builder.edge(kind, parent.element_id, each.element_id, marks=marks, place=each.name)
