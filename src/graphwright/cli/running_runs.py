"""Commands about runs: list them, show one as a tree, take it up again, stop it."""

from __future__ import annotations

import argparse
from typing import Final

import msgspec

from graphwright.cli.output import Output
from graphwright.cli.talking import exit_code, settled
from graphwright.formats.table import table
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import Run, Step, Totals, Usage
from graphwright.protocol.wire import decode
from graphwright.runs.digest import digest
from graphwright.runs.ending import RunState
from graphwright.runs.tree import TreeNode, build_tree
from graphwright.workbench import Desk, Workbench

DIGEST_TOKENS: Final = 4_000
"""Enough for any run of the stories so far."""


class StepRecord(Record, frozen=True, kw_only=True):
    """A step with its children (wire.md, `run --json`)."""

    step_id: str
    parent_id: str | None
    kind: str
    label: str
    status: str
    started_at: str
    ended_at: str | None
    duration_ms: int | None
    result: msgspec.Raw | None
    children: list[StepRecord]
    verdict: str | UnsetType = UNSET
    usage: Usage | UnsetType = UNSET


class RunRecord(Record, frozen=True, kw_only=True):
    """A run with its tree."""

    run_id: str
    workflow: str
    status: str
    question: str
    root: StepRecord
    totals: Totals


async def runs(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the runs of a project, newest first."""
    desk = await workbench.desk(options.project)
    documents = await workbench.store.documents(
        desk.project.project_id, "run", limit=options.limit or None, newest_first=True
    )
    rows = [decode(document.body, Run) for document in documents]
    cells = [
        (row.run_id, row.workflow, row.status, row.started_at.isoformat(timespec="seconds"), row.question[:60])
        for row in rows
    ]
    headings = ("run", "workflow", "status", "started", "question")
    output.result({"runs": rows}, table(headings, cells) if rows else ["no runs yet"])
    return 0


async def run(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Show the tree of a run; with `--resume` take it up, with `--cancel` stop it."""
    desk = await workbench.desk_of("run", options.run)
    run_id = RunId(options.run)
    state: RunState | None = None
    if options.resume:
        await desk.engine.resume(run_id)
        state = await settled(desk, run_id)
    if options.cancel:
        await desk.engine.cancel(run_id)
        state = None  # stopped, as was asked
    found, steps = await _read(desk, run_id)
    tree = build_tree(steps)
    if options.digest:
        text = digest(tree.root, budget=DIGEST_TOKENS)
        output.result({"digest": text}, [text or "nothing was retrieved, asked or weighed in this run"])
        return 0 if state is None else exit_code(state, output)
    record = RunRecord(
        run_id=found.run_id,
        workflow=found.workflow,
        status=found.status,
        question=found.question,
        root=_record(tree.root),
        totals=found.totals,
    )
    output.result(record, [*_lines(tree.root), *_totals(found.totals)])
    return 0 if state is None else exit_code(state, output)


async def _read(desk: Desk, run_id: RunId) -> tuple[Run, list[Step]]:
    store, project_id = desk.project.store, desk.project.project_id
    document = await store.document(project_id, "run", run_id)
    steps = await store.documents(project_id, "step", group=run_id)
    return decode(b"" if document is None else document.body, Run), [decode(step.body, Step) for step in steps]


def _record(node: TreeNode) -> StepRecord:
    step = node.step
    return StepRecord(
        step_id=step.step_id,
        parent_id=step.parent_id,
        kind=step.kind,
        label=step.label,
        status=step.status,
        verdict=step.verdict,
        usage=step.usage,
        started_at=step.started_at.isoformat(),
        ended_at=None if isinstance(step.ended_at, UnsetType) else step.ended_at.isoformat(),
        duration_ms=None if isinstance(step.duration_ms, UnsetType) else step.duration_ms,
        result=None if isinstance(step.result, UnsetType) else step.result,
        children=[_record(child) for child in node.children],
    )


def _lines(node: TreeNode, indent: str = "") -> list[str]:
    step = node.step
    took = "" if isinstance(step.duration_ms, UnsetType) else f" {step.duration_ms} ms"
    verdict = "" if isinstance(step.verdict, UnsetType) else f" ({step.verdict})"
    used = "" if isinstance(step.usage, UnsetType) else f" {step.usage.input_tokens}+{step.usage.output_tokens} tokens"
    label = f" {step.label}" if step.label != step.kind else ""
    error = "" if isinstance(step.error, UnsetType) else f": {step.error.message}"
    line = f"{indent}{step.kind}{label}: {step.status}{verdict}{took}{used}{error}  [{step.step_id}]"
    return [line, *(below for child in node.children for below in _lines(child, indent + "  "))]


def _totals(totals: Totals) -> list[str]:
    counts = f"{totals.steps} steps, {totals.model_calls} model calls, {totals.searches} searches"
    tokens = f"{totals.input_tokens}+{totals.output_tokens} tokens, cost {totals.cost_micros / 1_000_000:.4f}"
    return [f"{counts}, {tokens}"]
