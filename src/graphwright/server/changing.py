"""Commands by which a person changes the model itself: submit, undo, redo, revert, move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Raw
from msgspec.structs import replace

from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.operations.commit import Submission, commit_of, refused
from graphwright.operations.history import Way, commits_where, next_back
from graphwright.operations.plan import API_OPERATIONS, Plan
from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.commands import ChangesSubmit, CommitRevert, LayoutUpdate
from graphwright.protocol.events import CommitApplied, LayoutChanged
from graphwright.protocol.operations import ChangeSet, Operation, Problem
from graphwright.protocol.wire import decode_with, encode, strict_operation_decoder
from graphwright.server.command_context import CommandContext
from graphwright.server.results import ChangeResult, LayoutSaved

REASON_LENGTH: Final = 1_000
LARGE_COMMIT: Final = 2_000
"""Changes; a larger commit is fetched and not sent (records.md, Limits)."""
POSITIONS: Final = 10_000
"""Nodes moved by one command; more is an automatic layout, which clients compute and need not keep."""
VIEW_LENGTH: Final = 64
FARTHEST: Final = 1e7
"""Pixels from the origin: beyond it floats in browsers lose whole pixels."""

Word = Literal["undone", "redone", "reverted"]


async def submit(command: ChangesSubmit, order: CommandContext) -> Raw:
    """A person's own change set, applied at once (ADR-09); with `dryRun` only what it would do."""
    if not isinstance(command.reason, UnsetType) and len(command.reason) > REASON_LENGTH:
        message = f"the reason has {len(command.reason):,} characters, at most {REASON_LENGTH:,} are kept"
        raise LimitExceeded(message)
    change_set = ChangeSet(
        base_revision=command.base_revision, operations=read_operations(command.operations), reason=command.reason
    )
    open_project = order.open_project
    submission = Submission(change_set=change_set, author=order.person, origin="person", key=order.key, reply=_applied)
    if command.dry_run:
        plan = open_project.committer.dry_run(
            submission, await open_project.project.commits_since(command.base_revision)
        )
        return Raw(encode(_planned(plan)))
    done = await open_project.committer.submit(submission)
    if done.commit is None:
        result = ChangeResult(outcome="unchanged", findings=[], problems=[], notes=done.plan.notes)
        return await _kept(order, result)
    return Raw(_applied(done.plan, done.commit))


async def undo(order: CommandContext) -> Raw:
    """Take back the person's newest commit that is not taken back yet (ADR-06)."""
    return await _step_back(order, "undo", "undone")


async def redo(order: CommandContext) -> Raw:
    """Bring back what the person undid last."""
    return await _step_back(order, "redo", "redone")


async def revert(command: CommitRevert, order: CommandContext) -> Raw:
    """Take back one commit, or everything a run or message did."""
    given = [one for one in (command.commit_id, command.run_id, command.message_id) if not isinstance(one, UnsetType)]
    if len(given) != 1:
        message = "commit.revert takes exactly one of commitId, runId and messageId"
        raise InvalidCommand(message)
    wanted = given[0]
    commits = await commits_where(order.open_project.project, lambda line: line.is_of(wanted))
    if not commits:
        message = f"no commit has the id, run or message {wanted[:80]!r}"
        raise NotFound(message)
    return await take_back(order, commits, "reverted")


async def take_back(order: CommandContext, commits: list[CommitApplied], word: Word) -> Raw:
    """One commit that takes the net effect of these back."""

    def reply(plan: Plan, commit: CommitApplied) -> bytes:
        return encode(_reverted(plan, commit, commits, word))

    open_project = order.open_project
    done = await open_project.committer.submit(
        Submission(
            change_set=ChangeSet(base_revision=open_project.project.graph.revision, operations=[], reason=word),
            author=order.person,
            origin="revert",
            reverts=commits,
            key=order.key,
            reply=reply,
        )
    )
    if done.commit is None:
        return await _kept(order, _reverted(done.plan, None, commits, word))
    return Raw(reply(done.plan, done.commit))


async def move(command: LayoutUpdate, order: CommandContext) -> Raw:
    """Keep positions of nodes in a view; they are no part of the model (ADR-19)."""
    project = order.open_project.project
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
        if not (math.isfinite(x) and math.isfinite(y)) or max(abs(x), abs(y)) > FARTHEST:
            message = f"the position of {node_id!r} lies outside of {FARTHEST:,.0f} in each direction"
            raise InvalidCommand(message)
    answer = encode(LayoutSaved(view=command.view, nodes=len(command.positions)))
    event = LayoutChanged(view=command.view, positions=command.positions)
    await project.record([event], key=replace(order.key, answer=answer))
    return Raw(answer)


def read_operations(raw: Sequence[Raw]) -> list[Operation]:
    """Operations as a client sends them, strictly; every one that cannot be read is named. `Refused`."""
    if len(raw) > API_OPERATIONS:
        message = f"{len(raw):,} operations in one change set, at most {API_OPERATIONS:,} are accepted here"
        raise LimitExceeded(message)
    operations: list[Operation] = []
    problems: list[Problem] = []
    for position, one in enumerate(raw):
        try:
            operations.append(decode_with(strict_operation_decoder, bytes(one)))
        except InvalidCommand as error:
            problems.append(_unreadable(position, error.message))
    if problems:
        raise refused(problems)
    return operations


async def _step_back(order: CommandContext, way: Way, word: Word) -> Raw:
    commit = await next_back(order.open_project.project, order.person.person_id, way)
    if commit is None:
        message = f"there is nothing of yours that could be {word}"
        raise NotFound(message)
    return await take_back(order, [commit], word)


async def _kept(order: CommandContext, result: ChangeResult) -> Raw:
    """Nothing was different, so no commit carries the key; it is stored alone."""
    project, answer = order.open_project.project, encode(result)
    await project.store.append(project.project_id, [], key=replace(order.key, answer=answer))
    return Raw(answer)


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
    return replace(result, commit=commit, reload=UNSET)


def _unreadable(position: int, message: str) -> Problem:
    return Problem(
        code="malformed",
        path=f"$.operations[{position}]",
        message=message,
        hint="See Operations in the protocol's documentation; unknown fields are refused.",
        candidates=[],
    )
