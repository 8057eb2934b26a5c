"""A heading and the rows below it: one list, or a title above sentences.

Rows that name things or deeds belong to their heading, be it without a colon. Rows that are sentences of their own,
of which one holds several clauses, are read as the sentences that they are: notes and minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
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
_JOINS: Final = frozenset(("and", "und", "et", "then", "dann", "puis"))
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


def with_notes(rows: Sequence[tuple[Token, ...]], language: Language) -> tuple[list[tuple[Token, ...]], frozenset[int]]:
    """The rows of a message, notes below a heading apart from it and each other; and where the headings begin."""
    found: list[tuple[Token, ...]] = []
    titles: set[int] = set()
    for row in rows:
        bullets = [at for at, each in enumerate(row) if each.kind == "bullet"]
        notes = [row[start:end] for start, end in pairwise([*bullets, len(row)])]
        # A colon that begins a sentence stands behind a date: `Minutes, 14.1.:`.
        if len(notes) < _FEWEST or not _are_told(notes, language, several=row[0].text == ":"):
            found.append(row)
            continue
        head = row[: bullets[0]]
        if any(each.kind != "sign" for each in head):
            found.append(head)
        if found and found[-1] and (head or not notes):
            titles.add(found[-1][0].start)
        found += notes
    return found, frozenset(titles)


def _are_told(notes: Sequence[Sequence[Token]], language: Language, *, several: bool) -> bool:
    """Does somebody do something in each note, and more than one thing in one of them?"""
    several = several or any(each.text in {",", ";"} or each.folded in _JOINS for note in notes for each in note)
    return several and all(_is_sentence(each, language) for each in notes)


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
