"""Numbers of a sentence as measures: value, unit, range or tolerance, and the words that make them a bound.

A token of kind number holds its unit already (`tokens`); here what stands around it is added: `at most`, `between`,
`± 2`, `to 10`. Words that are numbers count as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

from graphwright.grammar.records import Measure, Token
from graphwright.languages import LANGUAGES, Language, load
from graphwright.text.folding import fold
from graphwright.text.numerals import whole_number
from graphwright.text.quantities import amount

Bound: TypeAlias = Literal["exactly", "atMost", "atLeast", "about", "between"]
_SIGNS: Final[dict[str, Bound]] = {
    "<": "atMost",
    "≤": "atMost",
    ">": "atLeast",
    "≥": "atLeast",
    "~": "about",
    "≈": "about",
}
_MAX_WORDS: Final = 4
"""Words of a bound: `at a maximum of`."""
_MAX_COUNT: Final = 99_999
"""A larger whole number is an id or a value, no count of things."""


def measures_of(tokens: Sequence[Token], language: Language | None = None) -> tuple[Measure, ...]:
    """The measures of some tokens of a sentence, in order; digits in groups are read as the language writes them."""
    found: list[Measure] = []
    for at, token in enumerate(tokens):
        if token.kind == "number" and (measure := _measure(tokens, at, language)) is not None:
            joined = _joined(tokens, at, found[-1], measure) if found else None
            if joined is not None:
                found[-1] = joined
            else:
                found.append(measure)
    return tuple(found)


def count_of(tokens: Sequence[Token], language: Language) -> int | None:
    """How many there are, from the tokens before a noun: `three`, `12`, `1,200`; None where they do not say."""
    for token in tokens:
        if token.tag == "number" and (said := whole_number(token.lemma, language)) is not None and said <= _MAX_COUNT:
            return said
    return None


def bounds(words: str) -> bool:
    """Do these words, folded, say how exact a number behind them is?"""
    return words in _bounds()


def _measure(tokens: Sequence[Token], at: int, language: Language | None) -> Measure | None:
    token = tokens[at]
    read = amount(token.text, language)
    if read is None:
        return None
    bound: Bound = _before(tokens, at) or _SIGNS.get(token.text[0]) or "exactly"
    if bound == "exactly" and read.upper is not None:
        bound = "between"
    if bound == "exactly":
        bound = _behind(tokens, at)
    return Measure(
        text=token.text,
        number=read.number,
        start=token.start,
        end=token.end,
        upper=read.upper,
        unit=read.unit,
        bound=bound,
    )


def _before(tokens: Sequence[Token], at: int) -> Bound | None:
    """What the words before a number make of it; the longest of them counts."""
    for begin in range(max(0, at - _MAX_WORDS), at):
        words = " ".join(each.folded for each in tokens[begin:at])
        if (found := _bounds().get(words)) is not None:
            return found
    return None


def _behind(tokens: Sequence[Token], at: int) -> Bound:
    """`5 s or less`, `30 s au maximum`."""
    for end in range(min(len(tokens), at + 1 + _MAX_WORDS), at + 1, -1):
        words = " ".join(each.folded for each in tokens[at + 1 : end])
        if (found := _bounds("behind").get(words)) is not None:
            return found
    return "exactly"


def _joined(tokens: Sequence[Token], at: int, before: Measure, measure: Measure) -> Measure | None:
    """`5 to 10 s`, `between 2 and 8 °C`: two numbers that are one range."""
    if at == 0 or tokens[at - 2 : at - 1] == () or before.end != tokens[at - 2].end or before.upper is not None:
        return None
    word = tokens[at - 1].folded
    between = before.bound == "between" and word in _range_words("and")
    if not between and not (word in _range_words("to") and before.unit in {"", measure.unit}):
        return None
    text = f"{before.text} {tokens[at - 1].text} {measure.text}"
    return Measure(
        text=text, number=before.number, start=before.start, end=measure.end, upper=measure.number,
        unit=measure.unit or before.unit, bound="between",
    )  # fmt: skip


@cache
def _bounds(place: str = "before") -> dict[str, Bound]:
    """Words that make a bound of a number, of all languages; those behind it stand in tables of their own."""
    names: tuple[tuple[str, Bound], ...] = (
        ("at_most", "atMost"), ("at_least", "atLeast"), ("about", "about"), ("between", "between"),
    )  # fmt: skip
    found: dict[str, Bound] = {}
    for language in LANGUAGES:
        table = load(language, "forms", "bounds", dict[str, str])
        for name, bound in names:
            words = table.get(name if place == "before" else f"{name}_behind", "")
            found.update({fold(word).replace("_", " "): bound for word in words.split()})
    return found


@cache
def _range_words(name: str) -> frozenset[str]:
    tables = [load(language, "forms", "bounds", dict[str, str]) for language in LANGUAGES]
    return frozenset(fold(word) for table in tables for word in table[f"range_{name}"].split())
