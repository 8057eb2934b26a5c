"""Cuts text into words to be found by: identifiers fall apart, accents are folded, function words can be told.

`PlaceOrder2`, `place-order 2` and `place_order_2` all give `place`, `order`, `2`; `Prüfstraße` gives `pruefstrasse`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

SHORT: Final = 80
"""Characters of a text that is worth remembering."""

# A word ends where the case says so (`PlaceOrder`, `HTTPServer`), at a digit, and at everything that is no letter.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")
_SPELT_OUT: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "œ": "oe", "æ": "ae", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Œ": "Oe"}
)


def words(text: str) -> list[str]:
    """The words of a text in order, folded and in small letters, function words too."""
    return [word.lower() for word in _WORD.findall(text if text.isascii() else folded(text))]


@lru_cache(maxsize=16_384)
def short_words(text: str) -> tuple[str, ...]:
    """The same for what is met again and again: names, titles of types, values."""
    return tuple(words(text))


def folded(text: str) -> str:
    """A text without accents, umlauts and ligatures, its case kept."""
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).translate(_SPELT_OUT))
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def joined(text: str) -> str:
    """A name as one word, however it is cased, spaced and hyphenated: `place-order` and `PlaceOrder` are the same."""
    return "".join(words(text))


@lru_cache(maxsize=65_536)
def grams(word: str) -> tuple[str, ...]:
    """Every run of four letters in a word, once; none for a word of four letters or fewer.

    They find what words are made of: `Genehmigung` in `Baugenehmigung`, `valid` in `invalid`, most typing errors.
    """
    return (
        tuple(dict.fromkeys(word[at : at + _GRAM] for at in range(len(word) - _GRAM + 1))) if len(word) > _GRAM else ()
    )


_GRAM: Final = 4


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
