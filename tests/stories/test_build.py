"""The first story: one sentence becomes a checked, durable, undoable change - or says plainly that it did not."""

from __future__ import annotations

import asyncio
import json
from copy import copy

import pytest

from graphwright.errors import ProviderUnavailable
from graphwright.llm.base import ToolCall
from graphwright.llm.testing import FunctionModel, ScriptedEnd, ScriptedModel, Stall
from graphwright.operations.commit import Submission
from graphwright.projects import ProjectLimits
from graphwright.protocol.events import (
    AccessChanged,
    CommitApplied,
    MessageCompleted,
    MessageDelta,
    ProposalGrowing,
    ProposalOpened,
    ProposalWithdrawn,
    StepStarted,
)
from graphwright.protocol.ids import ThreadId
from graphwright.protocol.operations import ChangeSet, NodeCreate
from graphwright.protocol.runs import WorkflowName
from graphwright.protocol.threads import ProposalPart, SuggestionsPart, text_of
from graphwright.protocol.wire import decode
from graphwright.store.memory import MemoryStore
from graphwright.turns.workflow import WorkflowResult
from tests.operations import seed_answers
from tests.places import ANA, BEN
from tests.stories.stage import ENVIRONMENT, result_of, stage


def diff(*lines: str, text: str = "I make it.") -> str:
    nodes = [line for line in lines if "->" not in line]
    edges = [line for line in lines if "->" in line]
    block = "\n".join(["<operations>", "## Nodes", *nodes, "## Edges", *edges, "</operations>"])
    return f"{text}\n\n```format-e\n{block}\n```\n"


SHIP = diff(
    "+ Ship|FUNC|Ship.FN.001|Ships an order.",
    "+ Fast|REQ|Fast.RQ.001|Ship within a day.",
    "+ Ship.FN.001 -st-> Fast.RQ.001",
)
ILLEGAL = diff("+ Shop|UC|Shop.UC.001|Shop.", "+ Ship|FUNC|Ship.FN.001|Ships.", "+ Shop.UC.001 -cp-> Ship.FN.001")


@pytest.mark.requirement("A-40", "A-41", "A-45", "A-96", "B-35", "K-15")
async def test_one_sentence_becomes_a_commit_and_the_run_shows_how():
    scene = await stage(ScriptedModel(SHIP))

    result = await scene.say("There must be shipping within a day")

    assert (result.outcome, result.answer, result.revision) == ("applied", "I make it.", 1)
    assert result.batches == [["op-1", "op-2"], ["op-3"]]
    assert scene.model() == ["Fast.RQ.001", "Ship.FN.001", "Ship.FN.001 -satisfy-> Fast.RQ.001"]
    assert [(step.kind, step.status) for step in await scene.steps()] == [
        ("query_root", "completed"),
        ("context", "completed"),
        ("model_call", "completed"),
        ("llm_call", "completed"),
        ("plan", "completed"),
        ("commit", "completed"),
    ]


@pytest.mark.requirement("A-41", "A-42", "A-43", "A-96", "WA-08")
async def test_prose_and_ghosts_are_told_while_they_stream_and_the_message_is_done_with_the_commit():
    scene = await stage(ScriptedModel(SHIP))

    await scene.say("There must be shipping within a day")

    told = scene.told(MessageDelta, ProposalGrowing, CommitApplied, MessageCompleted)
    kinds = [type(event).__name__ for event in told]
    assert kinds[0] == "MessageCompleted"  # the person's own message
    assert kinds[-2:] == ["CommitApplied", "MessageCompleted"]
    assert kinds.count("ProposalGrowing") == 3
    ghosts = scene.told(ProposalGrowing)
    assert [
        ghost.operation.name
        for ghost in ghosts[:2]
        if isinstance(ghost, ProposalGrowing) and isinstance(ghost.operation, NodeCreate)
    ] == ["Ship", "Fast"]
    commit, completed = told[-2:]
    assert isinstance(commit, CommitApplied)
    assert isinstance(completed, MessageCompleted)
    assert completed.sequence == commit.sequence + 1  # type: ignore[operator]  # both are durable
    assert (commit.message_id, commit.run_id) == (completed.message_id, completed.run_id)
    assert text_of(completed.parts) == "I make it."


