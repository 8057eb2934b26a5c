"""Commands by which a person changes the model itself: submit, undo, redo, revert, move."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Raw
from msgspec.structs import replace

from graphwright.actions.context import CommandContext
from graphwright.actions.registry import action
from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.operations.commit import Submission, commit_of
from graphwright.operations.history import Way, commits_of, next_back
from graphwright.operations.parse import ParsedAnswer, read_answer
from graphwright.operations.plan import API_OPERATIONS, Plan
from graphwright.protocol.base import Record
from graphwright.protocol.canvas import MAX_DISTANCE
from graphwright.protocol.commands import (
    AnswerApply,
    ChangesRedo,
    ChangesSubmit,
    ChangesUndo,
    CommitRevert,
    LayoutUpdate,
)
from graphwright.protocol.events import CommitApplied, LayoutChanged
from graphwright.protocol.ids import CommitId, OperationId, ProposalId
from graphwright.protocol.operations import ChangeSet, Commit, Finding, Operation, Problem
from graphwright.protocol.texts import Term
from graphwright.protocol.wire import decode_with, encode, strict_operation_decoder
from graphwright.text.messages import refused

REASON_LENGTH: Final = 1_000
LARGE_COMMIT: Final = 2_000
"""Changes; a larger commit is fetched and not sent (ADR-18)."""
POSITIONS: Final = 10_000
"""Nodes moved by one command; more is an automatic layout, which clients compute and need not keep."""
VIEW_LENGTH: Final = 64

REVISION: Final = re.compile(r"[1-9][0-9]{0,17}")

Word = Literal["undone", "redone", "reverted"]


class ChangeResult(Record, frozen=True, kw_only=True):
    """What became of a change set, an undo, a redo or a revert."""

    outcome: Literal["applied", "planned", "unchanged", "undone", "redone", "reverted"]
    """`planned`: a dry run; `unchanged`: the model already is as the change set wants it."""
    findings: list[Finding]
    problems: list[Problem]
    """Of a dry run; a real change set with problems is an error that carries them."""
    notes: list[Term] = []
    commit: Commit | None = None
    reverted: list[CommitId] | None = None
    reload: bool | None = None
    """The commit has too many changes to be sent: `commit.changes` is empty here, fetch the state."""


class AnswerResult(Record, frozen=True, kw_only=True):
    """What became of a recorded answer."""

    outcome: Literal["answered", "planned", "refused", "proposed", "applied"]
    """`answered`: nothing was different; `planned` and `refused`: a dry run."""
    answer: str
    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    """Of a dry run; a real one with problems is an error that carries them."""
    findings: list[Finding]
    notes: list[Term]
    commit: Commit | None = None
    proposal_id: ProposalId | None = None


class LayoutSaved(Record, frozen=True, kw_only=True):
    """Positions are kept."""

    view: str
    nodes: int


@action(ChangesSubmit, right="build")
async def submit(command: ChangesSubmit, context: CommandContext) -> Raw:
    """A person's own change set, applied at once (ADR-09); with `dryRun` only what it would do."""
    if command.reason is not None and len(command.reason) > REASON_LENGTH:
        message = f"the reason has {len(command.reason):,} characters, at most {REASON_LENGTH:,} are kept"
        raise LimitExceeded(message)
    change_set = ChangeSet(
        base_revision=command.base_revision, operations=read_operations(command.operations), reason=command.reason
    )
    open_project = context.open_project
    submission = Submission(
        change_set=change_set, author=context.person, origin="person", key=context.key, reply=_applied
    )
    if command.dry_run:
        plan = open_project.committer.dry_run(
            submission, await open_project.project.commits_since(command.base_revision)
        )
        return Raw(encode(_planned(plan)))
    done = await open_project.committer.submit(submission)
    if done.commit is None:
        result = ChangeResult(outcome="unchanged", findings=[], problems=[], notes=done.plan.notes)
        return await context.record([], result)  # no commit carries the key
    return Raw(_applied(done.plan, done.commit))


@action(ChangesUndo, right="build")
async def undo(_command: ChangesUndo, context: CommandContext) -> Raw:
    """Take back the person's newest commit that is not taken back yet (ADR-06)."""
    return await _step_back(context, "undo", "undone")


@action(ChangesRedo, right="build")
async def redo(_command: ChangesRedo, context: CommandContext) -> Raw:
    """Bring back what the person undid last."""
    return await _step_back(context, "redo", "redone")


@action(AnswerApply, right="build")
async def apply_answer(command: AnswerApply, context: CommandContext) -> Raw:
    """Apply a recorded answer as the person's own change (ADR-09); with `dryRun` only what it would do. `Refused`."""
    open_project, project = context.open_project, context.project
    answer = read_answer(command.text, project.ontology, projects=(project.header.name, project.project_id))
    stated = answer.base_revision if command.base_revision is None else command.base_revision
    base = project.graph.revision if stated is None else stated
    submission = Submission(
        change_set=ChangeSet(base_revision=base, operations=answer.operations),
        author=context.person,
        origin="person",
        loose=True,
        key=context.key,
        reply=lambda plan, commit: encode(_read(answer, "applied", plan, commit=commit_of(commit))),
    )
    plan = open_project.committer.dry_run(submission, await project.commits_since(base))
    problems = [*answer.problems, *plan.problems]
    if command.dry_run:
        return Raw(encode(_read(answer, "refused" if problems else "planned", plan, problems=problems)))
    if problems:
        raise refused(problems)
    if not plan.operations:
        return await context.record([], _read(answer, "answered", plan))
    if command.propose:
        opened = open_project.proposals.draft(
            plan,
            proposal_id=ProposalId(project.ids.new()),
            author=context.person,
            origin="person",
            reason=answer.text or None,
        )
        proposed = _read(answer, "proposed", plan, proposal_id=opened.proposal_id)
        return await context.record([opened], proposed)
    done = await open_project.committer.submit(submission)
    if done.commit is None:
        return await context.record([], _read(answer, "answered", done.plan))
    return Raw(encode(_read(answer, "applied", done.plan, commit=commit_of(done.commit))))


