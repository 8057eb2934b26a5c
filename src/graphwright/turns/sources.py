"""What a search gives back: passages and nodes as sources on one scale, and what each search found.

Results of steps, which trees and digests read by the same names as the records of `runs.results`.
"""

from __future__ import annotations

from typing import Final

from graphwright.protocol.base import Count, Record
from graphwright.runs.results import RetrievedPassage

NEAR: Final = 0.35
"""A cosine from which on a passage says the same in other words."""


class Source(RetrievedPassage, frozen=True, kw_only=True):
    """A passage or node that was retrieved, under the short name that an answer cites it by.

    `document_id` is the id of the passage or node: what a tree counts once.
    """

    label: str
    """`P1`, `P2`, ... for passages; the semantic id of a node."""
    scores: dict[str, float] = {}
    source_step: str = ""
    section: list[str] = []
    """Headings above the passage."""
    place: str = ""
    """Where the passage stands, in words, with what is suspicious about it."""
    origin: str = ""
    """The document that the passage stands in."""
    is_node: bool = False
    suspicious: bool = False
    """Written as if for a language model: cited where it must be, obeyed never."""
    relationships: list[str] = []
    """Of a node: its edges as they are cited, such as `Pay.FN.001 -satisfy-> Paid.RQ.002`."""
    more_edges: Count = 0
    """Of a node: how many edges it has beside those."""
    linked: list[str] = []
    """Of a node: the nodes that its edges join it with."""
    criteria: list[str] = []
    """What it was found for, where something of the hypothesis was searched for."""
    depth: Count = 0
    """Of a node that was walked to: hops from the nearest one that was known."""

    @property
    def is_whole(self) -> bool:
        """Is it a node with all its edges, so that what is not listed is not in the model?"""
        return self.is_node and not self.more_edges

    @property
    def is_near(self) -> bool:
        """Does it bear on what was asked in other words? By meaning, or more by what is linked with it than itself."""
        by_reference = self.scores.get("reference", 0.0) > self.scores.get("section", 0.0)
        return by_reference or self.scores.get("vector", 0.0) >= NEAR


class FoundPassages(Record, frozen=True, kw_only=True):
    """Result of `semantic_search` (C-23); trees read it as `runs.results.SemanticSearch`."""

    source: str
    query: str
    results_count: Count
    top_documents: list[Source]
    retrieval_time_ms: Count


class FoundNodes(Record, frozen=True, kw_only=True):
    """Result of `graph_search` (C-24); trees read it as `runs.results.GraphSearch`."""

    source: str
    query: str
    nodes_found: Count
    relationships_found: Count
    graph_context: list[Source]
    retrieval_time_ms: Count
    notice: str = ""


class TraversalResult(Record, frozen=True, kw_only=True):
    """Result of `graph_traversal` (C-25): what lies around what was found."""

    source: str
    query: str
    process_steps: list[Source]
    retrieval_time_ms: Count


class RetrievalResult(Record, frozen=True, kw_only=True):
    """Result of `rag_retrieval` and `rag_retrieval_refined` (C-22, C-29)."""

    documents_found: Count
    documents: list[Source]
    trigger: str | None = None
    refined_query: str | None = None
    facts: dict[str, dict[str, str]] = {}
    """What each document says about itself, by its id."""
    notice: str = ""
