"""A run as a Markdown page: what was asked, what came of it, and every step with its time, cost and verdict."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from graphwright.formats.markdown import one_line
from graphwright.protocol.base import given
from graphwright.protocol.runs import Run, Step
from graphwright.runs.tree import TreeNode, build_tree, critical_path, walk

_SHOWN: Final = 300
"""Characters of a step's result; the whole of it is in the other exports."""
_MARKS: Final = {"completed": "✔", "failed": "✘", "cancelled": "■", "skipped": "–", "waiting": "…", "running": "▶"}


def run_page(run: Run, steps: list[Step], *, answer: str = "") -> str:
    """The page; `answer` is the text that the run ended with."""
    tree = build_tree(steps)
    return "\n".join(
        [
            f"# {one_line(run.question)}",
            "",
            *_facts(run),
            *(["", "## Answer", "", answer.strip()] if answer.strip() else []),
            "",
            "## Steps",
            "",
            *(line for node in walk(tree.root) for line in _lines(node)),
            "",
            f"Slowest way through: {' → '.join(one_line(node.step.label) for node in critical_path(tree.root))}",
            "",
        ]
    )


def _facts(run: Run) -> Iterator[str]:
    totals = run.totals
    rows = (
        ("Run", run.run_id),
        ("Story", run.workflow),
        ("Status", run.status if run.outcome is None else f"{run.status}, {run.outcome}"),
        ("Began", run.started_at.isoformat(timespec="seconds")),
        ("Ended", "" if run.ended_at is None else run.ended_at.isoformat(timespec="seconds")),
        ("On revision", str(run.revision)),
        ("Steps", f"{totals.steps}, {totals.max_depth} levels deep, {totals.parallel_groups} groups side by side"),
        ("Model calls", str(totals.model_calls)),
        ("Searches", str(totals.searches)),
        ("Documents", f"{totals.documents_retrieved} found, {totals.documents_used} used"),
        ("Tokens", f"{totals.input_tokens} in, {totals.output_tokens} out"),
        ("Cost", f"{totals.cost_micros / 1_000_000:.4f}"),
    )
    yield "| | |"
    yield "|---|---|"
    for name, value in rows:
        yield f"| {name} | {one_line(value)} |"


def _lines(node: TreeNode) -> Iterator[str]:
    step, indent = node.step, "  " * node.depth
    label = step.kind if step.label == step.kind else f"{step.kind} {one_line(step.label)}"
    yield f"{indent}- {_MARKS.get(step.status, '·')} **{label}**{_remarks(step)}"
    result = given(step.result)
    if step.error is not None:
        yield f"{indent}  failed: {one_line(step.error.message)}"
    elif not node.children and result is not None:
        text = " ".join(json.dumps(json.loads(bytes(result)), ensure_ascii=False).split())
        yield f"{indent}  {one_line(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…')}"


def _remarks(step: Step) -> str:
    remarks: list[str] = [step.status] if step.status != "completed" else []
    if step.duration_ms is not None:
        remarks.append(f"{step.duration_ms} ms")
    if step.attempt > 1:
        remarks.append(f"attempt {step.attempt}")
    if step.verdict is not None:
        remarks.append(f"check {step.verdict}")
    if step.usage is not None:
        remarks.append(f"{step.usage.input_tokens}+{step.usage.output_tokens} tokens")
    return f" ({', '.join(remarks)})" if remarks else ""
