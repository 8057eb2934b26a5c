"""The model as a document to read, review and file: a chapter for each type, a section for each element (B-79).

Sections are nested as the elements are composed. Words of the frame are in the language that the model itself speaks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from graphwright.formats.cleaning import clean
from graphwright.formats.markdown import one_line, paragraphs
from graphwright.graph.describe import in_language
from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.graph.language import language_spoken
from graphwright.graph.query import roots
from graphwright.languages import Language
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

_DEEPEST: Final = 6
"""Markdown has no heading below; the numbers go on."""


class _Words(Struct, frozen=True, kw_only=True):
    title: str
    model: str
    figures: str


_WORDS: Final[Mapping[Language, _Words]] = {
    "en": _Words(
        title="Specification: {name}",
        model="System model",
        figures="Revision {revision}: {nodes} elements, {edges} relations. Written from the model.",
    ),
    "de": _Words(
        title="Spezifikation: {name}",
        model="Systemmodell",
        figures="Revision {revision}: {nodes} Elemente, {edges} Beziehungen. Aus dem Modell geschrieben.",
    ),
    "fr": _Words(
        title="Spécification : {name}",
        model="Modèle du système",
        figures="Révision {revision} : {nodes} éléments, {edges} relations. Écrit depuis le modèle.",
    ),
}


def write_specification(graph: Graph) -> str:
    """The whole document."""
    return "\n\n".join(_Specification(graph, language_spoken(graph)).blocks()) + "\n"


class _Specification:
    """A document in the making."""

    def __init__(self, graph: Graph, language: Language) -> None:
        self._graph = graph
        self._language: Language = language
        self._say = _WORDS[language]

    def blocks(self) -> Iterator[str]:
        graph, say = self._graph, self._say
        yield f"# {say.title.format(name=self._name())}"
        yield say.figures.format(revision=graph.revision, nodes=len(graph.nodes), edges=len(graph.edges))
        types = sorted(graph.ontology.node_types.values(), key=lambda each: each.order)
        for number, each in enumerate((each for each in types if graph.count(each.name)), 1):
            yield f"## {number} {in_language(each.title, self._language)}"
            yield f"*{in_language(each.meaning, self._language)}*"
            tops = [node for node in graph.of_type(each.name) if not self._is_nested(node)]
            yield from self._sections(tops, f"{number}")

    def _name(self) -> str:
        """That of the element that everything belongs to, where there is one."""
        tops = roots(self._graph)
        first = [top for top in tops if top.node_type == tops[0].node_type]
        return one_line(clean(first[0].name)) if len(first) == 1 else self._say.model

    def _is_nested(self, node: Node) -> bool:
        """Is it part of an element of its own chapter?"""
        parent = self._graph.parent(node.node_id)
        return parent is not None and parent.node_type == node.node_type

    def _sections(self, nodes: Iterable[Node], prefix: str) -> Iterator[str]:
        """Elements in depth, without recursion: a model may be deeper than a stack."""
        waiting = [(node, f"{prefix}.{at}") for at, node in enumerate(nodes, 1)][::-1]
        while waiting:
            node, number = waiting.pop()
            yield from self._section(node, number)
            parts = [each for each in self._graph.children(node.node_id) if each.node_type == node.node_type]
            own = [each for each in parts if self._graph.parent(each.node_id) == node]
            waiting += [(each, f"{number}.{at}") for at, each in enumerate(own, 1)][::-1]

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
        """What it leads to and what leads to it, relation by relation."""
        leaving, arriving = self._graph.outgoing(node.node_id), self._graph.incoming(node.node_id)
        yield from self._grouped("→", ((edge.edge_type, edge.target) for edge in leaving))
        yield from self._grouped("←", ((edge.edge_type, edge.source) for edge in arriving))

    def _grouped(self, arrow: str, others: Iterable[tuple[str, NodeId]]) -> Iterator[str]:
        found: dict[str, list[str]] = {}
        for edge_type, other in others:
            found.setdefault(edge_type, []).append(_named(self._graph.nodes[other]))
        for edge_type, names in found.items():
            relation = in_language(self._graph.ontology.relations[edge_type].title, self._language)
            yield f"{relation} {arrow} {', '.join(names)}"


def _named(node: Node) -> str:
    return f"{one_line(clean(node.name))} `{node.semantic_id}`"


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
