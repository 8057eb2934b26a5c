"""How a proposal is printed, for every command that opens, shows or decides one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphwright.cli.findings import finding_lines
from graphwright.cli.output import Line, Output, operation_line
from graphwright.formats.cleaning import visible
from graphwright.protocol.operations import Proposal, ProposedOperation
from graphwright.text.messages import hint_of, message_of
from graphwright.workbench import OpenProject

WAITS: Final = 4
"""Exit code: durable, but a person must act."""


def proposal_lines(open_project: OpenProject, proposal: Proposal, output: Output) -> list[Line]:
    """A proposal with the ids that `--only` and `--without` take."""
    reason = "" if proposal.reason is None else f": {proposal.reason[:80]}"
    version, name = str(proposal.version), proposal.author.name
    lines: list[Line] = [f"{output.say('proposal', proposal=proposal.proposal_id, version=version, name=name)}{reason}"]
    names, by_id = readable_names(open_project), {operation.id: operation for operation in proposal.operations}
    in_batches = [operation_id for batch in proposal.batches for operation_id in batch]
    reasons = {group.operation_ids[0]: f"  {number}. {group.reason}" for number, group in enumerate(proposal.groups, 1)}
    in_groups = [operation_id for group in proposal.groups for operation_id in group.operation_ids]
    width = min(24, max(map(len, by_id), default=0))
    wrong = {problem.operation_id for problem in proposal.problems}
    for operation_id in in_groups or in_batches or by_id:
        lines += [reasons[operation_id]] if operation_id in reasons else []
        beside = "; ".join(_beside(proposal, by_id[operation_id], output))
        beside = f"  ({beside})" if beside else ""
        line = operation_line(by_id[operation_id], names)
        sign = "✖" if operation_id in wrong else " "
        lines.append(f"  {sign} {visible(operation_id):<{width}}  {line}{visible(beside)}")
        told = [each for each in proposal.problems if each.operation_id == operation_id]
        lines += [
            f"        {text}"
            for each in told
            for text in (message_of(each, output.language), hint_of(each, output.language))
            if text
        ]
    lines += [each for each in proposal.problems if each.operation_id not in by_id]
    if proposal.findings:
        project = open_project.project
        lines += [f"  {output.say('findings')}"]
        lines += finding_lines(proposal.findings, project.graph, project.header.phase, output)
    if proposal.state != "open":
        return [*lines, f"  {proposal.state}{_by_whom(proposal)}"]
    return [
        *lines,
        f"  graphwright decide {proposal.proposal_id} accept|reject|withdraw [--only OP,...|--without OP,...]",
    ]


def _beside(proposal: Proposal, operation: ProposedOperation, output: Output) -> Iterator[str]:
    """What stands behind an operation: where from, who changed it, what it needs; a reason of all is said once."""
    reason = proposal.reason or ""
    if operation.provenance is not None and not (reason and operation.provenance.startswith(reason)):
        yield output.say("from", place=operation.provenance[:80])
    if operation.edited_by is not None:
        yield output.say("editedBy", name=operation.edited_by.name)
    if needs := proposal.depends_on.get(operation.id):
        yield output.say("needs", others=", ".join(needs))
    if operation.id in proposal.stale:
        yield output.say("stale")


def _by_whom(proposal: Proposal) -> str:
    decided = proposal.decided
    if decided is None:
        return ""
    feedback = "" if decided.feedback is None else f": {visible(decided.feedback[:200])}"
    return f" by {decided.person.name}{feedback}"


def readable_names(open_project: OpenProject) -> dict[str, str]:
    """Semantic ids for node ids, where operations name existing nodes."""
    graph = open_project.project.graph
    few = 2_000  # of a larger model only the ids are printed: a replacement per line and node would take seconds
    return {} if len(graph.nodes) > few else {node_id: node.semantic_id for node_id, node in graph.nodes.items()}
