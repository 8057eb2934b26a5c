"""What a noun is likely to be that no list knows: by its form, and by what the message called it before.

A noun can be a person only if its form lets it be one: `adjuster`, `Monteur`, `trieuse` end like people, `wallbox`,
`das Sieb`, `le pétrin` do not. What may be both is left open, and what is done is nobody: `tracking passes on data`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from graphwright.grammar.records import MessageReading, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import is_listed_twice, is_twofold, kind_of
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.naming import name_of, outer_word
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.pauses import paced
from graphwright.text.folding import fold

_SHORTEST: Final = 4
"""Letters of a head that another name may end in: `terminal` of `card terminal`, `anlage` of `Dosieranlage`."""


def can_be_somebody(phrase: SpokenPhrase, language: Language) -> bool:
    """May a noun that no list knows be a person?"""
    words = vocabulary(language)
    if {fold(each) for each in phrase.text.split()[:1]} & words.phrases["neuter"]:
        return False  # `das Sieb`: German has few people of this gender, and the lists know them
    endings = tuple(words.kinds["agentEnds"])
    if (letters := phrase.name.split(" ")[-1]).isalpha() and letters.isupper() and len(letters) > 1:
        return True  # `die MTA`, `the CFO`: letters may stand for a trade as well as for a device
    is_named = bool(phrase.tokens) and phrase.tokens[-1].tag == "name" and phrase.determiner == "none"
    return is_named or any(fold(each).strip(".,;").endswith(endings) for each in _outer(phrase, language))


def is_done(phrase: SpokenPhrase, language: Language) -> bool:
    """Does a noun name something that is done, rather than who does it: `tracking`, `die Auszählung`?"""
    said = any(names_deed(each, language) for each in _outer(phrase, language))
    return said and kind_of(phrase, language) is None


def _outer(phrase: SpokenPhrase, language: Language) -> list[str]:
    """What the phrase says it is: its head, and the word where its name has it."""
    return [each for each in (phrase.head, outer_word(phrase.name or phrase.text, language)) if each]


def is_likely_part(phrase: SpokenPhrase, language: Language) -> bool:
    """Can a noun that no list knows be only a thing: neither somebody nor something that is done?"""
    is_open = kind_of(phrase, language) is None
    return is_open and not (can_be_somebody(phrase, language) or is_done(phrase, language))


def is_likely_person(phrase: SpokenPhrase, language: Language) -> bool:
    """Does a noun that no list knows end like those who do something, and may it be nothing else?"""
    if kind_of(phrase, language) is not None or is_done(phrase, language):
        return False
    if is_twofold(phrase, language) or is_listed_twice(phrase, language):
        return False
    endings = tuple(vocabulary(language).kinds["agentEnds"])
    return any(fold(each).strip(".,;").endswith(endings) for each in _outer(phrase, language))


def names_deed(head: str, language: Language) -> bool:
    """May a noun by itself name what is done: `payout`, `Versand`, `tri`? It may name somebody as well: `réception`."""
    kinds, folded = vocabulary(language).kinds, fold(head).strip(".,;")
    return folded in kinds["deed"] or folded.endswith(tuple(kinds["deedEnds"]))


class EarlierNames:
    """The names of a message, by which a later head is known again: `the guide` after `an audio guide`."""

    def __init__(self, names: Iterable[tuple[int, str, Language]], index: NodeIndex) -> None:
        self._index = index
        self._first: dict[tuple[Language, str], int] = {}
        """Where each name stands first."""
        self._longer: dict[tuple[Language, str], list[tuple[int, str]]] = defaultdict(list)
        """By the head that may stand for them: the names, with their places."""
        for start, name, language in sorted(names):
            self._first.setdefault((language, fold(name)), start)
            for head in _later_heads(fold(name), language):
                self._longer[language, head].append((start, name))

    def full_name(self, phrase: SpokenPhrase, language: Language) -> str:
        """The longer name that was said before of the same head with an article; else its own."""
        name = name_of(phrase)
        head = fold(name)
        if phrase.determiner != "the" or " " in name or len(head) < _SHORTEST or phrase.quoted:
            return name
        if self._first.get((language, head), phrase.start) < phrase.start:
            return name
        longer = self._longer.get((language, head), [])
        before = bisect_left(longer, (phrase.start, ""))
        if before:
            return longer[before - 1][1]
        node = self._index.headed(name)
        return name if node is None else node.name


def earlier_names(message: MessageReading, index: NodeIndex) -> EarlierNames:
    """The names in a message, and before them those of the model."""
    systems: list[tuple[int, str, Language]] = [
        (-1, each.name, message.language) for each in index.graph.of_type("SYS")
    ]
    return EarlierNames([*systems, *_names_in(message)], index)


def _names_in(message: MessageReading) -> Iterator[tuple[int, str, Language]]:
    for sentence in paced(message.sentences, 1):
        roles = [role for clause in sentence.clauses for role in clause.roles if role.phrase.refers_to is None]
        for phrase in (each for role in roles for each in (role.phrase.members or (role.phrase,))):
            if phrase.name and not phrase.of:
                yield phrase.start, name_of(phrase), sentence.language


def _later_heads(said: str, language: Language) -> Iterator[str]:
    """What a name may be called later: its head, and in German the end of a compound."""
    if " " in said:
        yield outer_word(said, language)
    elif language == "de":
        yield from (said[at:] for at in range(_SHORTEST, len(said) - _SHORTEST))
