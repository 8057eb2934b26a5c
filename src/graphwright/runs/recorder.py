"""Writes steps as they happen: an event when one begins and when it ends; large results go into a blob."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Raw
from msgspec.structs import asdict, replace

from graphwright.errors import LimitExceeded, Misuse
from graphwright.protocol.base import NOT_GIVEN, JsonValue, OptionalRaw, given
from graphwright.protocol.events import StepFinished, StepStarted
from graphwright.protocol.ids import StepId
from graphwright.protocol.runs import Step, StepStatus, StoredError
from graphwright.protocol.wire import decode, encode
from graphwright.runs.run_host import RunHost
from graphwright.runs.step_state import StepState
from graphwright.store.base import Sha256

INLINE_BYTES: Final = 4 * 1024
"""A larger result is a summary in the step and whole in a blob."""
MAX_RESULT_BYTES: Final = 8 * 1024 * 1024
"""A result is read back whole on every replay; what is larger belongs into a blob of its own."""
_OFTEN_BYTES: Final = 64 * 1024


def started_event(scope: StepState, *, status: StepStatus = "running", result: OptionalRaw = NOT_GIVEN) -> StepStarted:
    """The step begins, or begins again."""
    return StepStarted(
        step_id=scope.step_id,
        run_id=scope.run_id,
        parent_id=scope.path[-2],
        key=scope.key,
        kind=scope.kind,
        label=scope.label,
        status=status,
        attempt=scope.attempt,
        depends_on=scope.dependencies,
        started_at=scope.started_at,
        digest=scope.digest,
        result=result,
        path=scope.path,
        depth=len(scope.path) - 1,
    )


def finished_event(
    scope: StepState,
    status: StepStatus,
    *,
    body: bytes | None = None,
    ref: Sha256 | None = None,
    error: StoredError | None = None,
) -> StepFinished:
    """The step as it stands for ever. Without `ref` the body must be small enough to stand in the step."""
    if body is not None and ref is None and len(body) > INLINE_BYTES:
        raise Misuse(f"the result given to `finish` has {len(body):,} bytes; at most {INLINE_BYTES:,} fit into a step")
    ended_at = scope.execution.host.clock.now()
    result = NOT_GIVEN if body is None else Raw(body)
    return replace(
        StepFinished(**asdict(started_event(scope, status=status, result=result))),
        verdict=scope.given_verdict,
        ended_at=ended_at,
        duration_ms=_duration_ms(scope),
        usage=scope.used,
        result_ref=ref,
        error=error,
    )


async def begin(scope: StepState) -> None:
    """Record that an attempt of the step begins."""
    clock, execution = scope.execution.host.clock, scope.execution
    scope.started_at, scope.began = clock.now(), clock.monotonic()
    await execution.note(started_event(scope))
    if execution.is_resumed:
        await execution.durable()  # attempts are counted, also of a step that takes the process with it at once


async def complete(scope: StepState, body: bytes) -> None:
    """Record the result of the step."""
    small, ref = await set_aside(scope.execution.host, body)
    await scope.execution.note(finished_event(scope, "completed", body=small, ref=ref))


async def set_aside(host: RunHost, body: bytes) -> tuple[bytes, Sha256 | None]:
    """A result as it may stand in a step, and where the whole of it is if that is not it. `LimitExceeded`."""
    if len(body) > MAX_RESULT_BYTES:
        raise LimitExceeded(f"a result has {len(body):,} bytes; at most {MAX_RESULT_BYTES:,} are kept with a step")
    if len(body) <= INLINE_BYTES:
        return body, None
    return summary(body), await host.store.put_blob(body)


async def whole_result(host: RunHost, step: Step) -> Raw:
    """The result of a step, from its blob if it is large. `NotFound` if the blob is gone."""
    if step.result_ref is not None:
        return Raw(await host.store.get_blob(Sha256(step.result_ref)))
    return given(step.result) or Raw(b"null")


async def with_whole_result(host: RunHost, step: Step) -> Step:
    """The step as it is, or with its result from the blob in place of the summary."""
    return step if step.result_ref is None else replace(step, result=await whole_result(host, step), result_ref=None)


async def stored_step(host: RunHost, step_id: StepId) -> Step | None:
    """The step as the store has it."""
    return await host.find(Step, step_id)


def summary(body: bytes) -> bytes:
    """A result cut down to what fits into a step: same shape, shorter texts and lists."""
    return _known_summary(body) if len(body) <= _OFTEN_BYTES else _summary(body)


def _summary(body: bytes) -> bytes:
    value: JsonValue = decode(body, object)  # type: ignore[assignment]  # whatever JSON holds
    for texts, items in ((1_000, 20), (200, 10), (60, 3), (20, 1)):  # the first that fits; the last nearly always does
        value = _shortened(value, texts, items)  # of what is left: a shorter cut of a cut is the cut of the whole
        short = encode(value)
        if len(short) <= INLINE_BYTES:
            return short
    return encode({"bytes": len(body)})


_known_summary: Final = lru_cache(maxsize=32)(_summary)
"""The tools of a turn are the same bytes from turn to turn. Holds at most 32 times `_OFTEN_BYTES`."""


def _shortened(value: JsonValue, texts: int, items: int) -> JsonValue:
    if isinstance(value, str):
        return value if len(value) <= texts else value[: texts - 1] + "…"
    if isinstance(value, list):
        return [_shortened(item, texts, items) for item in value[:items]]
    if isinstance(value, dict):
        return {name: _shortened(item, texts, items) for name, item in value.items()}
    return value


def _duration_ms(scope: StepState) -> int:
    """By the monotonic clock; by the wall clock when the step began in an earlier process (R-68)."""
    clock = scope.execution.host.clock
    if scope.began is not None:
        return round((clock.monotonic() - scope.began) * 1000)
    return max(0, round((clock.now() - scope.started_at).total_seconds() * 1000))
