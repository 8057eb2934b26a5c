"""Discuss, from the topic to the proposal: order, votes, people in the room, failures, and what stays of them."""

from __future__ import annotations

import json

import pytest
from msgspec import to_builtins

from graphwright.context.dialogue import PersonaRequest, blocks_of, wanted_of
from graphwright.discussion.discussion_state import discussion_of
from graphwright.discussion.record import final_message, markdown
from graphwright.errors import NotFound, ProviderUnavailable
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import Answer, ScriptedEnd, Stall
from graphwright.protocol.events import MessageCompleted, MessageDelta, MessageStarted, RunWaiting, StepProgressed
from graphwright.protocol.operations import NodeCreate
from graphwright.protocol.runs import PersonStance
from graphwright.protocol.threads import text_digest, text_of
from tests.discussion.place import TOPIC, Sitting, offline_sitting, sitting
from tests.discussion.voices import argue, ballot, speakers, vote
from tests.places import ANA, BEN, Table

BLOCK = """```format-e
<operations>
## Nodes
+ {name}|FUNC|{name}.FN.001|Does one thing only
</operations>
```"""


def offers(request: ModelRequest, wanted: PersonaRequest) -> Answer:
    """The Solver proposes a function in each of its turns; the others only speak."""
    spoken = argue(request, wanted)
    return f"{spoken}\n\n{BLOCK.format(name=f'Part{wanted.turn}')}" if wanted.persona == "Solver" else spoken


def objects(request: ModelRequest, wanted: PersonaRequest) -> Answer:
    return ballot(request, "object" if wanted.persona == "Solver" else "agree")


async def turns(place: Sitting) -> list[tuple[str, object, object]]:
    return [(name, round_, turn) for name, round_, turn, _ in await place.said()]


THREE_ROUNDS = [
    ("Analyzer", 1, 1), ("Solver", 1, 2), ("Moderator", 1, 3),
    ("Analyzer", 2, 4), ("Solver", 2, 5), ("Moderator", 2, 6),
    ("Analyzer", 3, 7), ("Solver", 3, 8), ("Moderator", 3, 9),
]  # fmt: skip


@pytest.mark.requirement("E-02", "E-05", "E-09", "E-10", "E-12", "E-24", "E-30", "E-71", "T-14", "I-16")
async def test_three_personas_speak_in_order_round_by_round_each_in_one_message():
    place = await sitting(speakers(vote=objects))
    result = await place.held(questions="leaveOpen")
    assert (result.reason, result.outcome) == ("limit", "answered")
    assert await turns(place) == [*THREE_ROUNDS, ("Moderator", 3, None)]
    rounds = [step for step in await place.stage.steps() if step.kind == "round"]
    assert [(step.label, step.status) for step in rounds] == [(f"round {n}", "completed") for n in (1, 2, 3)]
    told = [e.note for e in place.stage.heard if isinstance(e, StepProgressed) and e.step_id == rounds[0].step_id]
    assert told == [
        "INITIAL", "VALIDATING", "PROCESSING_ANALYZER", "PROCESSING_SOLVER", "PROCESSING_MODERATOR", "VALIDATING",
        "COMPLETE",
    ]  # fmt: skip


@pytest.mark.requirement("E-09", "E-59", "WE-12", "R-27")
async def test_each_persona_sees_everything_said_before_it_as_data_of_others():
    model = speakers()
    place = await sitting(model)
    await place.held()
    shown = [[label for label, _ in blocks_of(request) if label.startswith("turn")] for request in model.requests[:3]]
    assert shown == [[], ["turn 1 Analyzer"], ["turn 1 Analyzer", "turn 2 Solver"]]
    systems = [[(block.label, block.text) for block in request.system][:-1] for request in model.requests]
    assert all(each == systems[0] for each in systems), "the stable prefix is the same for everybody"


@pytest.mark.requirement("E-43")
async def test_turns_ballots_summaries_and_the_last_word_have_limits_of_their_own():
    model = speakers(vote=objects)
    place = await sitting(model)
    await place.held(rounds=2, questions="leaveOpen", summaryEvery=1)
    limits = {wanted.task: request.max_output_tokens for request in model.requests if (wanted := wanted_of(request))}
    assert limits == {"argue": 2_000, "vote": 4_000, "summary": 1_000, "close": 4_000}


