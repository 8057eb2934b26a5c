"""A run as OpenTelemetry spans, in the JSON encoding of OTLP, with the attributes of the `gen_ai` conventions.

One trace per run, one span per step. Texts of people and models stay at home: spans carry names, times, counts, errors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from graphwright.protocol.base import JsonValue
from graphwright.protocol.runs import Run, Step
from graphwright.runs.tree import MODEL_CALLS, SEARCHES

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_INTERNAL, _CLIENT = 1, 3
_OK, _ERROR = 1, 2


def spans_json(run: Run, steps: list[Step], *, version: str) -> str:
    """An `ExportTraceServiceRequest`: what an OTLP/HTTP collector takes as it is."""
    spans: list[JsonValue] = [_span(run, step) for step in steps if step.ended_at is not None]
    resource: JsonValue = {"attributes": [_attribute("service.name", "graphwright")]}
    scope: JsonValue = {"name": "graphwright.runs", "version": version}
    request = {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": scope, "spans": spans}]}]}
    return json.dumps(request, ensure_ascii=False, indent=1) + "\n"


def _span(run: Run, step: Step) -> dict[str, JsonValue]:
    ended = step.started_at if step.ended_at is None else step.ended_at
    parent: dict[str, JsonValue] = {} if step.parent_id is None else {"parentSpanId": _span_id(step.parent_id)}
    status: dict[str, JsonValue] = {"code": _OK}
    if step.error is not None:
        status = {"code": _ERROR, "message": step.error.code}
    return {
        "traceId": run.run_id.replace("-", ""),
        "spanId": _span_id(step.step_id),
        **parent,
        "name": step.label,
        "kind": _CLIENT if step.kind in MODEL_CALLS else _INTERNAL,
        "startTimeUnixNano": _nanoseconds(step.started_at),
        "endTimeUnixNano": _nanoseconds(ended),
        "attributes": [_attribute(name, value) for name, value in _attributes(run, step)],
        "status": status,
    }


def _attributes(run: Run, step: Step) -> Iterator[tuple[str, str | int]]:
    yield "graphwright.step.kind", step.kind
    yield "graphwright.step.status", step.status
    if step.attempt > 1:
        yield "graphwright.step.attempt", step.attempt
    if step.verdict is not None:
        yield "graphwright.step.verdict", step.verdict
    if step.error is not None:
        yield "error.type", step.error.code
    if step.parent_id is None:
        yield "gen_ai.operation.name", "invoke_agent"
        yield "gen_ai.agent.name", run.workflow
    if run.thread_id is not None:
        yield "gen_ai.conversation.id", run.thread_id
    if step.kind == "llm_call":
        provider, _, model = step.label.rpartition(":")
        yield "gen_ai.operation.name", "chat"
        yield "gen_ai.provider.name", provider or "graphwright"
        yield "gen_ai.request.model", model
    elif step.kind == "tool_call":
        yield "gen_ai.operation.name", "execute_tool"
        yield "gen_ai.tool.name", step.label
    elif step.kind in SEARCHES:
        yield "gen_ai.operation.name", "retrieval"
    if step.usage is not None:
        yield "gen_ai.usage.input_tokens", step.usage.input_tokens
        yield "gen_ai.usage.output_tokens", step.usage.output_tokens
        yield "graphwright.usage.cost_micros", step.usage.cost_micros


def _attribute(name: str, value: str | int) -> dict[str, JsonValue]:
    """OTLP writes 64-bit integers as text."""
    return {"key": name, "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}}


def _span_id(step_id: str) -> str:
    return sha256(step_id.encode()).hexdigest()[:16]


def _nanoseconds(at: datetime) -> str:
    return str((at - _EPOCH) // timedelta(microseconds=1) * 1_000)
