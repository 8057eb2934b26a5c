"""A proposal as an agent and the page that draws it see it: its state, its changes in words, its part of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from graphwright.agents.proposal_words import ChangeWords
from graphwright.agents.seat import AgentSeat
from graphwright.graph.document import Graph
from graphwright.mcp.wire import JsonObject
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeUpdate,
    Finding,
    NodeCreate,
    NodeUpdate,
    Proposal,
    ProposedOperation,
)
from graphwright.text.messages import hint_of, message_of

SHOWN: Final = 200
"""Changes, problems and findings that are listed."""
_WORDS: Final = 500
"""Characters of a problem or finding."""

Fate: TypeAlias = Literal["added", "changed", "deleted", "unchanged"]


def proposal_view(seat: AgentSeat, proposal: Proposal) -> JsonObject:
    """Everything that somebody who decides wants to see; a long list is cut, and `changes_in_all` says so."""
    shown = proposal.operations[:SHOWN]
    words = ChangeWords(seat.graph, proposal.operations)
    view: JsonObject = {
        "proposal_id": proposal.proposal_id,
        "project": seat.project.header.name,
        "state": proposal.state,
        "version": proposal.version,
        "digest": proposal.digest,
        "author": proposal.author.name,
        "base_revision": proposal.base_revision,
        "changes_in_all": len(proposal.operations),
        "changes": [words.row(each) for each in shown],
        "picture": ProposalPicture(seat.graph).of(shown),
    }
    if proposal.reason:
        view["reason"] = proposal.reason
    if proposal.groups:
        view["groups"] = [{"reason": each.reason, "changes": [*each.operation_ids]} for each in proposal.groups[:SHOWN]]
    if proposal.problems:
        view["problems"] = [
            f"{message_of(each, 'en', coded=True)} {hint_of(each, 'en', coded=True)}"[:_WORDS]
            for each in proposal.problems[:SHOWN]
        ]
    if proposal.findings:
        view["findings"] = [finding_line(each) for each in proposal.findings[:SHOWN]]
    if proposal.stale:
        view["stale"] = [*proposal.stale]
    if proposal.run_id is not None:
        view["run_id"] = proposal.run_id
    if proposal.decided is not None:
        view["decided"] = {"decision": proposal.decided.decision, "by": proposal.decided.person.name}
    if seat.address:
        view["look_at"] = seat.address
    return view


def finding_line(finding: Finding) -> str:
    """What a rule finds, how bad that is, and what to do."""
    return f"{finding.severity}: {message_of(finding, 'en', coded=True)} {hint_of(finding, 'en', coded=True)}"[:_WORDS]


class ProposalPicture:
    """The nodes and edges that a proposal touches, with what it does to each."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._nodes: dict[str, JsonObject] = {}
        self._edges: list[JsonValue] = []

    def of(self, operations: Sequence[ProposedOperation]) -> JsonObject:
        """Nodes by their own id or temp id, and edges between them."""
        for operation in operations:
            self._take(operation)
        return {"nodes": [*self._nodes.values()], "edges": self._edges}

    def _take(self, operation: ProposedOperation) -> None:
        if isinstance(operation, NodeCreate):
            ref = str(operation.temp_id or operation.id)
            self._nodes[ref] = _drawn(ref, operation.name, operation.node_type, "added")
        elif isinstance(operation, EdgeCreate):
            self._edge(operation.source, operation.target, operation.edge_type, "added")
        elif isinstance(operation.before, Node):
            node, fate = operation.before, _fate(operation)
            self._nodes[node.node_id] = _drawn(node.node_id, node.name, node.node_type, fate)
        elif isinstance(operation.before, Edge):
            edge = operation.before
            self._edge(edge.source, edge.target, edge.edge_type, _fate(operation))

    def _edge(self, source: str, target: str, edge_type: str, fate: Fate) -> None:
        for ref in (source, target):
            node = self._graph.nodes.get(NodeId(ref))
            if node is not None and ref not in self._nodes:
                self._nodes[ref] = _drawn(ref, node.name, node.node_type, "unchanged")
        self._edges.append({"source": source, "target": target, "type": edge_type, "fate": fate})


def _fate(operation: ProposedOperation) -> Fate:
    return "changed" if isinstance(operation, NodeUpdate | EdgeUpdate) else "deleted"


def _drawn(ref: str, name: str, node_type: str, fate: Fate) -> JsonObject:
    return {"id": ref, "name": name, "type": node_type, "fate": fate}
