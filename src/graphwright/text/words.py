"""Text as words to be found and compared by: identifiers fall apart, accents are folded, endings cut. Pure.

`PlaceOrder2`, `place-order 2` and `place_order_2` all give `place`, `order`, `2`; `Prüfstraße` gives `pruefstrasse`.

Nobody says in which language a node is named, and one model holds several, so one stemmer serves German, English and
French: it cuts the endings of declension, conjugation and plural. A stem compares words; it is not one. Irregular forms
and derivations (`ran`, `production`) are left alone: what they share with their kin is found by the parts of words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graphwright.text.folding import unaccented

SHORT: Final = 80
"""Characters of a text that is worth remembering."""
SHORTEST_STEM: Final = 4
"""Shorter than this, an ending is part of the word: `test`, `list`, `eine`."""
_ENDINGS: Final = ("ungen", "ung", "ing", "ent", "est", "ed", "es", "er", "en", "em", "et", "s", "e", "n", "t")
_GRAM: Final = 4
_COMPOUND: Final = 5
"""A shorter word inside another one is chance."""

# A word ends where the case says so (`PlaceOrder`, `HTTPServer`), at a digit, and at everything that is no letter.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")
_PLAIN: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def _listed(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


FUNCTION_WORDS: Final = _listed(
    # English
    "a about after all also am an and any are as at be because been before being between both but by can cannot",
    "could did do does doing down during each every few for from further had has have having he her here hers him",
    "his how i if in into is it its itself just may me might more most must my no nor not of off on once only or",
    "other our out over own same shall she should so some such than that the their them then there these they",
    "this those through to too under until up us very was we were what when where which while who whom why will",
    "with would you your",
    # German
    "aber alle allem allen aller alles als also an ander andere anderem anderen anderer anderes auch auf aus bei",
    "beim bevor bin bis bist da dabei dadurch dafuer dagegen daher damit dann daran darauf daraus darf darfst",
    "darin darueber das dass dazu dein deine dem den denn der deren des dessen dich die dies diese diesem diesen",
    "dieser dieses dir doch dort du duerfen durch ein eine einem einen einer eines einige er es etwas euch euer",
    "fuer gegen gibt hat hatte haben hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im indem ins",
    "ist ja jede jedem jeden jeder jedes jemand jemandem jemanden jene jetzt kann kannst kein keine keinem keinen",
    "keiner koennen koennte man manche mehr mein meine meinem meinen meiner mich mir mit muss muessen nach nicht",
    "nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit selbst sich sie sind soll",
    "sollen sollte sondern sonst ueber um und uns unser unsere unserem unseren unter viel vom von vor wann war",
    "waren warum weil welche welchem welchen welcher welches wenn wer werde werden wessen wie wieder will wir",
    "wird wo woher wohin worauf woran worin wozu wurde wurden zu zum zur zwar zwischen",
    # French
    "au aux avec car ce cela ces cet cette chaque comme comment dans de depuis des donc dont du elle elles en",
    "entre est et eux faut il ils je la le les leur leurs lors lui ma mais me mes moi mon ne nos notre nous on",
    "ont ou par pas peut plus pour pourquoi qu quand que quel quelle quelles quels qui sa sans se ses si son sont",
    "sous sur ta te tes toi ton tous tout toute toutes tu un une vos votre vous y",
    # what an apostrophe leaves: the customer's, l'ordre, d'une
    "c d j l m n s t",
)
"""Words that hold a sentence together and say nothing of what it is about, folded."""


def words(text: str) -> list[str]:
    """The words of a text in order, folded and in small letters, function words too."""
    return [word.lower() for word in _WORD.findall(unaccented(text))]


@lru_cache(maxsize=16_384)
def short_words(text: str) -> tuple[str, ...]:
    """The same for what is met again and again: names, titles of types, values."""
    return tuple(words(text))


def joined(text: str) -> str:
    """A name as one word, however it is cased, spaced and hyphenated: `place-order` and `PlaceOrder` are the same."""
    return "".join(words(text))


def plain_words(text: str) -> list[str]:
    """The words of a text as written, in small letters: `state-of-the-art` is one."""
    return _PLAIN.findall(text.casefold())


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded, lower-case word without its endings."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return stem(word[: -len(ending)])
    return word


def stems(text: str) -> frozenset[str]:
    """All words of a text as stems, function words too."""
    return frozenset(stem(word) for word in words(text))


def telling(text: str) -> list[str]:
    """The words that say something, as stems, in order."""
    return [stem(word) for word in words(text) if word not in FUNCTION_WORDS]


@lru_cache(maxsize=65_536)
def grams(word: str) -> tuple[str, ...]:
    """Every run of four letters in a word, once; none for a word of four letters or fewer.

    They find what words are made of: `Genehmigung` in `Baugenehmigung`, `valid` in `invalid`, most typing errors.
    """
    return (
        tuple(dict.fromkeys(word[at : at + _GRAM] for at in range(len(word) - _GRAM + 1))) if len(word) > _GRAM else ()
    )


@lru_cache(maxsize=8_192)
def content(text: str) -> frozenset[str]:
    """What a text speaks of: the stems of its telling words, single letters left out."""
    return frozenset(each for each in telling(text) if len(each) > 1 or each.isdigit())


def covered(wanted: str, text: str) -> float:
    """The share of what `wanted` speaks of that `text` speaks of too, 0 to 1; 1 when it speaks of nothing.

    Compounds count: `Wandhöhe` speaks of `mittlere Wandhöhe`, `Baugenehmigung` of `Genehmigung`.
    """
    asked, said = content(wanted), content(text)
    if not asked:
        return 1.0
    return sum(_is_in(word, said) for word in asked) / len(asked)


def _is_in(word: str, said: frozenset[str]) -> bool:
    if word in said:
        return True
    if len(word) < _COMPOUND:
        return False
    return any(word in other or (len(other) >= _COMPOUND and other in word) for other in said)
