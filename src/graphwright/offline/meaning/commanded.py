"""Steps said as bare orders, one after another: `jack up the car, remove the wheels and balance them`.

What most parts of a row are, the others are too: their verb stands where it stands in the rest, also where nobody knows
it or a letter of it is wrong. It leaves rows with a doer, a modal or a mere list of nouns to the clauses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from graphwright.grammar.forms import candidates, verbs_near
from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.rules import going_on, words_of
from graphwright.grammar.word_lists import WordKind, word_lists
from graphwright.languages import Language
from graphwright.offline.meaning.naming import capitalized, cleaned, shortened
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.processes import NamedStep, separated
from graphwright.offline.meaning.spoken import is_infinitive
from graphwright.offline.meaning.stated import Proceeding
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.text.folding import fold
from graphwright.text.misspelt import near
from graphwright.text.recognition import Recogniser

_WORD: Final = re.compile(r"(?:[ldsLDS]['’])|[^\W_][\w-]*\.?")
_PART: Final = re.compile(r"[^,;\n]+")
_FEWEST: Final = 3
"""Parts of a row that shows by itself what each of them is."""
_HALF: Final = 2
"""Of so many parts one must be an order beyond doubt."""
_MAX_WORDS: Final = 8
"""Of a part; with more it tells something."""
_ORDERED: Final[frozenset[WordKind]] = frozenset(("infinitive", "imperative"))
_NEVER: Final[frozenset[WordKind]] = frozenset(
    ("modal", "auxiliary", "subordinator", "relative", "question", "negation")
)
"""Kinds of words that no bare order holds."""
_POINTING: Final[frozenset[WordKind]] = frozenset(("article", "possessive", "demonstrative", "quantifier", "number"))
_LEADS: Final = _POINTING | frozenset[WordKind](("pronoun", "preposition", "particle"))
"""Kinds behind which an English order goes on, and no compound noun does."""
_EITHER: Final[frozenset[WordKind]] = frozenset(("preposition", "adverb", "pronoun", "article", "conjunction"))
"""What such a word may be as well."""
_SMALL: Final[frozenset[WordKind]] = frozenset(("article", "possessive"))
_OPEN: Final[frozenset[WordKind]] = frozenset(("noun", "adjective", "number"))
"""What a verb that is not known as one may be known as: `jack`, German `sieben`."""
_NOMINATIVE: Final = frozenset(("der", "die", "das", "wir", "sie", "man"))
"""German words that somebody who does it may begin with."""
_DEED: Final = ("igen", "ieren", "eln", "ern")
"""Endings of a German verb that stands alone and is no plural."""
_SHAPES: Final[dict[Language, tuple[str, ...]]] = {"en": ("",), "de": ("n",), "fr": ("er", "ir", "re")}
"""How the infinitive of a verb ends that nobody knows."""


class _Part(NamedTuple):
    """A part of a row: its words, and which of them is the verb."""

    words: tuple[str, ...]
    verb_at: int
    sure: bool
    start: int


def commanded(sentence: SentenceReading) -> Proceeding | None:
    """The steps of a row of bare orders that the clauses have not read whole; `None` for every other sentence."""
    if _is_read(sentence, len(_parts(sentence.text, vocabulary(sentence.language)))):
        return None
    steps = steps_in(sentence.text, sentence)
    return Proceeding(sentence, steps) if steps else None


def steps_in(text: str, sentence: SentenceReading) -> tuple[NamedStep, ...]:
    """The steps of a row of bare orders: the text of a sentence, or some of it with the rest blank; else none."""
    language = sentence.language
    told = _in_order(language).search(text)
    rows = _parts(text if told is None else text[: told.start()], vocabulary(language))
    if len(rows) < _FEWEST or any(len(each) > _MAX_WORDS for each, _ in rows):
        return ()
    if any(_is_of_clause(word, language) for each, _ in rows for word in each):
        return ()
    parts = [_part(each, start, language) for each, start in rows]
    found = [each for each in parts if each is not None]
    if len(found) < len(parts) or sum(each.sure for each in found) * _HALF < len(found):
        return ()
    steps: list[NamedStep] = []
    thing: tuple[str, ...] = ()
    things = [_without(each.words, each.verb_at) for each in found]
    is_of_one = bool(things[0]) and not any(each and not _is_placed(each, language) for each in things[1:])
    for each, rest in zip(found, things, strict=True):
        first, where = rest[:1], rest[1:]
        points = any(_is_object(word, language) for word in first) and (not where or _is_placed(where, language))
        if points or (is_of_one and each is not found[0]):
            rest = (*thing, *(where if points else rest))  # noqa: PLW2901  `the trout: put them into brine, dry`
        else:
            thing = rest
        name = _name(_verb(each.words[each.verb_at], language), rest, language)
        start = sentence.start + each.start
        steps.append((SpokenPhrase(text=name, name=name, head=name, start=start, end=start + len(name)), ()))
    return tuple(steps)


def _is_placed(words: Sequence[str], language: Language) -> bool:
    """Do words only say where, or point at the thing before: `into the brine`, `them`? `hand over` has its particle."""
    first = words[0]
    is_led = "preposition" in _kinds(first, language) and (language != "en" or first not in words_of("particles"))
    return is_led or (_is_object(first, language) and (len(words) == 1 or _is_placed(words[1:], language)))


@cache
def _in_order(language: Language) -> Recogniser:
    """What only says at the end that a row is done in its order."""
    return Recogniser(r"[\s,;:(\u2013\u2014-]+(?:<framing.in_order>)\W*$", language)


def _is_read(sentence: SentenceReading, count: int) -> bool:
    """Have the clauses a known verb for each part, and nobody who does it?"""
    read = [
        each
        for each in sentence.clauses
        if each.verb is not None and each.verb.known and (each.mood == "order" or is_infinitive(each))
        and not any(role.name == "doer" for role in each.roles) and not each.uncovered
        and _has_own_thing(each)
    ]  # fmt: skip
    return len(read) == count == len(sentence.clauses)


def _has_own_thing(clause: SpokenClause) -> bool:
    """Does a clause say what is done to, or nothing but its verb: `fold, dry and stack the towels`?"""
    things = [each.phrase for each in clause.roles if each.name == "thing"]
    return any(clause.start <= each.start < clause.end or " " not in clause.text for each in things)


def _parts(text: str, words: MeaningVocabulary) -> list[tuple[tuple[str, ...], int]]:
    """The parts of a row between commas, `then` and `and`, each without words of order, with where it begins."""
    language = words.language
    joins = words.phrases["and"] | {"u", "u.", "&"}
    leading = words.phrases["sequence"] | going_on(language)
    found: list[tuple[tuple[str, ...], int]] = []
    for piece in _PART.finditer(separated(text, language)):
        groups: list[list[re.Match[str]]] = [[]]
        for word in _WORD.finditer(piece[0]):
            if fold(word[0]) in joins:
                groups.append([word])
            else:
                groups[-1].append(word)
        for at, group in enumerate(groups):
            joint, rest = (group[:1], group[1:]) if at else ([], group)
            led = list(rest)
            while len(led) > 1 and (fold(led[0][0]) in leading or _is_slip_of(led, leading, language)):
                led.pop(0)
            said = tuple(each[0].rstrip(".") for each in led)
            if not said:
                continue
            is_deed = len(led) < len(rest) or _part(said, 0, language) is not None
            if at and found and not (is_deed and _part(found[-1][0], 0, language)):
                found[-1] = ((*found[-1][0], joint[0][0], *said), found[-1][1])  # `wash forks and knives`
            else:
                found.append((said, piece.start() + led[0].start()))
    return found


def _is_slip_of(group: Sequence[re.Match[str]], leading: frozenset[str], language: Language) -> bool:
    """Is the first word one of order with a letter wrong: `dan`?"""
    word = group[0][0]
    is_known = any(each.known for each in candidates(word, language))
    return not is_known and (fold(word) + fold(word)[-1:] in leading or bool(near(fold(word), leading)))


def _part(said: tuple[str, ...], start: int, language: Language) -> _Part | None:
    """A part as an order; `None` where its verb stands nowhere."""
    at = len(said) - 1 if language == "de" else 1 if language == "fr" and _is_clitic(said) else 0
    verb, kinds = said[at].lower(), _kinds(said[at], language)
    is_known = bool(kinds & _ORDERED)
    if not is_known and (kinds - _OPEN or not verb.endswith(_SHAPES[language])):
        return None
    if language != "en":
        is_row = language == "fr" or len(said) > 1 or is_known or verb.endswith(_DEED)
        is_told = language == "de" and next(iter(said)).lower() in _NOMINATIVE  # `die Köche kochen`
        return _Part(said, at, is_known, start) if is_row and not is_told and verb.endswith(_SHAPES[language]) else None
    leads = len(said) > 1 and bool(_kinds(said[1], language) & _LEADS) and said[1].lower() != "of"
    is_noun = verb in word_lists(language).nouns
    if not is_known and not leads:
        return None
    return _Part(said, at, is_known and (leads or not is_noun) and len(said) > 1, start)


def _is_of_clause(word: str, language: Language) -> bool:
    """Is it a word that no bare order holds; `a` may be the French `à`?"""
    kinds = _kinds(word, language)
    return len(word) > 1 and bool(kinds & _NEVER) and not kinds & (_ORDERED | _EITHER)


def _is_clitic(said: tuple[str, ...]) -> bool:
    """Does a French pronoun stand before its verb: `les laver`, `l'archiver`?"""
    clitics = words_of("things") | words_of("receivers") | words_of("reflexive")
    return len(said) > 1 and fold(said[0].replace("’", "'")) in clitics


def _without(said: tuple[str, ...], at: int) -> tuple[str, ...]:
    return (*said[:at], *said[at + 1 :])


def _is_object(word: str, language: Language) -> bool:
    """Is it a pronoun that only points at the thing before: `them`, `les`?"""
    tables = order_words(language).words
    return fold(word.replace("’", "'")) in words_of("things") | tables["pronoun"] | tables["them"]


def _verb(word: str, language: Language) -> str:
    """The verb, as it was meant where one letter of it is wrong."""
    small = word.lower()
    if _kinds(small, language) & _ORDERED:
        return small
    meant = verbs_near(small, language)
    return meant.pop() if len(meant) == 1 else small


def _name(verb: str, thing: tuple[str, ...], language: Language) -> str:
    """The name of a step: its words, without articles where the language leaves them."""
    bare = thing if language == "fr" else tuple(each for each in thing if not _kinds(each, language) & _SMALL)
    said = " ".join(bare or thing).replace("' ", "'").replace("’ ", "'")
    whole = f"{said} {verb}" if language == "de" else f"{verb} {said}"
    return shortened(capitalized(cleaned(whole.strip())))


def _kinds(word: str, language: Language) -> frozenset[WordKind]:
    """What the lists know a word to be."""
    known: set[WordKind] = {each.kind for each in candidates(word.lower(), language, cased=False) if each.known}
    return frozenset(known)
