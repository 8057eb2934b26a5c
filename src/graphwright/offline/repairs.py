"""Means "Fix the findings": the mechanical repairs that the rules themselves propose, as one change set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from graphwright.offline.draft import MAX_OPERATIONS, CannotApply, Draft
from graphwright.offline.meaning.naming import patterned
from graphwright.offline.wording import enumerated
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    Finding,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)


def repair(draft: Draft, findings: Sequence[Finding]) -> str:
    """All repairs of these findings, in words. What has none is said."""
    nodes = draft.graph.nodes
    # The findings are the graph's; a sentence before this one may have deleted what they are about.
    chosen = [finding for finding in findings if all(node_id in nodes for node_id in finding.node_ids)]
    if not chosen:
        return draft.say.no_findings
    mended: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for finding in chosen:
        if not draft.has_room(len(finding.repair)):
            raise CannotApply(draft.say.too_much.format(limit=MAX_OPERATIONS))
        (mended if mend(finding.repair, draft) else left)[finding.rule_id] += 1
    lines: list[str] = []
    if mended:
        lines.append(draft.say.repaired.format(count=mended.total(), rules=_rules(mended, draft)))
    if left:
        lines.append(f"{draft.say.not_repairable.format(count=left.total())} {_rules(left, draft)}.")
    return " ".join(lines)


def mend(operations: Sequence[Operation], draft: Draft) -> bool:
    """Put a repair into the draft. False when it has nothing mechanical, or an earlier repair has done it already."""
    before = len(draft.operations)
    made: dict[str, Node] = {}
    for operation in operations:
        match operation:
            case NodeCreate():
                # The rules look at the graph as it is; an earlier repair may have taken the name since.
                name = draft.free_name(operation.node_type, patterned("{}", operation.name))
                node = draft.create(operation.node_type, name, operation.descr, operation.attributes or None)
                made[str(operation.temp_id)] = node
            case EdgeCreate():
                source, target = _node(operation.source, made, draft), _node(operation.target, made, draft)
                draft.link(operation.edge_type, source, target)
            case NodeUpdate():
                fields = operation.set
                node = _node(operation.ref, made, draft)
                draft.update(node, name=fields.name, descr=fields.descr, attributes=fields.attributes)
            case NodeDelete() | EdgeUpdate() | EdgeDelete():
                return False  # what takes something away is for a person to say
            case _:
                assert_never(operation)
    return len(draft.operations) > before


def _node(ref: Ref, made: dict[str, Node], draft: Draft) -> Node:
    return made[ref] if ref in made else draft.node(ref)


def _rules(counted: Counter[str], draft: Draft) -> str:
    return enumerated([f"{rule} ({number})" for rule, number in sorted(counted.items())], draft.say)
