"""What a question asks of the model: one record for type, connection, direction, count, negation, rank and more.

`query_of` reads the marks of a question in a fixed order, the most special reading first. A question of which words
were not understood gives no query, unless these words are what is looked for: a list of everything is no answer to a
question about something. How a query is answered is for `evaluate.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.questions.directions import asked_end, preposition, turned
from graphwright.offline.questions.links import DOERS, THINGS, End
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.texts import speaks_of
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

QueryKind: TypeAlias = Literal[
    "nodes", "linked", "link", "kindOf", "path", "impact", "describe", "compare", "common", "define", "missing",
    "attribute", "rank", "balance", "changed", "why", "status", "overview", "unnamed", "measure", "ambiguous",
]  # fmt: skip
QueryForm: TypeAlias = Literal["list", "count", "whether"]
Bound: TypeAlias = Literal["more", "less", "exactly"]

_POLITE: Final = 4
"""Words of greeting and courtesy that may stand before the word by which is asked."""
_PASSED_OVER: Final = 2
"""Words that may stay open where a connection and what is named are clear: "the *warm* dough"."""
_ROLE_NOUNS: Final[dict[str, tuple[str, End]]] = {
    "inputs": ("receive", "thing"),
    "outputs": ("send", "thing"),
    "sender": ("send", "doer"),
    "receiver": ("receive", "doer"),
    "parts": ("compose", "thing"),
    "members": ("compose", "thing"),
    "whole": ("compose", "doer"),
    "carrier": ("carry", "doer"),
    "neighbours": ("connect", "thing"),
}
"""Nouns that say what is asked for and how it hangs on what is named."""


class Query(Record, frozen=True, kw_only=True):
    """What is asked. Empty fields ask for nothing."""

    kind: QueryKind
    language: Language = "en"
    """In whose words it was asked."""
    form: QueryForm = "list"
    types: tuple[str, ...] = ()
    """Node types that are asked for."""
    anchors: tuple[tuple[NodeId, ...], ...] = ()
    """What is named, in order; each may be several nodes of one name."""
    relation: str = ""
    """A connection of `links.py`; empty: whatever belongs to it."""
    asked: End = "thing"
    """Which end of the connection is asked for."""
    partner: str = ""
    """Node type at the other end, where nothing is named there: "without test"."""
    negated: bool = False
    without: tuple[NodeId, ...] = ()
    """Left out of the answer: "who else than ..."."""
    within: tuple[NodeId, ...] = ()
    """Only of these: "which of them"."""
    words: tuple[str, ...] = ()
    """Words that a name or text has to hold."""
    attribute: str = ""
    value: str = ""
    bound: Bound | None = None
    number: float | None = None
    unit: str = ""
    most: bool = True
    """Of a rank: the first or the last."""
    term: str = ""
    """A name that no node has."""


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


def is_question(question: MarkedQuestion) -> bool:
    """Does it end like a question, or begin with a word by which is asked?"""
    if question.text.rstrip(' "”»)').endswith("?"):
        return True
    first = next(iter(question.of("asked")), None)
    return first is not None and first.first <= (0 if first.key == "whether" else _POLITE)


def form_of(question: MarkedQuestion) -> QueryForm:
    """A number, a list, or yes or no."""
    if question.has("asked", "howMany"):
        return "count"
    asks = question.has("asked", "which", "list", "who", "what", "where", "whereTo", "whereFrom", "why", "when")
    first = question.of("asked")[:1]
    if question.has("asked", "exists"):
        return "list" if question.has("asked", "which", "list") else "whether"
    if first and first[0].key == "whether" and first[0].first <= 1:
        return "whether"
    return "list" if asks or not question.has("asked", "whether") else "whether"


# the readings, most special first ------------------------------------------------------------------------------------


def _defined(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "What is a FLOW?", "the difference between UC and FUNC": words of the ontology."""
    types = types_of(question)
    if question.of("name") or question.uncovered or not types:
        return None
    asks = question.has("topics", "define") or (len(types) > 1 and question.has("topics", "difference"))
    is_plain = question.has("asked", "what") and question.has("signs", "is") and not question.has("relations")
    is_short = is_plain and not any(mark.plural for mark in question.of("type")) and not question.has("asked", "exists")
    if asks or (is_short and not question.has("topics", "missing", "wrong", "overview", "status", "impact")):
        return Query(kind="define", types=types)
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
    return Query(kind="missing", anchors=_anchors(question)) if asks else None


