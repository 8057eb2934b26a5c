"""What single marks of a question say: its form, its node types, what is denied, which connection it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.grammar.word_lists import WordKind
from graphwright.offline.questions.directions import turned
from graphwright.offline.questions.links import DEEDS, THINGS, End
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.query import Bound, Query, QueryForm
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

BOUNDS: Final[dict[str, Bound]] = {
    "moreThan": "more", "lessThan": "less", "atLeast": "atLeast", "atMost": "atMost", "exactly": "exactly",
}  # fmt: skip
"""Signs before a number."""
_POLITE: Final = 4
"""Words of greeting and courtesy that may stand before the word by which is asked."""
ROLE_NOUNS: Final[dict[str, tuple[str, End]]] = {
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
KNOWN: Final = frozenset(
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
        "exchange",
        "follow",
        "precede",
    }
)


_VERBS: Final[frozenset[WordKind]] = frozenset(("finite", "infinitive", "participle"))


def is_verb(question: MarkedQuestion, place: int) -> bool:
    """Is a word most likely a form of a verb?"""
    word = question.words[place]
    likely = next(iter(candidates(question.text[word.start : word.end], question.language)))
    return likely.kind in _VERBS


def may_be_verb(question: MarkedQuestion, place: int) -> bool:
    """Is a word perhaps a form of a verb, however likely?"""
    word = question.words[place]
    return any(each.kind in _VERBS for each in candidates(question.text[word.start : word.end], question.language))


def is_question(question: MarkedQuestion) -> bool:
    """Does it end like a question, or begin with a word by which is asked?"""
    if question.text.rstrip(' "”»)').endswith("?"):
        return True
    topic = next(
        iter(question.of("topics", "everything", "difference", "overview", "status", "missing", "define")), None
    )
    if topic is not None and topic.first == 0:
        return True
    first = next(iter(question.of("asked")), None)
    return first is not None and first.first <= (0 if first.key == "whether" else _POLITE)


def form_of(question: MarkedQuestion) -> QueryForm:
    """A number, a list, or yes or no."""
    if question.has("asked", "howMany"):
        return "count"
    if question.has("topics", "needs") and len(question.of("name")) == 1:
        return "list"  # "what does X depend on?": the phrase takes the word by which is asked
    asks = question.has("asked", "which", "list", "who", "what", "where", "whereTo", "whereFrom", "why", "when")
    first = question.of("asked")[:1]
    exists = question.of("asked", "exists")
    if exists:
        # "que personne ne lit" behind it asks nothing.
        before = [mark for mark in question.of("asked", "which", "list", "what", "why") if mark.first < exists[0].first]
        return "list" if before else "whether"
    if first and first[0].key == "whether" and first[0].first <= 1:
        return "whether"
    is_bare = (
        not question.of("asked") and question.has("name") and question.has("relations") and not question.has("topics")
    )
    return "whether" if not asks and (is_bare or question.has("asked", "whether")) else "list"


def ids_of(nodes: Sequence[Node]) -> tuple[NodeId, ...]:
    """The ids of some nodes."""
    return tuple(node.node_id for node in nodes)


def names_deeds(question: MarkedQuestion) -> bool:
    """Is something named, and nothing but what is done?"""
    nodes = [node for mark in question.of("name") for node in mark.nodes]
    return bool(nodes) and all(node.node_type in DEEDS for node in nodes)


def anchors_of(question: MarkedQuestion) -> tuple[tuple[NodeId, ...], ...]:
    """The ids of what is named, name by name."""
    return tuple(ids_of(mark.nodes) for mark in question.of("name"))


def types_of(question: MarkedQuestion) -> tuple[str, ...]:
    """The node types that are asked about; one beside a name of it only says what the name is."""
    return tuple(dict.fromkeys(mark.key for mark in question.of("type")))


def is_negated(question: MarkedQuestion) -> bool:
    """Is what does not hold asked for? "Isn't there a test?" asks for one."""
    openings = {mark.places for mark in question.of("asked", "whether", "exists") if mark.first == 0}
    denied = [mark for mark in question.of("signs", "not") if mark.places not in openings]
    is_said = bool(denied) or question.has("signs", "without", "un") or question.has("topics", "missing")
    return is_said or question.has("signs", "nobody")


def partnered(question: MarkedQuestion, types: Sequence[str]) -> tuple[str, End]:
    """The connection of a type that no name stands at: "requirements that nobody satisfies"."""
    noun = next((mark.key for mark in question.of("nouns") if mark.key in ROLE_NOUNS), None)
    if noun is not None:
        return ROLE_NOUNS[noun]
    relation = next((mark.key for mark in question.of("relations") if mark.key in KNOWN), "")
    if not relation or len(types) > 1:
        return "", "thing"
    relation, turns = turned(relation)
    is_thing = types[0] in THINGS.get(relation, frozenset())
    return relation, "doer" if turns or is_thing else "thing"


def left_out(question: MarkedQuestion) -> list[Mark]:
    """The names behind "else than": the first behind the sign."""
    signs = question.of("signs", "otherThan")
    names = question.of("name")
    if not signs or len(names) < 2:  # noqa: PLR2004 -- one is asked about, one left out
        return []
    articles = {place for mark in question.of("signs", "article") for place in mark.places}
    for sign in signs:  # "apart from the artist, who else signs the contract?"
        beside = next((mark for mark in names if articles.issuperset(range(sign.last + 1, mark.first))), None)
        if beside is not None and beside.first > sign.last:
            return [beside]
    # Of "what else does X do besides Y?" the last sign leaves out.
    behind = (mark for sign in reversed(signs) for mark in names if mark.first > sign.first)
    return [next(behind, names[0])]


def overview(question: MarkedQuestion) -> Query:
    """The model as a whole; of a number that of its elements, or of its edges."""
    return Query(kind="overview", attribute="edges" if question.has("nouns", "edges") else "")
