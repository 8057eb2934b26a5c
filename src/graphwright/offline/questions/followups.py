"""Questions that lean on what was said before: "which of them have no test?", "and the others?", "and Oven?", "it".

What was asked before is asked of the model again, as it is now: nothing but the words of the talk is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import meaning_key
from graphwright.offline.meaning.word_meanings import meanings_of
from graphwright.offline.questions.evaluate import QueryRows, rows_of
from graphwright.offline.questions.links import DEEDS
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.pieces import ids_of, is_negated, types_of
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.readings import query_of
from graphwright.offline.questions.texts import joined
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

_SHORT: Final = 8
"""Words of a question that only changes the one before."""
_TOLD_MORE: Final = frozenset({"type", "nouns", "name", "unnamed"})
"""Groups of marks behind which a clause tells which of them are meant."""
_MEANT: Final = 6
"""Elements that a pronoun is tried with, newest first."""


class Talk(Struct, frozen=True):
    """What was spoken of before a question."""

    query: Query | None = None
    """What was asked last."""
    nodes: Sequence[Node] = ()
    """What was spoken of last, newest first: what a pronoun may mean."""


def follow_up(question: MarkedQuestion, talk: Talk, graph: Graph) -> Query | None:
    """What a question asks in the light of the talk; `None` when it does not lean on it."""
    if question.of("judged"):
        return None  # "which hazards are there?" asks for other things than what was told
    if question.of("name"):
        return _changed(question, talk.query) if _begins_with_and(question) and talk.query is not None else None
    return next((query for query in _leaning(question, talk, graph) if query is not None), None)


def _leaning(question: MarkedQuestion, talk: Talk, graph: Graph) -> Iterator[Query | None]:
    """The ways in which a question without a name may lean on the talk, the plainest first."""
    before = talk.query
    if before is not None:
        yield _again(question, before)
        yield _turned(question, before)
        yield _whereto(question, before)
        yield _reached(question, before)
    if question.has("signs", "others"):
        yield _others(question, talk, graph)
    if question.has("signs", "ofThem"):
        yield _of_them(question, talk, graph)
    if _begins_with_and(question) and before is not None:
        yield _changed(question, before)
    if (beside := _beside(question)) is not None:
        yield _of_meant(lambda node: replace(beside, anchors=((node.node_id,),)), talk.nodes, graph)
    if _pronouns(question) and (done := _done_with_it(question, talk, graph)) is not None:
        yield query_of(done, graph)
    pronouns = _pronouns(question)
    if pronouns and not any(_is_article(mark, question) for mark in pronouns):
        yield _of_meant(lambda node: query_of(_pronounced(question, node), graph), talk.nodes, graph)


def _again(question: MarkedQuestion, before: Query) -> Query | None:
    """The same rows, counted or listed: "and how many is that?", "which ones?"."""
    if not _is_bare(question) or question.uncovered or question.has("signs", "have", "others"):
        return None
    if question.has("asked", "howMany"):
        return replace(before, form="count")
    return replace(before, form="list") if question.has("asked", "which", "list") else None


def _turned(question: MarkedQuestion, before: Query) -> Query | None:
    """The other rows of the same: "and which have one?" behind "which have none?"."""
    if before.kind != "nodes" or not _is_bare(question) or question.uncovered or not question.has("signs", "have"):
        return None
    joins = before.partner or before.relation or before.attribute
    return replace(before, negated=is_negated(question), form="list") if joins else None


def _whereto(question: MarkedQuestion, before: Query) -> Query | None:
    """The other end of what was asked: "and to whom?" behind "what does X send?"."""
    if before.kind != "linked" or not _is_bare(question) or before.relation not in {"send", "receive"}:
        return None
    if question.has("asked", "whereTo"):
        return replace(before, relation="receive", asked="doer", types=())
    return replace(before, relation="send", asked="doer", types=()) if question.has("asked", "whereFrom") else None


def _reached(question: MarkedQuestion, before: Query) -> Query | None:
    """Of what a change reaches those of a type: "which functions are gone then?" behind "what if X fails?"."""
    leans = question.has("signs", "then") or question.has("topics", "impact")
    types = types_of(question)
    return replace(before, types=types, form="list") if before.kind == "impact" and types and leans else None


def _is_bare(question: MarkedQuestion) -> bool:
    """Is nothing asked about that the question itself says?"""
    says = any(question.has(group) for group in ("type", "relations", "nouns", "values", "attributes", "unnamed"))
    return not says and not question.has("topics") and len(question.words) <= _SHORT


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
    if asked is not None and asked.form == "whether" and not asked.negated and not question.has("asked", "exists"):
        asked = replace(asked, every=True, negated=True)  # "are they tested?" asks whether all are
    if asked is not None and asked.kind == "nodes" and (asked.partner or asked.relation or asked.attribute):
        return _within(asked, kinds, within, graph)
    if types:
        return Query(kind="nodes", types=kinds, partner=types[0], negated=is_negated(question), within=within)
    return None


def _within(asked: Query, kinds: tuple[str, ...], within: tuple[NodeId, ...], graph: Graph) -> Query:
    """A question about all, asked of some; a value that these cannot have is looked for at what belongs to them."""
    holders = {node.node_type for node in paced(graph.nodes.values()) if asked.attribute in node.attributes}
    partner = asked.partner or next(iter(sorted(holders - set(kinds))), "")
    is_beside = asked.attribute and not holders & set(kinds)
    return replace(asked, types=kinds, within=within, partner=partner if is_beside else asked.partner)


def _others(question: MarkedQuestion, talk: Talk, graph: Graph) -> Query | None:
    """All of the type that was asked for, but the last rows; else the last question, of all others of its kind."""
    before = talk.query
    if before is None:
        return None
    said = types_of(question)
    rows = rows_of(before, graph)
    if before.types and (not said or set(said) <= set(before.types)):
        return _rest(before.types, rows, graph)
    named = [graph.nodes[each] for anchor in before.anchors for each in anchor if each in graph.nodes]
    kinds = said or tuple(dict.fromkeys(node.node_type for node in named))[:1]
    if not named or any(node.node_type not in kinds for node in named):
        return _rest(said, rows, graph) if said else None
    told = {node.node_id for node in named}
    rest = tuple((node.node_id,) for each in kinds for node in graph.of_type(each) if node.node_id not in told)
    return replace(before, anchors=rest, form="list", value="") if rest else None


def _rest(types: tuple[str, ...], rows: QueryRows, graph: Graph) -> Query | None:
    told = {node.node_id for node in rows.nodes}
    rest = tuple(node.node_id for each in types for node in graph.of_type(each) if node.node_id not in told)
    return Query(kind="nodes", types=types, within=rest) if rest else None


def _changed(question: MarkedQuestion, before: Query) -> Query | None:
    """The last question, of another element or another type."""
    if question.has("relations") or question.has("topics") or len(question.words) > _SHORT or question.uncovered:
        return None
    names, types = question.of("name"), types_of(question)
    if names and before.anchors:
        return replace(before, anchors=(ids_of(names[0].nodes), *before.anchors[1:]), types=types or before.types)
    if types and not names and before.kind in {"nodes", "linked", "rank"}:
        return replace(before, types=types)
    return None


def _pronouns(question: MarkedQuestion) -> list[Mark]:
    """The words for what was spoken of; none that only tells which ones are meant: "functions that no module carries".

    Nor one behind a comma or behind its preposition there: "Anforderungen, für die es keinen Test gibt".
    """
    return [mark for mark in question.of("signs", "its") if not _is_relative(mark, question)]


def _is_relative(pronoun: Mark, question: MarkedQuestion) -> bool:
    """Does a pronoun that may be a relative stand behind what it tells more about?"""
    if not any(mark.places == pronoun.places for mark in question.of("signs", "relative")):
        return False
    before = pronoun.first - 1
    if before <= 0 or pronoun.last + 1 == len(question.words):
        return False  # "that is tested?", "after that?"
    if question.language != "en":
        return _is_behind_comma(pronoun.first, question)
    marks = [mark for mark in question.marks if before in mark.places]
    return not marks or any(mark.group in _TOLD_MORE or mark.key == "exists" for mark in marks)


def _is_article(pronoun: Mark, question: MarkedQuestion) -> bool:
    """Does it stand before a word that nothing is called by: "das Zählbecken", "la chaudière", "that boiler"?"""
    return pronoun.last + 1 in question.uncovered


def _is_behind_comma(place: int, question: MarkedQuestion) -> bool:
    """Does a comma stand before a word, or before the preposition that it has?"""
    words = question.words
    prepositions = {each for mark in question.of("signs", "for", "from", "to", "in", "by") for each in mark.places}
    firsts = [place, place - 1] if place - 1 in prepositions else [place]
    return any("," in question.text[words[each - 1].end : words[each].start] for each in firsts if each)


def _begins_with_and(question: MarkedQuestion) -> bool:
    first = next(iter(question.of("signs", "and")), None)
    return first is not None and first.first == 0


def _beside(question: MarkedQuestion) -> Query | None:
    """What comes before or after something that is not said: "and what comes before?", "und danach?"."""
    order = next((mark for mark in question.of("relations") if mark.key in {"follow", "precede"}), None)
    if order is None or question.uncovered or question.has("topics"):
        return None
    # The French "il" of "que se passe-t-il ensuite" is nobody; else what stands before is what the order is told of.
    if question.language != "fr" and any(mark.first < order.first for mark in _pronouns(question)):
        return None
    return Query(kind="linked", relation="follow", asked="doer" if order.key == "follow" else "thing",
                 types=types_of(question))  # fmt: skip


def _of_meant(ask: Callable[[Node], Query | None], nodes: Sequence[Node], graph: Graph) -> Query | None:
    """The question about what was spoken of: the newest element of which it can be asked with an answer."""
    fallback: Query | None = None
    for node in list({each.node_id: each for each in nodes}.values())[:_MEANT]:
        query = ask(node)
        if query is None:
            continue
        if query.kind == "attribute" and query.attribute not in node.attributes:
            fallback = fallback or query
            continue
        rows = rows_of(query, graph)
        if rows.nodes or rows.others or rows.holds:
            return query
        fallback = fallback or query
    return fallback


def _pronounced(question: MarkedQuestion, node: Node) -> MarkedQuestion:
    """The question with a pronoun's place taken by what it means."""
    pronoun = _pronouns(question)[0]
    kept = [mark for mark in question.marks if pronoun.places != mark.places or mark.group == "relations"]
    meant = Mark("name", node.name, pronoun.places, (node,))
    return replace(question, marks=tuple(sorted([*kept, meant], key=lambda mark: mark.first)))


