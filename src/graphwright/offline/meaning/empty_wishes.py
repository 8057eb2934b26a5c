"""A wish that holds nothing: `I want a machine that makes everything for everybody`. Nothing is built of it."""

from __future__ import annotations

from typing import Final

from graphwright.grammar.records import SentenceReading
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_FIRST: Final = 3
"""Words among which somebody speaks of himself: `what we want`."""


def holds_nothing(sentence: SentenceReading) -> bool:
    """Is something wished for that only does anything at all, by verbs that say nothing of their own?"""
    words = vocabulary(sentence.language)
    said = [fold(each.strip(".,;:!?")).replace("’", "'") for each in sentence.text.split()]
    first = {part for each in said[:_FIRST] for part in (each, each.partition("'")[0])}
    if words.phrases["everything"].isdisjoint(said) or words.phrases["speaker"].isdisjoint(first):
        return False
    empty = words.phrases["anyDeed"] | words.relations["wish"] | words.phrases["wished"] | words.relations["wishing"]
    verbs = {fold(each.verb.lemma) for each in sentence.clauses if each.verb is not None}
    return bool(verbs & words.phrases["anyDeed"]) and verbs <= empty
