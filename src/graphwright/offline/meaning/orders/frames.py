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


class FrameLaying:
    """Some pieces over which frames are laid one after the other: what stands where is found once for all of them.

    Places take as few pieces as they can.
    """

    def __init__(self, pieces: Sequence[OrderPiece], reader: FrameReader) -> None:
        self._pieces = pieces
        self._reader = reader
        self._skips = [reader.may_skip(each) for each in pieces]
        self._ends = [not at or reader.may_end(pieces[at - 1], each) for at, each in enumerate(pieces)]
        self._filled: dict[tuple[str, int, int], bool] = {}
        self._ways: dict[int, list[bool]] = {}
        self._tokens: Sequence[FrameToken] = ()
        self._failed: set[Span] = set()

    def laid(self, frame: Frame) -> Mapping[str, Span] | None:
        """Which pieces fill the places of a frame, all pieces used; `None` where it does not fit."""
        self._tokens, self._failed = frame.tokens, set()
        return self._from(0, 0)

    def _from(self, token_at: int, piece_at: int) -> dict[str, Span] | None:
        if (token_at, piece_at) in self._failed:
            return None
        found = self._tried(token_at, piece_at)
        if found is None:
            self._failed.add((token_at, piece_at))
        return found

    def _tried(self, token_at: int, piece_at: int) -> dict[str, Span] | None:
        if token_at == len(self._tokens):
            return {} if all(self._skips[piece_at:]) else None
        token = self._tokens[token_at]
        found = (
            self._placed(token, token_at, piece_at) if token.kind == "place" else self._said(token, token_at, piece_at)
        )
        return self._from(token_at + 1, piece_at) if found is None and token.optional else found

    def _said(self, token: FrameToken, token_at: int, piece_at: int) -> dict[str, Span] | None:
        for at in range(piece_at, len(self._pieces)):
            if self._reader.stands(token, self._pieces[at]) and (found := self._from(token_at + 1, at + 1)) is not None:
                return found
            if not self._skips[at]:
                return None
        return None

    def _placed(self, token: FrameToken, token_at: int, piece_at: int) -> dict[str, Span] | None:
        count = len(self._pieces)
        is_last = token_at == len(self._tokens) - 1
        way = None if is_last else self._way(self._tokens[token_at + 1])
        for end in range(count if is_last else piece_at + 1, count + 1):
            if way is not None and not way[end]:
                continue
            if piece_at < end < count and not self._ends[end]:
                continue
            if not self._fills(token.name, piece_at, end):
                continue
            if (found := self._from(token_at + 1, end)) is not None:
                return {token.name: (piece_at, end), **found}
        return None

    def _way(self, token: FrameToken) -> list[bool] | None:
        """From which pieces on a word is found; `None` for one that may be lacking, and for a place."""
        if token.optional or token.kind == "place":
            return None
        key = id(token)  # one for one text, see `_token`
        if key not in self._ways:
            way = [False] * (len(self._pieces) + 1)
            for at in range(len(self._pieces) - 1, -1, -1):
                way[at] = self._reader.stands(token, self._pieces[at]) or (self._skips[at] and way[at + 1])
            self._ways[key] = way
        return self._ways[key]

    def _fills(self, place: str, start: int, end: int) -> bool:
        key = (place, start, end)
        if key not in self._filled:
            self._filled[key] = self._reader.fills(place, self._pieces[start:end])
        return self._filled[key]


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
