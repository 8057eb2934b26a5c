"""Pure questions about the tree of a finished or growing run. Results are read as the `results` of their kind.

Depth counts from 0 at the root; `max_depth` counts levels, so a root alone has 1 (K-17).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from graphwright.errors import NotFound
from graphwright.protocol.ids import StepId
from graphwright.protocol.runs import Step, Totals
from graphwright.runs.results import EvidenceEvaluation, RagRetrieval, RetrievedPassage, passages_of, read_result

MODEL_CALLS: Final = frozenset({"llm_call", "llm_call_streaming", "model_call"})
SEARCHES: Final = frozenset({"semantic_search", "graph_search", "graph_traversal"})
RETRIEVALS: Final = frozenset({"rag_retrieval", "rag_retrieval_refined"})
DYNAMIC: Final = frozenset(
    {
        "interactive_form_wait",
        "rag_retrieval_refined",
        "hypothesis_refinement",
        "answer_generation_retry",
        "approval",
        "tool_call",
    }
)
"""Kinds that exist only because an earlier result asked for them: branching (WC-05)."""
WAITS: Final = frozenset({"interactive_form_wait", "approval"})


class TreeNode:
    """A step with its children, in the order in which they began."""

    __slots__ = ("children", "depth", "step")

    def __init__(self, step: Step, depth: int) -> None:
        self.step = step
        self.depth = depth
        self.children: list[TreeNode] = []


class Tree:
    """The steps of one run."""

    def __init__(self, root: TreeNode, by_id: dict[StepId, TreeNode]) -> None:
        self.root = root
        self._by_id = by_id

    def node(self, step_id: StepId) -> TreeNode:
        """The step with this id. `NotFound`."""
        try:
            return self._by_id[step_id]
        except KeyError:
            raise NotFound(f"the run has no step {step_id!r}") from None

    def path(self, step_id: StepId) -> list[StepId]:
        """Ids from the root to the step (C-52)."""
        step = self.node(step_id).step
        path = [step.step_id]
        while step.parent_id is not None:
            step = self.node(step.parent_id).step
            path.append(step.step_id)
        return path[::-1]


def build_tree(steps: Iterable[Step]) -> Tree:
    """Steps as a tree, parents before children. `NotFound` for an unknown parent (C-57) or a missing root."""
    by_id: dict[StepId, TreeNode] = {}
    root: TreeNode | None = None
    for step in steps:
        if step.parent_id is None:
            if root is not None:
                raise NotFound(f"step {step.step_id!r} has no parent, and there is a root already")
            root = by_id[step.step_id] = TreeNode(step, 0)
            continue
        parent = by_id.get(step.parent_id)
        if parent is None:
            raise NotFound(f"step {step.step_id!r} names a parent that did not begin before it: {step.parent_id!r}")
        by_id[step.step_id] = node = TreeNode(step, parent.depth + 1)
        parent.children.append(node)
    if root is None:
        raise NotFound("a run without a root step")
    return Tree(root, by_id)


def walk(node: TreeNode) -> Iterator[TreeNode]:
    """The step and everything below, depth first (C-50)."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def visit(node: TreeNode, visitor: Callable[[TreeNode], None]) -> None:
    """Show every step to a visitor, depth first (C-50)."""
    for each in walk(node):
        visitor(each)


def aggregate(node: TreeNode) -> list[RetrievedPassage]:
    """Everything retrieved in and below a step: once per document, with its best score, best first (C-51, WC-02)."""
    best: dict[str, RetrievedPassage] = {}
    for each in walk(node):
        for passage in passages_of(each.step):
            known = best.get(passage.document_id)
            if known is None or passage.relevance_score > known.relevance_score:
                best[passage.document_id] = passage
    return sorted(best.values(), key=lambda passage: (-passage.relevance_score, passage.document_id))


def branching_points(node: TreeNode) -> list[TreeNode]:
    """Steps with more than one child (C-53)."""
    return [each for each in walk(node) if len(each.children) > 1]


