"""What a change does to the findings around it: the rules after, less the rules before (ADR-07).

The sweeps over the whole graph come after the commit, see `watch`.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.graph.check import Breaches, TouchedElements, evaluate_local, evaluate_pairwise, local_calls
from graphwright.graph.document import Graph
from graphwright.graph.similarity import SimilarityIndex
from graphwright.protocol.graph import Change
from graphwright.protocol.operations import FindingsDelta


def introduced_and_resolved(
    before: Graph,
    after: Graph,
    changes: Sequence[Change],
    similar: SimilarityIndex | None = None,
    *,
    joined_by_plan: bool = False,
) -> FindingsDelta:
    """Old findings never count as new. With an index of similar nodes, near-duplicates are looked for too.

    `joined_by_plan`: a plan has made each new edge, and would have refused it otherwise.
    """
    touched = TouchedElements.of(changes)
    calls = local_calls(after, touched, joined_by_plan=joined_by_plan)

    def breaches(graph: Graph) -> Breaches:
        found = Breaches()
        evaluate_local(found, graph, calls)
        if similar is not None:
            evaluate_pairwise(found, graph, touched, similar)
        return found

    return breaches(after).since(breaches(before))
