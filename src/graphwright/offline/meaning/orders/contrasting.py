"""What an order contrasts one of its ends with: `..., not on the ferry any more`, `not on the ferry but on the bridge`.

The contrast is taken out, so that what is left is read as an order of any wording. It lays no frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.offline.meaning.orders.pointing import requests_at
from graphwright.offline.meaning.orders.words import OrderWords
from graphwright.offline.meaning.vocabulary import small_words


class ContrastRead(NamedTuple):
    """An order without its contrast."""

    left: list[OrderPiece]
    old: OrderPiece
    """What is no longer meant."""
    follows: bool
    """Whether what is meant instead comes behind it."""


def contrasts(pieces: Sequence[OrderPiece], words: OrderWords) -> Iterator[ContrastRead]:
    """Every way in which a contrast with an element that is there can be taken out of some pieces."""
    for at in range(len(pieces)):
        count = next(requests_at("contrast", pieces, words, at), 0)
        if not count:
            continue
        end = at + count
        name_at = next((i for i in range(end, len(pieces)) if not _leads_to_name(pieces[i], words)), len(pieces))
        if name_at == len(pieces) or pieces[name_at].kind != "name":
            # `does not run on X`: the verb stands between, and what is meant comes behind
            yield from _corrected(pieces, at, end, words)
            continue
        behind = _past(pieces, name_at + 1, words.words["more"] | words.words["skip"])
        turn = _turn(pieces, behind, words)
        if turn:
            yield ContrastRead([*_without_helper(pieces[:at], words), *pieces[turn:]], pieces[name_at], follows=True)
        elif at and (behind == len(pieces) or pieces[behind].kind == "sign"):
            yield ContrastRead([*_unended(pieces[:at]), *pieces[behind:]], pieces[name_at], follows=False)
        elif words.words["instead"] & {each.folded for each in pieces[at:end]}:
            yield ContrastRead([*pieces[:at], *pieces[name_at + 1 :]], pieces[name_at], follows=True)


def _corrected(pieces: Sequence[OrderPiece], at: int, end: int, words: OrderWords) -> Iterator[ContrastRead]:
    """`X does not run on Z but on Y`: what stands between the negation and the old name stays."""
    for name_at in range(end + 1, len(pieces)):
        turn = _turn(pieces, name_at + 1, words) if pieces[name_at].kind == "name" else 0
        if not turn:
            continue
        start = name_at
        while start > end and _leads_to_name(pieces[start - 1], words):
            start -= 1
        left = [*_without_helper(pieces[:at], words), *pieces[end:start], *pieces[turn:]]
        yield ContrastRead(left, pieces[name_at], follows=True)
        return


def _turn(pieces: Sequence[OrderPiece], at: int, words: OrderWords) -> int:
    """Where the meant one begins behind `but`; nothing where there is no such word."""
    at = at + 1 if at < len(pieces) and pieces[at].text == "," else at
    count = next(requests_at("but", pieces, words, at), 0)
    return at + count if count else 0


def _leads_to_name(piece: OrderPiece, words: OrderWords) -> bool:
    """Is it an article, a preposition or a type before a name?"""
    small = small_words() | words.words["article"] | words.words["to"] | words.words["in"] | words.words["with"]
    small |= words.words["from"] | words.words["more"]
    return piece.kind == "type" or (piece.kind == "word" and piece.folded in small)


def _without_helper(pieces: Sequence[OrderPiece], words: OrderWords) -> Sequence[OrderPiece]:
    """The pieces before a negation without the helping verb that only carries it: `does`, `ne`."""
    return pieces[:-1] if pieces and pieces[-1].folded in words.words["do"] else pieces


def _past(pieces: Sequence[OrderPiece], at: int, small: frozenset[str]) -> int:
    while at < len(pieces) and pieces[at].kind == "word" and pieces[at].folded in small:
        at += 1
    return at


def _unended(pieces: Sequence[OrderPiece]) -> Sequence[OrderPiece]:
    """The pieces without a sign at their end."""
    return pieces[:-1] if pieces and pieces[-1].kind == "sign" else pieces
