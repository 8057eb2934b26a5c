"""Where something is written down: `every treatment is recorded in the medication register`.

What a deed writes into is data that goes out of it, whoever reads it then.
"""

from __future__ import annotations

from typing import Final

from graphwright.grammar.records import SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import kind_of
from graphwright.offline.meaning.deeds import DeedStep
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.text.folding import fold

_DETERMINED: Final = frozenset(("the", "a", "my", "every"))


def write_down(step: DeedStep) -> None:
    """The flow into which a deed writes, where it is said in which."""
    function, words = step.function, step.words
    verb = fold(step.doing.verb)
    if function is None or not step.things or verb not in words.relations["noting"] | words.relations["writing"]:
        return
    draft, make = step.make.draft, step.make
    for phrase in (*step.doing.places, *step.doing.receivers):
        if not _is_written_in(phrase, words) or draft.find(name_of(phrase)):
            continue
        name = name_of(phrase)
        make.link("io", function, make.node("FLOW", name, make.say.schema.format(name=name)))


def _is_written_in(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """Is it a record by its noun: `the hive log`, `das Prüfbuch`, `le registre`?"""
    if phrase.determiner not in _DETERMINED or phrase.members or phrase.refers_to is not None:
        return False
    return kind_of(phrase, words.language) in {"document", None} and is_record(phrase, words.language)


def is_record(phrase: SpokenPhrase, language: Language) -> bool:
    """Does a noun name something that is written in, alone or as the end of a compound?"""
    records, head = vocabulary(language).phrases["records"], fold(phrase.head)
    return head in records or (language == "de" and head.endswith(tuple(records)))