@pytest.mark.requirement("A-31", "A-19", "K-03")
async def test_what_is_wrong_goes_back_to_the_language_model_and_its_repair_is_applied():
    model = ScriptedModel(ILLEGAL, SHIP)
    scene = await stage(model)

    result = await scene.say("There must be shipping")

    assert result.outcome == "applied"
    assert scene.model() == ["Fast.RQ.001", "Ship.FN.001", "Ship.FN.001 -satisfy-> Fast.RQ.001"]
    repair = model.requests[1].messages[-1].text
    assert "`+ Shop.UC.001 -cp-> Ship.FN.001`" in repair
    assert "FCHAIN" in repair
    assert [step.verdict for step in await scene.steps() if step.kind == "plan"] == ["failed", "passed"]


@pytest.mark.requirement("A-31")
async def test_a_repair_with_ids_replaces_only_the_operations_that_had_problems():
    repaired = json.loads(seed_answers.SECTION_3_2_LEGAL)["operations"][1]
    repair = json.dumps(
        {"response": "Fixed.", "operations": [repaired, json.loads(seed_answers.SECTION_3_2_LEGAL)["operations"][4]]}
    )
    scene = await stage(ScriptedModel(seed_answers.SECTION_3_2_AS_WRITTEN, repair))

    result = await scene.say("Das System hat einen Customer, der Bestellungen aufgibt")

    assert result.outcome == "applied"
    assert scene.model() == [
        "Customer.AC.001",
        "OrderRequest.FL.001",
        "PlaceOrder.FN.001",
        "Customer.AC.001 -io-> OrderRequest.FL.001",
        "OrderRequest.FL.001 -io-> PlaceOrder.FN.001",
    ]


@pytest.mark.requirement("A-31", "WA-08", "A-97", "T-02")
async def test_after_two_failed_repairs_a_readable_draft_is_kept_as_a_proposal_and_the_chat_says_so():
    model = ScriptedModel(ILLEGAL, ILLEGAL, ILLEGAL)
    scene = await stage(model)

    result = await scene.say("There must be shipping")

    assert (result.outcome, scene.model(), model.left) == ("proposed", [], 0)
    (opened,) = scene.told(ProposalOpened)
    assert isinstance(opened, ProposalOpened)
    assert [problem.code for problem in opened.problems] == ["illegalPair"]
    completed = scene.told(MessageCompleted)[-1]
    assert isinstance(completed, MessageCompleted)
    assert isinstance(completed.parts[-1], ProposalPart)
    assert "Nothing was changed" in text_of(completed.parts)


@pytest.mark.requirement("U-46")
async def test_an_answer_that_only_proposes_waits_for_people_although_the_policy_lets_changes_pass():
    scene = await stage(ScriptedModel(SHIP.replace("<operations>", "<operations proposed>")))

    run_id = await scene.begin("There must be shipping within a day")
    state = await scene.open_project.engine.settled(run_id)

    (proposal,) = await scene.open_project.proposals.all()
    assert (state.status, scene.model(), len(proposal.operations)) == ("waiting", [], 3)


@pytest.mark.requirement("U-47")
@pytest.mark.parametrize("workflow", ["build", "ask"])
async def test_what_may_be_said_next_is_a_part_of_the_message_and_no_prose(workflow: WorkflowName):
    scene = await stage(ScriptedModel("I did not get that.\n\n```suggestions\nAdd a pump\n- Add a tank\n```\n"))

    run_id = await scene.begin("Hm and so on", workflow=workflow)
    state = await scene.open_project.engine.settled(run_id)

    completed = scene.told(MessageCompleted)[-1]
    assert isinstance(completed, MessageCompleted)
    assert text_of(completed.parts) == "I did not get that."
    assert completed.parts[1:] == [SuggestionsPart(texts=["Add a pump", "Add a tank"])]
    told = [event.text for event in scene.told(MessageDelta) if isinstance(event, MessageDelta)]
    assert "".join(told).rstrip() == "I did not get that."
    assert state.result is not None
    assert decode(bytes(state.result), WorkflowResult).suggestions == ["Add a pump", "Add a tank"]


@pytest.mark.requirement("A-31", "WA-08")
async def test_an_answer_that_claims_success_with_unreadable_operations_is_corrected():
    broken = "Done, I created everything!\n\n```format-e\nnothing of use\n```\n"
    scene = await stage(ScriptedModel(broken, broken, broken))

    result = await scene.say("Erstelle das System bitte")

    assert (result.outcome, scene.model()) == ("refused", [])
    assert "nichts geändert" in result.answer
    assert [problem.code for problem in result.problems] == ["malformed"]


