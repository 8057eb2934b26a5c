"""What the texts of an element hold: a word in any of its endings, quantities."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from graphwright.grammar.forms import candidates
from graphwright.grammar.word_lists import word_lists
from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.languages import LANGUAGES, Language, load
from graphwright.offline.meaning.word_meanings import meanings_of
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.words import may_hold, stem, words

_SPOKEN: Final = re.compile(r"[^\W\d_]+")
_BEGINNING: Final = 3
"""Letters by which a text that cannot hold a word is told without a closer look."""
_SHORTEST: Final = 4
"""Letters of a stem that may begin a longer word: `weigh` in `weighing`."""


def is_said_value(value: object, said: str) -> bool:
    """Is a value of an attribute the one that a question says, however it is spelled?"""
    return value is not None and str(value).casefold() == said.casefold()


def speaks_of(node: Node, word: str) -> bool:
    """Does a name, a description or an attribute hold this folded word? What machines keep of it says nothing."""
    wanted = stem(word)
    held = read_by_people(node.attributes).values()
    texts = (node.name, node.descr, *(value for value in held if isinstance(value, str)))
    said = (stem(each) for text in texts if may_hold(text, wanted) for each in words(text))
    return any(each == wanted or (len(wanted) >= _SHORTEST and each.startswith(wanted)) for each in said)


def tells_of(node: Node, word: str, language: Language) -> bool:
    """Does a text of an element hold a word in any of its forms, or as the noun of a deed?"""
    wanted = meanings_of(word, language)
    held = read_by_people(node.attributes).values()
    texts = (node.name, node.descr, *(value for value in held if isinstance(value, str)))
    return any(not wanted.isdisjoint(_meant_in(text, language)) for text in texts if text)


@lru_cache(maxsize=4_096)  # the texts of the requirements of a large model
def _meant_in(text: str, language: Language) -> frozenset[str]:
    """What the words of a text may mean."""
    return frozenset(part for each in _SPOKEN.findall(text) for part in meanings_of(each, language))


def tells_all(text: str, said: Sequence[str], language: Language) -> bool:
    """Does a text hold all of some words, in any of their forms?"""
    if not any(may_hold(text, stem(fold(word))[:_BEGINNING]) for word in said):
        return False  # as most do not
    held = [meanings_of(each, language) for each in joined(_SPOKEN.findall(text), language, keeps=True)] if text else []
    return all(any(meanings_of(word, language) & each for each in held) for word in said)


def joined(said: Sequence[str], language: Language, *, keeps: bool = False) -> list[str]:
    """Words, with a verb and its particle as one: `liefert ... aus` as `ausliefert`; `keeps`: beside the two."""
    particles = word_lists(language).separable
    one: list[str] = list(said)
    for at, word in enumerate(said):
        if at and fold(word) in particles:
            verb = next(
                (each for each in said[:at] if any(c.kind == "finite" for c in candidates(each, language)[:1])), said[0]
            )
            one = [*one, fold(word) + fold(verb)]
            one = one if keeps else [each for each in one if each not in (word, verb)]
    return one


def is_spoken_of(said: Sequence[str], types: Sequence[str], graph: Graph) -> bool:
    """Does any node of these types hold all the words? Else they are no words to look for, but not understood."""
    nodes = paced(node for node_type in types for node in graph.of_type(node_type))
    return any(all(speaks_of(node, word) for word in said) for node in nodes)


def is_called(node: Node, said: Sequence[str]) -> bool:
    """Has a node these folded words in its name, in any of their endings?"""
    name = _stems_of(node.name)
    return all(stem(word) in name for word in said)


@lru_cache(maxsize=16_384)  # the names of a large model
def _stems_of(name: str) -> frozenset[str]:
    return frozenset(stem(each) for each in words(name))


class WrittenQuantity(NamedTuple):
    """A number with its unit, as a text has it."""

    text: str
    number: float
    unit: str
    """Folded."""

    @property
    def amount(self) -> float:
        """The number in the base unit, so that 500 ms are less than 2 s."""
        return self.number * _SCALES.get(self.unit, 1.0)


def quantities_of(node: Node) -> Sequence[WrittenQuantity]:
    """The quantities of an element's texts, in order."""
    return _quantities_in(" ".join([node.descr, *(str(value) for value in node.attributes.values())]))


def dates_of(node: Node) -> Sequence[str]:
    """The days, dates and times of day that an element's texts tell: `at noon`, `bis zum 7. des Monats`, `à 18 h`."""
    return _dates_in(" ".join([node.descr, *(str(value) for value in node.attributes.values())]))


@lru_cache(maxsize=4_096)
def _dates_in(text: str) -> tuple[str, ...]:
    named = (each for each in _SPOKEN.findall(text) if fold(each) in _named_times())
    return (*named, *(found[0] for found in _DATE.finditer(text)))


@cache
def _named_times() -> frozenset[str]:
    """Days, months and times of day, in all languages: a model may be in another than the question."""
    tables = (load(language, "asking", "times", dict[str, str]) for language in LANGUAGES)
    return frozenset(fold(" ".join(" ".join(table.values()) for table in tables)).split())


@lru_cache(maxsize=4_096)
def _quantities_in(text: str) -> tuple[WrittenQuantity, ...]:
    return tuple(
        WrittenQuantity(found[0], float(found[1].replace(",", ".")), fold(found[2] or ""))
        for found in _QUANTITY.finditer(text)
    )


_QUANTITY: Final = re.compile(
    r"(?<![\w.,])(\d{1,9}(?:[.,]\d{1,9})?)\s?(\u00b0[CF]|[^\W\d_]{1,12}[\u00b2\u00b3]?|%|\u20ac)?"
)
_DATE: Final = re.compile(r"(?<![\w.,])\d{1,2}(?:[:h]\d{2}|\.(?=\s+[^\W\d])|st|nd|rd|th|er)(?!\w)")
"""A time of day or a day of the month."""
_SCALES: Final = {
    "ms": 0.001, "min": 60.0, "h": 3_600.0, "d": 86_400.0, "mm": 0.001, "cm": 0.01, "km": 1_000.0, "g": 0.001,
    "mg": 0.000_001, "t": 1_000.0,
}  # fmt: skip
"""Units of a kind in their base unit: seconds, metres, kilograms."""
