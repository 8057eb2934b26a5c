"""What the offline assistant says from documents: sentences that speak of the question, quoted, never retold.

It quotes only passages that cover most of the question's words; one that shares a single word is no answer. A question
for an amount ("how loud") is spoken of by an amount of that kind, whatever words stand beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import msgspec

from graphwright.formats.cleaning import clean
from graphwright.languages import Language
from graphwright.offline.documents import AmountQuestion, document_question, measured
from graphwright.offline.limits import limits_beside
from graphwright.protocol.base import Record
from graphwright.text.messages import quoted
from graphwright.text.recognition import Recogniser
from graphwright.text.sentences import sentences
from graphwright.text.words import content, covered

QUOTED: Final = 3
_LENGTH: Final = 500
"""Characters of a quote."""
_ENOUGH: Final = 0.6
"""Of the question's words that a passage has to speak of."""
_HALF: Final = 0.5
"""Of them that a sentence has to speak of that gives the amount that was asked for."""
_NEARLY: Final = 0.75
"""Of what the best of them speaks of."""
_HAPPENING: Final = Recogniser(r"(?<!\w)(?:<documents.happening>)(?!\w)")
_OPEN: Final = Recogniser(r"(?<!\w)(?:<documents.open>)(?!\w)")
_NUMBER: Final = re.compile(r"\d\S*")
_HAVING: Final = Recogniser(r"(?<!\w)(?:<limits.having>|<amounts.bounds>)(?!\w)")


class PassageRow(Record, frozen=True):
    """A passage as `search_documents` tells it."""

    passage: str
    document: str
    text: str
    section: list[str] = []
    label: str = ""
    warning: str = ""

    @property
    def document_id(self) -> str:
        """Its id."""
        return self.passage

    @property
    def origin(self) -> str:
        """The document that it stands in."""
        return self.document


class _FoundPassages(Record, frozen=True):
    """The answer of `search_documents`."""

    passages: list[PassageRow] = []


def quotes(question: str, contents: Sequence[str], language: Language) -> list[str]:
    """A line for each passage that answers a question, best first. `contents`: answers of the tool."""
    asked = document_question(question).words
    covering = [(_covered(asked, row), row) for content in contents for row in _rows(content)]
    best = max((share for share, _ in covering), default=0.0)
    rows = [row for share, row in covering if share >= max(_ENOUGH, best * _NEARLY)]
    return list(dict.fromkeys(line for row in rows[:QUOTED] for line in _lines(asked, row, language)))


class QuotedAmounts(NamedTuple):
    """Passages that give an amount that was asked for."""

    lines: list[str]
    """A quote for each, best first."""
    differ: bool
    """Does another section give another amount?"""
    given: frozenset[str] = frozenset()
    """All that they give."""


def amounts(question: str, contents: Sequence[str], language: Language) -> QuotedAmounts:
    """The sentences that give the amount that a question asks for and speak of half of what it names, or more."""
    asked = measured(document_question(question).words)
    if asked is None:
        return QuotedAmounts([], differ=False)
    every = _giving(asked, contents)
    told = [each for each in every if each[0] >= (1.0 if asked.asks_for_any else _HALF)]
    if not told and asked.is_graded:  # how *high* a content is, or a price: in whatever it is measured
        asked = asked.in_any_unit
        every = _giving(asked, contents)
        told = [each for each in every if each[0] >= 1.0]
    kept = [each for each in told if each[0] >= told[0][0] * _NEARLY]
    if kept:
        kept += [each for each in every if _is_of_the_same(each, kept)]
    kept = kept[:QUOTED]
    given = [((row.document, *row.section), asked.amounts_in(said)) for _, row, said in kept]
    differ = any(place != other and not here & there for (place, here), (other, there) in combinations(given, 2))
    lines = [line for _, row, said in kept for line in _with_limits(row, said, language)]
    return QuotedAmounts(list(dict.fromkeys(lines)), differ, frozenset[str]().union(*(each for _, each in given)))


