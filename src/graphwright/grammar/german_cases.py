"""German cases, as far as the small word before a noun and the ending of the noun tell them.

`der Kunde` is a subject, `der Feuerwehr` is somebody who is given something: only the gender of the noun tells. What
neither tells is left open, and the order of words decides.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import SpokenPhrase
from graphwright.grammar.rules import words_of
from graphwright.text.folding import fold

_ARTICLES: Final = frozenset(("der", "dieser", "jeder", "jener", "welcher", "einer", "keiner"))
_POSSESSIVE: Final = frozenset(("seiner", "ihrer", "meiner", "unserer", "deiner"))
_SUBJECTS: Final = frozenset(("er", "ich", "wir", "du", "man", "wer"))
_INDEFINITE: Final = frozenset(("ein", "kein", "sein", "ihr", "mein", "unser"))


def case_of(phrase: SpokenPhrase) -> str:
    """`accusative` or `dative` where the first word says so; nothing where it could be the subject."""
    word = _first_word(phrase)
    if word in words_of("accusative"):
        return "accusative"
    if word in words_of("dative") and not (word == "einer" and not _is_feminine(phrase)):
        return "dative"
    return "dative" if word in _ARTICLES | _POSSESSIVE and _is_feminine(phrase) and not phrase.members else ""


def is_nominative(phrase: SpokenPhrase) -> bool:
    """Can it be nothing but the subject: `der Mieter`, `ein Roboter`, `er`?"""
    word = _first_word(phrase)
    if word in _SUBJECTS:
        return True
    if phrase.members or phrase.refers_to is not None:
        return False
    if word in _ARTICLES:
        in_e = fold(phrase.head).endswith("e") and not fold(phrase.head).endswith(tuple(words_of("masculine_in_e")))
        return not _is_feminine(phrase) and not in_e and not phrase.plural
    return word in _INDEFINITE and (
        _is_masculine(phrase) or fold(phrase.head).endswith(tuple(words_of("masculine_in_e")))
    )


def is_genitive_form(phrase: SpokenPhrase) -> bool:
    """Does it begin with a form that is a subject or a dative? Where the subject is known, it is the dative."""
    return _first_word(phrase) in _ARTICLES | _POSSESSIVE and not phrase.members


def is_dative_plural(phrase: SpokenPhrase) -> bool:
    """Can it be several who are given something: `den Eltern`, `allen Mietern`?"""
    if phrase.refers_to is not None:
        return False  # `übergibt diesen dem Packer`
    last = phrase.tokens[-1].text if phrase.tokens else phrase.text
    return _first_word(phrase) in {"den", "allen", "diesen", "seinen", "ihren", "mehreren"} and last.endswith("n")


def nominative_of(phrase: SpokenPhrase) -> SpokenPhrase:
    """Several behind `aus` as they are called: `aus Zeigern und Zahnrädern`. Feminine nouns have no other plural."""
    last = (phrase.name or phrase.text).rpartition(" ")[2]
    folded = fold(last)
    bare = phrase.determiner == "none" and not phrase.quoted and not phrase.members
    if not bare or not folded.endswith(("ern", "eln")) or folded.endswith(tuple(words_of("feminine_plurals"))):
        return phrase
    return replace(phrase, name=phrase.name[:-1], head=phrase.head.removesuffix("n"))


def is_event(phrase: SpokenPhrase) -> bool:
    """Is it something that happens, behind which something else does: `nach der Prüfung`? A bare place is a goal."""
    return phrase.determiner != "none" or fold(phrase.head).endswith(tuple(words_of("happening")))


def _first_word(phrase: SpokenPhrase) -> str:
    first = phrase.members[0] if phrase.members else phrase
    return fold(first.tokens[0].text) if first.tokens else fold(first.text.partition(" ")[0])


def _is_feminine(phrase: SpokenPhrase) -> bool:
    head = fold(phrase.head)
    return head.endswith(tuple(words_of("feminine"))) and not head.endswith(tuple(words_of("not_feminine")))


def _is_masculine(phrase: SpokenPhrase) -> bool:
    head = fold(phrase.head)
    return head.endswith(tuple(words_of("masculine"))) and not head.endswith(tuple(words_of("neuter")))
