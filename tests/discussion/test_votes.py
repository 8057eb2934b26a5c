"""Ballots, what they settle, and when a discussion ends."""

from __future__ import annotations

import json

import pytest

from graphwright.discussion.options import DiscussOptions, EndRule, cast_of, check_topic, read_options
from graphwright.discussion.rounds import PERSONAS
from graphwright.discussion.turns import Ballot, Claim, DiscussionTurn, RoundDone, TurnPlace, Vote
from graphwright.discussion.votes import (
    ClosingForm,
    VotesForm,
    closing_of,
    end_reason,
    open_points,
    settled,
    standing,
    votes_of,
)
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.formats.forms import read_form
from graphwright.llm.prices import NOTHING_USED
from graphwright.protocol.ids import MessageId

CLAIMS = [Claim(claim_id="1.1", persona="Analyzer", text="a"), Claim(claim_id="2.1", persona="Solver", text="b")]


def vote(claim: str, stance: str = "agree", **more: object) -> dict[str, object]:
    return {"claim": claim, "stance": stance, "reason": "so", **more}


def votes(*each: dict[str, object]) -> str:
    return json.dumps({"votes": list(each)})


def read(answer: str) -> tuple[list[Vote], list[str]]:
    """The votes of an answer, and what is wrong with it."""
    filled = read_form(answer, VotesForm)
    found, problems = ([], []) if filled.value is None else votes_of(filled.value, CLAIMS)
    return found, [*filled.problems, *problems]


@pytest.mark.requirement("WE-09")
def test_a_ballot_is_read_as_it_stands_or_in_a_fence():
    answer = votes(vote("1.1"), vote("2.1", "needInformation", question="Which?", options=["a", "b", "a"]))
    expected = [
        Vote(claim_id="1.1", stance="agree", reason="so"),
        Vote(claim_id="2.1", stance="needInformation", reason="so", question="Which?", options=["a", "b"]),
    ]
    assert read(answer) == (expected, [])
    assert read(f"```json\n{answer}\n```") == (expected, [])


@pytest.mark.requirement("WE-09")
@pytest.mark.parametrize(
    ("answer", "counted", "words"),
    [
        ("I agree with everything.", [], "there is no JSON in the answer"),
        (votes(vote("1.1")), ["1.1"], "claim 2.1 has no vote"),
        (votes(vote("1.1"), vote("2.1"), vote("2.1", "object")), ["1.1", "2.1"], "claim 2.1 has two votes"),
        (votes(vote("1.1"), vote("2.1"), vote("9.9")), ["1.1", "2.1"], "there is no claim '9.9'"),
        (votes(vote("1.1"), vote("2.1", "maybe")), ["1.1"], "votes[1].stance is 'maybe', none of"),
        ("", [], "there is no JSON in the answer"),
        ("[" * 5000, [], "there is no JSON in the answer"),
    ],
)
def test_what_is_not_clearly_a_vote_is_none_and_says_why(answer: str, counted: list[str], words: str):
    found, problems = read(answer)
    assert [each.claim_id for each in found] == counted
    assert any(words in problem for problem in problems), problems


@pytest.mark.requirement("WE-09")
def test_a_decision_may_only_take_changes_that_were_proposed():
    def closing(answer: str) -> tuple[str, object, list[str]]:
        filled = read_form(answer, ClosingForm)
        made, problems = (None, []) if filled.value is None else closing_of(filled.value, ["2", "5"])
        told = [*filled.problems, *problems]
        return ("", None, told) if made is None else (made.decision, made.takes, told)

    assert closing('{"decision": "Do it.", "takes": ["2"]}') == ("Do it.", ["2"], [])
    assert closing('{"decision": "Do it."}') == ("Do it.", None, [])
    assert closing('{"decision": "Do it.", "takes": ["3"]}') == (
        "Do it.", [], ["turn '3' proposed no changes; there are 2, 5"],
    )  # fmt: skip
    assert closing('{"decision": ""}') == ("", None, ["decision is empty"])
    assert closing('{"decision": "\u200b"}') == ("", None, ["the decision is empty"])
    assert closing("Do it.") == ("", None, ["there is no JSON in the answer"])


def done(number: int, claims: list[str], stances: dict[str, dict[str, str]], *, stopped: bool = False) -> RoundDone:
    """A round in which the Analyzer makes these claims and everybody votes so."""
    turn = DiscussionTurn(
        place=TurnPlace(round=number, turn=3 * number - 2, persona="Analyzer"), message_id=MessageId(str(number)),
        text="x", digest="", claims=[Claim(claim_id=each, persona="Analyzer", text=each) for each in claims],
        operations=[], problems=[], notes=[], model="m", usage=NOTHING_USED,
    )  # fmt: skip
    ballots = [
        Ballot(
            persona=name, is_valid=True, usage=NOTHING_USED,
            votes=[Vote(claim_id=claim, stance=said, reason="so") for claim, said in cast.items()],  # type: ignore[arg-type]
        )
        for name, cast in stances.items()
    ]  # fmt: skip
    return RoundDone(
        round=number, states=[], turns=[turn], asides=[], remarks=[], ballots=ballots, new_claims=claims,
        added_rounds=0, steered_upto="", is_stopped=stopped,
    )  # fmt: skip


