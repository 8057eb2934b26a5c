"""From the marks of a question to a query: the most special reading that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.languages import Language, load
from graphwright.offline.questions import (
    about_attributes,
    about_method,
    about_named,
    about_sizes,
    about_texts,
    about_types,
    about_ways,
    about_words,
)
from graphwright.offline.questions.marks import MarkedQuestion
from graphwright.offline.questions.pieces import anchors_of, form_of, is_question, names_deeds, overview, types_of
from graphwright.offline.questions.query import Query
from graphwright.text.folding import fold

_Reading: TypeAlias = Callable[[MarkedQuestion, Graph], Query | None]


def query_of(question: MarkedQuestion, graph: Graph) -> Query | None:
    """The most special reading that fits; `None` when the question asks nothing that is known here."""
    if not is_question(question):
        return None
    for reading in _READINGS:
        query = reading(question, graph)
        if query is not None:
            return replace(query, form=form_of(question)) if query.form == "list" else query
    return None


def _unnamed(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """A name behind "called" that no node has."""
    for sign in question.of("signs", "called"):
        run = [
            place
            for number, place in enumerate(p for p in question.uncovered if p > sign.last)
            if place == sign.last + 1 + number
        ]
        behind = tuple(run)
        if behind and not any(mark.first > sign.last for mark in question.of("name")):
            return Query(kind="unnamed", term=question.words_at(behind), types=types_of(question))
    return None


def _missing(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "What is missing?", "What is wrong with X?": the findings."""
    if question.has("topics", "impact") and question.of("name"):
        return None  # "what must I still look at if X changes?"
    if question.has("relations", "follow") and not question.has("topics", "wrong") and names_deeds(question):
        return None  # "what is left to do once X is done?"
    asks = question.has("topics", "wrong") or (question.has("topics", "missing") and not question.of("type"))
    if not asks or not _is_of_life(question):
        return Query(kind="missing", anchors=anchors_of(question)) if asks else None
    if question.uncovered:
        return None  # "is the bath open on Sundays?", "what is to be done in an alarm?"
    names = tuple(node.name for mark in question.of("name") for node in mark.nodes)
    return Query(kind="missing", anchors=anchors_of(question), words=names)


def _is_of_life(question: MarkedQuestion) -> bool:
    """May what is open, or to be done, be so in the world, and not in the model? Nobody says that it is so *still*."""
    marks = question.of("topics", "missing")
    said = (fold(question.words_at(mark.places)) for mark in marks)
    return (
        not question.has("topics", "wrong") and bool(marks) and all(each in _undone(question.language) for each in said)
    )


@cache
def _undone(language: Language) -> frozenset[str]:
    """Words for what is missing that also tell of the world: `open`, `to do`."""
    return frozenset(map(fold, load(language, "asking", "texts", dict[str, str])["undone"].split(", ")))


def _surveyed(question: MarkedQuestion, _graph: Graph) -> Query | None:
    if question.uncovered or question.of("name") or question.has("topics", "changed") or question.of("relations"):
        return None
    if question.has("topics", "status"):
        return Query(kind="status")
    if question.has("topics", "overview", "everything") or question.has("nouns", "elements", "edges"):
        return overview(question)
    return None


def _parted(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "What are the main parts of the system?": the model, or the one thing it is about."""
    asks = question.has("topics", "mainParts") and not (question.uncovered or question.of("name"))
    return Query(kind="overview", attribute="parts") if asks and set(types_of(question)) <= {"SYS"} else None


_READINGS: Final[Sequence[_Reading]] = (
    about_texts.purposed,
    about_method.method,
    about_texts.supposed,
    _parted,
    about_types.defined,
    _unnamed,
    about_words.quoted,
    about_words.judged,
    about_types.balanced,
    about_types.busiest,
    _missing,
    about_named.changed,
    about_named.compared,
    about_types.ranked,
    about_types.numbered,
    about_types.every,
    about_ways.outermost,
    about_ways.path,
    about_sizes.sized,
    about_named.needing,
    about_named.impact,
    about_sizes.reasoned,
    about_types.measured,
    about_attributes.attributed,
    about_types.others,
    about_named.linking,
    about_named.typed,
    about_ways.handed_over,
    about_named.unrelated,
    about_named.related,
    about_types.doing_nothing,
    about_types.lacking,
    about_types.listed,
    _surveyed,
    about_words.sought,
)