def dynamic_branches(node: TreeNode) -> list[TreeNode]:
    """Steps that an earlier result asked for (WC-05)."""
    return [each for each in walk(node) if each.step.kind in DYNAMIC]


def parallel_groups(node: TreeNode) -> list[list[TreeNode]]:
    """Siblings that do not depend on each other, two or more to a group (C-54).

    The engine records for each step the siblings that had to end before it, so only `run.parallel` makes a group.
    """
    groups: list[list[TreeNode]] = []
    for each in walk(node):
        groups += [group for group in _independent(each.children) if len(group) > 1]
    return groups


def critical_path(node: TreeNode) -> list[TreeNode]:
    """From a step down to the leaf that ended last, at each level: what has to become faster."""
    path = [node]
    while node.children:
        node = max(node.children, key=lambda child: _end(child.step))
        path.append(node)
    return path


def totals(steps: Sequence[Step]) -> Totals:
    """The figures of a run, computed from its steps alone; the root is not counted (WC-04, T-07)."""
    tree = build_tree(steps)
    nodes = list(walk(tree.root))
    below = [each.step for each in nodes if each.step.parent_id is not None]
    usages = [step.usage for step in below if step.usage is not None]
    evidence = [read_result(step, EvidenceEvaluation) for step in below if step.kind == "evidence_evaluation"]
    retrievals = [read_result(step, RagRetrieval) for step in below if step.kind in RETRIEVALS]
    return Totals(
        steps=len(below),
        model_calls=sum(_is_model_call(each) for each in nodes),
        searches=sum(step.kind in SEARCHES for step in below),
        input_tokens=sum(usage.input_tokens for usage in usages),
        output_tokens=sum(usage.output_tokens for usage in usages),
        cost_micros=sum(usage.cost_micros for usage in usages),
        documents_retrieved=sum(each.documents_found for each in retrievals if each is not None),
        documents_used=sum(each.documents_used for each in evidence if each is not None),
        branching_points=len(branching_points(tree.root)),
        dynamic_branches=len(dynamic_branches(tree.root)),
        max_depth=max(each.depth for each in nodes) + 1,
        parallel_groups=len(parallel_groups(tree.root)),
        tool_calls=sum(step.kind == "tool_call" for step in below),
    )


def _is_model_call(node: TreeNode) -> bool:
    """A step that holds its tries as steps of their own is not counted beside them."""
    return node.step.kind in MODEL_CALLS and not any(child.step.kind in MODEL_CALLS for child in node.children)


def worked_s(steps: Iterable[Step], *, since: datetime) -> float:
    """Seconds in which some step worked; waiting for people is no work, and parallel work counts once.

    What began before `since` is work of the run that this one was forked from.
    """
    spans = sorted(
        (step.started_at, step.ended_at)
        for step in _leaves(list(steps))
        if step.ended_at is not None and step.started_at >= since and step.kind not in WAITS
    )
    worked, upto = 0.0, None
    for begin, end in spans:
        start = begin if upto is None or begin > upto else upto
        if end > start:
            worked += (end - start).total_seconds()
            upto = end
    return worked


def _leaves(steps: Sequence[Step]) -> Iterator[Step]:
    parents = {step.parent_id for step in steps}
    return (step for step in steps if step.step_id not in parents)


def _independent(siblings: Sequence[TreeNode]) -> list[list[TreeNode]]:
    """In the order they began, a step stays in the group of those before it until it depends on one of them."""
    groups: list[list[TreeNode]] = []
    members: set[StepId] = set()
    for node in siblings:
        if not groups or not members.isdisjoint(node.step.depends_on):
            groups.append([])
            members = set()
        groups[-1].append(node)
        members.add(node.step.step_id)
    return groups


def _end(step: Step) -> datetime:
    return step.started_at if step.ended_at is None else step.ended_at
