"""Retry: a new run shares the finished beginning of an old one (ADR-10)."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from graphwright.errors import InvalidCommand, NeedsChoice, NotFound, ProviderUnavailable
from graphwright.protocol.events import RunStarted, StepFinished, StepStarted
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, RunId, StepId
from graphwright.protocol.runs import Form, FormField
from graphwright.protocol.wire import decode
from graphwright.runs.engine import Engine
from graphwright.runs.scope import RunScope, StepScope
from tests.runs.place import ANA, Answer, Ask, Place, begin, engine_of, new_place, result_of

BEN = Author(person_id=PersonId("ben"), name="Ben")
FORM = Form(fields=[FormField(key="size", label="Size", type="number", required=True)], who_may_answer="ask")
STARTED: Counter[str] = Counter()
BROKEN: set[str] = set()


@pytest.fixture(autouse=True)
def nothing_is_broken():
    STARTED.clear()
    BROKEN.clear()


async def work(step: StepScope, n: int) -> int:
    STARTED[step.key] += 1
    if step.key in BROKEN:
        raise ProviderUnavailable("down")
    return n + 1


async def round_of(step: StepScope, n: int) -> int:
    one, two = await step.parallel(step.step("llm_call", work, n), step.step("plan", work, n))
    return await step.step("commit", work, one + two)


async def story(run: RunScope, request: Ask) -> Answer:
    one = await run.step("context", work, request.number)
    try:
        await run.step("tool_call", work, one)
    except ProviderUnavailable:
        await run.step("tool_call", work, 0, key="fallback")
    two = await run.step("round", round_of, one)
    form = await run.form(FORM)
    three = await run.step("model_call", work, two + int(cast("int", form.values["size"])))
    return Answer(values=[one, two, three])


async def a_failed_run(*broken: str) -> tuple[Place, Engine, RunId]:
    BROKEN.update(broken)
    place = await new_place()
    engine = engine_of(place, story)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    if state.status == "waiting":
        await engine.answer(run_id, state.waits[0].step_id, {"size": 10}, ANA)
        state = await engine.settled(run_id)
    assert state.status == ("failed" if broken != ("tool_call#1",) else "completed")
    BROKEN.clear()
    STARTED.clear()
    return place, engine, run_id


async def run_document(place: Place, run_id: RunId) -> RunStarted:
    document = await place.store.document(place.project_id, "run", run_id)
    assert document
    return decode(document.body, RunStarted)


@pytest.mark.requirement("WC-10", "WC-12", "I-09")
async def test_a_retry_does_again_only_what_failed():
    place, engine, old = await a_failed_run("model_call#1", "tool_call#1")
    new = await engine.retry(old, author=BEN)
    state = await engine.settled(new)
    assert decode(result_of(state), Answer) == Answer(values=[1, 5, 16])
    assert STARTED == {"model_call#1": 1}, "the answered form and the stored failure are shared, too"
    run = await run_document(place, new)
    steps = await place.steps(old)
    assert (run.author, run.question, run.forked_from) == (BEN, "what?", steps["model_call#1"].step_id)
    assert {step.step_id for step in steps.values()}.isdisjoint(
        step.step_id for step in (await place.steps(new)).values()
    )
    assert (await engine.settled(old)).status == "failed"


@pytest.mark.requirement("WC-10", "C-37")
async def test_a_retry_tells_what_it_shares_as_ended_and_what_it_begins_again_as_begun():
    place, engine, old = await a_failed_run("round#1/commit#1")
    place.heard.clear()
    new = await engine.retry(old, author=BEN)

    told = [event for event in place.heard if isinstance(event, StepStarted | StepFinished) and event.run_id == new]
    assert [(type(event), event.key, event.status) for event in told] == [
        (StepStarted, "", "running"),
        (StepFinished, "context#1", "completed"),
        (StepFinished, "tool_call#1", "completed"),
        (StepStarted, "round#1", "running"),
        (StepFinished, "round#1/llm_call#1", "completed"),
        (StepFinished, "round#1/plan#1", "completed"),
    ]
    await engine.settled(new)


async def test_a_retry_inside_a_branch_keeps_its_finished_siblings():
    place, engine, old = await a_failed_run("round#1/commit#1")
    new = await engine.retry(old, author=BEN)
    assert (await engine.settled(new)).status == "waiting"
    assert STARTED == {"round#1/commit#1": 1}
    tree = await engine.tree(new)
    assert [node.step.key for node in tree.root.children] == [
        "context#1",
        "tool_call#1",
        "round#1",
        "interactive_form_wait#1",
    ]
    assert (await place.steps(new))["round#1"].attempt == 1


async def test_a_retry_begins_its_open_steps_anew_and_keeps_the_times_of_what_had_ended():
    place, engine, old = await a_failed_run("round#1/commit#1")
    place.clock.advance(3 * 24 * 3600)
    new = await engine.retry(old, author=BEN)
    await engine.settled(new)
    before, after = await place.steps(old), await place.steps(new)
    assert after["context#1"].started_at == before["context#1"].started_at
    assert after["round#1"].started_at == (await run_document(place, new)).started_at
    assert after["round#1"].duration_ms < 24 * 3600 * 1000  # type: ignore[operator]


@pytest.mark.requirement("WC-10")
async def test_a_fork_before_a_commit_asks_what_becomes_of_it():
    place, engine, old = await a_failed_run("model_call#1")
    steps = await place.steps(old)
    commit = steps["round#1/commit#1"]
    with pytest.raises(NeedsChoice) as refused:
        await engine.retry(old, steps["round#1/plan#1"].step_id, author=ANA)
    assert refused.value.fields == {"steps": [commit.step_id]}
    new = await engine.retry(old, steps["round#1/plan#1"].step_id, author=ANA, undo_previous=False)
    assert (await engine.settled(new)).status == "waiting", "the form lies after the fork and is asked again"
    assert STARTED == {"round#1/plan#1": 1, "round#1/commit#1": 1}


async def test_another_request_shares_nothing():
    _, engine, old = await a_failed_run("model_call#1")
    new = await engine.retry(old, request=Ask(number=100), author=ANA, undo_previous=True)
    state = await engine.settled(new)
    await engine.answer(new, state.waits[0].step_id, {"size": 0}, ANA)
    assert decode(result_of(await engine.settled(new)), Answer).values[0] == 101
    assert STARTED["context#1"] == 1


async def test_a_cancelled_run_goes_on_where_it_stood():
    place = await new_place()
    engine = engine_of(place, story)
    old = await begin(engine)
    await engine.settled(old)
    await engine.cancel(old)
    STARTED.clear()
    new = await engine.retry(old, author=ANA)
    assert (await engine.settled(new)).status == "waiting"
    assert not STARTED


async def test_what_cannot_be_retried_is_refused():
    place, engine, old = await a_failed_run("model_call#1")
    with pytest.raises(NotFound):
        await engine.retry(RunId("nobody"), author=ANA)
    with pytest.raises(NotFound):
        await engine.retry(old, StepId("nobody"), author=ANA)
    with pytest.raises(InvalidCommand):
        await engine.retry(old, request={"number": "seven"}, author=ANA, undo_previous=True)
    running = await begin(engine)
    with pytest.raises(InvalidCommand, match="still running"):
        await engine.retry(running, author=ANA)
    await engine.settled(running)
    assert len(await place.store.documents(place.project_id, "run")) == 2
