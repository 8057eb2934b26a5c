"""A finished step is never executed again, whatever was executed around it (ADR-10, I-09)."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import cast

import pytest

from graphwright.errors import ProviderUnavailable, StoreBusy
from graphwright.protocol.events import RunFinished, RunResumed, RunStarted, RunWaiting, StepFinished, StepStarted
from graphwright.protocol.runs import Form, FormField, Run
from graphwright.protocol.wire import decode, encode
from graphwright.runs.recorder import summary
from graphwright.runs.run_driver import load_run
from graphwright.runs.run_ending import RunState
from graphwright.runs.scope import RunScope, StepScope
from graphwright.store.base import Store
from tests.runs.place import (
    ANA,
    START,
    Answer,
    Ask,
    Halting,
    Place,
    begin,
    engine_of,
    new_place,
    reopened,
    result_of,
    run_once,
    written_at_once,
    written_when_awaited,
)

FORM = Form(fields=[FormField(key="size", label="Size", type="number", required=True)], who_may_answer="ask")


async def double(step: StepScope, n: int) -> int:
    return 2 * n


async def both(step: StepScope, n: int) -> list[int]:
    one, two = await step.parallel(step.step("llm_call", double, n), step.step("llm_call", double, n + 1))
    return [one, two]


async def story(run: RunScope, request: Ask) -> Answer:
    n = await run.step("context", double, request.number)
    return Answer(values=await run.step("model_call", both, n))


def values_of(state: RunState) -> list[int]:
    assert (state.status, state.error) == ("completed", state.error)
    return decode(result_of(state), Answer).values


@pytest.mark.requirement("C-01", "C-03", "C-08", "WC-03")
async def test_a_run_is_a_tree_of_steps_each_with_a_result_of_its_own():
    place = await new_place()
    state = await run_once(place, story, 3)
    assert values_of(state) == [12, 14]
    steps = await place.steps(state.run_id)
    assert [(key, step.status, result_of(step)) for key, step in steps.items()] == [
        ("", "completed", b'{"values":[12,14]}'),
        ("context#1", "completed", b"6"),
        ("model_call#1", "completed", b"[12,14]"),
        ("model_call#1/llm_call#1", "completed", b"12"),
        ("model_call#1/llm_call#2", "completed", b"14"),
    ]


@pytest.mark.requirement("C-02")
async def test_a_run_keeps_its_question_its_author_its_times_and_its_status():
    place = await new_place()

    async def lasting(run: RunScope, request: Ask) -> Answer:
        place.clock.advance(2)
        if request.number:
            raise ProviderUnavailable("nobody is there", retry="later")
        return Answer()

    states = [await run_once(place, lasting, number) for number in (0, 1)]

    kept = [await place.read(Run, state.run_id) for state in states]
    assert [(run.question, run.author, run.status) for run in kept] == [
        ("what?", ANA, "completed"), ("what?", ANA, "failed"),
    ]  # fmt: skip
    assert [(run.started_at, run.ended_at) for run in kept] == [
        (START, START + timedelta(seconds=2)), (START + timedelta(seconds=2), START + timedelta(seconds=4)),
    ]  # fmt: skip


@pytest.mark.requirement("C-58", "C-59", "K-17")
async def test_the_journal_says_where_each_step_stands_in_the_tree():
    place = await new_place()
    state = await run_once(place, story)
    journal = await place.journal()
    started = [event for event in journal if isinstance(event, RunStarted)]
    assert [(run.question, run.author, run.started_at) for run in started] == [("what?", ANA, place.clock.now())]
    ends = [event for event in journal if isinstance(event, StepFinished)]
    assert [(end.key, end.depth, len(end.path), end.path[-1] == end.step_id) for end in ends] == [
        ("context#1", 1, 2, True),
        ("model_call#1/llm_call#1", 2, 3, True),
        ("model_call#1/llm_call#2", 2, 3, True),
        ("model_call#1", 1, 2, True),
        ("", 0, 1, True),
    ]
    [finished] = [event for event in journal if isinstance(event, RunFinished)]
    assert (finished.status, finished.totals.steps, finished.totals.model_calls) == ("completed", 4, 2)
    assert place.heard == journal[1:], "whatever is durable is published, in order"
    assert state.run_id == finished.run_id


class ShuffledLoop(asyncio.SelectorEventLoop):
    """An event loop that runs what is ready in any order."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.dice = random.Random(seed)

    def _run_once(self) -> None:
        ready: deque[asyncio.Handle] = self._ready  # type: ignore[attr-defined]
        shuffled = list(ready)
        self.dice.shuffle(shuffled)
        ready.clear()
        ready.extend(shuffled)
        super()._run_once()  # type: ignore[misc]


