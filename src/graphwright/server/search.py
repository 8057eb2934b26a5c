"""Finds nodes by what somebody remembers of them: exact ids and names first, then words of name, id and description.

In slices over the live graph, so a large model keeps nobody waiting (D18).
"""

from __future__ import annotations

from typing import Final, Literal

from graphwright.graph.document import Graph, fold
from graphwright.ports import Clock
from graphwright.protocol.base import Count, Record
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

SLICE: Final = 1_000
"""Nodes looked at between two pauses: 1 to 2 ms."""
PAUSE_S: Final = 0.001
WORDS: Final = 8
"""Of a question; more words narrow nothing."""
_EXACT: Final = 100.0
_IN_NAME: Final = 10.0
_IN_ID: Final = 5.0
_IN_DESCR: Final = 1.0
_BEGINS: Final = 5.0


class Hit(Record, frozen=True, kw_only=True):
    """A node that was found, and where."""

    node: Node
    score: float
    found_in: Literal["exact", "name", "semanticId", "descr"]


class Found(Record, frozen=True, kw_only=True):
    """What a search found, best first."""

    hits: list[Hit]
    total: Count
    """All nodes that fit; `hits` may be fewer."""


async def search(graph: Graph, text: str, *, limit: int, clock: Clock) -> Found:
    """Nodes that hold every word of the text."""
    wanted = fold(text)
    words = wanted.split()[:WORDS]
    if not words:
        return Found(hits=[], total=0)
    named = (node_id for node_type in graph.ontology.node_types for node_id in graph.named(node_type, text))
    exact = frozenset((*graph.find(text.strip()), *named))
    hits: list[Hit] = []
    node_ids = list(graph.nodes)
    for start in range(0, len(node_ids), SLICE):
        for node_id in node_ids[start : start + SLICE]:
            if (node := graph.nodes.get(node_id)) is not None:
                hits += _hit(node, wanted, words, exact)
        if start + SLICE < len(node_ids):
            await clock.sleep(PAUSE_S)
    hits.sort(key=lambda hit: (-hit.score, hit.node.name, hit.node.semantic_id))
    return Found(hits=hits[:limit], total=len(hits))


def _hit(node: Node, wanted: str, words: list[str], exact: frozenset[NodeId]) -> list[Hit]:
    if node.node_id in exact:
        return [Hit(node=node, score=_EXACT, found_in="exact")]
    name, semantic_id = _plain(node.name), node.semantic_id.casefold()
    if all(word in name for word in words):
        return [Hit(node=node, score=_IN_NAME + (_BEGINS if name.startswith(wanted) else 0.0), found_in="name")]
    if all(word in semantic_id for word in words):
        return [Hit(node=node, score=_IN_ID, found_in="semanticId")]
    descr = _plain(node.descr)
    if all(word in name or word in descr for word in words):
        return [Hit(node=node, score=_IN_DESCR, found_in="descr")]
    return []


def _plain(text: str) -> str:
    """A text as words are looked for in it; folding the plain ASCII of most texts would be most of the work."""
    return text.lower() if text.isascii() else fold(text)
