"""The lexicons made ready for use: words folded, patterns compiled, and the language of a text found out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from graphwright.languages import LANGUAGES, Language
from graphwright.offline.grammar import Pattern, Shapes, compile_pattern
from graphwright.offline.lexicon import Intent, Verb, lexicon
from graphwright.offline.tokens import Span
from graphwright.offline.wording import wording
from graphwright.text.folding import fold

# "cas d' utilisation" and "chaîne de fonctions" are the longest words for a type.
_TYPE_WORDS: Final = 3


class LanguageGrammar:
    """One language, ready to be matched."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.lexicon = words = lexicon(language)
        self.say = wording(language)
        self.articles = _words(words.articles)
        self.function_words = _words(words.function_words)
        self.of = _words(words.of)
        self.ands = _words(words.ands)
        self.each = frozenset(map(fold, words.lists["each"]))
        self.nouns = {fold(noun): concept for concept, nouns in words.nouns.items() for noun in nouns.split()}
        self.types = {tuple(phrase.split()): node_type for phrase, node_type in _by_phrase(words.types).items()}
        self.attributes = _by_phrase(words.attributes)
        self.values = _by_phrase(words.values)
        self.polite = sorted((tuple(fold(phrase).split()) for phrase in words.polite), key=len, reverse=True)
        self.finite: dict[str, list[Verb]] = {}
        self.infinitive: dict[str, list[Verb]] = {}
        self.joined: dict[str, list[Verb]] = {}
        """Finite forms as German writes them at the end of a relative clause: `aufgibt`."""
        for verb in words.verbs:
            self.infinitive.setdefault(fold(verb.infinitive), []).append(verb)
            for form in verb.finite.split():
                self.finite.setdefault(fold(form), []).append(verb)
                self.joined.setdefault(fold(verb.particle + form), []).append(verb)
        clauses: dict[Intent, tuple[str, ...]] = {**words.clauses, "does": words.does}
        self.patterns: list[tuple[Intent, Pattern]] = [
            (intent, compile_pattern(text, words.lists)) for intent, texts in clauses.items() for text in texts
        ]
        self.shapes: Shapes = {
            "type": lambda span: self.node_type(span) is not None,
            "other": lambda span: self.node_type(span) is not None,
            "attribute": lambda span: self.attribute(span) is not None,
            "finite": lambda span: len(span) == 1 and span[0].word in self.finite,
            "infinitive": lambda span: len(span) == 1 and span[0].word in self.infinitive,
            "joined": lambda span: len(span) == 1 and span[0].word in self.joined,
        }
        self.words = self._recognised()

    def node_type(self, span: Span) -> str | None:
        """The node type that some words stand for."""
        if len(span) > _TYPE_WORDS:
            return None
        return self.types.get(tuple(token.word for token in span))

    def attribute(self, span: Span) -> str | None:
        """The attribute that some words stand for."""
        return self.attributes.get(" ".join(token.word for token in span))

    def without_courtesy(self, tokens: Span) -> Span:
        """A sentence without its polite opening."""
        for phrase in self.polite:
            if len(tokens) > len(phrase) and tuple(token.word for token in tokens[: len(phrase)]) == phrase:
                return self.without_courtesy(tokens[len(phrase) :])
        return tokens

    def without_articles(self, span: Span) -> Span:
        """A noun phrase without the articles and adjectives that are not part of the name."""
        start = 0
        while start < len(span) - 1 and span[start].word in self.articles:
            start += 1
        return span[start:]

    def _recognised(self) -> frozenset[str]:
        """All words of the language that it can be recognised by."""
        grammar = {word for _, pattern in self.patterns for element in pattern.elements for word in element.words}
        types = {word for words in self.types for word in words}
        return frozenset(
            grammar | types | self.articles | self.function_words | {*self.nouns, *self.finite, *self.infinitive}
        )


def _words(text: str) -> frozenset[str]:
    return frozenset(map(fold, text.split()))


def _by_phrase(phrases: Mapping[str, str]) -> dict[str, str]:
    return {fold(phrase): meaning for meaning, listed in phrases.items() for phrase in listed.split(", ")}


@cache
def speeches() -> tuple[LanguageGrammar, ...]:
    """All languages, made ready once."""
    return tuple(map(LanguageGrammar, LANGUAGES))


def by_likelihood(spans: Sequence[Span]) -> list[LanguageGrammar]:
    """The languages, the one with the most words of a text first; English before German before French when equal."""
    words = [token.word for span in spans for token in span]
    return sorted(speeches(), key=lambda grammar: -sum(word in grammar.words for word in words))
