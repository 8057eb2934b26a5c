"""What a change does to the findings around it: the rules after, less the rules before (ADR-07).

The sweeps over the whole graph come after the commit, see `watch`.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.graph.check import TouchedElements, compare, evaluate_local, evaluate_pairwise
from graphwright.graph.document import Graph
from graphwright.graph.similarity import SimilarityIndex
from graphwright.protocol.graph import Change
from graphwright.protocol.operations import Finding, FindingsDelta


def introduced_and_resolved(
    before: Graph, after: Graph, changes: Sequence[Change], similar: SimilarityIndex | None = None
) -> FindingsDelta:
    """Old findings never count as new. With an index of similar nodes, near-duplicates are looked for too."""
    touched = TouchedElements.of(changes)

    def findings(graph: Graph) -> list[Finding]:
        pairs = [] if similar is None else evaluate_pairwise(graph, touched, similar)
        return evaluate_local(graph, touched) + pairs

    return compare(findings(before), findings(after))