async def leaf(step: StepScope, n: int) -> int:
    loop = cast("ShuffledLoop", asyncio.get_running_loop())
    for _ in range(loop.dice.randrange(5)):
        await asyncio.sleep(0)
    return n * n


async def branch(step: StepScope, n: int) -> int:
    first, second = await step.parallel(step.step("llm_call", leaf, n), step.step("llm_call", leaf, n + 1))
    return first + second + await step.step("llm_call", leaf, n + 2)


async def wide(run: RunScope, request: Ask) -> Answer:
    branches = [run.step("tool_call", branch, n, key=str(n)) for n in range(5)]
    sums = await run.parallel(*branches)
    last, form = await run.parallel(run.step("plan", leaf, 7), run.form(FORM))
    return Answer(values=[*sums, last, cast("int", form.values["size"])])


ORDERS: set[tuple[str, ...]] = set()


async def wide_journal() -> list[bytes]:
    place = await new_place()
    engine = engine_of(place, wide)
    run_id = await begin(engine)
    waiting = await engine.settled(run_id)
    await engine.answer(run_id, waiting.waits[0].step_id, {"size": 5}, ANA)
    assert values_of(await engine.settled(run_id)) == [5, 14, 29, 50, 77, 49, 5]
    ORDERS.add(tuple(event.key for event in await place.journal() if isinstance(event, StepFinished)))
    return sorted(encode(step) for step in (await place.steps(run_id)).values())


@pytest.mark.requirement("K-16", "I-09")
def test_a_hundred_random_schedulers_leave_one_journal():
    journals = set()
    for seed in range(100):
        with asyncio.Runner(loop_factory=partial(ShuffledLoop, seed)) as runner:
            journals.add(tuple(runner.run(wide_journal())))
    assert [len(journal) for journal in journals] == [23]
    assert len(ORDERS) > 90, "the schedulers really differed"


# --- a process that ends anywhere

STARTED: Counter[str] = Counter()
APPENDS = {
    ("", written_at_once): 10,
    ("", written_when_awaited): 6,
    ("llm_call", written_at_once): 12,
    ("llm_call", written_when_awaited): 8,
    ("context llm_call plan commit", written_at_once): 15,
    ("context llm_call plan commit", written_when_awaited): 11,
}
"""Kinds of steps that reach beyond themselves, so they wait for the disk; when the others are written; and how many
appends there are then."""


async def counted(step: StepScope, n: int) -> int:
    if step.kind in step.execution.run.question.split():
        await step.durable()
    STARTED[step.key] += 1
    return n + 1


async def counted_pair(step: StepScope, n: int) -> int:
    one, two = await step.parallel(step.step("llm_call", counted, n), step.step("llm_call", counted, n))
    return await step.step("commit", counted, one + two)


async def long_story(run: RunScope, request: Ask) -> Answer:
    one = await run.step("context", counted, request.number)
    two = await run.step("round", counted_pair, one)
    form = await run.form(FORM)
    three, four = await run.parallel(
        run.step("round", counted_pair, two), run.step("plan", counted, int(cast("int", form.values["size"])))
    )
    return Answer(values=[one, two, three, four])


async def live_through(place: Place, waiting: str) -> None:
    """What one process does: take up what is there or begin, answer the form, wait for the end."""
    engine = engine_of(place, long_story)
    await engine.resume_all()
    runs = await place.store.documents(place.project_id, "run")
    run_id = (
        decode(runs[0].body, RunStarted).run_id
        if runs
        else await engine.start("build", Ask(), author=ANA, question=waiting)
    )
    state = await engine.settled(run_id)
    if state.status == "waiting":
        await engine.answer(run_id, state.waits[0].step_id, {"size": 4}, ANA)
        state = await engine.settled(run_id)
    assert values_of(state) == [1, 5, 13, 5]


