"""What of a frame stands among some pieces, piece by piece, and which frames may fit them by that.

A frame needs its words and verbs, and none of them stands for two pieces: so what each piece may be is found once for
every word, and a frame that needs anything else is never laid over them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

from graphwright.languages import Language
from graphwright.offline.meaning.orders.frames import FrameToken
from graphwright.offline.meaning.orders.pieces import (
    OrderPiece,
    VerbForm,
    is_closed,
    joinable_verbs,
    tells_of_somebody,
    verb_forms,
)
from graphwright.offline.meaning.orders.words import (
    ATTRIBUTE,
    ELEMENT,
    FLOW,
    NAMED,
    SCHEMA,
    TYPE,
    VALUE,
    OrderWords,
    order_words,
)
from graphwright.text.words import stem

PieceBits: TypeAlias = dict[tuple[str, int, str, str], tuple[int, int]]
"""See `bits_of`, by what it depends on."""

_SHORTEST_STEM: Final = 4
_ALL_FORMS: Final[frozenset[VerbForm]] = frozenset(("infinitive", "participle", "other"))
_FORMS: Final[Mapping[str, frozenset[VerbForm]]] = MappingProxyType(
    {"i": frozenset(("infinitive",)), "p": frozenset(("participle",))}
)


def stands(token: FrameToken, piece: OrderPiece, words: OrderWords, *, known: bool) -> bool:
    """Is a piece what a token that is no place asks for? `known`: also where a verb is said by another of its stem."""
    if is_closed(piece):
        return False
    match token.kind:
        case "word":
            return piece.folded in token.words
        case "class":
            return piece.folded in words.words[token.name]
        case _:
            return _is_verb(token, piece, words, known=known)


def verbs_parted(pieces: Sequence[OrderPiece], words: OrderWords) -> int:
    """The bits of the verbs that a word and a particle somewhere behind it may be."""
    bits = 0
    for verb in joinable_verbs(pieces, words.every_verb, words.language):
        for name in words.names_by_verb[verb]:
            for bit, _ in words.needed_by_verb.get(name, ()):
                bits |= bit
    return bits


def bits_of(piece: OrderPiece, words: OrderWords, *, spoken_of: bool) -> tuple[int, int]:
    """What of a frame a piece may be or fill: a word or verb that it needs, or what one of its places must hold.

    Once where what is named need not be there, once where it must. `spoken_of`: a pronoun may mean something.
    """
    bits = 0
    if piece.kind == "type":
        bits |= TYPE | NAMED
    elif piece.kind == "name":
        bits |= NAMED
    first = piece.folded.partition(" ")[0]
    if first in words.begins_attribute:
        bits |= ATTRIBUTE
    if first in words.begins_value:
        bits |= VALUE
    any_named, there = ELEMENT | SCHEMA | FLOW | bits, _elements(piece, words, spoken_of=spoken_of) | bits
    if is_closed(piece):
        return any_named, there
    said, known = _said(piece.text.lower(), piece.folded, piece.lemma, words.language)
    return any_named | said, there | known


def _elements(piece: OrderPiece, words: OrderWords, *, spoken_of: bool) -> int:
    """Which elements that are there a piece may name or, where something was spoken of, mean."""
    if piece.kind == "name":
        types = {each.node_type for each in piece.nodes}
        return ELEMENT | (SCHEMA if "SCHEMA" in types else 0) | (FLOW if "FLOW" in types else 0)
    return ELEMENT | SCHEMA | FLOW if spoken_of and piece.folded in words.pointing else 0


@lru_cache(maxsize=16_384)  # the words of a project, in three languages
def _said(text: str, folded: str, lemma: str, language: Language) -> tuple[int, int]:
    """The bits of the words and verbs that frames need and that a word may be, and those where all named is known.

    `lemma`: see `OrderPiece`.
    """
    words = order_words(language)
    piece = OrderPiece("word", text, folded, 0, 0, lemma=lemma)
    found = words.needed_by_word.get(folded, 0)
    known = found
    for name in _verbs(piece, words):
        for bit, token in words.needed_by_verb.get(name, ()):
            found |= bit if _is_verb(token, piece, words, known=False) else 0
            known |= bit if _is_verb(token, piece, words, known=True) else 0
    return found, known


def _verbs(piece: OrderPiece, words: OrderWords) -> frozenset[str]:
    """The names of verbs that a piece may be; seldom more than one of a hundred."""
    by_lemma, nothing = words.names_by_verb, frozenset[str]()
    lemmas = [piece.lemma] if piece.lemma else [lemma for _, lemma in verb_forms(piece.text.lower(), words.language)]
    return frozenset[str]().union(
        *(by_lemma.get(each, nothing) for each in (*lemmas, piece.folded)),
        words.names_by_stem.get(stem(piece.folded), nothing),
    )


def _is_verb(token: FrameToken, piece: OrderPiece, words: OrderWords, *, known: bool) -> bool:
    verbs, form, text = words.verbs[token.name], token.form, piece.text.lower()
    if form == "m":
        if tells_of_somebody(text, words.language):
            return False
        form = ""
    if piece.lemma:
        return piece.lemma in verbs and not form
    wanted = _FORMS.get(form, _ALL_FORMS)
    if any(each in wanted and lemma in verbs for each, lemma in verb_forms(text, words.language)):
        return True
    if not known or form or len(piece.folded) < _SHORTEST_STEM:
        return form == "i" and piece.folded in verbs
    return stem(piece.folded) in words.verb_stems[token.name]
