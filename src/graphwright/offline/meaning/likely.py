"""What a noun is likely to be that no list knows: by its form, and by what the message called it before.

A noun can be a person only if its form lets it be one: `adjuster`, `Monteur`, `trieuse` end like people, `wallbox`,
`das Sieb`, `le pétrin` do not. What may be both is left open, and what is done is nobody: `tracking passes on data`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graphwright.grammar.records import MessageReading, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import kind_of
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_SHORTEST: Final = 4
"""Letters of a head that another name may end in: `terminal` of `card terminal`, `anlage` of `Dosieranlage`."""


def can_be_somebody(phrase: SpokenPhrase, language: Language) -> bool:
    """May a noun that no list knows be a person?"""
    words = vocabulary(language)
    if {fold(each) for each in phrase.text.split()[:1]} & words.phrases["neuter"]:
        return False  # `das Sieb`: German has few people of this gender, and the lists know them
    name = phrase.name or phrase.text
    outer = name.split()[:1] if language == "fr" else name.split()[-1:]
    endings = tuple(words.kinds["agentEnds"])
    is_named = bool(phrase.tokens) and phrase.tokens[-1].tag == "name" and phrase.determiner == "none"
    return is_named or any(fold(each).strip(".,;").endswith(endings) for each in (*outer, phrase.head) if each)


def is_done(phrase: SpokenPhrase, language: Language) -> bool:
    """Does a noun name something that is done, rather than who does it: `tracking`, `die Auszählung`?"""
    name = phrase.name or phrase.text
    outer = name.split()[:1] if language == "fr" else name.split()[-1:]
    said = any(names_deed(each, language) for each in (phrase.head, *outer) if each)
    return said and kind_of(phrase, language) is None


def names_deed(head: str, language: Language) -> bool:
    """May a noun by itself name what is done: `payout`, `Versand`, `tri`? It may name somebody as well: `réception`."""
    kinds, folded = vocabulary(language).kinds, fold(head).strip(".,;")
    return folded in kinds["deed"] or folded.endswith(tuple(kinds["deedEnds"]))


class EarlierNames:
    """The names of a message, by which a later head is known again: `the guide` after `an audio guide`."""

    def __init__(self, names: Iterable[tuple[int, str, Language]]) -> None:
        self._names = sorted(names)

    def full_name(self, phrase: SpokenPhrase, language: Language) -> str:
        """The longer name that was said before of the same head with an article; else its own."""
        name = name_of(phrase)
        head = fold(name)
        if phrase.determiner != "the" or " " in name or len(head) < _SHORTEST or phrase.quoted:
            return name
        before = [each for each in self._names if each[0] < phrase.start and each[2] == language]
        if any(fold(said) == head for _, said, _ in before):
            return name
        return next((said for _, said, _ in reversed(before) if _is_longer(fold(said), head, language)), name)


def earlier_names(message: MessageReading) -> EarlierNames:
    """The names in a message."""
    return EarlierNames(
        (phrase.start, name_of(phrase), sentence.language)
        for sentence in message.sentences
        for clause in sentence.clauses
        for role in clause.roles
        if role.phrase.refers_to is None
        for phrase in (role.phrase.members or (role.phrase,))
        if phrase.name and not phrase.of
    )


def _is_longer(said: str, head: str, language: Language) -> bool:
    if language == "fr":
        return said.startswith(f"{head} ")
    if language == "de" and " " not in said:
        return said.endswith(head) and len(head) > _SHORTEST and len(said) >= len(head) + _SHORTEST
    return said.endswith(f" {head}")
