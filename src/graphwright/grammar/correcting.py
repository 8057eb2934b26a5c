"""What somebody takes back while speaking: `the carver, no, the clockmaker sets the works`. Only the last is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from graphwright.grammar.records import SpokenPhrase, Token
from graphwright.grammar.rules import normal, words_of
from graphwright.grammar.verbs import Chunk, is_pronoun, is_verb, tagged_as
from graphwright.text.folding import fold

_LONGEST: Final = 4
"""Chunks of the words that take something back: `je veux dire`."""


def taken_back(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """The same row without phrases that are taken back, and without the words that do so."""
    row = list(chunks)
    at = 1
    while at < len(row) - 1:
        end = _behind_words(row, at)
        begin = _begin(row, at, end) if end is not None else None
        if end is None or begin is None:
            at += 1
            continue
        closed = end + at - begin  # a comma stands behind it where one stood before the words: `, I mean the cook,`
        stop = closed if closed < len(row) - 1 and _is_comma(row[closed]) and is_verb(row[closed + 1]) else None
        if stop is not None and isinstance(named := row[stop - 1], SpokenPhrase):
            # The comma belongs to what was said aside.
            row[stop - 1] = msgspec.structs.replace(named, end=row[stop].end)
        row = [*row[:begin], *row[end:stop], *(row[stop + 1 :] if stop is not None else ())]
        row = _without_repeated(row, begin)
        at = begin + 1
    return tuple(row)


def _without_repeated(row: list[Chunk], at: int) -> list[Chunk]:
    """The row without what is said once more behind who is meant: `prüft der Chef prüft ihn`, by its verb of before."""
    before, verb = row[at - 1] if at else None, row[at + 1] if at + 1 < len(row) else None
    if not (isinstance(before, Token) and isinstance(verb, Token) and is_verb(before) and before.lemma == verb.lemma):
        return row
    end = at + 2
    while end < len(row) and is_pronoun(row[end]):
        end += 1
    return [*row[: at + 1], *row[end:]]


def _behind_words(row: Sequence[Chunk], at: int) -> int | None:
    """Where what is meant begins, if a sign and words that take something back stand here; else `None`."""
    found = None
    while at < len(row) - 1 and (_is_sign(row[at]) or found is not None) and (end := _said(row, at)) is not None:
        found = end + 1 if _is_sign(row[end]) and end + 1 < len(row) else end
        at = end  # `no, sorry,`: they may come in a row
    return found


def _said(row: Sequence[Chunk], at: int) -> int | None:
    """Where words end that take something back, behind a sign or behind others of them."""
    begin = at + 1 if _is_sign(row[at]) else at
    for count in range(min(_LONGEST, len(row) - begin - 1), 0, -1):
        if normal(fold(" ".join(each.text for each in row[begin : begin + count]))) in words_of("taking_back"):
            return begin + count
    return None


def _begin(row: Sequence[Chunk], at: int, end: int) -> int | None:
    """Where what is taken back begins: a phrase before the sign, of the shape of the one that is meant."""
    before = at - 1
    if not _is_named(row[before]):
        return None
    if _is_named(row[end]):
        return before
    alike = before > 0 and tagged_as(row[before - 1], "preposition") and tagged_as(row[end], "preposition")
    return before - 1 if alike and end + 1 < len(row) and _is_named(row[end + 1]) else None


def _is_named(chunk: Chunk) -> bool:
    return isinstance(chunk, SpokenPhrase) and chunk.refers_to is None


def _is_sign(chunk: Chunk) -> bool:
    return isinstance(chunk, Token) and chunk.text in {",", "–", "—", "...", "…"}


def _is_comma(chunk: Chunk) -> bool:
    return isinstance(chunk, Token) and chunk.text == ","
