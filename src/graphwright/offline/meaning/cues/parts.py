"""The parts of a sentence in which an order may stand: the whole first, then without what only gives a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graphwright.offline.meaning.cues.words import CueWords, said
from graphwright.offline.meaning.orders.pieces import OrderPiece

_MAX_PARTS: Final = 6
_CUTS: Final = frozenset({",", ";", ":"})


def parts_of(pieces: Sequence[OrderPiece], words: CueWords) -> Iterator[list[OrderPiece]]:
    """The pieces, then runs of their clauses, the longest first, where everything else may be left away."""
    yield list(pieces)
    clauses = _clauses(pieces, words)
    if not 1 < len(clauses) <= _MAX_PARTS:
        return
    for count in range(len(clauses) - 1, 0, -1):
        for start in range(len(clauses) - count + 1):
            others = [*clauses[:start], *clauses[start + count :]]
            if all(_is_aside(each, words) for each in others):
                yield [piece for each in clauses[start : start + count] for piece in each]


def _clauses(pieces: Sequence[OrderPiece], words: CueWords) -> list[list[OrderPiece]]:
    found: list[list[OrderPiece]] = [[]]
    for at, piece in enumerate(pieces):
        if piece.text in _CUTS:
            found.append([])
            continue
        if found[-1] and _begins(pieces[at:], words):
            found.append([])
        found[-1].append(piece)
    return [each for each in found if each]


def _begins(pieces: Sequence[OrderPiece], words: CueWords) -> bool:
    """Does a clause that only gives a reason begin here, without a comma: `because`?"""
    return any(len(phrase) == 1 and said(pieces[0]) == phrase[0] for phrase in words.reasons)


def _is_aside(clause: Sequence[OrderPiece], words: CueWords) -> bool:
    """Does a clause name nothing and order nothing, or only give a reason? None that restricts is left away."""
    if any(each.kind == "word" and said(each) in words.blocks for each in clause):
        return False
    heads = tuple(map(said, clause[: max(map(len, words.reasons))]))
    if any(heads[: len(phrase)] == phrase for phrase in words.reasons):
        return True
    if any(each.kind in {"name", "quoted"} for each in clause):
        return False
    return not any(kind not in {"retype", "correct"} for kind, _ in words.told(clause))