@pytest.mark.requirement("WE-09", "E-45", "E-47", "E-58", "K-14")
async def test_when_all_agree_it_ends_with_a_record_that_says_where_each_argument_was_made():
    place = await sitting(speakers(argue=offers))
    result = await place.held()
    assert (result.reason, result.outcome, result.record.decision, result.record.decided_by) == (
        "agreed", "proposed", "We do it.", "model",
    )  # fmt: skip
    arguments = [(a.turn, a.claim_id, a.is_settled) for each in result.record.arguments for a in each.arguments]
    assert arguments == [("1", "1.1", True), ("2", "2.1", True), ("3", "3.1", True)]
    page = markdown(result.record)
    assert page.startswith(f"# Discussion: {TOPIC}\n")
    assert "- **2.1** (turn 2) Solver holds point 2." in page
    read = await discussion_of(place.open_project.project, place.run_id)
    assert (read.record, read.status) == (result.record, "completed")


@pytest.mark.requirement("WE-22", "WE-23", "R-27")
async def test_the_changes_become_one_proposal_with_the_turn_of_each_and_are_undone_as_one():
    place = await sitting(speakers(argue=offers, vote=objects))
    result = await place.held(rounds=2, questions="leaveOpen")
    proposals, open_project = place.open_project.proposals, place.open_project
    assert result.proposal_id is not None
    proposal = await proposals.get(result.proposal_id)
    assert [(op.name, op.provenance) for op in proposal.operations if isinstance(op, NodeCreate)] == [
        ("Part2", "Solver, 2"), ("Part5", "Solver, 5"),
    ]  # fmt: skip
    assert [(change.turn, change.persona) for change in result.record.changes] == [("2", "Solver"), ("5", "Solver")]
    await proposals.decide(proposal.proposal_id, digest=proposal.digest, decision="accept", person=ANA)
    assert sorted(node.name for node in open_project.project.graph.nodes.values()) == ["Part2", "Part5"]
    commits = [commit async for commit in open_project.project.commits() if commit.run_id == place.run_id]
    assert len(commits) == 1, "one change, so one revert takes everything back"


@pytest.mark.requirement("WE-09", "E-58")
async def test_who_objects_keeps_its_word_as_minority_and_as_open_point():
    place = await sitting(speakers(vote=objects))
    record = (await place.held(rounds=1, questions="leaveOpen")).record
    assert record.reason == "limit"
    assert [(p.claim_id, [(v.persona, v.reason) for v in p.because]) for p in record.minority_votes] == [
        (claim, [("Solver", f"because of {claim}")]) for claim in ("1.1", "2.1", "3.1")
    ]
    assert [point.claim_id for point in record.open_points] == ["1.1", "2.1", "3.1"]


@pytest.mark.requirement("WE-09")
async def test_a_ballot_that_cannot_be_read_twice_is_no_vote_and_is_counted():
    def mumbles(request: ModelRequest, wanted: PersonaRequest) -> Answer:
        return "I agree, more or less." if wanted.persona == "Solver" else vote(request, wanted)

    place = await sitting(speakers(vote=mumbles))
    record = (await place.held(rounds=1, questions="leaveOpen")).record
    assert (record.no_votes, record.reason) == (1, "limit"), "a missing vote is no agreement"
    ballots = [step for step in await place.stage.steps() if step.kind == "vote"]
    assert [(step.label, step.status, step.verdict) for step in ballots] == [
        ("Analyzer", "completed", "passed"), ("Solver", "completed", "failed"), ("Moderator", "completed", "passed"),
    ]  # fmt: skip


