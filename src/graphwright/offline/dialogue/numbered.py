"""Steps that are numbered within a line, as the row of deeds that they are: `Step one: melt the iron. Step two: ...`.

`1) melt the iron, 2) pour it into the mould` is read as `First melt the iron, then pour it into the mould`: what a
pronoun stands for is known from one step to the next. Only where every step is an order or an infinitive: sentences
with somebody in them are told in their order anyway, and rows of their own are a list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from graphwright.grammar.forms import candidates
from graphwright.languages import LANGUAGES, Language, load
from graphwright.text.folding import fold
from graphwright.text.language import language_of

_PLAIN: Final = re.compile(r"(?:^|(?<=[\s,;.:]))\(?(?P<number>\d{1,2})[.)]\s+(?=[^\W\d_])")
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")
_DEEDS: Final = frozenset(("infinitive", "imperative"))
_FEWEST: Final = 2
_PRONOUN: Final = re.compile(r"^(?:es|sie|ihn|diese[ns]?|das)\s+(?=[a-zäöü])", re.IGNORECASE)
"""What a German step begins with that the step before names."""
_REACH: Final = 2
"""Words of a French step before its verb: `le couler`, `ne pas rincer`."""


class _Numbering(NamedTuple):
    """How steps are numbered and put in a row in one language."""

    marker: re.Pattern[str]
    numbers: dict[str, int]
    heading: re.Pattern[str]
    first: str
    then: str


def in_a_row(text: str) -> str:
    """The message with the steps that it numbers in one row; itself where it numbers none."""
    said = text.strip()
    if "\n" in said or (not any(map(str.isdigit, said)) and ":" not in said):
        return text
    spoken = language_of(said, "en")
    languages: tuple[Language, ...] = (spoken, *LANGUAGES)
    rows = (_in_a_row(said, each) for each in dict.fromkeys(languages))
    return next(filter(None, rows), text)


def _in_a_row(said: str, language: Language) -> str:
    """The steps that a text numbers in the words of a language, in one row; empty where it numbers none."""
    numbering = _numbering(language)
    for marker in (numbering.marker, _PLAIN):
        found = _counted(marker, said, numbering)
        if len(found) < _FEWEST:
            continue
        before = said[: found[0].start()].strip()
        if before and not numbering.heading.fullmatch(before):
            continue
        ends = [*(each.start() for each in found[1:]), len(said)]
        steps = [said[each.end() : end].strip(" ,;.!") for each, end in zip(found, ends, strict=True)]
        if all(_is_deed(each, language) for each in steps):
            return _row(steps, numbering, language)
    return ""


def _counted(marker: re.Pattern[str], said: str, numbering: _Numbering) -> list[re.Match[str]]:
    """The markers of a text, where they count from one; none where one of them does not."""
    found: list[re.Match[str]] = []
    for each in marker.finditer(said):
        if _number(each, numbering) != len(found) + 1:
            return []
        found.append(each)
    return found


def _row(steps: Sequence[str], numbering: _Numbering, language: Language) -> str:
    told = [_PRONOUN.sub("", each) if language == "de" else each[0].lower() + each[1:] for each in steps]
    return f"{numbering.first} {told[0]}" + "".join(f", {numbering.then} {each}" for each in told[1:]) + "."


def _is_deed(step: str, language: Language) -> bool:
    """Does a step say only what is to be done: by an order, or by an infinitive where the language has it?"""
    words = _WORD.findall(step)
    if not words or re.search(r"[.!?:]\s", step):
        return False
    places = words[-1:] if language == "de" else words[: _REACH if language == "fr" else 1]
    return any(each.kind in _DEEDS for word in places for each in candidates(word.lower(), language))


def _number(marker: re.Match[str], numbering: _Numbering) -> int:
    """Which step a marker says that it is."""
    said = next(each for each in marker.groups() if each)
    return int(said) if said.isdecimal() else numbering.numbers.get(fold(said), 0)


@cache
def _numbering(language: Language) -> _Numbering:
    """The words of a language, made ready once."""
    said = load(language, "orders", "numbering", dict[str, str])
    numbers = {fold(each): at for at, row in enumerate(said["numbers"].split(), 1) for each in row.split("|")}
    ordinals = {fold(each): at for at, row in enumerate(said["ordinals"].split(), 1) for each in row.split("|")}
    step = said["step"]
    counted, ordered = "|".join(said["numbers"].split()), "|".join(said["ordinals"].split())
    marker = (
        rf"(?:^|(?<=[.;,!]\s))(?:(?:{step})\s+(?P<one>\d{{1,2}}|{counted})|(?P<two>{ordered})\s+(?:{step}))\s*[:.–-]\s*"
    )
    return _Numbering(
        marker=re.compile(marker, re.IGNORECASE),
        numbers={**numbers, **ordinals},
        heading=re.compile(rf"(?:{said['heading']})(?:\s*:?|\s+[^:.!?]{{1,40}}:)", re.IGNORECASE),
        first=said["first"],
        then=said["then"],
    )