@pytest.mark.requirement("A-01")
async def test_an_answer_in_prose_only_is_answered_and_changes_nothing():
    scene = await stage(ScriptedModel("A use case is what somebody wants of the system."))

    result = await scene.say("What is a use case?")

    assert (result.outcome, scene.open_project.project.graph.revision) == ("answered", 0)
    assert [step.kind for step in await scene.steps()] == [
        "query_root", "context", "model_call", "llm_call", "answer_generation",
    ]  # fmt: skip


@pytest.mark.requirement("M-32")
@pytest.mark.parametrize("words", ["我来添加发货功能。", "أضيف الشحن.", "Προσθέτω την αποστολή.", "Přidávám zásilku."])
async def test_an_answer_in_a_language_that_nobody_spoke_does_what_it_says(words: str):
    scene = await stage(ScriptedModel(SHIP.replace("I make it.", words)))

    result = await scene.say("There must be shipping within a day")

    assert (result.outcome, result.answer) == ("applied", words)
    assert scene.model() == ["Fast.RQ.001", "Ship.FN.001", "Ship.FN.001 -satisfy-> Fast.RQ.001"]


@pytest.mark.requirement("WD-26", "R-21")
async def test_a_tool_that_nobody_offered_is_a_problem_and_never_called():
    call = ToolCall(tool_call_id="1", name="delete_everything", arguments="{}")
    scene = await stage(ScriptedModel([call, ScriptedEnd("toolCalls")], [call, ScriptedEnd("toolCalls")], SHIP))

    result = await scene.say("There must be shipping")

    assert result.outcome == "applied"


@pytest.mark.requirement("R-60")
async def test_an_empty_answer_is_a_failed_run_with_its_own_error():
    scene = await stage(ScriptedModel(""))

    state = await scene.open_project.engine.settled(await scene.begin("Hello"))

    assert state.status == "failed"
    assert state.error is not None
    assert state.error.code == "answerRefused"  # type: ignore[union-attr]  # checked above


@pytest.mark.requirement("R-22", "R-23", "I-10")
async def test_under_review_the_run_waits_and_the_decision_makes_the_commit():
    scene = await stage(ScriptedModel(SHIP))
    await scene.open_project.project.configure(policy="review")

    state = await scene.open_project.engine.settled(await scene.begin("There must be shipping"))
    assert (state.status, scene.model()) == ("waiting", [])
    (wait,) = state.waits
    assert wait.proposal_id is not None
    proposal = await scene.open_project.proposals.get(wait.proposal_id)
    decided = await scene.open_project.proposals.decide(
        wait.proposal_id, digest=proposal.digest, decision="accept", person=ANA
    )
    await scene.open_project.engine.decided(wait.proposal_id)
    state = await scene.open_project.engine.settled(state.run_id)

    assert (state.status, result_of(state).outcome) == ("completed", "applied")
    assert decided.commit is not None
    assert result_of(state).commit_id == decided.commit.commit_id
    assert len(scene.model()) == 3


@pytest.mark.requirement("R-66", "I-10")
async def test_a_run_that_missed_the_decision_is_told_when_it_is_resumed_by_hand():
    scene = await stage(ScriptedModel(SHIP))
    state = await scene.open_project.engine.settled(await scene.begin("There must be shipping", policy="review"))
    proposal = (await scene.open_project.proposals.all())[0]
    await scene.open_project.proposals.decide(
        proposal.proposal_id, digest=proposal.digest, decision="accept", person=ANA
    )

    await scene.open_project.engine.resume(state.run_id)

    assert result_of(await scene.open_project.engine.settled(state.run_id)).outcome == "applied"


@pytest.mark.requirement("R-22")
async def test_a_message_cannot_talk_itself_past_the_review_of_its_project():
    scene = await stage(ScriptedModel(SHIP))
    await scene.open_project.project.configure(policy="review")

    state = await scene.open_project.engine.settled(await scene.begin("There must be shipping", policy="auto"))

    assert (state.status, scene.model()) == ("waiting", [])


@pytest.mark.requirement("R-46", "K-06")
async def test_a_conversation_goes_on_however_many_commits_lie_between():
    scene = await stage(ScriptedModel("Hello.", "Still here."), limits=ProjectLimits(base_behind=2))
    await scene.say("Hello")
    (thread,) = await scene.workbench.store.documents(scene.open_project.project.project_id, "thread")
    for name in ("A", "B", "C"):
        operations = [NodeCreate(id="n", node_type="FUNC", name=name, descr="Does.")]
        change_set = ChangeSet(base_revision=scene.open_project.project.graph.revision, operations=operations)
        await scene.open_project.committer.submit(Submission(change_set=change_set, author=ANA, origin="person"))

    assert (await scene.say("And now?", thread=ThreadId(thread.id))).answer == "Still here."


