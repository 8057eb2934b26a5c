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
_EMPTY: Final = 2
"""Line ends with an empty line between them."""
_SUBJECTS: Final = frozenset(("noun", "name", "pronoun"))


def with_headings(text: str, rows: Sequence[tuple[Token, ...]], language: Language) -> list[tuple[Token, ...]]:
    """The rows of a message, each heading with the list below it as one."""
    found: list[tuple[Token, ...]] = []
    at = 0
    while at < len(rows):
        end = at + 1
        while _is_heading(rows[at]) and end < len(rows) and _is_below(text, rows[end - 1], rows[end], end - at):
            end += 1
        if end - at > _FEWEST and not any(_is_sentence(each, language) for each in rows[at + 1 : end]):
            found.append(tuple(token for row in rows[at:end] for token in row))
        else:
            found += rows[at:end]
        at = end
    return found


def is_title(text: str, rows: Sequence[tuple[Token, ...]]) -> bool:
    """Is the first row only the title of what follows: marked by `#`, or by itself above an empty line?"""
    if len(rows) < _FEWEST or text.count("\n", 0, rows[0][0].start) > 1:
        return False
    title = rows[0]
    lines = text.count("\n", title[-1].end, rows[1][0].start)
    if not _is_heading(title) or not lines:
        return False
    before = text[text.rfind("\n", 0, title[0].start) + 1 : title[0].start]
    return before.startswith("#") or (lines >= _EMPTY and not before.strip())


def _is_heading(row: Sequence[Token]) -> bool:
    return len(row) <= _LONGEST and all(each.kind in {"word", "quoted"} for each in row)


def _is_below(text: str, before: Sequence[Token], row: Sequence[Token], number: int) -> bool:
    """Does a row of a list stand on the next line? Between a heading and its first row one may be empty."""
    lines = text.count("\n", before[-1].end, row[0].start + 1)
    return row[0].kind == "bullet" and (lines == 1 or (number == 1 and lines == _EMPTY))


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
