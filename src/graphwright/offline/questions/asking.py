"""The door of questions: a sentence in, an answer from the model out. Pure; nothing is changed and nothing fetched.

The words of all languages are tried, since a short question does not always tell its language; that of the sentence
first where they understand as much. The answer is in the language that understood the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from graphwright.grammar.records import Focus
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.about_texts import told_anywhere
from graphwright.offline.questions.about_words import told_of, unheard_of
from graphwright.offline.questions.answers import told
from graphwright.offline.questions.evaluate import anchored, rows_of
from graphwright.offline.questions.followups import Talk, follow_up
from graphwright.offline.questions.marks import MarkedQuestion, NameReading, marked, may_ask
from graphwright.offline.questions.pieces import is_question
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.readings import query_of
from graphwright.offline.questions.surveys import (
    defined,
    elsewhere,
    methodical,
    missing,
    surveyed,
    unjudged,
    unnamed,
)
from graphwright.offline.questions.telling import AnswerContext, QuestionAnswer
from graphwright.offline.questions.words import asking_words
from graphwright.protocol.operations import Finding
from graphwright.text.folding import fold
from graphwright.text.language import language_of

FindingsOf: TypeAlias = Callable[[], Sequence[Finding]]
_REMEMBERED: Final = 3
"""Earlier messages that a follow-up may lean on."""
_FEW: Final = 3
"""Rows of an answer that a pronoun may mean."""


def asked(text: str, language: Language, graph: Graph, names: NodeIndex, *, talk: Talk | None = None) -> Query | None:
    """What a sentence asks of this model; `None` when it is no question that is understood."""
    if not may_ask(text):
        return None
    first: MarkedQuestion | None = None
    tried: list[MarkedQuestion] = []
    for question in _readings(text, language, graph, names):
        if any(question is each for each in tried):
            continue  # another reading has found nothing else
        tried.append(question)
        first = question if first is None else first
        query = (follow_up(question, talk, graph) if talk is not None else None) or query_of(question, graph)
        if query is not None:
            query = _told_else(query, text, question, graph, names) or query
            return replace(query, language=question.language)
    query = None if first is None else told_of(first, graph) or told_anywhere(first, graph) or unheard_of(first, graph)
    return None if first is None or query is None else replace(query, language=first.language)


def _told_else(query: Query, text: str, question: MarkedQuestion, graph: Graph, names: NodeIndex) -> Query | None:
    """Another query with rows, where this one has none and the sentence tells a deed: nothing is denied before that.

    "Who is it that checks the contract?" asks for who does *Check contract*, and for no test of *Contract*.
    """
    if query.kind != "linked" or rows_of(query, graph).nodes:
        return None
    told = query_of(marked(text, question.language, graph, names, "told"), graph)
    return told if told is not None and told.kind == "linked" and rows_of(told, graph).nodes else None


def answered(query: Query, graph: Graph, names: NodeIndex, *, findings_of: FindingsOf | None = None) -> QuestionAnswer:
    """The answer to a query."""
    query = _of_people(_of_use_case(query, graph), graph)
    telling = AnswerContext(query, rows_of(query, graph), graph)
    match query.kind:
        case "define":
            return defined(telling)
        case "method":
            return methodical(telling)
        case "missing":
            return missing(telling, findings_of or (lambda: check_all(graph)))
        case "status" | "overview":
            return surveyed(telling)
        case "unnamed":
            return unnamed(telling, names)
        case "unjudged":
            return unjudged(telling)
        case "changed":
            return elsewhere(telling)
        case _:
            return told(telling)


def _of_use_case(query: Query, graph: Graph) -> Query:
    """A use case is carried and sent by nobody: who does it takes part in it, so nobody is denied."""
    use_cases = all(node.node_type == "UC" for node in anchored(query, graph))
    asks_who = query.kind == "linked" and query.asked == "doer" and query.relation in {"carry", "send", "receive"}
    if not (asks_who and use_cases and query.anchors and set(query.types) <= {"ACTOR"}):
        return query
    using = replace(query, relation="use")
    return using if rows_of(using, graph).nodes and not rows_of(query, graph).nodes else query


def _of_people(query: Query, graph: Graph) -> Query:
    """Who does something is told by who takes part in it, not by the flows between: "who checks the harness?"."""
    asks_who = query.kind == "linked" and query.asked == "doer" and query.relation == "use" and not query.types
    if not asks_who or any(node.node_type in {"FLOW", "SCHEMA"} for node in anchored(query, graph)):
        return query
    people = replace(query, types=("ACTOR",))
    return people if rows_of(people, graph).nodes else query


def answer(
    text: str,
    language: Language,
    graph: Graph,
    names: NodeIndex,
    *,
    findings_of: FindingsOf | None = None,
    before: Sequence[str] = (),
    focus: Focus | None = None,
) -> QuestionAnswer | None:
    """The answer to a sentence, or `None`: it asks nothing of the model, or nothing that is understood.

    `before` are the person's earlier messages, newest first, and `focus` what was spoken of: a follow-up leans on them.
    """
    if not may_ask(text):
        return None
    talk = _talk(language, graph, names, before=before, focus=focus or Focus())
    told: list[QuestionAnswer] = []
    query: Query | None = None
    for part in _parts(text, language, graph, names):
        talk = talk if query is None else _after(query, talk, graph)
        query = asked(part, language, graph, names, talk=talk)
        if query is None:
            return None
        told.append(answered(query, graph, names, findings_of=findings_of))
    if len(told) == 1:
        return told[0]
    cited = {node.node_id: node for each in told for node in each.nodes}
    return QuestionAnswer("\n".join(each.text for each in told), list(cited.values()), told[0].query)


def _talk(language: Language, graph: Graph, names: NodeIndex, *, before: Sequence[str], focus: Focus) -> Talk:
    """What was spoken of: the newest message that asked something, each in the light of those before it."""
    talk = Talk(None, [node for each in focus.elements for node in names.find(each.name)])
    for text in reversed(before[:_REMEMBERED]):
        query = asked(text, language, graph, names, talk=talk)
        if query is not None:
            talk = _after(query, talk, graph)
    return talk


def _after(query: Query, talk: Talk, graph: Graph) -> Talk:
    """The talk behind a question: what it named, its answer where that is short, then what was spoken of before."""
    rows = rows_of(query, graph).nodes
    named, few = anchored(query, graph), rows if len(rows) <= _FEW else ()
    # Whoever was asked for is spoken of next: "Who sells tickets? What else does she do?"
    told = [*few, *named] if query.kind == "linked" and query.asked == "doer" else [*named, *few]
    return Talk(query, [*told, *talk.nodes])


def _parts(text: str, language: Language, graph: Graph, names: NodeIndex) -> list[str]:
    """Two questions of one sentence: "Which fields has it and which flow uses it?"."""
    if asking_words(language).joints.isdisjoint(fold(text).split()):
        return [text]
    question = marked(text, language, graph, names)
    asks = [mark for mark in question.of("asked") if mark.key not in {"whether", "exists"}]
    for sign in question.of("signs", "and"):
        second = next((mark for mark in asks if mark.first == sign.last + 1), None)
        if second is not None and any(mark.first < sign.first for mark in asks):
            at = question.words[sign.first].start
            parts = [f"{text[: question.words[sign.first].start].rstrip()}?", text[at:]]
            # A part that asks nothing by itself belongs to the other.
            first = asked(parts[0], language, graph, names)
            if first is not None and asked(parts[1], language, graph, names, talk=Talk(first, anchored(first, graph))):
                return parts
    return [text]


def _readings(text: str, language: Language, graph: Graph, names: NodeIndex) -> Iterator[MarkedQuestion]:
    """The language that leaves the fewest words over; whole names first, unless a deed that is told leaves fewer."""
    spoken: tuple[Language, ...] = tuple(dict.fromkeys((language, *LANGUAGES)))
    own = marked(text, language, graph, names)
    if is_question(own) and not own.uncovered and own.of("name") and (own.of("asked") or own.of("topics")):
        yield own  # as most are; nothing of it is left for another reading to understand

    def read(way: NameReading) -> list[MarkedQuestion]:
        found = [marked(text, each, graph, names, way) for each in spoken]
        return sorted(found, key=_left_over) if any(is_question(each) for each in found) else []

    plain = read("plain")
    if plain and (own.of("asked") or own.of("sizes")) and language_of(text, language) == language:
        # "What depends on the display?" asks in English: that French knows a word of it, too, makes it no French.
        # Of "Was sagt PN-1?" English knows a word, and German all.
        plain = [each for each in plain if each.language == language or each.of("asked") or not each.uncovered]
        spoken = tuple(each.language for each in plain)
    # Where the sentence asks in its own language, it is read more closely in no other that it does not ask in.
    asking = {each.language for each in plain if each.has("asked") or each.has("topics")}
    spoken = tuple(each for each in spoken if each in asking) if language in asking else spoken
    told = read("told") if plain and (plain[0].uncovered or not plain[0].of("name")) else []
    yield from (each for each in told if _left_over(each) < _left_over(plain[0]))
    yield from plain
    # Slips are only taken for mended where everything is understood then.
    yield from (each for each in read("typos") if not each.uncovered)
    yield from told
    if plain:  # what does not ask does not where more of it is a name
        yield from read("parts")
        yield from read("weak")


def _left_over(question: MarkedQuestion) -> int:
    """Words that were not understood."""
    return len(question.uncovered)
