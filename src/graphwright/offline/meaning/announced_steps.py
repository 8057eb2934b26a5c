"""`Add a step: the brewer filters the wort`: what stands before the colon only says that a step follows.

The step is told as any other is, so the sentence is read without what announces it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, SentenceReading
from graphwright.offline.meaning.orders.words import order_words, type_said
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.vocabulary import small_words
from graphwright.text.folding import fold


def without_announcing(sentence: SentenceReading) -> SentenceReading:
    """The sentence without what announces its step; itself where nothing does, or no clause follows."""
    before, colon, behind = sentence.text.partition(":")
    if not colon or not behind.strip() or not _announces(before, sentence):
        return sentence
    blank = " " * (len(before) + 1)
    told = read(" " * sentence.start + blank + behind, focus=Focus(language=sentence.language)).sentences
    if len(told) != 1 or not any(phrases(each, "doer") and phrases(each, "thing") for each in told[0].clauses):
        return sentence  # a name follows
    return replace(told[0], text=blank + behind, start=sentence.start)


def _announces(before: str, sentence: SentenceReading) -> bool:
    """Is it only `add a step`, `noch ein Schritt`, `ajoute une étape`?"""
    tables = order_words(sentence.language)
    plain = small_words() | tables.words["skip"] | tables.words["article"]
    telling = [word for word in _words(before) if word not in plain]
    verbs = {fold(word) for each in sentence.clauses if each.verb for word in each.verb.text.split()}
    creates = any(each.verb and fold(each.verb.lemma) in tables.verbs["create"] for each in sentence.clauses[:1])
    types = [each for each in telling if type_said(each) == "FUNC"]
    rest = [each for each in telling if each not in types]
    return len(types) == 1 and (not rest or (creates and set(rest) <= verbs))


def _words(text: str) -> Iterator[str]:
    return (fold(each.strip(" ,.'’")) for each in text.replace("'", " ").split())
