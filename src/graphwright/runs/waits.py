"""Waits: steps that a person ends, by answering a form or deciding a proposal.

A wait holds no task: it is recorded, raises `RunSuspended`, and the run is executed again once there is an answer.
While it is open the step's result is the `Wait` itself, so whoever sees the step can draw the form.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, Literal, TypeVar

from msgspec import Raw
from msgspec.structs import replace

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommitId, OperationId
from graphwright.protocol.runs import Form, FormField, Step, Wait
from graphwright.protocol.wire import decode, encode
from graphwright.runs.recorded_steps import ENDED
from graphwright.runs.recorder import started_event
from graphwright.runs.signals import BREAKING, RunSuspended
from graphwright.runs.signatures import Codec
from graphwright.runs.step_execution import record_interrupted, recorded_step, replay
from graphwright.runs.step_state import StepState

R = TypeVar("R")

WAIT_DAYS: Final = 30
"""A wait without a deadline of its own ends after this (ADR-18)."""
MAX_FIELDS: Final = 50
"""More than anybody fills in; a language model may have proposed the form."""
MAX_ANSWER: Final = 20_000
"""Characters of one text answer; as long as a description may be."""


class FormResult(Record, frozen=True, kw_only=True):
    """What became of a form. When nobody answered, `assumption` holds instead of `values`."""

    form: Form
    """What was asked (C-28)."""
    outcome: Literal["answered", "skipped", "expired"]
    values: dict[str, JsonValue]
    """By field key; defaults stand in for fields that were left empty."""
    assumption: str | None = None
    person: Author | None = None


class Decision(Record, frozen=True, kw_only=True):
    """What became of a proposal that a run waited for."""

    decision: Literal["accept", "reject", "expired", "withdrawn"]
    operation_ids: list[OperationId]
    """The operations that were accepted (or rejected)."""
    commit_id: CommitId | None = None
    feedback: str | None = None
    person: Author | None = None


async def wait_for(scope: StepState, codec: Codec[R], wait: Wait) -> R:
    """The answer, if there is one; else record the wait (once) and raise `RunSuspended`."""
    try:
        await record_interrupted(scope.parent)
        recorded = recorded_step(scope)
        if recorded is not None and recorded.status in ENDED:
            return await replay(scope, codec, recorded)
        if recorded is None:
            wait = await _open(scope, wait)
        else:
            wait = wait_of(recorded)
    except BREAKING as error:
        scope.execution.breaks(error)
        raise
    scope.waited = RunSuspended([wait])
    raise scope.waited


async def _open(scope: StepState, wait: Wait) -> Wait:
    scope.started_at = scope.execution.host.clock.now()
    if wait.expires_at is None:
        wait = replace(wait, expires_at=scope.started_at + timedelta(days=WAIT_DAYS))
    await scope.execution.record([started_event(scope, status="waiting", result=Raw(encode(wait)))])
    return wait


def wait_of(step: Step) -> Wait:
    """The wait that a waiting step holds."""
    return decode(bytes(step.result or b""), Wait)


def is_expired(wait: Wait, now: datetime) -> bool:
    """Has its deadline passed?"""
    return wait.expires_at is not None and wait.expires_at <= now


def check_form(form: Form) -> None:
    """Can a person answer this form at all? `InvalidCommand` names every reason why not."""
    keys = [field.key for field in form.fields]
    problems = [f"{key!r} is there twice" for key in sorted({key for key in keys if keys.count(key) > 1})]
    if not 1 <= len(form.fields) <= MAX_FIELDS:
        problems.append(f"a form has 1 to {MAX_FIELDS} fields, not {len(form.fields)}")
    for field in form.fields:
        if field.type in {"choice", "choices"} and not field.options:
            problems.append(f"{field.key!r} is a choice without options")
        if field.default is not None and (problem := _problem(field, field.default)):
            problems.append(f"the default of {problem}")
    if problems:
        raise InvalidCommand("this form cannot be shown: " + "; ".join(problems))


def check_answer(form: Form, values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The values with defaults filled in. `InvalidCommand` names every field that is wrong."""
    fields = {field.key: field for field in form.fields}
    problems = [
        f"there is no field {key[:80]!r} (there are: {', '.join(fields)})" for key in values if key not in fields
    ]
    answer: dict[str, JsonValue] = {}
    for field in form.fields:
        value = values.get(field.key)
        if value is None or value in ("", []):
            value = field.default
        if value is not None:
            answer[field.key] = value
            problems += [] if (problem := _problem(field, value)) is None else [problem]
        elif field.required:
            problems.append(f"{field.key!r} ({field.label}) must be answered")
    if problems:
        raise InvalidCommand("the answer does not fit the form: " + "; ".join(problems))
    return answer


def skipped(form: Form, outcome: Literal["skipped", "expired"], person: Author | None) -> FormResult:
    """Going on without an answer. `InvalidCommand` if the form has no assumption and needs an answer."""
    if form.assumption_on_skip is None and any(f.required and f.default is None for f in form.fields):
        raise InvalidCommand(
            "this form has required fields and no assumption, so it cannot be skipped; answer it or stop the run"
        )
    values: dict[str, JsonValue] = {field.key: field.default for field in form.fields if field.default is not None}
    return FormResult(form=form, outcome=outcome, values=values, assumption=form.assumption_on_skip, person=person)


def _problem(field: FormField, value: JsonValue) -> str | None:
    """What is wrong with a value, in words; `None` if nothing is."""
    match field.type:
        case "text":
            if not isinstance(value, str):
                return f"{field.key!r} must be text"
            return None if len(value) <= MAX_ANSWER else f"{field.key!r} has more than {MAX_ANSWER:,} characters"
        case "number":
            return _number_problem(field, value)
        case "boolean":
            return None if isinstance(value, bool) else f"{field.key!r} must be true or false"
        case "choice":
            return None if value in (field.options or ()) else f"{field.key!r} must be one of {field.options}"
        case "choices":
            chosen = value if isinstance(value, list) else [value]
            fits = isinstance(value, list) and all(one in (field.options or ()) for one in chosen)
            return None if fits else f"{field.key!r} must be a list out of {field.options}"


def _number_problem(field: FormField, value: JsonValue) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return f"{field.key!r} must be a number"
    if field.min is not None and value < field.min:
        return f"{field.key!r} must be at least {field.min:g}"
    if field.max is not None and value > field.max:
        return f"{field.key!r} must be at most {field.max:g}"
    return None
