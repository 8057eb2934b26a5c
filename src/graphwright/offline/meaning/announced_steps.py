"""`Add two more steps: the brewer filters the wort, ...`: what stands before the colon only says that some follow.

Each is told as any other is, so the sentence is read without what announces it; whoever is announced does what is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import is_number_word
from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, SentenceReading, SpokenClause, SpokenRole
from graphwright.offline.meaning.orders.words import order_words, type_said
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.vocabulary import small_words, vocabulary
from graphwright.text.folding import fold

_ANNOUNCED: Final = frozenset(("FUNC", "ACTOR", "MOD"))
_LONGEST: Final = 60
"""Characters of what only announces."""


def without_announcing(sentence: SentenceReading) -> SentenceReading:
    """The sentence without what announces its steps; itself where nothing does, or no clause follows."""
    before, colon, behind = sentence.text.partition(":")
    if not colon or not behind.strip() or len(before) > _LONGEST:
        return sentence
    announced = _announced(before, sentence)
    if announced is None:
        return sentence
    blank = " " * (len(before) + 1)
    told = read(" " * sentence.start + blank + behind, focus=Focus(language=sentence.language)).sentences
    if len(told) != 1 or not all(map(_tells, told[0].clauses)):
        return sentence  # a name follows
    clauses = told[0].clauses if announced == "FUNC" else tuple(_done_by(each, announced) for each in told[0].clauses)
    return replace(told[0], text=blank + behind, start=sentence.start, clauses=clauses)


def _tells(clause: SpokenClause) -> bool:
    """Does a clause tell what somebody does to something, or what is done to it?"""
    verb = clause.verb
    tells = verb is not None and clause.mood == "statement" and (verb.passive or bool(phrases(clause, "doer")))
    return tells and bool(phrases(clause, "thing"))


def _done_by(clause: SpokenClause, node_type: str) -> SpokenClause:
    """A clause whose doer is what was announced."""
    return replace(clause, roles=tuple(_of_type(each, node_type) for each in clause.roles))


def _of_type(role: SpokenRole, node_type: str) -> SpokenRole:
    phrase = role.phrase
    if role.name != "doer" or phrase.members or phrase.refers_to is not None or phrase.type_word:
        return role
    return replace(role, phrase=replace(phrase, type_word=node_type))


def _announced(before: str, sentence: SentenceReading) -> str | None:
    """The type that only is announced: `add a step`, `noch zwei Rollen`, `il nous faut deux étapes`; else `None`."""
    tables = order_words(sentence.language)
    words = small_words().union(*(tables.words[each] for each in ("skip", "article", "more", "adjective", "we")))
    there = {word for each in vocabulary(sentence.language).introduced["there"] for word in _words(each)}
    verbs = {
        fold(word)
        for each in sentence.clauses
        if each.verb is not None and fold(each.verb.lemma) in tables.verbs["create"]
        for word in each.verb.text.split()
    }
    types: list[str] = []
    for word in _words(before):
        node_type = type_said(word)
        if node_type in _ANNOUNCED:
            types.append(node_type)
        elif word not in words | there | verbs and not (word.isdecimal() or is_number_word(word, sentence.language)):
            return None
    return types[0] if len(types) == 1 else None


def _words(text: str) -> Iterator[str]:
    return (fold(said) for each in text.replace("'", " ").replace("’", " ").split() if (said := each.strip(" ,.")))
