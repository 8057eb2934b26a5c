"""Commands about discussions: steer, decision; and costs, of them and of every other workflow."""

from __future__ import annotations

import argparse

from graphwright.actions.reads import costs_of
from graphwright.cli.acting import act, new_id
from graphwright.cli.output import Output, counted
from graphwright.discussion.costs import Cost
from graphwright.discussion.discussion_state import discussion_of
from graphwright.discussion.record import markdown
from graphwright.errors import InvalidCommand
from graphwright.protocol.commands import DiscussionSteer
from graphwright.protocol.events import RunStarted
from graphwright.protocol.ids import RunId
from graphwright.workbench import Workbench


async def steer(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take part as the owner, by the same door as everybody else."""
    open_project = await workbench.open_project_of("run", options.run)
    command = DiscussionSteer(
        command_id=new_id(workbench),
        run_id=RunId(options.run),
        action=options.action,
        text=options.text,
        persona=options.persona,
        rounds=options.rounds,
        claim_id=options.claim,
        stance=options.stance,
    )
    await act(workbench, open_project, command)
    told = f"{options.claim}: {options.stance}" if options.action == "vote" else "it is heard before the next turn"
    output.result({"runId": options.run, "action": options.action}, [f"{options.action}: {told}"])
    return 0


async def decision(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Print the record: Markdown for people, with --json the record itself."""
    open_project = await workbench.open_project_of("run", options.run)
    found = await discussion_of(open_project.project, RunId(options.run))
    output.result(found, markdown(found.record).splitlines())
    return 0


async def costs(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Print what was used up, four ways. `InvalidCommand` for a workflow that is neither here nor has ever run."""
    open_project = await workbench.open_project(options.project)
    project, workflow = open_project.project, options.workflow
    known = open_project.engine.workflows
    if workflow is not None and workflow not in known:
        runs = await project.read_all(RunStarted)  # a plugin may be gone that worked here once
        if all(run.workflow != workflow for run in runs):
            message = f"there is no workflow {workflow[:80]!r} (there are: {', '.join(sorted(known))})"
            raise InvalidCommand(message)
    table = await costs_of(project, workflow=workflow, newest=options.limit or None)
    lines: list[str] = []
    for title, rows in (
        ("runs", table.runs), ("people", table.people), ("days", table.days), ("models", table.models)
    ):  # fmt: skip
        lines += [f"{title}:", *(_line(row) for row in rows)]
    output.result(table, [*lines, "total:", _line(table.total)])
    return 0


def _line(row: Cost) -> str:
    about = "estimated" if row.estimated else "counted"
    label = "" if row.label is None else f"  {' '.join(row.label.split())[:60]}"
    return (
        f"  {row.of}  {counted(row.calls, 'call')}, {row.input_tokens:,} + {row.output_tokens:,} tokens ({about}), "
        f"{row.cost_micros / 1_000_000:.4f} USD{label}"
    )
