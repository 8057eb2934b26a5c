"""What the code of a workflow holds in its hand: the run, and inside a step's body the step.

A scope gives its steps their keys in source order and watches over the rules that make replay possible: it belongs to
one task, only its innermost step may open steps, every call is awaited once, and `parallel` is the only parallelism.
Each break of a rule is a `Misuse` at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar, TypeVarTuple, cast, overload

from graphwright.errors import LimitExceeded, Misuse, RunDiverged
from graphwright.protocol.events import DurableEvent, PassingEvent, StepProgressed
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProposalId, RunId, StepId, ThreadId
from graphwright.protocol.runs import Form, StepKind, Usage, Verdict, Wait
from graphwright.runs.execution import MAX_PARALLEL, Execution
from graphwright.runs.recorded_steps import ENDED, ROOT_KEY, ROOT_KIND, derived_id, step_id_of
from graphwright.runs.recorder import finished_event
from graphwright.runs.signals import RunSuspended
from graphwright.runs.signatures import Codec, arguments_digest, codec_of
from graphwright.runs.step_call import StepCall
from graphwright.runs.step_execution import perform
from graphwright.runs.step_names import StepNames
from graphwright.runs.step_state import StepState
from graphwright.runs.waits import Decision, FormResult, check_form, wait_for
from graphwright.store.base import Fence, IdempotencyKey

R = TypeVar("R")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
Arguments = TypeVarTuple("Arguments")


class Scope:
    """Something that steps are called under."""

    def __init__(self, execution: Execution, *, key: str, path: list[StepId]) -> None:
        self.execution = execution
        self.key = key
        self.path = path
        self.step_id = path[-1]
        self.signal: RunSuspended | None = None
        """Set when a step under this one waits and nothing worse happened beside it: this scope waits too."""
        self.interrupted: list[StepState] = []
        """Steps that a timeout of the workflow ended; recorded when the workflow goes on without them."""
        self._task: asyncio.Task[object] | None = None
        self._inner: tuple[StepCall[object], ...] = ()
        self._asked: set[str] = set()
        """Keys of all steps that it called for."""
        self._waiting: dict[str, StepCall[object]] = {}
        """Those of them that nobody awaits yet. A call knows its scope, so the scope forgets it as soon as it can."""
        self._names = StepNames()
        self._frontier: list[StepId] = []
        self._is_closed = False

    @property
    def run_id(self) -> RunId:
        """The run that this belongs to."""
        return self.execution.run.run_id

    def step(
        self,
        kind: StepKind,
        function: Callable[[StepScope, *Arguments], Awaitable[R]],
        *args: *Arguments,
        key: str | None = None,
        label: str | None = None,
    ) -> StepCall[R]:
        """Ask for a step: await the result, or hand it to `parallel`.

        `function` is `async def f(step: StepScope, ...) -> Result`; its result is stored and given back on replay, its
        return annotation says as what. `args` must have a JSON form and be the same on every replay; ports are bound to
        the function, not passed. `key` tells the rounds of a loop apart. Raises `Misuse`.
        """
        with self._ruled():
            self._check_here()
            codec = cast("Codec[R]", codec_of(function))
            child = self._child(kind, key, label, arguments_digest(args), codec)
        return self._called(child, partial(perform, child, codec, partial(function, child, *args)))

    def form(self, form: Form, *, key: str | None = None, label: str | None = None) -> StepCall[FormResult]:
        """Ask a person; the run may wait for days. `InvalidCommand` for a form that nobody could answer."""
        with self._ruled():
            self._check_here()
            check_form(form)
            codec = Codec(FormResult, "a form")
            child = self._child("interactive_form_wait", key, label, arguments_digest([form]), codec)
        wait = Wait(step_id=child.step_id, form=form, expires_at=form.deadline)
        return self._called(child, partial(wait_for, child, codec, wait))

    def approval(
        self, proposal_id: ProposalId, *, key: str | None = None, label: str | None = None
    ) -> StepCall[Decision]:
        """Wait until a person decides a proposal."""
        with self._ruled():
            self._check_here()
            codec = Codec(Decision, "an approval")
            child = self._child("approval", key, label, arguments_digest([proposal_id]), codec)
        return self._called(
            child, partial(wait_for, child, codec, Wait(step_id=child.step_id, proposal_id=proposal_id))
        )

    @overload
    async def parallel(self, first: StepCall[A], second: StepCall[B], /) -> tuple[A, B]: ...
    @overload
    async def parallel(self, first: StepCall[A], second: StepCall[B], third: StepCall[C], /) -> tuple[A, B, C]: ...
    @overload
    async def parallel(self, *calls: StepCall[R]) -> tuple[R, ...]: ...
    async def parallel(self, *calls: StepCall[object]) -> tuple[object, ...]:
        """Run steps side by side; all of them end before this does.

        If some fail, the first error in source order is raised; else, if some wait, one signal for all of them.
        """
        if len(calls) == 1 and calls[0].parent is self:
            return (await calls[0],)  # alone it needs no task of its own
        if len(calls) > MAX_PARALLEL:
            raise LimitExceeded(f"at most {MAX_PARALLEL} steps run side by side, not {len(calls)}")
        self.enter(calls)
        try:
            results = await asyncio.gather(*(call.perform() for call in calls), return_exceptions=True)
        finally:
            self.leave(calls)
        self.execution.check()
        errors = [result for result in results if isinstance(result, BaseException)]
        for error in errors:
            if not isinstance(error, RunSuspended):
                raise error
        waits = [wait for error in errors if isinstance(error, RunSuspended) for wait in error.waits]
        if waits:
            self.signal = RunSuspended(waits)
            raise self.signal
        return tuple(results)

    # --- used by `call`, `perform` and `engine`

    def open(self) -> None:
        """The code of this scope begins, in the current task."""
        self._task = asyncio.current_task()
        self._is_closed = False

    def close(self) -> None:
        """The code of this scope returned. Raises what it should not have swallowed or left behind."""
        self._is_closed = True
        self.execution.check()
        if self.signal is not None:
            raise self.signal
        if self._waiting:
            raise Misuse(
                f"{next(iter(self._waiting))!r} was called and never awaited; await it or pass it to `parallel`"
            )
        for step in self.execution.recording.children(self.step_id):
            if step.status in ENDED and step.key not in self._asked:
                raise RunDiverged(
                    f"step {step.key!r} was finished before and is not asked for any more: the workflow's code has "
                    "changed; fork the run to go on with the new code",
                    stepId=step.step_id,
                )

    @property
    def has_steps(self) -> bool:
        """Did its code call for steps?"""
        return bool(self._asked)

    def abandon(self) -> None:
        """The code of this scope ended by an exception; it may open nothing more."""
        self._is_closed = True

    def enter(self, calls: Sequence[StepCall[object]]) -> None:
        """Calls begin: each once, in the scope's own task, nothing else of this scope being under way."""
        with self._ruled():
            self._check_here()
            for call in calls:
                if call.parent is not self:
                    raise Misuse(f"{call!r} belongs to another scope; await it where it was called")
                if call.is_awaited:
                    raise Misuse(f"{call!r} is awaited twice; keep its result in a variable")
                call.is_awaited = True
                self._waiting.pop(call.child.key, None)
                call.child.depends_on(*self._frontier)
        self._inner = tuple(calls)

    def leave(self, calls: Sequence[StepCall[object]]) -> None:
        """Calls ended, one way or another."""
        self._inner = ()
        self._frontier = [call.step_id for call in calls] or self._frontier
        if len(calls) == 1 and calls[0].child.waited is not None:
            self.signal = calls[0].child.waited

    # --- the rules

    def _check_here(self) -> None:
        """May this scope open a step here and now?"""
        task = _current_task()
        if self._task is None or self._is_closed:
            raise Misuse(f"{self._named} has ended; steps can only be opened while its function runs")
        if task is not self._task:
            raise Misuse(
                f"{self._named} is used in another task; only `parallel` runs steps side by side, and only "
                "`asyncio.timeout` limits their time"
            )
        if self._inner:
            raise Misuse(
                f"{self._named} is used inside its step {self._inner[0].child.key!r}; use that step's own scope"
            )
        self.execution.check()
        if self.signal is not None:
            raise self.signal

    def _child(self, kind: str, key: str | None, label: str | None, digest: str, codec: Codec[R]) -> StepScope:
        kinds = self.execution.kinds
        if kinds is not None and kind not in kinds:
            raise Misuse(f"{kind!r} is no kind of step of this workflow; it has {', '.join(sorted(kinds))}")
        name = self._names.next(kind, key)
        full_key = f"{self.key}/{name}" if self.key else name
        self.execution.count_step(len(self.path))
        return StepScope(self, kind=kind, key=full_key, label=label or kind, digest=digest, codec=codec)

    def _called(self, child: StepScope, performing: Callable[[], Coroutine[None, None, R]]) -> StepCall[R]:
        call = StepCall(self, child, performing)
        self._asked.add(child.key)
        self._waiting[child.key] = call
        return call

    @contextmanager
    def _ruled(self) -> Generator[None]:
        """Remember a broken rule, so that code which swallows the error gets no further."""
        try:
            yield
        except Misuse as error:
            self.execution.breaks(error)
            raise

    @property
    def _named(self) -> str:
        return f"step {self.key!r}" if self.key else "the run"


