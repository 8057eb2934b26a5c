"""Commands by which a person changes the model: apply, undo, redo, revert."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Final
from uuid import UUID

from graphwright.cli.output import Line, Output, batch_lines, counted
from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.operations.commit import Submission, commit_of, refused
from graphwright.operations.history import Way, commits_where, next_back
from graphwright.operations.parse import ParsedAnswer, read_answer
from graphwright.operations.plan import Plan
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommitId, OperationId, ProposalId
from graphwright.protocol.operations import ChangeSet, Commit, Finding, Operation, Problem
from graphwright.protocol.texts import Term
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import IdempotencyKey, RepeatedKey
from graphwright.workbench import OpenProject, Workbench

FILE_BYTES: Final = 64 * 1024 * 1024
"""Of an answer to apply; 10,000 operations with long descriptions are below it."""


class ChangeReport(Record, frozen=True, kw_only=True):
    """What became of a change set."""

    outcome: str
    answer: str
    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[Term]
    commit: Commit | UnsetType = UNSET


async def apply(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Apply a recorded answer as the person's own change (ADR-09)."""
    data = _read(options.file, output)
    open_project = await workbench.open_or_new_project(options.project)
    author = await workbench.owner()
    key = None if options.command_id is None else _key(open_project, author, options, data)
    known = None if key is None else await workbench.store.recall(key.scope, key.id, key.digest)
    if known is not None:
        return _repeated(known, output)
    answer = read_answer(
        data,
        open_project.project.ontology,
        projects=(open_project.project.header.name, open_project.project.project_id),
    )
    if not answer.operations and not answer.problems:
        record = ChangeReport(
            outcome="answered", answer=answer.text, operations=[], batches=[], problems=[], findings=[], notes=[]
        )
        output.result(record, [answer.text, "(the answer holds no operations; nothing was changed)"])
        return 0
    submission = _submission(open_project, author, answer, options.base, key)
    plan = open_project.committer.dry_run(
        submission, await open_project.project.commits_since(submission.change_set.base_revision)
    )
    problems = [*answer.problems, *plan.problems]
    if problems or options.dry_run:
        outcome = "refused" if problems else "planned"
        if problems:
            _explain(output, problems)
        output.result(_applied(outcome, answer, plan, problems, None), _planned_lines(open_project, answer, plan))
        if not problems:
            return 0
        return refused(problems).exit_code
    if options.propose:
        return await _propose(open_project, author, answer, plan, output)
    try:
        done = await open_project.committer.submit(submission)
    except RepeatedKey as repeated:
        return _repeated(repeated.answer, output)
    outcome = "answered" if done.commit is None else "applied"
    output.result(
        _applied(outcome, answer, done.plan, [], done.commit), _lines(open_project, answer, done.plan, done.commit)
    )
    return 0


async def _propose(open_project: OpenProject, author: Author, answer: ParsedAnswer, plan: Plan, output: Output) -> int:
    """Open a proposal; 4, because a person must act."""
    from graphwright.cli.deciding import WAITS, proposal_lines

    opened = open_project.proposals.draft(
        plan,
        proposal_id=ProposalId(open_project.project.ids.new()),
        author=author,
        origin="person",
        reason=answer.text or UNSET,
    )
    await open_project.project.record([opened])
    proposal = await open_project.proposals.get(opened.proposal_id)
    output.result({"outcome": "proposed", "proposal": proposal}, proposal_lines(open_project, proposal))
    return WAITS


