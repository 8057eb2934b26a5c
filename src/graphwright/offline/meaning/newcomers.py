"""Who is named for the first time in another's place: `not the arm, the brush cleans the teats`. It changes nothing.

Told by what is left: of the phrases of a sentence one is neither denied nor known nor of the deed. Any other word that
is left over means that the sentence tells more than that, and then nobody is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.grammar.records import SentenceReading, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import is_nobody
from graphwright.offline.meaning.matching import meaning_key
from graphwright.offline.meaning.mentions import spoken_words
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.vocabulary import small_words, vocabulary
from graphwright.text.folding import fold


def newcomer(sentence: SentenceReading, known: set[str]) -> SpokenPhrase | None:
    """The only phrase of a sentence beside those that say nothing but what is known.

    `known` are the words of who did it before and of what is done, as `meaning_key` has them.
    """
    found = {meaning_key(each.name): each for each in _phrases(sentence) if not _is_known(each, sentence, known)}
    if len(found) != 1:
        return None
    [(key, phrase)] = found.items()
    return None if _says_more(sentence, known | set(key)) else phrase


def verb_words(sentence: SentenceReading, known: set[str]) -> set[str]:
    """The folded words of verbs that name the deed, or stand for it: `does`, `takes care of`."""
    table, words = order_words(sentence.language), vocabulary(sentence.language)
    instead = (
        table.verbs["carry"]
        | table.verbs["take_over"]
        | table.verbs["inherit"]
        | words.phrases["pro"]
        | words.relations["care"]
    )
    return {
        fold(word)
        for clause in sentence.clauses
        if clause.verb is not None
        and (fold(clause.verb.lemma) in instead or clause.verb.copula or set(meaning_key(clause.verb.lemma)) & known)
        for word in f"{clause.verb.text} {clause.verb.lemma}".split()
    }


def _says_more(sentence: SentenceReading, known: set[str]) -> bool:
    """Does a word stand in a sentence that neither names who and what, nor only joins them?"""
    plain = _plain(sentence.language) | verb_words(sentence, known)
    return any(
        part not in plain and not set(meaning_key(part)) <= known
        for each in spoken_words(sentence.text)
        if each.folded not in plain
        for part in each.folded.replace("’", "'").split("'")
        if part
    )


def _plain(language: Language) -> frozenset[str]:
    """Words that name nothing: small ones, those that deny, object or point, and those for a task."""
    tables, phrases = order_words(language).words, vocabulary(language).phrases
    names = (
        "skip",
        "no",
        "not",
        "instead",
        "that",
        "than",
        "turn",
        "be",
        "do",
        "shall",
        "oh",
        "and",
        "pronoun",
        "from",
        "with",
        "to",
    )
    said = frozenset[str]().union(*(tables[each] for each in names))
    folded = phrases["objection"] | phrases["task"] | phrases["care"] | phrases["pro"] | phrases["longer"]
    return frozenset(each.strip("'") for each in said) | folded | small_words()


def _is_known(phrase: SpokenPhrase, sentence: SentenceReading, known: set[str]) -> bool:
    """Does a phrase say nothing but what is known: `the arm`, `in place of the arm`?"""
    said = [each for each in phrase.name.split() if fold(each) not in _plain(sentence.language)]
    return all(set(meaning_key(each)) <= known for each in said)


def _phrases(sentence: SentenceReading) -> Iterator[SpokenPhrase]:
    """The phrases of a sentence that name something, lists taken apart; of `the guard's task` the guard."""
    words = vocabulary(sentence.language)
    for clause in sentence.clauses:
        for role in clause.roles:
            for each in _parts(role.phrase):
                named = each.of if each.of is not None and fold(each.head) in words.phrases["task"] else each
                if each.refers_to is None and not is_nobody(named, sentence.language):
                    yield named


def _parts(phrase: SpokenPhrase) -> Iterator[SpokenPhrase]:
    if not phrase.members:
        yield phrase
    for each in phrase.members:
        yield from _parts(each)
