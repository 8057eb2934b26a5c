"""How a project stands: scores, gates, and how far its rules are kept; what is open in it is told by its own lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.findings import is_later
from graphwright.graph.gates import GateResult, check_gates
from graphwright.graph.profile import Measure
from graphwright.graph.quality import quality, rules_kept
from graphwright.operations.survey import Findings, Survey
from graphwright.ports import in_thread
from graphwright.protocol.base import Count, Record
from graphwright.protocol.operations import Finding
from graphwright.workbench import OpenProject

_TRIES: Final = 5
"""How often the model is looked over again where somebody changed it meanwhile."""


class KeptRule(Record, frozen=True, kw_only=True):
    """How far a rule is kept."""

    rule_id: str
    subjects: Count
    """Elements that it is about; 0: there are none yet, so it is neither kept nor broken."""
    broken: Count
    """Those of them that break it."""
    phase: int
    """From which on it counts."""


class Overview(Record, frozen=True, kw_only=True):
    """How the model of a project stands in its phase."""

    revision: Count
    phase: int
    problems: Count
    """Findings that count in this phase, remarks too; as many as are listed as problems."""
    scores: Mapping[Measure, float | None]
    """Shares of 1; `null`: there is nothing to judge, because the profile or the model lacks what is measured."""
    gates: list[GateResult]
    """In order of phase."""
    rules: list[KeptRule]
    """The weighted rules of all phases, in order of phase, the least kept of each first."""


async def overview(open_project: OpenProject, survey: Survey, revision: str | None = None) -> Overview:
    """How the model stands now, or stood at a revision or baseline, in the phase that the project is in now."""
    project = open_project.project
    graph, phase = await open_project.baselines.graph(revision), project.header.phase
    if graph is project.graph:
        made = await survey.of(project)
        for _ in range(_TRIES):
            judged = await open_project.committer.apart(partial(_judged_now, graph, made, phase))
            if judged is not None:
                return judged
            made = await survey.of(project)
        # People change it faster than it is looked over: nearly true is better than never.
        return await open_project.committer.apart(lambda: _judged(graph, made.findings, phase))
    past = (await survey.at(graph)).findings
    return await in_thread(lambda: _judged(graph, past, phase))


def _judged_now(graph: Graph, made: Findings, phase: int) -> Overview | None:
    """`None` where the model changed after it was looked over."""
    return _judged(graph, made.findings, phase) if made.revision == graph.revision else None


def _judged(graph: Graph, findings: Sequence[Finding], phase: int) -> Overview:
    """A model that nobody changes meanwhile, held against its profile."""
    scores, rules = quality(graph, findings, phase=phase), graph.ontology.rules
    last = max((setting.phase for setting in rules.values()), default=phase)
    kept = sorted(rules_kept(graph, findings, phase=last), key=lambda each: (rules[each.rule_id].phase, each.share))
    return Overview(
        revision=graph.revision,
        phase=phase,
        problems=sum(1 for each in findings if not is_later(each, phase)),
        scores=scores.measures,
        gates=check_gates(graph, findings, scores),
        rules=[
            KeptRule(
                rule_id=each.rule_id,
                subjects=each.subjects,
                broken=each.broken,
                phase=rules[each.rule_id].phase,
            )
            for each in kept
        ],
    )
