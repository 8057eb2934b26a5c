"""`merge_nodes`, `retype_node`, `relink_edge`: told in a dry run, else proposed; never applied by the agent itself."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from graphwright.actions.cures import CureResult
from graphwright.agents.agent_tool import AgentTool, data_result
from graphwright.agents.proposal_page import SHOWN_BY
from graphwright.agents.proposal_view import finding_line, proposal_view
from graphwright.agents.seat import AgentSeat
from graphwright.mcp.offer import McpRequest
from graphwright.mcp.wire import JsonObject
from graphwright.protocol.base import JsonValue
from graphwright.protocol.commands import EdgeRelink, NodeRetype, NodesMerge
from graphwright.protocol.operations import Problem
from graphwright.text.messages import hint_of, message_of, words_of
from graphwright.tools.look import NodeWord
from graphwright.tools.schema import ToolArguments

MOST: Final = 100
"""Edges, texts and findings that one answer lists."""
Why: TypeAlias = Annotated[str, Meta(max_length=1_000, description="why, for the person who decides")]
RelationWord: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]


class MergeNodes(ToolArguments, frozen=True, kw_only=True):
    """Proposes that one node stands for others of its type, too.

    Their edges are re-hung to it, what it leaves open is taken from them, and they go; their ids lead to it. With
    dry_run only says what would move, be lost and end.
    """

    kept: NodeWord
    others: Annotated[list[NodeWord], Meta(min_length=1, max_length=100)]
    reason: Why = ""
    dry_run: bool = False


class RetypeNode(ToolArguments, frozen=True, kw_only=True):
    """Proposes that a node is of another type, with its name, fields and edges, under a new id.

    Edges that the new type may not have are problems, unless drop_edges lets go of them. With dry_run only says what
    would move and end.
    """

    node: NodeWord
    node_type: RelationWord
    drop_edges: bool = False
    reason: Why = ""
    dry_run: bool = False


class RelinkEdge(ToolArguments, frozen=True, kw_only=True):
    """Proposes that an edge leads from or to another node, or is of another relation; it keeps its attributes.

    Name the edge by edge_id, or by edge_type, source and target. With dry_run only says what would move.
    """

    edge_id: Annotated[str, Meta(max_length=100)] | None = None
    edge_type: RelationWord | None = None
    source: NodeWord | None = None
    target: NodeWord | None = None
    new_type: RelationWord | None = None
    new_source: NodeWord | None = None
    new_target: NodeWord | None = None
    reason: Why = ""
    dry_run: bool = False


async def merge(seat: AgentSeat, arguments: MergeNodes, _request: McpRequest) -> JsonObject:
    """Propose a merge."""
    command = NodesMerge(
        command_id=seat.new_id(),
        kept=arguments.kept,
        others=list(arguments.others),
        dry_run=arguments.dry_run,
        propose=not arguments.dry_run,
        reason=arguments.reason or None,
    )
    return await _cured(seat, command)


async def retype(seat: AgentSeat, arguments: RetypeNode, _request: McpRequest) -> JsonObject:
    """Propose another type."""
    command = NodeRetype(
        command_id=seat.new_id(),
        node=arguments.node,
        node_type=arguments.node_type,
        drop_edges=arguments.drop_edges,
        dry_run=arguments.dry_run,
        propose=not arguments.dry_run,
        reason=arguments.reason or None,
    )
    return await _cured(seat, command)


async def relink(seat: AgentSeat, arguments: RelinkEdge, _request: McpRequest) -> JsonObject:
    """Propose other ends."""
    command = EdgeRelink(
        command_id=seat.new_id(),
        edge=arguments.edge_id,
        edge_type=arguments.edge_type,
        source=arguments.source,
        target=arguments.target,
        new_type=arguments.new_type,
        new_source=arguments.new_source,
        new_target=arguments.new_target,
        dry_run=arguments.dry_run,
        propose=not arguments.dry_run,
        reason=arguments.reason or None,
    )
    return await _cured(seat, command)


async def _cured(seat: AgentSeat, command: NodesMerge | NodeRetype | EdgeRelink) -> JsonObject:
    result = await seat.carry_out(command, CureResult)
    said: JsonObject = {"outcome": result.outcome, **_report(result)}
    if result.problems:
        said |= {"outcome": "refused", "problems": [_problem(each) for each in result.problems[:MOST]]}
    if result.findings:
        said["findings"] = [finding_line(each) for each in result.findings[:MOST]]
    if result.proposal_id is not None:
        said |= proposal_view(seat, await seat.open_project.proposals.get(result.proposal_id))
    return data_result(said, is_error=bool(result.problems))


def _report(result: CureResult) -> JsonObject:
    """What moves, is lost and ends, as far as there is something."""
    report = result.report
    told: dict[str, list[JsonValue]] = {
        "edges": [
            {
                "fate": each.fate,
                "edge": f"{each.source} -{each.edge_type}-> {each.target}",
                "now": f"{each.now_source} -{each.now_type}-> {each.now_target}"
                if each.why is None
                else words_of(each.why, "en"),
            }
            for each in report.edges[:MOST]
        ],
        "fields": [msgspec.to_builtins(each) for each in report.fields[:MOST]],
        "ids_that_end": [{"id": each.semantic_id, "leads_to": each.now} for each in report.ceased],
        "texts": [
            {"node": each.semantic_id, "field": each.field, "names": each.ceased, "rewritten": each.is_rewritten}
            for each in report.mentions[:MOST]
        ],
    }
    return {name: rows for name, rows in told.items() if rows}


def _problem(problem: Problem) -> JsonValue:
    return {
        "code": problem.code,
        "message": message_of(problem, "en", coded=True),
        "hint": hint_of(problem, "en", coded=True),
    }


CURES: Final = (
    AgentTool(
        name="merge_nodes",
        title="Propose a merge",
        arguments=MergeNodes,
        carry_out=merge,
        right="ask",
        changes=True,
        meta=SHOWN_BY,
    ),
    AgentTool(
        name="retype_node",
        title="Propose another type",
        arguments=RetypeNode,
        carry_out=retype,
        right="ask",
        changes=True,
        meta=SHOWN_BY,
    ),
    AgentTool(
        name="relink_edge",
        title="Propose other ends of an edge",
        arguments=RelinkEdge,
        carry_out=relink,
        right="ask",
        changes=True,
        meta=SHOWN_BY,
    ),
)
