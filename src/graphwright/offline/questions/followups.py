"""Questions that lean on what was said before: "which of them have no test?", "and the others?", "and Oven?", "it".

What was asked before is asked of the model again, as it is now: nothing but the words of the talk is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.offline.questions.evaluate import rows_of
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.pieces import is_negated, types_of
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.readings import query_of
from graphwright.protocol.graph import Node

_SHORT: Final = 8
"""Words of a question that only changes the one before."""


class Talk(Struct, frozen=True):
    """What was spoken of before a question."""

    query: Query | None = None
    """What was asked last."""
    nodes: Sequence[Node] = ()
    """What was spoken of last, newest first: what a pronoun may mean."""


def follow_up(question: MarkedQuestion, talk: Talk, graph: Graph) -> Query | None:
    """What a question asks in the light of the talk; `None` when it does not lean on it."""
    if question.has("signs", "ofThem") and not question.of("name"):
        return _of_them(question, talk, graph)
    if question.has("signs", "others") and not question.of("name"):
        return _others(question, talk, graph)
    if _begins_with_and(question) and talk.query is not None:
        return _changed(question, talk.query)
    if question.has("signs", "its") and not question.of("name") and talk.nodes:
        return query_of(_pronounced(question, talk.nodes[0]), graph)
    return None


def _of_them(question: MarkedQuestion, talk: Talk, graph: Graph) -> Query | None:
    """Those of the last rows that have, lack or are what is said."""
    pool = rows_of(talk.query, graph).nodes if talk.query is not None else talk.nodes
    types = types_of(question)
    kinds = tuple(dict.fromkeys(node.node_type for node in pool))
    if not pool:
        return None
    within = tuple(node.node_id for node in pool)
    if types and question.has("signs", "is") and not question.has("signs", "without"):
        return Query(kind="nodes", types=types, within=within)
    asked = query_of(_typed(question, kinds[0]), graph) if kinds else None
    if asked is not None and asked.kind == "nodes" and (asked.partner or asked.relation):
        return replace(asked, types=kinds, within=within)
    if types:
        return Query(kind="nodes", types=kinds, partner=types[0], negated=is_negated(question), within=within)
    return None


def _others(_question: MarkedQuestion, talk: Talk, graph: Graph) -> Query | None:
    """All of the type that was asked for, but the last rows."""
    if talk.query is None or not talk.query.types:
        return None
    told = {node.node_id for node in rows_of(talk.query, graph).nodes}
    types = talk.query.types
    rest = tuple(node.node_id for each in types for node in graph.of_type(each) if node.node_id not in told)
    return Query(kind="nodes", types=types, within=rest) if rest else None


def _changed(question: MarkedQuestion, before: Query) -> Query | None:
    """The last question, of another element or another type."""
    if question.has("relations") or question.has("topics") or len(question.words) > _SHORT or question.uncovered:
        return None
    names, types = question.of("name"), types_of(question)
    if names and before.anchors:
        anchors = (tuple(node.node_id for node in names[0].nodes), *before.anchors[1:])
        return replace(before, anchors=anchors, types=types or before.types)
    if types and not names and before.kind in {"nodes", "linked", "rank"}:
        return replace(before, types=types)
    return None


def _begins_with_and(question: MarkedQuestion) -> bool:
    first = next(iter(question.of("signs", "and")), None)
    return first is not None and first.first == 0


def _pronounced(question: MarkedQuestion, node: Node) -> MarkedQuestion:
    """The question with a pronoun's place taken by what it means."""
    pronoun = question.of("signs", "its")[0]
    kept = [mark for mark in question.marks if pronoun.places != mark.places]
    meant = Mark("name", node.name, pronoun.places, (node,))
    return MarkedQuestion(
        question.text, question.language, question.words, tuple(sorted([*kept, meant], key=lambda mark: mark.first)),
        question.uncovered,
    )  # fmt: skip


def _typed(question: MarkedQuestion, node_type: str) -> MarkedQuestion:
    """The question with "of them" read as a node type."""
    them = question.of("signs", "ofThem")[0]
    kept = [mark for mark in question.marks if mark is not them]
    meant = Mark("type", node_type, them.places, plural=True)
    # What is asked for stands first: "which of them have no test" asks for them, not for tests.
    return MarkedQuestion(question.text, question.language, question.words, (meant, *kept), question.uncovered)
