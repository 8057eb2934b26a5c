"""How texts are made comparable: without accents for words, without case and spacing for names. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, Literal

# Letters that decompose to nothing useful, written the way German, French and the Nordic languages write them in ASCII.
_SPELT_OUT: Final = str.maketrans(
    {
        "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS",
        "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "å": "a", "Å": "A",
        "đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "ı": "i",
    }
)  # fmt: skip
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f]{1,32}")
"""Letters that may have a plain form; of most texts they are few, and folding all of it letter by letter is slow."""


def unaccented(text: str) -> str:
    """A text without accents, umlauts and ligatures, its case kept: `Prüfstraße` gives `Pruefstrasse`."""
    if text.isascii():
        return text
    return _BEYOND_ASCII.sub(lambda found: _plain(found[0]), unicodedata.normalize("NFC", text))


@lru_cache(maxsize=4_096)  # a text has few different runs of such letters, and those again and again
def _plain(letters: str) -> str:
    spread = unicodedata.normalize("NFKD", letters.translate(_SPELT_OUT))
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


@lru_cache(maxsize=65_536)  # about the words of all names of a large model; without it folding is most of the work
def fold(text: str) -> str:
    """A text as words are compared: unaccented, case folded, one kind of apostrophe."""
    return unaccented(text).casefold().replace("’", "'")


def name_key(name: str, *, lookalikes: bool = False) -> str:
    """A name as it is compared: case and spacing tell no names apart, accents do.

    `lookalikes`: neither do full-width letters and ligatures, so that nobody takes an account name that looks like
    another one's, and so that a quotation is found in a PDF.
    """
    return _same_spelling(name, "NFKC" if lookalikes else "NFC")


@lru_cache(maxsize=16_384)  # whoever changes a node looks it up by name a dozen times
def _same_spelling(name: str, form: Literal["NFC", "NFKC"]) -> str:
    return " ".join(unicodedata.normalize(form, name).casefold().split())
