"""A proposal as an agent and the page that draws it see it: its state, its changes in words, its part of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from graphwright.agents.seat import AgentSeat
from graphwright.context.data_block import escape_roles
from graphwright.formats.cleaning import clean
from graphwright.graph.document import Graph
from graphwright.mcp.wire import JsonObject
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    Finding,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
    Proposal,
    ProposedNodeUpdate,
    ProposedOperation,
)
from graphwright.text.messages import hint_of, message_of
from graphwright.tools.look import id_of, shortened

SHOWN: Final = 200
"""Changes, problems and findings that are listed."""
VALUE: Final = 500
"""Characters of a value."""
_WORDS: Final = 500

Fate: TypeAlias = Literal["added", "changed", "deleted", "unchanged"]


def proposal_view(seat: AgentSeat, proposal: Proposal) -> JsonObject:
    """Everything that somebody who decides wants to see; a long list is cut and says so."""
    view: JsonObject = {
        "proposal_id": proposal.proposal_id,
        "project": seat.project.header.name,
        "state": proposal.state,
        "version": proposal.version,
        "digest": proposal.digest,
        "author": proposal.author.name,
        "base_revision": proposal.base_revision,
        "changes_in_all": len(proposal.operations),
        "changes": [_change(seat.graph, each) for each in proposal.operations[:SHOWN]],
        "picture": _Picture(seat.graph).of(proposal.operations[:SHOWN]),
    }
    if proposal.reason:
        view["reason"] = proposal.reason
    if proposal.problems:
        view["problems"] = [
            f"{message_of(each, 'en')} {hint_of(each, 'en')}"[:_WORDS] for each in proposal.problems[:SHOWN]
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


def change_lines(operations: Sequence[ProposedOperation]) -> list[str]:
    """Changes, each in a line for a person at a client."""
    return [f"- {as_data(_line(each))}" for each in operations]


def as_data(text: str) -> str:
    """Text of the model in a question to a person, which their language model may read too."""
    return escape_roles(clean(text))


def _line(operation: ProposedOperation) -> str:
    named = operation.before.name if isinstance(operation.before, Node) else ""
    match operation:
        case NodeCreate():
            return f"new {operation.node_type} {operation.name}"
        case NodeUpdate():
            return f"{named or operation.ref}: {', '.join(_new_values(operation))}"
        case NodeDelete():
            return f"delete {named or operation.ref}"
        case EdgeCreate():
            return f"connect {operation.source} -{operation.edge_type}-> {operation.target}"
        case EdgeUpdate() | EdgeDelete():
            word = "delete" if isinstance(operation, EdgeDelete) else "change"
            return f"{word} an edge {operation.edge_type or operation.ref}"


def finding_line(finding: Finding) -> str:
    """What a rule finds, how bad that is, and what to do."""
    return f"{finding.severity}: {message_of(finding, 'en')} {hint_of(finding, 'en')}"[:_WORDS]


def _change(graph: Graph, operation: ProposedOperation) -> JsonObject:
    """One change in words of the model."""
    row: JsonObject = {"operation": operation.id, "change": _KINDS[type(operation).__name__]}
    match operation:
        case NodeCreate():
            row |= {"type": operation.node_type, "name": operation.name}
            row |= {"descr": operation.descr[:VALUE]} if operation.descr else {}
            row |= {"temp_id": operation.temp_id} if operation.temp_id else {}
            if operation.attributes:
                row["attributes"] = shortened(operation.attributes, "", each=VALUE, most=4 * VALUE)
        case ProposedNodeUpdate():
            row |= {"node": _node_name(graph, operation.ref), "from_to": _differences(operation)}
        case NodeDelete():
            row |= {"node": _node_name(graph, operation.ref)}
        case EdgeCreate():
            row |= _edge_row(graph, operation.edge_type, operation.source, operation.target)
        case EdgeUpdate() | EdgeDelete():
            edge = _edge(graph, operation)
            if edge is not None:
                row |= _edge_row(graph, edge.edge_type, edge.source, edge.target)
            elif operation.edge_type is not None:
                row |= _edge_row(graph, operation.edge_type, str(operation.source), str(operation.target))
    if operation.provenance:
        row["because"] = operation.provenance[:VALUE]
    return row


_KINDS: Final = {
    f"Proposed{kind.__name__}": kind.__struct_config__.tag
    for kind in (NodeCreate, NodeUpdate, NodeDelete, EdgeCreate, EdgeUpdate, EdgeDelete)
}
"""Operations by what the wire calls them."""


def _node_name(graph: Graph, ref: str) -> str:
    node = graph.nodes.get(NodeId(ref))
    return ref if node is None else f"{node.semantic_id} {node.name}"


def _edge_row(graph: Graph, edge_type: str, source: str, target: str) -> JsonObject:
    return {"edge": f"{_short(graph, source)} -{edge_type}-> {_short(graph, target)}"}


def _short(graph: Graph, ref: str) -> str:
    node = graph.nodes.get(NodeId(ref))
    return ref if node is None else id_of(graph, node)


def _edge(graph: Graph, operation: EdgeUpdate | EdgeDelete) -> Edge | None:
    if operation.ref is not None:
        return graph.edges.get(EdgeId(operation.ref))
    return None


def _differences(operation: ProposedNodeUpdate) -> JsonObject:
    """Old and new value of each field that an update sets."""
    before = operation.before
    old: JsonObject = {} if before is None else {"name": before.name, "descr": before.descr, **before.attributes}
    return {name: [_cut(old.get(name)), _cut(value)] for name, value in _new_values(operation).items()}


def _new_values(operation: NodeUpdate) -> JsonObject:
    named: JsonObject = {"name": operation.set.name, "descr": operation.set.descr}
    new = {name: value for name, value in named.items() if value is not None} | operation.set.attributes
    return {**new, **dict.fromkeys(operation.unset)}


def _cut(value: JsonValue) -> JsonValue:
    return value[:VALUE] if isinstance(value, str) else value


class _Picture:
    """The nodes and edges that a proposal touches, with what it does to each."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._nodes: dict[str, JsonObject] = {}
        self._edges: list[JsonValue] = []

    def of(self, operations: list[ProposedOperation]) -> JsonObject:
        """Nodes by their own id or temp id, and edges between them."""
        for operation in operations:
            self._take(operation)
        return {"nodes": [*self._nodes.values()], "edges": self._edges}

    def _take(self, operation: Operation) -> None:
        match operation:
            case NodeCreate():
                ref = str(operation.temp_id or operation.id)
                self._nodes[ref] = _drawn(ref, operation.name, operation.node_type, "added")
            case NodeUpdate():
                self._node(operation.ref, "changed")
            case NodeDelete():
                self._node(operation.ref, "deleted")
            case EdgeCreate():
                self._edge(operation.source, operation.target, operation.edge_type, "added")
            case EdgeUpdate() | EdgeDelete():
                edge = _edge(self._graph, operation)
                fate: Fate = "changed" if isinstance(operation, EdgeUpdate) else "deleted"
                if edge is not None:
                    self._edge(edge.source, edge.target, edge.edge_type, fate)

    def _node(self, ref: str, fate: Fate) -> None:
        node = self._graph.nodes.get(NodeId(ref))
        if node is not None and (ref not in self._nodes or fate != "unchanged"):
            self._nodes[ref] = _drawn(ref, node.name, node.node_type, fate)

    def _edge(self, source: str, target: str, edge_type: str, fate: Fate) -> None:
        self._node(source, "unchanged")
        self._node(target, "unchanged")
        self._edges.append({"source": source, "target": target, "type": edge_type, "fate": fate})


def _drawn(ref: str, name: str, node_type: str, fate: Fate) -> JsonObject:
    return {"id": ref, "name": name, "type": node_type, "fate": fate}
