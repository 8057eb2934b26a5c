"""The encoded line of every element, kept in blocks that follow the commits: a capture re-encodes only what changed.

A commit touches some lines; each lies in a block of about sqrt(n) lines, whose joined text is made again when it is
read. So a capture after one change costs one line, one block and the list of blocks, whatever the size of the graph.
The order is the documents' (`formats.encoding`), so the bytes do not depend on history (T-06).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from graphwright.context.data_block import escape_roles
from graphwright.context.disclosure import cut_node, shown_attributes
from graphwright.context.tokens import Tokenizer
from graphwright.formats.encoding import EdgesKey, Encoding, NodeKey, Places, edge_lines, short_relation
from graphwright.graph.document import Graph
from graphwright.graph.identity import parse_semantic_id
from graphwright.protocol.graph import Change, Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Commit

Key = TypeVar("Key", NodeKey, EdgesKey)
_Fan: TypeAlias = tuple[NodeId, str]
"""The edges that one relation leads from one node: they share a line."""

# Below this a block is so small that its bookkeeping costs more than its lines.
_SMALLEST_BLOCK: Final = 16
_UNKNOWN: Final = -1
# Nodes with their edges that are encoded in about a millisecond.
_SLICE: Final = 50


class _LineBlock(Struct, Generic[Key]):
    """Neighbouring lines; `text` and `tokens` are made when they are asked for."""

    keys: list[Key]
    texts: list[str]
    counts: list[int]
    """Tokens of each line with its line feed; `_UNKNOWN` = not counted yet."""
    text: str | None = None
    tokens: int = _UNKNOWN


class LineBlocks(Generic[Key]):
    """Lines in the order of their keys."""

    def __init__(self, lines: dict[Key, str]) -> None:
        self.lines: dict[Key, str] = lines
        keys = sorted(lines)
        size = max(_SMALLEST_BLOCK, math.isqrt(len(keys)))
        self._blocks: list[_LineBlock[Key]] = []
        for at in range(0, len(keys), size):
            some = keys[at : at + size]
            self._blocks.append(_LineBlock(some, [lines[key] for key in some], [_UNKNOWN] * len(some)))

    @property
    def first(self) -> Key:
        """The smallest key."""
        return self._blocks[0].keys[0]

    def put(self, key: Key, text: str) -> None:
        """Insert or replace a line."""
        is_new = key not in self.lines
        self.lines[key] = text
        if not self._blocks:
            self._blocks.append(_LineBlock([], [], []))
        at = self._find(key)
        block = self._blocks[at]
        place = bisect_left(block.keys, key)
        if is_new:
            block.keys.insert(place, key)
            block.texts.insert(place, text)
            block.counts.insert(place, _UNKNOWN)
            self._split(at)
        else:
            block.texts[place] = text
            block.counts[place] = _UNKNOWN
        block.text, block.tokens = None, _UNKNOWN

    def drop(self, key: Key) -> None:
        """Remove a line."""
        del self.lines[key]
        at = self._find(key)
        block = self._blocks[at]
        place = bisect_left(block.keys, key)
        del block.keys[place], block.texts[place], block.counts[place]
        block.text, block.tokens = None, _UNKNOWN
        if not block.keys:
            del self._blocks[at]

    def texts(self) -> Iterator[str]:
        """The joined text of each block."""
        for block in self._blocks:
            if block.text is None:
                block.text = "\n".join(block.texts)
            yield block.text

    def tokens(self, tokenizer: Tokenizer) -> int:
        """Tokens of all lines."""
        return sum(self._tokens_of(block, tokenizer) for block in self._blocks)

    def _tokens_of(self, block: _LineBlock[Key], tokenizer: Tokenizer) -> int:
        if block.tokens == _UNKNOWN:
            for place, count in enumerate(block.counts):
                if count == _UNKNOWN:
                    block.counts[place] = tokenizer.count(f"{block.texts[place]}\n")
            block.tokens = sum(block.counts)
        return block.tokens

    def _find(self, key: Key) -> int:
        """The block that holds a key or would take it."""
        low, high = 0, len(self._blocks) - 1
        while low < high:
            middle = (low + high) // 2
            if self._blocks[middle].keys[-1] < key:
                low = middle + 1
            else:
                high = middle
        return low

    def _split(self, at: int) -> None:
        """Halve a block that has grown to twice its size."""
        block = self._blocks[at]
        if len(block.keys) <= 2 * max(_SMALLEST_BLOCK, math.isqrt(len(self.lines))):
            return
        half = len(block.keys) // 2
        self._blocks.insert(at + 1, _LineBlock(block.keys[half:], block.texts[half:], block.counts[half:]))
        del block.keys[half:], block.texts[half:], block.counts[half:]


class CachedLines:
    """All lines of one graph in one encoding.

    `fill` (or `steps`, with pauses) makes them; from then on `on_commit` keeps them, in the synchronous section of each
    commit (ADR-02).
    """

    def __init__(self, graph: Graph, encoding: Encoding) -> None:
        self.graph = graph
        self.encoding = encoding
        self.is_ready = False
        self._shown = shown_attributes(graph.ontology)
        self._places = Places(encoding, graph)
        self._node_keys: dict[NodeId, NodeKey] = {}
        self._edge_keys: dict[_Fan, EdgesKey] = {}
        self._sections: dict[str, LineBlocks[NodeKey]] = {}
        self._edges: LineBlocks[EdgesKey] = LineBlocks({})
        self._missed: list[Commit] = []

    def fill(self) -> None:
        """Make all lines now."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """Make all lines in slices of about a millisecond, so that the loop can do other things in between (ADR-18).

        Commits that come in between are kept and followed at the end.
        """
        # Nearly in the order they are sorted into at the end, which then takes no time worth a slice.
        by_type = [node.node_id for word in self.graph.ontology.node_types for node in self.graph.of_type(word)]
        node_ids = dict.fromkeys([*by_type, *self.graph.nodes])
        nodes: dict[str, dict[NodeKey, str]] = {}
        edges: dict[EdgesKey, str] = {}
        for number, node_id in enumerate(node_ids):
            if number % _SLICE == 0:
                yield
            node = self.graph.nodes.get(node_id)
            if node is not None:
                key = self._node_keys[node_id] = self._places.key(node_id)
                nodes.setdefault(self.encoding.heading(node.node_type), {})[key] = self._node_text(node)
                self._fill_edges(node_id, edges)
        self._sections = {heading: LineBlocks(lines) for heading, lines in nodes.items()}
        self._edges = LineBlocks(edges)
        self.is_ready = True
        for commit in self._missed:
            self.on_commit(commit)
        self._missed.clear()

    def on_commit(self, commit: Commit) -> None:
        """Follow a commit that the graph has just taken."""
        if not self.is_ready:
            self._missed.append(commit)
            return
        nodes: set[NodeId] = set()
        fans: set[_Fan] = set()
        for change in commit.changes:
            self._touch(change, nodes, fans)
        for node_id in nodes:
            self._refresh_node(node_id)
        for fan in fans:
            self._refresh_fan(fan)

    def texts(self) -> Iterator[str]:
        """The whole graph, block by block, each section opened by its heading; join with line feeds."""
        for heading in sorted(self._sections, key=lambda heading: self._sections[heading].first):
            yield heading
            yield from self._sections[heading].texts()
        if self._edges.lines:
            yield self.encoding.heading("edges")
            yield from self._edges.texts()

    def tokens(self, tokenizer: Tokenizer) -> int:
        """Tokens of the whole graph."""
        headings = "\n".join([*self._sections, self.encoding.heading("edges")])
        blocks = sum(section.tokens(tokenizer) for section in self._sections.values())
        return blocks + self._edges.tokens(tokenizer) + tokenizer.count(headings)

    def _touch(self, change: Change, nodes: set[NodeId], fans: set[_Fan]) -> None:
        for element in (change.before, change.after):
            if isinstance(element, Edge):
                fans.add((element.source, element.edge_type))
        node = change.after or change.before
        if not isinstance(node, Node):
            return
        nodes.add(node.node_id)
        if change.before is None or change.after is None:
            self._touch_namesakes(node, nodes, fans)

    def _touch_namesakes(self, node: Node, nodes: set[NodeId], fans: set[_Fan]) -> None:
        """Nodes with the same short id: whether it may stand for one of them has changed, there and in edges."""
        parsed = parse_semantic_id(node.semantic_id)
        if parsed is None:
            return
        for namesake in self.graph.find(f"{parsed.abbreviation}{parsed.counter}"):
            if namesake != node.node_id:
                self._places.forget_ref(namesake)
                nodes.add(namesake)
                fans.update((edge.source, edge.edge_type) for edge in self.graph.outgoing(namesake))
                fans.update((edge.source, edge.edge_type) for edge in self.graph.incoming(namesake))

    def _refresh_node(self, node_id: NodeId) -> None:
        node = self.graph.nodes.get(node_id)
        if node is None:
            self._drop_node(node_id)
            return
        key = self._node_keys.get(node_id)
        if key is None:
            # An id that comes back after an undo is a new node to us.
            self._places.forget(node_id)
            key = self._node_keys[node_id] = self._places.key(node_id)
        heading = self.encoding.heading(node.node_type)
        section = self._sections.get(heading)
        if section is None:
            section = self._sections[heading] = LineBlocks[NodeKey]({})
        section.put(key, self._node_text(node))

    def _drop_node(self, node_id: NodeId) -> None:
        key = self._node_keys.pop(node_id, None)
        self._places.forget(node_id)
        if key is None:
            return
        heading = self.encoding.heading(key[1])
        section = self._sections[heading]
        section.drop(key)
        if not section.lines:
            del self._sections[heading]

    def _refresh_fan(self, fan: _Fan) -> None:
        edges = list(self.graph.outgoing(*fan))
        if edges:
            self._edges.put(self._edges_key(fan), self._edges_text(edges))
            return
        key = self._edge_keys.pop(fan, None)
        if key is not None:
            self._edges.drop(key)

    def _fill_edges(self, source: NodeId, lines: dict[EdgesKey, str]) -> None:
        fans: dict[str, list[Edge]] = {}
        for edge in self.graph.outgoing(source):
            fans.setdefault(edge.edge_type, []).append(edge)
        for edge_type, edges in fans.items():
            lines[self._edges_key((source, edge_type))] = self._edges_text(edges)

    def _edges_key(self, fan: _Fan) -> EdgesKey:
        key = self._edge_keys.get(fan)
        if key is None:
            source, edge_type = fan
            key = self._edge_keys[fan] = (self._places.key(source), short_relation(edge_type, self.graph))
        return key

    def _node_text(self, node: Node) -> str:
        return escape_roles(self.encoding.node(cut_node(node), self._places.ref(node.node_id), self._shown(node)))

    def _edges_text(self, edges: list[Edge]) -> str:
        return escape_roles("\n".join(edge_lines(self._places, edges, self._shown)))
