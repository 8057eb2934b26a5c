"""What an order of making something speaks of: phrases one after another, each with the preposition before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.offline.meaning.orders.filling import is_small, trimmed
from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.words import OrderWords

_AND: Final = frozenset({"and", "und", "et", "&"})
_ROLES: Final = ("for", "to", "in", "from", "with", "as")


class OrderArgument(NamedTuple):
    """A phrase of an order."""

    role: str
    """`for`, `to`, `in`, `from`, `with` or `as`; empty where no preposition stands before it."""
    pieces: tuple[OrderPiece, ...]
    type_piece: OrderPiece | None
    """The word for a type in it."""
    names: tuple[OrderPiece, ...]
    """Names of the model in it."""
    own: tuple[OrderPiece, ...]
    """The pieces that are neither small words nor the type: a name, known or new."""

    @property
    def node_type(self) -> str | None:
        """The type that is said."""
        return self.type_piece.node_type if self.type_piece is not None else None

    @property
    def is_known(self) -> bool:
        """Does it name nothing but what is there?"""
        return bool(self.names) and all(each.kind in {"name", "sign"} or each.folded in _AND for each in self.own)


def arguments_of(order: Order, place: str = "*") -> list[OrderArgument]:
    """The phrases of a place."""
    words = order.words
    pieces = list(order.places.get(place, ()))
    starts: list[tuple[int, str]] = [(0, "")]
    for at, piece in enumerate(pieces):
        if piece.kind == "word" and piece.folded in words.words["here"]:
            starts += [(at, "for"), (at + 1, "")]
            continue
        if _joins(piece, words) and _goes_on(pieces[at + 1 :], pieces[starts[-1][0] : at], words):
            starts.append((at + 1, ""))
            continue
        role = _role(piece, words)
        before = pieces[starts[-1][0] : at]
        if role and at > 0 and _opens(pieces[at + 1 :], before, words):
            starts.append((at, role))
        elif role and at == 0:
            starts[0] = (0, role)
        elif _is_article(piece, words) and _is_whole(before, words) and _opens(pieces[at + 1 :], before, words):
            starts.append((at, ""))
    ends = [*(at for at, _ in starts[1:]), len(pieces)]
    return [
        found
        for (at, role), end in zip(starts, ends, strict=True)
        if (found := _argument(role, pieces[at:end], words)) is not None
    ]


def host_of(order: Order, place: str = "H") -> list[OrderArgument]:
    """What something new belongs to, where it is the subject: `the pump needs a valve`."""
    pieces = order.places.get(place, ())
    found = _argument("for", pieces, order.words) if pieces else None
    return [] if found is None else [found]


def _argument(role: str, pieces: Sequence[OrderPiece], words: OrderWords) -> OrderArgument | None:
    if len(pieces) == 1 and pieces[0].folded in words.words["here"]:
        return OrderArgument("for", tuple(pieces), None, (), ())
    left = trimmed(pieces[1:] if role and _role(pieces[0], words) else pieces, words)
    if not left:
        return None
    at = next((i for i, each in enumerate(left) if each.kind == "type"), None)
    small = words.words["skip"] | words.words["called"] | words.words["adjective"]
    if at is None:
        return OrderArgument(role, left, None, tuple(each for each in left if each.kind == "name"), left)
    behind, before = left[at + 1 :], left[:at]
    while behind and (behind[0].kind == "sign" or is_small(behind[0], small)):
        behind = behind[1:]
    while before and is_small(before[0], small | words.words["count"]):
        before = before[1:]
    own = behind or before
    return OrderArgument(role, left, left[at], tuple(each for each in own if each.kind == "name"), own)


def _role(piece: OrderPiece, words: OrderWords) -> str:
    if piece.kind != "word":
        return ""
    return next((each for each in _ROLES if piece.folded in words.words[each]), "")


def _opens(behind: Sequence[OrderPiece], before: Sequence[OrderPiece], words: OrderWords) -> bool:
    """Does something begin here that an order can speak of, rather than go on with a new name?"""
    small = words.words["skip"] | words.words["adjective"] | words.words["its"]
    first = next((each for each in behind if not (each.kind == "word" and each.folded in small)), None)
    if first is None:
        return False
    if (
        first.kind in {"name", "quoted", "type"}
        or any(map(str.isupper, first.text[1:]))
        or first.folded in words.words["pronoun"]
    ):
        return True
    spoken = [each for each in before if not (each.kind == "word" and each.folded in small | words.words["want"])]
    return bool(spoken) and all(each.kind == "type" for each in spoken[-1:])


def _is_article(piece: OrderPiece, words: OrderWords) -> bool:
    return piece.kind == "word" and piece.folded in words.words["article"]


def _is_whole(pieces: Sequence[OrderPiece], words: OrderWords) -> bool:
    """Is a phrase complete, so that an article behind it begins another one?"""
    left = trimmed(pieces, words)
    if bool(left) and left[-1].kind in {"name", "quoted"}:
        return True
    each = words.words["each"]
    others = each | words.words["pronoun"] | words.words["for"]
    return any(one.folded in each for one in pieces) and all(one.folded in others for one in pieces)


def _joins(piece: OrderPiece, words: OrderWords) -> bool:
    return piece.text == "," or (piece.kind == "word" and piece.folded in words.words["and"])


def _goes_on(behind: Sequence[OrderPiece], before: Sequence[OrderPiece], words: OrderWords) -> bool:
    """Does a list go on with something of another type: `the function A and an actor`?"""
    small = words.words["skip"] | words.words["adjective"]
    first = next((each for each in behind if not (each.kind == "word" and each.folded in small)), None)
    return first is not None and first.kind == "type" and any(each.kind == "type" for each in before)
