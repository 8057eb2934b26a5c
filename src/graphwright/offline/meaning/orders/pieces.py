"""A sentence as pieces: names of the model, quotations, words for types, other words and signs. It decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from graphwright.grammar.forms import candidates, verbs_near
from graphwright.grammar.word_lists import WordKind
from graphwright.languages import Language
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

PieceKind: TypeAlias = Literal["name", "quoted", "type", "word", "sign"]
VerbForm: TypeAlias = Literal["infinitive", "participle", "other"]

_FORMS: Final[Mapping[WordKind, VerbForm]] = {
    "infinitive": "infinitive", "participle": "participle", "finite": "other", "imperative": "other", "gerund": "other",
}  # fmt: skip
_SHORTEST_STEM: Final = 3
_AGAIN: Final[Mapping[Language, tuple[str, ...]]] = {"en": ("re",), "fr": ("ré", "re", "r")}
"""Prefixes by which something is done once more; German says `neu` beside the verb."""


class OrderPiece(NamedTuple):
    """A piece of a sentence and its place in it."""

    kind: PieceKind
    text: str
    folded: str
    start: int
    end: int
    nodes: tuple[Node, ...] = ()
    """What a name stands for: every element that is called so."""
    node_type: str = ""
    quoted: bool = False
    lemma: str = ""
    """Base form of a verb whose particle stood elsewhere: `lege ... an`."""


@lru_cache(maxsize=16_384)  # the words of a project, in three languages
def verb_forms(word: str, language: Language) -> tuple[tuple[VerbForm, str], ...]:
    """The verbs that a word may be a form of, base forms folded; `other` is an imperative or finite form."""
    read = candidates(word, language, cased=False)
    found: dict[tuple[VerbForm, str], None] = {
        (form, each.lemma): None for each in read if (form := _FORMS.get(each.kind)) is not None
    }
    if not found and language == "de" and len(word) > _SHORTEST_STEM:
        found["other", word.rstrip("e") + "en"] = None  # `häng`
    if not any(each.known for each in read):
        found |= _done_again(word, language)
        meant: dict[tuple[VerbForm, str], None] = {
            (form, verb): None for form, lemma in found for verb in verbs_near(lemma, language)
        }
        if len({verb for _, verb in meant}) == 1:
            found |= meant
    return tuple(dict.fromkeys((form, fold(lemma)) for form, lemma in found))


def _done_again(word: str, language: Language) -> dict[tuple[VerbForm, str], None]:
    """The forms of a known verb behind a prefix that says once more: `reallocate`, `réaffecte`."""
    bare = next((word.removeprefix(each) for each in _AGAIN.get(language, ()) if word.startswith(each)), "")
    read = candidates(bare, language, cased=False) if len(bare) > _SHORTEST_STEM else ()
    return {(form, each.lemma): None for each in read if each.known and (form := _FORMS.get(each.kind)) is not None}


@lru_cache(maxsize=16_384)
def tells_of_somebody(word: str, language: Language) -> bool:
    """Is a word a verb that says what somebody does, rather than an order: `streicht`, beside `streich`?"""
    return any("third" in each.features for each in candidates(word, language, cased=False) if each.kind == "finite")


@lru_cache(maxsize=16_384)
def is_helper(word: str, language: Language) -> bool:
    """Is a word a modal or a form of be and have? Then a name cannot hold it."""
    return any(each.kind in {"modal", "auxiliary"} and each.known for each in candidates(word, language, cased=False))


def joined_verbs(pieces: Sequence[OrderPiece], known: frozenset[str], language: Language) -> list[OrderPiece]:
    """German puts the particle of a verb at the end: `lege ein Modul an` is `anlegen`."""
    found = list(pieces)
    for at, other, verb in _joints(pieces, known, language):
        found[at] = found[at]._replace(lemma=verb)
        return [*found[:other], *found[other + 1 :]]
    return found


def parted_verbs(pieces: Sequence[OrderPiece], known: frozenset[str], language: Language) -> frozenset[int]:
    """Where verbs stand whose particle comes later: `ordne ... zu`."""
    return frozenset(at for at, _, _ in _joints(pieces, known, language))


def joinable_verbs(pieces: Sequence[OrderPiece], known: frozenset[str], language: Language) -> set[str]:
    """Every verb that a word and a particle behind it may be."""
    return {verb for _, _, verb in _joints(pieces, known, language)}


def _joints(pieces: Sequence[OrderPiece], known: frozenset[str], language: Language) -> Iterator[tuple[int, int, str]]:
    """A verb, its particle behind it, and what they are together: the first verb and its last particle first."""
    for at, piece in enumerate(pieces if language == "de" else ()):
        if piece.kind != "word":
            continue
        lemmas = [lemma for form, lemma in verb_forms(piece.text.lower(), language) if form == "other"]
        for other in range(len(pieces) - 1, at, -1) if lemmas else ():
            particle = pieces[other]
            joined = (f"{particle.folded}{each}" for each in lemmas)
            verb = next((each for each in joined if each in known), None) if particle.kind == "word" else None
            if verb is not None:
                yield at, other, verb


def pieces_of_phrase(letters: str, pieces: Sequence[OrderPiece], at: int = 0) -> int:
    """How many pieces a phrase takes from one on, whatever parts its letters; none where it does not stand there."""
    end, left = at, letters
    while left and end < len(pieces) and pieces[end].kind in {"word", "type"}:
        folded = pieces[end].folded
        said = folded if folded.isalnum() else "".join(folded.split())
        if not left.startswith(said):
            return 0  # as most do at once
        left = left[len(said) :]
        end += 1
    return 0 if left else end - at


def is_closed(piece: OrderPiece) -> bool:
    """Is it quoted, or a name of several words, of which none is a word of an order?"""
    return piece.kind == "quoted" or (piece.kind == "name" and (piece.quoted or " " in piece.text))
