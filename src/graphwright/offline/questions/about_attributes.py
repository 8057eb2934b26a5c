"""Questions about attributes: what one is of something named, who has or lacks one, who has which value.

An attribute is said by its own name, by a word of the language for it, or by a value that only it takes: "which tests
failed", "the quality requirements", "which actors are people".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from graphwright.graph.document import Graph
from graphwright.offline.meaning.measuring import COUNT
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.pieces import anchors_of, form_of, ids_of, is_negated, is_verb, types_of
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.texts import is_said_value, is_spoken_of
from graphwright.offline.questions.words import asking_words
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_VALUE_WORDS: Final = 6
"""Words of a value that a question says."""


class SaidAttribute(NamedTuple):
    """An attribute that a question speaks of, and the value that it names."""

    key: str
    value: str = ""
    places: tuple[int, ...] = ()
    """The words that say so."""


def attributed(question: MarkedQuestion, graph: Graph) -> Query | None:
    """An attribute of what is named; elements by an attribute or its value."""
    names, types = question.of("name"), types_of(question)
    if counted := _counted(question):
        return Query(kind="attribute", anchors=(ids_of(counted.nodes),), attribute=COUNT)
    if names and question.has("nouns", "fields"):
        return Query(kind="attribute", anchors=anchors_of(question), attribute="struct")
    said = said_attribute(question)
    if said is None:
        return None
    if names:
        return _of_named(question, said)
    types = types or (_called_so(question, said, graph) if said.value else ())
    return _of_type(question, said, types, graph) if types else None


def _called_so(question: MarkedQuestion, said: SaidAttribute, graph: Graph) -> tuple[str, ...]:
    """What those are that a value alone names, where they are counted or listed: "how many assumptions are there?"."""
    is_asked = question.has("asked", "howMany", "which", "exists") and not set(question.uncovered) - set(said.places)
    holders = (node.node_type for node in paced(graph.nodes.values()) if _holds(node, said)) if is_asked else ()
    return tuple(dict.fromkeys(holders))


def _counted(question: MarkedQuestion) -> Mark | None:
    """What is asked how many of it there are, where one element stands for many: "how many *charges* are there?"."""
    begins = {mark.last + 1 for mark in question.of("asked", "howMany")}
    return next((mark for mark in question.of("name") if mark.first in begins), None)


def said_attribute(question: MarkedQuestion) -> SaidAttribute | None:
    """What a question says about attributes; a value says more than the attribute alone.

    A value that stands beside the name of its attribute is one, though no element may have it: nothing is asked of
    all then.
    """
    key, at = _key(question)
    beside = valued(question, key, at)
    if beside is not None and beside.value in question.held.values(key):
        return beside
    for mark in question.of("values"):
        attribute, _, value = mark.key.partition("=")
        return SaidAttribute(attribute, value, mark.places)
    left = {question.words[place].folded: place for place in question.uncovered}
    values = ((*each, (left[word],)) for word in left for each in question.held.called(word) if key in {"", each[0]})
    found = min(values, default=None)
    if found is not None:
        return SaidAttribute(*found)
    return beside or (SaidAttribute(key, "", at) if key else None)


def valued(question: MarkedQuestion, key: str, at: Sequence[int]) -> SaidAttribute | None:
    """An attribute with the value that stands beside its name: "level 2.2", "the status is Draft", "high priority"."""
    if not at:
        return None
    known = {value.casefold(): value for value in question.held.values(key)}
    passed = _passed(question)
    begin = at[-1] + 1
    for first in (begin, next((place for place in range(begin, len(question.words)) if place not in passed), begin)):
        for end in range(min(len(question.words), first + _VALUE_WORDS), first, -1):
            places = tuple(range(first, end))
            if (value := known.get(question.words_at(places).casefold())) is not None:
                return SaidAttribute(key, value, (*at, *places))
    for start in range(max(0, at[0] - _VALUE_WORDS), at[0]):
        places = tuple(range(start, at[0]))
        if (value := known.get(question.words_at(places).casefold())) is not None:
            return SaidAttribute(key, value, (*places, *at))
    return _unheld(question, key, at, passed)


def _unheld(question: MarkedQuestion, key: str, at: Sequence[int], passed: Collection[int]) -> SaidAttribute | None:
    """A value that no element has: the words behind the name of its attribute that say nothing else, or before it."""
    open_ = set(question.uncovered)
    first = next((place for place in range(at[-1] + 1, len(question.words)) if place not in passed), None)
    if first is not None and first in open_ and _may_be_value(question, first):
        last = first
        while last + 1 in open_ and last - first < _VALUE_WORDS:
            last += 1
        places = tuple(range(first, last + 1))
        return SaidAttribute(key, question.words_at(places), (*at, *places))
    before = at[0] - 1
    if before in open_ and _may_be_value(question, before):
        return SaidAttribute(key, question.words_at((before,)), (before, *at))
    return None


def _may_be_value(question: MarkedQuestion, place: int) -> bool:
    """Is a word no verb, which would tell what else is asked: "requirements with a status *mention* links"?"""
    first = question.text[question.words[place].start]
    return first.isdigit() or first.isupper() or not is_verb(question, place)


def _passed(question: MarkedQuestion) -> frozenset[int]:
    """Words that may stand between an attribute and its value."""
    joining = {place for mark in question.of("signs", "is", "article", "exactly", "in", "to") for place in mark.places}
    idle = asking_words(question.language).idle
    return frozenset(joining | {at for at, word in enumerate(question.words) if word.folded in idle})


def _key(question: MarkedQuestion) -> tuple[str, tuple[int, ...]]:
    """The attribute that words of the question are, or stand for, and where they stand."""
    named = {place for mark in question.of("name") for place in mark.places}
    said = ["" if place in named else word.folded for place, word in enumerate(question.words)]
    for key in sorted(question.held.keys, key=len, reverse=True):
        parts = fold(key).split()
        at = next((at for at in range(len(said)) if parts and said[at : at + len(parts)] == parts), None)
        if at is not None:
            return key, tuple(range(at, at + len(parts)))
    marked = next(iter(question.of("attributes")), None)
    if marked is not None:
        return marked.key, marked.places
    spoken = vocabulary(question.language).attributes
    at = next((at for at, word in enumerate(said) if word in spoken), None)
    return ("", ()) if at is None else (spoken[said[at]], (at,))


def _of_named(question: MarkedQuestion, said: SaidAttribute) -> Query | None:
    """An attribute of something named; a value of it only where yes or no is asked."""
    if said.value and (form_of(question) != "whether" or question.has("relations")):
        return None
    if types_of(question) and not said.value:
        return None
    return Query(kind="attribute", anchors=anchors_of(question), attribute=said.key, value=said.value)


def _of_type(question: MarkedQuestion, said: SaidAttribute, types: tuple[str, ...], graph: Graph) -> Query | None:
    first, *others = types
    left = [place for place in question.uncovered if place not in said.places]
    if said.value:
        left = [place for place in left if not is_verb(question, place)]  # "which *lie* on level 2?"
    words = tuple(question.words[place].folded for place in left)
    # A number that is left is no word to be looked for in texts: it says more about a value than was understood.
    if any(word.isdigit() for word in words) or (words and not is_spoken_of(words, (first,), graph)):
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
    return is_said_value(value, said.value) if said.value else bool(value)
