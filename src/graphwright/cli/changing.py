"""Commands by which a person changes the model: apply, undo, redo, revert."""

from __future__ import annotations

import argparse
from typing import Final

from msgspec.structs import replace

from graphwright.actions.changes import AnswerResult, ChangeResult
from graphwright.cli.acting import act, new_id
from graphwright.cli.files import read_file
from graphwright.cli.findings import finding_lines
from graphwright.cli.output import Line, Output, batch_lines, counted
from graphwright.cli.proposals import WAITS, proposal_lines, readable_names
from graphwright.errors import InvalidCommand, LimitExceeded, Refused
from graphwright.operations.commit import commit_of
from graphwright.operations.history import commits_of
from graphwright.protocol.commands import AnswerApply, ChangesRedo, ChangesUndo, CommitRevert
from graphwright.protocol.operations import Problem
from graphwright.protocol.wire import decode
from graphwright.text.messages import refused
from graphwright.workbench import OpenProject, Workbench

FILE_BYTES: Final = 64 * 1024 * 1024
"""Of an answer to apply; 10,000 operations with long descriptions are below it."""


async def apply(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Apply a recorded answer as the person's own change (ADR-09)."""
    data = _read(options.file, output)
    open_project = await workbench.open_or_new_project(options.project)
    command = AnswerApply(
        command_id=new_id(workbench) if options.command_id is None else options.command_id,
        text=data,
        base_revision=options.base,
        dry_run=options.dry_run,
        propose=options.propose,
    )
    refusal: Refused | None = None
    try:
        carried = await act(workbench, open_project, command)
    except Refused as error:
        # What it would have been is told with every problem in it.
        refusal, again = error, replace(command, command_id=new_id(workbench), dry_run=True)
        carried = await act(workbench, open_project, again)
    result = decode(carried.result, AnswerResult)
    if carried.is_repeated:
        output.result(result, ["this was applied before; nothing was done again"])
        return 0
    if not result.operations and not result.problems:
        output.result(result, [result.answer, "(the answer holds no operations; nothing was changed)"])
        return 0
    if result.proposal_id is not None:
        proposal = await open_project.proposals.get(result.proposal_id)
        output.result({"outcome": "proposed", "proposal": proposal}, proposal_lines(open_project, proposal, output))
        return WAITS
    if result.problems:
        _explain(output, result.problems)
    output.result(result, _lines(open_project, result, output))
    if refusal is None and result.problems:
        refusal = refused(result.problems)
    return 0 if refusal is None else refusal.exit_code


async def undo(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take back the person's newest commit that is not taken back yet."""
    return await _taken_back(workbench, options, output, ChangesUndo(command_id=new_id(workbench)))


async def redo(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Bring back what was undone last."""
    return await _taken_back(workbench, options, output, ChangesRedo(command_id=new_id(workbench)))


async def revert(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take back one commit, or all commits of a run or message."""
    command = CommitRevert(command_id=new_id(workbench), commit_id=options.commit)
    return await _taken_back(workbench, options, output, command)


async def new(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Make an empty project with a shipped profile or one of its own."""
    settings = workbench.settings
    project = await workbench.projects.create(
        options.project,
        policy=options.policy or settings.policy,
        language=options.language or settings.language,
        profile=workbench.contributions.profile(options.profile)
        if options.file is None
        else _read(options.file, output).encode(),
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


async def _taken_back(
    workbench: Workbench, options: argparse.Namespace, output: Output, command: ChangesUndo | ChangesRedo | CommitRevert
) -> int:
    open_project = await workbench.open_project(options.project)
    result = decode((await act(workbench, open_project, command)).result, ChangeResult)
    reverted = result.reverted or []
    taken_back = [commit for one in reverted for commit in await commits_of(open_project.project, one)]
    commit = None
    if result.commit is not None:  # a large one comes without its changes
        commit = commit_of(await open_project.project.commit_at(result.commit.revision))
    count = 0 if commit is None else len(commit.changes)
    revisions = ", ".join(str(each.revision) for each in taken_back)
    told = f"{result.outcome} revision {revisions}: {counted(count, 'element')}"
    output.result(
        {"outcome": result.outcome, "reverted": reverted, "commit": commit},
        [f"{told}; now revision {open_project.project.graph.revision}"],
    )
    return 0


def _lines(open_project: OpenProject, result: AnswerResult, output: Output) -> list[Line]:
    """What was done, or would be: the operations as they were read, and what the rules say."""
    is_rehearsed = result.outcome in {"planned", "refused"}
    lines: list[Line] = [result.answer] if result.answer else []
    lines += ["not applied:"] if is_rehearsed else []
    lines += batch_lines(output, result.operations, result.batches, readable_names(open_project))
    lines += result.notes
    if result.findings and not result.problems:
        lines += ["the rules would say:" if is_rehearsed else output.say("findings")]
        project = open_project.project
        lines += finding_lines(result.findings, project.graph, project.header.phase, output)
    if result.commit is not None:
        lines.append(output.say("applied", revision=str(result.commit.revision), commit=result.commit.commit_id))
    elif not is_rehearsed:
        lines.append("nothing was changed: everything is so already")
    return lines


def _explain(output: Output, problems: list[Problem]) -> None:
    output.note(f"graphwright: nothing was changed, {counted(len(problems), 'problem')}:")
    for problem in problems:
        output.note(problem)


def _read(name: str, output: Output) -> str:
    """A file or standard input as text."""
    data = read_file(name, output, FILE_BYTES)
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
