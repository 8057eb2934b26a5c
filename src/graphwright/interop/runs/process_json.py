"""A run in the exact JSON shape that other tools read (C-02 to C-07): snake case, four statuses, the tree nested.

Lossless for steps and results; what the shape has no place for (attempts, verdicts, errors beyond their text) stands in
the result of its step.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Final

from graphwright.protocol.base import JsonValue, given
from graphwright.protocol.events import RunStarted
from graphwright.protocol.runs import Run, Step, StepStatus
from graphwright.runs.tree import TreeNode, build_tree

_STATUS: Final[dict[StepStatus, str]] = {
    "pending": "pending",
    "running": "in_progress",
    "waiting": "in_progress",
    "completed": "completed",
    "skipped": "completed",
    "failed": "failed",
    "cancelled": "failed",
}
"""The statuses of an export (C-04); that a step waits or was stopped is said in its result."""
_SAID: Final = frozenset({"waiting", "cancelled", "skipped"})
_FREE: Final = frozenset({"values"})
"""Below these, keys are a person's words and stay as they are."""
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def process_json(run: Run, started: RunStarted, steps: list[Step]) -> str:
    """The process as JSON text; `started` says who asked. Steps as the journal has them."""
    tree = build_tree(steps)
    totals = run.totals
    record: dict[str, JsonValue] = {
        "process_id": run.run_id,
        "user_id": started.author.person_id,
        "query": run.question,
        "timestamp_start": _time(run.started_at),
        "timestamp_end": _time(run.ended_at),
        "total_duration_ms": _duration(run),
        "status": {"queued": "pending", "completed": "completed", "failed": "failed", "cancelled": "failed"}.get(
            run.status, "in_progress"
        ),
        "process_tree": {"root": _step(tree.root)},
        "metadata": {
            "total_steps": totals.steps,
            "total_llm_calls": totals.model_calls,
            "total_rag_queries": totals.searches,
            "total_tokens_used": totals.input_tokens + totals.output_tokens,
            "total_documents_retrieved": totals.documents_retrieved,
            "total_documents_used": totals.documents_used,
            "branching_points": totals.dynamic_branches,
            "max_depth": totals.max_depth,
            "parallel_executions": totals.parallel_groups,
        },
    }
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _step(node: TreeNode) -> dict[str, JsonValue]:
    step = node.step
    parent: dict[str, JsonValue] = {} if step.parent_id is None else {"parent_id": step.parent_id}
    return {
        "step_id": step.step_id,
        "step_type": step.kind,
        **parent,
        "status": _STATUS[step.status],
        "timestamp_start": _time(step.started_at),
        "timestamp_end": _time(step.ended_at),
        "duration_ms": step.duration_ms,
        "result": _result(step),
        "children": [_step(child) for child in node.children],
    }


def _result(step: Step) -> JsonValue:
    """What the step gave back, with what else there is to say of it (C-06, C-27, C-37)."""
    said: dict[str, JsonValue] = {}
    if step.error is not None:
        said["error"] = step.error.message
    if step.status in _SAID:
        said["state"] = step.status
    if step.attempt > 1:
        said["attempt"] = step.attempt
    if step.verdict is not None:
        said["passed"] = step.verdict == "passed"
    if step.usage is not None:
        tokens_in, tokens_out = step.usage.input_tokens, step.usage.output_tokens
        said |= {"tokens_input": tokens_in, "tokens_output": tokens_out, "tokens_total": tokens_in + tokens_out}
    raw = given(step.result)
    if raw is None:
        return said or None
    result = snake(json.loads(bytes(raw)))
    if not isinstance(result, dict):
        return {"value": result, **said} if said else result
    return {**result, **{key: value for key, value in said.items() if key not in result}}


def snake(value: JsonValue) -> JsonValue:
    """The same value with its keys in snake case, all the way down; what a person named keeps its name."""
    if isinstance(value, list):
        return [snake(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {_HUMP.sub("_", key).lower(): each if key in _FREE else snake(each) for key, each in value.items()}


def _duration(run: Run) -> int | None:
    return None if run.ended_at is None else round((run.ended_at - run.started_at).total_seconds() * 1000)


def _time(at: datetime | None) -> str | None:
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
