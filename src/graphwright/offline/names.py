"""Names: how a phrase becomes the name of a node, and how a name is found again in another language or with a typo.

A name whose words the lexicon knows is written in English, so that one model grows from three languages; any other
name keeps the words that were used. Finding goes by *concept key*: "Bestellung aufgeben", "passer une commande" and
"PlaceOrder" have the same one.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache, lru_cache
from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.identity import IDENTIFIER_LENGTH, identifier
from graphwright.offline.languages import LanguageGrammar, speeches
from graphwright.offline.tokens import Span
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.text.folding import fold

Key = tuple[str, ...]

_HUMP: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=\d)(?=[A-Z])")
_WORD: Final = re.compile(r"[^\W_]+")
# Shorter names are one letter apart from too much to be asked about.
_SHORTEST_TYPO: Final = 4
# More suggestions than a person compares.
_SUGGESTIONS: Final = 3


def words_of_name(name: str) -> list[str]:
    """The words of a free or PascalCase name: `PlaceOrder` is two."""
    return _WORD.findall(_HUMP.sub(" ", name))


@lru_cache(maxsize=65_536)  # about the names of a large model
def concept_key(name: str) -> Key:
    """What a name means, for comparing: its concepts, whatever their language and order."""
    concepts: list[str] = []
    for word in map(fold, words_of_name(name)):
        concepts += _concepts().get(word) or (() if word in _empty_words() else (_singular(word),))
    return tuple(sorted(concepts)) or (fold(name),)


def _singular(word: str) -> str:
    # Names are compared among themselves, so a wrong singular does no harm as long as it is always the same.
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > _SHORTEST_TYPO else word


@cache
def _concepts() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for grammar in speeches():
        for noun, concept in grammar.nouns.items():
            found.setdefault(noun, tuple(map(fold, words_of_name(concept))))
    for grammar in speeches():
        for infinitive, verbs in grammar.infinitive.items():
            found.setdefault(infinitive, (fold(verbs[0].concept),))
    return found


@cache
def _empty_words() -> frozenset[str]:
    return frozenset(word for grammar in speeches() for word in grammar.function_words)


def name_of(span: Span, grammar: LanguageGrammar) -> str:
    """The name that a phrase gives to a new node; empty when the phrase has no letter or digit."""
    words = phrase_words(span)
    if len(words) == 1:
        return _translated(words, grammar) or fitted([words[0]])
    return _translated(words, grammar) or fitted([word for word in words if fold(word) not in grammar.function_words])


def phrase_words(span: Span) -> list[str]:
    """The words of a phrase, quoted or not."""
    return [word for token in span for word in (token.text.split() if token.quoted else [token.text])]


def fitted(words: list[str], *, pattern: str = "{}") -> str:
    """Words as one PascalCase name of at most 25 characters, put into a pattern such as `{}Request` (naming rule)."""
    room = IDENTIFIER_LENGTH - len(pattern.format(""))
    kept = [word for word in words if identifier(word, type_word="")]
    while len(kept) > 1 and sum(len(identifier(word, type_word="")) for word in kept) > room:
        kept.pop()
    if kept:
        return pattern.format(identifier(" ".join(kept), type_word="")[:room])
    return " ".join(word for word in words if _WORD.search(word))[:200].strip()  # no Latin letter: a free name (K-19)


def _translated(words: list[str], grammar: LanguageGrammar) -> str:
    """The English name, if the lexicon knows every word; verbs come first, and "system of orders" is OrderSystem."""
    verbs: list[str] = []
    groups: list[list[str]] = [[]]
    for word in map(fold, words):
        if word in grammar.nouns:
            groups[-1].append(grammar.nouns[word])
        elif word in grammar.infinitive:
            verbs.append(grammar.infinitive[word][0].concept)
        elif word in grammar.of and groups[-1]:
            groups.append([])
        elif word not in grammar.function_words:
            return ""
    nouns = [noun for group in reversed(groups) for noun in group]
    return fitted(verbs + nouns) if verbs + nouns else ""


class NodeNames:
    """The nodes of a graph by what their names mean. Built in one pass over the graph; valid for its revision."""

    def __init__(self, graph: Graph) -> None:
        self._by_key: dict[Key, list[NodeId]] = {}
        self.revision = graph.revision
        for node in graph.nodes.values():
            self._by_key.setdefault(concept_key(node.name), []).append(node.node_id)

    def key(self, name: str) -> Key:
        """What a name is looked up by."""
        return concept_key(name)

    def having(self, key: Key) -> list[NodeId]:
        """The nodes whose names had this meaning."""
        return self._by_key.get(key, [])

    def ranked(self, name: str, nodes: list[Node]) -> list[Node]:
        """All of them: a name that means the same is as good as another."""
        return nodes


def near_names(graph: Graph, name: str, types: Container[str] | None = None) -> list[str]:
    """Names of the graph that are one letter away from a name, at most three."""
    wanted = fold("".join(name.split()))
    found: dict[str, None] = {}
    if len(wanted) < _SHORTEST_TYPO:
        return []
    for node in graph.nodes.values():
        if (types is None or node.node_type in types) and _one_letter_apart(wanted, fold("".join(node.name.split()))):
            found[node.name] = None
            if len(found) == _SUGGESTIONS:
                break
    return list(found)


def _one_letter_apart(one: str, other: str) -> bool:
    """Is one text the other with a letter too many, too few, wrong, or swapped with its neighbour?"""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if len(one) != len(other):
        longer, shorter = (one, other) if len(one) > len(other) else (other, one)
        return longer[at + 1 :] == shorter[at:]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]