@pytest.mark.requirement("R-22", "I-10")
async def test_a_rejected_proposal_ends_the_run_as_refused():
    scene = await stage(ScriptedModel(SHIP))

    state = await scene.open_project.engine.settled(await scene.begin("There must be shipping", policy="review"))
    proposal = (await scene.open_project.proposals.all())[0]
    await scene.open_project.proposals.decide(
        proposal.proposal_id, digest=proposal.digest, decision="reject", person=ANA
    )
    await scene.open_project.engine.decided(proposal.proposal_id)

    assert result_of(await scene.open_project.engine.settled(state.run_id)).outcome == "refused"
    assert scene.model() == []


@pytest.mark.requirement("R-22")
async def test_a_change_set_that_deletes_waits_even_under_the_automatic_policy():
    scene = await stage(ScriptedModel(SHIP, diff("- Ship.FN.001")))
    await scene.say("There must be shipping")

    state = await scene.open_project.engine.settled(await scene.begin("Remove shipping"))

    assert state.status == "waiting"
    assert "Ship.FN.001" in scene.model()


@pytest.mark.requirement("R-60", "WE-18")
async def test_the_next_language_model_answers_when_the_first_fails_and_every_try_is_a_step():
    failing = ScriptedModel(["I begin", ProviderUnavailable("overloaded", retry="never")], name="first:a")
    scene = await stage(failing, ScriptedModel(SHIP, name="second:b"))

    result = await scene.say("There must be shipping")

    assert result.outcome == "applied"
    tries = [step for step in await scene.steps() if step.kind == "llm_call"]
    assert [(step.label, step.verdict) for step in tries] == [("first:a", "failed"), ("second:b", None)]


@pytest.mark.requirement("A-96", "WA-08")
async def test_ghosts_of_a_try_that_failed_are_withdrawn():
    half = [SHIP[: SHIP.index("## Edges")], ProviderUnavailable("cut", retry="never")]
    scene = await stage(ScriptedModel(half, name="first:a"), ScriptedModel(SHIP, name="second:b"))

    await scene.say("There must be shipping")

    (withdrawn,) = scene.told(ProposalWithdrawn)
    ghosts = scene.told(ProposalGrowing)
    assert isinstance(withdrawn, ProposalWithdrawn)
    attempts = [ghost.attempt for ghost in ghosts if isinstance(ghost, ProposalGrowing)]
    assert attempts[:2] == [withdrawn.attempt] * 2
    assert attempts[-1] > withdrawn.attempt


@pytest.mark.requirement("WF-11")
async def test_the_same_wish_said_twice_is_asked_for_twice_and_nothing_is_replayed():
    model = ScriptedModel(diff("+ Ship|FUNC|Ship.FN.001|Ships."), diff("+ Bill|FUNC|Bill.FN.001|Bills."))
    scene = await stage(model)

    for _ in range(2):
        await scene.say("Add a function")

    assert (len(model.requests), scene.model()) == (2, ["Bill.FN.002", "Ship.FN.001"])


@pytest.mark.requirement("T-06", "B-35")
async def test_a_second_message_sends_the_conversation_and_keeps_the_stable_prefix():
    model = ScriptedModel("First.", "Second.")
    scene = await stage(model)
    await scene.say("One")
    completed = scene.told(MessageCompleted)[-1]
    assert isinstance(completed, MessageCompleted)

    await scene.say("Two", thread=ThreadId(completed.thread_id))

    first, second = model.requests
    assert second.system == first.system
    assert [message.role for message in second.messages] == ["user", "assistant", "user"]
    assert second.messages[1].text == "First."


@pytest.mark.requirement("WA-13", "I-10")
async def test_a_person_who_changes_the_model_meanwhile_is_not_overwritten():
    gate = Stall()
    scene = await stage(ScriptedModel([SHIP[:10], gate, SHIP[10:]]))
    run_id = await scene.begin("There must be shipping")
    other = NodeCreate(id="x", node_type="FUNC", name="Pack", descr="Packs an order.")
    await scene.open_project.committer.submit(
        Submission(change_set=ChangeSet(base_revision=0, operations=[other]), author=ANA, origin="person")
    )
    gate.open()

    result = result_of(await scene.open_project.engine.settled(run_id))

    assert (result.outcome, result.revision) == ("applied", 2)
    assert scene.model()[:3] == ["Fast.RQ.001", "Pack.FN.001", "Ship.FN.002"]


