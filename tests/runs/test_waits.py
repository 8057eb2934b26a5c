"""Forms and approvals: runs that wait for people hold nothing, survive restarts and go on by the answer."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import cast

import pytest
from msgspec.structs import replace

from graphwright.errors import FormClosed, InvalidCommand, NotFound
from graphwright.protocol.base import JsonValue
from graphwright.protocol.events import (
    FormAnswered,
    ProposalChanged,
    ProposalDecided,
    ProposalOpened,
    RunFinished,
    RunResumed,
    RunWaiting,
)
from graphwright.protocol.ids import OperationId, ProposalId, RunId, StepId
from graphwright.protocol.operations import ProposalState
from graphwright.protocol.runs import Form, FormField, Wait
from graphwright.protocol.wire import decode
from graphwright.runs.run_ending import RunState
from graphwright.runs.scope import RunScope, StepScope
from graphwright.runs.waits import Decision, FormResult, check_answer, check_form, is_expired
from tests.runs.place import ANA, START, Answer, Ask, Place, begin, engine_of, new_place, reopened, result_of

FORM = Form(
    fields=[
        FormField(key="land", label="Land", type="choice", required=True, options=["BW", "BY"]),
        FormField(key="area", label="Area", type="number", required=False, unit="m2", min=1, max=500, default=25),
        FormField(key="uses", label="Uses", type="choices", required=False, options=["car", "wood"]),
        FormField(key="note", label="Note", type="text", required=False),
        FormField(key="built", label="Built", type="boolean", required=False),
    ],
    who_may_answer="ask",
    assumption_on_skip="the carport stands in BW",
)
MUST = Form(fields=FORM.fields, who_may_answer="ask")
PROPOSAL = ProposalId("p1")


async def asking(run: RunScope, request: Ask) -> FormResult:
    return await run.form(FORM)


async def insisting(run: RunScope, request: Ask) -> FormResult:
    return await run.form(MUST)


async def approving(run: RunScope, request: Ask) -> Decision:
    return await run.approval(PROPOSAL)


def answer_of(state: RunState) -> FormResult:
    assert state.status == "completed", state.error
    return decode(result_of(state), FormResult)


def decision_in(state: RunState) -> Decision:
    assert state.status == "completed", state.error
    return decode(result_of(state), Decision)


async def open_proposal(place: Place, run_id: RunId, state: ProposalState = "open") -> None:
    event = ProposalOpened if state == "open" else ProposalChanged
    await place.recorded(
        [
            event(
                proposal_id=PROPOSAL,
                state=state,
                origin="run",
                author=ANA,
                operations=[],
                batches=[],
                findings=[],
                problems=[],
                digest="d",
                version=1,
                base_revision=0,
                run_id=run_id,
            )
        ]
    )


DECIDED = ProposalDecided(
    proposal_id=PROPOSAL,
    decision="accept",
    operation_ids=[OperationId("o1")],
    state="accepted",
    person=ANA,
    at=START,
    digest="d",
    feedback="fine",
)
ACCEPTED = Decision(decision="accept", operation_ids=[OperationId("o1")], feedback="fine", person=ANA)


@pytest.mark.requirement("C-05", "C-28", "C-42", "WC-07", "T-08", "R-66")
async def test_a_form_survives_a_restart_and_the_run_goes_on_by_the_answer():
    place = await new_place()
    engine = engine_of(place, asking)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    [wait] = state.waits
    assert (state.status, wait.form, wait.expires_at) == ("waiting", FORM, START + timedelta(days=30))
    assert asyncio.all_tasks() == {asyncio.current_task()}, "a wait holds no task"

    later = engine_of(reopened(place), asking)
    await later.resume_all()
    assert await later.settled(run_id) == state
    await later.answer(run_id, wait.step_id, {"land": "BW", "uses": ["car"], "built": False}, ANA)
    values: dict[str, JsonValue] = {"land": "BW", "area": 25, "uses": ["car"], "built": False}
    assert answer_of(await later.settled(run_id)) == FormResult(
        form=FORM, outcome="answered", values=values, person=ANA
    )
    kinds = [
        type(e) for e in await place.journal() if isinstance(e, RunWaiting | FormAnswered | RunResumed | RunFinished)
    ]
    assert kinds == [RunWaiting, FormAnswered, RunResumed, RunFinished]


@pytest.mark.requirement("WC-07", "C-72")
@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({}, "'land' (Land) must be answered"),
        ({"land": ""}, "'land' (Land) must be answered"),
        ({"land": "HH"}, "'land' must be one of"),
        ({"land": ["BW"]}, "'land' must be one of"),
        ({"land": "BW", "area": "25"}, "'area' must be a number"),
        ({"land": "BW", "area": True}, "'area' must be a number"),
        ({"land": "BW", "area": float("nan")}, "'area' must be a number"),
        ({"land": "BW", "area": 0.5}, "'area' must be at least 1"),
        ({"land": "BW", "area": 501}, "'area' must be at most 500"),
        ({"land": "BW", "uses": "car"}, "'uses' must be a list out of"),
        ({"land": "BW", "uses": ["boat"]}, "'uses' must be a list out of"),
        ({"land": "BW", "note": 7}, "'note' must be text"),
        ({"land": "BW", "note": "x" * 20_001}, "'note' has more than 20,000 characters"),
        ({"land": "BW", "built": "yes"}, "'built' must be true or false"),
        ({"land": "BW", "sky": "blue"}, "there is no field 'sky'"),
    ],
)
async def test_an_answer_that_does_not_fit_is_refused_and_the_form_stays_open(values: dict[str, JsonValue], says: str):
    place = await new_place()
    engine = engine_of(place, asking)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    before = await place.journal()
    with pytest.raises(InvalidCommand, match="does not fit") as refused:
        await engine.answer(run_id, state.waits[0].step_id, values, ANA)
    assert says in refused.value.message
    assert await place.journal() == before
    assert await engine.settled(run_id) == state


@pytest.mark.requirement("C-72", "R-122")
@pytest.mark.parametrize("values", [{"area": 1}, {"area": 500}, {"note": "x" * 20_000}])
def test_an_answer_that_just_reaches_a_limit_fits(values: dict[str, JsonValue]):
    answer: dict[str, JsonValue] = {"land": "BW", "area": 25, **values}

    assert check_answer(FORM, answer) == answer


@pytest.mark.requirement("C-72", "R-122")
def test_a_number_without_limits_may_be_any_and_one_with_a_single_limit_is_held_to_that():
    def asked(**limits: float) -> Form:
        return Form(
            fields=[FormField(key="n", label="N", type="number", required=True, **limits)], who_may_answer="ask"
        )

    assert [check_answer(asked(), {"n": value})["n"] for value in (-1e9, 0, 1e9)] == [-1e9, 0, 1e9]
    assert check_answer(asked(min=0.0), {"n": 1e9}) == {"n": 1e9}
    assert check_answer(asked(max=0.0), {"n": -1e9}) == {"n": -1e9}
    with pytest.raises(InvalidCommand, match=r"'n' must be at least 0$"):
        check_answer(asked(min=0.0), {"n": -1})
    with pytest.raises(InvalidCommand, match=r"'n' must be at most 0$"):
        check_answer(asked(max=0.0), {"n": 1})


@pytest.mark.requirement("C-72", "R-122")
@pytest.mark.parametrize(("count", "fits"), [(1, True), (50, True), (0, False), (51, False)])
def test_a_form_has_one_to_fifty_fields(count: int, fits: bool):
    fields = [FormField(key=f"k{number}", label="K", type="text", required=False) for number in range(count)]
    form = Form(fields=fields, who_may_answer="ask")
    if fits:
        check_form(form)
        return

    with pytest.raises(InvalidCommand) as refused:
        check_form(form)
    assert refused.value.message == f"this form cannot be shown: a form has 1 to 50 fields, not {count}"


@pytest.mark.requirement("R-122", "I-08")
@pytest.mark.parametrize(("after_s", "is_over"), [(-1, False), (0, True), (1, True)])
def test_a_wait_is_over_in_the_moment_in_which_it_expires(after_s: int, is_over: bool):
    wait = Wait(step_id=StepId("s"), form=FORM, expires_at=START)

    assert is_expired(wait, START + timedelta(seconds=after_s)) is is_over


def test_all_problems_of_an_answer_are_named_at_once():
    with pytest.raises(InvalidCommand) as refused:
        check_answer(FORM, {"area": 0, "sky": 1})
    assert refused.value.message.count(";") == 2


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ([], "1 to 50 fields"),
        ([FORM.fields[0]] * 2, "'land' is there twice"),
        ([FormField(key="a", label="A", type="choice", required=True)], "a choice without options"),
        ([FormField(key="a", label="A", type="number", required=True, default="x")], "the default of 'a' must be"),
    ],
)
def test_a_form_that_nobody_could_answer_is_refused(fields: list[FormField], says: str):
    with pytest.raises(InvalidCommand) as refused:
        check_form(Form(fields=fields, who_may_answer="ask"))
    assert says in refused.value.message


@pytest.mark.requirement("WC-07")
async def test_a_skipped_form_goes_on_with_its_assumption():
    place = await new_place()
    engine = engine_of(place, asking)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    await engine.answer(run_id, state.waits[0].step_id, None, ANA)
    assert answer_of(await engine.settled(run_id)) == FormResult(
        form=FORM, outcome="skipped", values={"area": 25}, assumption="the carport stands in BW", person=ANA
    )
    assert (await place.steps(run_id))["interactive_form_wait#1"].status == "skipped"


@pytest.mark.requirement("WC-07", "C-42")
@pytest.mark.parametrize(
    ("values", "told"), [({"land": "BY"}, {"land": "BY", "area": 25}), (None, None)], ids=["answered", "skipped"]
)
async def test_everybody_is_told_who_answered_a_form_and_what_or_that_nothing_was_said(
    values: dict[str, JsonValue] | None, told: dict[str, JsonValue] | None
):
    place = await new_place()
    engine = engine_of(place, asking)
    run_id = await begin(engine)
    [wait] = (await engine.settled(run_id)).waits
    await engine.answer(run_id, wait.step_id, values, ANA)
    await engine.settled(run_id)

    assert [event for event in place.heard if isinstance(event, FormAnswered)] == [
        FormAnswered(run_id=run_id, step_id=wait.step_id, person=ANA, values=told)
    ]


@pytest.mark.requirement("WC-07", "R-126")
async def test_whoever_names_a_run_that_is_not_here_is_told_that_it_is_the_run():
    engine, nobody = engine_of(await new_place(), asking), RunId("nobody")
    for asked in (
        engine.answer(nobody, StepId("s"), {}, ANA),
        engine.tree(nobody),
        engine.retry(nobody, author=ANA),
        engine.cancel(nobody),
        engine.resume(nobody),
        engine.settled(nobody),
    ):
        with pytest.raises(NotFound, match="there is no run 'nobody' in this project"):
            await asked


async def test_a_form_with_required_fields_and_no_assumption_cannot_be_skipped():
    engine = engine_of(await new_place(), insisting)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    with pytest.raises(InvalidCommand, match="cannot be skipped"):
        await engine.answer(run_id, state.waits[0].step_id, None, ANA)


@pytest.mark.requirement("WC-07", "I-08")
async def test_a_form_that_nobody_answers_expires():
    place = await new_place()
    engine = engine_of(place, asking)
    run_id = await begin(engine)
    await engine.settled(run_id)
    await engine.sweep(START + timedelta(days=29))
    assert (await engine.settled(run_id)).status == "waiting"
    await engine.sweep(START + timedelta(days=30))
    assert answer_of(await engine.settled(run_id)).outcome == "expired"
    assert await place.store.documents(place.project_id, "wait") == []


async def test_a_form_that_expires_without_an_assumption_fails_the_run():
    engine = engine_of(await new_place(), insisting)
    run_id = await begin(engine)
    await engine.settled(run_id)
    await engine.sweep(START + timedelta(days=30))
    state = await engine.settled(run_id)
    assert (state.status, state.error and state.error.code) == ("failed", "formClosed")


async def test_of_two_answers_at_once_one_counts_and_the_other_is_told():
    place = await new_place()
    engine = engine_of(place, asking)
    run_id = await begin(engine)
    step_id = (await engine.settled(run_id)).waits[0].step_id
    results = await asyncio.gather(
        *(engine.answer(run_id, step_id, {"land": land}, ANA) for land in ("BW", "BY")), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), FormClosed]
    assert answer_of(await engine.settled(run_id)).values["land"] == "BW"
    with pytest.raises(FormClosed):
        await engine.answer(run_id, step_id, {"land": "BY"}, ANA)


async def test_answers_to_unknown_runs_and_steps_are_not_found():
    engine = engine_of(await new_place(), asking)
    run_id = await begin(engine)
    await engine.settled(run_id)
    with pytest.raises(NotFound):
        await engine.answer(RunId("nobody"), StepId("x"), {}, ANA)
    with pytest.raises(NotFound):
        await engine.answer(run_id, StepId("x"), {}, ANA)


async def test_an_answer_that_comes_before_the_run_has_come_to_rest_is_not_lost():
    gate = asyncio.Event()

    async def slow(step: StepScope) -> int:
        await gate.wait()
        return 1

    async def workflow(run: RunScope, request: Ask) -> FormResult:
        answer, _ = await run.parallel(run.form(FORM), run.step("model_call", slow))
        return answer

    place = await new_place()
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    while "interactive_form_wait#1" not in await place.steps(run_id):
        await asyncio.sleep(0)
    form = (await place.steps(run_id))["interactive_form_wait#1"]
    await engine.answer(run_id, form.step_id, {"land": "BY"}, ANA)
    gate.set()
    assert answer_of(await engine.settled(run_id)).values["land"] == "BY"
    assert not [event for event in await place.journal() if isinstance(event, RunWaiting)]


@pytest.mark.requirement("WC-07")
@pytest.mark.requirement("I-09", "R-66")
async def test_a_run_that_is_taken_up_and_answered_meanwhile_is_told_as_resumed_once_for_each():
    gate, place = asyncio.Event(), await new_place()

    async def slow(step: StepScope) -> int:
        await gate.wait()
        return 1

    async def workflow(run: RunScope, request: Ask) -> FormResult:
        answer, _ = await run.parallel(run.form(FORM), run.step("model_call", slow))
        return answer

    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    while "interactive_form_wait#1" not in await place.steps(run_id):
        await asyncio.sleep(0)
    await engine.close()
    later = engine_of(reopened(place), workflow)
    await later.resume(run_id)
    while (await place.steps(run_id))["model_call#1"].attempt < 2:
        await asyncio.sleep(0)
    form = (await place.steps(run_id))["interactive_form_wait#1"]
    await later.answer(run_id, form.step_id, {"land": "BY"}, ANA)
    gate.set()

    assert answer_of(await later.settled(run_id)).values["land"] == "BY"
    told = [event for event in await place.journal() if isinstance(event, RunResumed | FormAnswered | RunFinished)]
    assert [type(event) for event in told] == [RunResumed, FormAnswered, RunResumed, RunFinished]


async def test_swallowing_the_signal_does_not_complete_the_run():
    async def swallowing(run: RunScope, request: Ask) -> FormResult:
        try:
            return await run.form(FORM)
        except BaseException:  # noqa: BLE001  # exactly what a workflow must not get away with
            return FormResult(form=FORM, outcome="skipped", values={})

    engine = engine_of(await new_place(), swallowing)
    state = await engine.settled(await begin(engine))
    assert (state.status, len(state.waits)) == ("waiting", 1)


async def test_stumbling_after_swallowing_the_signal_does_not_fail_the_run():
    async def inner(step: StepScope) -> int:
        try:
            answer = await step.form(FORM)
        except BaseException:  # noqa: BLE001  # exactly what a workflow must not get away with
            answer = None
        return len(cast("FormResult", answer).values)

    async def stumbling(run: RunScope, request: Ask) -> Answer:
        return Answer(values=[await run.step("round", inner)])

    place = await new_place()
    engine = engine_of(place, stumbling)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    assert state.status == "waiting"
    assert (await place.steps(run_id))["round#1"].status == "running"


@pytest.mark.requirement("I-08", "C-77")
async def test_a_branch_that_fails_beside_a_wait_fails_the_run_and_closes_the_wait():
    async def failing(step: StepScope) -> int:
        raise InvalidCommand("no")

    async def workflow(run: RunScope, request: Ask) -> Answer:
        await run.parallel(run.form(FORM), run.step("plan", failing))
        return Answer()

    place = await new_place()
    engine = engine_of(place, workflow)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    assert (state.status, state.error and state.error.message) == ("failed", "no")
    form = (await place.steps(run_id))["interactive_form_wait#1"]
    assert form.status == "cancelled"
    assert await place.store.documents(place.project_id, "wait") == []
    with pytest.raises(FormClosed):
        await engine.answer(run_id, form.step_id, {"land": "BW"}, ANA)


async def test_a_decision_wakes_the_run_that_waits_for_the_proposal():
    place = await new_place()
    engine = engine_of(place, approving)
    run_id = await begin(engine)
    await open_proposal(place, run_id)
    state = await engine.settled(run_id)
    assert [wait.proposal_id for wait in state.waits] == [PROPOSAL]
    await engine.decided(PROPOSAL)
    assert (await engine.settled(run_id)).status == "waiting", "it is still open"
    await place.recorded([replace(DECIDED, run_id=run_id)])
    await engine.decided(PROPOSAL, DECIDED)
    assert decision_in(await engine.settled(run_id)) == ACCEPTED
    await engine.decided(PROPOSAL, DECIDED)


@pytest.mark.requirement("R-66", "I-08")
async def test_a_decision_whose_process_ended_before_the_run_heard_of_it_is_found_at_the_next_start():
    place = await new_place()
    engine = engine_of(place, approving)
    run_id = await begin(engine)
    await open_proposal(place, run_id)
    await engine.settled(run_id)
    await place.recorded([replace(DECIDED, run_id=run_id)])
    later = engine_of(reopened(place), approving)
    await later.resume_all()
    assert decision_in(await later.settled(run_id)) == ACCEPTED


async def test_a_withdrawn_proposal_ends_its_wait():
    place = await new_place()
    engine = engine_of(place, approving)
    run_id = await begin(engine)
    await open_proposal(place, run_id)
    await engine.settled(run_id)
    await open_proposal(place, run_id, "withdrawn")
    await engine.decided(PROPOSAL)
    assert decision_in(await engine.settled(run_id)).decision == "withdrawn"


async def test_an_approval_that_nobody_gives_expires():
    place = await new_place()
    engine = engine_of(place, approving)
    run_id = await begin(engine)
    await open_proposal(place, run_id)
    await engine.settled(run_id)
    await engine.sweep(START + timedelta(days=30))
    decision = decision_in(await engine.settled(run_id))
    assert (decision.decision, decision.person) == ("expired", None)


async def test_a_decision_on_a_proposal_that_no_run_waits_for_changes_nothing():
    place = await new_place()
    engine = engine_of(place, asking)
    run_id = await begin(engine)
    await open_proposal(place, run_id)
    state = await engine.settled(run_id)
    await engine.decided(PROPOSAL, DECIDED)
    assert await engine.settled(run_id) == state
    with pytest.raises(NotFound):
        await engine.decided(ProposalId("unknown"))