def _read(
    answer: ParsedAnswer,
    outcome: Literal["answered", "planned", "refused", "proposed", "applied"],
    plan: Plan,
    *,
    problems: list[Problem] | None = None,
    commit: Commit | None = None,
    proposal_id: ProposalId | None = None,
) -> AnswerResult:
    return AnswerResult(
        outcome=outcome,
        answer=answer.text,
        operations=plan.operations,
        batches=plan.batches,
        problems=problems or [],
        findings=plan.findings.introduced,
        notes=plan.notes,
        commit=commit,
        proposal_id=proposal_id,
    )


@action(CommitRevert, right="build")
async def revert(command: CommitRevert, context: CommandContext) -> Raw:
    """Take back one commit, or everything a run or message did."""
    given = [one for one in (command.commit_id, command.run_id, command.message_id) if one is not None]
    if len(given) != 1:
        message = "commit.revert takes exactly one of commitId, runId and messageId"
        raise InvalidCommand(message)
    wanted = given[0]
    commits = await commits_of(context.project, wanted)
    if not commits and REVISION.fullmatch(wanted) and int(wanted) <= context.project.graph.revision:
        commits = [await context.project.commit_at(int(wanted))]
    if not commits:
        message = f"no commit has the id, run, message or revision {wanted[:80]!r}; see the history"
        raise NotFound(message)
    return await take_back(context, commits, "reverted")


async def take_back(context: CommandContext, commits: list[CommitApplied], word: Word) -> Raw:
    """One commit that takes the net effect of these back."""

    def reply(plan: Plan, commit: CommitApplied) -> bytes:
        return encode(_reverted(plan, commit, commits, word))

    open_project = context.open_project
    done = await open_project.committer.submit(
        Submission(
            change_set=ChangeSet(base_revision=open_project.project.graph.revision, operations=[], reason=word),
            author=context.person,
            origin="revert",
            reverts=commits,
            key=context.key,
            reply=reply,
        )
    )
    if done.commit is None:
        return await context.record([], _reverted(done.plan, None, commits, word))
    return Raw(reply(done.plan, done.commit))


@action(LayoutUpdate, right="build")
async def move(command: LayoutUpdate, context: CommandContext) -> Raw:
    """Keep positions of nodes in a view; they are no part of the model (ADR-19)."""
    project = context.project
    if not 0 < len(command.view) <= VIEW_LENGTH:
        message = f"view must have 1 to {VIEW_LENGTH} characters"
        raise InvalidCommand(message, path="$.view")
    if len(command.positions) > POSITIONS:
        message = f"{len(command.positions):,} positions in one command, at most {POSITIONS:,} are taken"
        raise LimitExceeded(message)
    for node_id, (x, y) in command.positions.items():
        if node_id not in project.graph.nodes:
            message = f"there is no node {node_id[:80]!r} to move; give node ids"
            raise NotFound(message)
        if not (math.isfinite(x) and math.isfinite(y)) or max(abs(x), abs(y)) > MAX_DISTANCE:
            message = f"the position of {node_id!r} lies outside of {MAX_DISTANCE:,.0f} in each direction"
            raise InvalidCommand(message)
    event = LayoutChanged(view=command.view, positions=command.positions)
    return await context.record([event], LayoutSaved(view=command.view, nodes=len(command.positions)))


def read_operations(raw: Sequence[Raw]) -> list[Operation]:
    """Operations as a client sends them, strictly; every one that cannot be read is named. `Refused`."""
    if len(raw) > API_OPERATIONS:
        message = f"{len(raw):,} operations in one change set, at most {API_OPERATIONS:,} are accepted here"
        raise LimitExceeded(message)
    operations: list[Operation] = []
    problems: list[Problem] = []
    for position, one in enumerate(raw):
        try:
            operations.append(decode_with(strict_operation_decoder(), bytes(one)))
        except InvalidCommand as error:
            path, values = f"$.operations[{position}]", {"reason": error.message}
            problems.append(Problem(code="malformed", case="operation", path=path, values={**values}, candidates=[]))
    if problems:
        raise refused(problems)
    return operations


async def _step_back(context: CommandContext, way: Way, word: Word) -> Raw:
    commit = await next_back(context.project, context.person.person_id, way)
    if commit is None:
        message = f"there is nothing of yours that could be {word}"
        raise NotFound(message)
    return await take_back(context, [commit], word)


def _applied(plan: Plan, commit: CommitApplied) -> bytes:
    result = ChangeResult(outcome="applied", findings=plan.findings.introduced, problems=[], notes=plan.notes)
    return encode(_with_commit(result, commit))


def _planned(plan: Plan) -> ChangeResult:
    return ChangeResult(
        outcome="planned", findings=plan.findings.introduced, problems=list(plan.problems), notes=plan.notes
    )


def _reverted(plan: Plan, commit: CommitApplied | None, commits: Sequence[CommitApplied], word: Word) -> ChangeResult:
    ids = [one.commit_id for one in commits]
    result = ChangeResult(outcome=word, findings=plan.findings.introduced, problems=[], notes=plan.notes, reverted=ids)
    return result if commit is None else _with_commit(result, commit)


def _with_commit(result: ChangeResult, applied: CommitApplied) -> ChangeResult:
    commit = commit_of(applied)
    if len(commit.changes) > LARGE_COMMIT:
        return replace(result, commit=replace(commit, changes=[]), reload=True)
    return replace(result, commit=commit, reload=None)
