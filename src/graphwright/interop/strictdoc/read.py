"""StrictDoc documents as requirements and their parents; each keeps its place in its document."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from graphwright.graph.foreign import FOREIGN_PLACE, FOREIGN_SECTION, FOREIGN_TYPE
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.strictdoc.blocks import DocumentBlock, blocks_of
from graphwright.interop.strictdoc.grammar import PROSE, grammar_of
from graphwright.interop.strictdoc.places import SECTION, DocumentPosition, PlacedBlock, title_of
from graphwright.protocol.base import JsonValue

_HEAD: Final = frozenset({"DOCUMENT", "GRAMMAR"})
_TEXTS: Final = PROSE | {"DOCUMENT_FROM_FILE"}
_OWN: Final = frozenset({"MID", "UID", "TITLE", "STATEMENT", "RATIONALE"})
_LONG: Final[tuple[str, ...]] = ("STATEMENT", "RATIONALE", "COMMENT")
_EDGES: Final = frozenset({"Parent", "Child"})


class _Placed(NamedTuple):
    uid: str
    block: DocumentBlock
    place: DocumentPosition


def read_documents(builder: ImportBuilder, documents: Iterable[tuple[str, str]], *, is_folder: bool) -> None:
    """Requirements of all documents first, since one document names those of another as parents."""
    read = [(name, *_placed(builder, name, text)) for name, text in documents]
    known = {each.uid for _, _, found in read for each in found}
    for name, head, found in read:
        grammar = grammar_of(head)
        for at, each in enumerate(found):
            marks: dict[str, JsonValue] = {FOREIGN_PLACE: name} if is_folder else {}
            if at in {0, len(found) - 1}:  # whichever of the two is deleted here
                marks[FOREIGN_TYPE] = head
            each.place.others = [other for other in each.block.relations if not _is_edge(other, known)]
            each.place.repeated = each.block.repeated
            if each.place.others:
                each.place.order = [other.get("VALUE", "") for other in each.block.relations]
            kept = msgspec.json.encode(each.place).decode()
            if kept != "{}":
                marks[FOREIGN_SECTION] = kept
            element = grammar.get(each.block.tag)
            has_place = element is None or SECTION.upper() not in element.fields
            _requirement(builder, name, each, marks, section=title_of(each.place.path) if has_place else "")
    for _, _, found in read:
        for each in found:
            for relation in each.block.relations:
                _relation(builder, each.uid, relation)


def _placed(builder: ImportBuilder, name: str, text: str) -> tuple[str, list[_Placed]]:
    """The head of a document, and its requirements with what stands around them."""
    head: list[str] = []
    found: list[_Placed] = []
    waiting: list[PlacedBlock] = []
    path: list[str] = []
    filled: list[bool] = []
    kept = 0
    for block in blocks_of(text, name):
        if block.tag in _HEAD:
            head.append(block.text)
        elif block.tag == "SECTION" and block.is_end:
            if path and not filled.pop():
                waiting.append(PlacedBlock([*path]))
            del path[-1:]
        elif block.tag == "SECTION":
            filled = [True] * len(filled) + [False]
            path.append(block.text)
            kept += 1
        elif block.is_end:
            _close(block, waiting)
        else:
            filled = [True] * len(filled)
            if block.tag in _TEXTS:
                waiting.append(PlacedBlock([*path], block.text))
                kept += 1
                continue
            uid = block.fields.get("UID") or block.fields.get("MID") or f"{name}:{block.line}"
            short = [each for each in _LONG if each in block.fields and each not in block.long]
            found.append(
                _Placed(uid, block, DocumentPosition([*path], waiting, mid=block.fields.get("MID", ""), short=short))
            )
            waiting = []
    for each, following in pairwise(found):
        each.place.after = following.place.before
    if found:
        begin, found[0].place.before = found[0].place.before, []
        for each in (found[0], found[-1]):
            each.place.begin, each.place.end = begin, waiting
    if kept:
        builder.note("strictdocKept" if found else "strictdocLeft", kept)
    return "\n\n".join(head), found


def _close(end: DocumentBlock, waiting: list[PlacedBlock]) -> None:
    """A text that has an end keeps it."""
    if end.tag in _TEXTS and waiting:
        waiting[-1].text += f"\n{end.text}"


def _requirement(
    builder: ImportBuilder, name: str, each: _Placed, marks: dict[str, JsonValue], *, section: str
) -> None:
    fields = each.block.fields
    attributes: dict[str, JsonValue] = {key.lower(): value for key, value in fields.items() if key not in _OWN}
    attributes.pop("relations", None)
    if fields.get("RATIONALE"):
        attributes["rationale"] = fields["RATIONALE"].strip()
    files = [other.get("VALUE", "") for other in each.block.relations if other.get("TYPE") == "File"]
    if files:
        attributes["files"] = ", ".join(files)
    if section:
        attributes.setdefault(SECTION, section)
    builder.node(
        each.uid,
        "REQ",
        fields.get("TITLE") or each.uid,
        descr=fields.get("STATEMENT", "").strip(),
        attributes=attributes,
        kind=each.block.tag,
        marks=marks,
        place=f"{name}, line {each.block.line}",
    )


def _is_edge(relation: dict[str, str], known: set[str]) -> bool:
    return relation.get("TYPE") in _EDGES and relation.get("VALUE") in known


def _relation(builder: ImportBuilder, uid: str, relation: dict[str, str]) -> None:
    """A parent is refined by its child; one in a document that is not here is counted."""
    other, kind = relation.get("VALUE", ""), relation.get("TYPE")
    if kind not in _EDGES:
        return
    if other not in builder:
        builder.note("importElsewhere")
        return
    ends = (other, uid) if kind == "Parent" else (uid, other)
    role = relation.get("ROLE", "")
    builder.edge("satisfy", *ends, attributes={"role": role} if role else {})
