"""What there is to know about a run's tree as one record: figures, branches, what they cost and found (C-50..C-56).

Pure, and one pass over the steps for what adds up along the branches.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import StepId
from graphwright.protocol.runs import Step, Totals
from graphwright.runs.results import RetrievedPassage
from graphwright.runs.tree import (
    TreeNode,
    aggregate,
    branching_points,
    build_tree,
    critical_path,
    dynamic_branches,
    parallel_groups,
    totals,
    walk,
)


class Branch(Record, frozen=True, kw_only=True):
    """A step with everything below it."""

    step_id: StepId
    steps: Count
    input_tokens: Count
    output_tokens: Count
    cost_micros: Count


class Analysis(Record, frozen=True, kw_only=True):
    """A tree, or the part of it below one step."""

    path: list[StepId]
    """From the root to the step in question (C-52)."""
    totals: Totals
    """Of the whole run."""
    branches: list[Branch]
    """Every step of the part, depth first (C-50)."""
    critical_path: list[StepId]
    branching_points: list[StepId]
    dynamic_branches: list[StepId]
    parallel_groups: list[list[StepId]]
    documents: list[RetrievedPassage]
    """What was retrieved in the part: once each, with its best score, best first (C-51)."""


def analyse(steps: Sequence[Step], step_id: StepId | None = None) -> Analysis:
    """Look at a whole run, or below one step of it. `NotFound` for a step that the run does not have."""
    tree = build_tree(steps)
    top = tree.root if step_id is None else tree.node(step_id)
    return Analysis(
        path=tree.path(top.step.step_id),
        totals=totals(steps),
        branches=_branches(top),
        critical_path=_ids(critical_path(top)),
        branching_points=_ids(branching_points(top)),
        dynamic_branches=_ids(dynamic_branches(top)),
        parallel_groups=[_ids(group) for group in parallel_groups(top)],
        documents=aggregate(top),
    )


def _branches(top: TreeNode) -> list[Branch]:
    """Children come after their parents in a walk, so backwards every sum is complete when it is handed up."""
    nodes = list(walk(top))
    sums = {node.step.step_id: _own(node.step) for node in nodes}
    for node in reversed(nodes):
        parent_id = node.step.parent_id
        if parent_id is not None and node is not top:
            above, below = sums[parent_id], sums[node.step.step_id]
            sums[parent_id] = tuple(map(sum, zip(above, below, strict=True)))
    return [_branch(node.step.step_id, sums[node.step.step_id]) for node in nodes]


def _own(step: Step) -> tuple[int, ...]:
    used = step.usage
    return (1, 0, 0, 0) if used is None else (1, used.input_tokens, used.output_tokens, used.cost_micros)


def _branch(step_id: StepId, sums: tuple[int, ...]) -> Branch:
    steps, input_tokens, output_tokens, cost = sums
    return Branch(
        step_id=step_id, steps=steps, input_tokens=input_tokens, output_tokens=output_tokens, cost_micros=cost
    )


def _ids(nodes: Sequence[TreeNode]) -> list[StepId]:
    return [node.step.step_id for node in nodes]
