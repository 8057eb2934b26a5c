"""The model as a document to read, review and file: a chapter for each type, a section for each element (B-79).

Sections are nested as the elements are composed. Words of the frame are in the language that the model itself speaks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from graphwright.formats.cleaning import clean
from graphwright.formats.markdown import one_line, paragraphs
from graphwright.graph.describe import in_language
from graphwright.graph.document import Graph
from graphwright.graph.foreign import id_of_readers, read_by_people
from graphwright.graph.language import language_spoken
from graphwright.interop.chapters import chapters_of, main_element, relations_of
from graphwright.interop.remarks import NumberedComment, node_of, remarks_of
from graphwright.languages import Language
from graphwright.protocol.base import JsonValue
from graphwright.protocol.comments import Comment
from graphwright.protocol.graph import Node

_DEEPEST: Final = 6
"""Markdown has no heading below; the numbers go on."""


class _Words(Struct, frozen=True, kw_only=True):
    title: str
    model: str
    figures: str
    comments: str
    resolved: str


_WORDS: Final[Mapping[Language, _Words]] = {
    "en": _Words(
        title="Specification: {name}",
        model="System model",
        figures="Revision {revision}: {nodes} elements, {edges} relations. Written from the model.",
        comments="Comments",
        resolved="resolved by {name}",
    ),
    "de": _Words(
        title="Spezifikation: {name}",
        model="Systemmodell",
        figures="Revision {revision}: {nodes} Elemente, {edges} Beziehungen. Aus dem Modell geschrieben.",
        comments="Kommentare",
        resolved="erledigt von {name}",
    ),
    "fr": _Words(
        title="Spécification : {name}",
        model="Modèle du système",
        figures="Révision {revision} : {nodes} éléments, {edges} relations. Écrit depuis le modèle.",
        comments="Commentaires",
        resolved="résolu par {name}",
    ),
}


def write_specification(graph: Graph, comments: Sequence[Comment] = (), *, project: str = "") -> str:
    """The whole document, with the comments on its elements in a chapter at its end.

    It is called by the one system of the model, else by its project.
    """
    made = _Specification(graph, language_spoken(graph), project)
    return "\n\n".join([*made.blocks(), *made.comments(comments)]) + "\n"


class _Specification:
    """A document in the making."""

    def __init__(self, graph: Graph, language: Language, project: str) -> None:
        self._graph = graph
        self._project = project
        self._language: Language = language
        self._say = _WORDS[language]
        self._chapters = [*chapters_of(graph)]

    def blocks(self) -> Iterator[str]:
        graph, say = self._graph, self._say
        main = main_element(graph)
        name = one_line(clean(self._project if main is None else main.name))
        yield f"# {say.title.format(name=name or say.model)}"
        yield say.figures.format(revision=graph.revision, nodes=len(graph.nodes), edges=len(graph.edges))
        for chapter in self._chapters:
            yield f"## {chapter.number} {in_language(chapter.node_type.title, self._language)}"
            yield f"*{in_language(chapter.node_type.meaning, self._language)}*"
            for number, node in chapter.sections:
                yield from self._section(node, number)

    def comments(self, comments: Sequence[Comment]) -> Iterator[str]:
        """The chapter of comments; none where nobody said anything."""
        if comments:
            yield f"## {len(self._chapters) + 1} {self._say.comments}"
            yield "\n".join(map(self._remark, remarks_of(comments)))

    def _remark(self, remark: NumberedComment) -> str:
        said, node = remark.comment, node_of(self._graph, remark.comment)
        about = one_line(clean(said.label)) if node is None else _named(node)
        begin = f"- {about}: " if remark.reply_to is None else "  - "
        person = one_line(clean(said.person.name))
        end = f" ({self._say.resolved.format(name=one_line(clean(remark.resolved_by)))})" if remark.resolved_by else ""
        return f"{begin}*{person}, {remark.time}*: {one_line(clean(said.text))}{end}"

    def _section(self, node: Node, number: str) -> Iterator[str]:
        level = min(_DEEPEST, 2 + number.count("."))
        yield f"{'#' * level} {number} {_named(node)}"
        if node.descr.strip():
            yield paragraphs(clean(node.descr))
        if facts := [*self._attributes(node), *self._relations(node)]:
            yield "\n".join(f"- {fact}" for fact in facts)

    def _attributes(self, node: Node) -> Iterator[str]:
        for name, value in read_by_people(node.attributes).items():
            yield f"{one_line(clean(name))}: {one_line(clean(_text(value)))}"

    def _relations(self, node: Node) -> Iterator[str]:
        for each in relations_of(self._graph, node):
            relation = in_language(self._graph.ontology.relations[each.edge_type].title, self._language)
            yield f"{relation} {each.arrow} {', '.join(map(_named, each.others))}"


def _named(node: Node) -> str:
    return f"{one_line(clean(node.name))} `{id_of_readers(node)}`"


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
