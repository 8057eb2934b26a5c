"""What a word may be by its form: candidates of kind, base form and features, each with what it costs to believe.

Closed classes are listed whole, open classes are told by their endings. No word is without a candidate: what is not
known may be a noun. Which of the candidates it is in its sentence, `tags` says.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from graphwright.grammar import english_forms, french_forms, german_forms
from graphwright.grammar.records import Feature
from graphwright.grammar.word_lists import WordCandidate, WordKind, word_lists
from graphwright.languages import Language
from graphwright.text.folding import fold
from graphwright.text.misspelt import near
from graphwright.text.numerals import numeral_word

MAX_CANDIDATES: Final = 7
"""Of one word; those that cost most are dropped."""
_ALSO_OPEN: Final = 0.6
"""What a word of a closed class costs more as a noun or verb: `like`, `need`."""
_WITHOUT_ACCENT: Final = 0.4
_CAPITAL_VERB: Final = 2.0
"""What a capital inside a sentence costs a verb: it is rather a name."""
_VERBS: Final[frozenset[WordKind]] = frozenset(("finite", "infinitive", "imperative", "participle", "gerund"))
_PLURAL: Final[frozenset[Feature]] = frozenset(("plural",))
_LETTERS_OF_A_SHORT_FORM: Final = 6
_WORDS: Final = 32_768
"""Words that are remembered: those of a few projects, in three languages."""
_SHORTEST_SLIP: Final = 6
"""Letters of a verb that is known with a slip in it: `renome`."""


@lru_cache(maxsize=_WORDS)
def candidates(
    word: str, language: Language, *, capital: bool = False, first: bool = False, cased: bool = True
) -> tuple[WordCandidate, ...]:
    """What a word may be, cheapest first.

    Args:
        word: as it was written.
        language: of the sentence around it.
        capital: it begins with a capital letter that means something.
        first: where a sentence begins, so that its capital says nothing.
        cased: the text has capitals where its language wants them.
    """
    lists = word_lists(language)
    small = word.lower().replace("’", "'")
    found = _closed(small, language)
    if word.isupper() and 1 < len(word) <= _LETTERS_OF_A_SHORT_FORM and not found:
        return (WordCandidate("noun", 0.0, word), WordCandidate("name", 0.5, word))
    also = small in lists.verbs or small in lists.nouns or small in lists.irregular_verbs or small in lists.adjectives
    if not found or also or (language == "de" and capital and not first):
        worse = _ALSO_OPEN if found else 0.0
        found += [each._replace(cost=each.cost + worse) for each in _open(small, language, capital, first, cased)]
    if capital and not first and language != "de":
        found = [each._replace(cost=each.cost + _CAPITAL_VERB * (each.kind in _VERBS)) for each in found]
        found.append(WordCandidate("name", 0.1, word))
    if small in lists.separable:
        found.append(WordCandidate("particle", 0.0, small, known=True))
    return tuple(_cased(each, word) for each in sorted(_distinct(found), key=lambda each: each.cost)[:MAX_CANDIDATES])


@lru_cache(maxsize=_WORDS)
def is_number_word(word: str, language: Language) -> bool:
    """May a word in small letters be a number: `three`? All of them are listed."""
    return any(each.kind == "number" for each in _closed(word.replace("’", "'"), language))


def verbs_near(base: str, language: Language) -> set[str]:
    """The known verbs whose base form lies one slip beside `base`; in German also behind its prefix."""
    lists = word_lists(language)
    parts = german_forms.parted(base, lists) if language == "de" else (("", base),)
    return {f"{prefix}{verb}" for prefix, rest in parts for verb in near(rest, lists.verbs, _SHORTEST_SLIP)}


def _closed(small: str, language: Language) -> list[WordCandidate]:
    lists = word_lists(language)
    if (found := lists.closed.get(small)) is not None:
        return list(found)
    written = lists.unaccented.get(fold(small))
    if written is None or len(small) <= 1:
        number = numeral_word(small, language)
        return [] if number is None else [WordCandidate("number", 0.0, str(number), _PLURAL, known=True)]
    return [each._replace(cost=_WITHOUT_ACCENT) for each in lists.closed[written]]


def _open(small: str, language: Language, capital: bool, first: bool, cased: bool) -> list[WordCandidate]:  # noqa: FBT001
    lists = word_lists(language)
    match language:
        case "de":
            return list(german_forms.open_words(small, lists, capital=capital, first=first, cased=cased))
        case "fr":
            return list(french_forms.open_words(small, lists))
        case _:
            return list(english_forms.open_words(small, lists))


def _distinct(found: list[WordCandidate]) -> list[WordCandidate]:
    """The cheapest of each kind; a verb that is two forms of two verbs is the cheaper one."""
    best: dict[WordKind, WordCandidate] = {}
    for each in found:
        if each.kind not in best or each.cost < best[each.kind].cost:
            best[each.kind] = each
    return list(best.values())


def _cased(candidate: WordCandidate, word: str) -> WordCandidate:
    """A noun keeps the capitals that the word was written with."""
    lemma = candidate.lemma
    if candidate.kind == "noun" and word != word.lower():
        same = next(
            (at for at, (one, other) in enumerate(zip(word.lower(), lemma, strict=False)) if one != other), None
        )
        kept = min(len(word), len(lemma)) if same is None else same
        lemma = word[:kept] + lemma[kept:] if kept else lemma[:1].upper() + lemma[1:]
        if lemma[:1].islower() and word[:1].isupper():
            lemma = lemma[:1].upper() + lemma[1:]
    return candidate._replace(lemma=lemma)
