"""What a person means, recognised by words of every language at once: nobody says in which one they write.

The words stand in `languages/*/words.toml`, as alternatives of a regular expression in which a space is any white
space. In which order they make a sentence is said by whoever asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Final

from graphwright.languages import LANGUAGES, Language, load

_PLACE: Final = re.compile(r"<(\w+)\.(\w+)>")


class Recogniser:
    """A regular expression with places for words, such as `^(?:<workflow.polite>)`; made when it is first used."""

    def __init__(self, form: str, language: Language | None = None) -> None:
        """`language`: only its words are looked for."""
        self.form = form
        self._languages = LANGUAGES if language is None else (language,)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression with the words of every language in it; case does not matter."""
        return re.compile(
            _PLACE.sub(lambda place: alternatives(place[1], place[2], self._languages), self.form), re.IGNORECASE
        )

    def match(self, text: str) -> re.Match[str] | None:
        """At the beginning of a text."""
        return self.pattern.match(text)

    def search(self, text: str) -> re.Match[str] | None:
        """Anywhere in a text."""
        return self.pattern.search(text)

    def languages(self, text: str) -> list[Language]:
        """Those in whose own words it stands at the beginning of a text."""
        return [language for language in self._languages if self._in[language].match(text)]

    @cached_property
    def _in(self) -> dict[Language, Recogniser]:
        return {language: Recogniser(self.form, language) for language in self._languages}

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Everywhere in a text."""
        return self.pattern.finditer(text)


def words_of(table: str, key: str, languages: Sequence[Language] = LANGUAGES) -> list[str]:
    """The words of every language for one thing, English first."""
    return [word for language in languages for word in load(language, "words", table, dict[str, list[str]])[key]]


@cache
def listed(table: str, key: str) -> frozenset[str]:
    """A list of words of every language."""
    return frozenset(word for several in words_of(table, key) for word in several.split())


def alternatives(table: str, key: str, languages: Sequence[Language] = LANGUAGES) -> str:
    """The same as alternatives of a regular expression."""
    return "|".join(words_of(table, key, languages)).replace(" ?", r"\s*").replace(" ", r"\s+")