@pytest.mark.requirement("I-08", "I-09", "R-66", "T-08")
@pytest.mark.parametrize("keeps_last", [True, False])
@pytest.mark.parametrize(
    ("waiting", "written", "at"), [(*kinds, at + 1) for kinds, most in APPENDS.items() for at in range(most)]
)
async def test_a_process_that_ends_at_any_append_repeats_no_finished_step(
    waiting: str,
    written: Callable[[pytest.MonkeyPatch], None],
    at: int,
    keeps_last: bool,
    monkeypatch: pytest.MonkeyPatch,
):
    written(monkeypatch)
    place = await new_place(lambda store: cast("Store", Halting(store, at, keeps_last=keeps_last)))
    STARTED.clear()
    try:
        await live_through(place, waiting)
    except StoreBusy:
        finished = [
            event.key
            for event in await reopened(place).journal()
            if isinstance(event, StepFinished) and event.kind not in {"interactive_form_wait", "query_root"}
        ]
        before = Counter({key: STARTED[key] for key in finished})
        await live_through(reopened(place), waiting)
        assert Counter({key: STARTED[key] for key in finished}) == before
    journal = await reopened(place).journal()
    ends = Counter(event.key for event in journal if isinstance(event, StepFinished))
    assert set(ends.values()) == {1}
    assert sum(isinstance(event, RunFinished) for event in journal) == 1


@pytest.mark.parametrize(("waiting", "written"), APPENDS)
async def test_the_process_was_ended_at_every_append_there_is(
    waiting: str, written: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
):
    written(monkeypatch)
    store: list[Halting] = []

    def wrap(inner: Store) -> Store:
        store.append(Halting(inner, 1000, keeps_last=True))
        return cast("Store", store[0])

    await live_through(await new_place(wrap), waiting)
    assert 1000 - store[0].left == APPENDS[waiting, written]


@pytest.mark.requirement("I-09")
async def test_a_step_that_was_under_way_begins_again_with_a_higher_attempt_and_the_same_id():
    seen: list[tuple[int, str]] = []

    async def stream(step: StepScope) -> int:
        await step.durable()
        seen.append((step.attempt, step.stable_id("message")))
        return 1

    async def streaming(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("model_call", stream)])

    place = await new_place(lambda store: cast("Store", Halting(store, 3, keeps_last=False)))
    engine = engine_of(place, streaming)
    run_id = await begin(engine)
    with pytest.raises(StoreBusy):
        await engine.settled(run_id)
    again = engine_of(reopened(place), streaming)
    await again.resume(run_id)
    assert values_of(await again.settled(run_id)) == [1]
    (first, message), (second, same) = seen
    assert (first, second, message) == (1, 2, same)
    attempts = [e.attempt for e in await reopened(place).journal() if isinstance(e, StepStarted) and e.depth]
    assert attempts == [1, 2]


@pytest.mark.requirement("C-82")
async def test_a_run_that_is_taken_up_after_a_restart_says_so_and_runs():
    told: list[str] = []

    async def look(step: StepScope) -> int:
        told.append((await load_run(place, run_id)).status)
        await step.durable()
        return 1

    async def looking(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("context", look)])

    place = await new_place(lambda store: cast("Store", Halting(store, 3, keeps_last=False)))
    engine = engine_of(place, looking)
    run_id = await begin(engine)
    with pytest.raises(StoreBusy):
        await engine.settled(run_id)
    place = reopened(place)
    again = engine_of(place, looking)
    await again.resume(run_id)
    assert values_of(await again.settled(run_id)) == [1]

    assert told == ["running", "running"]
    of_the_run = [each for each in await place.journal() if isinstance(each, RunStarted | RunResumed | RunFinished)]
    assert [type(each) for each in of_the_run] == [RunStarted, RunResumed, RunFinished]


@pytest.mark.requirement("C-06", "I-09")
async def test_a_stored_failure_is_raised_again_so_the_fallback_stays_chosen():
    calls: list[str] = []
    fields: list[object] = []

    async def flaky(step: StepScope) -> int:
        calls.append("flaky")
        raise ProviderUnavailable("down", provider="x")

    async def with_fallback(run: RunScope, request: Ask) -> Answer:
        try:
            value = await run.step("model_call", flaky)
        except ProviderUnavailable as error:
            fields.append(error.fields)
            value = await run.step("model_call", double, 21, key="fallback")
        form = await run.form(FORM)
        return Answer(values=[value, int(cast("int", form.values["size"]))])

    place = await new_place()
    engine = engine_of(place, with_fallback)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    again = engine_of(reopened(place), with_fallback)
    await again.answer(run_id, state.waits[0].step_id, {"size": 1}, ANA)
    assert values_of(await again.settled(run_id)) == [42, 1]
    assert calls == ["flaky"]
    assert fields == [{"provider": "x"}] * 2


