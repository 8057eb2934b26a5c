"""Words that say together when or how often: `every spring`, `three times a week`, `fin septembre`, `le jour même`.

They are one adverb. What a single noun behind its preposition says, the roles tell; here are those that look like a
thing or like somebody: a season, which may as well be a part, and numbers of times. Patterns are data of a language.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from graphwright.grammar.forms import is_number_word
from graphwright.grammar.records import Token
from graphwright.languages import Language, load
from graphwright.text.folding import fold

_NUMBER: Final = "{n}"
_UNIT: Final = "{t}"
_SEASON: Final = "{s}"


def span_of_time(tokens: Sequence[Token], at: int, language: Language) -> int:
    """How many tokens from a place on say together when or how often; none where they do not."""
    first, known = tokens[at], _patterns(language)
    if first.kind not in {"word", "number"}:
        return 0
    likely = known.get(first.folded, [])
    if first.kind == "number" or is_number_word(first.text.lower(), language):
        likely = [*likely, *known[_NUMBER]]
    fitting = [len(each) for each in likely if _fits(each, tokens[at : at + len(each)], language)]
    return max(fitting, default=0)


def _fits(pattern: Sequence[str], said: Sequence[Token], language: Language) -> bool:
    # The last place first: most words are no measure of time.
    return len(said) == len(pattern) and all(
        _is(place, token, language) for place, token in zip(reversed(pattern), reversed(said), strict=True)
    )


def _is(place: str, token: Token, language: Language) -> bool:
    """Does a token stand for a place of a pattern?"""
    if place == _NUMBER:
        return token.kind == "number" or is_number_word(token.text.lower(), language)
    if place in {_UNIT, _SEASON}:
        known = _nouns(language, place)
        return any(token.folded.removesuffix(ending) in known for ending in ("", "s", "e", "n", "en"))
    return token.kind == "word" and token.folded in place.split("|")


@cache
def _patterns(language: Language) -> dict[str, list[tuple[str, ...]]]:
    """The patterns of a language, each as its places, by the words that it begins with."""
    found: dict[str, list[tuple[str, ...]]] = {_NUMBER: []}
    for row in load(language, "grammar", "repeating", dict[str, str])["patterns"].split(","):
        places = tuple(fold(each) if "{" not in each else each for each in row.split())
        for first in places[0].split("|"):
            found.setdefault(first, []).append(places)
    return found


@cache
def _nouns(language: Language, place: str) -> frozenset[str]:
    """The nouns that may stand in a place: seasons and months, or those and every other measure of time."""
    seasons = load(language, "grammar", "repeating", dict[str, str])["seasons"].split()
    times = load(language, "grammar", "lists", dict[str, str])["times"].split() if place == _UNIT else []
    return frozenset(map(fold, (*seasons, *times)))
