"""What a run knows of itself, what its ends leave behind for others, and what is said to who asks for what is not there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest
from msgspec.structs import replace

from graphwright.errors import (
    AccessDenied,
    FormClosed,
    InvalidCommand,
    LimitExceeded,
    Misuse,
    NotFound,
    StoreBusy,
)
from graphwright.protocol.ids import RunId, StepId, ThreadId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import Form, FormField, StoredError
from graphwright.runs import recorder
from graphwright.runs.engine import Engine
from graphwright.runs.execution import to_the_end
from graphwright.runs.failures import error_of
from graphwright.runs.recorder import set_aside
from graphwright.runs.scope import RunScope, StepScope
from graphwright.runs.signals import RunSuspended
from graphwright.runs.waits import FormResult
from graphwright.store.base import Sha256
from tests.runs.place import ANA, START, Answer, Ask, Place, begin, engine_of, new_place, reopened, run_once
from tests.runs.test_waits import DECIDED, PROPOSAL, approving, open_proposal

FORM = Form(fields=[FormField(key="land", label="Land", type="text", required=True)], who_may_answer="ask")


async def one(step: StepScope, value: int = 1) -> int:
    return value


async def at_once(run: RunScope, request: Ask) -> Answer:
    return Answer(values=[request.number])


async def asking(run: RunScope, request: Ask) -> FormResult:
    return await run.form(FORM, label="Which land?")


async def proposal_in(place: Place) -> Proposal:
    return await place.read(Proposal, PROPOSAL)


@pytest.mark.requirement("I-08", "R-66")
@pytest.mark.parametrize("meanwhile", ["nothing", "decided", "gone"])
async def test_what_a_cancelled_run_wanted_approved_is_withdrawn_unless_somebody_was_first(meanwhile: str):
    place = await new_place()
    engine = engine_of(place, approving)
    run_id = await begin(engine)
    if meanwhile != "gone":
        await open_proposal(place, run_id)
    await engine.settled(run_id)
    if meanwhile == "decided":
        await place.recorded([replace(DECIDED, run_id=run_id)])
    before = None if meanwhile == "gone" else await proposal_in(place)
    state = await engine.cancel(run_id)

    assert (state.status, state.waits) == ("cancelled", [])
    if before is not None:
        expected = replace(before, state="withdrawn") if meanwhile == "nothing" else before
        assert await proposal_in(place) == expected
    assert await place.store.documents(place.project_id, "wait") == []


@pytest.mark.requirement("C-20", "R-142")
async def test_a_run_knows_who_asked_what_where_and_at_which_revision():
    told: list[object] = []

    async def curious(run: RunScope, request: Ask) -> Answer:
        told.extend([run.author, run.question, run.thread_id, run.revision, run.kind, run.has_steps])
        await run.step("context", one)
        told.append(run.has_steps)
        return Answer()

    place = await new_place()
    place.graph.revision = 7
    engine = engine_of(place, curious)
    run_id = await engine.start("build", Ask(), author=ANA, question="What?", thread_id=ThreadId("t"))
    await engine.settled(run_id)

    assert told == [ANA, "What?", "t", 7, "query_root", False, True]


@pytest.mark.requirement("R-126", "R-143")
async def test_what_is_not_there_is_named_with_what_there_is():
    place = await new_place()
    empty = Engine(place, owner="here")
    with pytest.raises(InvalidCommand) as none:
        await begin(empty)
    engine = engine_of(place, asking)
    engine.register("audit", at_once)
    with pytest.raises(InvalidCommand) as other:
        await engine.start("bild", Ask(), author=ANA, question="?")
    run_id = await begin(engine)
    await engine.settled(run_id)
    step_id = (await place.steps(run_id))["interactive_form_wait#1"].step_id
    said = [none.value.message, other.value.message]
    for call in (
        engine.answer(run_id, StepId("nobody"), {}, ANA),
        engine.decided(PROPOSAL),
        engine.retry(run_id, StepId("nobody"), author=ANA),
        engine.tree(RunId("nobody")),
    ):
        with pytest.raises(NotFound) as refused:
            await call
        said.append(refused.value.message)
    await engine.answer(run_id, step_id, {"land": "BW"}, ANA)
    with pytest.raises(FormClosed) as closed:
        await engine.answer(run_id, step_id, {"land": "BY"}, ANA)

    assert [*said, closed.value.message] == [
        "there is no workflow 'build' (there are: none)",
        "there is no workflow 'bild' (there are: audit, build)",
        "the run has no form at step 'nobody'",
        f"there is no proposal {PROPOSAL!r} in this project",
        "the run has no step 'nobody'",
        "there is no run 'nobody' in this project",
        f"the form at step {step_id!r} is completed and takes no answer any more",
    ]
    await engine.settled(run_id)


@pytest.mark.requirement("I-08", "R-143")
async def test_a_form_whose_time_is_over_takes_no_answer_though_nobody_has_ended_it_yet():
    place = await new_place()
    engine = engine_of(place, asking)
    run_id = await begin(engine)
    (wait,) = (await engine.settled(run_id)).waits
    assert wait.expires_at == START + timedelta(days=30)
    place.clock.advance(30 * 24 * 3600)
    with pytest.raises(FormClosed) as refused:
        await engine.answer(run_id, wait.step_id, {"land": "BW"}, ANA)
    assert (
        refused.value.message == f"the form at step {wait.step_id!r} expired at {wait.expires_at}; start the run anew"
    )
    await engine.sweep(place.clock.now())
    state = await engine.settled(run_id)

    assert state.error == StoredError(
        code="formClosed",
        message="nobody answered 'Which land?' in time, and it has no assumption to go on with",
        retry=state.error.retry if state.error else "never",
    )
    await engine.sweep(place.clock.now())
    assert await engine.settled(run_id) == state


@pytest.mark.requirement("WC-06", "R-143")
async def test_a_step_of_a_kind_that_a_workflow_does_not_declare_is_refused_with_the_kinds_it_has():
    class Declared:
        step_kinds = ("plan",)
        deadline_s = 60.0

    async def both(run: RunScope, request: Ask) -> Answer:
        await run.step("plan", one)
        await run.step("commit", one)
        return Answer()

    place = await new_place()
    engine = Engine(place, owner="here")
    engine.register("build", both, declared=Declared())
    state = await engine.settled(await begin(engine))

    assert state.error is not None
    assert state.error.message.startswith("Misuse: 'commit' is no kind of step of this workflow; it has approval, ")
    assert "plan" in state.error.message.partition("it has")[2].split(", ")[-6:]


@pytest.mark.requirement("R-133", "R-125")
async def test_a_write_goes_on_when_its_caller_is_cancelled_and_says_how_it_ended():
    for fails in (False, True):
        gate, written = asyncio.Event(), list[str]()

        async def write(gate: asyncio.Event = gate, written: list[str] = written, fails: bool = fails) -> str:
            await gate.wait()
            if fails:
                raise StoreBusy("not now")
            written.append("it")
            return "done"

        caller = asyncio.ensure_future(to_the_end(write()))
        await asyncio.sleep(0)
        caller.cancel()
        for _ in range(3):
            await asyncio.sleep(0)
        assert not caller.done(), "its fate is not known yet"
        gate.set()
        await asyncio.wait({caller})
        if fails:
            assert isinstance(caller.exception(), StoreBusy)
        else:
            assert caller.cancelled()
            assert written == ["it"]


@pytest.mark.requirement("R-122")
async def test_a_result_may_be_as_large_as_is_read_back_and_no_larger(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recorder, "MAX_RESULT_BYTES", 5_000)
    place = await new_place()
    whole = b'"' + b"x" * 4_998 + b'"'
    small, ref = await set_aside(place, whole)
    assert ref is not None
    assert await place.store.get_blob(Sha256(ref)) == whole
    assert len(small) < 2_000
    with pytest.raises(LimitExceeded, match=r"^a result has 5,001 bytes; at most 5,000 are kept with a step$"):
        await set_aside(place, whole + b" ")


@pytest.mark.requirement("R-66", "I-09")
async def test_a_process_that_takes_up_what_has_ended_meanwhile_leaves_it_as_it_is():
    place = await new_place()
    engine = engine_of(place, at_once)
    run_id = await begin(engine, 3)
    state = await engine.settled(run_id)
    journal = await place.journal()
    later = engine_of(reopened(place), at_once)
    await later.resume(run_id)
    await later.resume_all()

    assert await later.settled(run_id) == state
    assert (await later.cancel(run_id), await place.journal()) == (state, journal)
    assert later.under_way == {}


@pytest.mark.requirement("WC-12", "R-143")
def test_a_stored_error_comes_back_as_the_error_that_it_was_and_an_unknown_one_as_a_plain_one():
    declined = StoredError(code="formClosed", message="no", retry="never", fields={"proposalId": "p", "retry": "x"})
    again = error_of(declined)
    assert (type(again), again.message, again.retry, again.fields) == (
        FormClosed, "no", "never", {"proposalId": "p", "retry": "x"},
    )  # fmt: skip
    assert type(error_of(StoredError(code="accessDenied", message="no", retry="later"))) is AccessDenied
    plain = error_of(StoredError(code="of another version", message="?", retry="later"))
    assert (plain.message, plain.retry) == ("?", "later")


async def misused(code: object) -> str:
    """What a run says whose workflow is this."""
    state = await run_once(await new_place(), code)  # type: ignore[arg-type]
    assert state.error is not None
    return state.error.message


@pytest.mark.requirement("I-09", "R-143")
async def test_what_a_broken_rule_says_names_the_step_and_how_to_write_it():
    async def swallowed(run: RunScope, request: Ask) -> Answer:
        call = run.step("plan", one)
        try:
            await call
            await call
        except Misuse:
            pass
        await run.step("context", one)
        return Answer()

    async def left(run: RunScope, request: Ask) -> Answer:
        run.step("plan", one)
        return Answer()

    async def unreadable(step: StepScope) -> Ask | Answer:
        return Ask()

    async def odd(run: RunScope, request: Ask) -> Answer:
        await run.step("plan", unreadable)
        return Answer()

    assert await misused(swallowed) == "Misuse: <Call plan#1> is awaited twice; keep its result in a variable"
    assert await misused(left) == "Misuse: 'plan#1' was called and never awaited; await it or pass it to `parallel`"
    said = await misused(odd)
    assert "unreadable' says it gives" in said
    assert "Ask | tests.runs.place.Answer, which cannot be read back from JSON: " in said


@pytest.mark.requirement("WC-07", "R-143")
async def test_a_run_that_asks_what_nobody_could_answer_fails_and_asks_nobody():
    async def odd(run: RunScope, request: Ask) -> FormResult:
        return await run.form(Form(fields=[], who_may_answer="ask"))

    place = await new_place()
    state = await run_once(place, odd)

    assert (state.status, state.error and state.error.message) == (
        "failed", "this form cannot be shown: a form has 1 to 50 fields, not 0",
    )  # fmt: skip
    assert [*await place.steps(state.run_id)] == [""]


@pytest.mark.requirement("I-09", "R-66")
async def test_code_that_goes_on_though_its_run_waits_opens_no_step_until_there_is_an_answer():
    async def impatient(run: RunScope, request: Ask) -> Answer:
        with suppress(RunSuspended):
            await run.form(FORM)
        return Answer(values=[await run.step("plan", one, 2)])

    place = await new_place()
    engine = engine_of(place, impatient)
    run_id = await begin(engine)
    state = await engine.settled(run_id)
    assert (state.status, [*await place.steps(run_id)]) == ("waiting", ["", "interactive_form_wait#1"])
    await engine.answer(run_id, state.waits[0].step_id, {"land": "BW"}, ANA)

    assert (await engine.settled(run_id)).status == "completed"
    assert [*await place.steps(run_id)] == ["", "interactive_form_wait#1", "plan#1"]
