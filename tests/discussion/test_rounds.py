"""The order of a discussion: which turn is whose, and what is refused."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from graphwright.discussion.proceedings import RoundProgress
from graphwright.discussion.rounds import (
    PERSONAS,
    calculate_turn_number,
    filter_complete_rounds,
    is_round_complete,
    persona_from_turn_number,
    processing,
    round_from_turn_number,
    validate_message_ordering,
    validate_persona_order,
    validate_round_completeness,
    validate_turn_numbers,
)
from graphwright.discussion.turns import DiscussionTurn, TurnPlace
from graphwright.errors import InvalidCommand
from graphwright.llm.prices import NOTHING_USED
from graphwright.protocol.ids import MessageId
from graphwright.runs.scope import RunScope, StepScope
from tests.runs.place import Answer, Ask, new_place, run_once

TEAM = ("Ada", "Bo", "Cy", "Di", "Ed")


class Said(Struct, frozen=True):
    """A message, as far as its order is concerned."""

    persona: str
    round: int
    turn: int
    text: str = "something"


def round_of(number: int, personas: tuple[str, ...] = PERSONAS) -> list[Said]:
    return [Said(name, number, calculate_turn_number(number, name, personas)) for name in personas]


def spoken(place: TurnPlace) -> DiscussionTurn:
    return DiscussionTurn(
        place=place,
        message_id=MessageId(place.label),
        text="something",
        digest="",
        claims=[],
        operations=[],
        problems=[],
        notes=[],
        model="",
        usage=NOTHING_USED,
    )


@pytest.mark.requirement("E-01", "E-03", "E-08", "E-70", "T-14", "K-14", "WE-22")
def test_a_turn_follows_from_round_and_position_and_back_for_any_number_of_personas():
    assert [
        [calculate_turn_number(number, name) for name in PERSONAS] for number in (1, 2, 3)
    ] == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]  # fmt: skip
    for personas in (PERSONAS, TEAM, ("One", "Two")):
        for turn in range(1, 200):
            name = persona_from_turn_number(turn, personas)
            assert calculate_turn_number(round_from_turn_number(turn, personas), name, personas) == turn


@pytest.mark.requirement("E-01", "E-03")
@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: calculate_turn_number(0, "Solver"), "rounds are counted from 1"),
        (lambda: calculate_turn_number(1, "Critic"), "there are Analyzer, Solver, Moderator"),
        (lambda: persona_from_turn_number(0), "turns are counted from 1"),
    ],
)
def test_a_place_that_cannot_be_is_refused_with_what_there_is(ask: object, words: str):
    with pytest.raises(InvalidCommand, match=words):
        ask()  # type: ignore[operator]


@pytest.mark.requirement("E-04")
async def test_each_turn_has_its_number_before_it_is_spoken_and_nobody_speaks_out_of_order():
    places: list[TurnPlace] = []
    refused: list[str] = []

    async def one_round(step: StepScope) -> int:
        made = RoundProgress(step, 2, PERSONAS, [])
        made.earlier = [spoken(TurnPlace(round=1, turn=each.turn, persona=each.persona)) for each in round_of(1)]
        for name in PERSONAS:
            for other in PERSONAS:
                if other != name:
                    with pytest.raises(InvalidCommand) as error:
                        made.next_place(other)
                    refused.append(str(error.value))
            places.append(made.next_place(name))
            made.turns.append(spoken(places[-1]))
        return 0

    async def workflow(run: RunScope, _request: Ask) -> Answer:
        return Answer(values=[await run.step("round", one_round)])

    assert (await run_once(await new_place(), workflow)).status == "completed"
    assert [(place.persona, place.round, place.turn) for place in places] == [
        ("Analyzer", 2, 4), ("Solver", 2, 5), ("Moderator", 2, 6),
    ]  # fmt: skip
    assert len(refused) == 6
    assert "Analyzer has spoken, so it is the turn of Solver, not of Moderator" in refused


@pytest.mark.requirement("E-02", "E-07", "E-11", "T-14")
def test_each_persona_follows_the_one_before_and_the_first_opens_every_round():
    validate_persona_order("Analyzer", None)
    for before, after in (("Analyzer", "Solver"), ("Solver", "Moderator"), ("Moderator", "Analyzer")):
        validate_persona_order(after, before)
    wrong: tuple[tuple[str | None, str], ...] = (
        ("Analyzer", "Moderator"), ("Solver", "Analyzer"), (None, "Solver"), ("Solver", "Solver"),
    )  # fmt: skip
    for previous, persona in wrong:
        with pytest.raises(InvalidCommand, match="so it is the turn of"):
            validate_persona_order(persona, previous)


@pytest.mark.requirement("E-06", "E-07", "T-14")
def test_a_wrong_turn_number_is_refused_with_the_right_one():
    validate_turn_numbers([*round_of(1), *round_of(2)])
    with pytest.raises(InvalidCommand, match="Solver has turn 5 in round 2, not 6"):
        validate_turn_numbers([Said("Solver", 2, 6)])


@pytest.mark.requirement("E-06", "E-07", "E-08", "E-12")
def test_a_round_is_complete_when_everybody_spoke_once_in_order_and_said_something():
    first = round_of(1)
    silent = [*first[:2], Said("Moderator", 1, 3, " ")]
    assert [is_round_complete(each) for each in (first, first[:2], [*first[1:], first[0]], silent)] == [
        True, False, False, False,
    ]  # fmt: skip
    assert filter_complete_rounds([first, first[:1], round_of(3)]) == [first, round_of(3)]
    validate_round_completeness(first)
    for messages, words in (
        (first[:1], "Solver is missing; Moderator is missing"),
        ([*first, first[0]], "Analyzer spoke twice"),
        (silent, "Moderator said nothing"),
        ([first[1], first[0], first[2]], "the order is Solver, Analyzer, Moderator"),
    ):
        with pytest.raises(InvalidCommand, match=words):
            validate_round_completeness(messages)


@pytest.mark.requirement("E-07", "I-16", "E-74", "WE-21")
def test_the_order_of_a_whole_discussion_has_no_gap_wherever_one_message_is_taken_out_or_moved():
    spoken = [message for number in range(1, 8) for message in round_of(number, TEAM)]
    validate_message_ordering(spoken, TEAM)
    chance = random.Random(5)
    for _ in range(100):
        place = chance.randrange(len(spoken) - 1)
        without = spoken[:place] + spoken[place + 1 :]
        swapped = [*spoken]
        swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
        for broken in (without, swapped, [*spoken[: place + 1], *spoken[place:]]):
            with pytest.raises(InvalidCommand):
                validate_message_ordering(broken, TEAM)


@pytest.mark.requirement("E-05")
def test_the_state_of_a_round_names_who_is_speaking():
    assert [processing(name) for name in (*PERSONAS, "Domain Expert")] == [
        "PROCESSING_ANALYZER", "PROCESSING_SOLVER", "PROCESSING_MODERATOR", "PROCESSING_DOMAIN_EXPERT",
    ]  # fmt: skip
