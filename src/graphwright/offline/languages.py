"""The three lexicons made ready for use: words folded, patterns compiled, and the language of a text found out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from graphwright.offline.grammar import Pattern, Shapes, compile_pattern
from graphwright.offline.lexicon import Intent, Language, Lexicon, Verb
from graphwright.offline.lexicon_de import DE
from graphwright.offline.lexicon_en import EN
from graphwright.offline.lexicon_fr import FR
from graphwright.offline.tokens import Span, fold

LEXICONS: Final = (EN, DE, FR)
# "cas d' utilisation" and "chaîne de fonctions" are the longest words for a type.
_TYPE_WORDS: Final = 3


class Speech:
    """One language, ready to be matched."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.language: Language = lexicon.language
        self.say = lexicon.say
        self.articles = frozenset(map(fold, lexicon.articles))
        self.function_words = frozenset(map(fold, lexicon.function_words))
        self.nouns = {fold(noun): concept for noun, concept in lexicon.nouns.items()}
        self.types = {tuple(fold(words).split()): node_type for words, node_type in lexicon.types.items()}
        self.attributes = {fold(word): name for word, name in lexicon.attributes.items()}
        self.values = {fold(word): value for word, value in lexicon.values.items()}
        self.polite = sorted((tuple(fold(phrase).split()) for phrase in lexicon.polite), key=len, reverse=True)
        self.finite: dict[str, list[Verb]] = {}
        self.infinitive: dict[str, list[Verb]] = {}
        self.joined: dict[str, list[Verb]] = {}
        """Finite forms as German writes them at the end of a relative clause: `aufgibt`."""
        for verb in lexicon.verbs:
            self.infinitive.setdefault(fold(verb.infinitive), []).append(verb)
            for form in verb.finite.split():
                self.finite.setdefault(fold(form), []).append(verb)
                self.joined.setdefault(fold(verb.particle + form), []).append(verb)
        self.patterns: list[tuple[Intent, Pattern]] = [
            (intent, compile_pattern(text, lexicon.lists)) for intent, texts in lexicon.clauses.items() for text in texts
        ] + [("does", compile_pattern(text, lexicon.lists)) for text in lexicon.does]
        self.shapes: Shapes = {
            "type": lambda span: self.node_type(span) is not None,
            "other": lambda span: self.node_type(span) is not None,
            "attribute": lambda span: self.attribute(span) is not None,
            "finite": lambda span: len(span) == 1 and span[0].word in self.finite,
            "infinitive": lambda span: len(span) == 1 and span[0].word in self.infinitive,
            "joined": lambda span: len(span) == 1 and span[0].word in self.joined,
        }
        self.words = self._words()

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

    def _words(self) -> frozenset[str]:
        """All words of the language that it can be recognised by."""
        grammar = {word for _, pattern in self.patterns for element in pattern.elements for word in element.words}
        types = {word for words in self.types for word in words}
        return frozenset(
            grammar | types | self.articles | self.function_words | set(self.nouns) | set(self.finite) | set(self.infinitive)
        )


@cache
def speeches() -> tuple[Speech, ...]:
    """All languages, made ready once."""
    return tuple(Speech(lexicon) for lexicon in LEXICONS)


def by_likelihood(spans: Sequence[Span]) -> list[Speech]:
    """The languages, the one with the most words of a text first; English before German before French when equal."""
    words = [token.word for span in spans for token in span]
    return sorted(speeches(), key=lambda speech: -sum(word in speech.words for word in words))
