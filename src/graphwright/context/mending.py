"""Does a wish ask to mend what the check shows? And what the check shows, for whoever is to mend it.

A language model cannot derive what a check measures: the findings, the scores with what keeps them down, and the gate
of the phase stand in the request, word for word as people see them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from graphwright.context.data_block import escape_roles
from graphwright.formats.cleaning import clean
from graphwright.graph.document import Graph
from graphwright.graph.findings import in_order, is_later
from graphwright.graph.gates import check_gate
from graphwright.graph.profile import MEASURED
from graphwright.graph.quality import ENOUGH, Score, quality, requirement_score, use_case_score
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Finding
from graphwright.text.messages import hint_of, message_of
from graphwright.text.recognition import Recogniser

CHECK: Final = "check"
"""Label of the block."""
FINDINGS: Final = 40
"""Told one by one, errors first; the others are counted."""
_SCORED: Final = 10
"""Worst of a kind whose missing points are told."""
_NODES: Final = 12
"""Named in one finding."""
_LOOKED_AT: Final = 2_000
"""Nodes of a kind whose scores are looked at."""

# A verb of mending and a word for what a check shows, in either order; or the name of a review or a measure alone.
_MENDS: Final = Recogniser(r"\b(?:<mending.mends>)\b")
_SHOWN: Final = Recogniser(r"\b(?:<mending.shown>)\b")
_REVIEW: Final = re.compile(r"\b(?:SRR|PDR|CDR|TRR)\b")


def asks_to_mend(request: str) -> bool:
    """Is a wish about what the check shows: "fix the errors", "behebe die Warnungen", "make it pass PDR"?"""
    return bool(_SHOWN.search(request) and _MENDS.search(request)) or _REVIEW.search(request) is not None


def check_text(graph: Graph, findings: Sequence[Finding], *, phase: int, language: str) -> str:
    """Findings, scores and the gate of a phase, as lines; what only a later phase asks for is marked and comes last."""
    listed = in_order(findings, phase)
    later = sum(is_later(finding, phase) for finding in findings)
    lines = [*_gate(graph, findings, phase), f"Findings: {len(listed) - later}, and {later} of later phases"]
    lines += [_finding(graph, finding, phase, language) for finding in listed[:FINDINGS]]
    if len(listed) > FINDINGS:
        lines.append(f"... and {len(listed) - FINDINGS} more")
    lines += _worst(graph, [(requirement_score(graph, node), node) for node in _some(graph, MEASURED["requirements"])])
    lines += _worst(graph, [(use_case_score(graph, node), node) for node in _some(graph, MEASURED["useCases"])])
    return escape_roles("\n".join(" ".join(clean(line).split()) for line in lines))


def _some(graph: Graph, node_type: str) -> list[Node]:
    return list(islice(graph.of_type(node_type), _LOOKED_AT))


def _worst(graph: Graph, scores: list[tuple[Score, Node]]) -> list[str]:
    low = sorted((each for each in scores if each[0].missing), key=lambda each: each[0].value)[:_SCORED]
    return [f"Score {score.value:.2f} {graph.short_id(node)}: lacks {'; '.join(score.missing)}" for score, node in low]


def _gate(graph: Graph, findings: Sequence[Finding], phase: int) -> list[str]:
    gate = next((each for each in graph.ontology.gates.values() if each.phase == phase), None)
    measured = quality(graph, findings, phase=phase)
    told = {name: value for name, value in measured.measures.items() if value is not None}
    scores = f"Scores ({ENOUGH:.2f} is good): {', '.join(f'{name} {value:.2f}' for name, value in told.items())}"
    if gate is None:
        return [scores]
    result = check_gate(graph, gate, findings, measured)
    held = [f"{rule.rule_id} ({rule.findings})" for rule in result.rules if not rule.passed]
    held += [f"{each.measure} at least {each.least:.2f}" for each in result.thresholds if not each.passed]
    held += [f"{result.errors} errors"] if result.errors else []
    if not result.judged:
        return [f"Review {gate.name}: there is nothing to judge yet", scores]
    return [f"Review {gate.name}: {'passed' if result.passed else 'held up by ' + ', '.join(held)}", scores]


def _finding(graph: Graph, finding: Finding, phase: int, language: str) -> str:
    named = [graph.short_id(graph.nodes[each]) for each in _known(graph, finding.node_ids)]
    more = len(finding.node_ids) - len(named)
    nodes = ", ".join([*named, *([f"{more} more"] if more > 0 else [])])
    when = f" (from phase {finding.phase} on)" if is_later(finding, phase) else ""
    told = f"{message_of(finding, language, coded=True)} Fix: {hint_of(finding, language, coded=True)}"
    return f"{finding.severity} {finding.rule_id}{when} [{nodes}]: {told}"


def _known(graph: Graph, node_ids: Sequence[NodeId]) -> list[NodeId]:
    return [each for each in node_ids if each in graph.nodes][:_NODES]
