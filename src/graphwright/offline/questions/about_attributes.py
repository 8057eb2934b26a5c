"""Questions about attributes: what one is of something named, who has or lacks one, who has which value.

An attribute is said by its own name, by a word of the language for it, or by a value that only it takes: "which tests
failed", "the quality requirements", "which actors are people".
"""

from __future__ import annotations

from typing import NamedTuple

from graphwright.graph.document import Graph
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.questions.marks import MarkedQuestion
from graphwright.offline.questions.pieces import anchors_of, form_of, is_negated, types_of
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.texts import is_spoken_of
from graphwright.pauses import paced
from graphwright.protocol.graph import Node


class SaidAttribute(NamedTuple):
    """An attribute that a question speaks of, and the value that it names."""

    key: str
    value: str = ""


def attributed(question: MarkedQuestion, graph: Graph) -> Query | None:
    """An attribute of what is named; elements by an attribute or its value."""
    names, types = question.of("name"), types_of(question)
    if names and question.has("nouns", "fields"):
        return Query(kind="attribute", anchors=anchors_of(question), attribute="struct")
    said = said_attribute(question)
    if said is None:
        return None
    if names:
        return _of_named(question, said)
    return _of_type(question, said, graph) if types else None


def said_attribute(question: MarkedQuestion) -> SaidAttribute | None:
    """What a question says about attributes; a value says more than the attribute alone."""
    for mark in question.of("values"):
        key, _, value = mark.key.partition("=")
        return SaidAttribute(key, value)
    key = _key(question)
    left = {question.words[place].folded for place in question.uncovered}
    values = (each for word in left for each in question.held.called(word) if key in {"", each[0]})
    found = min(values, default=None)
    if found is not None:
        return SaidAttribute(*found)
    return SaidAttribute(key) if key else None


def _key(question: MarkedQuestion) -> str:
    """The attribute that a word of the question is, or stands for."""
    said = {word.folded for word in question.words}
    keys = sorted(question.held.keys, key=len, reverse=True)
    known = next((each for each in keys if each.casefold() in said), "")
    spoken = vocabulary(question.language).attributes
    marked = next((mark.key for mark in question.of("attributes")), "")
    return known or marked or next((spoken[word.folded] for word in question.words if word.folded in spoken), "")


def _of_named(question: MarkedQuestion, said: SaidAttribute) -> Query | None:
    """An attribute of something named; a value of it only where yes or no is asked."""
    if said.value and (form_of(question) != "whether" or question.has("relations")):
        return None
    if types_of(question) and not said.value:
        return None
    return Query(kind="attribute", anchors=anchors_of(question), attribute=said.key, value=said.value)


def _of_type(question: MarkedQuestion, said: SaidAttribute, graph: Graph) -> Query | None:
    types = types_of(question)
    first, *others = types
    values = said.value.casefold()
    words = tuple(
        folded for place in question.uncovered if (folded := question.words[place].folded) not in {values, said.key}
    )
    if words and not is_spoken_of(words, (first,), graph):
        return None
    holders = list(dict.fromkeys(node.node_type for node in paced(graph.nodes.values()) if _holds(node, said)))
    partner = others[0] if others and others[0] in holders and first not in holders else ""
    if said.value and holders and not partner and first not in holders:
        types = tuple(holders)  # "external systems" are actors of that kind
    if not said.value and not _tells_apart(question):
        anchors = tuple((node.node_id,) for node in graph.of_type(first))
        return Query(kind="attribute", anchors=anchors, attribute=said.key) if anchors else None
    return Query(
        kind="nodes", types=types if said.value and not partner else (first,), partner=partner, attribute=said.key,
        value=said.value, words=words, negated=is_negated(question),
    )  # fmt: skip


def _tells_apart(question: MarkedQuestion) -> bool:
    """Are those asked for that have or lack it, and not what it is of each?"""
    return is_negated(question) or question.has("asked", "which", "howMany", "exists", "whether", "who")


def _holds(node: Node, said: SaidAttribute) -> bool:
    value = node.attributes.get(said.key)
    return str(value) == said.value if said.value else bool(value)
