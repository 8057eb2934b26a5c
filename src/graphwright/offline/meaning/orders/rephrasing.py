"""Pieces of a sentence in the words that frames are written in; what is said stays what it is.

`Needs to` is said for `should`, `get rid of` for `remove`, German `gibts` for two words; and what a pronoun stands for
takes its place, where a name would stand. So a wording is written down once, not once for each way to say its parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from graphwright.languages import Language
from graphwright.offline.meaning.orders.pieces import OrderPiece, pieces_of_phrase, verb_forms
from graphwright.offline.meaning.orders.words import OrderWords
from graphwright.text.folding import fold

_SEVERAL: Final = 4
_SIGN: Final = OrderPiece("sign", ",", ",", 0, 0)


def plainly(pieces: Sequence[OrderPiece], words: OrderWords) -> list[OrderPiece]:
    """The pieces with each phrase of `[plain]` as the words that it is said for."""
    found: list[OrderPiece] = []
    at = 0
    while at < len(pieces):
        count, said = _phrase_at(pieces, at, words)
        if not count:
            found.append(pieces[at])
            at += 1
            continue
        first, last = pieces[at], pieces[at + count - 1]
        found += [OrderPiece("word", each, fold(each), first.start, last.end) for each in said]
        at += count
    return found


def without_us(pieces: Sequence[OrderPiece], text: str, language: Language) -> Sequence[OrderPiece]:
    """German: the pieces of an order that whoever gives it is part of, as of any other: `Fügen wir ... hinzu`."""
    if language != "de" or len(pieces) < _SEVERAL or pieces[1].folded != "wir" or text.rstrip().endswith("?"):
        return pieces
    is_verb = any(form == "infinitive" for form, _ in verb_forms(pieces[0].text.lower(), language))
    return [pieces[0], *pieces[2:]] if is_verb else pieces


def _phrase_at(pieces: Sequence[OrderPiece], at: int, words: OrderWords) -> tuple[int, tuple[str, ...]]:
    """How many pieces a phrase takes that begins here, and what it is said for; `we need to` asks for an order."""
    if pieces[at].kind != "word":
        return 0, ()
    asks = at > 0 and pieces[at - 1].folded in words.words["we"] | words.words["not"]
    for letters, said in words.plain.get(pieces[at].folded[:1], ()):
        if count := pieces_of_phrase(letters, pieces, at):
            return (0, ()) if asks and words.words["shall"].issuperset(said) else (count, said)
    return 0, ()


def named_for(
    text: str,
    pieces: Sequence[OrderPiece],
    pronoun: tuple[int, int],
    named: Sequence[OrderPiece],
    words: OrderWords,
) -> list[OrderPiece]:
    """The pieces with names where a pronoun stands: all of them for `them` or behind a list, else the first.

    German `daraus` is a preposition and its pronoun; a French pronoun stands before the verb, and what it means behind.
    """
    start, end = pronoun
    said = pieces[start:end]
    several = any(each.folded in words.words["them"] for each in said) or is_list(text, named, words)
    meant = list(named if several else named[:1])
    listed = [each for name in meant for each in (_SIGN, name)][1:]
    preposition = words.held_prepositions.get(said[0].folded)
    if preposition:
        listed = [OrderPiece("word", preposition, fold(preposition), said[0].start, said[0].end), *listed]
    behind = pieces[end] if end < len(pieces) else None
    hangs_on = text[said[0].start - 1 : said[0].start] == "-"  # `fais-en A et B`
    if words.language == "fr" and not hangs_on and behind is not None and behind.kind == "word":
        forms = {form for form, _ in verb_forms(behind.text.lower(), "fr")}
        if forms & {"infinitive", "other"}:
            return [*pieces[:start], behind, *listed, *pieces[end + 1 :]]
    return [*pieces[:start], *listed, *pieces[end:]]


def is_list(text: str, named: Sequence[OrderPiece], words: OrderWords) -> bool:
    """Do several names stand in a row, with nothing but a comma or a word that joins between them?"""
    gaps = [text[one.end : other.start].split() for one, other in pairwise(named)]
    small = words.words["and"] | words.words["article"] | {","}
    return bool(gaps) and all(fold(each) in small for gap in gaps for each in gap)
