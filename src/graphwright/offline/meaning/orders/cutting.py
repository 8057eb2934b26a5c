"""Cuts a sentence into pieces: names of the model and quotations first, then words for types, other words and signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from graphwright.offline.meaning.matching import WRITTEN_ID, NodeIndex, says
from graphwright.offline.meaning.orders.pieces import OrderPiece, PieceKind
from graphwright.offline.meaning.orders.words import type_said
from graphwright.offline.meaning.vocabulary import LONGEST_TYPE_WORD
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_QUOTED: Final = re.compile(
    r"\"([^\"\n]+)\"|“([^”\n]+)”|„([^“”\n]+)[“”]|«\s*([^»\n]+?)\s*»|(?<!\w)['‘]([^'’\n]+)['’](?!\w)"
)
# French elides before a vowel, English joins its negation and possessive; both are words of their own here.
_TOKEN: Final = re.compile(
    rf"{WRITTEN_ID}|(?:\b(?i:[cdjlmnst]|qu|jusqu)['’](?=\w|$))|[^\W_]+?(?=n['’]t\b)|n['’]t\b|['’]s\b"
    r"|\b(?i:do|does|did|is|are|was|were|should|would)(?=nt\b)"
    r"|[^\W_]+(?:['’](?:re|ve|ll|d|m)\b)?|->|→|[,;:]|(?<=\s)[–—-](?=\s)"
)
_HEADED: Final = re.compile(
    r"(?i)(?:\b(?:the|this|that|between|zwischen|entre|der|die|das|den|dem|dies\w{1,2}|le|la|cet?|cette)\s|^|\bl['’])([^\W\d_]+)\b"
)
"""A noun with a definite article in any of the languages, or as the first word."""
_FRENCH: Final = re.compile(r"(?i)(?:l['’]|(?:entre|le|la|cet?|cette)\s)")
"""The articles of the language in which a name begins with what it is."""
_SIGNS: Final = frozenset((",", ";", ":", "–", "—", "-", "->", "→"))
_READ_AS: Final = {"->": "→", "-": ",", "–": ",", "—": ","}
"""Signs by what they say."""


def pieces_of(
    text: str, index: NodeIndex, new: Iterable[Node] = (), gone: Sequence[str] = ()
) -> tuple[OrderPiece, ...]:
    """The pieces of a text. `new`, `gone`: what the message has made and taken away so far."""
    made, taken = list(new), frozenset(map(str, gone))
    if made or taken:
        return _cut(text, index, made, taken)
    return index.of_text("pieces", text, lambda: _cut(text, index, (), taken))  # several read the same sentence


def _cut(text: str, index: NodeIndex, new: Sequence[Node], gone: frozenset[str]) -> tuple[OrderPiece, ...]:
    found: list[OrderPiece] = []
    spans = _named(text, index, new, gone)
    at = 0
    for start, end, nodes, quoted in spans:
        found += _plain(text, at, start)
        kind: PieceKind = "name" if nodes else "quoted"
        found.append(OrderPiece(kind, text[start:end], fold(text[start:end]), start, end, nodes, quoted=quoted))
        at = end
    found += _plain(text, at, len(text))
    return tuple(found)


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
        spans += [(start, end, (node,)) for start, end in _places(node.name, text)]
    for start, end, called in sorted(spans, key=lambda each: (each[0] - each[1], each[0])):
        if any(start < other[1] and other[0] < end for other in found):
            continue
        if there := _distinct(called, gone):
            found.append((start, end, there, False))
    for match in _HEADED.finditer(text):  # `the mixer` is a mixer of the model: of several it is asked which
        headed = index.each_headed(match[1])
        if len(headed) > 1 and not _FRENCH.match(match[0]):  # `the order` is no order module
            headed = [each for each in headed if fold(each.name).endswith(fold(match[1]))]
        is_free = not any(match.start(1) < other[1] and other[0] < match.end(1) for other in found)
        if headed and is_free and not _goes_on(text[match.end() :], headed) and (there := _distinct(headed, gone)):
            found.append((match.start(1), match.end(1), there, False))
    return sorted(found, key=lambda each: each[0])


def _goes_on(behind: str, headed: Sequence[Node]) -> bool:
    """Is the next word one of theirs, too: `la chambre froide` of two that are called so and more?"""
    word = _TOKEN.match(behind.lstrip())
    return len(headed) > 1 and word is not None and any(says(each.name, [word[0]]) for each in headed)


def _places(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a name stands in a text as whole words, in any case."""
    wanted, said = name.lower(), text.lower()
    at = said.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not said[at - 1 : at].isalnum() and not said[end : end + 1].isalnum():
            yield at, end
        at = said.find(wanted, end)


def _distinct(nodes: Iterable[Node], gone: frozenset[str]) -> tuple[Node, ...]:
    return tuple({each.node_id: each for each in nodes if str(each.semantic_id) not in gone}.values())


def _plain(text: str, start: int, end: int) -> Iterator[OrderPiece]:
    """The words and signs between two names, words for a type as one piece."""
    tokens = [(each[0], each.start(), each.end()) for each in _TOKEN.finditer(text, start, end)]
    at = 0
    while at < len(tokens):
        for count in range(min(LONGEST_TYPE_WORD, len(tokens) - at), 0, -1):
            last = tokens[at + count - 1]
            words = text[tokens[at][1] : last[2]]
            node_type = type_said(words)
            if node_type is not None or count == 1:
                kind: PieceKind = "type" if node_type else "sign" if words in _SIGNS else "word"
                said = _READ_AS.get(words, words)
                yield OrderPiece(
                    kind,
                    said,
                    fold(said),
                    tokens[at][1],
                    last[2],
                    node_type=node_type or "",
                )
                at += count
                break