@pytest.mark.requirement("E-26", "E-44", "WE-08", "E-20", "E-21")
async def test_a_truncated_turn_is_continued_visibly_and_everybody_hears_one_growing_text():
    def cut(request: ModelRequest, wanted: PersonaRequest) -> Answer:
        if wanted.turn != 2:
            return "ok."  # short answers are whole: only the finish reason counts
        if len(request.messages) == 1:
            return ["The first half of a long thought that goes ", ScriptedEnd("length")]
        return "thought that goes on to its end.\n\nClaim: it is whole."

    place = await sitting(speakers(argue=cut))
    await place.held(rounds=1)
    (text,) = [text for _, _, turn, text in await place.said() if turn == 2]
    assert text == "The first half of a long thought that goes on to its end.\n\nClaim: it is whole."
    steps = await place.stage.steps()
    (turn,) = [step for step in steps if step.kind == "turn" and step.label == "Solver (2)"]
    calls = [step.key for step in steps if step.kind == "llm_call" and step.key.startswith(turn.key)]
    assert [key.rsplit("/", 1)[1] for key in calls] == ["llm_call:1", "llm_call:11"]
    (message,) = [m for m in await place.messages() if m.turn == 2]
    heard = [e for e in place.stage.heard if isinstance(e, MessageDelta) and e.message_id == message.message_id]
    newest = [event for event in heard if event.attempt == heard[-1].attempt]
    assert "".join(event.text for event in newest) == text
    assert [event.offset for event in newest] == [
        sum(len(e.text) for e in newest[:index]) for index in range(len(newest))
    ]


@pytest.mark.requirement("E-23", "E-72", "WE-06", "WE-07", "E-27")
async def test_the_completed_message_is_the_truth_and_carries_its_digest():
    place = await sitting(speakers(argue=lambda _, wanted: f"{wanted.persona}: me.\n\nModerator: and me."))
    await place.held(rounds=1)
    completed = [e for e in place.stage.heard if isinstance(e, MessageCompleted) and e.author.kind == "persona"]
    assert all(event.digest == text_digest(text_of(event.parts)) for event in completed)
    solver = next(event for event in completed if event.turn == 2)
    assert text_of(solver.parts) == "me.\n\n(it went on in the name of somebody else; that is left out)"


@pytest.mark.requirement("WE-01", "WE-03", "T-16")
async def test_when_the_third_persona_fails_the_first_two_turns_are_kept_and_a_retry_begins_at_turn_three():
    broken = {"is": True}

    def third_fails(request: ModelRequest, wanted: PersonaRequest) -> Answer:
        if wanted.persona == "Moderator" and broken["is"]:
            return ProviderUnavailable("the provider is down", retry="never")
        return argue(request, wanted)

    model = speakers(argue=third_fails)
    place = await sitting(model)
    await place.begin()
    failed_run = place.run_id
    state = await place.settled()
    assert (state.status, state.error and state.error.code) == ("failed", "providerUnavailable")
    kept = await discussion_of(place.open_project.project, failed_run)
    assert (kept.record.reason, kept.record.turns) == ("failed", 2)
    failed = [
        step.label for step in await place.stage.steps() if step.status == "failed" and step.kind in {"turn", "round"}
    ]
    assert failed == ["round 1", "Moderator (3)"]

    broken["is"] = False
    asked_before = len(model.requests)
    place.run_id = await place.open_project.engine.retry(failed_run, author=ANA)
    result = place.result_of(await place.settled())
    assert result.reason == "agreed"
    asked = [
        text for request in model.requests[asked_before:] for text in [request.messages[0].text] if "[argue" in text
    ]
    assert len(asked) == 1
    assert "[argue | Moderator | round 1 | turn 3" in asked[0]
    assert [(a.turn, a.message_id != "") for each in result.record.arguments for a in each.arguments] == [
        ("1", True), ("2", True), ("3", True),
    ]  # fmt: skip


@pytest.mark.requirement("WE-01", "R-27")
async def test_a_turn_that_holds_nothing_is_asked_for_again_and_then_fails_alone():
    answers = iter(["", "Moderator: I decide.", "", "Solver: "])
    place = await sitting(speakers(argue=lambda r, w: next(answers) if w.persona == "Solver" else argue(r, w)))
    await place.begin(rounds=1)
    state = await place.settled()
    assert (state.status, state.error and state.error.code) == ("failed", "answerRefused")
    assert [turn for _, _, turn in await turns(place)][:1] == [1]


