"""What a noun phrase is by its words alone: something that is done, a field of data, a task. It knows no model."""

from __future__ import annotations

from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import kind_of
from graphwright.offline.meaning.naming import outer_word
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.text.folding import fold

# `ing` and `er` alone are no activities.
_SHORTEST_ACTIVITY: Final = 4


def is_deed_word(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """Does a noun phrase name something that is done, and nothing and nobody else?"""
    return is_activity(phrase, words) and kind_of(phrase, words.language) is None


def is_field(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """Does a noun phrase name a field of data, by its head: `arrival date`, `Bruttogewicht`?"""
    fields = words.kinds["field"]
    last = fold((phrase.name or phrase.text).split("(")[0].split(" ")[-1].strip(" .,;"))
    return any(
        each in fields or (words.language == "de" and each.endswith(tuple(fields)))
        for each in (fold(phrase.head), last)
        if each
    )


def is_component(phrase: SpokenPhrase, language: Language) -> bool:
    """Is it a word for what is part of something, whatever stands in it: `tank`, `module`?"""
    components, head = vocabulary(language).kinds["component"], fold(phrase.head)
    return head in components or (language == "de" and head.endswith(tuple(components)))


def is_activity(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """Does a noun phrase name something that is done, by its ending: `milling`, `Wiegen`, `dosage`?"""
    endings = tuple(words.kinds["activityEnds"])
    heads = (phrase.head, outer_word(phrase.name or phrase.text, words.language))
    return any(each.endswith(endings) and len(each) > _SHORTEST_ACTIVITY for each in map(fold, heads))


def is_nominal(phrase: SpokenPhrase, language: Language) -> bool:
    """German: is it an infinitive that stands as a noun: `das Schmieren der Rollen`?"""
    head = phrase.head
    if language != "de" or not head[:1].isupper() or phrase.plural:
        return False
    return any(each.kind == "infinitive" and each.known for each in candidates(head.lower(), "de"))


def is_task(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """`venting`, `venting the mould`, `Entrauchen`, `réglage du son`."""
    first, last = phrase.name.split(" ", 1)[0], phrase.name.rsplit(" ", 1)[-1]
    endings = tuple(words.kinds["activityEnds"])
    return any(fold(each).endswith(endings) and len(each) > _SHORTEST_ACTIVITY for each in (first, last))
