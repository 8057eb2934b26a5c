"""Means "Fix the findings": the mechanical repairs that the rules themselves propose, as one change set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from graphwright.offline.draft import MAX_OPERATIONS, CannotApply, Draft
from graphwright.offline.patterns.attach import free_name
from graphwright.offline.phrases import Clause, SentenceReply, enumerated, one
from graphwright.offline.tokens import joined
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
from graphwright.text.folding import fold


def repair(clause: Clause, draft: Draft, findings: Sequence[Finding]) -> SentenceReply | None:
    """All repairs, or those of a rule or a node that is named. What has none is said."""
    nodes = draft.graph.nodes
    # The findings are the graph's; a sentence before this one may have deleted what they are about.
    standing = [finding for finding in findings if all(node_id in nodes for node_id in finding.node_ids)]
    chosen = _chosen(clause, draft, standing)
    if chosen is None:
        return None
    if not chosen:
        return SentenceReply(draft.say.no_findings)
    mended: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for finding in chosen:
        if not draft.has_room(len(finding.repair)):
            raise CannotApply(draft.say.too_many.format(limit=MAX_OPERATIONS))
        (mended if mend(finding.repair, draft) else left)[finding.rule_id] += 1
    lines: list[str] = []
    if mended:
        lines.append(draft.say.repaired.format(count=mended.total(), rules=_rules(mended, draft)))
    if left:
        lines.append(f"{draft.say.not_repairable.format(count=left.total())} {_rules(left, draft)}.")
    return SentenceReply(" ".join(lines))


def _chosen(clause: Clause, draft: Draft, findings: Sequence[Finding]) -> list[Finding] | None:
    if "rule" in clause.slots:
        wanted = fold(joined(clause.slots["rule"])).replace(" ", "_")
        if wanted not in draft.graph.ontology.rules:
            return None
        return [finding for finding in findings if finding.rule_id == wanted]
    if "thing" in clause.slots:
        node = one(clause, "thing", draft)
        return [finding for finding in findings if node.node_id in finding.node_ids]
    return list(findings)


def mend(operations: Sequence[Operation], draft: Draft) -> bool:
    """Put a repair into the draft. False when it has nothing mechanical, or an earlier repair has done it already."""
    before = len(draft.operations)
    made: dict[str, Node] = {}
    for operation in operations:
        match operation:
            case NodeCreate():
                # The rules look at the graph as it is; an earlier repair may have taken the name since.
                name = free_name(draft, operation.node_type, operation.name, "{}")
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
    return enumerated([f"{rule} ({number})" for rule, number in sorted(counted.items())], draft)
