"""From the marks of a question to a query: the most special reading that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.offline.questions import about_attributes, about_named, about_types
from graphwright.offline.questions.marks import MarkedQuestion
from graphwright.offline.questions.pieces import anchors_of, form_of, is_question, overview, types_of
from graphwright.offline.questions.query import Query

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
    """A name between quotation marks, or behind "called", that no node has."""
    unnamed = question.of("unnamed")
    for sign in question.of("signs", "called"):
        run = [
            place
            for number, place in enumerate(p for p in question.uncovered if p > sign.last)
            if place == sign.last + 1 + number
        ]
        behind = tuple(run)
        if behind and not any(mark.first > sign.last for mark in question.of("name")):
            return Query(kind="unnamed", term=question.words_at(behind), types=types_of(question))
    if unnamed and not question.of("name"):
        return Query(kind="unnamed", term=unnamed[0].key, types=types_of(question))
    return None


def _missing(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "What is missing?", "What is wrong with X?": the findings."""
    asks = question.has("topics", "wrong") or (question.has("topics", "missing") and not question.of("type"))
    return Query(kind="missing", anchors=anchors_of(question)) if asks else None


def _surveyed(question: MarkedQuestion, _graph: Graph) -> Query | None:
    if question.uncovered or question.of("name") or question.has("topics", "changed") or question.of("relations"):
        return None
    if question.has("topics", "status"):
        return Query(kind="status")
    if question.has("topics", "overview", "everything") or question.has("nouns", "elements", "edges"):
        return overview(question)
    return None


def _sought(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Is there a supplier in the model?": a whole noun phrase that no node is named by."""
    places = question.uncovered
    if not question.has("asked", "exists") or not places or question.of("name") or types_of(question):
        return None
    is_whole = places == tuple(range(places[0], places[-1] + 1)) and len(places) <= 4  # noqa: PLR2004 -- a name
    return Query(kind="unnamed", term=question.words_at(places), form="whether") if is_whole else None


_READINGS: Final[Sequence[_Reading]] = (
    about_types.defined, _unnamed, _missing, about_named.changed, about_named.compared, about_types.ranked,
    about_types.balanced, about_types.numbered, about_types.every, about_named.path, about_named.needing,
    about_named.impact, about_types.measured, about_attributes.attributed, about_named.linking, about_named.typed,
    about_named.related, about_types.lacking, about_types.listed, _surveyed, _sought,
)  # fmt: skip
