"""Merge, retype and relink: a wish, the operations that it comes to, and what these move, told before or with it.

Whoever may ask may have it worked out and proposed; to apply it needs the right to build, like any change of one's own.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Raw
from msgspec.structs import replace

from graphwright.access import rights_of
from graphwright.actions.changes import LARGE_COMMIT
from graphwright.actions.context import CommandContext
from graphwright.actions.registry import action
from graphwright.errors import AccessDenied, InvalidCommand, NeedsChoice, NotFound
from graphwright.graph.document import Graph
from graphwright.languages import load, supported
from graphwright.operations.commit import Submission, commit_of
from graphwright.operations.cures.cure import Cure
from graphwright.operations.cures.merge import merge
from graphwright.operations.cures.relink import relink
from graphwright.operations.cures.retype import NEW, retype
from graphwright.operations.plan import Plan
from graphwright.operations.refs import UnresolvedRef, resolve_edge
from graphwright.protocol.base import Record
from graphwright.protocol.commands import EdgeRelink, NodeRetype, NodesMerge
from graphwright.protocol.cures import CureReport
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import NodeId, OperationId, ProposalId, Ref
from graphwright.protocol.operations import ChangeSet, Commit, EdgeDelete, Finding, Operation, Problem
from graphwright.protocol.texts import Term
from graphwright.protocol.wire import encode
from graphwright.text.messages import refused
from graphwright.tools.look import find_node


class CureResult(Record, frozen=True, kw_only=True):
    """What became of a merge, retype or relink, or what it would come to."""

    outcome: Literal["planned", "proposed", "applied", "unchanged"]
    """`planned`: a dry run; `unchanged`: everything is as it is wished already."""
    operations: list[Operation]
    report: CureReport
    findings: list[Finding]
    """What the rules say that they did not say before."""
    resolved: int
    """How many findings end."""
    problems: list[Problem]
    """Of a dry run; else they are an error that carries them."""
    notes: list[Term] = []
    commit: Commit | None = None
    proposal_id: ProposalId | None = None
    reload: bool | None = None
    """The commit has too many changes to be sent: `commit.changes` is empty here, fetch the state."""


@action(NodesMerge, right="ask")
async def merge_nodes(command: NodesMerge, context: CommandContext) -> Raw:
    """Let one node stand for others, too."""
    graph = context.project.graph
    kept = find_node(graph, command.kept)
    others = [find_node(graph, each) for each in command.others]
    told = {"kept": kept.name, "others": ", ".join(dict.fromkeys(each.name for each in others))}
    return await _carry_out(command, merge(graph, kept, others), _reason("merge", context, **told), context)


@action(NodeRetype, right="ask")
async def retype_node(command: NodeRetype, context: CommandContext) -> Raw:
    """Make a node one of another type."""
    graph = context.project.graph
    node = find_node(graph, command.node)
    cure = retype(graph, node, command.node_type, drop_edges=command.drop_edges)
    return await _carry_out(command, cure, _reason("retype", context, node=node.name, type=command.node_type), context)


@action(EdgeRelink, right="ask")
async def relink_edge(command: EdgeRelink, context: CommandContext) -> Raw:
    """Let an edge lead from or to another node."""
    graph = context.project.graph
    edge = _edge_of(command, graph)
    source = None if command.new_source is None else find_node(graph, command.new_source)
    target = None if command.new_target is None else find_node(graph, command.new_target)
    if source is None and target is None and command.new_type is None:
        raise InvalidCommand("nothing is to be different; give newSource, newTarget or newType")
    cure = relink(graph, edge, source=source, target=target, edge_type=command.new_type)
    named = f"{graph.nodes[edge.source].name} -{edge.edge_type}-> {graph.nodes[edge.target].name}"
    return await _carry_out(command, cure, _reason("relink", context, edge=named), context)


def _edge_of(command: EdgeRelink, graph: Graph) -> Edge:
    """The edge that is meant. `NotFound`; `NeedsChoice` where several join the two ends."""
    if command.edge is None and None in {command.edge_type, command.source, command.target}:
        raise InvalidCommand("say which edge: give its id as edge, or edgeType, source and target")
    address = EdgeDelete(
        id=OperationId("edge"),
        ref=None if command.edge is None else Ref(command.edge),
        edge_type=command.edge_type,
        source=None if command.source is None else Ref(find_node(graph, command.source).node_id),
        target=None if command.target is None else Ref(find_node(graph, command.target).node_id),
    )
    found = resolve_edge(graph, {}, {}, address)
    if not isinstance(found, UnresolvedRef):
        return found
    if found.candidates:
        message = f"{len(found.candidates)} such edges join these nodes; name one by its id"
        raise NeedsChoice(message, candidates=found.candidates)
    named = command.edge or f"{command.source} -{command.edge_type}-> {command.target}"
    raise NotFound(f"there is no edge {named[:200]!r}; the node's own edges are listed with it")


async def _carry_out(
    command: NodesMerge | NodeRetype | EdgeRelink, cure: Cure, reason: str, context: CommandContext
) -> Raw:
    """Tell it, propose it or apply it. `Refused` with all its problems, except in a dry run."""
    open_project, project = context.open_project, context.project
    # Before anything is awaited: the cure is of this revision, and what comes after it is a conflict.
    base = project.graph.revision if command.base_revision is None else command.base_revision
    cure = await _with_passages(cure, context)
    submission = Submission(
        change_set=ChangeSet(base_revision=base, operations=cure.operations, reason=command.reason or reason),
        author=context.person,
        origin="person",
        key=context.key,
        reply=lambda plan, commit: encode(_applied(cure, plan, commit)),
    )
    plan = open_project.committer.dry_run(submission, await project.commits_since(base))
    problems = [*cure.problems, *plan.problems]
    if command.dry_run:
        return Raw(encode(_result("planned", cure, plan, problems=problems)))
    if problems:
        raise refused(problems)
    if not cure.operations:
        return await context.record([], _result("unchanged", cure, plan))
    if command.propose:
        opened = open_project.proposals.draft(
            plan,
            proposal_id=ProposalId(project.ids.new()),
            author=context.person,
            origin="person",
            reason=command.reason or reason,
        )
        proposed = replace(_result("proposed", cure, plan), proposal_id=opened.proposal_id)
        return await context.record([opened], proposed)
    await _may_build(context)
    done = await open_project.committer.submit(submission)
    if done.commit is None:
        return await context.record([], _result("unchanged", cure, done.plan))
    return Raw(encode(_applied(cure, done.plan, done.commit)))


async def _may_build(context: CommandContext) -> None:
    if context.caller.kind == "owner" or "build" in await rights_of(context.project, context.person.person_id):
        return
    message = "to apply this needs the right to build; propose it instead, or ask somebody with admin access"
    raise AccessDenied(message, right="build")


async def _with_passages(cure: Cure, context: CommandContext) -> Cure:
    """The report with the passages of documents that are linked to what ceases."""
    gone = {NodeId(each.node_id) for each in cure.report.ceased}
    if not gone:
        return cure
    links = [link for link in await context.open_project.library.links() if link.node_id in gone]
    return Cure(cure.operations, replace(cure.report, passages=len(links)), cure.problems)


def _reason(case: str, context: CommandContext, **values: str) -> str:
    language = supported(context.project.header.language)
    return load(language, "sentences", "cures", dict[str, str])[case].format(**values)


def _result(
    outcome: Literal["planned", "proposed", "applied", "unchanged"],
    cure: Cure,
    plan: Plan,
    *,
    problems: list[Problem] | None = None,
) -> CureResult:
    return CureResult(
        outcome=outcome,
        operations=plan.operations,
        report=cure.report,
        findings=plan.findings.introduced,
        resolved=len(plan.findings.resolved),
        problems=problems or [],
        notes=plan.notes,
    )


def _applied(cure: Cure, plan: Plan, applied: CommitApplied) -> CureResult:
    commit = commit_of(applied)
    result = _result("applied", _settled(cure, commit), plan)
    if len(commit.changes) > LARGE_COMMIT:
        return replace(result, commit=replace(commit, changes=[]), reload=True)
    return replace(result, commit=commit)


def _settled(cure: Cure, commit: Commit) -> Cure:
    """The report with the ids that were given: a retyped node got its own only now."""
    made = commit.aliases.get(NEW)
    after = next((each.after for each in commit.changes if getattr(each.after, "node_id", None) == made), None)
    given: str | None = getattr(after, "semantic_id", None)
    if made is None or given is None:
        return cure
    foretold = cure.report.ceased[0].now

    def now(told: str | None) -> str | None:
        return given if told == foretold else told

    report = replace(
        cure.report,
        ceased=[replace(each, now=given) for each in cure.report.ceased],
        edges=[
            replace(each, now_source=now(each.now_source), now_target=now(each.now_target))
            for each in cure.report.edges
        ],
    )
    return Cure(cure.operations, report, cure.problems)
