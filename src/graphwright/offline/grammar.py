"""Clause patterns: how a sentence of the controlled language is recognised. Knows words and slots, no meanings.

A pattern is written as it reads: `which <type> have no <other>`. Its elements, divided by spaces:

- `word` or `one|other`   a word of the sentence, folded;
- `{create}`              any word of a word list of the language;
- `<slot>`                one word or more, as few as possible; its name is what the meaning asks for;
- `?` after an element    it may be missing.

A slot whose name has a shape (`Shapes`) only takes words of that shape. Quoted phrases are content: they fill slots,
they never are words of a pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from graphwright.offline.tokens import Span
from graphwright.text.folding import fold

Slots = dict[str, Span]
Shapes = Mapping[str, Callable[[Span], bool]]
"""Which words fit a slot of this name; names that are not listed take anything."""


class Element(NamedTuple):
    """One place of a pattern: some words, or a slot."""

    words: frozenset[str]
    slot: str
    optional: bool


class Pattern(NamedTuple):
    """A pattern, ready to match."""

    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...]
    """The words of which the sentence must have one each: a quick way to say no."""


def compile_pattern(text: str, lists: Mapping[str, tuple[str, ...]]) -> Pattern:
    """A pattern from its written form; `lists` are the word lists of the language."""
    elements = tuple(_element(part, lists) for part in text.split())
    return Pattern(elements, tuple(each.words for each in elements if each.words and not each.optional))


def _element(part: str, lists: Mapping[str, tuple[str, ...]]) -> Element:
    optional = part.endswith("?")
    body = part.removesuffix("?")
    if body.startswith("<"):
        return Element(frozenset(), body.strip("<>"), optional)
    if body.startswith("{"):
        return Element(frozenset(map(fold, lists[body.strip("{}")])), "", optional)
    return Element(frozenset(map(fold, body.split("|"))), "", optional)


def matches(pattern: Pattern, tokens: Span, shapes: Shapes) -> Iterator[Slots]:
    """All ways in which a pattern covers a whole sentence, shortest slots first."""
    present = {token.word for token in tokens}
    if not any(words.isdisjoint(present) for words in pattern.needs):
        yield from _from(pattern.elements, 0, tokens, 0, shapes)


def _from(elements: tuple[Element, ...], at: int, tokens: Span, start: int, shapes: Shapes) -> Iterator[Slots]:
    if at == len(elements):
        if start == len(tokens):
            yield {}
        return
    element = elements[at]
    if element.slot:
        yield from _slot(elements, at, tokens, start, shapes)
    elif start < len(tokens) and tokens[start].word in element.words:
        yield from _from(elements, at + 1, tokens, start + 1, shapes)
    if element.optional:
        yield from _from(elements, at + 1, tokens, start, shapes)


def _slot(elements: tuple[Element, ...], at: int, tokens: Span, start: int, shapes: Shapes) -> Iterator[Slots]:
    name = elements[at].slot
    fits = shapes.get(name)
    for end in range(start + 1, len(tokens) + 1):
        span = tokens[start:end]
        if fits is None or fits(span):
            for rest in _from(elements, at + 1, tokens, end, shapes):
                yield {name: span, **rest}