@pytest.mark.requirement("I-02", "I-05")
async def test_several_people_may_say_something_at_once():
    scene = await stage(FunctionModel(lambda request: diff(f"+ N{len(request.messages[-1].text)}|FUNC|x|Does it.")))

    results = await asyncio.gather(*(scene.say("x" * length) for length in range(1, 6)))

    assert [result.outcome for result in results] == ["applied"] * 5
    assert scene.open_project.project.graph.revision == 5


class Halting(MemoryStore):
    """A store whose process dies at the n-th append from now."""

    left = -1

    def __init__(self) -> None:
        super().__init__()
        self.has_died = asyncio.Event()

    async def append(self, *args, **kwargs):
        if self.left == 0:
            self.has_died.set()
            await asyncio.Event().wait()
        self.left -= 1
        return await super().append(*args, **kwargs)


@pytest.mark.requirement("I-08", "I-09", "R-66", "T-08")
@pytest.mark.parametrize("appends", range(1, 12))
async def test_a_process_that_dies_anywhere_leaves_a_run_that_ends_right_and_commits_once(appends: int):
    store = Halting()
    first = await stage(ScriptedModel(SHIP), store=store)
    store.left = appends
    saying, dying = (
        asyncio.ensure_future(first.say("There must be shipping")),
        asyncio.ensure_future(store.has_died.wait()),
    )
    await asyncio.wait({saying, dying}, return_when=asyncio.FIRST_COMPLETED)
    for each in (saying, dying):
        each.cancel()
    again = copy(store)  # to the first process it stays as it is: that one is dead
    again.left = -1

    second = await stage(ScriptedModel(SHIP, SHIP), store=again, seed=2)
    runs = await again.documents(second.open_project.project.project_id, "run")
    for run in runs:
        await second.open_project.engine.resume(run.id)  # type: ignore[arg-type]  # a document's id is the run's
        assert (await second.open_project.engine.settled(run.id)).status == "completed"  # type: ignore[arg-type]

    commits = [commit async for commit in second.open_project.project.commits()]
    assert len(commits) == len(runs)
    assert second.model() == (["Fast.RQ.001", "Ship.FN.001", "Ship.FN.001 -satisfy-> Fast.RQ.001"] if runs else [])


@pytest.mark.requirement("R-65", "I-08")
async def test_a_cancelled_run_changes_nothing_and_says_that_it_was_stopped():
    gate = Stall()
    scene = await stage(ScriptedModel([SHIP[:30], gate, SHIP[30:]]))
    run_id = await scene.begin("There must be shipping")
    while not scene.told(StepStarted)[-1:] or not scene.told(MessageDelta):
        await asyncio.sleep(0)

    state = await scene.open_project.engine.cancel(run_id)
    await scene.open_project.streams.settled()

    assert (state.status, scene.model()) == ("cancelled", [])
    completed = scene.told(MessageCompleted)[-1]
    assert isinstance(completed, MessageCompleted)
    assert (completed.status, text_of(completed.parts)) == ("stopped", "I make it.\n\n")


@pytest.mark.requirement("R-62")
async def test_what_a_person_used_up_today_counts_after_a_restart_too(monkeypatch: pytest.MonkeyPatch):
    store = MemoryStore()
    monkeypatch.setattr(ENVIRONMENT, "extra", {"GRAPHWRIGHT_BUDGET_PERSON_CALLS": "1"})
    first = await stage(ScriptedModel(SHIP), store=store)
    assert (await first.say("There must be shipping")).outcome == "applied"

    second = await stage(ScriptedModel("Hello."), store=store, seed=2)
    state = await second.open_project.engine.settled(await second.begin("Hello"))

    assert state.error is not None
    assert state.error.code == "budgetExceeded"  # type: ignore[union-attr]  # checked above


@pytest.mark.requirement("R-22", "R-26")
async def test_words_of_somebody_who_may_not_build_make_the_change_wait_for_a_person():
    scene = await stage(ScriptedModel(SHIP))
    await scene.open_project.project.record([AccessChanged(person=BEN, access="commenter")])

    state = await scene.open_project.engine.settled(await scene.begin("There must be shipping", author=BEN))

    assert (state.status, scene.model()) == ("waiting", [])
