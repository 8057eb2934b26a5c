"""What a text mentions: its words, the elements that it names and the types that it says. It changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.grammar.records import Focus
from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import WRITTEN_ID, NodeIndex
from graphwright.offline.meaning.vocabulary import LONGEST_TYPE_WORD, node_type_of
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_WORD: Final = re.compile(rf"{WRITTEN_ID}|[^\W_]+(?:['’-][^\W_]+)*")


class SpokenWord(NamedTuple):
    """A word of a sentence and its place in it."""

    text: str
    folded: str
    start: int
    end: int


class NamedElement(NamedTuple):
    """An element that a sentence names, with the words that do."""

    node: Node
    start: int
    end: int


def spoken_words(text: str) -> tuple[SpokenWord, ...]:
    """The words of a text."""
    return tuple(SpokenWord(each[0], fold(each[0]), each.start(), each.end()) for each in _WORD.finditer(text))


def named_elements(text: str, graph: Graph, index: NodeIndex) -> tuple[NamedElement, ...]:
    """The elements that a text names; of several with one name those of the type that stands beside it."""
    found: list[NamedElement] = []
    for span in index.named_in(text):
        nodes = [graph.nodes[each.node_id] for each in span.nodes if each.node_id in graph.nodes]
        beside = types_beside(text, span.start, span.end)
        of_type = [each for each in nodes if each.node_type in beside] or nodes
        found += [NamedElement(each, span.start, span.end) for each in of_type]
    return tuple(found)


def focused(focus: Focus, index: NodeIndex, graph: Graph) -> Node | None:
    """The element that was spoken of last."""
    return next(spoken_of(focus, index, graph), None)


def spoken_of(focus: Focus, index: NodeIndex, graph: Graph) -> Iterator[Node]:
    """The elements that were spoken of, the newest first."""
    for element in focus.elements:
        found = [each for each in index.find(element.name) if each.node_id in graph.nodes]
        typed = [each for each in found if each.node_type == element.type] or found
        yield from typed[:1]


def spoken_last(focus: Focus, index: NodeIndex, graph: Graph) -> list[Node]:
    """All that was spoken of in the last turn."""
    newest = min((each.turns for each in focus.elements), default=0)
    last = tuple(each for each in focus.elements if each.turns == newest)
    return list(spoken_of(replace(focus, elements=last), index, graph))


def types_in(words: Sequence[SpokenWord]) -> list[tuple[str, SpokenWord]]:
    """The node types that words name, longest phrases first, with the last word of each."""
    found: list[tuple[str, SpokenWord]] = []
    at = 0
    while at < len(words):
        for count in range(LONGEST_TYPE_WORD, 0, -1):
            node_type = node_type_of(" ".join(each.text for each in words[at : at + count]))
            if node_type is not None and at + count <= len(words):
                found.append((node_type, words[at + count - 1]))
                at += count - 1
                break
        at += 1
    return found


def types_beside(text: str, start: int, end: int) -> set[str]:
    """The node types that stand right before or behind a place of a text."""
    before = [each.text for each in spoken_words(text[:start])][-LONGEST_TYPE_WORD:]
    after = [each.text for each in spoken_words(text[end:])][:LONGEST_TYPE_WORD]
    near = [" ".join(before[-count:]) for count in (1, 2, 3)] + [" ".join(after[:count]) for count in (1, 2, 3)]
    return {node_type for each in near if each and (node_type := node_type_of(each)) is not None}