@pytest.mark.requirement("E-40", "E-41", "WE-18")
async def test_each_persona_asks_its_own_model_first_and_the_chain_steps_in_when_it_fails():
    def fails(_request: ModelRequest, _wanted: PersonaRequest) -> Answer:
        return ProviderUnavailable("down", retry="never")

    first, second = speakers(name="alpha:1"), speakers(name="beta:2", argue=fails)
    place = await sitting(first, second)
    personas = [{"name": "Analyzer"}, {"name": "Solver", "model": "beta:2"}, {"name": "Moderator"}]
    result = await place.held(personas=personas, rounds=1)
    assert [(each.persona, each.models) for each in result.record.spent] == [
        ("Analyzer", ["alpha:1"]), ("Solver", ["alpha:1"]), ("Moderator", ["alpha:1"]),
    ]  # fmt: skip
    tries = [(s.label, s.verdict) for s in await place.stage.steps() if s.kind == "llm_call" and "turn:2" in s.key]
    assert tries == [("beta:2", "failed"), ("alpha:1", None)]
    with pytest.raises(NotFound, match=r"no language model 'gamma:3' is configured; there are alpha:1, beta:2"):
        place.open_project.discuss.check(
            await _request(place, personas=[{"name": "A1", "model": "gamma:3"}, {"name": "B1"}])
        )


async def _request(place: Sitting, **options: object):

    from graphwright.protocol.ids import MessageId, ThreadId
    from graphwright.turns.workflow import WorkflowRequest

    return WorkflowRequest(text=TOPIC, message_id=MessageId("m"), thread_id=ThreadId("t"), options=to_builtins(options))


# people in the room --------------------------------------------------------------------------------------------------


async def stopped_at(turn: int) -> tuple[Sitting, Stall]:
    """A discussion in which one turn waits at a gate."""
    gate = Stall()
    place = await sitting(
        speakers(argue=lambda r, w: [gate, str(argue(r, w))] if w.turn == turn else argue(r, w), vote=objects)
    )
    return place, gate


@pytest.mark.requirement("WE-23", "E-33")
async def test_what_a_person_says_is_seen_by_the_next_persona_and_stands_in_the_record():
    place, gate = await stopped_at(2)
    await place.begin(rounds=1, questions="leaveOpen")
    await gate.reached.wait()
    await place.steer("speak", "Mind the budget.", person=BEN)
    gate.open()
    result = place.result_of(await place.settled())
    assert [(remark.after, remark.name, remark.text) for remark in result.record.remarks] == [
        ("2", "ben", "Mind the budget.")
    ]


@pytest.mark.requirement("P-154")
async def test_the_objection_of_a_person_keeps_a_claim_open_is_heard_by_all_and_taken_along_to_the_decision():
    gate = Stall()
    asked: list[ModelRequest] = []

    def spoken(request: ModelRequest, wanted: PersonaRequest) -> Answer:
        asked.append(request)
        return [gate, str(argue(request, wanted))] if wanted.turn == 4 else argue(request, wanted)

    place = await sitting(speakers(argue=spoken, vote=objects))
    await place.begin(rounds=2, questions="leaveOpen")
    await gate.reached.wait()
    await place.steer("vote", "Too dear.", claim="1.1", stance="object", person=BEN)
    await place.steer("vote", claim="1.1", stance="agree")
    await place.steer("vote", claim="2.1", stance="agree")
    await place.steer("vote", claim="2.1", stance="withdrawn")
    gate.open()
    record = place.result_of(await place.settled()).record

    heard = dict(blocks_of(asked[-1]))
    assert heard["votes of people"] == "1.1 ben: object, Too dear.\n1.1 ana: agree"
    claims = {each.claim_id: each for made in record.arguments for each in made.arguments}
    assert [(v.persona, v.person_id, v.stance, v.reason) for v in claims["1.1"].votes if v.person_id] == [
        ("ben", BEN.person_id, "object", "Too dear."),
        ("ana", ANA.person_id, "agree", ""),
    ]
    assert [v for v in claims["2.1"].votes if v.person_id] == []
    assert "ben: Too dear." in markdown(record)
    assert "ben: Too dear." in final_message(record)


