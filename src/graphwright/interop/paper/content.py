"""What a specification says, before it is known on what: cover, chapters, sections, traces and diagrams. Pure.

Chapters and sections are those of the specification in Markdown: one chapter for each type, nested as the elements are
composed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.formats.cleaning import clean
from graphwright.graph.describe import in_language
from graphwright.graph.document import Graph
from graphwright.graph.foreign import id_of_readers, read_by_people
from graphwright.graph.language import language_spoken
from graphwright.interop.chapters import chapters_of, main_element, relations_of
from graphwright.interop.format import ExportRequest
from graphwright.interop.paper.diagrams import Diagram, diagrams_of
from graphwright.interop.paper.wording import PaperWords, paper_words
from graphwright.interop.scope import words_of
from graphwright.languages import Language
from graphwright.protocol.graph import Node

_SHOWN: Final = 16
"""Signs of the digest on each page; all of them are on the cover."""
_INLINE: Final = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<![*\w])\*(?=\S)([^*]+?)(?<=\S)\*(?![*\w])|`([^`]+)`")
_ITEM: Final = re.compile(r"\s*(?:[-*•]|\d+[.)]) +(.*)")
_ILLEGAL: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class StyledPiece(Struct, frozen=True, rename="camel"):
    """Words in one style."""

    text: str
    style: str = ""
    """`strong`, `emphasis`, `code`, or none."""


class Paragraph(Struct, frozen=True, rename="camel"):
    """A paragraph, or an item of a list."""

    runs: list[StyledPiece]
    is_item: bool = False


class Fact(Struct, frozen=True, rename="camel"):
    """An attribute or relation of an element: what it is, and its value."""

    name: str
    value: str


class PaperSection(Struct, frozen=True, rename="camel"):
    """An element."""

    number: str
    depth: int
    """2 for the sections of a chapter."""
    name: str
    known_as: str
    text: list[Paragraph]
    facts: list[Fact]


class PaperChapter(Struct, frozen=True, rename="camel"):
    """All elements of a type."""

    number: str
    title: str
    meaning: str
    sections: list[PaperSection]


class TraceLine(Struct, frozen=True, rename="camel"):
    """A requirement and what it is joined with."""

    known_as: str
    name: str
    satisfied: list[str]
    verified: list[str]


class PaperDocument(Struct, frozen=True, rename="camel"):
    """Everything that is printed."""

    title: str
    project: str
    revision: int
    baseline: str
    extract: str
    """Of which part of the model it tells; empty = of all."""
    date: str
    digest: str
    figures: str
    chapters: list[PaperChapter]
    traces: list[TraceLine]
    traces_number: str
    diagrams: list[Diagram]
    language: Language
    words: PaperWords

    @property
    def stamp(self) -> str:
        """What stands on every page: which model, and of which state."""
        state = f"{self.words.baseline} {self.baseline} · " if self.baseline else ""
        part = f"{self.words.extract}: {self.extract} · " if self.extract else ""
        return f"{part}{state}{self.words.revision} {self.revision} · {self.digest[:_SHOWN]}"


def document_of(request: ExportRequest) -> PaperDocument:
    """The document of a graph."""
    return _PaperBuilder(request).document()


def digest_of(graph: Graph) -> str:
    """Of what a graph says: the same whenever and wherever it is written, another as soon as a word changes."""
    said = [
        [(node.node_id, node.node_type, node.semantic_id, node.name, node.descr, node.attributes)
         for node in sorted(graph.nodes.values(), key=lambda each: each.node_id)],
        [(edge.edge_id, edge.edge_type, edge.source, edge.target, edge.attributes)
         for edge in sorted(graph.edges.values(), key=lambda each: each.edge_id)],
    ]  # fmt: skip
    return hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()


def runs_of(line: str) -> list[StyledPiece]:
    """The words of a line in their styles."""
    found: list[StyledPiece] = []
    at = 0
    for match in _INLINE.finditer(line):
        if match.start() > at:
            found.append(StyledPiece(line[at : match.start()]))
        strong, emphasis, code = match.groups()
        style = "strong" if strong else "emphasis" if emphasis else "code"
        found.append(StyledPiece(strong or emphasis or code, style))
        at = match.end()
    return [*found, StyledPiece(line[at:])] if at < len(line) or not found else found


class _PaperBuilder:
    def __init__(self, request: ExportRequest) -> None:
        self._request = request
        self._graph = request.graph
        self._language: Language = language_spoken(request.graph)
        self._words = paper_words(self._language)

    def document(self) -> PaperDocument:
        graph, words = self._graph, self._words
        chapters = [*self._chapters()]
        return PaperDocument(
            title=self._title(),
            project=_line(self._request.name),
            revision=graph.revision,
            baseline=_line(self._request.baseline),
            extract=_line(words_of(graph, self._request.scope)),
            date=self._request.at.date().isoformat(),
            digest=digest_of(graph),
            figures=words.figures.format(nodes=len(graph.nodes), edges=len(graph.edges)),
            chapters=chapters,
            traces=[*self._traces()],
            traces_number=str(len(chapters) + 1),
            diagrams=diagrams_of(graph, words.decomposition, words.flow),
            language=self._language,
            words=words,
        )

    def _title(self) -> str:
        main = main_element(self._graph)
        return _line(self._request.name if main is None else main.name) or self._words.model

    def _chapters(self) -> Iterator[PaperChapter]:
        for chapter in chapters_of(self._graph):
            yield PaperChapter(
                str(chapter.number),
                in_language(chapter.node_type.title, self._language),
                in_language(chapter.node_type.meaning, self._language),
                [self._section(number, node) for number, node in chapter.sections],
            )

    def _section(self, number: str, node: Node) -> PaperSection:
        return PaperSection(
            number,
            number.count(".") + 1,
            _line(node.name),
            id_of_readers(node),
            [*_paragraphs(node.descr)],
            [*self._attributes(node), *self._relations(node)],
        )

    def _attributes(self, node: Node) -> Iterator[Fact]:
        for name, value in read_by_people(node.attributes).items():
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield Fact(_line(name), _line(text))

    def _relations(self, node: Node) -> Iterator[Fact]:
        for each in relations_of(self._graph, node):
            title = in_language(self._graph.ontology.relations[each.edge_type].title, self._language)
            yield Fact(f"{title} {each.arrow}", ", ".join(map(_named, each.others)))

    def _traces(self) -> Iterator[TraceLine]:
        graph = self._graph
        for node in graph.of_type("REQ"):
            satisfied, verified = graph.sources(node.node_id, "satisfy"), graph.targets(node.node_id, "verify")
            yield TraceLine(id_of_readers(node), _line(node.name), [*map(_named, satisfied)], [*map(_named, verified)])


def _named(node: Node) -> str:
    return f"{_line(node.name)} ({id_of_readers(node)})"


def _line(text: str) -> str:
    return _ILLEGAL.sub("", " ".join(clean(text).split()))


def _paragraphs(descr: str) -> Iterator[Paragraph]:
    """Each line is a paragraph of its own; one that begins like an item of a list is one."""
    for line in _ILLEGAL.sub("", clean(descr)).splitlines():
        item = _ITEM.fullmatch(line)
        if item is not None:
            yield Paragraph(runs_of(item[1].strip()), is_item=True)
        elif line.strip():
            yield Paragraph(runs_of(line.strip()))
