"""Plans a group of change sets, each on top of those before it; a refused one leaves no trace (ADR-02).

Synchronous: the graph does not change meanwhile, because whoever calls this is the one who changes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.operations.conflicts import NOTHING_SINCE, Since, followed, since
from graphwright.operations.plan import Plan, plan
from graphwright.operations.revert import plan_revert
from graphwright.operations.similar import similar_in
from graphwright.operations.staged import StagedGraph
from graphwright.operations.submission import Submission, SubmissionResult
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.ids import CommitId
from graphwright.store.base import Entry, IdempotencyKey
from graphwright.store.entries import entry_of
from graphwright.text.messages import refused


class WaitingSubmission(Struct):
    """A submission whose sender waits to hear what became of it."""

    submission: Submission
    future: asyncio.Future[SubmissionResult]
    later: Since = NOTHING_SINCE
    """What was committed since its base revision."""
    replans: int = 0


class PlannedChangeSet(Struct):
    """A change set as it is to be written."""

    waiting: WaitingSubmission
    plan: Plan
    commit: CommitApplied
    events: list[DurableEvent]
    entries: list[Entry]
    expect: int
    key: IdempotencyKey | None
    after: Graph | None = None
    """The graph with the commit, ready to settle; `None` where others of its group come first."""


Unwritten: TypeAlias = tuple[WaitingSubmission, SubmissionResult | Exception]
"""A change set of which nothing is written: it was refused, or nothing was different."""


def plan_group(project: Project, group: Sequence[WaitingSubmission]) -> tuple[list[PlannedChangeSet], list[Unwritten]]:
    """Plan each change set of a group: what is to be written, and what is not with the reason."""
    base: Graph = project.graph
    alone = len(group) == 1
    staged = base if alone else StagedGraph(base)
    before: Since = NOTHING_SINCE
    planned: list[PlannedChangeSet] = []
    unwritten: list[Unwritten] = []
    for waiting in group:
        later = followed(waiting.later, before)
        try:
            if waiting.submission.guard is not None:
                waiting.submission.guard(staged)
            made = planned_on(project, staged, waiting.submission, later)
            if not made.problems:
                project.quotas.check_elements(len(staged.nodes) + len(staged.edges), _more(made))
            one = _written(project, waiting, made, staged.revision) if not made.problems else None
        except Exception as error:  # noqa: BLE001  whatever one change set does, its neighbours go on
            unwritten.append((waiting, error))
            continue
        if one is None:
            unwritten.append((waiting, refused(made.problems)))
            continue
        if not made.changes and not waiting.submission.reverts:
            unwritten.append((waiting, SubmissionResult(made, None)))
            continue
        planned.append(one)
        if alone:
            one.after = made.after
        else:
            staged.apply(made.changes, one.commit.revision, made.after)
            before = followed(before, since([one.commit]))
    return planned, unwritten


def plan_apart(project: Project, group: Sequence[WaitingSubmission]) -> tuple[list[PlannedChangeSet], list[Unwritten]]:
    """The same beside the loop: nobody else changes the graph of this project meanwhile, everybody may read it.

    For a change set that is a group by itself: its graph is made from the one that stands.
    """
    planned, unwritten = plan_group(project, group)
    for one in planned:
        if one.after is None or project.graph.nodes:  # what is staged would settle on the loop, all of it
            one.after = Graph(project.ontology)
            one.after.load(project.graph.snapshot())
            one.after.apply(one.commit.changes, one.commit.revision)
    return planned, unwritten


def planned_on(project: Project, graph: Graph, submission: Submission, later: Since) -> Plan:
    """The plan of one submission on a graph of the project; `later` is what changed since its base revision."""
    if submission.reverts:
        return plan_revert(graph, submission.reverts)
    return plan(
        graph,
        submission.change_set,
        ids=project.ids,
        ai=submission.ai,
        loose=submission.loose,
        importing=submission.importing,
        limit=submission.limit,
        later=later,
        similar=similar_in(project) if submission.ai else None,
    )


def _more(made: Plan) -> int:
    """Elements that there are more of, with a plan."""
    return sum((change.before is None) - (change.after is None) for change in made.changes)


def _written(project: Project, waiting: WaitingSubmission, made: Plan, revision: int) -> PlannedChangeSet:
    submission = waiting.submission
    commit = CommitApplied(
        commit_id=CommitId(project.ids.new()),
        revision=revision + 1,
        at=project.clock.now(),
        author=submission.author,
        origin=submission.origin,
        changes=made.changes,
        aliases={} if submission.importing and submission.proposal_id is None else made.aliases,
        findings=made.findings,
        reason=submission.change_set.reason,
        run_id=submission.run_id,
        message_id=submission.message_id,
        proposal_id=submission.proposal_id,
        reverts=[each.commit_id for each in submission.reverts],
    )
    finish = submission.finish
    events: list[DurableEvent] = [commit, *(() if finish is None else finish(commit))]
    entries = [
        entry_of(event, project.clock, revision=commit.revision if event is commit else None) for event in events
    ]
    key = submission.key
    if key is not None and submission.reply is not None:
        key = replace(key, answer=submission.reply(made, commit))
    return PlannedChangeSet(waiting, made, commit, events, entries, revision, key)