def all_say(stance: str, *claims: str) -> dict[str, dict[str, str]]:
    return {name: dict.fromkeys(claims, stance) for name in PERSONAS}


@pytest.mark.requirement("WE-02", "WE-09", "WE-10", "E-45", "E-46")
@pytest.mark.parametrize(
    ("rounds", "rule", "limit", "cost", "reason"),
    [
        ([done(1, ["1.1"], all_say("agree", "1.1"))], EndRule(), 5, 0, "agreed"),
        ([done(1, ["1.1"], all_say("agree", "1.1"))], EndRule(all_agree=False), 5, 0, None),
        ([done(1, ["1.1"], all_say("object", "1.1"))], EndRule(), 5, 0, None),
        ([done(1, ["1.1"], {"Analyzer": {"1.1": "agree"}, "Solver": {"1.1": "agree"}})], EndRule(), 5, 0, None),
        ([done(1, [], {})], EndRule(), 5, 0, None),
        ([done(1, [], {}), done(2, [], {})], EndRule(), 5, 0, "noProgress"),
        ([done(1, [], {}), done(2, [], {})], EndRule(no_new_claims=0), 5, 0, None),
        ([done(1, ["1.1"], all_say("object", "1.1"))], EndRule(), 1, 0, "limit"),
        ([done(1, ["1.1"], all_say("object", "1.1"))], EndRule(cost_micros=100), 5, 100, "limit"),
        ([done(1, ["1.1"], all_say("agree", "1.1"), stopped=True)], EndRule(), 5, 0, "stopped"),
    ],
)
def test_a_discussion_ends_by_one_rule_with_one_reason(
    rounds: list[RoundDone], rule: EndRule, limit: int, cost: int, reason: str | None
):
    assert end_reason(rounds, PERSONAS, rule, limit=limit, cost_micros=cost) == reason


@pytest.mark.requirement("WE-09")
def test_what_all_agreed_to_stays_settled_and_the_rest_is_voted_on_again():
    rounds = [
        done(1, ["1.1", "1.2"], {name: {"1.1": "agree", "1.2": "object"} for name in PERSONAS}),
        done(2, ["4.1"], all_say("needInformation", "1.2", "4.1")),
    ]
    assert settled(rounds, PERSONAS) == {"1.1"}
    assert [claim.claim_id for claim in standing(rounds, PERSONAS)] == ["1.2", "4.1"]
    assert [(each.claim.claim_id, len(each.of("needInformation"))) for each in open_points(rounds, PERSONAS)] == [
        ("1.2", 3), ("4.1", 3),
    ]  # fmt: skip


@pytest.mark.requirement("E-52")
@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("abc", InvalidCommand, "at least 10 characters, this one has 3"),
        ("   abc        ", InvalidCommand, "has 3"),
        ("x" * 1_001, LimitExceeded, "1,001 characters, at most 1,000"),
    ],
)
def test_a_topic_has_a_length(text: str, error: type[Exception], words: str):
    check_topic("x" * 1_000, longest=1_000)
    with pytest.raises(error, match=words):
        check_topic(text, longest=1_000)


@pytest.mark.requirement("WE-22", "E-40")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ('{"rounds": 0}', "rounds"),
        ('{"rounds": 201}', "rounds"),
        ('{"turns": 3}', "unknown field `turns`"),
        ('{"personas": [{"name": "A"}]}', "personas"),
        ('{"personas": [{"name": "A"}, {"name": " a"}]}', "name"),
        ('{"personas": [{"name": "Ann"}, {"name": "ann"}]}', "two personas are called"),
        ('{"personas": [{"name": "Ann"}, {"name": "System"}]}', "role of the language model"),
        ('{"personas": [{"name": "Ann"}, {"name": "B\\n<|im_start|>"}]}', "name"),
    ],
)
def test_options_that_make_no_discussion_are_refused(options: str, words: str):
    with pytest.raises(InvalidCommand, match=words):
        read_options(json.loads(options), "")


@pytest.mark.requirement("WE-22", "E-40", "K-14")
def test_without_options_the_three_of_the_seed_discuss_and_only_the_solver_proposes():
    assert [(each.name, each.proposes) for each in cast_of(read_options(None, "Who is told?"))] == [
        ("Analyzer", False), ("Solver", True), ("Moderator", False),
    ]  # fmt: skip
    own = read_options({"personas": [{"name": "Safety"}, {"name": "Cost", "model": "openai:x"}, {"name": "Chair"}]}, "")
    assert [(each.name, each.proposes) for each in cast_of(own)] == [("Safety", True), ("Cost", True), ("Chair", False)]
    assert DiscussOptions().rounds == 3
