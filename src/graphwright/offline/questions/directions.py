"""Which end of a connection is asked for: what sends X, or what X sends.

Types decide where they can (only a test verifies). Else the order of the words, prepositions, and in German and French
the number of the verb: "Welche Module enthält X" asks for the parts of X.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.offline.questions.links import DOERS, THINGS, End
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.words import asking_words

_EXCHANGED: Final = frozenset({"FUNC", "ACTOR", "MOD", "SYS", "UC"})
_SINGULAR_VERBS: Final = ("t", "e")
"""Ends of a German or French verb of one; of several it ends in `n` or `nt`."""


def turned(relation: str) -> tuple[str, bool]:
    """A connection under its own name, and whether the words say it the other way round."""
    match relation:
        case "partOf":
            return "contain", True
        case "precede":
            return "follow", True
        case _:
            return relation, False


def preposition(question: MarkedQuestion, mark: Mark, sign: str) -> bool:
    """Does such a preposition stand before a name, articles and a node type between them left out?"""
    return preposition_at(question, mark.first, sign)


def preposition_at(question: MarkedQuestion, place: int, sign: str) -> bool:
    """The same, before a word."""
    at = place - 1
    types = {place for each in question.of("type") for place in each.places}
    while at >= 0 and (at in types or _is_sign(question, at, "article")) and not _stands_for(question, at, sign):
        at -= 1
    return at >= 0 and _stands_for(question, at, sign)


def _stands_for(question: MarkedQuestion, at: int, sign: str) -> bool:
    """Is a word such a preposition? A German article is one only behind a noun: "Teile der Pumpe", not "sendet der"."""
    if not _is_sign(question, at, sign):
        return False
    is_article = question.language == "de" and _is_sign(question, at, "article")
    verbs = {place for each in question.of("relations") for place in each.places}
    return not is_article or (at > 0 and at - 1 not in verbs)


def _is_sign(question: MarkedQuestion, at: int, sign: str) -> bool:
    folded = [word.folded for word in question.words]
    asking = asking_words(question.language)
    starts = (max(0, at - 1), at)
    return any(
        found.group == "signs" and found.key == sign and at in found.places
        for start in starts
        for found in asking.at(folded, start)
    )


def asked_end(question: MarkedQuestion, verb: Mark, anchor: Mark, types: Sequence[str]) -> tuple[str, End]:
    """The connection and the end of it that is asked for, where one thing is named."""
    relation, turns = turned(verb.key)
    kinds = {node.node_type for node in anchor.nodes}
    relation = _covering(relation, {*types} or kinds)
    if relation == "follow":
        # "What comes after X" asks for followers, "what does X follow" and "what comes before X" for who goes ahead;
        # "what has to be done before X?" asks for the whole way there.
        relation = "goAhead" if _wants_all(question) else relation
        if question.has("signs", "afterwards") and not turns:
            return relation, "doer"  # "once X is done, what comes next?"
        return relation, "doer" if (verb.first < anchor.last) != turns else "thing"
    if relation == "compose" and question.has("signs", "makesUp") and verb.first < anchor.first:
        return relation, "thing"  # "which modules make up X?"
    if turns:
        return relation, _end_of_part(question, verb, anchor)
    if relation == "exchange":
        return relation, "thing"
    if relation in {"send", "receive"}:
        return _exchange(question, relation, verb, anchor, types)
    if kinds <= THINGS.get(relation, frozenset()) or (types and set(types) <= DOERS.get(relation, frozenset())):
        return relation, "doer"
    if kinds <= DOERS.get(relation, frozenset()) or (types and set(types) <= THINGS.get(relation, frozenset())):
        return relation, "thing"
    return relation, _by_order(question, verb, anchor)


def _wants_all(question: MarkedQuestion) -> bool:
    """Is all asked for that comes before or after, and not only what is next to it: "which steps come before X?"?"""
    asking = asking_words(question.language)
    said = (found for at in range(len(question.words)) for found in asking.at([w.folded for w in question.words], at))
    if any((found.group, found.key) == ("signs", "directly") for found in said):
        return False
    return question.has("signs", "wholeWay") or any(mark.plural for mark in question.of("type"))


def _covering(relation: str, kinds: set[str]) -> str:
    """A function covers a requirement by satisfying it, a test by verifying it."""
    return "verify" if relation == "satisfy" and kinds and kinds <= DOERS["verify"] else relation


def _end_of_part(question: MarkedQuestion, verb: Mark, anchor: Mark) -> End:
    """What is asked for by "part of X": parts; and by "what is X part of": the whole."""
    if any(preposition(question, anchor, sign) for sign in ("in", "to", "from")):
        return "thing"
    ends_in_preposition = any(_is_sign(question, verb.last, sign) for sign in ("in", "to", "from"))
    between = range(verb.last + 1, anchor.first)
    is_next = anchor.first > verb.last and all(_is_sign(question, at, "article") for at in between)
    return "thing" if ends_in_preposition and is_next else "doer"


def _exchange(
    question: MarkedQuestion, relation: str, verb: Mark, anchor: Mark, types: Sequence[str]
) -> tuple[str, End]:
    """Sending and receiving: of a flow the ends are asked for, of others the flows or who stands at their other end."""
    kinds = {node.node_type for node in anchor.nodes}
    whom = question.has("asked", "whereTo")
    whence = question.has("asked", "whereFrom")
    if kinds <= {"FLOW", "SCHEMA"}:
        if whom:
            return "receive", "doer"
        if whence:
            return "send", "doer"
        return relation, "doer"
    is_to = preposition(question, anchor, "to")
    is_from = preposition(question, anchor, "from") and not is_to
    if set(types) & {"FLOW", "SCHEMA"}:
        if is_to:
            return "receive", "thing"
        if is_from and not question.has("signs", "by"):
            return "send", "thing"
        return relation, "thing"
    if is_to and question.has("asked", "what") and not types:
        return "receive", "thing"
    if is_to:
        return ("send", "doer") if relation == "send" or not _anchor_first(verb, anchor) else ("receive", "doer")
    if is_from:
        asks_for_things = question.has("asked", "what") and not types and not question.has("asked", "who")
        return ("send", "thing") if asks_for_things else ("receive", "doer")
    end = _by_order(question, verb, anchor)
    if end == "thing" and set(types) & _EXCHANGED:
        return ("receive" if relation == "send" else "send"), "doer"
    if end == "doer":
        # "Which function receives X": X is no flow, but its sender.
        return relation, "doer"
    return relation, "thing"


def _anchor_first(verb: Mark, anchor: Mark) -> bool:
    return anchor.first < verb.first


def _by_order(question: MarkedQuestion, verb: Mark, anchor: Mark) -> End:
    """The order of the words, where types do not tell."""
    if preposition(question, anchor, "by") and question.language != "de":
        return "thing"
    if question.has("asked", "who") and not question.has("signs", "whom"):
        return "doer"
    if anchor.first < verb.first:
        asks_before = any(mark.first < anchor.first for mark in (*question.of("asked"), *question.of("type")))
        return "thing" if asks_before or question.has("asked", "what") else "doer"
    if question.has("asked", "what") and not question.of("type"):
        return "thing" if question.language != "en" else "doer"
    if question.language != "en" and _disagrees(question, verb):
        return "thing"
    return "doer"


def _disagrees(question: MarkedQuestion, verb: Mark) -> bool:
    """Is the type that is asked for in the plural, and the verb that follows of one?"""
    asked = next((mark for mark in question.of("type") if mark.first < verb.first), None)
    last = question.words[verb.places[0]].folded
    if asked is None or not asked.plural:
        return False
    return last.endswith(_SINGULAR_VERBS) and not last.endswith("nt")
