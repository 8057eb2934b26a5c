"""A sentence as pieces: names of the model, quotations, words for types, other words and signs. It decides nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from graphwright.grammar.forms import candidates
from graphwright.languages import Language
from graphwright.offline.meaning.matching import SEMANTIC_ID, NodeIndex
from graphwright.offline.meaning.vocabulary import LONGEST_TYPE_WORD, node_type_of
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

PieceKind: TypeAlias = Literal["name", "quoted", "type", "word", "sign"]
VerbForm: TypeAlias = Literal["infinitive", "participle", "other"]

_QUOTED: Final = re.compile(
    r"\"([^\"\n]+)\"|“([^”\n]+)”|„([^“”\n]+)[“”]|«\s*([^»\n]+?)\s*»|(?<!\w)['‘]([^'’\n]+)['’](?!\w)"
)
# French elides before a vowel, English joins its negation and possessive; both are words of their own here.
_TOKEN: Final = re.compile(
    rf"{SEMANTIC_ID}|(?:\b(?i:[cdjlmnst]|qu|jusqu)['’](?=\w|$))|[^\W_]+?(?=n['’]t\b)|n['’]t\b|['’]s\b"
    r"|[^\W_]+(?:['’](?:re|ve|ll|d|m)\b)?|->|→|[,;:]"
)
_SIGNS: Final = re.compile(r"[,;:]|->|→")
_VERBS: Final = frozenset({"finite", "infinitive", "participle", "imperative", "gerund"})
_SHORTEST_STEM: Final = 3


class Piece(NamedTuple):
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


def pieces_of(text: str, index: NodeIndex, new: Iterable[Node] = (), gone: Sequence[str] = ()) -> tuple[Piece, ...]:
    """The pieces of a text. `new`, `gone`: what the message has made and taken away so far."""
    found: list[Piece] = []
    spans = _named(text, index, list(new), frozenset(map(str, gone)))
    at = 0
    for start, end, nodes, quoted in spans:
        found += _plain(text, at, start)
        kind: PieceKind = "name" if nodes else "quoted"
        found.append(Piece(kind, text[start:end], fold(text[start:end]), start, end, nodes, quoted=quoted))
        at = end
    found += _plain(text, at, len(text))
    return tuple(found)


@lru_cache(maxsize=16_384)  # the words of a project, in three languages
def verb_forms(word: str, language: Language) -> tuple[tuple[VerbForm, str], ...]:
    """The verbs that a word may be a form of, base forms folded; `other` is an imperative or finite form."""
    found: dict[tuple[VerbForm, str], None] = {}
    for each in candidates(word, language, cased=False):
        if each.kind in _VERBS:
            form: VerbForm = each.kind if each.kind in {"infinitive", "participle"} else "other"  # type: ignore[assignment]
            found[form, fold(each.lemma)] = None
    if not found and language == "de" and len(word) > _SHORTEST_STEM:
        found["other", fold(word.rstrip("e") + "en")] = None  # `häng`
    return tuple(found)


@lru_cache(maxsize=16_384)
def is_helper(word: str, language: Language) -> bool:
    """Is a word a modal or a form of be and have? Then a name cannot hold it."""
    return any(each.kind in {"modal", "auxiliary"} and each.known for each in candidates(word, language, cased=False))


def is_sign(text: str) -> bool:
    """Is a piece a comma, a colon or an arrow?"""
    return _SIGNS.fullmatch(text) is not None


def _named(
    text: str, index: NodeIndex, new: Sequence[Node], gone: frozenset[str]
) -> list[tuple[int, int, tuple[Node, ...], bool]]:
    """Names and quotations in their order; a quotation is a name where it is one wholly."""
    quotations = [
        (match.start(at), match.end(at)) for match in _QUOTED.finditer(text) for at in (match.lastindex or 0,)
    ]
    found: list[tuple[int, int, tuple[Node, ...], bool]] = []
    for start, end in quotations:
        nodes = [*index.find(text[start:end]), *(each for each in new if fold(each.name) == fold(text[start:end]))]
        found.append((start, end, _distinct(nodes, gone), True))
    spans = [(each.start, each.end, each.nodes) for each in index.named_in(text)]
    for node in new:
        pattern = rf"(?<!\w){re.escape(node.name)}(?!\w)"
        spans += [(each.start(), each.end(), (node,)) for each in re.finditer(pattern, text, re.IGNORECASE)]
    for start, end, nodes in sorted(spans, key=lambda each: (each[0] - each[1], each[0])):
        if any(start < other[1] and other[0] < end for other in found):
            continue
        if there := _distinct(nodes, gone):
            found.append((start, end, there, False))
    return sorted(found, key=lambda each: each[0])


def _distinct(nodes: Iterable[Node], gone: frozenset[str]) -> tuple[Node, ...]:
    return tuple({each.node_id: each for each in nodes if str(each.semantic_id) not in gone}.values())


def _plain(text: str, start: int, end: int) -> Iterator[Piece]:
    """The words and signs between two names, words for a type as one piece."""
    tokens = [(each[0], each.start(), each.end()) for each in _TOKEN.finditer(text, start, end)]
    at = 0
    while at < len(tokens):
        for count in range(min(LONGEST_TYPE_WORD, len(tokens) - at), 0, -1):
            last = tokens[at + count - 1]
            words = text[tokens[at][1] : last[2]]
            node_type = node_type_of(words)
            if node_type is not None or count == 1:
                kind: PieceKind = "type" if node_type else "sign" if is_sign(words) else "word"
                yield Piece(kind, words, fold(words), tokens[at][1], last[2], node_type=node_type or "")
                at += count
                break


def joined_verbs(pieces: Sequence[Piece], known: frozenset[str], language: Language) -> list[Piece]:
    """German puts the particle of a verb at the end: `lege ein Modul an` is `anlegen`."""
    found = list(pieces)
    if language != "de":
        return found
    for at, piece in enumerate(found):
        if piece.kind != "word":
            continue
        lemmas = [lemma for form, lemma in verb_forms(piece.text.lower(), language) if form == "other"]
        for other in range(len(found) - 1, at, -1):
            particle = found[other]
            verb = next((f"{particle.folded}{each}" for each in lemmas if f"{particle.folded}{each}" in known), None)
            if particle.kind == "word" and verb is not None:
                found[at] = piece._replace(lemma=verb)
                return [*found[:other], *found[other + 1 :]]
    return found