def _done_with_it(question: MarkedQuestion, talk: Talk, graph: Graph) -> MarkedQuestion | None:
    """The question with the deed that its verb and a pronoun tell: "who delivers it?" behind "who brews the beer?"."""
    spoken_of = {part for node in talk.nodes[:_MEANT] for part in meaning_key(node.name)}
    marked = {place for mark in question.of("relations") for place in mark.places}
    places = sorted({*question.uncovered, *marked})
    if not spoken_of or not places:
        return None
    said = joined([question.words_at((place,)) for place in places], question.language, keeps=True)
    verbs = frozenset(part for word in said for part in meanings_of(word, question.language)) - spoken_of
    deeds = paced(node for kind in sorted(DEEDS) for node in graph.of_type(kind))
    keys = ((node, set(meaning_key(node.name))) for node in deeds)
    found = [node for node, key in keys if key & spoken_of and key & verbs and key <= spoken_of | verbs]
    if not found:
        return None
    pronoun = _pronouns(question)[0]
    kept = [mark for mark in question.marks if mark.places != pronoun.places and mark.group != "relations"]
    meant = Mark("name", found[0].name, pronoun.places, tuple(found))
    marks = tuple(sorted([*kept, meant], key=lambda mark: mark.first))
    return replace(question, marks=marks, uncovered=tuple(each for each in question.uncovered if each not in places))


def _typed(question: MarkedQuestion, node_type: str) -> MarkedQuestion:
    """The question with "of them" read as a node type."""
    them = question.of("signs", "ofThem")[0]
    kept = [mark for mark in question.marks if mark is not them]
    meant = Mark("type", node_type, them.places, plural=True)
    # What is asked for stands first: "which of them have no test" asks for them, not for tests.
    return replace(question, marks=(meant, *kept))
