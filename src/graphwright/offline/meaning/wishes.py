"""Which change of the model a sentence wishes, and which elements it names for it. It changes nothing.

People order in many shapes (`Split ...`, `... zusammenlegen`, `X is now called Y`), but always with a verb of changing
and the names of what is there. So the verb is found by its stem where an order has it, the elements by their names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.grammar.records import Focus, SentenceReading
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.meaning.matching import SEMANTIC_ID, NodeIndex, meaning_key
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.vocabulary import LONGEST_TYPE_WORD, MeaningVocabulary, node_type_of, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.words import stem

_WORD: Final = re.compile(rf"{SEMANTIC_ID}|[^\W_]+(?:['’-][^\W_]+)*")
_PART: Final = re.compile(r"[,;:!?\n]|\.(?!\w)|\b(?:and|und|et)\b")
# An order begins with its verb, but for a word or two of politeness.
_MAX_BEFORE: Final = 2


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


class Wish(NamedTuple):
    """A change that a sentence asks for."""

    order: str
    sentence: SentenceReading
    language: Language
    """Whose verb it is; of a short order the sentence's own language may not tell."""
    words: tuple[SpokenWord, ...]
    verb: SpokenWord
    named: tuple[NamedElement, ...]
    """The elements that are named, in order; each name once for each time that it stands there."""
    open_words: tuple[SpokenWord, ...]
    """Words behind the verb that name nothing that is there."""


def wish_of(sentence: SentenceReading, graph: Graph, index: NodeIndex) -> Wish | None:
    """The change that a sentence wishes; `None` for every other sentence."""
    words = spoken_words(sentence.text)
    language = vocabulary(sentence.language)
    found = _verb(sentence.text, words, language)
    if found is None:
        for other in LANGUAGES:
            led = _verb(sentence.text, words, vocabulary(other)) if other != sentence.language else None
            if led is not None and (led[1] is words[0] or led[0] == "rename"):
                language, found = vocabulary(other), led
                break
    if sentence.text.rstrip().endswith("?"):
        return None
    if found is None:
        found = _told(sentence, words, language, graph, index)
    if found is None:
        return None
    order, verb = found
    if language.phrases["link"] & {each.folded for each in words}:
        return None  # what is to go is a connection, not what it connects
    named = named_elements(sentence.text, graph, index)
    if order == "rename" and verb is not words[0] and not any(each.start < verb.start for each in named):
        order_verbs = language.orders["rename"]
        if not any(stem(verb.folded) == stem(each) for each in order_verbs):
            return None  # `a module called Pump`: that is a name of something new
    return Wish(order, sentence, language.language, words, verb, named, _open(words, verb, named, language))


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


def holding(words: Sequence[str], graph: Graph, types: frozenset[str] = frozenset()) -> list[Node]:
    """The elements whose names hold all of these words, of some types if any are given."""
    wanted = set(meaning_key(" ".join(words)))
    return [
        node
        for node in graph.nodes.values()
        if wanted and wanted <= set(meaning_key(node.name)) and (not types or node.node_type in types)
    ]


def focused(focus: Focus, index: NodeIndex, graph: Graph) -> Node | None:
    """The element that was spoken of last."""
    for element in focus.elements:
        found = [each for each in index.find(element.name) if each.node_id in graph.nodes]
        typed = [each for each in found if each.node_type == element.type] or found
        if typed:
            return typed[0]
    return None


def focused_or(
    named: Sequence[NamedElement], focus: Node | None, words: Sequence[SpokenWord], language: MeaningVocabulary
) -> Sequence[NamedElement]:
    """The elements that are named; where none is, the one that was spoken of last, if a word points to it."""
    if named or focus is None or not any(language.phrases["pointing"] & set(each.folded.split("-")) for each in words):
        return named
    return [NamedElement(focus, 0, 0)]


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


def _verb(text: str, words: Sequence[SpokenWord], language: MeaningVocabulary) -> tuple[str, SpokenWord] | None:
    """The verb of changing where an order has it: at the beginning of a part, or as its last word."""
    parts = [0, *(each.end() for each in _PART.finditer(text))]
    small = language.phrases["small"] | language.phrases["polite"]
    for start, end in zip(parts, [*parts[1:], len(text)], strict=True):
        inside = [each for each in words if start <= each.start < end]
        heads = inside[: _MAX_BEFORE + 1]
        for at, word in enumerate(heads):
            if all(each.folded in small for each in heads[:at]) and (order := _order(word, inside, language)):
                return order, word
        for word in inside[-1:]:
            if (order := _order(word, inside, language)) and word.folded in language.orders[order]:
                return order, word
        for word in inside:
            if any(word.folded.endswith(each) for each in language.phrases["naming"]):
                return "rename", word
    return None


def _told(
    sentence: SentenceReading, words: Sequence[SpokenWord], language: MeaningVocabulary, graph: Graph, index: NodeIndex
) -> tuple[str, SpokenWord] | None:
    """`The ferry falls away`: told of something that is there, with nothing that it acts on."""
    for clause in sentence.clauses[:1]:
        verb = clause.verb
        subject = phrases(clause, "doer")
        if verb is None or verb.negated or verb.modality != "none" or len(subject) != 1 or phrases(clause, "thing"):
            continue
        there = [each for each in index.find(subject[0].name) if each.node_id in graph.nodes]
        if there and verb.lemma and fold(verb.lemma) in language.orders["remove"]:
            return "remove", SpokenWord(verb.text, fold(verb.lemma), words[0].start, words[0].start)
    return None


def _order(word: SpokenWord, inside: Sequence[SpokenWord], language: MeaningVocabulary) -> str | None:
    """The order of a verb, with the particle that German puts at the end."""
    last = inside[-1].folded if inside else ""
    spoken = stem(word.folded)
    for order, lemmas in language.orders.items():
        if any(stem(f"{last}{word.folded}") == stem(each) for each in lemmas):
            return order
    return next((order for order, lemmas in language.orders.items() if spoken in {stem(each) for each in lemmas}), None)


def _open(
    words: Sequence[SpokenWord], verb: SpokenWord, named: Sequence[NamedElement], language: MeaningVocabulary
) -> tuple[SpokenWord, ...]:
    small = language.phrases["small"] | language.phrases["polite"]
    typed = {each for _, each in types_in(words)}
    return tuple(
        each
        for each in words
        if each is not verb
        and each.folded not in small
        and each not in typed
        and not any(one.start <= each.start < one.end for one in named)
    )


def types_beside(text: str, start: int, end: int) -> set[str]:
    """The node types that stand right before or behind a place of a text."""
    before = [each.text for each in spoken_words(text[:start])][-LONGEST_TYPE_WORD:]
    after = [each.text for each in spoken_words(text[end:])][:LONGEST_TYPE_WORD]
    near = [" ".join(before[-count:]) for count in (1, 2, 3)] + [" ".join(after[:count]) for count in (1, 2, 3)]
    return {node_type for each in near if each and (node_type := node_type_of(each)) is not None}