def _changed(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Who changed X?", "When was X created?": the journal."""
    asks = question.has("asked", "who", "when", "what") and question.has("topics", "changed")
    return Query(kind="changed", anchors=_anchors(question)) if asks and question.of("name") else None


def _compared(question: MarkedQuestion, _graph: Graph) -> Query | None:
    if len(question.of("name")) < 2:  # noqa: PLR2004 -- two are compared
        return None
    if question.has("topics", "common"):
        return Query(kind="common", anchors=_anchors(question))
    return Query(kind="compare", anchors=_anchors(question)) if question.has("topics", "difference") else None


def _balanced(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Are there more modules than functions?"."""
    types = types_of(question)
    more, less = question.has("signs", "moreThan", "more"), question.has("signs", "lessThan", "fewer")
    if len(types) == 2 and (more or less) and not question.of("name"):  # noqa: PLR2004 -- two are compared
        return Query(kind="balance", types=types, most=more, form="whether")
    return None


def _path(question: MarkedQuestion, _graph: Graph) -> Query | None:
    names = question.of("name")
    connects = question.has("relations", "connect") and question.has("asked", "why", "whether", "what")
    if len(names) < 2 or not (question.has("topics", "path") or connects):  # noqa: PLR2004 -- a path has two ends
        return None
    start = next((mark for mark in names if preposition(question, mark, "from")), None)
    end = next((mark for mark in reversed(names) if mark != start and preposition(question, mark, "to")), None)
    rest = [mark for mark in names if mark not in (start, end)]
    start = start or rest[0]
    end = end or next(mark for mark in reversed(names) if mark != start)
    return Query(kind="path", anchors=(_ids(start.nodes), _ids(end.nodes)))


def _impact(question: MarkedQuestion, _graph: Graph) -> Query | None:
    if not question.has("topics", "impact") or not question.of("name"):
        return None
    return Query(kind="impact", anchors=_anchors(question)[:1], types=types_of(question))


def _ranked(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Which module carries the most functions?"; "Which requirement has the strictest time?"."""
    types, names = types_of(question), question.of("name")
    if question.has("signs", "most", "fewest") and types and not names:
        partner = types[1] if len(types) > 1 else ""
        relation, asked = _partnered(question, types)
        is_most = question.has("signs", "most")
        return Query(
            kind="rank", types=types[:1], partner=partner, relation=relation, asked=asked, most=is_most, form="list"
        )
    if question.has("signs", "strictest", "loosest") and types and not names:
        return Query(kind="rank", types=types[:1], attribute="number", most=question.has("signs", "loosest"))
    return None


def _measured(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Which requirements exceed 100 kg?": numbers in texts."""
    numbers = [word for word in question.words if word.folded.isdigit()]
    bound = next((key for key in ("moreThan", "lessThan", "exactly") if question.has("signs", key)), None)
    types = types_of(question)
    if len(numbers) != 1 or bound is None or not types or question.of("name") or len(types) > 1:
        return None
    at = question.words.index(numbers[0])
    unit = (
        question.text[question.words[at + 1].start : question.words[at + 1].end] if at + 1 < len(question.words) else ""
    )
    bounds: dict[str, Bound] = {"moreThan": "more", "lessThan": "less", "exactly": "exactly"}
    return Query(kind="measure", types=types, bound=bounds[bound], number=float(numbers[0].folded), unit=unit)


def _attributed(question: MarkedQuestion, graph: Graph) -> Query | None:
    """An attribute of what is named; elements by the value of an attribute."""
    names, types = question.of("name"), types_of(question)
    folded = [word.folded for word in question.words]
    keys = {key for node in graph.nodes.values() for key in node.attributes} if folded else set()
    key = next((each for each in sorted(keys, key=len, reverse=True) if each.casefold() in folded), "")
    if question.has("nouns", "fields") and names:
        return Query(kind="attribute", anchors=_anchors(question), attribute="struct")
    if names and key and not types:
        return Query(kind="attribute", anchors=_anchors(question), attribute=key)
    if types and not names:
        left = " ".join(folded[place] for place in question.uncovered)
        for each in sorted([key] if key else keys):
            values = {str(node.attributes[each]) for node in graph.of_type(types[0]) if each in node.attributes}
            value = next((one for one in sorted(values) if one and one.casefold() in left.split()), "")
            if value:
                return Query(kind="nodes", types=types[:1], attribute=each, value=value, negated=is_negated(question))
    return None


def _linking(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Does X send Y?", "Is X part of Y?": yes or no about two that are named."""
    names = question.of("name")
    relations = question.of("relations")
    if len(names) != 2 or form_of(question) != "whether" or not relations:  # noqa: PLR2004 -- two ends
        return None
    relation, turns = turned(relations[0].key)
    first, second = ({node.node_type for node in mark.nodes} for mark in names)
    is_thing = first <= THINGS.get(relation, frozenset()) or second <= DOERS.get(relation, frozenset())
    asked: End = "doer" if turns or is_thing or question.has("signs", "by") else "thing"
    return Query(kind="link", anchors=_anchors(question), relation=relation, asked=asked)


def _typed(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Is X a module?"."""
    names, types = question.of("name"), types_of(question)
    is_called = question.has("asked", "exists") and question.has("signs", "called")
    if is_called and names and types:
        return Query(kind="kindOf", anchors=_anchors(question)[:1], types=types)
    if form_of(question) == "whether" and len(names) == 1 and len(types) == 1 and question.has("signs", "is"):
        between = question.of("signs", "is", "in") and not question.has("relations")
        if between and not question.has("signs", "without", "not") and not question.has("asked", "exists"):
            return Query(kind="kindOf", anchors=_anchors(question), types=types)
    return None


def _related(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """Whatever is asked of something that is named: by a connection, a noun of one, or a node type."""
    names = question.of("name")
    if not names:
        return None
    relations = [mark for mark in question.of("relations") if mark.key in _KNOWN]
    if question.has("asked", "why") and not any(mark.key == "partOf" for mark in relations):
        return Query(kind="why", anchors=_anchors(question)[:1])
    left_out = _left_out(question)
    lacks_an_end = question.has("topics", "path") or (question.has("signs", "otherThan") and not left_out)
    if lacks_an_end and len(names) == 1 and (question.uncovered or question.has("topics", "path")):
        return None
    anchors = tuple(_ids(mark.nodes) for mark in names if mark not in left_out)
    without = tuple(each for mark in left_out for each in _ids(mark.nodes))
    types, whether = types_of(question), form_of(question) == "whether"
    anchor = next((mark for mark in names if mark not in left_out), names[0])
    query = Query(
        kind="linked", anchors=anchors, types=types, without=without, negated=is_negated(question) and whether
    )
    nouns = [mark for mark in question.of("nouns") if mark.key in _ROLE_NOUNS]
    if len(question.uncovered) > _PASSED_OVER:
        return None
    if nouns and not (relations and types):
        relation, asked = _ROLE_NOUNS[nouns[0].key]
        return replace(query, relation=relation, asked=asked)
    if question.has("asked", "whereTo", "whereFrom") and (not types or not relations):
        relation = "receive" if question.has("asked", "whereTo") else "send"
        return replace(query, relation=relation, asked="doer")
    if relations:
        relation, asked = asked_end(question, relations[0], anchor, types)
        return replace(query, relation=relation, asked=asked)
    if types and not question.uncovered:
        return query
    return _about_one(question, anchor, query)


def _about_one(question: MarkedQuestion, anchor: Mark, query: Query) -> Query | None:
    """Something is named, and no connection: where it is, what is in it, whether it exists, what it is."""
    if question.uncovered:
        return None
    if question.has("asked", "where"):
        return replace(query, relation="contain", asked="doer")
    if question.has("asked", "exists"):
        return replace(query, kind="describe", form="whether")
    is_in = preposition(question, anchor, "in") and question.has("asked", "what", "who", "list")
    if is_in and not question.has("topics", "everything", "define", "overview", "status"):
        return replace(query, relation="contain", asked="thing")
    if question.has("signs", "not", "without"):
        return None
    return replace(query, kind="describe", form="list")


def _lacking(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Which functions have no test?", "untested requirements", "functions with a module"."""
    types = types_of(question)
    if not types or question.uncovered or question.of("name"):
        return None
    relation, asked = _partnered(question, types)
    if len(types) < 2 and not relation:  # noqa: PLR2004 -- what is asked for, and what it has
        return None
    partner = types[1] if len(types) > 1 else ""
    return Query(
        kind="nodes", types=types[:1], partner=partner, relation=relation, asked=asked, negated=is_negated(question),
        within=(),
    )  # fmt: skip


def _listed(question: MarkedQuestion, graph: Graph) -> Query | None:
    """All of a type, or those whose name or text holds the words that are left."""
    types = types_of(question)
    if not types and question.has("nouns", "elements", "edges") and question.has("asked", "howMany", "list"):
        return None if question.uncovered else Query(kind="overview")
    if not types or question.has("relations") or not question.has("asked"):
        return None
    words = tuple(question.words[place].folded for place in question.uncovered)
    if words and question.has("asked", "exists") and not question.has("signs", "about"):
        return Query(
            kind="nodes", types=types[:1], words=words, form="whether", term=question.words_at(question.uncovered)
        )
    if words and not question.has("signs", "about") and not _is_spoken_of(words, types, graph):
        return None
    return Query(kind="nodes", types=types, words=words)


def _is_spoken_of(words: Sequence[str], types: Sequence[str], graph: Graph) -> bool:
    """Does any node of these types hold all the words? Else they are no words to look for, but not understood."""
    nodes = (node for node_type in types for node in graph.of_type(node_type))
    return any(all(speaks_of(node, word) for word in words) for node in nodes)


def _surveyed(question: MarkedQuestion, _graph: Graph) -> Query | None:
    if question.uncovered or question.of("name"):
        return None
    if question.has("topics", "status"):
        return Query(kind="status")
    if question.has("topics", "overview", "everything") or question.has("nouns", "elements", "edges"):
        return Query(kind="overview")
    return None


def _sought(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Is there a supplier in the model?": a whole noun phrase that no node is named by."""
    places = question.uncovered
    if not question.has("asked", "exists") or not places or question.of("name") or types_of(question):
        return None
    is_whole = places == tuple(range(places[0], places[-1] + 1)) and len(places) <= 4  # noqa: PLR2004 -- a name
    return Query(kind="unnamed", term=question.words_at(places), form="whether") if is_whole else None


_READINGS: Final[Sequence[_Reading]] = (
    _defined, _unnamed, _missing, _changed, _compared, _ranked, _balanced, _path, _impact, _measured, _attributed,
    _linking, _typed, _related, _lacking, _listed, _surveyed, _sought,
)  # fmt: skip
_KNOWN: Final = frozenset(
    {
        "compose",
        "contain",
        "partOf",
        "carry",
        "send",
        "receive",
        "satisfy",
        "verify",
        "refine",
        "use",
        "connect",
        "follow",
        "precede",
    }
)


# pieces --------------------------------------------------------------------------------------------------------------


def _ids(nodes: Sequence[Node]) -> tuple[NodeId, ...]:
    return tuple(node.node_id for node in nodes)


def _anchors(question: MarkedQuestion) -> tuple[tuple[NodeId, ...], ...]:
    return tuple(_ids(mark.nodes) for mark in question.of("name"))


def types_of(question: MarkedQuestion) -> tuple[str, ...]:
    """The node types that are asked about; one beside a name of it only says what the name is."""
    return tuple(dict.fromkeys(mark.key for mark in question.of("type")))


def is_negated(question: MarkedQuestion) -> bool:
    """Is what does not hold asked for?"""
    is_said = question.has("signs", "not", "without", "un") or question.has("topics", "missing")
    return is_said or question.has("signs", "nobody")


def _partnered(question: MarkedQuestion, types: Sequence[str]) -> tuple[str, End]:
    """The connection of a type that no name stands at: "requirements that nobody satisfies"."""
    noun = next((mark.key for mark in question.of("nouns") if mark.key in _ROLE_NOUNS), None)
    if noun is not None:
        return _ROLE_NOUNS[noun]
    relation = next((mark.key for mark in question.of("relations") if mark.key in _KNOWN), "")
    if not relation or len(types) > 1:
        return "", "thing"
    relation, turns = turned(relation)
    is_thing = types[0] in THINGS.get(relation, frozenset())
    return relation, "doer" if turns or is_thing else "thing"


def _left_out(question: MarkedQuestion) -> list[Mark]:
    """The names behind "else than": the first behind the sign."""
    signs = question.of("signs", "otherThan")
    names = question.of("name")
    if not signs or len(names) < 2:  # noqa: PLR2004 -- one is asked about, one left out
        return []
    return [next((mark for mark in names if mark.first > signs[0].first), names[0])]
