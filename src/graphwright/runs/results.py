"""What the steps of a run give back, as far as trees and digests read it: one record per kind (C-20 to C-36, WC-06).

Tolerant on purpose: a workflow's own result may hold more, and a step that is still running holds nothing.
"""

from __future__ import annotations

from typing import Final, TypeVar

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import Count, JsonValue, Record, given
from graphwright.protocol.runs import Step
from graphwright.protocol.wire import decode

R = TypeVar("R", bound=Record)


class RetrievedPassage(Record, frozen=True, kw_only=True):
    """A retrieved piece of text or graph. `relevance_score` is 0 to 1."""

    document_id: str
    title: str
    relevance_score: float = 0.0
    text: str = ""


class RagRetrieval(Record, frozen=True, kw_only=True):
    """Of `rag_retrieval` and `rag_retrieval_refined`: what its searches found together."""

    documents_found: Count = 0
    documents: list[RetrievedPassage] = []
    trigger: str | None = None
    refined_query: str | None = None


class SemanticSearch(Record, frozen=True, kw_only=True):
    """Of `semantic_search`."""

    source: str
    query: str = ""
    results_count: Count = 0
    top_documents: list[RetrievedPassage] = []


class GraphSearch(Record, frozen=True, kw_only=True):
    """Of `graph_search`: nodes of the graph, as passages."""

    source: str
    query: str = ""
    nodes_found: Count = 0
    relationships_found: Count = 0
    graph_context: list[RetrievedPassage] = []


class GraphTraversal(Record, frozen=True, kw_only=True):
    """Of `graph_traversal`: the stations of a procedure, as passages."""

    source: str
    query: str = ""
    process_steps: list[RetrievedPassage] = []


class Hypothesis(Record, frozen=True, kw_only=True):
    """What an answer has to cover, and what is not known yet (C-26)."""

    required_criteria: list[str] = []
    missing_information: list[str] = []
    confidence_estimate: float = 0.0


class HypothesisGeneration(Record, frozen=True, kw_only=True):
    """Of `hypothesis_generation` and `hypothesis_refinement`."""

    hypothesis: Hypothesis
    triggered_branches: list[str] = []


class EvidenceScore(Record, frozen=True, kw_only=True):
    """A passage judged for a claim (C-30)."""

    document_id: str
    relevance_score: float
    criteria_coverage: list[str] = []
    used_in_response: bool = False


class EvidenceEvaluation(Record, frozen=True, kw_only=True):
    """Of `evidence_evaluation`."""

    documents_evaluated: Count = 0
    documents_relevant: Count = 0
    documents_used: Count = 0
    evidence_scores: list[EvidenceScore] = []


class UserInput(Record, frozen=True, kw_only=True):
    """Of `interactive_form_wait`: what a person said, or what is assumed instead."""

    values: dict[str, JsonValue] = {}
    assumption: str | None = None


SEARCH_RESULTS: Final[dict[str, type[SemanticSearch | GraphSearch | GraphTraversal]]] = {
    "semantic_search": SemanticSearch,
    "graph_search": GraphSearch,
    "graph_traversal": GraphTraversal,
}


def read_result(step: Step, of: type[R]) -> R | None:
    """A step's result as the record of its kind; `None` where it has none (yet) or one of another shape."""
    result = given(step.result)
    if step.status not in {"completed", "skipped"} or result is None:
        return None
    try:
        return decode(bytes(result), of)
    except InvalidCommand:
        return None


def search_of(step: Step) -> SemanticSearch | GraphSearch | GraphTraversal | None:
    """The result of a search step."""
    of = SEARCH_RESULTS.get(step.kind)
    return None if of is None else read_result(step, of)


def passages_of(step: Step) -> list[RetrievedPassage]:
    """What a step retrieved itself."""
    match search_of(step):
        case SemanticSearch(top_documents=passages):
            return passages
        case GraphSearch(graph_context=passages):
            return passages
        case GraphTraversal(process_steps=passages):
            return passages
        case None:
            return []
