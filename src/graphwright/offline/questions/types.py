"""Node types in the words of people: read in a question, said in an answer.

A type of the profile that the language has words for is called by them; any other by its title in the ontology.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from graphwright.graph.ontology import Ontology
from graphwright.languages import Language, load
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+")
_PLURALS: Final = ("s", "e", "n", "en", "es", "x")


class _TypeTable(Struct, frozen=True):
    """The words for node types of a language: singular, plural, others."""

    types: dict[str, str]


def type_word(node_type: str, ontology: Ontology, language: Language, *, several: bool) -> str:
    """What people call a node type: `function`, `functions`."""
    listed = load(language, "offline", "grammar", _TypeTable).types.get(node_type)
    if listed is not None:
        return listed.split(", ")[several].replace("d' ", "d\u2019")
    known = ontology.node_types.get(node_type)
    return node_type if known is None else str(getattr(known.title, language))


def words_of_types(ontology: Ontology, language: Language) -> dict[tuple[str, ...], tuple[str, bool]]:
    """The node type that folded words stand for, and whether they speak of several."""
    known: dict[tuple[str, ...], tuple[str, bool]] = {}

    def add(said: str, node_type: str, *, several: bool) -> None:
        words = tuple(_WORD.findall(fold(said)))
        if words:
            known.setdefault(words, (node_type, several))

    for node_type, listed in load(language, "offline", "grammar", _TypeTable).types.items():
        if node_type in ontology.node_types:
            for number, said in enumerate(listed.split(",")):
                add(said, node_type, several=number > 0)
    for each in ontology.node_types.values():
        for said in (each.name, *each.aliases, each.title.en, each.title.de, each.title.fr, *each.also_called):
            add(said, each.name, several=False)
            for plural in _PLURALS:
                add(said + plural, each.name, several=True)
    return known