@pytest.mark.requirement("P-154")
@pytest.mark.parametrize(
    ("last", "reason", "left"), [("object", "limit", ["1.1"]), ("agree", "agreed", []), ("withdrawn", "agreed", [])]
)
async def test_what_all_personas_agree_to_stays_open_as_long_as_a_person_objects(
    last: PersonStance, reason: str, left: list[str]
):
    gate = Stall()
    place = await sitting(speakers(argue=lambda r, w: [gate, str(argue(r, w))] if w.turn == 2 else argue(r, w)))
    await place.begin(rounds=1, questions="leaveOpen")
    await gate.reached.wait()
    await place.steer("vote", claim="1.1", stance="object", person=BEN)
    await place.steer("vote", claim="1.1", stance=last, person=BEN)
    so_far = (await discussion_of(place.open_project.project, place.run_id)).record
    gate.open()
    result = place.result_of(await place.settled())

    assert [(v.persona, v.stance) for v in so_far.arguments[0].arguments[0].votes] == (
        [] if last == "withdrawn" else [("ben", last)]
    )
    assert (result.reason, [point.claim_id for point in result.record.open_points]) == (reason, left)


@pytest.mark.requirement("P-154", "E-58")
async def test_a_vote_after_the_end_stands_beside_the_decision_and_changes_nothing_of_it():
    place = await sitting(speakers())
    result = await place.held(questions="leaveOpen")
    assert result.reason == "agreed"
    await place.steer("vote", "I do not see it.", claim="1.1", stance="object", person=BEN)

    kept = (await discussion_of(place.open_project.project, place.run_id)).record
    after = {each.claim_id: each for made in kept.arguments for each in made.arguments}
    assert [(v.persona, v.stance, v.is_late) for v in after["1.1"].votes if v.person_id] == [("ben", "object", True)]
    assert (kept.decision, kept.open_points, after["1.1"].is_settled) == (result.record.decision, [], True)
    assert "ben: object, I do not see it. (after the decision)" in markdown(kept)


@pytest.mark.requirement("E-33", "I-16")
async def test_a_persona_that_is_asked_answers_in_an_aside_that_leaves_the_turn_numbers_alone():
    place, gate = await stopped_at(2)
    await place.begin(rounds=1, questions="leaveOpen")
    await gate.reached.wait()
    await place.steer("askPersona", "What did you leave out?", persona="Analyzer")
    await place.steer("askPersona", "Is that all?", persona="Critic")
    gate.open()
    result = place.result_of(await place.settled())
    assert await turns(place) == [
        ("Analyzer", 1, 1), ("Solver", 1, 2), ("Analyzer", 1, None), ("Moderator", 1, 3), ("Moderator", 1, None),
    ]  # fmt: skip
    assert "2+1" in {argument.turn for each in result.record.arguments for argument in each.arguments}


@pytest.mark.requirement("E-46", "WE-10")
async def test_rounds_can_be_added_while_it_runs():
    place, gate = await stopped_at(3)
    await place.begin(rounds=1, questions="leaveOpen")
    await gate.reached.wait()
    await place.steer("addRounds", rounds=2)
    gate.open()
    result = place.result_of(await place.settled())
    assert (result.record.rounds, result.record.turns, result.reason) == (3, 9, "limit")


@pytest.mark.requirement("WE-02", "WE-23")
async def test_stopping_after_a_turn_keeps_everything_and_asks_no_model_any_more():
    place, gate = await stopped_at(5)
    await place.begin()
    await gate.reached.wait()
    await place.steer("stopAfterTurn")
    gate.open()
    result = place.result_of(await place.settled())
    assert (result.reason, result.record.turns, result.record.decided_by) == ("stopped", 5, "votes")
    assert await turns(place) == [*THREE_ROUNDS[:5], ("Moderator", 2, None)]


