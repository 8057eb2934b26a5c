"""Questions about two that are named and the way from one to the other: over which steps, and what is handed over."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from graphwright.graph.document import Graph
from graphwright.offline.questions.directions import preposition, preposition_at
from graphwright.offline.questions.links import linked
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.pieces import ids_of, is_verb, types_of
from graphwright.offline.questions.query import Query
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

_PASSED_OVER: Final = 2
"""Words that may stay open where both ends are clear."""
_CARRIED: Final = frozenset({"FLOW", "SCHEMA"})
_PROCESSES: Final = frozenset({"SYS", "UC", "FCHAIN"})
"""Types of what has steps."""


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


def outermost(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "What is the first step?", "Womit hören wir auf?": the steps that no other comes before, or behind."""
    begins, ends = question.has("signs", "begins"), question.has("signs", "ends")
    is_step = question.has("nouns", "deeds", "members") or not question.of("type")
    asks = question.has("asked", "what", "which", "where", "list") and begins != ends and not question.of("topics")
    if not asks or not (is_step or types_of(question) == ("FUNC",)) or question.has("signs", "otherThan"):
        return None
    named = [node for mark in question.of("name") for node in mark.nodes]
    if any(node.node_type not in _PROCESSES for node in named):
        return None
    wholes = {node.node_id for node in named}
    found = [
        node
        for node in paced(graph.of_type("FUNC"))
        if (not named or _lies_in(node, wholes, graph)) and _is_outermost(node, graph, begins=begins)
    ]
    # Of what it is the first: where the model has but one process, of that one, whatever it is called.
    is_known = len(question.uncovered) <= _PASSED_OVER if named else not question.uncovered
    is_told = bool(found) if is_known else len(found) == 1
    return Query(kind="nodes", types=("FUNC",), within=ids_of(found)) if is_told else None


def _is_outermost(node: Node, graph: Graph, *, begins: bool) -> bool:
    """Does no step come before a step, or behind it, though it has one on its other side?"""
    before, behind = (
        any(each.node_type == "FUNC" for each in linked(graph, node, "follow", end)) for end in ("thing", "doer")
    )
    return (behind and not before) if begins else (before and not behind)


def _lies_in(node: Node, wholes: AbstractSet[NodeId], graph: Graph) -> bool:
    """Is it composed into one of some nodes, however deep?"""
    seen, waiting = {node.node_id}, [node]
    for each in waiting:
        above = [one for one in graph.sources(each.node_id, "compose") if one.node_id not in seen]
        seen.update(one.node_id for one in above)
        waiting += above
    return not seen.isdisjoint(wholes)


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
