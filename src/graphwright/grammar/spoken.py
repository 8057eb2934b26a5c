"""In which language a sentence is spoken: by its small words, its verbs and its letters."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.grammar.records import Token
from graphwright.grammar.tagging import is_verb_form, lexicon
from graphwright.languages import LANGUAGES, Language
from graphwright.text.language import language_of


def spoken_in(tokens: Sequence[Token], usual: Language) -> Language:
    """The language that most words of a sentence tell; `usual` where none does or it is even."""
    words = [each for each in tokens if each.kind == "word"]
    letters = language_of(" ".join(each.text for each in words), usual)
    scores = {language: sum(_weight(each, language) for each in words) for language in LANGUAGES}
    scores[usual] += 0.25
    if letters != usual:
        scores[letters] += 0.5
    return max(LANGUAGES, key=lambda language: scores[language])


def _weight(token: Token, language: Language) -> float:
    """How much a word speaks for a language: small words most."""
    entries = lexicon(language).closed.get(token.folded, ())
    if entries:
        return 1.0
    return 0.6 if is_verb_form(token.folded, language) else 0.0
