"""One step: give back what was recorded of it, or do it and record that.

A body may end in five ways: a result, an error, a wait beneath it, a timeout of the workflow, or because the pass was
stopped. Only the first two are recorded here; a wait records itself, a timeout when the workflow goes on, a stop never.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from graphwright.errors import GraphwrightError, RunDiverged
from graphwright.protocol.runs import Step, StoredError
from graphwright.protocol.wire import stored_error
from graphwright.runs.failures import error_of
from graphwright.runs.recorded_steps import ENDED
from graphwright.runs.recorder import begin, complete, finished_event, stored_step, whole_result
from graphwright.runs.retries import MAX_ATTEMPTS, may_retry, pause_s
from graphwright.runs.signals import BREAKING, RunSuspended
from graphwright.runs.signatures import Codec
from graphwright.runs.step_state import ScopeState, StepState
from graphwright.tracing import span

R = TypeVar("R")


async def perform(scope: StepState, codec: Codec[R], body: Callable[[], Awaitable[R]]) -> R:
    """The step's result, replayed or new. Raises the step's error, replayed or new, or `RunSuspended`."""
    try:
        await record_interrupted(scope.parent)
        recorded = recorded_step(scope)
        if recorded is not None and recorded.status in ENDED:
            return await replay(scope, codec, recorded)
        return await _attempts(scope, codec, body, recorded)
    except RunSuspended as signal:
        scope.waited = signal
        raise
    except BREAKING as error:
        scope.execution.breaks(error)
        raise
    finally:
        scope.abandon()


def recorded_step(scope: StepState) -> Step | None:
    """What was recorded of the step. `RunDiverged` if that was for other arguments."""
    recorded = scope.execution.recording.get(scope.key)
    if recorded is not None and recorded.digest != scope.digest:
        raise RunDiverged(
            f"step {scope.key!r} was recorded with other arguments: the workflow's code has changed, or it read the "
            "world outside of a step; fork the run to go on",
            stepId=scope.step_id,
        )
    return recorded


async def replay(scope: StepState, codec: Codec[R], recorded: Step) -> R:
    """The recorded end of a step: its result, or its error raised again."""
    if recorded.status == "failed":
        raise error_of(recorded.error or StoredError(code="internal", message="the step failed", retry="never"))
    if recorded.status == "cancelled":
        raise TimeoutError(f"step {scope.key!r} ran out of the workflow's time")
    return codec.decode(await whole_result(scope.execution.host, recorded))


async def record_interrupted(scope: ScopeState) -> None:
    """Record steps that a timeout ended: only now is it sure that the workflow goes on without them.

    (A process that is being stopped cancels them just the same, and then they must run again.)
    """
    while scope.interrupted:
        child = scope.interrupted.pop()
        await record_interrupted(child)
        await scope.execution.note(finished_event(child, "cancelled"))


async def _attempts(scope: StepState, codec: Codec[R], body: Callable[[], Awaitable[R]], recorded: Step | None) -> R:
    await _begin_or_resume(scope, recorded)
    failures = 0
    while True:
        try:
            with span("step", graphwright__kind=scope.kind, graphwright__attempt=scope.attempt):
                return await _attempt(scope, codec, body)
        except BREAKING:
            raise
        except asyncio.CancelledError:
            return await _cancelled(scope, codec)
        except Exception as error:  # whatever a body raises is the step's failure, and is stored
            scope.execution.check()
            if scope.signal is not None:
                raise scope.signal from error
            if (stored := await _finished_by_body(scope)) is not None:
                return await replay(scope, codec, stored)
            failures += 1
            if scope.has_steps or not may_retry(scope.kind, failures, error):
                raise await _failed(scope, stored_error(error)) from error
        await scope.execution.host.clock.sleep(pause_s(scope.step_id, failures))
        scope.attempt += 1
        await begin(scope)


async def _begin_or_resume(scope: StepState, recorded: Step | None) -> None:
    if recorded is None:
        await begin(scope)
        return
    scope.attempt = recorded.attempt
    scope.started_at = recorded.started_at
    if scope.execution.recording.children(scope.step_id):
        return  # its code runs again over its recorded steps: the same attempt
    if recorded.attempt >= MAX_ATTEMPTS:
        gone = f"step {scope.key!r} was begun {recorded.attempt} times and never ended; it may stop the whole process"
        raise await _failed(scope, StoredError(code="internal", message=gone, retry="never"))
    scope.attempt += 1
    await begin(scope)


async def _attempt(scope: StepState, codec: Codec[R], body: Callable[[], Awaitable[R]]) -> R:
    scope.open()
    try:
        result = await body()
        scope.close()
    except RunSuspended:
        scope.execution.check()
        raise
    finally:
        scope.abandon()
    await record_interrupted(scope)
    encoded = codec.encode(result)
    value = codec.decode(encoded)
    if (stored := await _finished_by_body(scope)) is not None:
        return await replay(scope, codec, stored)
    await complete(scope, encoded)
    return value


async def _finished_by_body(scope: StepState) -> Step | None:
    """The step's end, if the body stored it together with what it did (`StepScope.finish`)."""
    if not scope.finish_was_used:
        return None
    stored = await stored_step(scope.execution.host, scope.step_id)
    if stored is None or stored.status not in ENDED:
        return None
    scope.execution.recording.put(stored)
    return stored


async def _cancelled(scope: StepState, codec: Codec[R]) -> R:
    """The pass was stopped, or a timeout of the workflow ended the step."""
    scope.execution.check()
    if (stored := await _finished_by_body(scope)) is not None:
        return await replay(scope, codec, stored)
    scope.parent.interrupted.append(scope)
    raise asyncio.CancelledError


async def _failed(scope: StepState, error: StoredError) -> GraphwrightError:
    """Record the failure; the exception to raise is the one that a replay would raise."""
    await record_interrupted(scope)
    await scope.execution.note(finished_event(scope, "failed", error=error))
    return error_of(error)
