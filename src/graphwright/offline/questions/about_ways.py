"""Questions about two that are named and the way from one to the other: over which steps, and what is handed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.graph.document import Graph
from graphwright.offline.questions.directions import preposition, preposition_at
from graphwright.offline.questions.links import linked
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.pieces import ids_of, is_verb, types_of
from graphwright.offline.questions.query import Query

_PASSED_OVER: Final = 2
"""Words that may stay open where both ends are clear."""
_CARRIED: Final = frozenset({"FLOW", "SCHEMA"})


def path(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "How does it get from A to B?", "Are A and B connected?"."""
    names = question.of("name")
    connects = question.has("relations", "connect") and question.has("asked", "why", "whether", "what")
    if len(names) < 2 or leads_elsewhere(question):  # noqa: PLR2004 -- a path has two ends
        return None
    start = next((mark for mark in names if preposition(question, mark, "from")), None)
    end = next((mark for mark in reversed(names) if mark != start and preposition(question, mark, "to")), None)
    steps = question.has("nouns", "deeds", "members") or types_of(question) == ("FUNC",)
    leads = start is not None and end is not None and steps and question.has("asked", "which", "what", "whereFrom")
    if not (question.has("topics", "path") or connects or leads):
        return None
    rest = [mark for mark in names if mark not in (start, end)]
    start = start or rest[0]
    end = end or next(mark for mark in reversed(names) if mark != start)
    return Query(kind="path", anchors=(ids_of(start.nodes), ids_of(end.nodes)))


def leads_elsewhere(question: MarkedQuestion) -> bool:
    """Is an end of the way a word that is not known: "from the office to the *frobbing*"?"""
    names = {mark.first for mark in question.of("name")}
    at = (place for place in question.uncovered if place + 1 not in names)
    return any(preposition_at(question, place, sign) for place in at for sign in ("from", "to"))


def handed_over(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "What does X send to Y?": the flows from one to the other; where there are none, how the two are joined."""
    names, relations = question.of("name"), question.of("relations")
    asks = question.has("asked", "what", "which") and not question.has("signs", "otherThan")
    types = {node.node_type for mark in names for node in mark.nodes}
    if not asks or len(names) != 2 or len(question.uncovered) > _PASSED_OVER or types & _CARRIED:  # noqa: PLR2004
        return None
    source = next((mark for mark in names if preposition(question, mark, "from")), None)
    target = next((mark for mark in names if mark != source and preposition(question, mark, "to")), None)
    if not _is_exchange(question, relations, both=source is not None and target is not None):
        return None
    if source is None and target is None:
        return None
    giver = source or next(mark for mark in names if mark != target)
    taker = target or next(mark for mark in names if mark != source)
    taken = {each.node_id for node in taker.nodes for each in linked(graph, node, "receive", "thing")}
    given = (each.node_id for node in giver.nodes for each in linked(graph, node, "send", "thing"))
    both = tuple(each for each in given if each in taken)
    if not both:
        return Query(kind="path", anchors=(ids_of(giver.nodes), ids_of(taker.nodes)))
    return Query(kind="linked", anchors=(ids_of(giver.nodes),), relation="send", asked="thing", within=both,
                 types=types_of(question))  # fmt: skip


def _is_exchange(question: MarkedQuestion, relations: Sequence[Mark], *, both: bool) -> bool:
    """Is something given or taken; or may any verb say so, as both ends are told: "what goes from X to Y"?"""
    if relations or question.of("topics"):
        return any(mark.key in {"send", "receive"} for mark in relations)
    return both and all(is_verb(question, place) for place in question.uncovered)