@pytest.mark.requirement("C-81", "WC-17", "R-60")
async def test_a_search_is_tried_once_more_after_a_pause_and_a_model_call_is_not():
    attempts: list[str] = []

    async def search(step: StepScope) -> int:
        attempts.append(f"{step.kind} {step.attempt}")
        raise ProviderUnavailable("busy")

    async def searching(run: RunScope, request: Ask) -> Answer:
        for kind in ("semantic_search", "model_call"):
            try:
                await run.step(kind, search, key="one")
            except ProviderUnavailable:
                continue
        return Answer()

    place = await new_place()
    assert (await run_once(place, searching)).status == "completed"
    assert attempts == ["semantic_search 1", "semantic_search 2", "model_call 1"]
    assert 0.9 <= place.clock.monotonic() <= 1.1


@pytest.mark.requirement("I-09")
@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({"found": ["x" * 150] * 40}, {"found": ["x" * 150] * 20}),
        (["x" * 1_500] + ["y"] * 3_000, ["x" * 999 + "…"] + ["y"] * 19),
        ({"found": ["x" * 1_000] * 40}, {"found": ["x" * 199 + "…"] * 10}),
        (["x" * 100_000], ["x" * 999 + "…"]),
        ({str(number): "x" * 9 for number in range(1_000)}, {"bytes": 17_891}),
    ],
)
def test_a_summary_is_the_first_cut_that_fits_into_a_step(result, told):
    assert decode(summary(encode(result)), object) == told


@pytest.mark.requirement("I-09")
async def test_a_large_result_is_a_summary_in_the_step_and_whole_on_replay():
    async def much(step: StepScope) -> list[str]:
        return ["x" * 1000] * 100

    async def large(run: RunScope, request: Ask) -> Answer:
        texts = await run.step("context", much)
        await run.form(FORM)
        return Answer(values=[len(texts), sum(map(len, texts))])

    place = await new_place()
    engine = engine_of(place, large)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    step = (await place.steps(run_id))["context#1"]
    assert len(result_of(step)) <= 4096
    assert step.result_ref
    await engine.answer(run_id, state.waits[0].step_id, {"size": 1}, ANA)
    assert values_of(await engine.settled(run_id)) == [100, 100_000]
    tree = await engine.tree(run_id)
    assert len(result_of(tree.node(step.step_id).step)) > 100_000


async def test_waits_of_parallel_branches_are_one_signal_and_slow_siblings_are_recorded_first():
    async def slow(step: StepScope, n: int) -> int:
        STARTED[step.key] += 1
        for _ in range(50):  # longer than a form needs to be asked for
            await asyncio.sleep(0)
        return n

    async def inner(step: StepScope, n: int) -> int:
        answer, value = await step.parallel(step.form(FORM), step.step("llm_call", slow, n))
        return value + int(cast("int", answer.values["size"]))

    async def outer(step: StepScope, n: int) -> int:
        one, two = await step.parallel(step.step("turn", inner, n), step.step("llm_call", slow, n))
        return one + two

    async def nested(run: RunScope, request: Ask) -> Answer:
        sums = await run.parallel(run.step("round", outer, 1), run.step("round", outer, 10))
        return Answer(values=list(sums))

    STARTED.clear()
    place = await new_place()
    engine = engine_of(place, nested)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    steps = await place.steps(run_id)
    assert {key for key, step in steps.items() if step.status == "completed"} == set(STARTED)
    assert len(STARTED) == 4
    assert len(state.waits) == 2
    await engine.answer(run_id, state.waits[0].step_id, {"size": 100}, ANA)
    assert len((await engine.settled(run_id)).waits) == 1
    await engine.answer(run_id, state.waits[1].step_id, {"size": 200}, ANA)
    assert values_of(await engine.settled(run_id)) == [102, 220]
    assert set(STARTED.values()) == {1}
    listed = [len(event.waits) for event in await place.journal() if isinstance(event, RunWaiting)]
    assert listed == [2, 1]
