"""What is said to the assistant itself, not to the model: questions about it, a pause, a slip, wishes beyond it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import MessageReading, SpokenClause
from graphwright.offline.meaning.casting import may_take_part
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.spoken import members
from graphwright.offline.meaning.vocabulary import node_type_of, vocabulary
from graphwright.text.folding import fold
from graphwright.text.recognition import Recogniser

Aside: TypeAlias = Literal["about", "wait", "sorry", "outside"]

_LONGEST: Final = 120
"""Characters of a pause or a slip; a longer message says something else too."""
_PAUSING: Final = Recogniser(r"\b(?:<assistant.pausing>)\b")
_SLIP: Final = Recogniser(r"\b(?:<assistant.slip>)\b")
_PROGRAM: Final = Recogniser(r"\b(?:<assistant.program>)\b")
_ASKED_FOR: Final = Recogniser(r"^[\W_]*(?:\w+[\W_]+)?(?:<workflow.please>)\b")
_YOU: Final = Recogniser(r"(?:<assistant.you>)$")
_ME: Final = Recogniser(r"(?:<assistant.me>)$")


def aside_of(reading: MessageReading, text: str) -> Aside | None:
    """What of this a message is that the model does not answer; `None`: nothing of it."""
    clauses = [clause for sentence in reading.sentences for clause in sentence.clauses]
    asks = any(clause.mood == "question" for clause in clauses)
    if asks and (_PROGRAM.search(text) or any(clause.asked and _has(clause, _YOU) for clause in clauses)):
        wants = any(clause.verb and clause.verb.modality == "ability" and _has(clause, _ME) for clause in clauses)
        return "outside" if wants and not _PROGRAM.search(text) else "about"
    if any(clause.mood == "order" and _has(clause, _ME) and not _is_for_model(reading, clause) for clause in clauses):
        return "wait" if _is_short(text) and _PAUSING.search(text) else "outside"
    if any(clause.mood == "order" and _has(clause, _YOU) for clause in clauses):
        return "outside"
    if _is_short(text) and _PAUSING.search(text):
        return "wait"
    return "sorry" if _is_short(text) and _SLIP.search(text) else None


def is_errand(reading: MessageReading, index: NodeIndex, text: str) -> bool:
    """Is somebody asked to do something in the world: `please order new ropes and have them sent to our office`?"""
    found = _ASKED_FOR.match(text)
    clauses = [each for sentence in reading.sentences for each in sentence.clauses]
    if found is None or any(each.verb is not None and each.verb.modality == "demand" for each in clauses):
        return False  # `Please note: the pump must ...` binds
    first = next(iter(text[found.end() :].split()), "")
    tells = any(role.name == "doer" and not role.taken_over for clause in clauses for role in clause.roles)
    return (not tells and is_for_others(reading, index)) or (
        _is_verb_for_noun(reading, first) and not index.named_in(text)
    )


def _is_verb_for_noun(reading: MessageReading, first: str) -> bool:
    """Was the verb of an order taken for a noun that somebody needs: `order | new rope | pulleys`?"""
    clause = next((each for sentence in reading.sentences for each in sentence.clauses), None)
    things = [] if clause is None else [each.phrase for each in clause.roles if each.name == "thing"]
    if not any(each.text == first and each.determiner == "none" for each in things):
        return False
    orders = (verb for verbs in vocabulary(reading.language).orders.values() for verb in verbs)
    may_order = any(each.kind == "imperative" for each in candidates(first, reading.language))
    return may_order and first not in orders


def is_for_others(reading: MessageReading, index: NodeIndex) -> bool:
    """Is it an order that is none of ours, about nothing of the model: `Order forty chairs`?"""
    clauses = [clause for sentence in reading.sentences for clause in sentence.clauses]
    orders = [each for each in clauses if each.mood == "order"]
    named = any(index.named_in(each.text) for each in reading.sentences)
    return (
        bool(orders) and clauses[0] in orders and not named and not any(_is_ordered(reading, each) for each in orders)
    )


def _is_short(text: str) -> bool:
    return len(text) <= _LONGEST


def _has(clause: SpokenClause, person: Recogniser) -> bool:
    """Is somebody addressed, or the speaker meant, by a phrase of the clause?"""
    return any(
        role.phrase.refers_to is not None and person.match(fold(role.phrase.text).strip("-'\u2019")) is not None
        for role in clause.roles
    )


def _is_for_model(reading: MessageReading, clause: SpokenClause) -> bool:
    """Is it an order that is known, of what a model may hold: `make me a module`, and not `write me a poem`?"""
    things = [part for role in clause.roles if role.name == "thing" for part in members(role.phrase)]
    held = any(
        each.type_word or node_type_of(each.head or each.name) or may_take_part(each, reading.language)
        for each in things
    )
    return _is_ordered(reading, clause) and (held or not things)


def _is_ordered(reading: MessageReading, clause: SpokenClause) -> bool:
    """Is it an order that is known: one that changes the model?"""
    lemma = "" if clause.verb is None else fold(clause.verb.lemma)
    return any(lemma in verbs for verbs in vocabulary(reading.language).orders.values())
