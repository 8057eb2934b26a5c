"""A frame: how an order is worded, as words and places in the order of the sentence, and how it is laid over pieces.

`"<rename> X to|into N"` is a verb of renaming, elements, one of two words, and a new name. What each letter takes is
said in `languages/en/orders.toml`; whether a piece may stand in a place says a `FrameReader`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.text.folding import fold

_TOKEN: Final = re.compile(r"\(([^)]*)\)|(\S+)")
_PLACE: Final = re.compile(r"[A-Z*]")
_VERB: Final = re.compile(r"<(\w+)(?:\+([ipm]))?>")
_CLASS: Final = re.compile(r"\{(\w+)\}")
_WORDS: Final = re.compile(r"[^\s<>{}()|]+(?:\|[^\s<>{}()|]+)*")
Span: TypeAlias = tuple[int, int]


class FrameToken(NamedTuple):
    """One part of a frame."""

    kind: Literal["word", "class", "verb", "place"]
    words: frozenset[str]
    """Words as they are said; the name of a class, of a verb or of a place."""
    form: str = ""
    """The form that a verb must have: `i` infinitive, `p` participle, `m` no third person; any where empty."""
    optional: bool = False

    @property
    def name(self) -> str:
        """Of a class, verb or place."""
        return next(iter(self.words))


class Frame(NamedTuple):
    """A wording of a kind of order."""

    kind: str
    text: str
    tokens: tuple[FrameToken, ...]
    needed: tuple[FrameToken, ...]
    """Those that no sentence of this wording lacks."""

    @property
    def begins(self) -> bool:
        """Does it begin with its verb?"""
        return self.tokens[0].kind == "verb"

    @property
    def leads(self) -> bool:
        """Does it begin or end with its verb, so that what it names may also be unknown?"""
        last = self.tokens[-1]
        return self.begins or (last.kind == "verb" and last.form == "i")


class FrameReader(Protocol):
    """Says what may stand where."""

    def stands(self, token: FrameToken, piece: OrderPiece) -> bool:
        """Is a piece what a token that is no place asks for?"""
        ...

    def fills(self, place: str, pieces: Sequence[OrderPiece]) -> bool:
        """May these pieces stand in a place?"""
        ...

    def may_end(self, last: OrderPiece, following: OrderPiece) -> bool:
        """May a place end between two pieces?"""
        ...

    def may_skip(self, piece: OrderPiece) -> bool:
        """May a piece stand between the tokens of a frame?"""
        ...


def frame_of(kind: str, text: str) -> Frame:
    """The frame that a text of `orders.toml` writes down."""
    tokens = tuple(_token(match[1] or match[2], match[1] is not None) for match in _TOKEN.finditer(text))
    return Frame(kind, text, tokens, tuple(each for each in tokens if each.kind != "place" and not each.optional))


def laid_over(frame: Frame, pieces: Sequence[OrderPiece], reader: FrameReader) -> Mapping[str, Span] | None:
    """Which pieces fill the places of a frame, all pieces used; `None` where it does not fit."""
    return _Laying(frame.tokens, pieces, reader).from_(0, 0)


class _Laying:
    """One frame on its way over some pieces; places take as few as they can."""

    def __init__(self, tokens: Sequence[FrameToken], pieces: Sequence[OrderPiece], reader: FrameReader) -> None:
        self._tokens = tokens
        self._pieces = pieces
        self._reader = reader
        self._failed: set[Span] = set()

    def from_(self, token_at: int, piece_at: int) -> dict[str, Span] | None:
        if (token_at, piece_at) in self._failed:
            return None
        found = self._tried(token_at, piece_at)
        if found is None:
            self._failed.add((token_at, piece_at))
        return found

    def _tried(self, token_at: int, piece_at: int) -> dict[str, Span] | None:
        if token_at == len(self._tokens):
            return {} if all(map(self._reader.may_skip, self._pieces[piece_at:])) else None
        token = self._tokens[token_at]
        found = (
            self._placed(token, token_at, piece_at) if token.kind == "place" else self._said(token, token_at, piece_at)
        )
        return self.from_(token_at + 1, piece_at) if found is None and token.optional else found

    def _said(self, token: FrameToken, token_at: int, piece_at: int) -> dict[str, Span] | None:
        for at in range(piece_at, len(self._pieces)):
            piece = self._pieces[at]
            if self._reader.stands(token, piece) and (found := self.from_(token_at + 1, at + 1)) is not None:
                return found
            if not self._reader.may_skip(piece):
                return None
        return None

    def _placed(self, token: FrameToken, token_at: int, piece_at: int) -> dict[str, Span] | None:
        is_last = token_at == len(self._tokens) - 1
        for end in range(len(self._pieces) if is_last else piece_at + 1, len(self._pieces) + 1):
            is_inside = piece_at < end < len(self._pieces)
            if is_inside and not self._reader.may_end(self._pieces[end - 1], self._pieces[end]):
                continue
            if not self._reader.fills(token.name, self._pieces[piece_at:end]):
                continue
            if (found := self.from_(token_at + 1, end)) is not None:
                return {token.name: (piece_at, end), **found}
        return None


@cache  # one token for one text, so that what stands where it asks is found once
def _token(text: str, optional: bool) -> FrameToken:  # noqa: FBT001
    if verb := _VERB.fullmatch(text):
        return FrameToken("verb", frozenset({verb[1]}), verb[2] or "", optional)
    if said := _CLASS.fullmatch(text):
        return FrameToken("class", frozenset({said[1]}), "", optional)
    if _PLACE.fullmatch(text):
        return FrameToken("place", frozenset({text}), "", optional)
    if not _WORDS.fullmatch(text):
        raise ValueError(f"A frame may not hold {text!r}: words, a verb, a class of words or a place by itself.")
    return FrameToken("word", frozenset(map(fold, text.split("|"))), "", optional)
