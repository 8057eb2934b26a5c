"""Node types in the words of people: read in a question, said in an answer.

A type of the profile that the language has words for is called by them; any other by its title in the ontology.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from graphwright.graph.ontology import Ontology
from graphwright.languages import Language
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.questions.words import asking_words
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+")
_PLURALS: Final = ("s", "e", "n", "en", "es", "x")


class TypeWord(NamedTuple):
    """What a word for a node type says."""

    node_type: str
    several: bool


def type_word(node_type: str, ontology: Ontology, language: Language, *, several: bool) -> str:
    """What people call a node type: `function`, `functions`."""
    word = vocabulary(language).type_word(node_type, count=2 if several else 1)
    known = ontology.node_types.get(node_type)
    return str(getattr(known.title, language)) if word == node_type and known is not None else word


class TypeWords(NamedTuple):
    """The folded words for the node types of an ontology in one language."""

    known: Mapping[tuple[str, ...], TypeWord]
    longest: int
    """Words of the longest."""
    words: frozenset[str]
    """Each of their words."""


@lru_cache(maxsize=16)  # a program has few ontologies, and asks of the same one
def words_of_types(ontology: Ontology, language: Language) -> TypeWords:
    """What folded words for a type say."""
    known = _words_of_types(ontology, language)
    words = frozenset(word for phrase in known for word in phrase)
    return TypeWords(known, max(map(len, known), default=0), words)


def _words_of_types(ontology: Ontology, language: Language) -> dict[tuple[str, ...], TypeWord]:
    known: dict[tuple[str, ...], TypeWord] = {}

    def add(said: str, node_type: str, *, several: bool) -> None:
        words = tuple(_WORD.findall(fold(said)))
        if words:
            known.setdefault(words, TypeWord(node_type, several))

    for each in ontology.node_types.values():
        add(type_word(each.name, ontology, language, several=False), each.name, several=False)
        add(type_word(each.name, ontology, language, several=True), each.name, several=True)
    for said, node_type in vocabulary(language).types.items():
        if node_type in ontology.node_types:
            add(said, node_type, several=said.endswith(_PLURALS))
    for each in ontology.node_types.values():
        for said in (each.name, *each.aliases, each.title.en, each.title.de, each.title.fr, *each.also_called):
            add(said, each.name, several=False)
            for plural in _PLURALS:
                # "testé" is no plural of "test".
                if not any(found.group == "relations" for found in asking_words(language).at([fold(said + plural)], 0)):
                    # French has `chaîne` of *Chain*: one of them.
                    add(said + plural, each.name, several=language != "fr" or plural != "e")
    return known
