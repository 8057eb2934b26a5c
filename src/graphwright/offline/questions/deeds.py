"""Deeds that a question tells in its own sentence: "Wer gibt die Aufträge frei?" speaks of *Auftrag freigeben*.

All words of a deed's name have to be said, in whatever form and order: its verb conjugated, in the passive, in two
pieces, what is done in the plural. Names as they are written are for `marks.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import Language
from graphwright.offline.meaning.matching import NodeIndex, meaning_key, said_in
from graphwright.offline.questions.links import DEEDS
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_FEW: Final = 200
"""Names with one word in common; what is in more of them tells nothing."""
_SHORTEST: Final = 3
"""Letters of a word that says what is done."""
_WITHOUT_UMLAUT: Final = str.maketrans("äöüÄÖÜ", "aouAOU")
"""From a German plural to its singular: `Stämme`."""


def spoken_deeds(
    words: Mapping[int, str], language: Language, names: NodeIndex
) -> Iterator[tuple[tuple[int, ...], tuple[Node, ...]]]:
    """The places of the words that tell of deeds, with the deeds, what is told in most words first; no word twice.

    Args:
        words: as they were written, by their places in the question; those that may be part of a name only.
        language: of the question.
        names: the names of the model.
    """
    meanings = {place: _meanings(word, language) for place, word in words.items()}
    told: dict[tuple[int, ...], list[Node]] = {}
    for node in _likely(meanings.values(), names):
        places = _told(said_in(node.name), words, meanings, language)
        if places is not None:
            told.setdefault(places, []).append(node)
    taken: set[int] = set()
    for places, nodes in sorted(told.items(), key=lambda each: -len(each[0])):
        if taken.isdisjoint(places):
            taken.update(places)
            yield places, tuple(nodes)


def _likely(meanings: Collection[frozenset[str]], names: NodeIndex) -> list[Node]:
    """The deeds that share a word with the question which is not in all names."""
    found: dict[str, Node] = {}
    for parts in meanings:
        for part in parts:
            ids = names.meaning((part,))
            nodes = (names.graph.nodes[each] for each in ids if each in names.graph.nodes) if len(ids) <= _FEW else ()
            found |= {node.node_id: node for node in nodes if node.node_type in DEEDS}
    return list(found.values())


def _told(
    name: Sequence[str], words: Mapping[int, str], meanings: Mapping[int, frozenset[str]], language: Language
) -> tuple[int, ...] | None:
    """The places at which all words of a name are said; `None` where one is not, or where the name is but one word."""
    places: list[int] = []
    for word in name:
        said = _said(word, words, meanings, language, places)
        if said is None:
            return None
        places += said
    return tuple(sorted(places)) if len(name) > 1 else None


def _said(
    word: str,
    words: Mapping[int, str],
    meanings: Mapping[int, frozenset[str]],
    language: Language,
    taken: Collection[int],
) -> tuple[int, ...] | None:
    """Where a word of a name is said: at one place, or as a verb at one and its particle at a later one."""
    free = [place for place in words if place not in taken]
    wanted = frozenset(meaning_key(word))
    whole = next((place for place in free if wanted & meanings[place]), None)
    if whole is not None:
        return (whole,)
    for particle in free:
        front = fold(words[particle])
        if front not in word_lists(language).separable or not word.startswith(front):
            continue
        verb = frozenset(meaning_key(word.removeprefix(front)))
        at = next((place for place in free if place < particle and verb & meanings[place]), None)
        if at is not None:
            return at, particle
    return None


@lru_cache(maxsize=16_384)
def _meanings(word: str, language: Language) -> frozenset[str]:
    """What a word of a question may mean: itself, and the base forms that it may be a form of."""
    if len(word) < _SHORTEST:
        return frozenset()
    forms = {word, *(each.lemma for each in candidates(word, language, cased=False))}
    if language == "de":
        forms.add(word.translate(_WITHOUT_UMLAUT))
    return frozenset(part for form in forms for part in meaning_key(form))
