"""`Inspector: notes the temperature, checks the seals`: who does it stands before a colon, as in a table of tasks.

Read without the colon it is the sentence that it stands for. Only where what stands before it is somebody, and each
part behind it begins with a verb that somebody does something by, and with what it is done to.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, SentenceReading, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import kind_of
from graphwright.offline.meaning.likely import is_likely_person
from graphwright.offline.meaning.naming import outer_word
from graphwright.offline.meaning.vocabulary import small_words
from graphwright.text.folding import fold

_LONGEST: Final = 4
"""Words that somebody is called by."""
_PART: Final = re.compile(r"\s*[,;]\s*")
_ELIDED: Final = re.compile(r"^[ldsj]['’]", re.IGNORECASE)


def without_telegram(sentence: SentenceReading) -> SentenceReading:
    """The sentence as somebody would tell it; itself where it is no telegram."""
    before, colon, behind = sentence.text.partition(":")
    if not colon or "\n" in sentence.text or ":" in behind or not _is_somebody(before.strip(), sentence.language):
        return sentence
    parts = [each for each in _PART.split(behind.strip(" .!")) if each]
    if len(parts) < 2 or not all(_is_done(each, sentence.language) for each in parts):  # noqa: PLR2004
        return sentence
    text = f"{before.rstrip()} {behind.lstrip()}"
    said = read(" " * sentence.start + text, focus=Focus(language=sentence.language)).sentences
    if len(said) != 1 or len([each for each in said[0].clauses if each.verb is not None]) != len(parts):
        return sentence
    return replace(said[0], start=sentence.start)


def _is_somebody(name: str, language: Language) -> bool:
    words = name.split()
    if not words or len(words) > _LONGEST:
        return False
    phrase = SpokenPhrase(text=name, name=name, head=outer_word(name, language), start=0, end=len(name))
    return kind_of(phrase, language) == "person" or is_likely_person(phrase, language)


def _is_done(part: str, language: Language) -> bool:
    """Does a part begin with a verb of somebody else, and with what it is done to?"""
    words = part.split()
    if len(words) < 2:  # noqa: PLR2004 a verb and its thing
        return False
    verb = [each for each in candidates(words[0].lower(), language) if each.kind == "finite"]
    third = any(each.features & {"third"} for each in verb) and (language != "en" or words[0].endswith("s"))
    return third and (fold(words[1]) in small_words() or _ELIDED.match(words[1]) is not None)
