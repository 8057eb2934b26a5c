"""Deeds that a question tells in its own sentence: "Wer gibt die Aufträge frei?" speaks of *Auftrag freigeben*.

All words of a deed's name have to be said, in whatever form and order: its verb conjugated, in the passive, in two
pieces, what is done in the plural. Names as they are written are for `marks.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from graphwright.grammar.forms import candidates
from graphwright.grammar.word_lists import WordKind, word_lists
from graphwright.languages import Language
from graphwright.offline.meaning.matching import NodeIndex, meaning_key, said_in
from graphwright.offline.meaning.word_meanings import meanings_of
from graphwright.offline.questions.links import DEEDS
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_Place: TypeAlias = int | tuple[int, int]
"""Of a word, or of a verb and its particle."""
_VERBS: Final[frozenset[WordKind]] = frozenset(("finite", "infinitive"))
_PAIR: Final = 2
_COMPOUND: Final = 7
"""Letters of a word that may be one of a thing and what is done to it."""
_JOINT: Final = 2
"""Letters that may join the parts of a compound: `Bild-er-kennung`, `Einsatz-s`."""
_FEW: Final = 200
"""Names with one word in common; what is in more of them tells nothing."""


def spoken_deeds(
    words: Mapping[int, str], language: Language, names: NodeIndex
) -> Iterator[tuple[tuple[int, ...], tuple[Node, ...]]]:
    """The places of the words that tell of deeds, with the deeds, what is told in most words first; no word twice.

    Args:
        words: as they were written, by their places in the question; those that may be part of a name only.
        language: of the question.
        names: the names of the model.
    """
    meanings = {place: meanings_of(word, language) for place, word in words.items()}
    said: dict[_Place, frozenset[str]] = dict(meanings.items())
    parted = _parted(words, language)
    said.update(parted.items())
    told: dict[tuple[int, ...], list[Node]] = {}
    for node in [*_likely([*meanings.values(), *parted.values()], names), *_beginning(words.values(), language, names)]:
        name = said_in(node.name)
        places = _told(name, words, said, language) or _compound(name, words, language)
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


def _beginning(words: Iterable[str], language: Language, names: NodeIndex) -> Iterator[Node]:
    """The deeds whose names may begin like a compound that is said."""
    long = [fold(word) for word in words if len(word) >= _COMPOUND] if language == "de" else []
    for each in names.beginning(long):
        node = names.graph.nodes.get(each)
        if node is not None and node.node_type in DEEDS:
            yield node


def _parted(words: Mapping[int, str], language: Language) -> dict[tuple[int, int], frozenset[str]]:
    """What German verbs in two pieces mean, by their places: `gibt ... frei` is *freigeben*, and so *approve*."""
    particles = [place for place, word in words.items() if fold(word) in word_lists(language).separable]
    found: dict[tuple[int, int], frozenset[str]] = {}
    for at in particles:
        for place in (each for each in words if each < at and each not in particles):
            verbs = {each.lemma for each in candidates(words[place], language, cased=False) if each.kind in _VERBS}
            meant = [meanings_of(f"{words[at].lower()}{verb}", language) for verb in verbs]
            found |= {(place, at): frozenset().union(*meant)} if meant else {}
    return found


def _told(
    name: Sequence[str], words: Mapping[int, str], meanings: Mapping[_Place, frozenset[str]], language: Language
) -> tuple[int, ...] | None:
    """The places at which all words of a name are said; `None` where one is not, or where the name is but one word."""
    places: list[int] = []
    for word in name:
        said = _said(word, words, meanings, language, places)
        if said is None:
            return None
        places += said
    return tuple(sorted(places)) if len(name) > 1 else None


def _compound(name: Sequence[str], words: Mapping[int, str], language: Language) -> tuple[int, ...] | None:
    """The place of a German compound of both words of a name: `Fahrzeugauswahl` for `Fahrzeug auswählen`."""
    if language != "de" or len(name) != _PAIR:
        return None
    thing, verb = name
    for place, word in words.items():
        spoken = fold(word)
        ends = (spoken[at:] for at in range(len(thing), len(thing) + _JOINT + 1)) if spoken.startswith(thing) else ()
        if any(meanings_of(verb, language) & meanings_of(each, language) for each in ends):
            return (place,)
    return None


def _said(
    word: str,
    words: Mapping[int, str],
    meanings: Mapping[_Place, frozenset[str]],
    language: Language,
    taken: Collection[int],
) -> tuple[int, ...] | None:
    """Where a word of a name is said: at one place, or as a verb at one and its particle at a later one."""
    free = [place for place in words if place not in taken]
    wanted = frozenset(meaning_key(word))
    whole = next((place for place in free if wanted & meanings[place]), None)
    if whole is not None:
        return (whole,)
    pairs = (each for each, meant in meanings.items() if isinstance(each, tuple) and wanted & meant)
    pair = next((each for each in pairs if each[0] in free and each[1] in free), None)
    if pair is not None:
        return pair
    for particle in free:
        front = fold(words[particle])
        if front not in word_lists(language).separable or not word.startswith(front):
            continue
        verb = frozenset(meaning_key(word.removeprefix(front)))
        at = next((place for place in free if place < particle and verb & meanings[place]), None)
        if at is not None:
            return at, particle
    return None
