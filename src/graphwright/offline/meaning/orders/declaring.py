"""Elements that are named by their types in the sentence that joins them: `the function Hold pressure satisfies ...`.

Where such a name ends is tried: in front of each word that the name may hold as well as the sentence (`the test Hot run
verifies ...`). Whoever asks makes the elements, reads the orders again and takes the one way that is an order. What is
named without its type, and in small letters, is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise, product
from typing import Final, NamedTuple, TypeAlias

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SpokenPhrase
from graphwright.languages import LANGUAGES
from graphwright.offline.meaning.casting import kind_of
from graphwright.offline.meaning.naming import outer_word
from graphwright.offline.meaning.orders.pieces import OrderPiece, is_helper, parted_verbs, verb_forms
from graphwright.offline.meaning.orders.words import OrderWords, order_words, type_said

JOINING: Final = frozenset({"satisfy", "verify", "carry", "contain", "exchange", "move"})
"""Kinds of orders that tell how elements are joined."""
_WORD: Final = re.compile(r"[^\W_]+|[\"\u201c\u201e\u00ab]")
_MAX_WAYS: Final = 12
_MAX_ENDS: Final = 3
"""Places where one name may end."""
_JOINS: Final = ("satisfy", "verify", "carry", "contain", "allocate", "run", "send", "get", "go")


class TypedName(NamedTuple):
    """A type and a name."""

    node_type: str
    name: str


Declaration: TypeAlias = tuple[TypedName, ...]


def may_declare(text: str) -> bool:
    """Does a word for a type stand before a name in it? Most sentences are told by that, before they are cut."""
    said = _WORD.findall(text)
    return any(
        name[:1].isupper() or not name[:1].isalnum() or name.lower() in _called()
        for word, name in pairwise(said)
        if type_said(word) is not None
    )


@cache
def _called() -> frozenset[str]:
    """The words of every language that stand between a type and its name."""
    return frozenset[str]().union(*(order_words(each).words["called"] for each in LANGUAGES))


def declarations(text: str, pieces: Sequence[OrderPiece], words: OrderWords) -> Iterator[Declaration]:
    """The ways to read which new elements a sentence names; none where a type stands by itself, or nothing is new."""
    verbs = frozenset[str]().union(*(words.verbs[each] for each in _JOINS))
    parted = parted_verbs(pieces, verbs, words.language)
    if not parted and not any(_is_form(each, verbs, words) for each in pieces):
        return
    named: list[list[tuple[TypedName, int]]] = []
    named_to = 0
    for at, piece in enumerate(pieces):
        if piece.kind != "type" or piece.start < named_to:
            continue
        start = at + 1
        while start < len(pieces) and pieces[start].folded in words.words["called"]:
            start += 1
        if start < len(pieces) and pieces[start].kind == "name":
            continue  # it is there
        found = [
            (TypedName(piece.node_type, text[pieces[start].start : pieces[end - 1].end]), end)
            for end in _ends(pieces, start, verbs, words, parted)
        ]
        if not found:
            return
        named.append(found)
        named_to = pieces[found[0][1] - 1].end  # `the test Hover test verifies`: a name may hold a word for a type
    for way in islice(product(*named), _MAX_WAYS) if named else ():
        elements = tuple(each for each, _ in way)
        yield elements + tuple(_carriers(text, pieces, elements, verbs, words))


def _ends(
    pieces: Sequence[OrderPiece], start: int, verbs: frozenset[str], words: OrderWords, parted: frozenset[int]
) -> list[int]:
    """The numbers of the pieces behind a name that begins at one; the shortest first. `parted`: see `parted_verbs`."""
    first = pieces[start] if start < len(pieces) else None
    if first is not None and first.kind == "quoted":
        return [start + 1]
    if first is None or first.kind not in {"word", "type"} or not first.text[:1].isupper():
        return []
    found: list[int] = []
    at = start + 1
    while at < len(pieces) and _may_be_inside(pieces, at, words) and not _goes_on(pieces[at], words):
        if at in parted or _is_form(pieces[at], verbs, words):
            found.append(at)
        at += 1
    ends = dict.fromkeys(_without_small(pieces, start, end, words) for end in [*found, at])
    return list(ends)[:_MAX_ENDS]


def _may_be_inside(pieces: Sequence[OrderPiece], at: int, words: OrderWords) -> bool:
    """Is it a word, be it one for a type without an article: `Hover test`?"""
    is_type = pieces[at].kind == "type" and pieces[at - 1].folded not in words.words["article"] | words.words["and"]
    return pieces[at].kind == "word" or is_type


def _without_small(pieces: Sequence[OrderPiece], start: int, end: int, words: OrderWords) -> int:
    """The end of a name without what only leads on: `... and the`."""
    leads = frozenset[str]().union(*(words.words[each] for each in ("article", "and", "to", "in", "from")))
    while end > start + 1 and pieces[end - 1].folded in leads:
        end -= 1
    return end


def _carriers(
    text: str,
    pieces: Sequence[OrderPiece],
    elements: Iterable[TypedName],
    verbs: frozenset[str],
    words: OrderWords,
) -> Iterator[TypedName]:
    """A device that is named without its type: `... is allocated to the snow gun`."""
    spans = [(at, at + len(each.name)) for each in elements for at in (text.find(each.name),)]
    small = words.around | words.words["to"] | words.words["in"] | words.words["be"] | words.words["shall"]
    runs: list[list[OrderPiece]] = [[]]
    for piece in pieces:
        free = piece.kind == "word" and not any(start <= piece.start < end for start, end in spans)
        inner = bool(runs[-1]) and words.language == "fr" and piece.folded in words.words["to"]  # `canon à neige`
        if free and (inner or (piece.folded not in small and not _is_form(piece, verbs, words))):
            runs[-1].append(piece)
        elif runs[-1]:
            runs.append([])
    for run in filter(None, runs):
        name = text[run[0].start : run[-1].end]
        head = outer_word(name, words.language)
        phrase = SpokenPhrase(text=name, name=name, head=head, start=run[0].start, end=run[-1].end)
        if kind_of(phrase, words.language) in {"device", "software"}:
            yield TypedName("MOD", name)


def _is_form(piece: OrderPiece, verbs: frozenset[str], words: OrderWords) -> bool:
    """Is it a form of one of these verbs?"""
    return piece.kind == "word" and any(lemma in verbs for _, lemma in verb_forms(piece.text.lower(), words.language))


def _goes_on(piece: OrderPiece, words: OrderWords) -> bool:
    """Can no name hold it, since it leads on to what is told: `is`, `soll`, `which`, `qui`?"""
    kinds = {each.kind for each in candidates(piece.text.lower(), words.language, cased=False)}
    return is_helper(piece.text.lower(), words.language) or ("relative" in kinds and "article" not in kinds)
