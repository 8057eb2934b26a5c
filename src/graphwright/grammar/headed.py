"""A heading without a colon and the rows below it, put together as one list.

Only where the rows name things or deeds: rows that are sentences of their own stay sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.grammar.records import Token
from graphwright.grammar.tags import tagged
from graphwright.grammar.tokens import ends_sentence
from graphwright.languages import Language

_LONGEST: Final = 6
"""Words of a heading without a colon."""
_FEWEST: Final = 2
"""Rows of a list."""
_SUBJECTS: Final = frozenset(("noun", "name", "pronoun"))


def with_headings(text: str, rows: Sequence[tuple[Token, ...]], language: Language) -> list[tuple[Token, ...]]:
    """The rows of a message, each heading with the list below it as one."""
    found: list[tuple[Token, ...]] = []
    at = 0
    while at < len(rows):
        end = at + 1
        while _is_heading(rows[at]) and end < len(rows) and _is_below(text, rows[end - 1], rows[end]):
            end += 1
        if end - at > _FEWEST and not any(_is_sentence(each, language) for each in rows[at + 1 : end]):
            found.append(tuple(token for row in rows[at:end] for token in row))
        else:
            found += rows[at:end]
        at = end
    return found


def _is_heading(row: Sequence[Token]) -> bool:
    return len(row) <= _LONGEST and all(each.kind in {"word", "quoted"} for each in row)


def _is_below(text: str, before: Sequence[Token], row: Sequence[Token]) -> bool:
    """Does a row of a list stand on the next line?"""
    return row[0].kind == "bullet" and text.count("\n", before[-1].end, row[0].start + 1) == 1


def _is_sentence(row: Sequence[Token], language: Language) -> bool:
    """Does somebody do something in it?"""
    words = tagged([each for each in row if each.kind != "bullet" and not ends_sentence(each)], language)[0]
    verb = next((at for at, each in enumerate(words) if each.tag in {"verb", "auxiliary", "modal"}), None)
    if verb is None:
        return False
    # German `Skipass verkaufen` ends with its infinitive.
    deed = "infinitive" in words[verb].features or (
        language == "de" and words[verb:][1:] == () and _is_base(words[verb])
    )
    return not deed and any(each.tag in _SUBJECTS for each in words[:verb])


def _is_base(verb: Token) -> bool:
    return verb.lemma == verb.text
