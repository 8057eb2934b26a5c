"""How a proposal is printed, for every command that opens, shows or decides one."""

from __future__ import annotations

from typing import Final

from graphwright.cli.output import Line, operation_line
from graphwright.formats.cleaning import visible
from graphwright.protocol.base import UnsetType
from graphwright.protocol.operations import Proposal
from graphwright.workbench import OpenProject

WAITS: Final = 4
"""Exit code: durable, but a person must act."""


def proposal_lines(open_project: OpenProject, proposal: Proposal) -> list[Line]:
    """A proposal with the ids that `--only` and `--without` take."""
    reason = "" if isinstance(proposal.reason, UnsetType) else f": {proposal.reason[:80]}"
    lines: list[Line] = [
        f"proposal {proposal.proposal_id}, version {proposal.version}, by {proposal.author.name}{reason}"
    ]
    names, by_id = readable_names(open_project), {operation.id: operation for operation in proposal.operations}
    in_batches = [operation_id for batch in proposal.batches for operation_id in batch]
    width = min(24, max(map(len, by_id), default=0))
    for operation_id in in_batches or by_id:
        operation = by_id[operation_id]
        said = [] if isinstance(operation.provenance, UnsetType) else [f"from {operation.provenance[:80]}"]
        said += [] if isinstance(operation.edited_by, UnsetType) else [f"edited by {operation.edited_by.name}"]
        said += [f"needs {', '.join(needs)}"] if (needs := proposal.depends_on.get(operation_id)) else []
        said += ["the model has changed since"] if operation_id in proposal.stale else []
        beside = f"  ({'; '.join(said)})" if said else ""
        lines.append(f"    {visible(operation_id):<{width}}  {operation_line(operation, names)}{visible(beside)}")
    if proposal.problems:
        lines += ["  problems:", *proposal.problems]
    if proposal.findings:
        lines += ["  findings:", *proposal.findings]
    if proposal.state != "open":
        return [*lines, f"  {proposal.state}{_by_whom(proposal)}"]
    return [
        *lines,
        f"  graphwright decide {proposal.proposal_id} accept|reject|withdraw [--only OP,...|--without OP,...]",
    ]


def _by_whom(proposal: Proposal) -> str:
    decided = proposal.decided
    if isinstance(decided, UnsetType):
        return ""
    feedback = "" if isinstance(decided.feedback, UnsetType) else f": {visible(decided.feedback[:200])}"
    return f" by {decided.person.name}{feedback}"


def readable_names(open_project: OpenProject) -> dict[str, str]:
    """Semantic ids for node ids, where operations name existing nodes."""
    graph = open_project.project.graph
    few = 2_000  # of a larger model only the ids are printed: a replacement per line and node would take seconds
    return {} if len(graph.nodes) > few else {node_id: node.semantic_id for node_id, node in graph.nodes.items()}