class RunScope(Scope):
    """What a workflow is given first: `async def workflow(run: Run, request: Request) -> Answer`."""

    def __init__(self, execution: Execution) -> None:
        super().__init__(execution, key=ROOT_KEY, path=[step_id_of(execution.run.run_id, ROOT_KEY)])
        self.kind = ROOT_KIND

    @property
    def author(self) -> Author:
        """Who asked; tools run with this person's rights (ADR-14)."""
        return self.execution.run.author

    @property
    def question(self) -> str:
        """What was asked."""
        return self.execution.run.question

    @property
    def thread_id(self) -> ThreadId | None:
        """The conversation that the run belongs to."""
        return self.execution.run.thread_id

    @property
    def revision(self) -> int:
        """The revision that the run pinned when it began."""
        return self.execution.run.revision


class StepScope(Scope):
    """What a step's function is given first: its place in the tree, its pen, and steps of its own."""

    def __init__(self, parent: Scope, *, kind: str, key: str, label: str, digest: str, codec: Codec[R]) -> None:
        step_id = step_id_of(parent.run_id, key)
        super().__init__(parent.execution, key=key, path=[*parent.path, step_id])
        self.parent = parent
        self.kind = kind
        self.label = label
        self.digest = digest
        self.attempt = 1
        self.used: Usage | None = None
        self.given_verdict: Verdict | None = None
        self.dependencies: list[StepId] = []
        self.waited: RunSuspended | None = None
        """The signal that left this step."""
        self.finish_was_used = False
        self.started_at = parent.execution.host.clock.now()
        self.began: float | None = None
        """By the monotonic clock; `None` when the step began in an earlier pass."""
        self._codec = codec

    @property
    def fence(self) -> Fence:
        """For durable writes of the body: refused once the run has another owner."""
        return self.execution.fence

    def write_key(self, body: bytes, answer: bytes = b"") -> IdempotencyKey:
        """The idempotency key `runId/stepKey` for the one durable write of this step (ADR-04)."""
        return IdempotencyKey(scope=self.run_id, id=self.key, digest=arguments_digest([body]), answer=answer)

    def stable_id(self, name: str) -> str:
        """A UUIDv7 for something this step makes (a message, a proposal): the same on every attempt (ADR-10)."""
        return derived_id(self.run_id, f"{self.key}!{name}")

    def depends_on(self, *step_ids: StepId) -> None:
        """Name siblings whose results this step uses, beside those that ended before it was called (K-16)."""
        self.dependencies += [step_id for step_id in step_ids if step_id not in self.dependencies]

    def verdict(self, verdict: Verdict) -> None:
        """What a check found; the step itself is completed either way (WC-09)."""
        self.given_verdict = verdict

    def usage(self, usage: Usage) -> None:
        """Add tokens and money to the step; attempts that failed cost too."""
        self.used = usage if self.used is None else _sum(self.used, usage)

    def progress(self, done: int, total: int, note: str | None = None) -> None:
        """Tell everybody how far the step is."""
        self.publish(
            StepProgressed(
                run_id=self.run_id,
                step_id=self.step_id,
                parent_id=self.path[-2],
                path=self.path,
                depth=len(self.path) - 1,
                done=done,
                total=total,
                note=note,
            )
        )

    async def durable(self) -> None:
        """Wait until the beginning of this step, and all that led to it, is on the disk.

        To be awaited before anything that a crash cannot take back: a model call that costs money, a delta that people
        see, a commit.
        """
        await self.execution.durable()

    def publish(self, event: PassingEvent) -> None:
        """Tell everybody something that is not kept: a delta, a ghost. `Misuse` before the step is `durable`."""
        self.execution.check()
        self._check_durable()
        self.execution.host.publish(event)

    async def record(self, events: Sequence[DurableEvent]) -> None:
        """Make events of this step durable as the run's owner, then publish them."""
        await self.execution.record(events)

    def finish(self, result: object) -> list[DurableEvent]:
        """The end of this step, to be put into the same transaction as what it does (a commit): both or neither.

        The body then returns the same `result`. May be called again with a newer one while nothing is stored. `Misuse`
        before the step is `durable`, and for a result above 4 KB: it could not be stored inside that transaction.
        """
        self._check_durable()
        self.finish_was_used = True
        return [finished_event(self, "completed", body=self._codec.encode(result))]

    def _check_durable(self) -> None:
        begun = self.execution.recording.get(self.key)
        if begun is None or begun.attempt != self.attempt:
            with self._ruled():
                raise Misuse(f"{self._named} reaches beyond itself; it has to await `durable` before")


def _current_task() -> asyncio.Task[object] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def _sum(one: Usage, other: Usage) -> Usage:
    if one.currency != other.currency:
        raise Misuse(f"a step cannot cost {one.currency!r} and {other.currency!r}; convert before adding")
    return Usage(
        input_tokens=one.input_tokens + other.input_tokens,
        cached_tokens=one.cached_tokens + other.cached_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cost_micros=one.cost_micros + other.cost_micros,
        currency=one.currency,
        estimated=one.estimated or other.estimated,
    )
