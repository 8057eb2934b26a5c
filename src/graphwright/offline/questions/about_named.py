"""Questions about elements that are named: what hangs on them, how two are connected, what a change reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.offline.questions.about_ways import leads_elsewhere
from graphwright.offline.questions.directions import asked_end, preposition, turned
from graphwright.offline.questions.evaluate import rows_of
from graphwright.offline.questions.links import DEEDS, DOERS, PARTNERS, THINGS, End, linked, linked_on
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.pieces import (
    KNOWN,
    ROLE_NOUNS,
    anchors_of,
    form_of,
    ids_of,
    is_negated,
    is_verb,
    left_out,
    types_of,
)
from graphwright.offline.questions.query import Query
from graphwright.offline.related import related as belonging
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.text.language import language_of

_PASSED_OVER: Final = 2
"""Words that may stay open where a connection and what is named are clear: "the *warm* dough"."""
_SAID_AS_NOUN: Final = {"parts": "partOf", "whole": "contain"}
"""Connections between two that a noun says: "is it a part of ..."."""


def compared(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "What is the difference between A and B?", "What have they in common?"."""
    if len(question.of("name")) < 2:  # noqa: PLR2004 -- two are compared
        return None
    if question.has("topics", "common"):
        return Query(kind="common", anchors=anchors_of(question))
    return Query(kind="compare", anchors=anchors_of(question)) if question.has("topics", "difference") else None


