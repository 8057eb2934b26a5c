"""Which of the languages of the product a text is written in, by its small words (K-18)."""

from __future__ import annotations

import re
from typing import Final

from graphwright.languages import Language

_WORD: Final = re.compile(r"[^\W\d_]+")
_ENGLISH: Final = """a an the and or of to in on for with is are be was this that these those it its what which who
how why when does do can could should would will not no every all from by as at has have my our your please add"""
_GERMAN: Final = """der die das den dem des ein eine einen einem einer und oder von zu zum zur im in am auf für mit ist
sind war diese dieser dieses diesen was welche welcher wer wie warum wann kann soll wird werden nicht kein keine jede
jeder alle aus bei als hat haben mein unser bitte gibt füge ich wir sie es"""
_FRENCH: Final = """le la les un une des du de et ou à au aux en dans sur pour avec est sont était ce cette ces cet que
qui quoi quel quelle quels comment pourquoi quand peut doit ne pas chaque tous toutes par comme il elle nous vous mon
notre votre je se sa son ses ajoute passe"""
_SMALL_WORDS: Final[dict[Language, frozenset[str]]] = {
    "en": frozenset(_ENGLISH.split()),
    "de": frozenset(_GERMAN.split()),
    "fr": frozenset(_FRENCH.split()),
}
_LETTERS: Final[dict[Language, str]] = {"en": "", "de": "äöüß", "fr": "éèêàçùîôœâû"}
"""A word with a letter that only one of the three languages has counts like a small word."""


def language_of(text: str, default: Language = "en") -> Language:
    """The language with the most evidence; `default` when there is none or it is even."""
    words = [word.casefold() for word in _WORD.findall(text)]
    best, leader = 0, default
    for language, small in _SMALL_WORDS.items():
        score = sum(word in small for word in words)
        score += sum(any(letter in word for letter in _LETTERS[language]) for word in words)
        if score > best:
            best, leader = score, language
        elif score == best:
            leader = default
    return leader