@pytest.mark.requirement("WE-02", "WE-03", "WE-23", "R-65", "E-25")
async def test_stopping_now_keeps_the_finished_turns_and_what_was_heard_of_the_one_under_way():
    gate = Stall()
    place = await sitting(speakers(argue=lambda r, w: ["Half a ", gate, "thought."] if w.turn == 2 else argue(r, w)))
    await place.begin()
    await gate.reached.wait()
    await place.open_project.engine.cancel(place.run_id)
    await place.open_project.streams.settled()
    messages = [(m.author.name, m.turn, m.status, text_of(m.parts)) for m in await place.messages()]
    assert messages[1:] == [("Solver", 2, "stopped", "Half a ")]
    kept = await discussion_of(place.open_project.project, place.run_id)
    assert (kept.record.reason, kept.record.turns, kept.status) == ("stopped", 1, "cancelled")


@pytest.mark.requirement("E-48", "E-49", "WE-14", "E-30")
async def test_what_personas_need_to_know_is_asked_as_one_form_and_told_to_the_next_turns():
    def wonders(request: ModelRequest, wanted: PersonaRequest) -> Answer:
        votes = json.loads(ballot(request))
        for each in votes["votes"]:
            if wanted.persona == "Moderator" and wanted.round == 1:
                each |= {"stance": "needInformation", "question": f"What of {each['claim']}?", "options": ["yes", "no"]}
        return json.dumps(votes)

    model = speakers(vote=wonders)
    place = await sitting(model)
    await place.begin(rounds=2)
    state = await place.settled()
    ((wait,), form) = (state.waits, state.waits[0].form)
    assert form is not None
    told = [wait.form for event in place.stage.heard if isinstance(event, RunWaiting) for wait in event.waits]
    assert told == [form]
    assert [(field.key, field.label.split("(")[0].strip(), field.options) for field in form.fields] == [
        (f"r1q{index}", f"What of {index}.1?", ["yes", "no", "Leave it open"]) for index in (1, 2, 3)
    ]
    await place.open_project.engine.answer(place.run_id, wait.step_id, {"r1q1": "yes", "r1q3": "no"}, person=BEN)
    result = place.result_of(await place.settled())
    assert [(r.after, r.name, r.text.rsplit(" ", 1)[1]) for r in result.record.remarks] == [
        ("3", "ben", "yes"), ("3", "ben", "no"),
    ]  # fmt: skip
    asked = next(r for r in model.requests if "[argue | Analyzer | round 2" in r.messages[0].text)
    assert [label for label, _ in blocks_of(asked)].count("a person") == 2


@pytest.mark.requirement("E-49")
@pytest.mark.parametrize(("voices", "asked"), [(2, 0), (3, 2), (7, 5)])
async def test_one_question_alone_is_not_asked_and_of_many_five_are(voices: int, asked: int):
    def wonders(request: ModelRequest, wanted: PersonaRequest) -> Answer:
        votes = json.loads(ballot(request))
        for each in votes["votes"][1:]:
            each |= {"stance": "needInformation", "question": f"What of {each['claim']}?", "options": ["yes", "no"]}
        return json.dumps(votes)

    place = await sitting(speakers(vote=lambda r, w: wonders(r, w) if w.position == voices else ballot(r)))
    await place.begin(rounds=2, personas=[{"name": f"Voice {number}"} for number in range(1, voices + 1)])
    waits = (await place.settled()).waits
    fields = [field for wait in waits if wait.form is not None for field in wait.form.fields]
    assert [field.options for field in fields if field.key.startswith("r1")] == [["yes", "no", "Leave it open"]] * asked


@pytest.mark.requirement("E-49", "WE-14", "E-33")
async def test_points_that_stay_open_are_put_to_people_who_may_want_another_round():
    place = await sitting(speakers(vote=objects))
    await place.begin(rounds=1)
    wait = (await place.settled()).waits[0]
    assert wait.form is not None
    assert [field.key for field in wait.form.fields] == ["r1q1", "r1q2", "r1q3", "next"]
    await place.open_project.engine.answer(
        place.run_id, wait.step_id, {"r1q1": "It holds", "next": "One more round"}, person=BEN
    )
    wait = (await place.settled()).waits[0]
    await place.open_project.engine.answer(place.run_id, wait.step_id, None, person=BEN)
    result = place.result_of(await place.settled())
    assert (result.reason, result.record.rounds) == ("limit", 2)
    assert {point.claim_id: point.answer for point in result.record.open_points}["1.1"] == "It holds"