def changed(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Who changed X?", "When was X created?": the journal."""
    asks = question.has("asked", "who", "when", "what") and question.has("topics", "changed")
    return Query(kind="changed", anchors=anchors_of(question)) if asks and question.of("name") else None


def needing(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "What does X depend on?": what it takes, and from whom. Before what is named, the verb asks for others."""
    names = question.of("name")
    if not question.has("topics", "needs") or len(names) != 1:
        return None
    if question.language == "en" and names[0].first > max(mark.last for mark in question.of("topics", "needs")):
        depends = any(len(mark.places) > 2 for mark in question.of("topics", "needs"))  # noqa: PLR2004 -- "which * depend on"
        if depends:
            return Query(kind="impact", anchors=anchors_of(question), types=types_of(question))
    return Query(kind="linked", anchors=anchors_of(question), relation="use", asked="thing", types=types_of(question))


def impact(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "What happens if we remove X?"."""
    if not question.has("topics", "impact") or not question.of("name"):
        return None
    return Query(kind="impact", anchors=anchors_of(question)[:1], types=types_of(question))


def linking(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Does X send Y?", "Is X part of Y?": yes or no about two that are named."""
    names = question.of("name")
    relations = question.of("relations") or question.of("nouns", "parts", "whole")
    # A German question may begin with any verb; words of another language are no such beginning.
    is_verb_first = not question.of("asked") and language_of(question.text) == question.language == "de"
    is_asked = form_of(question) == "whether" or is_verb_first
    deed = None if relations or question.uncovered or len(names) != 2 else _deed_of(names)  # noqa: PLR2004 -- two ends
    is_told = deed is not None and not any(question.of(each) for each in ("asked", "topics", "type", "nouns"))
    if len(names) != 2 or not (is_asked or is_told) or _around(question, relations):  # noqa: PLR2004
        return None
    if not relations:
        if deed is not None:
            return Query(kind="link", anchors=deed, relation="takePart", asked="doer", form="whether")
        is_plain = (
            not question.uncovered
            and not question.of("type")
            and not question.has("topics")
            and not question.has("asked", "exists")
        )
        return Query(kind="link", anchors=anchors_of(question), relation="connect") if is_plain else None
    relation, turns = turned(_SAID_AS_NOUN.get(relations[0].key, relations[0].key))
    first, second = ({node.node_type for node in mark.nodes} for mark in names)
    is_thing = first <= THINGS.get(relation, frozenset()) or second <= DOERS.get(relation, frozenset())
    asked: End = "doer" if turns or is_thing or question.has("signs", "by") else "thing"
    return Query(kind="link", anchors=anchors_of(question), relation=relation, asked=asked)


def _deed_of(names: Sequence[Mark]) -> tuple[tuple[NodeId, ...], ...] | None:
    """What is done, then who may do it, where of two names one is each: "Can the customer cancel an order?"."""
    types = [{node.node_type for node in mark.nodes} for mark in names]
    doer, done = next(((at, 1 - at) for at in (0, 1) if types[at] <= PARTNERS and types[1 - at] <= DEEDS), (None, None))
    return None if doer is None or done is None else (ids_of(names[done].nodes), ids_of(names[doer].nodes))


def typed(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Is X a module?"."""
    names, types = question.of("name"), types_of(question)
    is_called = question.has("asked", "exists") and question.has("signs", "called")
    if is_called and names and types:
        return Query(kind="kindOf", anchors=anchors_of(question)[:1], types=types)
    if form_of(question) == "whether" and len(names) == 1 and len(types) == 1 and question.has("signs", "is"):
        between = question.of("signs", "is", "in") and not question.has("relations")
        if preposition(question, names[0], "for"):
            return None  # "is a test planned for X?"
        if between and not question.has("signs", "without", "not") and not question.has("asked", "exists"):
            return Query(kind="kindOf", anchors=anchors_of(question), types=types)
    return None


def related(question: MarkedQuestion, graph: Graph) -> Query | None:
    """Whatever is asked of something that is named: by a connection, a noun of one, or a node type."""
    names = question.of("name")
    if not names:
        return None
    relations = [mark for mark in question.of("relations") if mark.key in KNOWN]
    if question.has("asked", "why") and not any(mark.key == "partOf" for mark in relations):
        return Query(kind="why", anchors=anchors_of(question)[:1])
    passed = left_out(question) or _around(question, relations)
    lacks_an_end = question.has("topics", "path") or (question.has("signs", "otherThan") and not passed)
    lacks_an_end = lacks_an_end or (preposition(question, names[0], "from") and leads_elsewhere(question))
    if lacks_an_end and len(names) == 1 and (question.uncovered or question.has("topics", "path")):
        return None
    anchors = tuple(ids_of(mark.nodes) for mark in names if mark not in passed)
    without = tuple(each for mark in left_out(question) for each in ids_of(mark.nodes))
    types, whether = types_of(question), form_of(question) == "whether"
    anchor = next((mark for mark in names if mark not in passed), names[0])
    query = Query(
        kind="linked", anchors=anchors, types=types, without=without, negated=is_negated(question) and whether
    )
    timed = any(mark.key in {"follow", "precede"} for mark in relations)  # "which step comes after X?"
    nouns = [mark for mark in question.of("nouns") if mark.key in ROLE_NOUNS and not timed]
    if (relations and all(node.node_type in DEEDS for node in anchor.nodes)) or _asks_for_whole(question, anchor):
        nouns = [mark for mark in nouns if mark.key != "parts"]  # "which part takes care of Lift sewage?"
    if len(question.uncovered) > _PASSED_OVER or (whether and _lacks_other_end(question, names)):
        return None
    if done := _who_does(question, anchor, graph):
        return replace(query, relation=done, asked="doer")
    if nouns and not (relations and (types or passed)):
        relation, asked = ROLE_NOUNS[nouns[0].key]
        return replace(query, relation=relation, asked=asked)
    if question.has("asked", "whereTo", "whereFrom") and (not types or not relations):
        relation = "receive" if question.has("asked", "whereTo") else "send"
        return replace(query, relation=relation, asked="doer")
    asks_for_one = question.has("asked", "which", "where")
    if types and not relations and len(question.uncovered) == 1 and asks_for_one:
        # A verb that says nothing here: whatever joins the two is told.
        return replace(query, relation="connect", asked="thing")
    if relations:
        return _connected(question, _leading(question, relations, anchor), anchor, query, graph)
    if types and not question.uncovered:
        return query
    return _about_one(question, anchor, query, graph)


def unrelated(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "Which modules are not part of X?": what the connection does not lead to, nor, of parts, their parts."""
    denies = question.of("signs", "not") and not question.of("asked", "why")
    query = related(question, graph) if denies and form_of(question) != "whether" else None
    if query is None or query.kind != "linked" or not query.relation or len(query.types) > 1:
        return None
    ends = (DOERS if query.asked == "doer" else THINGS).get(query.relation, frozenset())
    types = query.types or (tuple(ends) if len(ends) == 1 else ())
    if not types and query.relation not in {"compose", "contain"}:
        return None
    steps = linked_on if query.relation in {"compose", "contain"} else linked
    named = [graph.nodes[each] for anchor in query.anchors for each in anchor]
    held = (each.node_id for node in named for each in steps(graph, node, query.relation, query.asked))
    direct = (node.node_id for node in rows_of(query, graph).nodes)
    left = tuple(dict.fromkeys((*ids_of(named), *query.without, *held, *direct)))
    return Query(kind="nodes", types=types, without=left)


def _asks_for_whole(question: MarkedQuestion, anchor: Mark) -> bool:
    """As in "To which assembly does X belong?", "Which assembly is X part of?": the noun is what X is in."""
    belongs = next(iter(question.of("relations", "partOf")), None)
    if belongs is None or not question.has("nouns", "parts") or not question.has("asked", "which", "whereTo"):
        return False
    return anchor.last < belongs.first or any(mark.first == 0 for mark in question.of("signs", "to", "from"))


def _connected(question: MarkedQuestion, verb: Mark, anchor: Mark, query: Query, graph: Graph) -> Query:
    """What hangs on something named by the connection that a verb says."""
    relation, asked = asked_end(question, verb, anchor, query.types)
    if relation == "carry" and asked == "doer" and not query.types and _asks_for_people(question, anchor, graph):
        relation = "do"  # "who is in charge of X?"
    if (
        not query.types
        and question.has("signs", "involved")
        and all(node.node_type == "ACTOR" for node in anchor.nodes)
    ):
        query = replace(query, types=("UC", "FUNC"))  # one takes part in deeds, and uses more than these
    return _sensible(replace(query, relation=relation, asked=asked), anchor, graph)


def _leading(question: MarkedQuestion, relations: Sequence[Mark], anchor: Mark) -> Mark:
    """The connection that is meant: "what happens to the logs once they are debarked" asks for what comes then."""
    timed = next((mark for mark in relations if mark.key in {"follow", "precede"}), None)
    if timed is None or relations[0].key in {"receive", "carry"}:
        return timed or relations[0]
    # "What comes after X", however the two are parted: no "sends" is meant by "comes".
    between = range(timed.last + 1, anchor.first)
    articles = {place for mark in question.of("signs", "article") for place in mark.places}
    return timed if relations[0].key == "send" and articles.issuperset(between) else relations[0]


def _lacks_other_end(question: MarkedQuestion, names: Sequence[Mark]) -> bool:
    """Is one of the two that a yes or no is asked about unknown: "is Driver involved in the *frobbing*"?"""
    return bool(question.uncovered) and len(names) == 1 and not question.of("type") and not question.of("nouns")


def _who_does(question: MarkedQuestion, anchor: Mark, graph: Graph) -> str | None:
    """As in "Who pays the ticket?", "Which part lifts the sewage?": the connection by which something is done."""
    asks = question.has("asked", "who") or question.has("nouns", "parts")
    beside = {mark.last + 1 for mark in question.of("asked", "who")}  # what it is called: "by which *device*"
    left = [place for place in question.uncovered if place not in beside]
    if not asks or question.of("relations") or question.of("type") or left or question.of("topics"):
        return None
    if question.of("nouns") and not question.has("asked", "which", "where"):
        return None
    if len(question.of("name")) - len(left_out(question)) > 1 and not question.has("signs", "and", "or"):
        return None  # "who approves the invoice?" is not answered by who approves orders and who checks invoices
    by_type = {"FUNC": "carry", "UC": "use"}
    if _asks_for_people(question, anchor, graph):
        return "do"
    done = {by_type.get(node.node_type) for node in anchor.nodes if _has_doer(graph, node, by_type)}
    if (
        done == {None}
        and question.has("asked", "who")
        and not any(_exchanges_with_people(graph, node) for node in anchor.nodes)
    ):
        return "takePart"  # nobody does it
    return done.pop() if len(done) == 1 else None


def _asks_for_people(question: MarkedQuestion, anchor: Mark, graph: Graph) -> bool:
    return question.has("asked", "who") and any(_is_done_by_people(graph, node) for node in anchor.nodes)


def _exchanges_with_people(graph: Graph, node: Node) -> bool:
    """May an actor do it, though only flows say so? What is no deed is done by nobody, and denied for nobody."""
    around = linked(graph, node, "exchange", "doer") if node.node_type in DEEDS else [node]
    return node.node_type not in DEEDS or any(each.node_type == "ACTOR" for each in around)


def _is_done_by_people(graph: Graph, node: Node) -> bool:
    """Is an actor joined to a function beside the module that carries it?"""
    beside = linked(graph, node, "connect", "doer") if node.node_type == "FUNC" else []
    return any(each.node_type == "ACTOR" for each in beside)


def _has_doer(graph: Graph, node: Node, by_type: Mapping[str, str]) -> bool:
    return node.node_type in by_type and bool(linked(graph, node, by_type[node.node_type], "doer"))


def _sensible(query: Query, anchor: Mark, graph: Graph) -> Query:
    """The query as the types of what is named allow it: a schema holds fields, and is carried by flows."""
    kinds = {node.node_type for node in anchor.nodes}
    held = [each for node in anchor.nodes for each in belonging(graph, node, "SCHEMA")] if kinds == {"FLOW"} else []
    if held and not query.types and query.relation in {"contain", "compose"} and query.asked == "thing":
        return replace(query, kind="attribute", attribute="struct", anchors=tuple((each.node_id,) for each in held))
    if kinds == {"SCHEMA"} and not query.types and query.relation in {"contain", "compose"} and query.asked == "thing":
        return replace(query, kind="attribute", attribute="struct")
    ends = DOERS.get(query.relation, frozenset()) | THINGS.get(query.relation, frozenset())
    if query.relation == "carry" and query.types and (not ends & {*query.types} or not ends & kinds):
        return replace(query, relation="", asked="thing")  # a module realises requirements by what it carries
    is_unfit = ends and query.types and not kinds & ends and not set(query.types) & DOERS.get("carry", frozenset())
    return replace(query, relation="connect", asked="thing") if is_unfit and query.relation == "carry" else query


def _around(question: MarkedQuestion, relations: Sequence[Mark]) -> list[Mark]:
    """What only says where: "a part in Pump house that carries out Lift sewage"."""
    names = question.of("name")
    if len(names) != 2 or not relations or relations[0].key in {"contain", "compose", "partOf"}:  # noqa: PLR2004
        return []
    return [mark for mark in names[:1] if mark.last < relations[0].first and preposition(question, mark, "in")]


def _ends_in_place(question: MarkedQuestion) -> bool:
    """As in "What is the pump mounted in?"."""
    last = len(question.words) - 1
    is_last = any(last in mark.places for mark in question.of("signs", "in"))
    return question.language == "en" and is_last and question.has("asked", "what") and question.has("signs", "is")


def _about_one(question: MarkedQuestion, anchor: Mark, query: Query, graph: Graph) -> Query | None:
    """Something is named, and no connection: where it is, what is in it, whether it exists, what it is."""
    where = next(iter(question.of("asked", "where")), None)
    is_where = where is not None or _ends_in_place(question)
    left = [place for place in question.uncovered if not (is_where and is_verb(question, place))]
    if left and (where is None or left != [where.last + 1]):
        return None  # but for what the place is called, "on which machine", and how it got there: "housed"
    if is_where and all(node.node_type == "FLOW" for node in anchor.nodes):
        return replace(query, relation="receive", asked="doer")  # a flow is where it goes
    if is_where:
        return replace(query, relation="contain", asked="doer")
    if question.has("asked", "exists"):
        return replace(query, kind="describe", form="whether")
    is_in = preposition(question, anchor, "in") and question.has("asked", "what", "who", "list")
    if is_in and not question.has("topics", "everything", "define", "overview", "status"):
        return _sensible(replace(query, relation="contain", asked="thing"), anchor, graph)
    if question.has("signs", "not", "without"):
        return None
    return replace(query, kind="describe", form="list")
