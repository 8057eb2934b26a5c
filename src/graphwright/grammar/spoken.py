"""In which language a sentence is spoken: by its small words, its verbs and its letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from graphwright.grammar.records import Token
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import LANGUAGES, Language
from graphwright.text.language import language_of

_USUAL: Final = 0.25
"""What the language of the rest weighs: it decides where nothing else does."""
_LETTERS: Final = 0.5
_ARTICLE: Final = "A"
"""Of a sentence that begins with it only English is spoken: the verb `a` begins none in French."""


def spoken_in(tokens: Sequence[Token], usual: Language) -> Language:
    """The language that most words of a sentence tell; `usual` where none does or it is even."""
    words = [each for each in tokens if each.kind == "word"]
    weights = [_weights(each.text.lower()) for each in words]
    if words and words[0].text == _ARTICLE:
        weights[0] = tuple(float(language == "en") for language in LANGUAGES)
    scores = {language: sum(each[at] for each in weights) for at, language in enumerate(LANGUAGES)}
    scores[usual] += _USUAL
    lettered = language_of(" ".join(each.text for each in words), usual)
    if lettered != usual:
        scores[lettered] += _LETTERS
    return max(LANGUAGES, key=lambda language: scores[language])


@lru_cache(maxsize=16_384)
def _weights(word: str) -> tuple[float, ...]:
    """How much a word speaks for each language."""
    return tuple(_weight(word, language) for language in LANGUAGES)


def _weight(word: str, language: Language) -> float:
    """How much a word speaks for a language: small words most."""
    lists = word_lists(language)
    word = word.replace("’", "'")
    if word in lists.closed:
        return 1.0
    if word in lists.verbs or word in lists.irregular_verbs:
        return 0.6
    # An adjective, also where it is inflected: `neue`, `neuen`.
    return 0.5 if any(word[:cut] in lists.adjectives for cut in (len(word), len(word) - 1, len(word) - 2)) else 0.0