# long discussions ----------------------------------------------------------------------------------------------------


@pytest.mark.requirement("E-50", "WE-19", "E-59")
async def test_a_summary_takes_the_place_of_turns_and_every_claim_is_kept_word_for_word():
    model = speakers(vote=objects)
    place = await sitting(model)
    result = await place.held(rounds=4, summaryEvery=2, questions="leaveOpen")
    (first,) = result.record.summaries[:1]
    assert (first.text, first.replaces_rounds, first.by_model) == ("A summary of 2 rounds.", [1, 2], True)
    assert first.tokens_after < first.tokens_before
    asked = next(r for r in model.requests if "[argue | Analyzer | round 3" in r.messages[0].text)
    blocks = dict(blocks_of(asked))
    assert [label for label in blocks if label.startswith("turn ")] == []
    assert blocks["summary of rounds 1 to 2"] == "A summary of 2 rounds."
    claims = [line for line in blocks["claims so far"].splitlines() if not line.startswith(" ")]
    assert [line.split(" ")[0] for line in claims] == [f"{n}.1" for n in range(1, 7)]
    assert "\n  Solver: object, because of 1.1" in blocks["claims so far"], (
        "who objects keeps its word, with its reason"
    )
    later = next(r for r in model.requests if "[argue | Analyzer | round 4" in r.messages[0].text)
    shown = [label for label, _ in blocks_of(later) if label.startswith(("summary", "turn "))]
    assert shown == ["summary of rounds 1 to 2", "turn 7 Analyzer", "turn 8 Solver", "turn 9 Moderator"]


# without a language model --------------------------------------------------------------------------------------------


@pytest.mark.requirement("K-18", "E-09")
@pytest.mark.parametrize(
    ("topic", "claim", "label"),
    [
        ("Is the function ValidateOrder in good shape?", "Claim:", "no language model"),
        ("Ist die Funktion ValidateOrder in einem guten Zustand?", "Behauptung:", "kein Sprachmodell"),
        ("La fonction ValidateOrder est-elle en bon état pour nous ?", "Affirmation :", "pas un modèle de langage"),
    ],
)
async def test_without_a_model_the_rules_argue_in_three_voices_and_propose_what_they_can_mend(
    topic: str, claim: str, label: str
):
    async def once() -> tuple[list[str], list[str]]:
        place = await offline_sitting()
        await Table(place.open_project.project).apply(
            "<operations>\n## Nodes\n+ ValidateOrder|FUNC|ValidateOrder.FN.001|Checks\n</operations>"
        )
        result = await place.held(topic, rounds=2, questions="leaveOpen")
        assert (result.outcome, result.record.decided_by) == ("proposed", "rules")
        texts = [text for _, _, turn, text in await place.said() if turn is not None]
        return texts, [change.persona for change in result.record.changes]

    texts, changes = await once()
    assert [label in text for text in texts] == [True, *[False] * (len(texts) - 1)], "said once"
    assert all(claim in text for text in texts[:3])
    assert set(changes) == {"Solver"}
    assert (texts, changes) == await once(), "the same model and topic give the same words"


@pytest.mark.requirement("I-16", "E-04", "E-30")
async def test_a_client_hears_which_turn_begins_before_its_first_word():
    place = await sitting(speakers())
    await place.held(rounds=1)
    seen: dict[str, MessageStarted] = {}
    for event in place.stage.heard:
        if isinstance(event, MessageStarted):
            seen[event.message_id] = event
        elif isinstance(event, MessageDelta):
            assert event.message_id in seen
    assert [(e.author.name, e.turn) for e in seen.values()] == [("Analyzer", 1), ("Solver", 2), ("Moderator", 3)]
    ended = [e for e in place.stage.heard if isinstance(e, MessageCompleted) and e.author.kind == "persona"]
    assert [(e.author.name, e.turn) for e in ended] == [
        ("Analyzer", 1), ("Solver", 2), ("Moderator", 3), ("Moderator", None),
    ]  # fmt: skip
    assert "We do it." in text_of(ended[-1].parts)
