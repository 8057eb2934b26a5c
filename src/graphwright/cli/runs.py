"""Commands about runs: list them, show one as a tree, take it up again, stop it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Final

from msgspec.structs import asdict

from graphwright.actions.runs import run_of
from graphwright.cli.acting import settled
from graphwright.cli.files import read_file, write_file
from graphwright.cli.output import Output, counted
from graphwright.cli.talking import exit_code
from graphwright.errors import Refused
from graphwright.formats.table import table
from graphwright.interop.runs import evidence
from graphwright.interop.runs.write import RunFile, write_run
from graphwright.protocol.ids import RunId, StepId
from graphwright.protocol.runs import Run, Step, Totals
from graphwright.runs.analysis import Analysis, analyse
from graphwright.runs.compare import RunComparison, compare
from graphwright.runs.digest import digest
from graphwright.runs.run_ending import RunState
from graphwright.runs.tree import TreeNode, build_tree
from graphwright.workbench import OpenProject, Workbench

DIGEST_TOKENS: Final = 4_000
"""Enough for any run of the workflows so far."""


class StepRecord(Step, frozen=True, kw_only=True):
    """A step with its children."""

    children: list[StepRecord]


class RunRecord(Run, frozen=True, kw_only=True):
    """A run with its tree."""

    root: StepRecord


async def runs(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the runs of a project, newest first."""
    open_project = await workbench.open_project(options.project)
    found = await open_project.project.read_all(Run, newest=options.limit or None)
    rows = found[::-1]
    cells = [
        (row.run_id, row.workflow, row.status, row.started_at.isoformat(timespec="seconds"), row.question[:60])
        for row in rows
    ]
    headings = ("run", "workflow", "status", "started", "question")
    output.result({"runs": rows}, table(headings, cells) if rows else ["no runs yet"])
    return 0


async def run(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Show the tree of a run; with `--resume` take it up, with `--cancel` stop it."""
    open_project = await workbench.open_project_of("run", options.run)
    run_id = RunId(options.run)
    state: RunState | None = None
    if options.resume:
        await open_project.engine.resume(run_id)
        state = await settled(open_project, run_id)
    if options.cancel:
        await open_project.engine.cancel(run_id)
        state = None  # stopped, as was asked
    if options.format is not None:
        file = await write_run(open_project.project, run_id, options.format)
        return _written(file, options.output, output)
    found, steps = await _read(open_project, run_id)
    tree = build_tree(steps)
    if options.digest:
        text = digest(tree.root, budget=DIGEST_TOKENS)
        output.result({"digest": text}, [text or "nothing was retrieved, asked or weighed in this run"])
        return 0 if state is None else exit_code(state, output)
    if options.tree:
        analysis = analyse(steps)
        output.result(analysis, _analysed(analysis, {step.step_id: step for step in steps}))
        return 0
    if options.against is not None:
        _, others = await _read(open_project, RunId(options.against))
        comparison = compare(steps, others)
        output.result(comparison, _compared(comparison))
        return 0
    output.result(RunRecord(**asdict(found), root=_record(tree.root)), [*_lines(tree.root), *_totals(found.totals)])
    return 0 if state is None else exit_code(state, output)


def _analysed(analysis: Analysis, steps: Mapping[StepId, Step]) -> list[str]:
    top = len(analysis.path)
    cells = [
        (
            "  " * (steps[branch.step_id].key.count("/") + 1 if steps[branch.step_id].key else 0)
            + steps[branch.step_id].label,
            str(branch.steps),
            f"{branch.input_tokens}+{branch.output_tokens}",
            f"{branch.cost_micros / 1_000_000:.4f}",
        )
        for branch in analysis.branches
    ]
    found = [(f"{each.relevance_score:.2f}", each.document_id, each.title) for each in analysis.documents]
    slowest = " > ".join(steps[step_id].label for step_id in analysis.critical_path[top - 1 :])
    counts = f"{len(analysis.branching_points)} branching points, {len(analysis.dynamic_branches)} of them asked for"
    return [
        *table(("branch", "steps", "tokens", "cost"), cells),
        f"{counts} by a result, {len(analysis.parallel_groups)} groups side by side",
        f"slowest way: {slowest}",
        *(table(("score", "document", "title"), found) if found else []),
    ]


def _compared(comparison: RunComparison) -> list[str]:
    marks = {"same": " ", "changed": "~", "onlyHere": "-", "onlyThere": "+"}
    return [
        *(
            f"{marks[pair.difference]} {'  ' * pair.depth}{pair.label}"
            + (f": {', '.join(field or 'the result' for field in pair.fields)}" if pair.fields else "")
            for pair in comparison.pairs
        ),
        "the runs say the same" if comparison.parted_at is None else f"they part at {comparison.parted_at}",
        "tokens {} and {}".format(*comparison.tokens),
        "milliseconds {} and {}".format(*comparison.duration_ms),
    ]


async def verify(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Check a file of evidence; with `--against`, also whether a journal says the same."""
    verified = evidence.verify(read_file(options.file, output, evidence.EVIDENCE_BYTES))
    if options.against is not None:
        open_project = await workbench.open_project(options.against)
        journal = open_project.project.store.read(open_project.project.project_id, after=0)
        verified = await evidence.hold_against(verified, journal)
    lines = [f"run {verified.run_id} ({verified.workflow}): {verified.question[:80]}", f"chain {verified.link}"]
    lines += [f"  {problem}" for problem in verified.problems]
    holds = f"holds: {len(verified.entries)} entries, nothing is changed, missing or added"
    output.result(verified, [*lines, holds if verified.holds else "does not hold"])
    return 0 if verified.holds else Refused.exit_code


def _written(file: RunFile, name: str | None, output: Output) -> int:
    if name is None:
        output.document(file.content.decode())
        return 0
    write_file(name, file.content)
    output.result({"output": name, "bytes": len(file.content)}, [f"wrote {len(file.content):,} bytes to {name}"])
    return 0


async def _read(open_project: OpenProject, run_id: RunId) -> tuple[Run, list[Step]]:
    project = open_project.project
    return await run_of(project, run_id), await project.read_all(Step, group=run_id)


def _record(node: TreeNode) -> StepRecord:
    return StepRecord(**asdict(node.step), children=[_record(child) for child in node.children])


def _lines(node: TreeNode, indent: str = "") -> list[str]:
    step = node.step
    took = "" if step.duration_ms is None else f" {step.duration_ms} ms"
    verdict = "" if step.verdict is None else f" ({step.verdict})"
    used = "" if step.usage is None else f" {step.usage.input_tokens}+{step.usage.output_tokens} tokens"
    label = f" {step.label}" if step.label != step.kind else ""
    error = "" if step.error is None else f": {step.error.message}"
    line = f"{indent}{step.kind}{label}: {step.status}{verdict}{took}{used}{error}  [{step.step_id}]"
    return [line, *(below for child in node.children for below in _lines(child, indent + "  "))]


def _totals(totals: Totals) -> list[str]:
    searches = "1 search" if totals.searches == 1 else f"{totals.searches:,} searches"
    counts = f"{counted(totals.steps, 'step')}, {counted(totals.model_calls, 'model call')}, {searches}"
    tokens = f"{totals.input_tokens}+{totals.output_tokens} tokens, cost {totals.cost_micros / 1_000_000:.4f}"
    return [f"{counts}, {tokens}"]
