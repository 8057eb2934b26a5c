"""Deeds of the model that the noun of their verb may mean alone: `pesée` for *Peser le sac*, `sale` for *Sell oil*."""

from __future__ import annotations

from typing import Final

from graphwright.languages import Language
from graphwright.offline.meaning.matching import NodeIndex, meaning_key, said_in
from graphwright.offline.meaning.word_meanings import meanings_of
from graphwright.protocol.graph import Node

_DEEDS: Final = frozenset({"UC", "FUNC"})


def deeds_by_noun(word: str, language: Language, names: NodeIndex) -> list[Node]:
    """The deeds of which a word alone may be the noun, by their verbs: `pesée` for `Peser le sac`; an id is no word."""
    if not word.isalpha():
        return []
    ids = dict.fromkeys(each for part in meanings_of(word, language) for each in names.meaning((part,)))
    nodes = (names.graph.nodes[each] for each in ids if each in names.graph.nodes)
    return [node for node in nodes if node.node_type in _DEEDS and _is_verb_of(word, node, language)]


def _is_verb_of(word: str, node: Node, language: Language) -> bool:
    name = said_in(node.name)
    verb = name[-1 if language == "de" else 0] if name else ""
    return bool(meanings_of(word, language) & frozenset(meaning_key(verb)))
