"""Words that say together when or how often: `every spring`, `three times a week`, `fin septembre`, `le jour même`.

They are one adverb. What a single noun behind its preposition says, the roles tell; here are those that look like a
thing or like somebody: a season, which may as well be a part, and numbers of times. Patterns are data of a language.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import Token
from graphwright.languages import Language, load
from graphwright.text.folding import fold

_NUMBER: Final = "{n}"
_UNIT: Final = "{t}"
_SEASON: Final = "{s}"


def span_of_time(tokens: Sequence[Token], at: int, language: Language) -> int:
    """How many tokens from a place on say together when or how often; none where they do not."""
    if tokens[at].kind not in {"word", "number"}:
        return 0
    fitting = (
        len(pattern) for pattern in _patterns(language) if _fits(pattern, tokens[at : at + len(pattern)], language)
    )
    return max(fitting, default=0)


def _fits(pattern: Sequence[str], said: Sequence[Token], language: Language) -> bool:
    return len(said) == len(pattern) and all(
        _is(place, token, language) for place, token in zip(pattern, said, strict=True)
    )


def _is(place: str, token: Token, language: Language) -> bool:
    """Does a token stand for a place of a pattern?"""
    if place == _NUMBER:
        return token.kind == "number" or any(each.kind == "number" for each in candidates(token.text.lower(), language))
    if place in {_UNIT, _SEASON}:
        known = _nouns(language, place)
        return any(token.folded.removesuffix(ending) in known for ending in ("", "s", "e", "n", "en"))
    return token.kind == "word" and token.folded in place.split("|")


@cache
def _patterns(language: Language) -> tuple[tuple[str, ...], ...]:
    """The patterns of a language, each as its places."""
    said = load(language, "grammar", "repeating", dict[str, str])["patterns"]
    return tuple(tuple(fold(each) if "{" not in each else each for each in row.split()) for row in said.split(","))


@cache
def _nouns(language: Language, place: str) -> frozenset[str]:
    """The nouns that may stand in a place: seasons and months, or those and every other measure of time."""
    seasons = load(language, "grammar", "repeating", dict[str, str])["seasons"].split()
    times = load(language, "grammar", "lists", dict[str, str])["times"].split() if place == _UNIT else []
    return frozenset(map(fold, (*seasons, *times)))
