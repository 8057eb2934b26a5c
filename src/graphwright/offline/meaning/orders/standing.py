"""What of a frame stands among some pieces, piece by piece, and which frames may fit them by that.

A frame needs its words and verbs, and none of them stands for two pieces: so what each piece may be is found once for
every word, and a frame that needs anything else is never laid over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

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
from graphwright.offline.meaning.orders.words import NeededFrame, OrderWords, order_words
from graphwright.text.words import stem

_SHORTEST_STEM: Final = 4
_ALL_FORMS: Final[frozenset[VerbForm]] = frozenset(("infinitive", "participle", "other"))
_FORMS: Final[Mapping[str, frozenset[VerbForm]]] = MappingProxyType(
    {"i": frozenset(("infinitive",)), "p": frozenset(("participle",))}
)
_NOTHING: Final = frozenset[int]()


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


def possible(pieces: Sequence[OrderPiece], words: OrderWords, *, known: bool) -> Iterator[NeededFrame]:
    """The frames that some part of the pieces may fit: everything they need is in them, in any order."""
    there = there_among(pieces, words, known=known)
    for verb in joinable_verbs(pieces, words.every_verb, words.language):
        for name in words.names_by_verb[verb]:
            there.update(number for number, _ in words.needed_by_verb.get(name, ()))
    return words.frames_with(there)


def there_among(pieces: Iterable[OrderPiece], words: OrderWords, *, known: bool) -> set[int]:
    """The numbers of the words and verbs that frames need and that stand among some pieces."""
    return set[int]().union(
        *(
            _numbers(each.text.lower(), each.folded, each.lemma, words.language, known)
            for each in pieces
            if not is_closed(each)
        )
    )


@lru_cache(maxsize=16_384)  # the words of a project, in three languages
def _numbers(
    text: str,
    folded: str,
    lemma: str,
    language: Language,
    known: bool,  # noqa: FBT001 a cache compares positions
) -> frozenset[int]:
    """The numbers of what frames need that a word may be. `lemma`: see `OrderPiece`."""
    words = order_words(language)
    piece = OrderPiece("word", text, folded, 0, 0, lemma=lemma)
    found = set(words.needed_by_word.get(folded, ()))
    for name in _verbs(piece, words):
        found.update(
            number for number, token in words.needed_by_verb.get(name, ()) if _is_verb(token, piece, words, known=known)
        )
    return frozenset(found) if found else _NOTHING


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
