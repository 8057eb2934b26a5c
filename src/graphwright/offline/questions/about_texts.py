"""Questions that the texts of the model answer: what happens if, when or after something, and what the system is for.

Conditions stand in descriptions and requirements, word for word as people wrote them: what is told is that sentence,
and nothing is concluded from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.languages import LANGUAGES, Language, load
from graphwright.offline.questions.marks import MarkedQuestion
from graphwright.offline.questions.pieces import types_of
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.texts import tells_all
from graphwright.offline.questions.words import asking_words
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_SENTENCE: Final = re.compile(r"[^.!?;\n]+(?:\.(?=\S)[^.!?;\n]*)*")
_WORD: Final = re.compile(r"[^\W_]+")
_FEW_WORDS: Final = 2
"""Words of a condition; a single one is told of everywhere."""
_FEW: Final = 5
"""Elements whose texts are quoted; of more nobody is meant."""
_ASIDE: Final = frozenset({"asked", "topics", "signs", "nouns"})
"""Groups of words that may stand beside a condition, "what happens": anything else asks for more than a text."""


def supposed(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "What happens if the pressure drops?": the sentences of the model that name this condition."""
    clause = _clause(question)
    if clause is None or not _asks_only(question, clause) or _is_name(question, clause):
        return None
    found = _telling(question, clause, graph, bound=True)
    return _quoting(found, question, clause) if found else None


def told_anywhere(question: MarkedQuestion, graph: Graph) -> Query | None:
    """The same where no sentence says so as a condition: whatever text holds all the words; before nothing is said."""
    clause = _clause(question)
    if clause is None or not _asks_only(question, clause):
        return None
    found = _telling(question, clause, graph, bound=False)
    return _quoting(found, question, clause) if found else None


def purposed(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "What is this system for?", "Was macht das System?": what the model says of its one system."""
    systems = question.of("type")
    if question.of("name") or question.uncovered or question.of("relations") or len(systems) != 1:
        return None
    before = {question.words[systems[0].first - 1].folded} if systems[0].first else set[str]()
    before |= {question.words[systems[0].first].folded} if len(systems[0].places) > 1 else set[str]()
    is_ours = types_of(question) == ("SYS",) and not systems[0].plural and before & _ours(question.language)
    asks = question.has("asked", "why", "what") or question.has("topics", "method", "define", "everything")
    if not is_ours or not asks or question.has("topics", "missing", "wrong", "status", "impact", "mainParts"):
        return None
    tops = [node for node in graph.of_type("SYS") if not any(True for _ in graph.sources(node.node_id, "compose"))]
    if len(tops) != 1:
        return Query(kind="overview")
    return Query(kind="describe", anchors=((tops[0].node_id,),), form="list")


@cache
def _ours(language: Language) -> frozenset[str]:
    """Words by which the system of the model is meant, and no system whatever: `the`, `this`, `our`."""
    return frozenset(fold(load(language, "asking", "texts", dict[str, str])["ours"]).split())


@cache
def _conditions(language: Language) -> frozenset[str]:
    """Words that a condition begins with: `if`, `after`."""
    return frozenset(fold(load(language, "asking", "texts", dict[str, str])["conditions"]).split())


@cache
def _all_conditions() -> frozenset[str]:
    """The same of all languages: a model may be in another than the question."""
    return frozenset[str]().union(*map(_conditions, LANGUAGES))


def _clause(question: MarkedQuestion) -> tuple[int, ...] | None:
    """The words of the condition: behind its first word to the end, or to the comma where the question begins so."""
    words = question.words
    begins = next((at for at, word in enumerate(words) if word.folded in _conditions(question.language)), None)
    if begins is None:
        return None
    behind = range(begins + 1, len(words))
    if begins == 0:
        comma = next((at for at in behind if "," in question.text[words[at - 1].end : words[at].start]), None)
        behind = range(1, len(words) if comma is None else comma)
    said = tuple(at for at in behind if _says_something(question, at))
    return said if len(said) >= _FEW_WORDS else None


def _says_something(question: MarkedQuestion, at: int) -> bool:
    folded = question.words[at].folded
    signs = any(at in mark.places for mark in question.of("signs", "article", "is", "does", "and", "not", "then"))
    return len(folded) > 1 and folded not in asking_words(question.language).idle and not signs


def _is_name(question: MarkedQuestion, clause: Sequence[int]) -> bool:
    """Is it an element that is named, "after Weigh car", whose neighbours the model tells better than a text?"""
    return any({*clause} <= {*mark.places} for mark in question.of("name"))


def _asks_only(question: MarkedQuestion, clause: Sequence[int]) -> bool:
    """Is nothing asked beside the condition but what happens then?"""
    inside = range(min(clause), max(clause) + 1)
    if not (question.has("asked", "what") or question.has("topics", "impact")):
        return False
    outside = [mark for mark in question.marks if not any(at in inside for at in mark.places)]
    timed = {"follow", "precede"}
    says_more = any(mark.group not in _ASIDE and mark.key not in timed for mark in outside)
    return not says_more and all(at in inside for at in question.uncovered)


def _telling(question: MarkedQuestion, clause: Sequence[int], graph: Graph, *, bound: bool) -> list[Node]:
    """The elements of which a sentence holds all the words of a condition, `bound`: as a condition."""
    said = [question.words_at((at,)) for at in clause]
    denies = _denies([question.words[at].folded for at in range(min(clause), max(clause) + 1)], question.language)
    found: list[Node] = []
    for node in paced(graph.nodes.values()):
        sentences = (each for text in texts_of(node) if tells_all(text, said, question.language)
                     for each in _SENTENCE.findall(text))  # fmt: skip
        if any(_tells(each, said, question.language, bound=bound, denies=denies) for each in sentences):
            found.append(node)
        if len(found) > _FEW:
            return []
    return found


def _tells(sentence: str, said: Sequence[str], language: Language, *, bound: bool, denies: bool) -> bool:
    words = [fold(each) for each in _WORD.findall(sentence)]
    if bound and _all_conditions().isdisjoint(words):
        return False
    return _denies(words, language) == denies and tells_all(sentence, said, language)


def _denies(words: Sequence[str], language: Language) -> bool:
    return not _denials(language).isdisjoint(words)


@cache
def _denials(language: Language) -> frozenset[str]:
    signs = load(language, "asking", "signs", dict[str, list[str]])
    return frozenset(fold(each) for each in signs["not"] if " " not in each)


def texts_of(node: Node) -> Iterator[str]:
    """The texts of an element, its description first."""
    yield node.descr
    yield from (value for value in read_by_people(node.attributes).values() if isinstance(value, str))


def _quoting(found: Sequence[Node], question: MarkedQuestion, clause: Sequence[int]) -> Query:
    said = tuple(question.words_at((at,)) for at in clause)
    return Query(kind="quoted", anchors=tuple((node.node_id,) for node in found), words=said, form="list")
