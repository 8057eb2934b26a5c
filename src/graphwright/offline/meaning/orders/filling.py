"""What may stand in the places of a frame: elements, types, new names, fields, measures. It lays no frame.

The letters of the places are explained in `languages/en/orders.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.offline.meaning.clause_words import holds_clause
from graphwright.offline.meaning.orders.pieces import OrderPiece, is_helper
from graphwright.offline.meaning.orders.words import OrderWords
from graphwright.offline.meaning.vocabulary import node_type_of, vocabulary
from graphwright.text.folding import fold

_ELEMENTS: Final = frozenset("XPYZKHSL")
_ONE: Final = frozenset("YZKSL")
_TYPES: Final = frozenset("TUW")
_NEW: Final = frozenset("QBCEMG")
_MAX_UNKNOWN: Final = 6
"""Words of a name that is not there."""
_MAX_NAME: Final = 4
"""Words of a name that is said beside the one it stands in for."""
_MAX_VALUE: Final = 2
"""Words of a value without a number: `very high`."""
_MAX_MEASURED: Final = 8
"""Words of what is measured, or of how much of it there is."""


def trimmed(pieces: Sequence[OrderPiece], words: OrderWords) -> tuple[OrderPiece, ...]:
    """Pieces without the small words and signs around them."""
    small = words.around
    start, end = 0, len(pieces)
    while start < end and (pieces[start].kind == "sign" or is_small(pieces[start], small)):
        start += 1
    while end > start and (pieces[end - 1].kind == "sign" or is_small(pieces[end - 1], small)):
        end -= 1
    return tuple(pieces[start:end])


def is_small(piece: OrderPiece, small: frozenset[str]) -> bool:
    """Is a piece one of some small words, and no name of one letter: `function A`?"""
    if piece.kind != "word" or piece.folded not in small:
        return False
    return len(piece.text) > 1 or piece.text.islower() or not piece.text.isalpha() or piece.start == 0


def listed(pieces: Sequence[OrderPiece], joins: frozenset[str]) -> list[Sequence[OrderPiece]]:
    """The members of a list: what stands between commas and words that join."""
    found: list[list[OrderPiece]] = [[]]
    for each in pieces:
        if each.text == "," or (each.kind == "word" and each.folded in joins):
            found.append([])
        else:
            found[-1].append(each)
    return [each for each in found if each]


def holds_clause_outside(pieces: Sequence[OrderPiece], words: OrderWords) -> bool:
    """Do these pieces hold what no name has, outside of quotation marks?"""
    return holds_clause(" ".join(each.text for each in pieces if each.kind == "word"), words.language)


def is_asked_for(text: str, words: OrderWords) -> bool:
    """Is it what somebody wants to be told, and no name: `name the tasks of the cook`?"""
    told = vocabulary(words.language).phrases
    said = [each for each in fold(text).split() if each not in words.small]
    asked = told["task"] | told["step"] | told["part"]
    return bool(said) and all(each in asked and node_type_of(each) is None for each in said)


class PlaceReader:
    """Reads what may fill a place, in the words of one language."""

    def __init__(self, words: OrderWords, *, spoken_of: bool, known: bool) -> None:
        """`spoken_of`: a pronoun may mean something; `known`: everything that is named must be there."""
        self._words = words
        self._spoken_of = spoken_of
        self._known = known

    def fills(self, place: str, pieces: Sequence[OrderPiece]) -> bool:
        """May these pieces stand in a place?"""
        left = trimmed(pieces, self._words)
        if place in _ELEMENTS and self._is_pronoun(left or pieces):
            return True
        if place in _ELEMENTS and self._is_taken_from(pieces):
            return False
        if not left:
            return False
        if place in _ELEMENTS:
            return self._are_elements(place, left)
        if place == "*":
            return not self._is_described(left) and any(each.kind in {"type", "name"} for each in left)
        if place == "N" and (self._relates(left[0]) or all(each.folded in self._words.words["link"] for each in left)):
            return False  # `between A and B a connection is missing`: that is no name
        if place in _NEW:
            return self._is_new(place, left)
        if place in _TYPES:
            return self._is_type(left)
        if place == "A":
            return _phrase(left) in self._words.attributes
        if place == "V":
            return _phrase(left) in self._words.values
        return True

    def _is_new(self, place: str, pieces: Sequence[OrderPiece]) -> bool:
        """Are they words for something that is not there, of the sort that a place takes?"""
        if place == "Q":
            return self._are_names(pieces)
        if place in "BC":
            return self._is_measured(pieces, told=place == "C")
        if place == "E":
            is_bare = pieces[0].folded not in self._words.words["article"]
            return is_bare and len(pieces) <= _MAX_VALUE and self._is_measured(pieces, told=False)
        if holds_clause_outside(pieces, self._words):
            return False
        if place == "M":
            return len(pieces) <= _MAX_NAME and all(each.kind in {"word", "quoted"} for each in pieces)
        # A new name ends before a semicolon: `into one step; they mean the same`.
        plain = all(each.kind in {"word", "quoted", "sign"} and each.text != ";" for each in pieces)
        return plain and not any(self._tells_more(each) for each in pieces)

    def _are_names(self, pieces: Sequence[OrderPiece]) -> bool:
        """Are they two or more new names in a list: `Clamp log, Saw log and Trim boards`?"""
        parts = [trimmed(each, self._words) for each in listed(pieces, self._words.words["and"])]
        are_short = all(len(each) <= _MAX_NAME for each in parts)
        return len(parts) > 1 and are_short and not holds_clause_outside(pieces, self._words)

    def _is_measured(self, pieces: Sequence[OrderPiece], *, told: bool) -> bool:
        """Is it what is measured, `the width`, or how much of it there is: `a width of 40 mm`?"""
        numbers = any(each.text[:1].isdigit() for each in pieces)
        return (
            numbers == told
            and len(pieces) <= _MAX_MEASURED
            and all(each.kind in {"word", "quoted", "sign"} for each in pieces)
            and not holds_clause_outside(pieces, self._words)
        )

    def _relates(self, piece: OrderPiece) -> bool:
        """Does it only say more of what stands before it: `a system that counts`, `qui arrose`?"""
        kinds = {each.kind for each in candidates(piece.text.lower(), self._words.language, cased=False)}
        return piece.kind == "word" and piece.text.islower() and "relative" in kinds and "article" not in kinds

    def _is_described(self, pieces: Sequence[OrderPiece]) -> bool:
        """Is a type said that only what follows tells of: `a system that counts`, `ein System, das zählt`?"""
        at = next((at for at, each in enumerate(pieces) if each.kind == "type"), len(pieces))
        behind = pieces[at + 1 : at + 3]
        if not behind or self._words.language != "de":
            return bool(behind) and self._relates(behind[0])
        # German has one word for the article and the relative.
        return behind[0].text == "," and is_small(behind[-1], self._words.words["article"])

    def _tells_more(self, piece: OrderPiece) -> bool:
        """Is it no part of a field's name: `to be encrypted`, `against theft`, `verschlüsselt werden`?"""
        if piece.kind != "word" or is_small(piece, self._words.small) or not piece.text.islower():
            return False
        kinds = {each.kind for each in candidates(piece.text, self._words.language, cased=False)}
        if kinds & {"preposition", "helper", "auxiliary", "modal"}:
            return True
        return bool(kinds & {"infinitive", "participle"}) and not kinds & {"noun", "adjective"}

    def _are_elements(self, place: str, pieces: Sequence[OrderPiece]) -> bool:
        named = [each for each in pieces if each.kind == "name"]
        if not self._known and place in "XH" and self._may_be_name(pieces):
            return True
        if not named:
            return False
        wanted = {"S": "SCHEMA", "L": "FLOW"}.get(place)
        if wanted is not None and not any(node.node_type == wanted for node in named[0].nodes):
            return False
        if (place in _ONE and len(named) > 1) or (place == "P" and len(named) == 1):
            return False
        return all(
            each.kind in {"name", "type", "sign"} or is_small(each, self._words.small) for each in pieces
        ) and not any(each.text in {":", ";", "->"} for each in pieces)

    def _is_pronoun(self, pieces: Sequence[OrderPiece]) -> bool:
        """`it`, `that last one`: what was spoken of last."""
        tables = self._words.words
        left = [each for each in pieces if each.folded not in tables["last"]]
        if self._spoken_of and self._is_this(left):
            return True
        if not left:
            return self._spoken_of and bool(pieces)
        return self._spoken_of and len(left) == 1 and left[0].folded in tables["pronoun"] and left[0].kind == "word"

    def _is_taken_from(self, pieces: Sequence[OrderPiece]) -> bool:
        """`It from the tray`, `la du bac`: what is spoken of is taken from there, so it is not the tray."""
        words, said = self._words.words, [each.folded for each in pieces if each.kind != "sign"]
        is_led = len(said) > 1 and said[0] in words["pronoun"] and said[1] in words["from"]
        return self._spoken_of and is_led

    def _is_this(self, pieces: Sequence[OrderPiece]) -> bool:
        """`This requirement`, `sa description`: what was spoken of last, by its type or by what it has."""
        this, whose = self._words.words["this"], self._words.words["whose"]
        said = [each.kind if each.kind == "type" else each.folded for each in pieces]
        return (len(said) == 2 and said[0] in this and said[1] == "type") or (len(said) == 1 and said[0] in whose)  # noqa: PLR2004

    def _may_be_name(self, pieces: Sequence[OrderPiece]) -> bool:
        """May it be a name that is not there, or is there written otherwise?"""
        words = [each for each in pieces if each.kind in {"word", "quoted"}]
        return (
            0 < len(words) <= len(pieces) <= _MAX_UNKNOWN
            and all(each.kind != "sign" for each in pieces)
            and not any(is_helper(each.folded, self._words.language) for each in words)
        )

    def _is_type(self, pieces: Sequence[OrderPiece]) -> bool:
        small = self._words.words["skip"] | self._words.words["adjective"]
        types = [each for each in pieces if each.kind == "type"]
        return len(types) == 1 and all(each.kind == "type" or is_small(each, small) for each in pieces)


def _phrase(pieces: Sequence[OrderPiece]) -> str:
    return " ".join(each.folded for each in pieces)
