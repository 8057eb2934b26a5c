"""What a change does to the findings around it: the rules after, less the rules before (D7).

The sweeps over the whole graph come after the commit, see `watch`.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.graph.check import Touched, evaluate_local, evaluate_pairwise
from graphwright.graph.document import Graph
from graphwright.protocol.graph import Change
from graphwright.protocol.operations import FindingsDelta


def introduced_and_resolved(before: Graph, after: Graph, changes: Sequence[Change], *, pairwise: bool) -> FindingsDelta:
    """Old findings never count as new: a finding's identity is its rule and its subjects."""
    touched = Touched.by(changes)
    old = {finding.finding_id for finding in evaluate_local(before, touched)}
    new = {finding.finding_id: finding for finding in evaluate_local(after, touched)}
    if pairwise:
        old |= {finding.finding_id for finding in evaluate_pairwise(before, touched)}
        new |= {finding.finding_id: finding for finding in evaluate_pairwise(after, touched)}
    return FindingsDelta(
        introduced=[finding for finding_id, finding in new.items() if finding_id not in old],
        resolved=sorted(old - new.keys()),
    )
