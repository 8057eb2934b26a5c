"""Nodes by what somebody remembers of them, while it is still being typed: exact ids and names first, then words."""

from __future__ import annotations

from typing import Final, Literal

from graphwright.context.index import NodeHit as IndexHit
from graphwright.context.retrieve import Retriever
from graphwright.graph.document import Graph
from graphwright.protocol.base import Count, Record
from graphwright.protocol.graph import Node
from graphwright.text.words import stem, words

COUNTED: Final = 500
"""Nodes that are found at most."""


class SearchHit(Record, frozen=True, kw_only=True):
    """A node that was found, where, and by what."""

    node: Node
    score: float
    """1000: its id or name is the question; 500: it stands in the question; below: BM25 of the words."""
    found_in: Literal["exact", "name", "semanticId", "descr"]
    """`descr`: in the description, an attribute, or the word for its type."""
    words: list[str]
    """Of the question, those that it was found by."""


class SearchResult(Record, frozen=True, kw_only=True):
    """What a search found, best first."""

    hits: list[SearchHit]
    total: Count
    """All nodes that fit, counted up to 500; `hits` may be fewer."""


async def search(retriever: Retriever, text: str, *, limit: int, revision: int | None = None) -> SearchResult:
    """Nodes that hold words of the text, as the model stands or stood. `NotFound` for a revision that never was."""
    hits = await retriever.search(text, COUNTED, unfinished=True, revision=revision)
    graph = await retriever.graph_at(revision)
    return SearchResult(hits=[_hit(graph, hit) for hit in hits[:limit]], total=len(hits))


def _hit(graph: Graph, hit: IndexHit) -> SearchHit:
    node = graph.nodes[hit.node_id]
    return SearchHit(node=node, score=hit.score, found_in=_place(node, hit), words=list(hit.words))


def _place(node: Node, hit: IndexHit) -> Literal["exact", "name", "semanticId", "descr"]:
    if hit.found_by != "words":
        return "exact"
    asked = tuple(stem(word) for word in hit.words)
    if any(stem(word).startswith(asked) for word in words(node.name)):
        return "name"
    if any(stem(word).startswith(asked) for word in words(node.semantic_id)):
        return "semanticId"
    return "descr"