def amounts_of(texts: Sequence[str], question: str) -> frozenset[str]:
    """All amounts of the kind that is asked for in some texts."""
    asked = measured(question)
    kinds = [] if asked is None else [asked, *([asked.in_any_unit] if asked.is_graded else [])]
    return frozenset[str]().union(*(each.amounts_in(text) for each in kinds for text in texts))


def _giving(asked: AmountQuestion, contents: Sequence[str]) -> list[tuple[float, PassageRow, str]]:
    """The sentence of each passage that gives such an amount and speaks most of the question, best first."""
    words = _HAVING.pattern.sub(" ", asked.words)
    told: list[tuple[float, PassageRow, str]] = []
    for row in (row for each in contents for row in _rows(each)):
        said = [each.text for each in sentences(" ".join(clean(row.text).split())) if asked.told_by(each.text)]
        shares = [(covered(words, f"{' '.join(row.section)} {each}"), row, each) for each in said]
        if shares:
            told.append(max(shares, key=lambda each: each[0]))
    return sorted(told, key=lambda each: -each[0])


def _is_of_the_same(each: tuple[float, PassageRow, str], kept: Sequence[tuple[float, PassageRow, str]]) -> bool:
    """Does a sentence of another document speak of what those speak of that are told, whatever amount it gives?"""
    _, row, said = each
    words = _NUMBER.sub(" ", said)
    return all(row.passage != other.passage for _, other, _ in kept) and any(
        row.document != other.document and covered(words, _NUMBER.sub(" ", text)) >= _HALF for _, other, text in kept
    )


def _rows(content: str) -> list[PassageRow]:
    try:
        return msgspec.json.decode(content, type=_FoundPassages, strict=False).passages
    except msgspec.MsgspecError:
        return []


def _lines(question: str, row: PassageRow, language: Language) -> list[str]:
    """Where it stands, and the sentence of it that speaks most of the question; the citation opens the rest.

    Where that sentence sets a limit, the others that the passage sets on the same size stand beside it; and where it
    leaves out what the question names, so does the one that speaks of that.
    """
    text = " ".join(clean(row.text).split())
    said = [each.text for each in sentences(text)] or [text]
    best = max(said, key=lambda each: _share(question, each))
    lines = _with_limits(row, best, language)
    left = " ".join(each for each in _telling_words(question) if not covered(each, best))
    beside = max(said, key=lambda each: covered(left, each)) if left else best
    return [*lines, _told(row, beside, language)] if beside != best and covered(left, beside) else lines


def _telling_words(question: str) -> Iterator[str]:
    amount = measured(question)
    return (each for each in (question if amount is None else amount.words).split() if content(each))


def _with_limits(row: PassageRow, said: str, language: Language) -> list[str]:
    return [_told(row, each, language) for each in (said, *limits_beside(said, row, language)[:QUOTED])]


def _told(row: PassageRow, said: str, language: Language) -> str:
    said = said if len(said) <= _LENGTH else f"{said[:_LENGTH]}..."
    place = ", ".join(part for part in (row.document, " > ".join(row.section), row.label, row.warning) if part)
    return f"- {place}: {quoted(said, language)} [{row.passage}]"


def _covered(question: str, row: PassageRow) -> float:
    return _share(question, f"{row.document} {' '.join(row.section)} {row.text}")


def _share(question: str, text: str) -> float:
    """The part of what a question speaks of that a text speaks of too, 0 to 1; a word may be part of a compound."""
    amount = measured(question)
    words = _HAPPENING.pattern.sub(" ", question if amount is None else amount.words)
    asks_open = _OPEN.search(words) is not None
    words = _OPEN.pattern.sub(" ", words)
    asked = len(content(words))
    said = covered(words, text) * asked if asked else 0.0
    asked, said = asked + asks_open, said + (asks_open and _OPEN.search(text) is not None)
    if amount is None:
        return said / asked if asked else 0.0
    return (said + amount.told_by(text)) / (asked + 1)
