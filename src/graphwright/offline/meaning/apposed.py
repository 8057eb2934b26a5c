"""What is told beside a name: `the stirrer, a part of the vat, ...` says that the vat holds the stirrer.

What stands beside it is read as a sentence of its own (`the stirrer is a part of the vat`), of which only what
belongs to what is taken. Who or what somebody is, by the word beside the name, `casting.py` sees itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from graphwright.grammar.read import read
from graphwright.grammar.records import SentenceReading, SpokenClause
from graphwright.languages import Language
from graphwright.offline.meaning.existing import belonging
from graphwright.offline.meaning.spoken import members
from graphwright.offline.meaning.stated import Composing
from graphwright.offline.meaning.vocabulary import MeaningVocabulary
from graphwright.text.folding import fold

_IS: Final[Mapping[Language, str]] = {"en": "is", "de": "ist", "fr": "est"}


def apposed(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Iterator[Composing]:
    """Wholes with the parts that a clause names, each told beside its part."""
    for role in clause.roles:
        for phrase in () if role.taken_over or role.phrase.refers_to else members(role.phrase):
            said = phrase.apposition.strip(" ,–-")
            if words.phrases["part"].isdisjoint(fold(each.strip(",.;")) for each in said.split()):
                continue
            told = read(f"{phrase.name} {_IS[words.language]} {said}.").sentences
            clauses = told[0].clauses if len(told) == 1 and told[0].language == words.language else ()
            found = belonging(sentence, clauses[0], words) if len(clauses) == 1 else None
            if found is not None:
                yield Composing(sentence, found.wholes, (phrase,))
