"""The searchable texts of a project: every node by its ids, its name and its words. Follows each commit at once.

Exact ids and exact names come first whatever the words say, also when they stand inside a longer question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from graphwright.context.disclosure import shown_attributes
from graphwright.graph.document import Graph
from graphwright.ports import uncollected
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node, NodeChange
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Commit
from graphwright.search.kept_texts import KeptTexts, TextsState
from graphwright.search.lexical import LexicalIndex
from graphwright.text.folding import name_key
from graphwright.text.words import function_words, telling, words, words_of_name

FoundBy: TypeAlias = Literal["id", "name", "mention", "words"]

WEIGHTS: Final = {"name": 3, "semanticId": 1, "type": 1, "descr": 1, "attributes": 1}
"""What a word counts where it stands."""
SCORES: Final[dict[FoundBy, float]] = {"id": 1_000.0, "name": 1_000.0, "mention": 500.0}
"""Of what was found exactly: above every score of words. A mention is an id or name inside a longer question."""
SLICE: Final = 40
"""Nodes taken in between two pauses: about 1 ms."""
_LOOKS: Final = 200
"""Nodes that are seen to be in already take as long as one that is taken in."""
AT_ONCE: Final = 1_000
"""Changes of a commit that is followed at once: about 25 ms. An import of 40,000 nodes would keep everybody for 2 s."""
MAX_EXACT: Final = 50
READ: Final = 2_000
"""Characters of a question in which ids and names are looked for."""
_LONGEST_NAME: Final = 8
"""Words of a name that is looked for inside a question."""
_ATTRIBUTE_CHARACTERS: Final = 2_000
_EDGE: Final = " \t\n.,;:!?()[]{}<>\"'`«»„“”‚‘’"
_PARTS: Final = re.compile(r"[\s,;]+")


class NodeHit(NamedTuple):
    """A node that was found, and why."""

    node_id: NodeId
    score: float
    found_by: FoundBy
    words: tuple[str, ...] = ()
    """Words of the question that stand in it."""


class IndexState(NamedTuple):
    """What an index holds at one moment, of which nothing changes any more."""

    texts: TextsState
    name_of: dict[NodeId, str]


class IndexedNodes(NamedTuple):
    """What an index holds that was kept."""

    lexical: LexicalIndex[NodeId]
    names: dict[str, dict[NodeId, None]]
    name_of: dict[NodeId, str]


def indexed_nodes(texts: KeptTexts, names: Iterable[str]) -> IndexedNodes:
    """What was kept of an `IndexState`. For any thread."""
    name_of = {NodeId(key): name for key, name in zip(texts.keys, names, strict=True) if key}
    bearers: dict[str, dict[NodeId, None]] = {}
    for node_id, name in name_of.items():
        bearers.setdefault(name, {})[node_id] = None
    return IndexedNodes(LexicalIndex(WEIGHTS, kept=texts), bearers, name_of)


class GraphIndex:
    """All nodes of one graph. Add `on_commit` to the project's subscribers; call `fill` before the first search."""

    def __init__(self, graph: Graph, *, at_once: int = AT_ONCE) -> None:
        self.graph = graph
        self._at_once = at_once
        self._shown = shown_attributes(graph.ontology, cut=False)
        self._titles = {
            name: " ".join(dict.fromkeys((word.title.en, word.title.de, word.title.fr)))
            for name, word in graph.ontology.node_types.items()
        }
        self._lexical: LexicalIndex[NodeId] = LexicalIndex(WEIGHTS)
        self._names: dict[str, dict[NodeId, None]] = {}
        self._name_of: dict[NodeId, str] = {}
        self._stale: set[NodeId] = set()
        """Nodes that have changed, or gone, since what is in it was kept."""
        self._is_filled = False
        self._left = 0
        """Commits that were too large to be followed at once."""
        self.taken = 0
        """Nodes that were taken in, one that changed again too."""

    def __len__(self) -> int:
        return len(self._lexical)

    # following the graph -------------------------------------------------------------------------------------------

    @property
    def is_filled(self) -> bool:
        """Whether everything is in it, so that a search waits for nothing."""
        return self._is_filled

    def adopt(self, nodes: IndexedNodes, stale: Iterable[NodeId]) -> bool:
        """Begin with what was kept; `fill` does the rest. False, and nothing happens, where something is in it already.

        `stale`: nodes that may have changed since.
        """
        if self._is_filled or self._name_of:
            return False
        self._lexical, self._names, self._name_of = nodes
        self._stale = set(stale)
        return True

    def state(self) -> IndexState:
        """What it holds at this moment, to be kept."""
        return IndexState(self._lexical.state(), self._name_of.copy())

    def fill(self) -> Iterator[None]:
        """Take in the whole graph; pauses are wanted wherever it yields. Commits meanwhile are followed."""
        if self._is_filled:
            return
        with uncollected():  # the words of a model are much, and have no cycles
            while not self._is_filled:
                left = self._left
                yield from self._catch_up()
                yield from self._lexical.settle()
                self._is_filled = left == self._left

    def _catch_up(self) -> Iterator[None]:
        effort = 0
        for node_id in [*self._stale, *self.graph.nodes]:
            if node_id in self._name_of and node_id not in self._stale:
                effort += 1
            else:
                self._stale.discard(node_id)
                node = self.graph.nodes.get(node_id)
                if node is None:
                    self._drop(node_id)
                else:
                    self._put(node)
                effort += _LOOKS
            if effort >= SLICE * _LOOKS:
                effort = 0
                yield
        if effort:
            yield

    def on_commit(self, commit: Commit) -> None:
        """Follow a commit that the graph has just taken; what a large one makes is left to the next `fill`."""
        is_large = len(commit.changes) > self._at_once
        # What was never taken in need not be looked for: a first import would keep everybody for each of its nodes.
        for change in commit.changes if self._name_of or (self._is_filled and not is_large) else ():
            if isinstance(change, NodeChange):
                if change.before is not None:
                    self._drop(change.before.node_id)
                if change.after is not None and not is_large:
                    self._put(change.after)
        if is_large:
            self._left += 1
            self._is_filled = False

    def text_of(self, node: Node) -> str:
        """What an embedder reads of a node."""
        kind = self.graph.ontology.node_types.get(node.node_type)
        return f"{' '.join(words_of_name(node.name))} ({kind.title.en if kind else node.node_type}): {node.descr}"

    def _put(self, node: Node) -> None:
        self._drop(node.node_id)
        self.taken += 1
        fields = {
            "name": node.name,
            "type": self._titles.get(node.node_type, node.node_type),
            "descr": node.descr,
        }
        written = node.semantic_id.partition(".")[0]
        if written != node.name:
            fields["semanticId"] = written
        if attributes := self._shown(node):
            texts = (text for value in attributes.values() for text in _texts(value))
            fields["attributes"] = " ".join(texts)[:_ATTRIBUTE_CHARACTERS]
        self._lexical.add(node.node_id, fields)
        name = self._name_of[node.node_id] = "".join(words(node.name))
        self._names.setdefault(name, {})[node.node_id] = None

    def _drop(self, node_id: NodeId) -> None:
        name = self._name_of.pop(node_id, None)
        if name is None:
            return
        self._lexical.remove(node_id)
        bearers = self._names[name]
        del bearers[node_id]
        if not bearers:
            del self._names[name]

    # searching -----------------------------------------------------------------------------------------------------

    def search(
        self, query: str, limit: int = 10, node_types: Collection[str] | None = None, *, unfinished: bool = False
    ) -> list[NodeHit]:
        """The best nodes for a question, exact ids and names first. `unfinished`: it is still being typed."""
        for _ in self.fill():
            pass
        wanted = None if node_types is None else self._accepts(frozenset(node_types))
        exact = self.exact(query)
        if wanted is not None:
            exact = [hit for hit in exact if wanted(hit.node_id)]
        known = {hit.node_id for hit in exact}
        more = self._lexical.search(query, limit + len(known), accept=wanted, unfinished=unfinished)
        found = [NodeHit(hit.key, hit.score, "words", hit.words) for hit in more if hit.key not in known]
        asked = _telling(query)
        named = [hit._replace(score=SCORES["name"], found_by="name") for hit in found if self._is_named(hit, asked)]
        others = [hit for hit in found if not self._is_named(hit, asked)]
        first = [hit for hit in exact if hit.score == SCORES["name"]]
        return [*first, *named, *(hit for hit in exact if hit not in first), *others][:limit]

    def _is_named(self, hit: NodeHit, asked: frozenset[str]) -> bool:
        """Whether the question is a node's name in another order or with other endings: `order place`."""
        return _telling(self.graph.nodes[hit.node_id].name) == asked

    def exact(self, query: str) -> list[NodeHit]:
        """Nodes whose id or name the question is, then those whose id or name stands in it; at most 50."""
        question = query[:READ].strip(_EDGE)
        hits: dict[NodeId, NodeHit] = {}

        def note(node_ids: Collection[NodeId], found_by: FoundBy) -> None:
            for node_id in sorted(node_ids):
                if node_id in self.graph.nodes:
                    hits.setdefault(node_id, NodeHit(node_id, SCORES[found_by], found_by))

        note(self.graph.find(question), "id")
        asked = words(question)
        whole = self._names.get("".join(asked), {}) if asked else {}
        folded = name_key(question)
        note([each for each in whole if name_key(self.graph.nodes[each].name) == folded], "name")
        note(whole, "name")
        for part in _PARTS.split(question):
            note(self.graph.find(part.strip(_EDGE)), "mention")
        for name in _windows(asked):
            note(self._names.get(name, {}), "mention")
        return list(islice(hits.values(), MAX_EXACT))

    def _accepts(self, node_types: frozenset[str]) -> Callable[[NodeId], bool]:
        nodes = self.graph.nodes
        return lambda node_id: node_id in nodes and nodes[node_id].node_type in node_types


def _telling(text: str) -> frozenset[str]:
    """What a short text says, as stems."""
    return frozenset(telling(text[:READ]))


def _windows(asked: list[str]) -> Iterator[str]:
    """Every run of words that may be a name, the longest first; a function word alone is none."""
    for length in range(min(_LONGEST_NAME, len(asked)), 0, -1):
        for at in range(len(asked) - length + 1):
            part = asked[at : at + length]
            if not function_words().issuperset(part):
                yield "".join(part)


def _texts(value: JsonValue) -> Iterator[str]:
    """Every text in a value, without the names of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