async def undo(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take back the person's newest commit that is not taken back yet."""
    return await _back(workbench, options, output, "undo")


async def redo(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Bring back what was undone last."""
    return await _back(workbench, options, output, "redo")


async def revert(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take back one commit, or all commits of a run or message."""
    open_project = await workbench.open_project(options.project)
    wanted = options.commit
    commits = await commits_where(open_project.project, lambda line: line.is_of(wanted) or str(line.revision) == wanted)
    if not commits:
        message = f"no commit of {options.project!r} has the id, run, message or revision {wanted!r}; see `history`"
        raise NotFound(message)
    return await _revert(workbench, open_project, commits, output, "reverted")


async def new(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Make an empty project with a shipped profile or one of its own."""
    settings = workbench.settings
    project = await workbench.projects.create(
        options.project,
        policy=options.policy or settings.policy,
        language=options.language or settings.language,
        profile=options.profile if options.file is None else _read(options.file, output).encode(),
        source=options.file or "profile",
    )
    header = project.header
    output.result(header, [f"made {header.name}, with profile {header.profile}"])
    return 0


async def configure(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Change a project's header; without an option, show it."""
    open_project = await workbench.open_project(options.project)
    viewers_ask = None if options.viewers_ask is None else options.viewers_ask == "yes"
    await open_project.project.configure(
        policy=options.policy, language=options.language, phase=options.phase, viewers_ask=viewers_ask
    )
    header = open_project.project.header
    told = f"policy {header.policy}, language {header.language}, phase {header.phase}"
    output.result(header, [f"{told}, viewers may ask" if header.viewers_ask else told])
    return 0


async def _back(workbench: Workbench, options: argparse.Namespace, output: Output, way: Way) -> int:
    open_project = await workbench.open_project(options.project)
    author = await workbench.owner()
    commit = await next_back(open_project.project, author.person_id, way)
    if commit is None:
        message = f"there is nothing of yours to {way} in {options.project!r}"
        raise NotFound(message)
    return await _revert(workbench, open_project, [commit], output, "redone" if way == "redo" else "undone")


async def _revert(
    workbench: Workbench, open_project: OpenProject, commits: list[CommitApplied], output: Output, done_word: str
) -> int:
    project = open_project.project
    change_set = ChangeSet(base_revision=project.graph.revision, operations=[], reason=f"{done_word}")
    done = await open_project.committer.submit(
        Submission(change_set=change_set, author=await workbench.owner(), origin="revert", reverts=commits)
    )
    record = {
        "outcome": done_word,
        "reverted": [CommitId(commit.commit_id) for commit in commits],
        "commit": None if done.commit is None else commit_of(done.commit),
    }
    count = 0 if done.commit is None else len(done.commit.changes)
    revisions = ", ".join(str(commit.revision) for commit in commits)
    output.result(
        record,
        [f"{done_word} revision {revisions}: {counted(count, 'element')}; now revision {project.graph.revision}"],
    )
    return 0


def _submission(
    open_project: OpenProject, author: Author, answer: ParsedAnswer, base: int | None, key: IdempotencyKey | None
) -> Submission:
    stated = base if base is not None else answer.base_revision
    change_set = ChangeSet(
        base_revision=open_project.project.graph.revision if stated is None else stated, operations=answer.operations
    )
    return Submission(
        change_set=change_set,
        author=author,
        origin="person",
        loose=True,
        key=key,
        reply=lambda plan, commit: encode(_applied("applied", answer, plan, [], commit)),
    )


def _key(open_project: OpenProject, author: Author, options: argparse.Namespace, data: str) -> IdempotencyKey:
    """The same id with another answer, base or project in it is another command (ADR-04)."""
    try:
        command_id = str(UUID(options.command_id))
    except ValueError:
        message = f"--command-id {options.command_id[:80]!r} is no UUID"
        raise InvalidCommand(message) from None
    body = encode(["apply", open_project.project.project_id, options.base, data])
    return IdempotencyKey(scope=author.person_id, id=command_id, digest=hashlib.sha256(body).hexdigest(), answer=b"")


def _repeated(answer: bytes, output: Output) -> int:
    output.result(decode(answer, ChangeReport), ["this was applied before; nothing was done again"])
    return 0


def _applied(
    outcome: str, answer: ParsedAnswer, plan: Plan, problems: list[Problem], commit: CommitApplied | None
) -> ChangeReport:
    return ChangeReport(
        outcome=outcome,
        answer=answer.text,
        operations=plan.operations,
        batches=plan.batches,
        problems=problems,
        findings=plan.findings.introduced,
        notes=plan.notes,
        commit=UNSET if commit is None else commit_of(commit),
    )


def _lines(open_project: OpenProject, answer: ParsedAnswer, plan: Plan, commit: CommitApplied | None) -> list[Line]:
    lines: list[Line] = [answer.text] if answer.text else []
    lines += batch_lines(plan.operations, plan.batches, readable_names(open_project))
    lines += plan.notes
    if plan.findings.introduced:
        lines += ["findings:", *plan.findings.introduced]
    if commit is not None:
        lines.append(f"applied as revision {commit.revision} (commit {commit.commit_id})")
    else:
        lines.append("nothing was changed: everything is so already")
    return lines


def _planned_lines(open_project: OpenProject, answer: ParsedAnswer, plan: Plan) -> list[Line]:
    """What was not done: the operations as they were read, and what the rules would have said."""
    lines: list[Line] = [answer.text] if answer.text else []
    lines += ["not applied:", *batch_lines(plan.operations, plan.batches, readable_names(open_project))]
    lines += plan.notes
    if plan.findings.introduced and not plan.problems:
        lines += ["the rules would say:", *plan.findings.introduced]
    return lines


def readable_names(open_project: OpenProject) -> dict[str, str]:
    """Semantic ids for node ids, where operations name existing nodes."""
    graph = open_project.project.graph
    few = 2_000  # of a larger model only the ids are printed: a replacement per line and node would take seconds
    return {} if len(graph.nodes) > few else {node_id: node.semantic_id for node_id, node in graph.nodes.items()}


def _explain(output: Output, problems: list[Problem]) -> None:
    output.note(f"graphwright: nothing was changed, {counted(len(problems), 'problem')}:")
    for problem in problems:
        output.note(problem)


def _read(name: str, output: Output) -> str:
    """A file or standard input as text. The limit is checked before it is read."""
    try:
        data = output.standard_input(FILE_BYTES + 1) if name == "-" else _bytes_of(Path(name))
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}"
        raise InvalidCommand(message) from None
    if len(data) > FILE_BYTES:
        message = f"{name} is larger than {FILE_BYTES // 1024 // 1024} MiB; import it instead"
        raise LimitExceeded(message)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{name} is no UTF-8 text: byte {error.start} cannot be read"
        raise InvalidCommand(message) from None
    if not text.strip():
        message = f"{name} is empty"
        raise InvalidCommand(message)
    return text


def _bytes_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(FILE_BYTES + 1)
