"""StrictDoc documents as requirements and their parents; each keeps its place in its document."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from graphwright.graph.foreign import FOREIGN_GRAMMAR, FOREIGN_PLACE, FOREIGN_SECTION, FOREIGN_TYPE
from graphwright.graph.sections import SECTION
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.made_names import first_words
from graphwright.interop.strictdoc.blocks import DocumentBlock, blocks_of
from graphwright.interop.strictdoc.grammar import PROSE, grammar_as_seen, grammar_file, grammar_of
from graphwright.interop.strictdoc.places import DocumentPosition, PlacedBlock, title_of
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


def read_documents(
    builder: ImportBuilder,
    documents: Iterable[tuple[str, str]],
    *,
    is_folder: bool,
    grammars: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Requirements of all documents first, since one document names those of another as parents.

    `grammars`: the files of a folder that documents may have theirs from.
    """
    read = [(name, *_placed(builder, name, text)) for name, text in documents]
    known = {each.uid for _, _, found in read for each in found}
    for name, head, found in read:
        beside = _grammar_beside(name, head, found, grammars)
        grammar = grammar_of(head, beside)
        for at, each in enumerate(found):
            marks: dict[str, JsonValue] = {FOREIGN_PLACE: name} if is_folder else {}
            if at in {0, len(found) - 1}:  # whichever of the two is deleted here
                marks |= {FOREIGN_TYPE: head, **({FOREIGN_GRAMMAR: beside} if beside else {})}
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


def _grammar_beside(name: str, head: str, found: Iterable[_Placed], grammars: Mapping[str, str]) -> str:
    """What stands in the file that a document has its grammar from, else what it must allow at least."""
    file = grammar_file(head)
    if not file:
        return ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
    return grammars[path] if path in grammars else grammar_as_seen(each.block for each in found)


def _placed(builder: ImportBuilder, name: str, text: str) -> tuple[str, list[_Placed]]:
    """The head of a document, and its requirements with what stands around them."""
    reading = _DocumentReading(name)
    for block in blocks_of(text, name):
        reading.take(block)
    found, waiting = reading.found, reading.waiting
    for each, following in pairwise(found):
        each.place.after = following.place.before
    if found:
        begin, found[0].place.before = found[0].place.before, []
        for each in (found[0], found[-1]):
            each.place.begin, each.place.end = begin, waiting
    if reading.kept:
        builder.note("strictdocKept" if found else "strictdocLeft", reading.kept)
    return "\n\n".join(reading.head), found


class _DocumentReading:
    """A document, block by block."""

    def __init__(self, name: str) -> None:
        self.head: list[str] = []
        self.found: list[_Placed] = []
        self.waiting: list[PlacedBlock] = []
        """What stands behind the last requirement."""
        self.kept = 0
        """Sections and texts."""
        self._name = name
        self._path: list[str] = []
        self._filled: list[bool] = []
        """Of each section around: does it hold anything?"""
        self._made: Counter[str] = Counter()

    def take(self, block: DocumentBlock) -> None:
        """The next block."""
        if block.tag in _HEAD:
            self.head.append(block.text)
        elif block.is_end and (block.tag == "SECTION" or self._closes(block)):
            if self._path and not self._filled.pop():
                self.waiting.append(PlacedBlock([*self._path]))
            del self._path[-1:]
        elif block.is_end:
            _close(block, self.waiting)
        elif block.tag == "SECTION":
            self._filled = [True] * len(self._filled) + [False]
            self._path.append(block.text)
            self.kept += 1
        else:
            self._filled = [True] * len(self._filled)
            if block.tag in _TEXTS:
                self.waiting.append(PlacedBlock([*self._path], block.text))
                self.kept += 1
            else:
                self._requirement(block)

    def _closes(self, end: DocumentBlock) -> bool:
        """Does it close a requirement that holds others?"""
        return bool(self._path) and self._path[-1].startswith(f"[[{end.tag}]]")

    def _requirement(self, block: DocumentBlock) -> None:
        fields = block.fields
        uid = fields.get("UID") or fields.get("MID") or ""
        place = DocumentPosition([*self._path], self.waiting, mid=fields.get("MID", ""), is_made=not uid)
        place.short = [each for each in _LONG if each in fields and each not in block.long]
        uid = uid or _made_id(self._name, block, self._made)
        self.found.append(_Placed(uid, block, place))
        self.waiting = []
        if block.text.startswith("[["):
            place.opens = f"[[{block.tag}]]\nUID: {uid}\nTITLE: {fields.get('TITLE') or uid}"
            self._path.append(place.opens)
            self._filled.append(True)


def _made_id(name: str, block: DocumentBlock, made: Counter[str]) -> str:
    """What a requirement without an id is known by: its title or first words, wherever in its document it stands."""
    words = block.fields.get("TITLE") or first_words(block.fields.get("STATEMENT", ""), block.tag)
    made[words] += 1
    return f"{name}: {words}" + (f" ({made[words]})" if made[words] > 1 else "")


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
